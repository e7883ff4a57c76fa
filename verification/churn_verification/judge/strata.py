"""Positions drawn evenly over strata: what is rare among random positions is asked as often.

A stratum is what the rules turn on: the size of the formed group, how many groups are joined, how
much is removed, whether an equal group stays, who is to move, and what kind of board it is.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from churn_engine import Game
from churn_engine.board import Board, cells_in
from churn_engine.notation import Position, parse_board, parse_position
from churn_engine.stones import Stones
from churn_verification.players import Question, start_of

_CANDIDATES = 32
"""Positions that are looked at for each that is drawn."""

_SIZES = (1, 2, 3, 4, 5, 6, 8, 11, 16, 32)
_NUMBERS = (0, 1, 2, 3, 5, 8)
_CELLS = (1, 65, 129)
_HOLES = (0, 1, 2, 2, 3, 3, 4, 6)
_DENSITIES = (0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


class Stratum(NamedTuple):
    """What kind of position it is. Numbers are the lower ends of ranges.

    Attributes:
        formed_size: the size of the group that a legal placement forms; 0 after the end.
        fewest_joined: the least number of groups that a legal placement joins.
        most_joined: the greatest.
        removed_groups: how many groups a legal placement removes at most.
        removed_stones: how many stones.
        equal: whether a group of the formed size stays beside it.
        empty: the number of empty cells.
        mover: who is to move.
        cells: the number of the board's cells.
        is_regular: whether the board is a regular hexagon.
    """

    formed_size: int
    fewest_joined: int
    most_joined: int
    removed_groups: int
    removed_stones: int
    equal: bool
    empty: int
    mover: str
    cells: int
    is_regular: bool

    @property
    def course(self) -> tuple[int, int, int, int, bool]:
        """What a legal placement does, wherever and by whom: that is drawn evenly first of all."""
        return self[0], self[1], self[2], self[3], self[5]


def stratum_of(position: Position) -> Stratum:
    """The stratum of a position."""
    board = position.board
    own = Stones.of(board, position.red if position.mover == "red" else position.blue)
    empty = board.full & ~(position.red | position.blue)
    legal, formed = own.smallest(empty)
    joined, groups, stones, equal = {0}, 0, 0, False
    if formed > 1:
        joined = set()
        for cell in cells_in(legal):
            apart = [group.size for group in own.groups if not group.beside >> cell & 1]
            joined.add(len(own.groups) - len(apart))
            smaller = [size for size in apart if size < formed]
            groups, stones = max(groups, len(smaller)), max(stones, sum(smaller))
            equal = equal or formed in apart
    return Stratum(
        formed_size=_range(formed, _SIZES),
        fewest_joined=min(joined),
        most_joined=max(joined),
        removed_groups=_range(groups, _NUMBERS),
        removed_stones=_range(stones, _NUMBERS),
        equal=equal,
        empty=_range(empty.bit_count(), _NUMBERS),
        mover=position.mover,
        cells=_range(board.size, _CELLS),
        is_regular="-" not in str(board),
    )


def _range(number: int, starts: tuple[int, ...]) -> int:
    """The lower end of the range that a number is in."""
    return max((start for start in starts if start <= number), default=0)


class Strata:
    """Draws positions, and counts the strata that they are in.

    Attributes:
        drawn: how many positions were drawn from each stratum.
    """

    def __init__(self) -> None:
        self.drawn: Counter[Stratum] = Counter()
        self._courses: Counter[tuple[int, ...]] = Counter()
        self._seen: Counter[tuple[int, ...]] = Counter()

    def arbitrary(self, board: str, chance: random.Random) -> Question:
        """A position of any kind, reachable or not.

        Args:
            board: the board's text.
            chance: decides it.
        """
        on = parse_board(board)
        positions = (_arbitrary(on, chance) for _ in range(_CANDIDATES))
        return self._rarest((position, Question(str(position))) for position in positions)

    def reached(
        self, board: str, chance: random.Random, most_turns: int, *, with_swap: bool
    ) -> Question:
        """A position of a random game, with the way from the empty board.

        Args:
            board: the board's text.
            chance: decides the game.
            most_turns: the number of turns after which the game is broken off.
            with_swap: whether the swap may be taken.
        """
        return self._rarest(_moments(board, chance, most_turns, with_swap=with_swap))

    def _rarest(self, candidates: Iterable[tuple[Position, Question]]) -> Question:
        """The candidate of whose kind fewest were drawn; of several, the kind seen least."""
        found = [(stratum_of(position), question) for position, question in candidates]
        self._seen.update(stratum.course for stratum, _ in found)
        stratum, question = min(found, key=self._how_common)
        self.drawn[stratum] += 1
        self._courses[stratum.course] += 1
        return question

    def _how_common(self, candidate: tuple[Stratum, Question]) -> tuple[int, int, int]:
        stratum, _ = candidate
        course = stratum.course
        return self._courses[course], self.drawn[stratum], self._seen[course]


def _arbitrary(board: Board, chance: random.Random) -> Position:
    cells = range(board.size)
    holes = min(board.size, chance.choice((*_HOLES, chance.randint(0, board.size))))
    empty = sum(1 << cell for cell in chance.sample(cells, holes))
    density = chance.choice(_DENSITIES)
    own = sum(1 << cell for cell in cells if chance.random() < density)
    if empty and chance.random() < 0.5:
        own = _with_a_meeting_place(board, own, chance.choice(list(cells_in(empty))), chance)
    own &= ~empty
    other = board.full & ~own & ~empty
    if chance.random() < 0.5:
        return Position(board, own, other, "red")
    return Position(board, other, own, "blue")


def _with_a_meeting_place(board: Board, own: int, hole: int, chance: random.Random) -> int:
    """Stones with as many groups as possible beside a cell: no two of those stones touch there."""
    around = list(cells_in(board.neighbours[hole]))
    chance.shuffle(around)
    friendly = 0
    for cell in around:
        if not friendly & board.neighbours[cell]:
            friendly |= 1 << cell
    return own & ~board.neighbours[hole] | friendly


def _moments(
    board: str, chance: random.Random, most_turns: int, *, with_swap: bool
) -> Iterator[tuple[Position, Question]]:
    game = Game(parse_position(start_of(board)))
    way: tuple[str, ...] = ()
    yield game.position, Question(str(game.position), way=way)
    while not game.over and len(way) < most_turns:
        turns = [turn for turn in game.legal_turns() if with_swap or turn != "swap"]
        way = (*way, chance.choice(turns))
        game.play(way[-1])
        yield game.position, Question(str(game.position), way=way)
