"""What the engine refuses, each with one line that says where and why.

All derive from `ChurnError` and so from `ValueError`: a caller who does not care which of them it
was catches that.
"""

LONGEST_QUOTE = 40
MOST_LEGAL_NAMED = 12


class ChurnError(ValueError):
    """Something was asked for that cannot be done.

    Attributes:
        place: Where it was found, as "row 2 from the top" or "turn 5".
        reason: What is wrong there, and what would be right.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


class NotationError(ChurnError):
    """What should say a board, a cell, a position or a record does not, as text or in numbers."""


class NothingToUndoError(ChurnError):
    """The game is where it was started from, so no turn can be taken back."""


class IllegalTurn(ChurnError):  # noqa: N818 - the rules call it an illegal turn, not an error
    """A turn that the rules do not allow. The game it was tried on is as it was before.

    Attributes:
        turn: The turn as it was asked for, a cell name or "swap".
        clause: Id of the clause that it breaks: B1, T1, S1, P1, P2 or E1.
        place: Which turn of the game it would have been, as "turn 5".
        reason: What is wrong with it.
        legal: Every turn that would have been legal: cell names in the order of the board, and
            "swap" at the end where it is on offer. Empty when the game is over.
    """

    def __init__(
        self, turn: str, clause: str, place: str, reason: str, legal: tuple[str, ...]
    ) -> None:
        super().__init__(place, reason)
        self.args = (turn, clause, place, reason, legal)  # what a copy is built from
        self.turn = turn
        self.clause = clause
        self.legal = legal

    def __str__(self) -> str:
        return f"{self.place}, {quote(self.turn)}: {self.reason} ({self.clause}); {self._legal()}"

    def _legal(self) -> str:
        if not self.legal:
            return "no turn is legal any more"
        named = ", ".join(self.legal[:MOST_LEGAL_NAMED])
        rest = len(self.legal) - MOST_LEGAL_NAMED
        return f"legal: {named} and {rest} more" if rest > 0 else f"legal: {named}"


def quote(text: str) -> str:
    """Give a text as it may stand in a one-line message: escaped to ASCII, cut when it is long."""
    shown = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."
    return ascii(shown)
