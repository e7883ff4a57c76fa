"""What `churnproof verify` is asked to run: from its options to the plan of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from churn_verification.cli.common import RequestError
from churn_verification.drawing.counting import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from churn_verification.registry import Check, Level, Registry
    from churn_verification.views.recording import Plan


@dataclass(frozen=True)
class Wanted:
    """What the options ask for.

    Attributes:
        level: the level.
        seed: the seed.
        patterns: ids of checks, in which `*` stands for anything; none of them means all checks.
        repeated: whether checks are to be repeated for a time.
        given: the names of those options that were given and not left out.
    """

    level: Level
    seed: int
    patterns: tuple[str, ...]
    repeated: bool
    given: Collection[str]


def refuse_what_does_not_fit(
    resume: bool,
    folder: Path | None,
    seconds: int | None,
    scheduler: str | None,
    limit: float | None,
) -> None:
    """Refuse options that are of no use without or beside others.

    Raises:
        RequestError: there are such.
    """
    if resume and folder is None:
        raise RequestError("--resume needs --report DIR, the folder of the run to continue")
    if scheduler is not None and seconds is None:
        raise RequestError("--scheduler needs --for TIME; a cluster runs repeated checks only")
    if scheduler is not None and limit is not None:
        raise RequestError("--limit applies to processes of this machine, not to --scheduler")


def plan_of(registry: Registry, wanted: Wanted, folder: Path | None, resume: bool) -> Plan:
    """What is to be run; the folder is ready for its reports then.

    Raises:
        RequestError: nothing fits, or the folder is not one to use.
    """
    from churn_verification.views.folder import FolderError, prepare_folder
    from churn_verification.views.recording import new_plan, resumed_plan

    try:
        if resume and folder is not None:
            plan = resumed_plan(folder, registry, wanted.repeated)
            _require_same_run(plan, wanted, registry, folder)
        else:
            checks = selected(registry, wanted.patterns, wanted.level, wanted.repeated)
            plan = new_plan(checks, wanted.level, wanted.seed, wanted.repeated)
        if folder is not None:
            prepare_folder(folder)
    except FolderError as error:
        raise RequestError(str(error)) from None
    return plan


def _require_same_run(plan: Plan, wanted: Wanted, registry: Registry, folder: Path) -> None:
    """Refuse to go on with another run than the options that were given describe."""
    course = plan.course
    same = {
        "level_name": wanted.level is course.level,
        "seed": wanted.seed == course.seed,
    }
    differs = [name for name in wanted.given if not same[name]]
    if wanted.patterns and not differs:
        checks = selected(registry, wanted.patterns, course.level, wanted.repeated)
        if {check.id for check in checks} != {check.id for check in plan.checks}:
            differs.append("patterns")
    if differs:
        raise RequestError(
            f"{folder} holds another run: level {course.level.value}, seed {course.seed},"
            f" {counted(len(plan.checks), 'check')}; use --resume alone to continue it"
        )


def selected(
    registry: Registry, patterns: Sequence[str], level: Level, repeated: bool
) -> list[Check]:
    """The checks that fit, or of those the ones that are worth repeating.

    Raises:
        RequestError: there are none.
    """
    from churn_verification.running.rounds import SAMPLING
    from churn_verification.running.selection import SelectionError, checks_wanted, those_of

    try:
        checks = checks_wanted(registry, patterns, level)
        return those_of(checks, SAMPLING) if repeated else checks
    except SelectionError as error:
        raise RequestError(str(error)) from None
