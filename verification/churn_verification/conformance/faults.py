"""What can go wrong between an adapter and its questions, and what its author can do about it."""

from dataclasses import dataclass
from enum import Enum


class FaultKind(Enum):
    """The ways in which an adapter can fail that have nothing to do with the rules."""

    CANNOT_START = "cannot-start"
    NO_FLUSH = "no-flush"
    NO_START = "no-start"
    HUNG = "hung"
    DIED = "died"
    GARBAGE = "garbage"
    HALF_LINE = "half-line"
    LONG_LINE = "long-line"
    INVALID = "invalid"
    WRONG_ID = "wrong-id"
    OUT_OF_ORDER = "out-of-order"
    UNASKED = "unasked"
    PROTOCOL = "protocol"
    LINGERS = "lingers"
    CHANGED = "changed"


_FLUSH = (
    "write a newline after each reply and flush: print(text, flush=True) in Python,"
    " fflush(stdout) in C, $|=1 in Perl, flush() in PHP, System.out.flush() in Java,"
    " os.Stdout without bufio in Go, stdout().flush() in Rust; and read the input line by line"
)

ADVICE: dict[FaultKind, str] = {
    FaultKind.CANNOT_START: "give the command as you would type it, after --",
    FaultKind.NO_FLUSH: _FLUSH,
    FaultKind.NO_START: f"answer hello at once; if you did, {_FLUSH};"
    " a slow start may take more time with --start-timeout",
    FaultKind.HUNG: "look whether this question ends in a loop, or waits for input that never"
    " comes; a slow implementation may take more time with --timeout",
    FaultKind.DIED: "ask it by hand: put the question on its standard input and read what it says"
    " on standard error; answer what you cannot do with an error reply",
    FaultKind.GARBAGE: "standard output is for replies alone, one JSON document a line;"
    " write everything else to standard error",
    FaultKind.HALF_LINE: "end each reply with a newline",
    FaultKind.LONG_LINE: "a reply is one line, ended by a newline; is one missing?",
    FaultKind.INVALID: "compare the reply with PROTOCOL.md, or with the reply of churnproof serve",
    FaultKind.WRONG_ID: "copy the id of the request into its reply, as the number it was",
    FaultKind.OUT_OF_ORDER: "answer requests in the order in which they come",
    FaultKind.UNASKED: "write exactly one reply for each request",
    FaultKind.LINGERS: "end when standard input ends, and flush and close before; threads and"
    " processes that go on keep a program from ending",
    FaultKind.CHANGED: "answer hello alike at each start, whatever happened before",
    FaultKind.PROTOCOL: "answer hello with the version of the protocol that the adapter was written"
    " for; see PROTOCOL.md",
}


@dataclass(frozen=True)
class Fault:
    """One failure of an adapter.

    Attributes:
        kind: which.
        sentence: what happened.
        stderr: the last lines of the adapter's standard error.
    """

    kind: FaultKind
    sentence: str
    stderr: tuple[str, ...] = ()

    @property
    def advice(self) -> str:
        """What the adapter's author can do."""
        return ADVICE[self.kind]

    def __str__(self) -> str:
        said = f"; on standard error it said: {self.stderr[-1]}" if self.stderr else ""
        return f"{self.sentence}{said}; {self.advice}"


class AdapterFault(Exception):  # noqa: N818 - the protocol's word for it
    """An adapter has failed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault
