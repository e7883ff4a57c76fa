"""The justified survivors of source mutation still stand in the source."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTES = [
    line.split("\t")
    for line in (ROOT / "mutation" / "equivalent.tsv").read_text(encoding="utf-8").splitlines()
]


def test_the_notes_have_a_head_and_lines() -> None:
    assert NOTES[0] == ["file", "what stands there", "what it became", "why no test can tell"]
    assert len(NOTES) > 20
    assert len({tuple(note[:3]) for note in NOTES}) == len(NOTES)


@pytest.mark.parametrize("note", NOTES[1:], ids=[f"{note[0]}:{note[2]}" for note in NOTES[1:]])
def test_what_a_note_speaks_of_stands_in_the_source(note: list[str]) -> None:
    file, stands, became, why = note
    assert stands in (ROOT / file).read_text(encoding="utf-8")
    assert stands != became
    assert why
