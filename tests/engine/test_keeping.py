"""Compiled code on disk: where it is kept, where not, and what becomes of damaged files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import churn_engine
from churn_engine import keeping

PLAY = (
    "from churn_engine.random_play import game_to_play, play_at_random\n"
    "from churn_engine.board import board\n"
    "import churn_engine.solver.compiled, sys\n"
    "print(play_at_random(1, game_to_play(board(2), 1), 1).turns)\n"
)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the engine without compiled code, to be damaged."""
    place = tmp_path_factory.mktemp("installation")
    source = Path(churn_engine.__file__).parent
    shutil.copytree(
        source, place / "churn_engine", ignore=shutil.ignore_patterns("__pycache__", "solver")
    )
    shutil.copytree(
        source / "solver",
        place / "churn_engine" / "solver",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return place


def play(installation: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(installation), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def kept_in(folder: Path) -> list[Path]:
    return sorted(file for end in ("nbi", "nbc") for file in folder.rglob(f"*.{end}"))


@pytest.mark.deep
def test_damaged_files_are_compiled_anew_and_replaced(installation: Path) -> None:
    first = play(installation)
    assert first.stderr == ""
    files = kept_in(installation)
    assert len(files) >= 2
    sound = {file: file.stat().st_size for file in files}
    for left in (0.0, 0.5, 0.99):
        for file in files:
            file.write_bytes(file.read_bytes()[: int(left * sound[file])])
        again = play(installation)
        assert (again.stdout, again.stderr, again.returncode) == (first.stdout, "", 0)
        assert all(file.stat().st_size == sound[file] for file in files)


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_can_be_written", lambda _folder: False)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")


def reason(monkeypatch: pytest.MonkeyPatch, home: Path | None) -> str | None:
    monkeypatch.setattr(keeping, "_folder_of_the_user", lambda: home)
    return keeping._reason_against.__wrapped__(Path("/nowhere"))


@pytest.mark.usefixtures("read_only")
def test_a_folder_of_the_user_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache" / "numba"
    assert reason(monkeypatch, folder) is None
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    assert reason(monkeypatch, folder) is None
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.usefixtures("read_only")
def test_nothing_is_kept_where_others_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "shared"
    place.mkdir()
    place.chmod(0o777)
    assert reason(monkeypatch, place / "numba") == f"others may write to {place}"
    place.chmod(0o1777)
    assert reason(monkeypatch, place / "numba") is None
    monkeypatch.setattr(keeping, "_user", lambda: os.getuid() + 1)
    assert reason(monkeypatch, place / "numba") == f"others may write to {place / 'numba'}"


@pytest.mark.usefixtures("read_only")
def test_nothing_is_kept_without_a_home_or_in_a_chosen_folder_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reason(monkeypatch, Path("~/.cache/numba")) == "there is no home folder"
    (tmp_path / "file").touch()
    assert "Not a directory" in str(reason(monkeypatch, tmp_path / "file" / "numba"))
    (tmp_path / "chosen").mkdir()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "chosen"))
    for mode in (0o777, 0o1777, 0o770):
        (tmp_path / "chosen").chmod(mode)
        assert reason(monkeypatch, None) == f"others may write to {tmp_path / 'chosen'}"


def test_what_is_not_kept_is_compiled_and_said_once(installation: Path, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    run = play(installation, NUMBA_CACHE_DIR=str(tmp_path / "shared"))
    assert run.returncode == 0
    assert run.stdout == "[7]\n"
    assert run.stderr.count("compiled code is not kept") == 1
    assert list((tmp_path / "shared").iterdir()) == []


def test_where_nothing_is_to_be_compiled_the_function_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert keeping.compiled_and_kept(reason, nogil=True) is reason
