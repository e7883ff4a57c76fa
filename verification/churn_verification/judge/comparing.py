"""How a comparison becomes the results of checks.

A comparison leads a judge through something: games, positions, counts. All players that a group of
checks is about go through it together, so that the specification answers each question once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from churn_verification.judge.difference import Difference
from churn_verification.judge.judge import Judge, Tally, WrongAnswer
from churn_verification.judge.match import AllHaveFailed
from churn_verification.judge.reference import Reference
from churn_verification.judge.shrink import asked_anew, followed_down, smallest
from churn_verification.players import ENGINES, Implementation, Player, SessionPlayer
from churn_verification.registry import Check, Context, Kind, Level, Reach, Together
from churn_verification.results import Counterexample, Result, failed, held

Compare = Callable[[Judge, Context], Mapping[str, int]]
"""Leads a judge through something; returns what was covered, as counts."""

Shrink = Callable[[WrongAnswer], WrongAnswer]


@dataclass(frozen=True)
class Compared:
    """A player, and how to make a wrong answer of it smaller.

    Attributes:
        player: who is asked.
        shrink: gives the smallest wrong answer that shows the same.
    """

    player: Player
    shrink: Shrink

    def smallest(self, found: WrongAnswer) -> Counterexample:
        """The smallest case that shows a wrong answer."""
        return self.shrink(found).counterexample(self.player.name)


def compared(make: Callable[[], Player]) -> Compared:
    """A player whose wrong answers are made smaller, each question being asked of a fresh one.

    Args:
        make: makes the player.
    """
    differs = asked_anew(make)

    def shrunk(found: WrongAnswer) -> WrongAnswer:
        return smallest(differs, followed_down(differs, Reference(), found))

    return Compared(make(), shrunk)


def played(implementation: Implementation) -> Compared:
    """An implementation of this project as a player."""
    return compared(partial(SessionPlayer, implementation))


FORM = "{form}"
"""Stands in a comparison's id for the form of the engine."""


def _engine_forms() -> dict[str, Callable[[], Compared]]:
    return {form: partial(played, engine) for form, engine in ENGINES.items()}


@dataclass(frozen=True)
class Comparison:
    """A comparison that every form of the engine goes through, as one check for each.

    Attributes:
        id: the ids of the checks, with `{form}` for the form of the engine.
        sentence: what holds when a check holds, with `{name}` for the player.
        clauses: ids of the clauses it speaks for.
        kind: what sort of evidence it gives.
        level: the first level at which it runs.
        compare: leads a judge through it.
        cost: roughly how many seconds it takes at its first level, with one player.
        looks_at: how far it looks, where that is not what its kind usually does.
        players: makes the players by the names that stand for `{form}`.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    kind: Kind
    level: Level
    compare: Compare
    cost: float = 1.0
    looks_at: Reach | None = None
    players: Mapping[str, Callable[[], Compared]] = field(default_factory=_engine_forms)

    @property
    def topic(self) -> str:
        """The id without the form of the engine."""
        return self.id.replace(f"/{FORM}", "", 1)

    def checks(self) -> Iterator[Check]:
        """The checks, which share one run."""
        makers = {self.id.format(form=form): maker for form, maker in self.players.items()}
        together = Together(self.topic, partial(_run, self.compare, makers))
        for check_id, maker in makers.items():
            yield Check(
                id=check_id,
                sentence=self.sentence.format(name=maker().player.name),
                clauses=self.clauses,
                kind=self.kind,
                level=self.level,
                run=together.alone(check_id),
                cost=self.cost,
                looks_at=self.looks_at,
                together=together,
            )


def _run(
    compare: Compare,
    makers: Mapping[str, Callable[[], Compared]],
    ids: Sequence[str],
    context: Context,
) -> dict[str, Result]:
    """Lead some players through a comparison; gives the results by the ids of their checks."""
    going = {check_id: makers[check_id]() for check_id in ids}
    judge = Judge([each.player for each in going.values()])
    try:
        covered = led_through(compare, judge, context)
    except Difference as difference:  # the specification contradicts itself, or outside evidence
        case = difference.counterexample
        return {check_id: failed(str(difference), counterexample=case) for check_id in ids}
    return {
        check_id: _result(judge.tallies[each.player.name], each, covered)
        for check_id, each in going.items()
    }


def led_through(compare: Compare, judge: Judge, context: Context) -> Mapping[str, int]:
    """Lead a judge through a comparison until its end, or until every player has failed.

    Returns:
        What was covered; nothing where every player has failed.
    """
    try:
        return compare(judge, context)
    except AllHaveFailed:
        return {}


def _result(tally: Tally, going: Compared, covered: Mapping[str, int]) -> Result:
    name = going.player.name
    if tally.wrong:
        example = going.smallest(tally.wrong[0])
        return failed(f"{example.question}: {example.said}", counterexample=example)
    for case, trouble in tally.troubles[:1]:
        return failed(f"the {name} crashed on {case.question}: {trouble.message}")
    return held(covered)


@dataclass(frozen=True)
class Comparing:
    """The function of a check that compares an implementation with outside evidence.

    What is compared and how stay apart, so the same can be done with another implementation.

    Attributes:
        implementation: what is compared.
        compare: compares an implementation; returns what was covered, raises `Difference`.
    """

    implementation: Implementation
    compare: Callable[[Implementation, Context], Mapping[str, int]]

    def __call__(self, context: Context) -> Result:
        """Compare; a difference is reported as it was found."""
        return result_of(lambda: self.compare(self.implementation, context))


def result_of(comparison: Callable[[], Mapping[str, int]]) -> Result:
    """Run a comparison that returns what was covered or raises `Difference`."""
    try:
        return held(comparison())
    except Difference as difference:
        return failed(str(difference), counterexample=difference.counterexample)
