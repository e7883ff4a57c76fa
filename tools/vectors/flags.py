"""The flags of vectors: each names a mistake and tells it in a sentence."""

from churn_verification.conformance.vectors.models import Flag
from churn_verification.misreadings import MISREADINGS

_BY_CLAUSE = {
    ("legal", "P1"): "A placement that is not isolated is taken for legal, or an isolated one not.",
    (
        "legal",
        "P2",
    ): "Another placement than those that form the smallest group is taken for legal.",
    ("legal", "S1"): "The swap is missing among the legal turns, or is there at the wrong time.",
    ("turns", "R1"): "Stones stay that are to be removed.",
    ("turns", "R2"): "Stones are removed that are to stay.",
    ("illegal", "B1"): "A turn off the board is accepted.",
    ("illegal", "T1"): "A placement on an occupied cell is accepted.",
    ("illegal", "S1"): "The swap is accepted at the wrong time.",
    ("illegal", "P1"): "A placement is accepted that is not isolated, though another would be.",
    ("illegal", "P2"): "A placement is accepted that forms more than the smallest group.",
    ("illegal", "E1"): "A turn is accepted after the end.",
    ("ends", "E1"): "The end is seen too early or too late.",
    ("ends", "E2"): "The wrong side wins.",
    ("ends", "B2"): "A tie is not seen as one.",
    ("swap", "S1"): "The swap is offered at the wrong time, or does something else.",
    ("perft", "T1"): "Some position within a few turns has too many turns, or too few.",
    ("games", "T1"): "A game goes another way.",
    ("groups", "F1"): "Groups are not found as they are.",
    ("sequences", "S1"): "The swap goes wrong later on: the seats, the offer, or who has won.",
    ("sequences", "E2"): "The wrong side wins a whole game.",
    ("sequences", "E1"): "A game that goes back and forth does not stand as it should.",
    ("sequences", "T1"): "A turn on an occupied cell in the middle is not refused as it should be.",
    ("sequences", "P1"): "A placement in the middle that is not isolated is not refused so.",
    ("sequences", "P2"): "A placement in the middle that forms too much is not refused so.",
    ("sequences", "B1"): "A turn off the board in the middle is not refused as it should be.",
    ("undo", "T1"): "Taking a turn back leaves something of it.",
}


def general_flag(kind: str, clause: str) -> str:
    """The name of the flag for a kind of vector and the clause that it is about."""
    if (kind, clause) not in _BY_CLAUSE:
        raise ValueError(f"no flag tells what a vector of kind {kind} catches about {clause}")
    return f"{kind}-{clause}"


def flag_named(name: str) -> Flag:
    """What a flag says.

    Raises:
        ValueError: there is no such flag.
    """
    if name in MISREADINGS:
        mutant = MISREADINGS[name]
        return Flag(sentence=mutant.sentence, clauses=mutant.clauses)
    kind, _, clause = name.partition("-")
    return Flag(sentence=_BY_CLAUSE[kind, clause], clauses=(clause,))
