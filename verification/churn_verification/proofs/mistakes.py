"""Mistaken rules: one deliberate misreading each, under which a theorem must be refuted.

A mistake is made where a reader of the rules makes it: in the specification's source. Groups and
sizes are computed then, so that a counterexample is a real position.
"""

from churn_verification.proofs.algebra import Number, Word
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.specification import Slip
from churn_verification.proofs.theorem import Control


class _FirstCellForgotten(Computed):
    """A count that leaves out the first cell."""

    def size(self, word: Word) -> Number:
        """How many cells a set has, not counting the first cell of the board."""
        return super().size(word & self.algebra.complement(self.algebra.word(1)))


# Groups ------------------------------------------------------------------------------------------

FILL_STOPS_EARLY = Control(
    "one-step-short",
    "A group's stones are no longer followed once four were found.",
    (Slip("group_of", "while found:", "while found and len(group) < 4:"),),
)
FILL_LEAKS = Control(
    "leaky",
    "A group goes on over empty cells.",
    (Slip("group_of", "(beside & stones) - group", "beside - group"),),
)
LAST_STONE_LEFT_OUT = Control(
    "last-stone-left-out",
    "When a single stone is left it is not taken for a group.",
    (Slip("groups", "while rest:", "while len(rest) > 1:"),),
)
FIRST_CELL_FORGOTTEN = Control(
    "first-cell-forgotten",
    "The first cell of the board is not counted.",
    foundation=_FirstCellForgotten,
)

# What may be done --------------------------------------------------------------------------------

LARGEST_FOR_SMALLEST = Control(
    "largest-for-smallest",
    "Where no placement is isolated, the largest group must be formed.",
    (Slip("smallest_joining_placements", "min(formed_size", "max(formed_size"),),
)
ANY_JOINING_PLACEMENT = Control(
    "any-joining-placement",
    "Where no placement is isolated, any will do.",
    (Slip("smallest_joining_placements", " if size == smallest", ""),),
)
ISOLATION_IS_OPTIONAL = Control(
    "isolation-is-optional",
    "An isolated placement need not be made.",
    (Slip("legal_placements", "isolated_placements(position) or ", ""),),
)
ANYWHERE = Control(
    "anywhere",
    "Any empty cell will do.",
    (
        Slip(
            "legal_placements",
            "isolated_placements(position) or smallest_joining_placements",
            "empty_cells",
        ),
    ),
)
ONLY_ISOLATED = Control(
    "only-isolated-placements",
    "Where no isolated placement exists, none is legal.",
    (Slip("legal_placements", " or smallest_joining_placements(position)", ""),),
)
RED_PLACES_ANYWHERE = Control(
    "red-places-anywhere",
    "Red need not form the smallest group.",
    (
        Slip(
            "legal_placements",
            "return isolated",
            "return empty_cells(position) if position.mover is Colour.RED else isolated",
        ),
    ),
)
A_CELL_COUNTS_AS_ISOLATED = Control(
    "a-cell-counts-as-isolated",
    "The first cell counts as isolated whatever is next to it.",
    (
        Slip(
            "isolated_placements",
            "& position.own",
            "& position.own or cell == cells_of(position.board)[0]",
        ),
    ),
)
OCCUPIED_CELLS_TOO = Control(
    "occupied-cells-too",
    "A cell with an enemy stone on it counts as empty.",
    (Slip("empty_cells", " - position.red - position.blue", " - position.own"),),
)

# The formed group --------------------------------------------------------------------------------

ENEMY_STONES_COUNT = Control(
    "enemy-stones-count",
    "Enemy stones join groups as friendly ones do.",
    (Slip("formed_group", "position.own |", "position.own | position.enemy |"),),
)
ONE_JOINED_STONE_FORGOTTEN = Control(
    "one-joined-group-forgotten",
    "One of the stones beside the new stone is not joined.",
    (
        Slip(
            "formed_group",
            "position.own | {cell}",
            "(position.own | {cell})"
            " - {min(neighbours_of(position.board, cell) & position.own, default=cell)}",
        ),
    ),
)

# What a turn does --------------------------------------------------------------------------------

