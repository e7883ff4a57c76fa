"""The answers of an implementation written apart, against the specification and each engine form.

`data/independent.jsonl` holds 1,346 questions with the answers of an implementation of Churn that
was written from the rules alone, in another language and with another geometry. A second one, in
C++, confirmed the 660 that ask about legal placements and removal on boards of at most 128 cells.
Nothing in the file was made with this project's code. Each line is one of two questions:

- `position`: an arbitrary position without the swap on offer. `over`; on a full board the `winner`
  and the `stones` (red, blue); else the `legal` placements and, for one of them (`place`), the size
  it `forms`, the stones `removed`, the position `after`, whether the game is `over_after`, and its
  `winner` if so.
- `game`: a whole game. The `turns`, with the swap among them in every second game; the numbers of
  the turns on which the swap was on offer; the rows at the `end`, the `stones` there, the `winner`,
  the colour that the first player holds, and which player has won.
"""

from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

import churn_spec as spec
from churn_verification.judge.comparing import Comparing
from churn_verification.judge.difference import Difference
from churn_verification.judge.respects import names_text
from churn_verification.players import (
    ENGINES,
    Implementation,
    Refused,
    Session,
    Specification,
)
from churn_verification.registry import Check, Context, Kind, Level, Registry

CLAUSES = ("B1", "B2", "T1", "S1", "P1", "P2", "R1", "R2", "E1", "E2")

_SOURCE = "independent answer"
_SWAP = spec.SWAP.value


class PositionAnswers(BaseModel):
    """What is said about a position; the docstring of this module gives the meaning."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ask: Literal["position"]
    position: str
    over: bool
    winner: str | None = None
    stones: tuple[int, int] | None = None
    legal: tuple[str, ...] = ()
    place: str | None = None
    forms: int | None = None
    removed: tuple[str, ...] = ()
    after: str | None = None
    over_after: bool | None = None


class GameAnswers(BaseModel):
    """What is said about a game; the docstring of this module gives the meaning."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ask: Literal["game"]
    board: str
    turns: tuple[str, ...]
    swap_offered_on: tuple[int, ...]
    end: str
    winner: str
    first_player: Literal["red", "blue"]
    winning_player: Literal["first", "second"] | None
    stones: tuple[int, int]


Answers = PositionAnswers | GameAnswers
_LINE: TypeAdapter[Answers] = TypeAdapter(Annotated[Answers, Field(discriminator="ask")])


def register(registry: Registry) -> None:
    """Add a check for the specification and for each form of the engine."""
    for name, player in {"specification": Specification(), **ENGINES}.items():
        registry.add(check_of(name, player))


def check_of(name: str, player: Implementation) -> Check:
    """The check of one player, whose name becomes a part of its id."""
    return Check(
        id=f"independent/{name}",
        sentence=f"The {player.name} gives the 1,346 answers of an implementation written apart, in"
        " another language: swaps, ties and boards of up to 217 cells among them.",
        clauses=CLAUSES,
        kind=Kind.VECTOR,
        level=Level.QUICK,
        run=Comparing(player, _compare_all),
        cost=1.5,
    )


@cache
def independent_answers() -> tuple[Answers, ...]:
    """All lines of the file, in its order."""
    file = files("churn_verification").joinpath("data/independent.jsonl")
    return tuple(_LINE.validate_json(line) for line in file.read_text("utf-8").splitlines())


def _compare_all(player: Implementation, context: Context) -> Counter[str]:
    answers = independent_answers()
    covered: Counter[str] = Counter()
    for number, line in enumerate(answers, start=1):
        covered += compare_answers(player, line)
        context.progress(number, len(answers))
    return covered


def compare_answers(player: Implementation, line: Answers) -> Counter[str]:
    """Compare every field of one line with what a player says.

    Returns:
        Counts of what was compared.

    Raises:
        Difference: on the first field for which the player gives another answer.
    """
    if isinstance(line, GameAnswers):
        start = spec.write_position(spec.starting_position(spec.read_board(line.board)))
        return _Examination(player, start).game(line)
    return _Examination(player, line.position).position(line)


