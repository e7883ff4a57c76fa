"""The command line as tests run it."""

import pytest

from churn_verification.cli import main


class Run:
    """Runs a command of `churnproof` in this process."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *command: str
    ) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self._command = command

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        """Give the exit status and what was printed on stdout and on stderr."""
        self._monkeypatch.setattr("sys.argv", ["churnproof", *self._command, *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = self._capsys.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, out, err
