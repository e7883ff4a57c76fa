"""Whether a file may be written is found out before anything long is begun."""

import os
from pathlib import Path

import pytest

from churn_verification.cli.common import RequestError, SurroundingsError, require_place_for
from churn_verification.support.files import FileError


def is_ours(text: str) -> bool:
    return text.startswith("ours")


def place(file: Path) -> None:
    require_place_for("one of ours", file, is_ours)


def test_a_new_file_an_empty_one_and_one_of_ours_may_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    place(file)
    assert not file.exists()
    for text in ("", "\n", "ours, of yesterday"):
        file.write_text(text)
        place(file)
        assert file.read_text() == text


def test_what_is_somebody_elses_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RequestError, match="is not one of ours; choose another"):
        place(tmp_path / "file")


def test_what_is_no_place_for_a_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileError, match="its folder is missing or cannot be written"):
        place(tmp_path / "nowhere" / "file")
    with pytest.raises(FileError, match="it exists and is not a regular file"):
        place(Path(os.devnull))
    (tmp_path / "file").write_text("ours")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    with pytest.raises(SurroundingsError, match="permission denied"):
        place(tmp_path / "file")
