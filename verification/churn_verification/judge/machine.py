"""A state machine that drives the players and the specification side by side.

Hypothesis chooses boards, positions and what happens next: legal turns, every kind of illegal
attempt, undo, the swap, jumps to arbitrary positions, symmetric images, exchanged colours. After
each step everything is asked of all players.

Boards grow in stages, so that what shows on a small board is found there. `shrink` makes the case
smaller still; Hypothesis' own shrinking, which replays the whole machine hundreds of times, takes
ten times as long and finds no smaller ones, so it is left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

import churn_spec as spec
from churn_verification.judge.judge import Judge
from churn_verification.judge.match import Match
from churn_verification.players import Ask
from churn_verification.strategies import WORD_EDGE_BOARDS, boards, meeting_positions, positions

STEPS = 20
"""The most steps of one example."""

EXPECTED_EVENTS = (
    "isolated",
    "joins 1",
    "joins 2",
    "joins 3",
    "several groups removed at once",
    "equal group stays",
    "larger group stays",
    "board filled, then stones removed",
    "red wins",
    "blue wins",
    "tie",
    "swap taken",
    "swap declined",
    "undo",
    "jump",
    "symmetric image",
    "colours exchanged",
    "refused by B1",
    "refused by T1",
    "refused by S1",
    "refused by P1",
    "refused by P2",
    "refused by E1",
    "ranking rises",
)
"""What must have happened in a run, or it has tested too little."""


def run_machine(
    judge: Judge,
    examples: int,
    seed_number: int,
    progress: Callable[[int, int], None] | None = None,
) -> Counter[str]:
    """Let Hypothesis drive players against the specification.

    Args:
        judge: compares the players.
        examples: how many examples to run in all stages together, at least one in each.
        seed_number: the seed; the same seed gives the same examples.
        progress: called with the number of the example that begins, and how many there will be.

    Returns:
        How often each event happened; `questions` counts what was asked.

    Raises:
        AllHaveFailed: no player has come through.
    """
    tally: Counter[str] = Counter()
    amounts = [max(1, examples * share // 100) for _, share in _STAGES]
    total, numbers = sum(amounts), count(1)

    def begins() -> None:
        if progress is not None:
            progress(min(next(numbers), total), total)

    for stage, ((on, _), amount) in enumerate(zip(_STAGES, amounts, strict=True)):
        machine = _machine_for(judge, on, tally, begins)
        run_state_machine_as_test(seed(seed_number + stage)(machine), settings=_settings(amount))
    return tally


_STAGES = (
    (boards(7), 30),
    (boards(12), 35),
    (boards(37), 25),
    (st.sampled_from(tuple(map(spec.read_board, WORD_EDGE_BOARDS))), 10),
)
"""Where boards come from in each stage, and the share of the examples in percent."""


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )


def _machine_for(
    judge: Judge,
    on: st.SearchStrategy[spec.Board],
    tally: Counter[str],
    begins: Callable[[], None],
) -> type["ChurnMachine"]:
    class Driven(ChurnMachine):
        """The machine for these players and boards."""

        boards = on

        def __init__(self) -> None:
            super().__init__()
            begins()

        def begin(self, position: spec.Position) -> Match:
            return Match(judge, position, tally)

    return Driven


def missing_events(tally: Counter[str], expected: Iterable[str] = EXPECTED_EVENTS) -> list[str]:
    """The events that should have happened and did not."""
    return [event for event in expected if not tally[event]]


class ChurnMachine(RuleBasedStateMachine):
    """The rules by which Hypothesis drives a match.

    Attributes:
        boards: where boards come from.
    """

    boards: st.SearchStrategy[spec.Board]

    def __init__(self) -> None:
        super().__init__()
        self.match: Match

    def begin(self, position: spec.Position) -> Match:
        """Begin a match at a position."""
        raise NotImplementedError

    def jump(self, position: spec.Position, event: str) -> None:
        """Go on from another position, on the same or another board."""
        self.match = self.begin(position)
        self.match.tally[event] += 1

    # Where play begins

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        """Begin on the empty board."""
        self.match = self.begin(spec.starting_position(data.draw(self.boards)))

    @rule(data=st.data(), swap=st.booleans())
    def open_a_game(self, data: st.DataObject, swap: bool) -> None:
        """Begin anew with a first turn, and take the swap or leave it on offer."""
        self.start(data)
        self.place(data)
        if swap and self.at.swap_on_offer:
            self.match.play("swap")

    @rule(data=st.data())
    def jump_anywhere(self, data: st.DataObject) -> None:
        """Go to any position, reachable or not."""
        self.jump(data.draw(positions(self.boards)), "jump")

    @rule(data=st.data())
    def jump_where_groups_meet(self, data: st.DataObject) -> None:
        """Go to a position where the next placement joins groups."""
        self.jump(data.draw(meeting_positions(self.boards)), "jump")

    @rule(data=st.data())
    def go_to_symmetric_image(self, data: st.DataObject) -> None:
        """Turn or mirror the position onto its board."""
        image = data.draw(st.sampled_from(spec.symmetries(self.at.board)))
        self.jump(spec.image_of(self.at, image), "symmetric image")

    @rule()
    def exchange_colours(self) -> None:
        """Exchange Red and Blue."""
        self.jump(spec.with_colours_exchanged(self.at), "colours exchanged")

    # Legal turns

    @precondition(lambda self: not spec.is_over(self.at))
    @rule(data=st.data())
    def place(self, data: st.DataObject) -> None:
        """Place a stone where it is legal."""
        self.match.play(self.draw_cell(data, spec.legal_placements(self.at)))

    @precondition(lambda self: not spec.is_over(self.at))
    @rule(data=st.data(), turns=st.integers(2, 12))
    def place_several(self, data: st.DataObject, turns: int) -> None:
        """Go on for some turns, so that games get long and ends are reached."""
        for _ in range(turns):
            if not spec.is_over(self.at):
                cell = self.draw_cell(data, spec.legal_placements(self.at))
                self.match.play(cell, Ask.TURNS)
        self.match.compare()

    @precondition(lambda self: self.at.swap_on_offer)
    @rule()
    def swap(self) -> None:
        """Take the swap."""
        self.match.play("swap")

    @precondition(lambda self: self.match.can_undo)
    @rule()
    def undo(self) -> None:
        """Take the last turn back."""
        self.match.undo()

    # Illegal attempts

    @rule(name=st.sampled_from(["a0", "a01", "zz9", "a99", "A1", "", "1a", "pass", "é1"]))
    def try_off_the_board(self, name: str) -> None:
        """Try a cell that no board here has, or after the end any turn."""
        self.match.try_illegal(name)

    @precondition(lambda self: self.at.red or self.at.blue)
    @rule(data=st.data())
    def try_occupied(self, data: st.DataObject) -> None:
        """Try a cell that holds a stone."""
        self.match.try_illegal(self.draw_cell(data, self.at.red | self.at.blue))

    @precondition(lambda self: self.illegal_but_empty())
    @rule(data=st.data())
    def try_not_isolated_or_not_smallest(self, data: st.DataObject) -> None:
        """Try an empty cell that P1 or P2 forbids."""
        self.match.try_illegal(self.draw_cell(data, self.illegal_but_empty()))

    @precondition(lambda self: not self.at.swap_on_offer)
    @rule()
    def try_swap_out_of_time(self) -> None:
        """Try the swap where it is not on offer."""
        self.match.try_illegal("swap")

    # What the rules are made of

    @property
    def at(self) -> spec.Position:
        """The position."""
        return self.match.at

    def illegal_but_empty(self) -> frozenset[spec.Cell]:
        """The empty cells where a placement is illegal."""
        return spec.empty_cells(self.at) - spec.legal_placements(self.at)

    def draw_cell(self, data: st.DataObject, cells: frozenset[spec.Cell]) -> str:
        """Draw one of some cells, by name."""
        return spec.write_cell(self.at.board, data.draw(st.sampled_from(sorted(cells))))
