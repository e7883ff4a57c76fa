"""What is asked of anything that claims to play Churn, and the sides that are compared here.

An `Implementation` makes a `Session` from a position's text; a session answers in the words of the
notation. Everything that is compared speaks this: the specification, the engine in each of its
forms, mutants. So one way of comparing serves them all.
"""

from churn_verification.players.interface import (
    Implementation,
    Observation,
    Placement,
    Refused,
    Session,
    observe,
)
from churn_verification.players.kernels import Kernels
from churn_verification.players.specification import Specification
from churn_verification.players.stepping import SteppingEngine

ENGINES: dict[str, Implementation] = {"stepping": SteppingEngine(), "kernels": Kernels()}
"""The forms of the engine by name, each of which every differential check compares."""

__all__ = [
    "ENGINES",
    "Implementation",
    "Kernels",
    "Observation",
    "Placement",
    "Refused",
    "Session",
    "Specification",
    "SteppingEngine",
    "observe",
]
