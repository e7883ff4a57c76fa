"""What all views show: a run as a document of a few kinds of blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from typing import ClassVar

from churn_verification.findings import Finding
from churn_verification.results import Checked, Counterexample, Status

# Pieces of a line ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Code:
    """A text to be shown letter by letter: a position, a command, what another program says."""

    text: str


@dataclass(frozen=True)
class Ref:
    """A text that leads to another place of a page."""

    text: str
    anchor: str


@dataclass(frozen=True)
class Link:
    """A text that leads to another file of the same folder."""

    text: str
    file: str


class Tone(Enum):
    """How a text stands out."""

    GOOD = "good"
    BAD = "bad"
    FAINT = "faint"


@dataclass(frozen=True)
class Mark:
    """A text that stands out."""

    text: str
    tone: Tone


Piece = str | Code | Ref | Link | Mark | Status
Cell = Piece | tuple[Piece, ...]
"""One line, or what stands in one cell of a table."""


def pieces(cell: Cell) -> tuple[Piece, ...]:
    """The pieces of a line."""
    return cell if isinstance(cell, tuple) else (cell,)


def plain(cell: Cell) -> str:
    """A line as text without any marks."""
    return "".join(
        each if isinstance(each, str) else WORDS[each] if isinstance(each, Status) else each.text
        for each in pieces(cell)
    )


WORDS: Mapping[Status, str] = {
    Status.HELD: "passed",
    Status.FAILED: "failed",
    Status.NOT_RUN: "not run",
}
"""A status for people."""


def clause_ref(clause: str) -> Ref:
    """A clause that leads to what is said of it."""
    return Ref(clause, f"clause-{clause}")


def check_ref(check_id: str) -> Ref:
    """A check that leads to what is said of it."""
    return Ref(check_id, f"check/{check_id}")


def spaced(pieces_of: Sequence[Piece], separator: str = " ") -> tuple[Piece, ...]:
    """Pieces with something between them."""
    return tuple(part for piece in pieces_of for part in (separator, piece))[1:]


# Blocks -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paragraph:
    """A line of text of its own."""

    kind: ClassVar[str] = "paragraph"
    text: Cell


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        columns: the headings; the column of a heading that begins with `#` holds numbers.
        rows: a cell for each column.
        caption: what the table shows, for those who cannot see its place on the page.
    """

    kind: ClassVar[str] = "table"
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str


Pairs = tuple[tuple[str, Cell], ...]


@dataclass(frozen=True)
class Facts:
    """Labels, each with what is to be said of it."""

    kind: ClassVar[str] = "facts"
    pairs: Pairs


@dataclass(frozen=True)
class Entry:
    """One of a list.

    Attributes:
        title: the first line.
        lines: the lines below it.
        facts: labels, each with what is to be said of it.
        case: a case to be drawn.
        anchor: the name of the place, where something leads to it.
    """

    title: Cell
    lines: tuple[Cell, ...] = ()
    facts: Pairs = ()
    case: Counterexample | None = None
    anchor: str | None = None


@dataclass(frozen=True)
class Entries:
    """A list."""

    kind: ClassVar[str] = "entries"
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Heading:
    """The beginning of a part of a section."""

    kind: ClassVar[str] = "heading"
    text: str


@dataclass(frozen=True)
class Picture:
    """A drawing made here, for views that can show one; the others leave it out."""

    kind: ClassVar[str] = "picture"
    svg: str


Block = Paragraph | Table | Facts | Entries | Heading | Picture


class In(Flag):
    """The views that show a section: a page has room for more than a terminal or a CI summary."""

    PAGE = auto()
    TEXT = auto()
    ALL = PAGE | TEXT


@dataclass(frozen=True)
class Section:
    """A part of a document.

    Attributes:
        name: its anchor, and what navigation calls it, capitalized.
        title: its heading.
        blocks: what stands in it.
        views: the views that show it.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]
    views: In = In.ALL


# The document -------------------------------------------------------------------------------------


class Outcome(Enum):
    """What came of a run."""

    HELD = "held"
    FAILED = "failed"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True)
class Verdict:
    """What came of a run, in words.

    Attributes:
        outcome: what came of it.
        heading: in a word or two.
        sentence: in a sentence.
        numbers: how much was done, in a line.
    """

    outcome: Outcome
    heading: str
    sentence: Cell
    numbers: Cell


@dataclass(frozen=True)
class Document:
    """A run, ready to be shown.

    Attributes:
        command: the command that was run: `verify`, `conform`, `mutants` or `prove`.
        title: what the document is called.
        lead: what it is about, for those who see one for the first time.
        verdict: what came of the run.
        checks: the checks, in their order.
        findings: what is wrong, each cause once.
        sections: what else is shown.
        identity: what was run, as names and values.
        ended: why the run ended before its end; None where it did not.
        notes: further lines on a check that did not pass, by its id.
    """

    command: str
    title: str
    lead: str
    verdict: Verdict
    checks: Sequence[Checked]
    findings: Sequence[Finding]
    sections: Sequence[Section]
    identity: Mapping[str, str]
    ended: str | None = None
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def shown_in(self, view: In) -> list[Section]:
        """The sections that a view shows; empty ones are left out."""
        return [each for each in self.sections if each.views & view and each.blocks]
