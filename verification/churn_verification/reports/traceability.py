"""What each clause rests on and what speaks for it: from specification, registry and theorems.

Nothing here is kept by hand but the reasons why some evidence is not possible; a reason that is no
longer needed is a problem as well.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

import churn_spec as spec
from churn_verification.proofs import catalogue, everywhere
from churn_verification.proofs.instances import functions_behind
from churn_verification.registry import Check, Kind, Registry


class Need(Enum):
    """What every clause must have."""

    FUNCTION = "a function of the specification that states it"
    DIFFERENTIAL = "a differential check"
    ALL_CASES = "a proof or an exhaustive check"
    VECTORS = "vectors"
    MUTANT = "a mutant"
    MEASUREMENT = "a measurement"


_NEEDS_OF_RULES = (
    Need.FUNCTION,
    Need.DIFFERENTIAL,
    Need.ALL_CASES,
    Need.VECTORS,
    Need.MUTANT,
)
_NEEDS_OF_CLAIMS = (*_NEEDS_OF_RULES, Need.MEASUREMENT)

_KINDS: Mapping[Need, tuple[Kind, ...]] = MappingProxyType(
    {
        Need.DIFFERENTIAL: (Kind.DIFFERENTIAL,),
        Need.ALL_CASES: (Kind.PROOF, Kind.EXHAUSTIVE),
        Need.VECTORS: (Kind.VECTOR,),
        Need.MUTANT: (Kind.MUTANT,),
        Need.MEASUREMENT: (Kind.CLAIM,),
    }
)
"""The kinds of checks that meet a need."""

_WHY_CLAIMS_HAVE_NOT: Final[Mapping[Need, str]] = MappingProxyType(
    {
        Need.FUNCTION: "a claim says how long games are, not how they are played",
        Need.DIFFERENTIAL: "it is about the mean of many games; each turn of them is a clause's",
        Need.ALL_CASES: "games on sizes 5 and 7 are too many to count through, so it is sampled",
        Need.VECTORS: "no position and no game has one right answer to it",
        Need.MUTANT: "nobody plays by a claim, so nobody misreads it in playing",
    }
)

NOT_POSSIBLE: Final[Mapping[tuple[str, Need], str]] = MappingProxyType(
    {
        (claim, need): reason
        for claim in spec.CLAIMED_TURNS
        for need, reason in _WHY_CLAIMS_HAVE_NOT.items()
    }
)
"""Clause and need to the reason why there can be nothing that meets it."""


@dataclass(frozen=True)
class Trace:
    """One clause with what it rests on and what speaks for it.

    Attributes:
        clause: its id.
        passage: the designer's words and figures.
        function: the function that states it; None for claims.
        checks: those that speak for it, by kind.
        missing: what it must have and has not.
        excused: what it has not, and why that is not possible.
    """

    clause: str
    passage: spec.Passage
    function: Callable[..., object] | None
    checks: Mapping[Kind, Sequence[Check]]
    missing: Sequence[Need]
    excused: Mapping[Need, str]


def traces_of(
    registry: Registry, not_possible: Mapping[tuple[str, Need], str] = NOT_POSSIBLE
) -> list[Trace]:
    """Every clause with what it rests on and what speaks for it.

    Args:
        registry: the checks.
        not_possible: clause and need to the reason why nothing meets it.
    """
    return [_trace(clause, registry, not_possible) for clause in spec.CLAUSES]


def problems_of(
    registry: Registry, not_possible: Mapping[tuple[str, Need], str] = NOT_POSSIBLE
) -> list[str]:
    """What clauses lack, and reasons that are not needed; a line each."""
    traces = traces_of(registry, not_possible)
    lacking = [f"{trace.clause} lacks {need.value}" for trace in traces for need in trace.missing]
    used = {(trace.clause, need) for trace in traces for need in trace.excused}
    idle = [
        f"the reason why {clause} cannot have {need.value} is not needed"
        for clause, need in not_possible
        if (clause, need) not in used
    ]
    return lacking + idle


def name_of(function: Callable[..., object]) -> str:
    """The full name of a function."""
    return f"{function.__module__}.{function.__qualname__}"


def _trace(clause: str, registry: Registry, not_possible: Mapping[tuple[str, Need], str]) -> Trace:
    is_claim = clause in spec.CLAIMED_TURNS
    function = function_stating(clause)
    speaking = [check for check in registry if clause in check.clauses]
    by_kind = {kind: [check for check in speaking if check.kind is kind] for kind in Kind}
    checks = {kind: found for kind, found in by_kind.items() if found}
    unmet = [
        need
        for need in (_NEEDS_OF_CLAIMS if is_claim else _NEEDS_OF_RULES)
        if not _meets(need, function, checks)
    ]
    excused = {need: reason for need in unmet if (reason := not_possible.get((clause, need)))}
    missing = [need for need in unmet if need not in excused]
    return Trace(clause, spec.RESTS_ON[clause], function, checks, missing, excused)


def function_stating(clause: str) -> Callable[..., object] | None:
    """The function that states a clause; None for claims, and where there is none."""
    try:
        return spec.stated_by(clause)
    except KeyError:
        return None


def _meets(
    need: Need, function: Callable[..., object] | None, checks: Mapping[Kind, Sequence[Check]]
) -> bool:
    if need is Need.FUNCTION:
        return function is not None
    return any(kind in checks for kind in _KINDS[need])


# As a document ------------------------------------------------------------------------------------

_HEAD = """\
# Traceability

