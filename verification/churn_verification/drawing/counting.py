"""Numbers of things in words."""


def counted(number: int, what: str) -> str:
    """A number with its noun, in the singular where it is one: `1 turn`, `2,345 turns`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