EQUAL_GROUPS_REMOVED = Control(
    "equal-groups-removed",
    "Groups as large as the formed one are removed too.",
    (Slip("removed_stones", "len(group) < len(formed)", "len(group) <= len(formed)"),),
)
EQUAL_OTHER_GROUPS_REMOVED = Control(
    "equal-other-groups-removed",
    "Other groups as large as the formed one are removed too.",
    (
        Slip(
            "removed_stones",
            "len(group) < len(formed)",
            "len(group) <= len(formed) and cell not in group",
        ),
    ),
)
LARGER_GROUPS_REMOVED = Control(
    "larger-groups-removed",
    "The larger groups are removed, not the smaller ones.",
    (Slip("removed_stones", "len(group) < len(formed)", "len(group) > len(formed)"),),
)
SINGLE_STONES_ONLY = Control(
    "single-stones-only",
    "Of the smaller groups only the single stones are removed.",
    (
        Slip(
            "removed_stones",
            "len(group) < len(formed)",
            "len(group) == 1 and len(group) < len(formed)",
        ),
    ),
    board="3",
)
NOTHING_REMOVED = Control(
    "nothing-removed",
    "No group is removed.",
    (Slip("friendly_stones_after", " - removed_stones(position, cell)", ""),),
)
REMOVAL_BEFORE_PLACEMENT = Control(
    "removal-before-placement",
    "The groups are removed as they were before the stone was placed.",
    (
        Slip("removed_stones", "position.own | {cell}", "position.own"),
        Slip("friendly_stones_after", "position.own | {cell}", "position.own"),
        Slip(
            "friendly_stones_after",
            "(position.own) - removed_stones(position, cell)",
            "(position.own - removed_stones(position, cell)) | {cell}",
        ),
    ),
)
ENEMY_STONES_REMOVED = Control(
    "enemy-stones-removed",
    "Enemy stones beside the new stone are removed too.",
    (
        Slip(
            "play",
            "(own, position.blue)",
            "(own, position.blue - neighbours_of(position.board, turn))",
        ),
        Slip(
            "play",
            "(position.red, own)",
            "(position.red - neighbours_of(position.board, turn), own)",
        ),
    ),
)
ENEMY_STONE_TAKEN_OVER = Control(
    "enemy-stones-change-hands",
    "Enemy stones beside the new stone change hands.",
    (
        Slip(
            "play",
            "own = friendly_stones_after(position, turn)",
            "own = friendly_stones_after(position, turn)"
            " | (position.enemy & neighbours_of(position.board, turn))",
        ),
        Slip("play", "(own, position.blue)", "(own, position.blue - own)"),
        Slip("play", "(position.red, own)", "(position.red - own, own)"),
    ),
)

# The swap and the end ----------------------------------------------------------------------------

OVER_BEFORE_REMOVAL = Control(
    "over-before-removal",
    "A placement that fills the board ends the game, whatever it would remove.",
    (
        Slip(
            "friendly_stones_after",
            "removed_stones(position, cell)",
            "(removed_stones(position, cell) if empty_cells(position) != {cell} else frozenset())",
        ),
    ),
)
OVER_ONE_CELL_EARLY = Control(
    "over-one-cell-early",
    "The game is over when one cell is left.",
    (Slip("is_over", "not empty_cells(position)", "len(empty_cells(position)) < 2"),),
)
TIES_GO_TO_RED = Control(
    "ties-go-to-red",
    "Red wins unless Blue has more stones.",
    (Slip("winner", "return Outcome.TIE", "return Outcome.RED"),),
    board="3-2-2-3-2-2",
)
MAJORITY_OF_TWO = Control(
    "majority-of-two",
    "A majority is a lead of at least two stones.",
    (Slip("winner", "lead == 0", "lead < 2 and lead > -2"),),
)
THE_MINORITY_WINS = Control(
    "the-minority-wins",
    "The colour with fewer stones wins.",
    (Slip("winner", "lead > 0", "lead < 0"),),
)
COLOURS_WIN_AND_NOT_SEATS = Control(
    "colours-win-and-not-seats",
    "After a swap the player who first held a colour still wins with it.",
    (
        Slip("seat_of", "self.red_seat if", "Seat.FIRST if"),
        Slip("seat_of", "self.red_seat.other", "Seat.SECOND"),
    ),
)
SWAP_OFFERED_AGAIN = Control(
    "swap-offered-while-blue-has-no-stone",
    "The swap is offered after any turn of Red's that finds no blue stone.",
    (
        Slip(
            "offers_swap",
            "position == starting_position(position.board)",
            "position.mover is Colour.RED and not position.blue",
        ),
    ),
)
SWAP_STAYS_ON_OFFER = Control(
    "swap-stays-on-offer",
    "A swap may be answered by another one.",
    (Slip("play", "replace(position, swap_on_offer=False)", "position"),),
)
SWAP_PASSES_THE_MOVE = Control(
    "swap-passes-the-move",
    "After a swap Red is to move.",
    (Slip("play", "swap_on_offer=False", "swap_on_offer=False, mover=position.mover.other"),),
)
SEATS_STAY = Control(
    "seats-stay",
    "The players keep their colours when they swap.",
    (Slip("take_turn", "game.red_seat.other if turn is SWAP else game.red_seat", "game.red_seat"),),
)
SWAP_AT_ANY_TIME = Control(
    "swap-at-any-time",
    "The swap may be taken whenever one likes.",
    (Slip("require_legal", "not position.swap_on_offer", "is_over(position)"),),
)
