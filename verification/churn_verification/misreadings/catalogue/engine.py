"""Slips in the engine's own text: its board, its stones, its games and its kernels."""

from churn_verification.misreadings.engine_copy import Edit, EditedEngine, Form
from churn_verification.misreadings.mutant import Mutant, Origin


def _slip(mutant_id: str, clauses: str, form: Form, edit: Edit, *texts: str) -> Mutant:
    """The engine with one line changed; the texts are the source and the sentence."""
    source, sentence = texts
    return Mutant(
        id=mutant_id,
        clauses=tuple(clauses.split()),
        sentence=sentence,
        origin=Origin.SLIP,
        source=f"{source}; {edit.file}: `{edit.old.strip()}` became `{edit.new.strip()}`",
        implementation=EditedEngine(f"mutant {mutant_id}", form, edit),
    )


_STEPPING = (
    _slip(
        "engine-no-right-neighbour",
        "B1",
        "stepping",
        Edit("board.py", "(0, -2), (0, 2)", "(0, -2), (0, -2)"),
        "a line copied and not changed",
        "No cell of the engine's board knows its right neighbour.",
    ),
    _slip(
        "engine-left-corner-a-row-low",
        "B1",
        "stepping",
        Edit(
            "board.py",
            "repeat(-1, upper_left - 1), repeat(1, lower_left - 1)",
            "repeat(-1, lower_left - 1), repeat(1, upper_left - 1)",
        ),
        "two sides exchanged",
        "The left corner of the engine's board is as far down as the lower left side is long: wrong"
        " where the two left sides differ.",
    ),
    _slip(
        "engine-rows-named-from-the-top",
        "B1",
        "stepping",
        Edit("board.py", "row_name(len(lengths) - 1 - row)", "row_name(row)"),
        "rows counted as they are stored",
        "The engine calls the top row a.",
    ),
    _slip(
        "engine-equal-groups-removed",
        "R2",
        "stepping",
        Edit("stones.py", "group.size >= formed.size", "group.size > formed.size"),
        "> for >=",
        "The engine keeps larger groups only.",
    ),
    _slip(
        "engine-sizes-overwritten",
        "P2",
        "stepping",
        Edit(
            "stones.py",
            "enlarged.get(size + group.size, 0) | touching",
            "touching",
        ),
        "a dictionary's value set instead of added to",
        "Where cells come to one size from two sides the engine keeps those of one of them.",
    ),
    _slip(
        "engine-one-group-united",
        "P2 R1",
        "stepping",
        Edit("stones.py", "_joined([single, *touched])", "_joined([single, *touched[:1]])"),
        "a union of two where there can be more",
        "Groups of a position that was read are united in twos; a third is lost.",
    ),
    _slip(
        "engine-legal-for-the-mover-again",
        "T1 P1 P2",
        "stepping",
        Edit(
            "game.py",
            "self._placements(state.other, own)",
            "self._placements(own, state.other)",
        ),
        "arguments exchanged",
        "After a turn the engine has the legal placements of the side that has just moved.",
    ),
    _slip(
        "engine-swap-on-a-full-board",
        "S1",
        "stepping",
        Edit("game.py", "was_first_turn and placements.mask != 0", "was_first_turn"),
        "the board of one cell forgotten",
        "After the first turn the engine offers the swap on a full board too.",
    ),
    _slip(
        "engine-undo-keeps-the-turn-number",
        "T1",
        "stepping",
        Edit("game.py", "        self._turns.pop()\n", ""),
        "one of two stacks forgotten",
        "Taking a turn back leaves the number of the next turn as it was.",
    ),
)

_KERNELS = (
    _slip(
        "kernel-three-singles-count-as-one",
        "P2",
        "kernels",
        Edit("kernels/formulas.py", "empty & ones & ~twos & ~larger", "empty & ones & ~larger"),
        "the higher digit forgotten",
        "A placement beside three single stones counts as forming two.",
    ),
    _slip(
        "kernel-larger-groups-overlooked",
        "P2",
        "kernels",
        Edit("kernels/formulas.py", "empty & ones & ~twos & ~larger", "empty & ones & ~twos"),
        "the shortcut for two looks at single stones alone",
        "A placement beside a single stone and a larger group counts as forming two.",
    ),
    _slip(
        "kernel-carry-lost",
        "P2",
        "kernels",
        Edit(
            "kernels/formulas.py",
            "(digit & reach) | (carry & (digit ^ reach))",
            "digit & reach",
        ),
        "half of a full adder",
        "In sums of sizes a carry into a digit that is added to is lost.",
    ),
    _slip(
        "kernel-second-single-not-counted",
        "P2",
        "kernels",
        Edit("kernels/formulas.py", "twos ^ (ones & neighbours)", "twos"),
        "no carry from the lower digit",
        "A cell beside two single stones counts as beside none.",
    ),
    _slip(
        "kernel-removed-cells-stay-taken",
        "R1 T1",
        "kernels",
        Edit("kernels/formulas.py", "(empty ^ placed) | removed", "empty ^ placed"),
        "stones are taken from the groups and not from the board",
        "Cells whose stones were removed are not empty again.",
    ),
    _slip(
        "kernel-equal-groups-removed",
        "R2",
        "kernels",
        Edit("kernels/turns.py", "memory.sizes[top] < size", "memory.sizes[top] <= size"),
        "<= for <",
        "Groups of the formed group's size leave the stack too.",
    ),
    _slip(
        "kernel-reach-of-singles-lost",
        "P1 P2",
        "kernels",
        Edit(
            "kernels/turns.py",
            "reach = united(reach, neighbours_of(memory, cell))",
            "reach = united(reach, set_of(memory, cell))",
        ),
        "one table's row for another's",
        "The formed group does not reach what the single stones that it joined reached.",
    ),
    _slip(
        "kernel-union-of-reaches-not-carried-on",
        "P1 P2",
        "kernels",
        Edit("kernels/sides.py", "united(reaches_up_to(memory, place - 1), reach)", "reach"),
        "a running total begun anew",
        "What groups further down the stack reach is forgotten.",
    ),
    _slip(
        "kernel-neighbours-in-64-bits",
        "B1",
        "kernels",
        Edit(
            "kernels/tables.py",
            "(board.neighbours[cell], ",
            "(board.neighbours[cell] & ~(-1 << 64), ",
        ),
        "a mask cut to one machine word",
        "From the 65th cell on no cell is anybody's neighbour.",
    ),
    _slip(
        "kernel-room-for-three-digits",
        "P2",
        "kernels",
        Edit("kernels/sides.py", "(8 * tables.cells).bit_length()", "3"),
        "an array for the sizes that were expected",
        "There is no room for sums of sizes of 8 and more.",
    ),
)

MUTANTS: tuple[Mutant, ...] = (*_STEPPING, *_KERNELS)
