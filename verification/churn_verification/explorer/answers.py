"""All questions of the page, each with the function that answers it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pydantic import BaseModel

from churn_spec import write_record
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.palette import Theme
from churn_verification.drawing.svg import svg_of
from churn_verification.explorer import playing, setup, view
from churn_verification.explorer.models import (
    CellOfPosition,
    Change,
    Choice,
    Chosen,
    GameText,
    Layout,
    Loaded,
    OfBoard,
    OfPlace,
    PictureOf,
    Played,
    Preview,
    Text,
    ToLoad,
    TurnAt,
    View,
)
from churn_verification.explorer.reading import board_of, cell_of, game_of, position_of

Question: TypeAlias = tuple[type[BaseModel], Callable[[Any], BaseModel]]
"""What is sent, and the function that answers it."""


class Answers:
    """What answers the page's questions."""

    def questions(self) -> Mapping[str, Question]:
        """The questions by the last part of their path."""
        return {
            "board": (OfBoard, _board),
            "view": (OfPlace, _view),
            "preview": (CellOfPosition, _preview),
            "play": (TurnAt, _play),
            "choose": (Choice, self._choose),
            "load": (ToLoad, _load),
            "change": (Change, setup.changed),
            "record": (GameText, _record),
            "picture": (PictureOf, _picture),
        }

    def _choose(self, choice: Choice) -> Chosen:
        position = game_of(choice.place).position
        return Chosen(turn=playing.random_turn(position))


def _board(question: OfBoard) -> Layout:
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
