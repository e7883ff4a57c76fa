"""Which candidates catch which misreadings, and a small set of them that tells all apart."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from churn_verification.misreadings import Mutant
from churn_verification.players import Answer
from tools.vectors.candidates import Candidate
from tools.vectors.statements import size_of, statement, statement_of

_CATCHES_A_MUTANT = 4
"""How many candidates are looked for that catch a mutant; the smallest ones are."""

Statements = Mapping[Candidate, Mapping[str, Hashable]]
"""Candidate to what each mutant states on it; those that state what is right are left out."""


class UncaughtError(Exception):
    """No candidate catches a mutant; the text names it."""


def telling(
    answered: Mapping[Candidate, Answer], mutants: Iterable[Mutant]
) -> tuple[Candidate, ...]:
    """The smallest few candidates that catch each mutant.

    Raises:
        UncaughtError: some mutants are caught by none.
    """
    by_size = sorted(answered, key=lambda candidate: size_of(candidate.question))
    right = {candidate: statement(candidate.kind, answered[candidate]) for candidate in by_size}
    found: dict[Candidate, None] = {}
    uncaught = []
    for mutant in mutants:
        catching = _first_catching(mutant, by_size, right)
        found.update(dict.fromkeys(catching))
        if not catching:
            uncaught.append(mutant.id)
    if uncaught:
        raise UncaughtError(f"no vector catches {', '.join(uncaught)}")
    return tuple(sorted(found, key=lambda candidate: size_of(candidate.question)))


def _first_catching(
    mutant: Mutant, by_size: Sequence[Candidate], right: Mapping[Candidate, Hashable]
) -> list[Candidate]:
    catching: list[Candidate] = []
    for candidate in by_size:
        if statement_of(mutant.implementation, candidate) != right[candidate]:
            catching.append(candidate)
            if len(catching) == _CATCHES_A_MUTANT:
                break
    return catching


def statements(
    chosen: Iterable[Candidate], answered: Mapping[Candidate, Answer], mutants: Iterable[Mutant]
) -> Statements:
    """What every mutant states on some candidates, where that is wrong."""
    table: dict[Candidate, dict[str, Hashable]] = {}
    everybody = tuple(mutants)
    for candidate in chosen:
        right = statement(candidate.kind, answered[candidate])
        said = {each.id: statement_of(each.implementation, candidate) for each in everybody}
        table[candidate] = {name: what for name, what in said.items() if what != right}
    return table


def cover(table: Statements) -> tuple[Candidate, ...]:
    """A small set that catches every mutant, then enough to tell every two apart that can be.

    Greedy: the candidate that catches (then parts) most is taken next, the smallest of several.
    """
    catches = {candidate: set(said) for candidate, said in table.items()}
    chosen = _greedy(catches)
    names = sorted({name for said in table.values() for name in said})
    together = _together(table, names, chosen)
    parts = {
        candidate: {pair for pair in together if said.get(pair[0]) != said.get(pair[1])}
        for candidate, said in table.items()
    }
    return (*chosen, *_greedy(parts))


Covered = TypeVar("Covered", bound=Hashable)


def _greedy(covers: Mapping[Candidate, set[Covered]]) -> list[Candidate]:
    left: set[Covered] = set().union(*covers.values())
    chosen: list[Candidate] = []
    while left:
        best = max(
            covers,
            key=lambda each: (len(covers[each] & left), [-n for n in size_of(each.question)]),
        )
        chosen.append(best)
        left -= covers[best]
    return chosen


def _together(
    table: Statements, names: Sequence[str], chosen: Sequence[Candidate]
) -> list[tuple[str, str]]:
    """The pairs of mutants that state the same on all that was chosen."""
    alike: dict[Hashable, list[str]] = defaultdict(list)
    for name in names:
        alike[tuple(table[candidate].get(name) for candidate in chosen)].append(name)
    return [pair for group in alike.values() for pair in combinations(group, 2)]
