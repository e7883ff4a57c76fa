"""The designer's figures: positions with what the rule sheet says about them.

They were read off the rule sheet, and neither side was made from them, so they are evidence from
outside, like the answers in `checks/independent.py`.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from churn_verification.judge.difference import Difference
from churn_verification.judge.respects import names_text
from churn_verification.players.interface import Implementation, Session

_BOARD = "3"


class Stones(BaseModel):
    """How many stones of each colour are on the board at the end."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    red: int
    blue: int


class Moment(BaseModel):
    """What a figure says about one position and, where it shows one, the turn taken there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    to_move: Literal["red", "blue"]
    legal: list[str] | None = None
    formed_sizes_of_all_empty_cells: list[int] | None = None
    play: str | None = None
    formed_size: int | None = None
    removed: list[str] | None = None
    over: bool | None = None
    winner: Literal["red", "blue"] | None = None
    stones: Stones | None = None
    then: "Moment | None" = None


class Figure(Moment):
    """One figure of the rule sheet: a position of size 3 and what is said about it."""

    figure: int
    rows: str

    @property
    def position(self) -> str:
        """The position's text."""
        return f"{_BOARD} {self.rows} {self.to_move[0]}"


@cache
def figures() -> tuple[Figure, ...]:
    """The four figures, in order."""
    text = files("churn_verification").joinpath("data/figures.json").read_text(encoding="utf-8")
    return tuple(Figure.model_validate(each) for each in json.loads(text)["figures"])


def require_figure(implementation: Implementation, figure: Figure) -> int:
    """Demand of an implementation everything that a figure says.

    Returns:
        The number of statements that were compared.

    Raises:
        Difference: on the first statement that the implementation does not make.
    """
    return _Reader(implementation, figure).read()


class _Reader:
    """Goes through a figure's moments with one session."""

    def __init__(self, implementation: Implementation, figure: Figure) -> None:
        self._name = implementation.name
        self._figure = figure
        self._session: Session = implementation.begin(figure.position)
        self._turns: list[str] = []
        self._statements = 0

    def read(self) -> int:
        moment: Moment | None = self._figure
        while moment is not None:
            self._read_choice(moment)
            if moment.play is not None:
                self._read_turn(moment, moment.play)
            moment = moment.then
        return self._statements

    def _read_choice(self, moment: Moment) -> None:
        placements = self._session.placements()
        self._demand("T1", "who is to move", moment.to_move[0], self._session.position().split()[2])
        if moment.legal is not None:
            answer = names_text(self._session.legal())
            self._demand("P1", "which turns are legal", names_text(moment.legal), answer)
        if moment.formed_sizes_of_all_empty_cells is not None:
            sizes = sorted(placement.formed_size for placement in placements.values())
            self._demand(
                "P2",
                "the formed sizes of all empty cells",
                str(sorted(moment.formed_sizes_of_all_empty_cells)),
                str(sizes),
            )
        if moment.formed_size is not None and moment.play is not None:
            answer = str(placements[moment.play].formed_size)
            self._demand("P2", f"what {moment.play} forms", str(moment.formed_size), answer)

    def _read_turn(self, moment: Moment, turn: str) -> None:
        self._demand("P2", f"is {turn} legal", "True", str(turn in self._session.legal()))
        removed = self._session.play(turn)
        self._turns.append(turn)
        if moment.removed is not None:
            question = f"which stones {turn} removes"
            clause = "R2" if removed - set(moment.removed) else "R1"
            self._demand(clause, question, names_text(moment.removed), names_text(removed))
        if moment.over is not None:
            self._demand("E1", "is the game over", str(moment.over), str(self._session.over()))
        if moment.winner is not None:
            self._demand("E2", "who has won", moment.winner, str(self._session.winner()))
        if moment.stones is not None:
            rows = self._session.position().split()[1]
            answer = f"{rows.count('r')} red, {rows.count('b')} blue"
            expected = f"{moment.stones.red} red, {moment.stones.blue} blue"
            self._demand("E2", "how many stones there are", expected, answer)

    def _demand(self, clause: str, question: str, expected: str, answer: str) -> None:
        self._statements += 1
        if expected != answer:
            said = {f"figure {self._figure.figure}": expected, self._name: answer}
            raise Difference.on(self._figure.position, clause, question, said, self._turns)
