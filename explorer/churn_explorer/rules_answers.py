"""The questions that need nothing but the specification, each with what answers it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from churn_explorer import graphs, playing, view
from churn_explorer.knowledge import NearPosition
from churn_explorer.models import (
    CellOfPosition,
    Change,
    Choice,
    Chosen,
    DrawnBoard,
    GameText,
    Link,
    Loaded,
    Model,
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
from churn_explorer.valuing import Valuer
from churn_spec import Position, regular_board, starting_position, write_record
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.palette import Theme
from churn_verification.drawing.svg import svg_of

Question: TypeAlias = tuple[type[Any], Callable[[Any], Model]]
"""What is sent, and the function that answers it."""


class RulesAnswers(ABC):
    """What answers the questions about positions, turns, games, graphs and values."""

    def __init__(self, valuer: Valuer, beginning: Position | None = None) -> None:
        """Be ready to answer.

        Args:
            valuer: what knows the values of positions.
            beginning: the position that an address shows which names none; by default the empty
                board of size 3.
        """
        self._valuer = valuer
        self._beginning = beginning or starting_position(regular_board(3))

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
            "near": (NearPosition, lambda question: graphs.near(question, self._valuer)),
            "whole": (OfBoard, graphs.whole),
        }

    @abstractmethod
    def _look_ahead(self, position: Position) -> str:
        """The turn of a player who looks a few turns ahead."""

    def _open(self, link: Link) -> Loaded:
        return playing.open_link(link, self._beginning)

    def _choose(self, choice: Choice) -> Chosen:
        position = game_of(choice.place).position
        if choice.by == "perfect":
            return Chosen(turn=self._valuer.best_turn(position))
        if choice.by == "lookahead":
            return Chosen(turn=self._look_ahead(position))
        return Chosen(turn=playing.random_turn(position))


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
