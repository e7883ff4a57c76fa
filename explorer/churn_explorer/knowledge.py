"""What the page asks and is answered about values, graphs, comparisons and random play.

As in `models`, everything is checked before it is looked at.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from churn_explorer.limits import (
    MOST_CHECKED,
    MOST_PLIES_AHEAD,
    MOST_PLIES_BEFORE,
    MOST_TURNS,
)
from churn_explorer.models import Model, PositionText, SeatValue, TurnText, Value

# Values ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnValue(Model):
    """What becomes of a legal turn.

    Attributes:
        turn: a cell, or `swap`.
        value: the colour that wins after it.
        distance: in how many turns, this one counted.
        seat: the player who wins, where the swap is on offer.
        best: whether no other turn is better.
    """

    turn: str
    value: Value
    distance: int
    seat: SeatValue | None
    best: bool


@dataclass(frozen=True)
class Values(Model):
    """What is known of a position's value.

    Attributes:
        state: `ready`; `working` (come back); `offered` (the user may have it made); `refused`
            (the board is too large); `failed`.
        words: what there is to say, in a sentence.
        note: what else there is to say: what solving takes, or why a tablebase is not kept.
        done: the share that is done, from 0 to 1, while it is being worked on.
        solving: the board that is being worked on; one is at a time.
        value: the colour that wins, if the swap is not used.
        distance: in how many turns.
        seat: the player who wins, where the swap is on offer.
        without_swap: whether the swap comes on offer with the next turn and is left out.
        turns: the legal turns, the best first.
    """

    state: Literal["ready", "working", "offered", "refused", "failed"]
    words: str
    note: str | None = None
    done: float | None = None
    solving: str | None = None
    value: Value | None = None
    distance: int | None = None
    seat: SeatValue | None = None
    without_swap: bool = False
    turns: list[TurnValue] = field(default_factory=list)


@dataclass(frozen=True)
class Line(Model):
    """A line of best play.

    Attributes:
        turns: the turns.
        complete: whether they go on to the end.
        without_swap: whether it leaves out the swap that comes on offer with its first turn.
    """

    turns: list[str]
    complete: bool
    without_swap: bool


# The game graph ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Before(Model):
    """A position that was come from, and the turn that was taken there."""

    position: PositionText
    turn: TurnText


@dataclass(frozen=True)
class NearPosition(Model):
    """A position whose neighbourhood is wanted.

    Attributes:
        position: the position.
        before: the positions by which the game came to it, the latest last.
        ahead: how many turns ahead.
        merge: whether positions that a symmetry of the board carries onto each other count as one.
    """

    position: PositionText
    before: Annotated[list[Before], MaxLen(MOST_PLIES_BEFORE)] = field(default_factory=list)
    ahead: Annotated[int, Ge(1), Le(MOST_PLIES_AHEAD)] = 2
    merge: bool = True


@dataclass(frozen=True)
class Node(Model):
    """A position in a graph.

    Attributes:
        position: its text.
        turns: the turns that lead to it from the centre; for the whole graph, from the start.
        ply: how many turns that is; negative for positions before the centre.
        height: its place in its column, from -1 to 1.
        value: who wins, where it is known.
        distance: in how many turns.
        forced: whether there is one legal turn.
        over: whether the game is over.
        turns_hidden: how many of its legal turns lead to positions that are not shown.
    """

    position: str
    turns: list[str]
    ply: int
    height: float
    value: Value | None
    distance: int | None
    forced: bool
    over: bool
    turns_hidden: int = 0


@dataclass(frozen=True)
class Edge(Model):
    """A turn in a graph, from node to node by their places in the list."""

    source: int
    target: int
    turn: str


@dataclass(frozen=True)
class Graph(Model):
    """A part of a game graph, or all of it.

    Attributes:
        sides: the board.
        centre: the node that it is about.
        nodes: the positions.
        edges: the turns between them.
        words: what is shown, in a sentence.
    """

    sides: str
    centre: int
    nodes: list[Node]
    edges: list[Edge]
    words: str


# Who says what -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepToCheck(Model):
    """A turn whose answers are to be compared.

    Attributes:
        position: the position before it.
        turn: the turn; None to compare what is said about the position.
        number: how many turns of the game came before it.
    """

    position: PositionText
    turn: TurnText | None
    number: Annotated[int, Ge(0), Le(MOST_TURNS)]


@dataclass(frozen=True)
class ToCheck(Model):
    """Turns of a game whose answers are to be compared.

    Attributes:
        start: where the game began.
        turns: its turns, for implementations that know no position without a way to it.
        steps: the turns to be compared.
    """

    start: PositionText
    turns: Annotated[list[TurnText], MaxLen(MOST_TURNS)]
    steps: Annotated[list[StepToCheck], MinLen(1), MaxLen(MOST_CHECKED)]


@dataclass(frozen=True)
class PlayerAnswer(Model):
    """What one implementation says of a turn, compared with the specification.

    Attributes:
        status: `agrees`, `differs`, or `silent` (it broke, or was not asked).
        words: what it says, or why it is silent.
        more: where it differs, all further differences.
    """

    status: Literal["agrees", "differs", "silent"]
    words: str
    more: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Checked(Model):
    """What was compared.

    Attributes:
        names: who was asked, the specification first.
        answers: for each turn, the answer of each of them.
    """

    names: list[str]
    answers: list[list[PlayerAnswer]]


# Random play -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar(Model):
    """A bar of a histogram: games with at least `start` and fewer than `end` turns."""

    start: int
    end: int
    games: int


@dataclass(frozen=True)
class Claim(Model):
    """A claim of the designer about the length of games."""

    id: str
    turns: int
    words: str


@dataclass(frozen=True)
class Statistics(Model):
    """A run of random play as far as it has come.

    Attributes:
        sides: the board.
        running: whether it goes on.
        words: how it stands, in a sentence.
        seed: the seed of the run.
        games: how many games are finished.
        turns_per_second: how fast it goes.
        mean, standard_error: of the number of turns, where there are two games.
        least, most: the shortest and the longest game.
        red_wins, blue_wins, ties: how the games ended.
        bars: the histogram of lengths.
        claims: the designer's claims about this board.
        unfinished_turns: how far the game that is being played has come.
    """

    sides: str
    running: bool
    words: str
    seed: int
    games: int
    turns_per_second: float
    mean: float | None
    standard_error: float | None
    least: int | None
    most: int | None
    red_wins: int
    blue_wins: int
    ties: int
    bars: list[Bar]
    claims: list[Claim]
    unfinished_turns: int


def no_statistics(sides: str, words: str, claims: list[Claim]) -> Statistics:
    """What is told where no game has been played: why, and the claims."""
    return Statistics(
        sides=sides,
        running=False,
        words=words,
        seed=0,
        games=0,
        turns_per_second=0.0,
        mean=None,
        standard_error=None,
        least=None,
        most=None,
        red_wins=0,
        blue_wins=0,
        ties=0,
        bars=[],
        claims=claims,
        unfinished_turns=0,
    )
