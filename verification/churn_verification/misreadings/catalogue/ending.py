"""Misreadings of the end (E1, E2, B2, F1)."""

from churn_verification.misreadings import rules
from churn_verification.misreadings.mutant import Mutant, Origin, misreading
from churn_verification.misreadings.state import BLUE, COLOURS, RED, State


def _full_before_removal(at: State) -> bool:
    return at.filled or not at.empty


def _none_on_the_last_cell(at: State, cell: int) -> int:
    return rules.removed(at, cell) if at.empty.bit_count() > 1 else 0


def _full_after_reds_turn(at: State) -> bool:
    return at.mover == BLUE and not at.empty


def _nearly_full(at: State) -> bool:
    return at.empty.bit_count() <= 1


def _after_a_thousand_turns(at: State) -> bool:
    return not at.empty or at.turn_number > 1_001


def _last_to_move(at: State) -> str:
    return COLOURS[1 - at.mover]


def _not_more_blue(at: State) -> str:
    return COLOURS[BLUE if at.stones[BLUE].bit_count() > at.stones[RED].bit_count() else RED]


def _by(red: int, blue: int) -> str:
    if red == blue:
        return "tie"
    return COLOURS[RED if red > blue else BLUE]


def _fewer_stones(at: State) -> str:
    return _by(at.stones[BLUE].bit_count(), at.stones[RED].bit_count())


def _more_groups(at: State) -> str:
    return _by(len(at.groups[RED]), len(at.groups[BLUE]))


def _largest_group(at: State) -> str:
    red, blue = (max((group.size for group in groups), default=0) for groups in at.groups)
    return _by(red, blue)


def _smallest_first(at: State, colour: int) -> tuple[int, ...]:
    return rules.ranking(at, colour)[::-1]


MUTANTS: tuple[Mutant, ...] = (
    misreading(
        "end-before-removal",
        "E1",
        Origin.PROSE,
        '"Once the board has filled", without "at the conclusion of a turn"; the like was seen in'
        " github.com/freeboardgames/FreeBoardGames.org/pull/976",
        "A placement that fills the board ends the game, whatever it removes then.",
        over=_full_before_removal,
    ),
    misreading(
        "no-removal-on-the-last-cell",
        "E1 R1",
        Origin.PROSE,
        '"Once the board has filled", read as the end of everything, removal included',
        "Filling the last cell ends the game on the spot: nothing is removed any more.",
        removed=_none_on_the_last_cell,
    ),
    misreading(
        "end-after-reds-turn-only",
        "E1",
        Origin.PUBLIC,
        "github.com/SethPipho/monte-carlo-tree-search-js/issues/1: the end was seen after one"
        " player's moves only",
        "The game is over only when Red has filled the board.",
        over=_full_after_reds_turn,
    ),
    misreading(
        "end-with-one-cell-left",
        "E1",
        Origin.SLIP,
        "off by one",
        "The game is over when one cell is left.",
        over=_nearly_full,
    ),
    misreading(
        "end-after-1000-turns",
        "E1 F1",
        Origin.PUBLIC,
        "github.com/Ludeme/Ludii/pull/30: a limit of moves ended games in a draw",
        "After more than 1,000 turns the game is over.",
        over=_after_a_thousand_turns,
    ),
    misreading(
        "last-mover-wins",
        "E2",
        Origin.PROSE,
        '"at the conclusion of a turn, the player", read as the player whose turn it was',
        "Who fills the board wins.",
        outcome=_last_to_move,
    ),
    misreading(
        "tie-goes-to-red",
        "E2 B2",
        Origin.SLIP,
        ">= for >",
        "On a board that is shared equally Red wins.",
        outcome=_not_more_blue,
    ),
    misreading(
        "fewer-stones-win",
        "E2",
        Origin.SLIP,
        "the colours exchanged in the count",
        "Who has fewer stones wins.",
        outcome=_fewer_stones,
    ),
    misreading(
        "more-groups-win",
        "E2",
        Origin.PROSE,
        '"majority", read as of groups, which the rest of the rules are about',
        "Who has more groups wins.",
        outcome=_more_groups,
    ),
    misreading(
        "largest-group-wins",
        "E2",
        Origin.PROSE,
        '"majority", read as the largest group, as in other games of the kind',
        "Who has the largest group wins.",
        outcome=_largest_group,
    ),
    misreading(
        "ranking-smallest-first",
        "F1",
        Origin.SLIP,
        "sorted in the usual order",
        "The ranking lists the smallest group first.",
        ranking=_smallest_first,
    ),
)
