"""What several test files of this room use."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock
from tests.verification.toy_verify import toy_suite
from tools.programs import COQ, MAKE, OCAML

from churn_explorer import checking
from churn_verification.proofs.rocq import building
from churn_verification.registry import Registry
from churn_verification.running import worker
from churn_verification.work import processes


@pytest.fixture(autouse=True, scope="session")
def unhurried_explorer() -> Iterator[None]:
    """An explorer whose limits on time a busy machine does not reach; some tests set their own."""
    limits = (
        *("guard.REQUEST_SECONDS", "serving.REQUEST_SECONDS", "playing.LOAD_SECONDS"),
        *("checking.CHECK_SECONDS", "graphs.NEAR_SECONDS", "statistics.UNASKED_SECONDS"),
    )
    with pytest.MonkeyPatch.context() as patch:
        for limit in limits:
            patch.setattr(f"churn_explorer.{limit}", 600.0)
        patch.setattr(checking, "_LIMITS", replace(checking._LIMITS, start=600.0, reply=600.0))
        yield


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The suite is a toy; workers are forked so that they know it."""
    monkeypatch.setattr("churn_verification.suite.suite", toy_suite)
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    return toy_suite()


@pytest.fixture(scope="session")
def coq(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled Coq sources, what they assume, and the programs."""
    for program in (COQ, OCAML, MAKE):
        if program.path is None:
            pytest.skip(program.missing)
    together = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # one compiles them for all
        together = together.parent
    place = together / "coq"
    with FileLock(together / "coq.lock"):
        if not (place / "build" / "checker").exists():
            place.mkdir(exist_ok=True)
            building.assumptions(place)
            building.program(place, "adapter")
            building.program(place, "checker")
    return place
