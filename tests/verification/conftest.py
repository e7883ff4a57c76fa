"""What several test files of this room use."""

import pytest
from tests.verification.toy_verify import toy_suite

from churn_verification.registry import Registry
from churn_verification.running import worker
from churn_verification.work import processes


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The suite is a toy; workers are forked so that they know it."""
    monkeypatch.setattr("churn_verification.suite.suite", toy_suite)
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    return toy_suite()
