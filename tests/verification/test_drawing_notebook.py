"""Pictures that notebooks show."""

import re
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from churn_engine import Game as EngineGame
from churn_engine.notation import parse_board
from churn_spec import (
    Board,
    Game,
    Record,
    new_game,
    read_board,
    read_position,
    read_record,
    starting_position,
)
from churn_verification.drawing.notebook import (
    Picture,
    Playback,
    load_ipython_extension,
    show,
)
from churn_verification.drawing.overlays import read_overlays
from churn_verification.drawing.svg import svg_of
from churn_verification.drawing.terminal import text_of
from churn_verification.stategraph.graph import StateGraph, build_graph
from churn_verification.stategraph.picture import picture_of


def test_a_notebook_shows_whatever_it_is_handed() -> None:
    board = read_board("2")
    start = starting_position(board)
    for what in (start, new_game(board), board, EngineGame.from_text("2"), "2", "2 ../.../.. r"):
        picture = show(what)
        assert isinstance(picture, Picture)
        assert picture._repr_svg_() == svg_of(
            start, read_overlays(board, "names sizes legal mover")
        )
        assert repr(picture) == text_of(start, picture.overlays).plain
        assert picture.png().startswith(b"\x89PNG")
    playback = show(read_record("2\nb1 b2 a2"))
    assert isinstance(playback, Playback)
    assert re.match(
        r'<iframe [^>]*sandbox="allow-scripts" srcdoc="&lt;!doctype', playback._repr_html_()
    )


@pytest.mark.parametrize("what", [None, 42, ["2"], b"2"])
def test_what_has_no_picture_is_refused_in_one_sentence(what: Any) -> None:
    with pytest.raises(TypeError) as refused:
        show(what)
    assert str(refused.value) == (
        "expected a position, a game, a board, or the text of a position or a board, not"
        f" {type(what).__name__} {what!r}"
    )


class Formatters(dict[type, Callable[[Any], object]]):
    """What IPython keeps for one kind of display, as far as it matters here."""

    def for_type(self, kind: type, function: Callable[[Any], object]) -> None:
        self[kind] = function

    def for_type_by_name(self, room: str, name: str, function: Callable[[Any], object]) -> None:
        self[getattr(import_module(room), name)] = function


def test_in_ipython_positions_games_and_records_show_themselves() -> None:
    formatters = {"image/svg+xml": Formatters(), "text/html": Formatters()}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    load_ipython_extension(shell)
    for text in ("2 ../.r./.. b swap", "2 br/bbr/br r"):
        position = read_position(text)
        expected = show(text)
        assert isinstance(expected, Picture)
        for what in (position, Game(position), EngineGame.from_text(text)):
            assert formatters["image/svg+xml"][type(what)](what) == expected._repr_svg_()
    start = starting_position(read_board("2"))
    assert formatters["image/svg+xml"][Board](start.board) == show(start)._repr_svg_()  # type: ignore[union-attr]
    record = Record(start, ())
    assert formatters["text/html"][Record](record) == Playback(record)._repr_html_()


def test_in_ipython_small_game_graphs_show_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    formatters = {"image/svg+xml": Formatters(), "text/html": Formatters()}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    load_ipython_extension(shell)
    graph = build_graph(parse_board("2"))
    shown = formatters["image/svg+xml"][StateGraph](graph)
    assert shown == picture_of(graph, "svg").decode()
    monkeypatch.setattr("churn_verification.stategraph.picture.MOST_STATES", len(graph) - 1)
    assert formatters["image/svg+xml"][StateGraph](graph) is None
