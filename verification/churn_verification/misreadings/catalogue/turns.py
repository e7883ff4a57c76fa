"""Misreadings of turns, the swap and taking back (T1, S1)."""

from churn_verification.misreadings import rules
from churn_verification.misreadings.mutant import Mutant, Origin, misreading
from churn_verification.misreadings.state import BLUE, RED, State, cells_in


def _blue_first(at: State) -> State:
    return at if any(at.stones) else at._replace(mover=BLUE)


def _has_one_placement(at: State) -> bool:
    return not at.rules.over(at) and at.rules.legal(at).bit_count() == 1


def _passing_over_the_forced(at: State, cell: int) -> State:
    after = rules.place(at, cell)
    return after._replace(mover=at.mover) if _has_one_placement(after) else after


def _playing_the_forced(at: State, cell: int) -> State:
    after = rules.place(at, cell)
    if not _has_one_placement(after):
        return after
    return rules.place(after, next(cells_in(after.rules.legal(after))))


def _not_own(at: State) -> int:
    return at.lattice.full & ~at.stones[at.mover]


def _turn_lost(at: State) -> State:
    return at._replace(mover=1 - at.mover)


def _in_the_opponents_favour(at: State, cell: int) -> State:
    if at.empty.bit_count() > 1:
        return rules.place(at, cell)
    return rules.place(at._replace(mover=1 - at.mover), cell)._replace(mover=1 - at.mover)


def _always(_before: State, after: State) -> bool:
    return after.empty != 0


def _never(_before: State, _after: State) -> bool:
    return False


def _on_the_third_turn(before: State, after: State) -> bool:
    return before.stones[RED].bit_count() == 1 and not before.stones[BLUE] and after.empty != 0


def _red_to_move(at: State) -> State:
    return rules.swap(at)._replace(mover=RED)


def _stone_lost(at: State) -> State:
    return rules.with_side(rules.swap(at), RED, 0, ())


def _stone_blue(at: State) -> State:
    red = rules.with_side(rules.swap(at), RED, 0, ())
    return rules.with_side(red, BLUE, at.stones[RED], at.groups[RED])


def _same_seats(at: State) -> State:
    return rules.swap(at)._replace(red_seat=at.red_seat)


def _stone_taken_off_alone(before: State, after: State) -> State:
    left = before.stones[before.mover] & after.stones[before.mover]
    groups = before.rules.groups(before.lattice, left)
    return rules.with_side(before, before.mover, left, groups)


def _seats_as_they_are(before: State, after: State) -> State:
    return before._replace(red_seat=after.red_seat)


MUTANTS: tuple[Mutant, ...] = (
    misreading(
        "blue-first",
        "T1",
        Origin.SLIP,
        "colours in alphabetical order",
        "Blue takes the first turn.",
        opening=_blue_first,
    ),
    misreading(
        "passes-when-single",
        "T1",
        Origin.PROSE,
        "no choice, read as no turn",
        "A player with one legal placement only is passed over.",
        place=_passing_over_the_forced,
    ),
    misreading(
        "forced-turn-plays-itself",
        "T1",
        Origin.SLIP,
        "a convenience of the program that got into the rules",
        "The only legal placement of a player is made at once, within the turn before.",
        place=_playing_the_forced,
    ),
    misreading(
        "enemy-cells-count-as-free",
        "T1",
        Origin.PUBLIC,
        "github.com/ryanbhayward/games-puzzles-algorithms/pull/10: two players could play the same"
        " cell",
        "A stone may be placed where an enemy stone stands.",
        free=_not_own,
    ),
    misreading(
        "illegal-turn-loses-the-turn",
        "T1",
        Origin.PUBLIC,
        "github.com/aimacode/aima-python/issues/381: an illegal move changed the player",
        "After an illegal attempt it is the opponent's turn.",
        refused=_turn_lost,
    ),
    misreading(
        "last-cell-in-the-opponents-favour",
        "T1 R1",
        Origin.SLIP,
        "the side to move is advanced before the turn is carried out",
        "With one cell left its filling is legal as it should be, but the stone and the removal are"
        " the opponent's.",
        place=_in_the_opponents_favour,
    ),
    misreading(
        "swap-always",
        "S1",
        Origin.SLIP,
        "the number of the turn is not looked at",
        "The swap is on offer on every turn but the first.",
        offers_swap=_always,
    ),
    misreading(
        "swap-never",
        "S1",
        Origin.PUBLIC,
        "github.com/aclap-dev/jocly/issues/31: the swap rule was missing",
        "The swap is never on offer.",
        offers_swap=_never,
    ),
    misreading(
        "swap-on-the-third-turn",
        "S1",
        Origin.SLIP,
        "turns counted from 0",
        "The swap is on offer on the third turn, to Red.",
        offers_swap=_on_the_third_turn,
    ),
    misreading(
        "swap-and-place",
        "S1",
        Origin.PROSE,
        '"Churn uses the pie rule", read as swapping before the second turn, not instead of it',
        "Who takes the swap places the next stone too: after it Red is to move.",
        swap=_red_to_move,
    ),
    misreading(
        "swap-takes-the-stone-off",
        "S1",
        Origin.SLIP,
        "the first turn is taken back, to be played anew",
        "After the swap the board is empty.",
        swap=_stone_lost,
    ),
    misreading(
        "swap-recolours-and-keeps-the-mover",
        "S1",
        Origin.PUBLIC,
        "github.com/stevens68/twixtbot-ui/issues/17: players and stones were both swapped",
        "The swap makes the stone blue, and still Blue is to move.",
        swap=_stone_blue,
    ),
    misreading(
        "swap-keeps-the-seats",
        "S1",
        Origin.SLIP,
        "the swap changes a label on the screen and nothing else",
        "After the swap each player still holds the colour from before.",
        swap=_same_seats,
    ),
    misreading(
        "undo-forgets-removed-stones",
        "T1 R1",
        Origin.PUBLIC,
        "github.com/quasoft/backgammonjs/issues/4, github.com/shubhendusaurabh/draughts.js/pull/2:"
        " captured pieces did not come back",
        "Taking a turn back takes the stone off and does not bring back what it removed.",
        undo=_stone_taken_off_alone,
    ),
    misreading(
        "undo-forgets-the-seats",
        "S1",
        Origin.SLIP,
        "seats are not a part of what is kept for taking back",
        "Taking the swap back leaves the seats exchanged.",
        undo=_seats_as_they_are,
    ),
)
