"""Whatever plays Churn and is asked about it, and the questions and answers that it speaks in.

| word | is |
|---|---|
| question | a position, turns from there, and what is asked of the state they lead to |
| answer | a state, the refusal of an illegal turn, or a count of turn sequences |
| case | a question with its right answer |
| player | answers cases; all that the judge knows of whoever is compared |
| session | one game under way on an implementation of this project |

`SessionPlayer` makes a player of an implementation. A new form of the engine is one entry in
`ENGINES`: every comparison of the suite then runs on it.
"""

from churn_verification.players.answers import (
    Answer,
    FullRefusal,
    FullState,
    GroupSizes,
    PerftCount,
    Placement,
    Refusal,
    Skipped,
    State,
    Trouble,
)
from churn_verification.players.interface import (
    Answered,
    Implementation,
    NotAsked,
    Player,
    Refused,
    Session,
)
from churn_verification.players.kernels import Kernels
from churn_verification.players.playing import SessionPlayer, count_turns
from churn_verification.players.questions import UNDO, Ask, Case, Question, start_of
from churn_verification.players.specification import Specification, SpecificationSession
from churn_verification.players.stepping import SteppingEngine

ENGINES: dict[str, Implementation] = {"stepping": SteppingEngine(), "kernels": Kernels()}
"""The forms of the engine by name, each of which every differential check compares."""

__all__ = [
    "ENGINES",
    "UNDO",
    "Answer",
    "Answered",
    "Ask",
    "Case",
    "FullRefusal",
    "FullState",
    "GroupSizes",
    "Implementation",
    "Kernels",
    "NotAsked",
    "PerftCount",
    "Placement",
    "Player",
    "Question",
    "Refusal",
    "Refused",
    "Session",
    "SessionPlayer",
    "Skipped",
    "Specification",
    "SpecificationSession",
    "State",
    "SteppingEngine",
    "Trouble",
    "count_turns",
    "start_of",
]
