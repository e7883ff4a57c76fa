"""Lengths of time as text: `2h`, `90m`, `1h30m` to read, `1 h 30 min` to write."""

import re

_PARTS = re.compile(r"(?:(\d{1,4})d)?(?:(\d{1,6})h)?(?:(\d{1,7})m)?(?:(\d{1,9})s)?")
_SECONDS = (86_400, 3_600, 60, 1)


def read_duration(text: str) -> int:
    """The seconds of a length of time.

    Raises:
        ValueError: it cannot be read, or is nothing.
    """
    parts = _PARTS.fullmatch(text)
    seconds = (
        sum(int(part or 0) * unit for part, unit in zip(parts.groups(), _SECONDS, strict=True))
        if parts
        else 0
    )
    if not seconds:
        raise ValueError(f"{text!r} is not a length of time; write 90s, 20m or 1h30m")
    return seconds


def write_duration(seconds: float) -> str:
    """A length of time in its two largest units, as people say it."""
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def write_estimate(seconds: float) -> str:
    """A length of time that is only known roughly, in one unit."""
    for unit, length in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            number = seconds / length
            return f"{number:.0e} {unit}" if number >= 1e5 else f"{number:,.0f} {unit}"
    return f"{seconds:.0f} s"
