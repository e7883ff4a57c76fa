"""How long and how large an adapter may get: it is a stranger's program and may do anything."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits under which an adapter runs.

    Attributes:
        start: seconds from its start to the reply to `hello`.
        reply: seconds without any reply while one is due; as many more for each 1,000 turns in
            the request.
        total: seconds that all questions together may take.
        stop: seconds that it has to end when its input ends, and once more when told to.
        line: the most bytes of one line that it sends.
        memory: the most bytes of memory that each of its processes may take; 0 for no limit.
        restarts: on how many questions about one board, or of one kind, it may die, hang or talk
            nonsense before that board or kind is asked no more; as often it may do so where no
            question is to blame.
    """

    start: float = 20.0
    reply: float = 10.0
    total: float = 900.0
    stop: float = 2.0
    line: int = 2**20
    memory: int = 2**31
    restarts: int = 5
