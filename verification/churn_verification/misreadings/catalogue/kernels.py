"""Slips in the engine's kernels, each of which is compiled as the kernels are."""

from churn_verification.misreadings.catalogue.engine import slips_in
from churn_verification.misreadings.engine_copy import Edit
from churn_verification.misreadings.mutant import Mutant

_slip = slips_in("kernels")

MUTANTS: tuple[Mutant, ...] = (
    _slip(
        "kernel-three-singles-count-as-one",
        "P2",
        Edit("kernels/formulas.py", "empty & ones & ~twos & ~larger", "empty & ones & ~larger"),
        "the higher digit forgotten",
        "A placement beside three single stones counts as forming two.",
    ),
    _slip(
        "kernel-larger-groups-overlooked",
        "P2",
        Edit("kernels/formulas.py", "empty & ones & ~twos & ~larger", "empty & ones & ~twos"),
        "the shortcut for two looks at single stones alone",
        "A placement beside a single stone and a larger group counts as forming two.",
    ),
    _slip(
        "kernel-carry-lost",
        "P2",
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
        Edit("kernels/formulas.py", "twos ^ (ones & neighbours)", "twos"),
        "no carry from the lower digit",
        "A cell beside two single stones counts as beside none.",
    ),
    _slip(
        "kernel-removed-cells-stay-taken",
        "R1 T1",
        Edit("kernels/formulas.py", "(empty ^ placed) | removed", "empty ^ placed"),
        "stones are taken from the groups and not from the board",
        "Cells whose stones were removed are not empty again.",
    ),
    _slip(
        "kernel-equal-groups-removed",
        "R2",
        Edit("kernels/turns.py", "memory.sizes[top] < size", "memory.sizes[top] <= size"),
        "<= for <",
        "Groups of the formed group's size leave the stack too.",
    ),
    _slip(
        "kernel-reach-of-singles-lost",
        "P1 P2",
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
        Edit("kernels/sides.py", "united(reaches_up_to(memory, place - 1), reach)", "reach"),
        "a running total begun anew",
        "What groups further down the stack reach is forgotten.",
    ),
    _slip(
        "kernel-neighbours-in-64-bits",
        "B1",
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
        Edit(
            "kernels/turns.py",
            "while size or some(carry):",
            "while (size or some(carry)) and index < 3:",
        ),
        "as many digits as were expected",
        "There is no room for sums of sizes of 8 and more.",
    ),
    _slip(
        "kernel-sizes-of-blue-among-reds",
        "P2",
        Edit(
            "kernels/turns.py",
            "    for place in range(side.bottom + 1, side.top + 1):\n        reach = reach_at",
            "    for place in range(1, side.top + 1):\n        reach = reach_at",
        ),
        "the first player's place in memory taken for both",
        "Blue's sums of sizes count Red's groups as well.",
    ),
    _slip(
        "kernel-blue-over-red",
        "R1 R2 F1",
        Edit("kernels/sides.py", "return len(memory.sizes) // 2", "return 0"),
        "an offset forgotten",
        "Blue's larger groups are kept where Red's are.",
    ),
    _slip(
        "kernel-largest-group-not-seen",
        "R2 F1",
        Edit(
            "kernels/sides.py",
            "for place in range(side.bottom + 1, side.top + 1)",
            "for place in range(side.bottom + 2, side.top + 1)",
        ),
        "a loop that begins one late",
        "A side's largest group is not among its stones.",
    ),
    _slip(
        "kernel-groups-as-they-come",
        "R1 R2",
        Edit("kernels/sides.py", "memory.sizes[place - 1] < size", "memory.sizes[place - 1] < 0"),
        "an order that is taken for granted",
        "The larger groups of a position that was read are not put in order.",
    ),
    _slip(
        "kernel-near-overwritten",
        "P1",
        Edit(
            "kernels/sides.py",
            "        near=united(side.near, neighbours),\n",
            "        near=neighbours,\n",
        ),
        "= for |=",
        "Only the cells beside the last single stone count as beside a stone.",
    ),
    _slip(
        "kernel-size-without-the-new-stone",
        "P2 R1",
        Edit("kernels/turns.py", "    return cells, total + 1\n", "    return cells, total + 2\n"),
        "the new stone counted twice",
        "Where sizes are summed, the size of the legal placements is one too large.",
    ),
    _slip(
        "kernel-singles-stay",
        "R1 T1",
        Edit(
            "kernels/turns.py",
            "    smaller = side.singles\n",
            "    smaller = nothing(memory.layout)\n",
        ),
        "one of two sets forgotten",
        "Cells of single stones that were removed are not empty again.",
    ),
    _slip(
        "kernel-highest-digit-skipped",
        "P2",
        Edit(
            "kernels/turns.py",
            "    total = 0\n    for index in range(digits - 1, -1, -1):\n        less",
            "    total = 0\n    for index in range(digits - 2, -1, -1):\n        less",
        ),
        "a loop that begins one late",
        "The highest binary digit of sums of sizes is not looked at.",
    ),
    _slip(
        "kernel-same-side-again",
        "T1 P1 P2",
        Edit(
            "kernels/stepping.py",
            "_keep_prospect(memory, kept, empty, 1 - mover)",
            "_keep_prospect(memory, kept, empty, mover)",
        ),
        "the side that has moved taken for the one to move",
        "After a turn the legal placements are those of the side that has just moved.",
    ),
    _slip(
        "kernel-trial-leaves-its-group",
        "P2 R1",
        Edit(
            "kernels/stepping.py",
            "if side.bottom < after.top <= side.top:",
            "if side.bottom < after.top < side.top:",
        ),
        "< for <=",
        "A placement that is only tried can leave its group in place of another.",
    ),
    _slip(
        "kernel-winner-inverted",
        "E2",
        Edit(
            "kernels/stepping.py",
            '"red" if lead > 0 else "blue"',
            '"red" if lead < 0 else "blue"',
        ),
        "< for >",
        "In games on the kernels the colour with fewer stones wins.",
    ),
    _slip(
        "kernel-counts-add-without-carry",
        "P2",
        Edit(
            "kernels/words.py",
            '_define_operator(operator.xor, "xor", 2)',
            '_define_operator(operator.xor, "or_", 2)',
        ),
        "one instruction for another",
        "Where sets are added digit by digit, 1 and 1 give 1.",
    ),
    _slip(
        "kernel-some-looks-at-one-word",
        "P1 P2",
        Edit(
            "kernels/instructions.py",
            'builder.icmp_unsigned("!=", values[0], ir.Constant(values[0].type, 0))',
            'builder.icmp_unsigned("!=", builder.and_(values[0], ir.Constant(values[0].type,'
            " 2**64 - 1)), ir.Constant(values[0].type, 0))",
        ),
        "only the first machine word is tested",
        "A set without a cell among the first 64 counts as empty.",
    ),
    _slip(
        "kernel-sixth-word-not-counted",
        "P2 R1",
        Edit(
            "kernels/instructions.py",
            "for part in _parts(builder, values[0], word.length):",
            "for part in _parts(builder, values[0], word.length)[:5]:",
        ),
        "a loop over the words that were tried",
        "Cells beyond the 320th are not counted in the sizes of groups.",
    ),
    _slip(
        "kernel-only-128-cells-loaded",
        "B1",
        Edit(
            "kernels/tables.py",
            "words_of([board.full], layout)",
            "words_of([board.full & (2**128 - 1)], layout)",
        ),
        "a mask cut to two machine words",
        "Cells beyond the 128th are never empty.",
    ),
)
