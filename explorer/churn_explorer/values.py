"""Values from the engine's solutions: who wins, in how many turns, and what each turn leads to."""

from collections.abc import Callable
from dataclasses import replace

from churn_engine.board import Board
from churn_engine.notation import Position, parse_board, parse_position
from churn_engine.solver.report import Lookup, report_on
from churn_engine.solver.tablebase import masks_of
from churn_engine.solver.values import distance_of, value_of
from churn_explorer.jobs import Job
from churn_explorer.knowledge import TurnValue, Values
from churn_explorer.models import OfBoard, OfPosition
from churn_explorer.reading import board_of, position_of
from churn_explorer.solutions import Busy, Offer, Refusal, Solutions
from churn_explorer.valuing import Valued, Valuer, sentence, worded
from churn_spec import Board as SpecBoard
from churn_spec import Position as SpecPosition
from churn_spec import write_board, write_position


class SolvedValues(Valuer):
    """Answers what is asked about values from the solutions that the engine makes."""

    def __init__(self, solutions: Solutions) -> None:
        self._solutions = solutions

    def values(self, question: OfPosition) -> Values:
        """What is known of a position's value; a small board begins to be solved."""
        position = position_of(question.position)
        board = _board(position.board)
        standing = self._solutions.standing(board)
        match standing:
            case Job():
                words = f"{standing.what} …"
                solving = str(board)
                return Values(state="working", words=words, done=standing.done, solving=solving)
            case Busy():
                return _waiting(standing, board)
            case Offer():
                return _offered(standing)
            case Refusal(reason):
                words = "This board is not solved here."
                return Values(state="refused", words=words, note=sentence(reason))
        return replace(_looked_up(position, standing), note=self._solutions.note(board))

    def make(self, question: OfBoard) -> OfBoard:
        """Begin to make a board's tablebase."""
        self._solutions.make(_board(board_of(question.sides)))
        return question

    def stop(self, question: OfBoard) -> OfBoard:
        """Stop making a board's tablebase."""
        self._solutions.stop(_board(board_of(question.sides)))
        return question

    def known(self, position: SpecPosition) -> Values | None:
        """The values of a position and of its turns; None where its board is not solved."""
        lookup = self.lookup(_board(position.board))
        return None if lookup is None else _looked_up(position, lookup)

    def solution(self, board: SpecBoard) -> Callable[[SpecPosition], Valued] | None:
        """What tells the value of each position of a board; None where it is not solved."""
        lookup = self.lookup(_board(board))
        if lookup is None:
            return None

        def valued(position: SpecPosition) -> Valued:
            asked = _position(position)
            score = lookup.score(*masks_of(asked))
            return value_of(score, asked.mover), distance_of(score)

        return valued

    def lookup(self, board: Board) -> Lookup | None:
        """The solution of a board, where there is one already."""
        standing = self._solutions.standing(board)
        return None if isinstance(standing, Job | Busy | Offer | Refusal) else standing


def _board(board: SpecBoard) -> Board:
    """A board as the engine's value."""
    return parse_board(write_board(board))


def _position(position: SpecPosition) -> Position:
    """A position as the engine's value."""
    return parse_position(write_position(position))


def _looked_up(position: SpecPosition, lookup: Lookup) -> Values:
    report = report_on(_position(position), lookup)
    turns = [
        TurnValue(
            turn=turn.turn,
            value=turn.value,
            distance=turn.distance,
            seat=turn.seat,
            best=turn.best,
        )
        for turn in report.turns
    ]
    return worded(position, (report.value, report.distance), turns)


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
    return Values(state="failed", words=sentence(offer.failure), note=note)
