"""What can go wrong between an adapter and its questions, and what its author can do about it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from churn_verification.players import NotAsked


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
    FaultKind.CANNOT_START: "give the command as you would type it in the current folder; what has"
    " to be compiled is compiled first",
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


REFUSAL = "refusal"
"""The kind of the questions with an illegal turn, which has to be refused."""

_WITH = {
    REFUSAL: "an illegal turn",
    "swap": "the swap among the turns",
    "undo": "undo among the turns",
    "perft": "a count (perft) to give",
}
"""What a question of each kind is with."""

Kinds = frozenset[str]


class Failures:
    """Over which questions an adapter has failed, and what is asked no more because of it.

    Too many failures on a board leave out that board. If it is one kind of question over which the
    adapter fails, on boards whose other questions it answers, that kind is left out and the boards
    stay. A question of several kinds, of which each may be to blame, leaves out only what is of all
    of them. Answers count from the first failure on: until then nothing has to be told apart.
    """

    def __init__(self, most: int) -> None:
        """Nothing has failed yet.

        Args:
            most: how many failures on a board or over a kind of question are put up with.
        """
        self._most = most
        self._failed: Counter[str] = Counter()
        self._answered: Counter[str] = Counter()
        self._charged: Counter[str | Kinds] = Counter()
        self._boards: dict[str, NotAsked] = {}
        self._kinds: dict[Kinds, NotAsked] = {}

    @property
    def is_any(self) -> bool:
        """Whether the adapter has failed over any question."""
        return bool(self._failed)

    @property
    def is_any_left_out(self) -> bool:
        """Whether anything is asked no more."""
        return bool(self._boards or self._kinds)

    def has_answered(self, board: str, kinds: Iterable[str]) -> None:
        """Take note of an answer to a question on a board, of some kinds."""
        if self.is_any:
            self._answered.update(list(kinds) or [board])

    def has_failed(self, board: str, kinds: Iterable[str], fault: Fault) -> Iterator[Fault]:
        """Take note of a failure, and give a fault for a board or a kind that is now left out."""
        kinds = list(kinds)
        self._failed.update(kinds or [board])
        suspects = frozenset(filter(self._mostly_fails, kinds))
        if suspects and not self._mostly_fails(board):
            yield from self._charge_kinds(suspects, fault)
            return
        self._charged[board] += 1
        if self._charged[board] > self._most and board not in self._boards:
            what = f"board {board}"
            self._boards[board] = NotAsked(f"{what}, on which {self._often(board)}")
            sentence = f"{what} is asked about no more, because {fault.sentence}"
            yield replace(fault, sentence=sentence)

    def _charge_kinds(self, suspects: Kinds, fault: Fault) -> Iterator[Fault]:
        self._charged[suspects] += 1
        if self._charged[suspects] > self._most and suspects not in self._kinds:
            what = f"questions with {' and '.join(_WITH[each] for each in sorted(suspects))}"
            self._kinds[suspects] = NotAsked(f"{what}, over which {self._often(suspects)}")
            if len(suspects) == 1:  # of several kinds it may still turn out which is to blame
                sentence = f"{what} are asked no more, because {fault.sentence}"
                yield replace(fault, sentence=sentence)

    def _often(self, what: str | Kinds) -> str:
        return f"the adapter had failed {self._charged[what]} times"

    def why_not(self, board: str, kinds: Iterable[str]) -> NotAsked | None:
        """Why a question on a board, of some kinds, is not asked; None if it is."""
        if board in self._boards:
            return self._boards[board]
        of = frozenset(kinds)
        reasons = [why for left_out, why in self._kinds.items() if left_out <= of]
        return reasons[-1] if reasons else None

    def _mostly_fails(self, what: str) -> bool:
        return self._failed[what] > self._answered[what]


def kinds_of(question: object, *, is_refused: bool) -> Iterator[str]:
    """The kinds that a question is of; none if it is an ordinary one.

    Args:
        question: as it is sent.
        is_refused: whether one of its turns is illegal.
    """
    if is_refused:
        yield REFUSAL
    turns = getattr(question, "turns", ())
    yield from (turn for turn in ("swap", "undo") if turn in turns)
    if getattr(question, "ask", "") == "perft":
        yield "perft"


class AdapterFault(Exception):  # noqa: N818 - the protocol's word for it
    """An adapter has failed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault
