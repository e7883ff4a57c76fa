"""A document in the terminal: its sections, what is wrong drawn, and the verdict at the end."""

from collections.abc import Iterator

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from churn_verification.drawing.cases import text_picture_of
from churn_verification.findings import Finding
from churn_verification.results import Status
from churn_verification.views.document import (
    WORDS,
    Block,
    Cell,
    Document,
    Entries,
    Entry,
    Facts,
    Heading,
    In,
    Mark,
    Outcome,
    Paragraph,
    Table,
    Tone,
    pieces,
    plain,
)
from churn_verification.views.words import facts_of, listed

_STATUS = {Status.HELD: "green", Status.FAILED: "bold red", Status.NOT_RUN: "yellow"}
_TONE = {Tone.GOOD: "green", Tone.BAD: "bold red", Tone.FAINT: "dim"}
_VERDICT = {
    Outcome.HELD: "bold green",
    Outcome.FAILED: "bold red",
    Outcome.INCOMPLETE: "bold yellow",
}


def terminal_view(document: Document) -> RenderableType:
    """The whole document."""
    parts: list[RenderableType] = []
    for section in document.shown_in(In.TEXT):
        parts.append(Text(f"\n{section.title}", style="bold"))
        parts += [shown for block in section.blocks for shown in _block(block)]
    parts += [shown for finding in document.findings for shown in _finding(finding)]
    verdict = document.verdict
    parts.append(
        Text(
            f"\n{verdict.heading.upper()}: {plain(verdict.sentence)} {plain(verdict.numbers)}",
            style=_VERDICT[verdict.outcome],
        )
    )
    return Group(*parts)


def _line(cell: Cell) -> Text:
    line = Text()
    for piece in pieces(cell):
        if isinstance(piece, Status):
            line.append(WORDS[piece], style=_STATUS[piece])
        elif isinstance(piece, Mark):
            line.append(piece.text, style=_TONE[piece.tone])
        else:
            line.append(piece if isinstance(piece, str) else piece.text)
    return line


def _block(block: Block) -> Iterator[RenderableType]:
    match block:
        case Paragraph(text):
            yield _line(text)
        case Heading(text):
            yield Text(f"\n{text}", style="bold")
        case Table():
            yield _grid(block)
        case Facts(pairs):
            yield from (_line((f"{label}: ", *pieces(cell))) for label, cell in pairs)
        case Entries(entries):
            yield from (part for entry in entries for part in _entry(entry))


def _entry(entry: Entry) -> Iterator[RenderableType]:
    facts = [(f"{label}: ", *pieces(cell)) for label, cell in entry.facts]
    yield _line(entry.title)
    drawn = None if entry.case is None else text_picture_of(entry.case)
    lines = [_line(line) for line in (*entry.lines, *facts)]
    yield Padding(Group(*lines, *([] if drawn is None else [drawn])), (0, 0, 0, 4))


def _grid(table: Table) -> Grid:
    grid = Grid(box=SIMPLE)
    *short, _last = table.columns
    for heading in short:
        number = heading.startswith("#")
        grid.add_column(
            heading.removeprefix("#"), justify="right" if number else "left", no_wrap=True
        )
    grid.add_column(table.columns[-1].removeprefix("#"), overflow="fold")
    for row in table.rows:
        grid.add_row(*map(_line, row))
    return grid


def _finding(finding: Finding) -> Iterator[RenderableType]:
    first = finding.sights[0]
    yield Text(f"\nFAILED  {finding.clause or first.check}", style="bold red")
    lines: list[RenderableType] = []
    drawn_after = "Turns" if first.case is not None and first.case.turns else "Position"
    for label, cell in facts_of(first):
        lines.append(Text(f"{label[0].lower()}{label[1:]}: ") + _line(cell))
        if label == drawn_after and first.case is not None:
            drawn = text_picture_of(first.case)
            lines += [] if drawn is None else [drawn]
    others = [each for each in finding.checks if each != first.check]
    if others:
        lines.append(Text(f"also seen by: {', '.join(others)}"))
    if finding.consequences:
        follow = listed([each.clause or "" for each in finding.consequences])
        seen = dict.fromkeys(check for each in finding.consequences for check in each.checks)
        lines.append(Text(f"follows from it: {follow}, seen by {', '.join(seen)}"))
    yield Padding(Group(*lines), (0, 0, 0, 2))