What each clause of the rules rests on, the function that states it, and the checks that speak for
it. This page is written by `python -m tools.documents` from the specification and the
registry of checks; a test fails when it is stale. `churnproof trace` prints the same, with the
results of a report, and why a check was not run, if it is given one. A check may speak for several
clauses, and for a part of a clause alone; `churnproof verify --list` has the sentence of each.
"""


def traceability_page(registry: Registry) -> str:
    """The matrix as a page of Markdown, for `docs/`."""
    return "\n".join(_page_lines(registry)) + "\n"


def _page_lines(registry: Registry) -> Iterator[str]:
    yield _HEAD
    traces = traces_of(registry)
    yield f"| clause | {' | '.join(kind.value for kind in Kind)} |"
    yield f"|---|{'--:|' * len(Kind)}"
    for trace in traces:
        counts = " | ".join(str(len(trace.checks.get(kind, ())) or "") for kind in Kind)
        yield f"| [{trace.clause}](#{trace.clause.lower()}) | {counts} |"
    for trace in traces:
        yield from _clause_lines(trace)


def _clause_lines(trace: Trace) -> Iterator[str]:
    yield f"\n## {trace.clause}\n"
    yield f"> {spec.CLAUSES[trace.clause]}\n"
    yield f"- rests on: {passage_text(trace.passage)}"
    if trace.function is not None:
        yield f"- stated by: [`{name_of(trace.function)}`](../{_source_of(trace.function)})"
    for kind, checks in trace.checks.items():
        yield f"- {kind.value}: {', '.join(f'`{check.id}`' for check in checks)}"
    yield from _link_lines(trace)
    for need, reason in trace.excused.items():
        yield f"- no {need.value.removeprefix('a ')}: {reason}"


def _link_lines(trace: Trace) -> Iterator[str]:
    """What links proofs and lemmas to the code, found by running the theorems' statements."""
    theorems = (_without_group(check) for check in trace.checks.get(Kind.PROOF, ()))
    known = [catalogue.THEOREMS[each] for each in theorems if each in catalogue.THEOREMS]
    functions = sorted({name for theorem in known for name in functions_behind(theorem)})
    if functions:
        yield f"- proofs run the source of: {', '.join(f'`{name}`' for name in functions)}"
    for check in trace.checks.get(Kind.LEMMA, ()):
        links = everywhere.THEOREMS[_without_group(check)].link
        yield f"- `{check.id}` is linked to the code by: {', '.join(f'`{each}`' for each in links)}"


def _without_group(check: Check) -> str:
    return check.id.partition("/")[2]


def passage_text(passage: spec.Passage) -> str:
    """The designer's words with the figures that show it."""
    figures = "".join(f", figure {number}" for number in passage.figures)
    return f"“{passage.words}”{figures}"


def _source_of(function: Callable[..., object]) -> str:
    module = inspect.getmodule(function)
    assert module is not None
    return f"spec/{module.__name__.replace('.', '/')}.py"
