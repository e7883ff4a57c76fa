"""Who wins from a position, in how many turns, and what becomes of each of its turns."""

import random
from dataclasses import replace

from churn_engine.board import Board
from churn_engine.game import Game
from churn_engine.notation import SWAP, Position, parse_board, parse_position
from churn_engine.solver.report import Lookup, PositionReport, TurnReport, report_on
from churn_explorer.jobs import Job
from churn_explorer.knowledge import Line, TurnValue, Values
from churn_explorer.limits import MOST_LINE_TURNS, PageError
from churn_explorer.models import OfBoard, OfPosition
from churn_explorer.reading import board_of, position_of
from churn_explorer.solutions import Busy, Offer, Refusal, Solutions
from churn_spec import write_board, write_position
from churn_verification.drawing.counting import counted


class Valuer:
    """Answers what is asked about values."""

    def __init__(self, solutions: Solutions) -> None:
        self._solutions = solutions

    def values(self, question: OfPosition) -> Values:
        """What is known of a position's value."""
        position = _position(question.position)
        standing = self._solutions.standing(position.board)
        match standing:
            case Job():
                words = f"{standing.what} …"
                solving = str(position.board)
                return Values(state="working", words=words, done=standing.done, solving=solving)
            case Busy():
                return _waiting(standing, position.board)
            case Offer():
                return _offered(standing)
            case Refusal(reason):
                words = "This board is not solved here."
                return Values(state="refused", words=words, note=_sentence(reason))
        known = _known(report_on(position, standing))
        return known.model_copy(update={"note": self._solutions.note(position.board)})

    def make(self, question: OfBoard) -> OfBoard:
        """Begin to make a board's tablebase."""
        self._solutions.make(parse_board(write_board(board_of(question.sides))))
        return question

    def stop(self, question: OfBoard) -> OfBoard:
        """Stop making a board's tablebase."""
        self._solutions.stop(parse_board(write_board(board_of(question.sides))))
        return question

    def line(self, question: OfPosition) -> Line:
        """A line of best play from a position, of as many turns as its value says.

        From the start of a game that is a line without the swap, as the value is.
        """
        position = _position(question.position)
        lookup = self._require_lookup(position)
        without_swap = _swap_to_come(position)
        game = Game(position)
        turns: list[str] = []
        while not game.over and len(turns) < MOST_LINE_TURNS:
            turn = report_on(game.position, lookup).turns[0].turn
            turns.append(turn)
            game.play(turn)
            if without_swap and game.position.swap_on_offer:
                game = Game(replace(game.position, swap_on_offer=False))
        return Line(turns=turns, complete=game.over, without_swap=without_swap)

    def best_turn(self, text: str) -> str:
        """One of the best turns of a position.

        Raises:
            PageError: the game is over, or the board is not solved.
        """
        position = _position(text)
        best = [
            turn.turn
            for turn in report_on(position, self._require_lookup(position)).turns
            if turn.best
        ]
        if not best:
            raise PageError("the game is over")
        return random.choice(best)  # noqa: S311 - it is for play

    def lookup(self, position: Position) -> Lookup | None:
        """The solution of a position's board, where there is one already."""
        standing = self._solutions.standing(position.board)
        return None if isinstance(standing, Job | Busy | Offer | Refusal) else standing

    def _require_lookup(self, position: Position) -> Lookup:
        lookup = self.lookup(position)
        if lookup is None:
            raise PageError(
                f"perfect play needs the solution of board {position.board}: see Values"
            )
        return lookup


def _position(text: str) -> Position:
    """The position as the engine's value; the specification has looked at its text first."""
    return parse_position(write_position(position_of(text)))


def _waiting(busy: Busy, board: Board) -> Values:
    solving = str(busy.board)
    words = "Stopping …"
    if busy.board != board:
        words = f"Board {solving} is being solved; this one comes when it is done."
    return Values(state="working", words=words, done=busy.job.done, solving=solving)


def _offered(offer: Offer) -> Values:
    note = f"Solving it takes: {offer.takes}."
    if offer.failure is None:
        words = "Who wins on this board is not known yet."
        return Values(state="offered", words=words, note=note)
    return Values(state="failed", words=_sentence(offer.failure), note=note)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _known(report: PositionReport) -> Values:
    return Values(
        state="ready",
        words=_words(report),
        value=report.value,
        distance=report.distance,
        seat=report.seat,
        without_swap=_swap_to_come(report.position),
        turns=[_turn_value(turn) for turn in report.turns],
    )


def _turn_value(turn: TurnReport) -> TurnValue:
    return TurnValue(
        turn=turn.turn,
        value=turn.value,
        distance=turn.distance,
        seat=turn.seat,
        best=turn.best,
    )


def _words(report: PositionReport) -> str:
    if not report.turns:
        return "The game is over."
    if report.seat is not None:
        seat = "nobody" if report.seat == "tie" else f"the {report.seat} player"
        best = report.turns[0].turn
        by = "by the swap" if best == SWAP else f"by placing at {best}, not by the swap"
        return f"With best play {seat} wins; the second player does best {by}."
    ends = "it is a tie" if report.value == "tie" else f"{report.value.capitalize()} wins"
    ends += f" in {counted(report.distance, 'turn')}"
    if not _swap_to_come(report.position):
        return f"With best play {ends}."
    with_it = "nobody wins" if _tied_with_swap(report) else "the second player wins"
    return f"With best play {ends} without the swap; with it {with_it}."


def _swap_to_come(position: Position) -> bool:
    """Whether the swap comes on offer with the next turn, which values leave out."""
    empty = position.red == position.blue == 0
    return empty and position.mover == "red" and position.board.size > 1


def _tied_with_swap(report: PositionReport) -> bool:
    """Whether the first player gets a tie from the start; the second wins what is not tied."""
    return any(turn.value == "tie" for turn in report.turns)
