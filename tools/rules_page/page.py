"""Reading `RULES.md`: its sections, the comments that describe pictures, and the pictures used."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from churn_spec import NotationError, Position, read_position, read_turn
from churn_verification.drawing.overlays import OverlayError, Overlays, read_overlays
from tools.rules_page.facts import Case

FOLDER = "pictures"
"""The folder beside the page that holds the pictures."""


class PageError(ValueError):
    """A comment on the page that cannot be read; the text gives line and reason."""


@dataclass(frozen=True)
class Block:
    """A comment that describes one picture and says what is so in it.

    Attributes:
        name: the picture's name; its file is `pictures/NAME.svg`.
        line: where the comment begins.
        position: the position.
        cases: what the facts are about: the position with the turn, if there is one, and each of
            the readings, if there are some.
        overlays: what the picture shows.
        facts: key to text.
    """

    name: str
    line: int
    position: Position
    cases: tuple[Case, ...]
    overlays: Overlays
    facts: Mapping[str, str]


@dataclass(frozen=True)
class Section:
    """A heading of the first or second level and all up to the next.

    Attributes:
        heading: the heading's text.
        text: what is below it, the comments left out.
        blocks: the comments that describe pictures.
        shown: the alternative text of each picture that is shown, by the picture's name.
    """

    heading: str
    text: str
    blocks: tuple[Block, ...]
    shown: Mapping[str, str]

    @property
    def prose(self) -> str:
        """The text in one line; `a3, b3 and b4` becomes `a3 b3 b4`."""
        words = self.text.replace("`", "").replace("*", "").replace(",", " ")
        return " ".join(re.sub(r"\band\b", " ", words).split())


_HEADING = re.compile(r"^#{1,2} +(.+)$", re.MULTILINE)
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_IMAGE = re.compile(rf"!\[([^\]]*)\]\({FOLDER}/([^)\s]+)\.svg\)")
_HEAD_KEYS = ("picture", "position", "overlays", "turn", "reading")


def read_page(text: str) -> tuple[Section, ...]:
    """The sections of the page.

    Raises:
        PageError: a comment that begins with `picture:` cannot be read.
    """
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return tuple(
        _section(heading[1], text, heading.end(), end)
        for heading, end in zip(headings, ends, strict=True)
    )


def _section(heading: str, page: str, start: int, end: int) -> Section:
    blocks = tuple(
        _block(comment[1], page.count("\n", 0, comment.start()) + 1)
        for comment in _COMMENT.finditer(page, start, end)
        if comment[1].strip().startswith("picture:")
    )
    text = _COMMENT.sub("", page[start:end])
    shown = {name: alternative for alternative, name in _IMAGE.findall(text)}
    return Section(heading, text, blocks, shown)


def _block(comment: str, line: int) -> Block:
    values = _values(comment, line)
    for key in ("picture", "position"):
        if key not in values:
            raise PageError(f"line {line}: the comment has no line `{key}:`")
    try:
        position = read_position(values["position"])
        return Block(
            name=values["picture"],
            line=line,
            position=position,
            cases=_cases(position, values),
            overlays=read_overlays(position.board, values.get("overlays", "")),
            facts={key: value for key, value in values.items() if key not in _HEAD_KEYS},
        )
    except (NotationError, OverlayError) as error:
        raise PageError(f"line {line}, picture {values['picture']}: {error}") from None


def _cases(position: Position, values: Mapping[str, str]) -> tuple[Case, ...]:
    turn = read_turn(position.board, values["turn"]) if "turn" in values else None
    readings: list[str] | list[None] = values.get("reading", "").split() or [None]
    return tuple(Case(position, turn, reading) for reading in readings)


def _values(comment: str, line: int) -> dict[str, str]:
    values: dict[str, str] = {}
    for number, text in enumerate(comment.splitlines(), start=line):
        if not text.strip():
            continue
        key, colon, value = text.partition(":")
        if not colon or key.strip() in values:
            raise PageError(f"line {number}: expected `key: value`, each key once: {text.strip()}")
        values[key.strip()] = value.strip()
    return values
