"""Which checks of the suite a request means."""

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

from churn_verification.registry import Check, Kind, Level, Registry


class SelectionError(Exception):
    """A request that means no check; the text says what would mean some."""


def checks_wanted(registry: Registry, patterns: Sequence[str], level: Level) -> list[Check]:
    """The checks of a level that were asked for.

    Args:
        registry: the suite.
        patterns: ids, in which * stands for anything; none at all is every check.
        level: the level of the run.

    Raises:
        SelectionError: a pattern fits no check, or only checks of a higher level.
    """
    at_level = registry.at_level(level)
    for pattern in patterns:
        if not any(fnmatchcase(check.id, pattern) for check in at_level):
            raise SelectionError(_nothing_fits(registry, pattern, level))
    return [
        check
        for check in at_level
        if not patterns or any(fnmatchcase(check.id, each) for each in patterns)
    ]


def those_of(checks: Sequence[Check], kinds: Collection[Kind]) -> list[Check]:
    """The checks of some kinds, which can be repeated with other seeds.

    Raises:
        SelectionError: there are none.
    """
    wanted = [check for check in checks if check.kind in kinds]
    if not wanted:
        names = " or ".join(kind.value for kind in kinds)
        raise SelectionError(f"--for repeats checks that sample ({names}); none was selected")
    return wanted


def _nothing_fits(registry: Registry, pattern: str, level: Level) -> str:
    higher = [check for check in registry if fnmatchcase(check.id, pattern)]
    if higher:
        levels = list(Level)
        first = min(higher, key=lambda check: levels.index(check.level))
        return (
            f"check {first.id} runs from level {first.level.value}, not at {level.value}:"
            f" add --level {first.level.value}"
        )
    near = get_close_matches(pattern, [check.id for check in registry], cutoff=0.5)
    advice = f"the nearest are {', '.join(near)}" if near else "--list shows them all"
    return f"no check is called {pattern!r}; {advice}"
