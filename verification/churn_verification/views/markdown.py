"""A document as Markdown, for the pages of CI systems."""

import re
from collections.abc import Iterable, Iterator

from churn_verification.drawing.cases import text_picture_of
from churn_verification.findings import Finding
from churn_verification.results import Status
from churn_verification.views.document import (
    WORDS,
    Block,
    Cell,
    Code,
    Document,
    Entries,
    Facts,
    Heading,
    In,
    Link,
    Mark,
    Paragraph,
    Ref,
    Table,
    Tone,
    pieces,
    plain,
)
from churn_verification.views.words import facts_of, one_line

_HEADING = "## Churn"
_MOST_FINDINGS = 10
_MOST_NAMES = 20


def markdown(document: Document) -> str:
    """The verdict, what is wrong, and the sections that a summary has room for."""
    return "\n".join(_lines(document)) + "\n"


def begins_a_summary(text: str) -> bool:
    """Whether a text is a summary, of whatever run."""
    return text.startswith(_HEADING)


def markdown_of_blocks(blocks: Iterable[Block]) -> str:
    """Blocks that are to stand in a page of their own."""
    return "\n".join(line for block in blocks for line in _block(block))


def _lines(document: Document) -> Iterator[str]:
    verdict = document.verdict
    yield f"{_HEADING} {document.command}: {verdict.heading.lower()}"
    yield from ("", f"{inline(verdict.sentence)} {inline(verdict.numbers)}", "")
    for finding in document.findings[:_MOST_FINDINGS]:
        yield from _finding(finding)
    left = len(document.findings) - _MOST_FINDINGS
    if left > 0:
        yield from (f"{left} more are in the report.", "")
    for section in document.shown_in(In.TEXT):
        yield from (f"### {section.title}", "")
        for block in section.blocks:
            yield from _block(block)
    yield ", ".join(f"{name} {code(value)}" for name, value in document.identity.items())


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield from (inline(text), "")
        case Heading(text):
            yield from (f"#### {text}", "")
        case Table(columns, rows):
            yield f"| {' | '.join(each.removeprefix('#') for each in columns)} |"
            yield f"|{''.join('--:|' if each.startswith('#') else '---|' for each in columns)}"
            for row in rows:
                yield f"| {' | '.join(_in_table(cell) for cell in row)} |"
            yield ""
        case Facts(pairs):
            yield from (*(f"- {_escaped(label)}: {inline(cell)}" for label, cell in pairs), "")
        case Entries(entries):
            for entry in entries:
                facts = [f"{_escaped(label)}: {inline(cell)}" for label, cell in entry.facts]
                yield "<br>".join((f"- {inline(entry.title)}", *map(inline, entry.lines), *facts))
            yield ""


def _finding(finding: Finding) -> Iterator[str]:
    first = finding.sights[0]
    yield f"### Failed: {code(finding.clause or first.check)}"
    yield ""
    drawn = None if first.case is None else text_picture_of(first.case)
    lines = [f"{label}: {plain(cell)}" for label, cell in facts_of(first)]
    yield from _fenced([*([] if drawn is None else [drawn.plain]), *lines])
    others = [each for each in finding.checks if each != first.check]
    if others:
        names = ", ".join(map(code, others[:_MOST_NAMES]))
        more = f" and {len(others) - _MOST_NAMES} more" if len(others) > _MOST_NAMES else ""
        yield from (f"Also seen by {names}{more}.", "")
    for each in finding.consequences:
        yield from (f"{each.clause} follows from it, as in {code(each.sights[0].check)}.", "")


def inline(cell: Cell) -> str:
    """A line in Markdown in which nothing is obeyed that is no mark of ours."""
    return "".join(_piece(piece) for piece in pieces(cell))


def _in_table(cell: Cell) -> str:
    return inline(cell).replace("|", "\\|")


def _piece(piece: object) -> str:
    match piece:
        case Status():
            return f"**{WORDS[piece]}**" if piece is Status.FAILED else WORDS[piece]
        case Code(text):
            return code(text)
        case Mark(text, tone):
            return f"**{_escaped(text)}**" if tone is Tone.BAD and text else _escaped(text)
        case Ref(text) | Link(text):  # the files beside a page are not beside its summary
            return _escaped(text)
        case _:
            return _escaped(str(piece))


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>#@~])", r"\\\1", one_line(text) if "\n" in text else text)


def code(text: str) -> str:
    """A text on one line as code in Markdown: what other programs say is shown and never obeyed.

    The fence is longer than every run of backticks inside; where a line begins or ends with one,
    the spaces are needed, and Markdown takes them off again.
    """
    line = one_line(text)
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{space}{line}{space}{fence}" if line else ""


def _fenced(lines: list[str]) -> Iterator[str]:
    """A block of text in which nothing is Markdown, whatever the lines say."""
    text = "\n".join(lines)
    fence = "```"
    while fence in text:
        fence += "`"
    yield from (fence, text, fence, "")
