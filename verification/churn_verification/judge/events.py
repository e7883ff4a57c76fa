"""What happened in a turn, in words that a tally can count.

A comparison that never saw a group removed says nothing about removal. So each event is counted,
and checks demand that the events they rest on took place.
"""

from collections.abc import Iterator

import churn_spec as spec


def events_of(before: spec.Position, turn: spec.Turn, after: spec.Position) -> Iterator[str]:
    """The events of one legal turn."""
    if isinstance(turn, spec.Swap):
        yield "swap taken"
        return
    if before.swap_on_offer:
        yield "swap declined"
    yield from _events_of_placement(before, turn)
    if not spec.empty_cells(before) - {turn} and not spec.is_over(after):
        yield "board filled, then stones removed"
    outcome = spec.winner(after)
    if outcome is not None:
        yield "tie" if outcome is spec.Outcome.TIE else f"{outcome.value} wins"


def _events_of_placement(before: spec.Position, cell: spec.Cell) -> Iterator[str]:
    formed = spec.formed_group(before, cell)
    joined = spec.groups(before.board, formed - {cell})
    yield f"joins {len(joined)}" if joined else "isolated"
    if not joined:
        return
    others = spec.groups(before.board, before.own - formed)
    smaller = [group for group in others if len(group) < len(formed)]
    if len(smaller) > 1:
        yield "several groups removed at once"
    if any(len(group) == len(formed) for group in others):
        yield "equal group stays"
    if any(len(group) > len(formed) for group in others):
        yield "larger group stays"
