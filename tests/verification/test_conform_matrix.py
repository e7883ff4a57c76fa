"""`conform --matrix`: several implementations side by side, expected faults, stopping, going on."""

import json
import sys
from pathlib import Path

import pytest
from tests.verification.command_line import Run
from tests.verification.test_conform import BAD_ADAPTER, SERVE

from churn_verification.conformance import checking
from churn_verification.conformance.matrix import Matrix, badge_of
from churn_verification.conformance.report import ConformReport
from churn_verification.results import Status

RIGHT = [sys.executable, BAD_ADAPTER, "right"]
WRONG = [*SERVE, "--misreading", "equal-groups-removed"]
SKIPPING = [sys.executable, BAD_ADAPTER, "skips-some"]
ABSENT = ["no-such-program"]
DEAD = [sys.executable, BAD_ADAPTER, "dies-at-start"]
QUICK = ("--quick", "--boards", "2", "--seed", "1")
"""What all runs here ask."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys, "conform")


def listing(path: Path, *entries: tuple[str, list[str], str]) -> Path:
    """A list of implementations: the name, the command and further lines of each."""
    path.write_text(
        "\n".join(
            f"[[implementation]]\nname = {json.dumps(name)}\ncommand = {json.dumps(words)}\n{more}"
            for name, words, more in entries
        )
    )
    return path


def matrix_of(folder: Path) -> Matrix:
    return Matrix.model_validate_json((folder / "matrix.json").read_text())


def test_each_is_reported_and_an_expected_fault_is_no_failure(run: Run, tmp_path: Path) -> None:
    path = listing(
        tmp_path / "list.toml",
        ("right one", RIGHT, 'version = "7"'),
        ("wrong one", WRONG, 'differs_on = ["R2"]'),
    )
    folder = tmp_path / "out"
    shown = run("--matrix", str(path), "--into", str(folder), *QUICK, "--json")
    assert shown[0] == 0, shown[2]
    assert json.loads(shown[1]) == json.loads((folder / "matrix.json").read_text())
    right, wrong = matrix_of(folder).rows
    assert (right.id, right.version, right.outcome) == ("right one", "7", Status.HELD)
    assert (wrong.outcome, wrong.status) == (Status.FAILED, Status.HELD)
    assert wrong.by_clause["R2"] is Status.FAILED
    assert "R2" not in wrong.follows
    page = (folder / "index.html").read_text()
    for name, held in (("right-one", True), ("wrong-one", False)):
        assert f'<a href="{name}.html">' in page
        assert (folder / f"{name}.html").read_text().startswith("<!doctype html>")
        assert json.loads((folder / f"{name}.json").read_text())["held"] is held
        badge = json.loads((folder / f"{name}.badge.json").read_text())
        assert set(badge) == {"schemaVersion", "label", "message", "color"}
    assert badge_of(wrong)["message"] == "differs from the rules on R2"
    assert badge_of(wrong)["color"] == "red"
    assert badge_of(right)["message"] == "agrees in all that was asked"  # B2 is not asked about


@pytest.mark.parametrize(
    ("words", "more", "status", "said"),
    [
        (WRONG, "", 1, "differs from the rules on R2"),
        (WRONG, 'differs_on = ["R1"]', 1, "differs from the rules on R2"),
        (RIGHT, 'differs_on = ["R2"]', 1, "agrees in all that was asked"),
        (DEAD, "", 3, "could not be started: it ended with exit status 1"),
        (ABSENT, "", 3, "could not be started: no-such-program: No such file"),
        (SKIPPING, "", 3, "agrees in all that was asked"),
    ],
)
def test_what_is_not_as_expected_fails(
    words: list[str], more: str, status: int, said: str, run: Run, tmp_path: Path
) -> None:
    path = listing(tmp_path / "list.toml", ("it", words, more), ("right", RIGHT, ""))
    folder = tmp_path / "out"
    shown = run("--matrix", str(path), "--into", str(folder), *QUICK)
    assert shown[0] == status
    assert "FAILED: Not as expected: it." in shown[1]
    first, second = matrix_of(folder).rows
    assert first.status is Status.FAILED
    assert said in (first.reason or "")
    assert "after --" not in shown[1] + shown[2]
    assert f"it: {first.sentence}" in shown[1]
    assert first.sentence.startswith("Expected: it ")
    assert second.status is Status.HELD  # the others are checked all the same


def test_a_run_that_is_stopped_goes_on_where_it_was(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = listing(tmp_path / "list.toml", ("one", RIGHT, ""), ("two", RIGHT, ""))
    folder = tmp_path / "out"
    words = ("--matrix", str(path), "--into", str(folder), *QUICK)
    whole = checking.check_adapter
    asked: list[str] = []

    def stop_at_the_second(request: checking.Request, _progress: object) -> ConformReport:
        def stop(check: str, _questions: int) -> None:
            if len(asked) == 2 and check == "geometry":
                raise KeyboardInterrupt

        asked.append(request.command[-1])
        return whole(request, stop)

    monkeypatch.setattr(checking, "check_adapter", stop_at_the_second)
    stopped = run(*words)
    assert stopped[0] == 130
    assert "INCOMPLETE" in stopped[1]
    assert "--resume" in stopped[2]
    assert [row.id for row in matrix_of(folder).rows] == ["one"]
    assert matrix_of(folder).left == ("two",)
    assert not matrix_of(folder).held
    went_on = run(*words, "--resume")
    assert went_on[0] == 0
    assert "one was checked before" in went_on[2]
    assert len(asked) == 3
    assert [row.id for row in matrix_of(folder).rows] == ["one", "two"]
    other = run(*words[:-1], "2", "--resume")
    assert other[0] == 2
    assert "made with seed 1, not 2" in other[2]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[implementation", "is no TOML"),
        ("", "the key 'implementation' is missing in double brackets, [[implementation]]"),
        ("implementation = 1", "implementation: input should be a valid"),
        ('[[implementation]]\nname = "x"', "implementation 1: the key 'command' is missing"),
        ('[[implementation]]\nname = "x"\ncommand = ""', "implementation 1: command: "),
        (
            '[[implementation]]\nname = "x"\ncommand = "x"\nfoo = 1',
            "implementation 1: unknown key 'foo'; the keys are name, command, version, differs_on",
        ),
        (
            '[[implementation]]\nname = "x"\ncomand = "x"',
            "unknown key 'comand'; the keys are name, command, version, differs_on; did you mean"
            " command?",
        ),
        (
            '[[implementations]]\nname = "x"\ncommand = "x"',
            "unknown key 'implementations'; a list has [[implementation]] only; did you mean"
            " implementation?",
        ),
        ('[[implementation]]\nname = "index"\ncommand = "x"', "the name 'index' is taken"),
        ('[[implementation]]\nname = "x"\ncommand = "\'"', "implementation 1: command: "),
        (
            '[[implementation]]\nname = "x"\ncommand = "x"\ndiffers_on = ["R9"]',
            "there is no clause 'R9'",
        ),
        (
            '[[implementation]]\nname = "X y"\ncommand = "x"\n'
            '[[implementation]]\nname = "x-Y"\ncommand = "x"',
            "the name 'X y' is taken",
        ),
    ],
)
def test_a_bad_list_is_one_line(text: str, said: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(text)
    shown = run("--matrix", str(path), "--into", str(tmp_path / "out"))
    assert shown[:2] == (2, "")
    assert said in shown[2]
    assert len(shown[2].splitlines()) == 1


def test_a_bad_request_is_one_line(run: Run, tmp_path: Path) -> None:
    path = listing(tmp_path / "list.toml", ("it", RIGHT, ""))
    full = tmp_path / "full"
    full.mkdir()
    (full / "precious").touch()
    for more, status, said in (
        (("--into", str(full)), 2, "holds something else"),
        (("--into", str(path)), 3, "cannot make the folder"),
        (("--", "node", "adapter.js"), 2, "leave out COMMAND"),
        (("--position", "2"), 2, "leave out COMMAND"),
    ):
        shown = run("--matrix", str(path), *more)
        assert shown[:2] == (status, "")
        assert said in shown[2]
        assert len(shown[2].splitlines()) == 1
    missing = run("--matrix", str(tmp_path / "none.toml"))
    assert missing[0] == 3
