"""How the explorer refuses a request, and the limits on the size and time of what one can start."""

import threading
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic


class PageError(Exception):
    """A request that cannot be answered. The text is shown on the page as it is.

    Attributes:
        status: the HTTP status of the answer.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


MOST_BODY_BYTES = 1_000_000
"""The size of a request."""

REQUEST_SECONDS = 10.0
"""How long the head of a request may take to come, and its body."""

MOST_CELLS = 1_000
"""The largest board that is shown: its slowest position takes well under a second."""

MOST_TEXT = 2_400
"""The length of a position's text, in characters."""

MOST_TURNS = 20_000
"""The number of turns of a game that is loaded; a game on size 5 has about 7,200."""

MOST_CHECKED = 50
"""The number of turns whose answers one request compares."""

LOAD_SECONDS = 20.0
"""How long the replaying of a game that is loaded may take."""

CHECK_SECONDS = 10.0
"""How long comparing more turns than one may take; what was not compared is said to be so."""

NEAR_SECONDS = 5.0
"""How long looking for a neighbourhood may take; it ends where it has come by then."""

MOST_NEAR_NODES = 120
MOST_PLIES_AHEAD = 3
MOST_PLIES_BEFORE = 2
"""The size of a neighbourhood in the game graph."""

MOST_GRAPH_CELLS = 7
"""The largest board whose whole graph is shown."""

MOST_SOLVED_ENTRIES = 10_000_000
"""Boards of at most so many entries are solved without being asked: about a second of work."""

MOST_LINE_TURNS = 200
"""The length of a line of best play."""

MOST_LOOKAHEAD_CELLS = 127
"""The largest board on which a player looks ahead: size 7."""

MOST_TURNS_TRIED = 20_000
"""How many turns a player tries to look four turns ahead; where there are more, it looks two."""

STATISTICS_SECONDS = 120.0
MOST_GAMES = 200_000
"""When a run of random play ends by itself."""

UNASKED_SECONDS = 6.0
"""A run that nobody has asked about for so long ends: its page is closed."""


GIVEN_UP: ContextVar[threading.Event] = ContextVar("GIVEN_UP")
"""Set when nobody waits any longer for the answer that is being worked on in this context."""


@dataclass(frozen=True)
class Deadline:
    """A point in time by which a piece of work must be done, or sooner if nobody waits for it.

    Attributes:
        at: the time on the monotonic clock, in seconds.
        seconds: how long there was.
    """

    at: float
    seconds: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        """A deadline some seconds from now."""
        return cls(monotonic() + seconds, seconds)

    @property
    def over(self) -> bool:
        """Whether the time is over, or nobody waits any longer."""
        given_up = GIVEN_UP.get(None)
        return monotonic() > self.at or (given_up is not None and given_up.is_set())

    def require(self, what: str) -> None:
        """Refuse to go on when the time is over.

        Raises:
            PageError: it is; the text says what took too long.
        """
        if self.over:
            raise PageError(f"{what} takes more than {self.seconds:.0f} seconds here")
