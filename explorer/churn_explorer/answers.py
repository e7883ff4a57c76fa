"""All questions of the page, each with the function that answers it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pydantic import BaseModel

from churn_explorer import graphs, playing, view
from churn_explorer.checking import Checker
from churn_explorer.knowledge import NearPosition, ToCheck
from churn_explorer.models import (
    CellOfPosition,
    Change,
    Choice,
    Chosen,
    DrawnBoard,
    GameText,
    Link,
    Loaded,
    OfBoard,
    OfPlace,
    OfPosition,
    PictureOf,
    Played,
    Preview,
    Text,
    ToLoad,
    TurnAt,
    View,
)
from churn_explorer.reading import board_of, cell_of, game_of, position_of
from churn_explorer.solutions import Solutions
from churn_explorer.statistics import Runs
from churn_explorer.values import Valuer
from churn_spec import Position, regular_board, starting_position, write_record
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.palette import Theme
from churn_verification.drawing.svg import svg_of

Question: TypeAlias = tuple[type[BaseModel], Callable[[Any], BaseModel]]
"""What is sent, and the function that answers it."""


class Answers:
    """What answers the page's questions."""

    def __init__(
        self, solutions: Solutions, checker: Checker, beginning: Position | None = None
    ) -> None:
        """Be ready to answer.

        Args:
            solutions: the solutions of boards.
            checker: what compares the turns.
            beginning: the position that an address shows which names none; by default the empty
                board of size 3.
        """
        self._solutions = solutions
        self._checker = checker
        self._valuer = Valuer(self._solutions)
        self._runs = Runs()
        self._beginning = beginning or starting_position(regular_board(3))

    def close(self) -> None:
        """End everything that goes on in the background."""
        self._solutions.close()
        self._runs.close()
        self._checker.close()

    def questions(self) -> Mapping[str, Question]:
        """The questions by the last part of their path."""
        return {
            "board": (OfBoard, _board),
            "view": (OfPlace, _view),
            "preview": (CellOfPosition, _preview),
            "play": (TurnAt, _play),
            "choose": (Choice, self._choose),
            "load": (ToLoad, _load),
            "open": (Link, self._open),
            "change": (Change, playing.changed),
            "record": (GameText, _record),
            "picture": (PictureOf, _picture),
            "values": (OfPosition, self._valuer.values),
            "line": (OfPosition, self._valuer.line),
            "make-tablebase": (OfBoard, self._valuer.make),
            "stop-tablebase": (OfBoard, self._valuer.stop),
            "near": (NearPosition, lambda question: graphs.near(question, self._valuer)),
            "whole": (OfBoard, graphs.whole),
            "check": (ToCheck, self._checker.check),
            "statistics": (OfBoard, self._runs.look),
            "begin-statistics": (OfBoard, self._runs.begin),
            "stop-statistics": (OfBoard, self._runs.stop),
        }

    def _open(self, link: Link) -> Loaded:
        return playing.open_link(link, self._beginning)

    def _choose(self, choice: Choice) -> Chosen:
        if choice.by == "perfect":
            return Chosen(turn=self._valuer.best_turn(choice.place.position))
        return Chosen(turn=playing.random_turn(game_of(choice.place).position))


def _board(question: OfBoard) -> DrawnBoard:
    return view.layout_of(board_of(question.sides))


def _view(question: OfPlace) -> View:
    return view.view_of(game_of(question.place))


def _preview(question: CellOfPosition) -> Preview:
    position = position_of(question.position)
    return view.preview_of(position, cell_of(position.board, question.cell))


def _play(question: TurnAt) -> Played:
    return playing.play(game_of(question.place), question.turn)


def _load(question: ToLoad) -> Loaded:
    return playing.load(question.text)


def _record(question: GameText) -> Text:
    start = position_of(question.start)
    return Text(text=write_record(playing.record_of(start, question.turns)))


def _picture(question: PictureOf) -> Text:
    position = position_of(question.position)
    last = None if question.last is None else cell_of(position.board, question.last)
    overlays = Overlays(names=True, legal=True, mover=True, last=last)
    return Text(text=svg_of(position, overlays, Theme(question.theme)))
