"""What is wrong with `RULES.md` and its pictures, and putting the pictures right."""

import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from churn_spec import CLAIMED_TURNS, CLAUSES, stated_by
from churn_verification.drawing.overlays import OverlayError
from churn_verification.drawing.svg import svg_of
from churn_verification.support.files import FileError, write_atomically
from tools.rules_page.facts import FactError, truth
from tools.rules_page.page import Block, PageError, Section
from tools.rules_page.readings import READINGS

_SAID_FACTS = ("isolated", "legal", "removes", "reading legal", "excludes")
"""The facts that list cells or readings; the prose must list the same."""

_CLAIM = re.compile(r"\b[Ll]egal (?:is|are)(?: only)?((?: [a-z]+[0-9]+)+)")


# Pictures ----------------------------------------------------------------------------------------


def expected_pictures(sections: Sequence[Section]) -> dict[str, str]:
    """The file name and the text of each picture that the page describes.

    Raises:
        PageError: a picture's overlays do not fit its position.
    """
    pictures = {}
    for block in _blocks(sections):
        try:
            picture = svg_of(block.position, block.overlays)
        except OverlayError as error:
            raise PageError(f"line {block.line}, picture {block.name}: {error}") from None
        pictures[f"{block.name}.svg"] = picture
    return pictures


def write_pictures(folder: Path, expected: Mapping[str, str]) -> list[str]:
    """Bring a folder of pictures up to date; pictures that nobody expects are deleted.

    Args:
        folder: the folder, made where it is missing.
        expected: file name to text.

    Returns:
        A line for each change.

    Raises:
        FileError: the folder cannot be written.
    """
    try:
        folder.mkdir(exist_ok=True)
        changes = []
        for name, problem in _picture_problems(folder, expected):
            if name in expected:
                write_atomically(folder / name, expected[name])
                changes.append(f"wrote {folder / name} ({problem})")
            else:
                (folder / name).unlink()
                changes.append(f"deleted {folder / name} ({problem})")
    except OSError as error:
        raise FileError(f"cannot write {folder}: {error.strerror}") from None
    return changes


def _picture_problems(folder: Path, expected: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each picture that is not as expected, with what is wrong."""
    present = {path.name for path in folder.glob("*.svg")}
    for name, text in expected.items():
        if name not in present:
            yield name, "missing"
        elif (folder / name).read_bytes() != text.encode():
            yield name, "stale"
    for name in sorted(present - set(expected)):
        yield name, "left over"


# The page ----------------------------------------------------------------------------------------


def problems(sections: Sequence[Section], folder: Path) -> list[str]:
    """All that is wrong with the page and its folder of pictures, a line each.

    Raises:
        PageError: a picture's overlays do not fit its position.
    """
    expected = expected_pictures(sections)
    return [
        *(f"{folder / name}: {what}" for name, what in _picture_problems(folder, expected)),
        *_unmatched_pictures(sections),
        *(problem for block in _blocks(sections) for problem in _false_facts(block)),
        *(problem for section in sections for problem in _unsaid(section)),
        *_clause_problems(sections),
        *_unexplained_readings(sections),
    ]


def _blocks(sections: Sequence[Section]) -> Iterator[Block]:
    for section in sections:
        yield from section.blocks


def _unmatched_pictures(sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        described = Counter(block.name for block in section.blocks)
        for name, times in described.items():
            if times > 1:
                yield f"{section.heading}: picture {name} is described {times} times"
            if name not in section.shown:
                yield f"{section.heading}: picture {name} is described and not shown"
        for name, alternative in section.shown.items():
            if name not in described:
                yield f"{section.heading}: picture {name} is shown and not described"
            if not alternative.strip():
                yield f"{section.heading}: picture {name} has no text for those who do not see it"


def _false_facts(block: Block) -> Iterator[str]:
    place = f"line {block.line}, picture {block.name}"
    if not block.facts:
        yield f"{place}: says nothing that could be checked"
    for key, said in block.facts.items():
        try:
            answers = [truth(key, case) for case in block.cases]
        except FactError as error:
            yield f"{place}, `{key}`: {error}"
            continue
        true = ", ".join(dict.fromkeys(answers))
        if said != true:
            yield f"{place}, `{key}`: the page has {said!r}, right is {true!r}"


def _unsaid(section: Section) -> Iterator[str]:
    """Lists of cells that the comments and the prose of a section do not share."""
    prose = section.prose
    facts = [
        (block, key, block.facts[key])
        for block in section.blocks
        for key in _SAID_FACTS
        if key in block.facts
    ]
    for block, key, said in facts:
        if said != "none" and not re.search(rf"(?<!\S){said}(?![\w=])", prose):
            yield f"line {block.line}, picture {block.name}: the prose does not say `{key}: {said}`"
    checked = {said for _, key, said in facts if key.endswith("legal") or key == "isolated"}
    for claim in _CLAIM.findall(prose):
        if claim.strip() not in checked:
            yield f"{section.heading}: no comment checks that legal are{claim}"


# Clauses -----------------------------------------------------------------------------------------


def _clause_problems(sections: Sequence[Section]) -> Iterator[str]:
    by_clause = {section.heading.split(" ")[0]: section for section in sections}
    for clause, statement in CLAUSES.items():
        section = by_clause.get(clause)
        if section is None:
            yield f"clause {clause} has no section"
            continue
        if f"> {statement}\n" not in section.text:
            yield f"{section.heading}: the statement is not `> {statement}`"
        source = source_of(clause)
        if source not in section.text:
            yield f"{section.heading}: there is no link {source}"
        if not section.blocks:
            yield f"{section.heading}: there is no picture"


def source_of(clause: str) -> str:
    """The link to the function that states a clause, or to the figures of a claim."""
    if clause in CLAIMED_TURNS:
        return "[`CLAIMED_TURNS`](churn_spec/clauses.py)"
    function = stated_by(clause)
    file = Path(inspect.getsourcefile(inspect.unwrap(function)) or "").name
    return f"[`{function.__name__}`](churn_spec/{file})"


def _unexplained_readings(sections: Sequence[Section]) -> Iterator[str]:
    """Rejected readings that no clause shows the smallest difference of, by name."""
    for name, reading in READINGS.items():
        explained = any(
            section.heading.startswith(f"{reading.clause} ")
            and f"`{name}`" in section.text
            and any(_shows_smallest(block, name) for block in section.blocks)
            for section in sections
        )
        if not explained:
            yield f"clause {reading.clause}: nothing shows and names the reading {name}"


def _shows_smallest(block: Block, name: str) -> bool:
    return "smallest" in block.facts and any(case.reading_name == name for case in block.cases)