class _Examination:
    """One line put to one player.

    Attributes:
        counts: what has been compared so far.
    """

    def __init__(self, player: Implementation, start: str) -> None:
        self._name = player.name
        self._start = start
        self._session: Session = player.begin(start)
        self._turns: list[str] = []
        self.counts: Counter[str] = Counter()

    def position(self, line: PositionAnswers) -> Counter[str]:
        """Compare an arbitrary position, and one placement on it unless the game is over."""
        self.counts["positions"] += 1
        self._require(
            "R2", "the position as it is written", line.position, self._session.position()
        )
        self._require("E1", "is the game over", line.over, self._session.over())
        clause = "E1" if line.over else "P1" if line.forms == 1 else "P2"
        legal = names_text(self._session.legal())
        self._require(clause, "which turns are legal", names_text(line.legal), legal)
        if line.place is not None:
            self._placement(line, line.place)
        else:
            self._winner(line.winner)
        if line.stones is not None:
            self._stones(line.stones)
        return self.counts

    def game(self, line: GameAnswers) -> Counter[str]:
        """Play a whole game, comparing the offer of the swap on each turn and all of the end."""
        self.counts["games"] += 1
        for number, turn in enumerate(line.turns, start=1):
            self._require("E1", "is the game over", False, self._session.over())
            legal = self._session.legal()
            offered = number in line.swap_offered_on
            self._require("S1", "is the swap on offer", offered, _SWAP in legal)
            clause = "S1" if _SWAP in {turn, *self._turns[-1:]} else "P2"
            self._require(clause, f"is {turn} legal", True, turn in legal)
            self._take(turn)
            self.counts["swaps" if turn == _SWAP else "placements"] += 1
        self._require("E1", "is the game over", True, self._session.over())
        self._require("R2", "the rows at the end", line.end, self._session.position().split(" ")[1])
        self._stones(line.stones)
        self._winner(line.winner)
        first = "red" if self._session.red_seat() == "first" else "blue"
        self._require("S1", "the first player's colour", line.first_player, first)
        winning = self._session.winning_seat()
        self._require("S1", "which player has won", line.winning_player, winning)
        return self.counts

    def _placement(self, line: PositionAnswers, cell: str) -> None:
        self._winner(None)
        self.counts["placements"] += 1
        told = self._session.placements().get(cell)
        formed, removed = (None, ()) if told is None else (told.formed_size, told.removed)
        self._require("P2", f"the size of the group that {cell} forms", line.forms, formed, cell)
        self._removal(line, cell, frozenset(removed))
        self._removal(line, cell, self._take(cell))
        self._after(line.after, self._session.position())
        self._require("E1", "is the game over", line.over_after, self._session.over())
        self._winner(line.winner)

    def _removal(self, line: PositionAnswers, cell: str, removed: frozenset[str]) -> None:
        clause = "R2" if removed - set(line.removed) else "R1"
        question = f"which stones {cell} removes"
        self._require(clause, question, names_text(line.removed), names_text(removed), cell)

    def _after(self, expected: str | None, answer: str) -> None:
        right, wrong = str(expected).split(" "), answer.split(" ")
        clause = "R2" if right[:2] != wrong[:2] else "T1" if right[2] != wrong[2] else "S1"
        self._require(clause, "the position at the end of the turn", expected, answer)

    def _stones(self, expected: tuple[int, int]) -> None:
        rows = self._session.position().split(" ")[1]
        answer = rows.count("r"), rows.count("b")
        self._require("R2", "the numbers of red and of blue stones", expected, answer)

    def _winner(self, expected: str | None) -> None:
        clause = "B2" if expected == "tie" else "E2"
        self._require(clause, "who has won", expected, self._session.winner())
        self.counts["ties"] += expected == "tie"

    def _take(self, turn: str) -> frozenset[str]:
        self._turns.append(turn)
        try:
            return self._session.play(turn)
        except Refused as refusal:
            answer = f"no, refused by {refusal.clause}"
            said = {_SOURCE: "yes", self._name: answer}
            raise Difference.on(
                self._start, "T1", f"is {turn} legal", said, self._turns
            ) from refusal

    def _require(
        self, clause: str, question: str, expected: object, answer: object, cell: str | None = None
    ) -> None:
        self.counts["answers compared"] += 1
        if expected != answer:
            said = {_SOURCE: expected, self._name: answer}
            raise Difference.on(
                self._start, clause, question, said, self._turns, placement=self._asked(cell)
            )

    def _asked(self, cell: str | None) -> str | None:
        """The cell of a placement that was asked about and has not been made."""
        return None if cell in self._turns else cell
