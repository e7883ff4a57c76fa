"""Slips in the stepping engine's own text: its board, its stones, its games and its notation."""

from collections.abc import Callable

from churn_verification.misreadings.engine_copy import Edit, EditedEngine, Form
from churn_verification.misreadings.mutant import Mutant, Origin

Slip = Callable[[str, str, Edit, str, str], Mutant]
"""Makes a mutant of an id, clauses, a change, where it comes from, and what it does."""


def slips_in(form: Form) -> Slip:
    """What makes mutants of one form of the engine."""

    def slip(mutant_id: str, clauses: str, edit: Edit, source: str, sentence: str) -> Mutant:
        return Mutant(
            id=mutant_id,
            clauses=tuple(clauses.split()),
            sentence=sentence,
            origin=Origin.SLIP,
            source=f"{source}; {edit.file}: `{edit.old.strip()}` became `{edit.new.strip()}`",
            tried=EditedEngine(f"mutant {mutant_id}", form, edit),
        )

    return slip


_slip = slips_in("stepping")

MUTANTS: tuple[Mutant, ...] = (
    _slip(
        "engine-no-right-neighbour",
        "B1",
        Edit("board.py", "(0, -2), (0, 2)", "(0, -2), (0, -2)"),
        "a line copied and not changed",
        "No cell of the engine's board knows its right neighbour.",
    ),
    _slip(
        "engine-left-corner-a-row-low",
        "B1",
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
        Edit("board.py", "row_name(len(lengths) - 1 - row)", "row_name(row)"),
        "rows counted as they are stored",
        "The engine calls the top row a.",
    ),
    _slip(
        "engine-equal-groups-removed",
        "R2",
        Edit("stones.py", "group.size >= formed.size", "group.size > formed.size"),
        "> for >=",
        "The engine keeps larger groups only.",
    ),
    _slip(
        "engine-sizes-overwritten",
        "P2",
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
        Edit("stones.py", "_joined([single, *touched])", "_joined([single, *touched[:1]])"),
        "a union of two where there can be more",
        "Groups of a position that was read are united in twos; a third is lost.",
    ),
    _slip(
        "engine-legal-for-the-mover-again",
        "T1 P1 P2",
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
        Edit("game.py", "was_first_turn and placements.mask != 0", "was_first_turn"),
        "the board of one cell forgotten",
        "After the first turn the engine offers the swap on a full board too.",
    ),
    _slip(
        "engine-undo-keeps-the-turn-number",
        "T1",
        Edit("game.py", "        self._turns.pop()\n", ""),
        "one of two stacks forgotten",
        "Taking a turn back leaves the number of the next turn as it was.",
    ),
    _slip(
        "engine-undo-goes-to-the-start",
        "T1",
        Edit("game.py", "self._earlier.pop()", "self._earlier.pop(0)"),
        "the wrong end of a list",
        "Taking a turn back brings back the position in which the engine's game began.",
    ),
    _slip(
        "engine-undo-keeps-the-swap-taken",
        "S1",
        Edit(
            "game.py",
            "self._state = self._earlier.pop()",
            "self._state = self._earlier.pop()._replace(swap_on_offer=False)",
        ),
        "a flag reset where a turn is taken back",
        "After a turn was taken back the engine does not offer the swap.",
    ),
    _slip(
        "engine-undo-forgets-what-was-legal",
        "T1 P1 P2",
        Edit(
            "game.py",
            "self._state = self._earlier.pop()",
            "self._state = self._earlier.pop()._replace(placements=self._state.placements)",
        ),
        "what was worked out before is kept too long",
        "After a turn was taken back the engine has the legal placements from before.",
    ),
    _slip(
        "engine-seats-lost-after-a-placement",
        "S1",
        Edit("game.py", "            state.seats_exchanged,\n", "            False,\n"),
        "a field left at its default",
        "After the placement that follows the swap the first player holds Red again.",
    ),
    _slip(
        "engine-swap-stays-on-offer",
        "S1",
        Edit("game.py", "swap_on_offer=False, seats_exchanged=True", "seats_exchanged=True"),
        "one of two fields forgotten",
        "After the swap the engine offers it again.",
    ),
    _slip(
        "engine-swap-keeps-the-seats",
        "S1",
        Edit("game.py", "swap_on_offer=False, seats_exchanged=True", "swap_on_offer=False"),
        "one of two fields forgotten",
        "The swap leaves the engine's seats as they were.",
    ),
    _slip(
        "engine-swap-after-blues-first-stone",
        "S1",
        Edit(
            "game.py",
            'was_first_turn = state.mover == "red" and self',
            "was_first_turn = self",
        ),
        "half of a condition",
        "On an empty board with Blue to move the engine offers Red the swap afterwards.",
    ),
    _slip(
        "engine-turns-counted-from-0",
        "T1",
        Edit("game.py", "return len(self._turns) + 1", "return len(self._turns)"),
        "a count for a number",
        "The engine calls its first turn number 0.",
    ),
    _slip(
        "engine-winner-inverted",
        "E2",
        Edit("game.py", '"red" if lead > 0 else "blue"', '"red" if lead < 0 else "blue"'),
        "< for >",
        "In the engine the colour with fewer stones wins.",
    ),
    _slip(
        "engine-ties-are-blues",
        "B2",
        Edit("game.py", "if lead == 0:", "if lead == 0 and self.board.size % 2:"),
        "boards taken to be odd",
        "With equal numbers of stones Blue wins in the engine.",
    ),
    _slip(
        "engine-winner-by-colour",
        "S1",
        Edit(
            "game.py",
            "else self.seat(winner)",
            'else ("first" if winner == "red" else "second")',
        ),
        "the colours taken for the players",
        "The player who wins in the engine is the one who began with the winning colour.",
    ),
    _slip(
        "engine-occupied-cells-refused-for-another-reason",
        "T1",
        Edit("game.py", '"T1", "the cell is occupied"', '"P1", "the cell is occupied"'),
        "one reason for all refusals",
        "The engine says that an occupied cell breaks P1.",
    ),
    _slip(
        "engine-turns-after-the-end-refused-as-occupied",
        "E1",
        Edit("game.py", '"E1", "the game is over"', '"T1", "the game is over"'),
        "the end is not looked at by itself",
        "The engine says that a turn after the end breaks T1.",
    ),
    _slip(
        "engine-p2-for-p1",
        "P1",
        Edit("game.py", "if smallest == 1:", "if smallest == 0:"),
        "sizes counted without the new stone",
        "The engine says that a placement breaks P2 where it breaks P1.",
    ),
    _slip(
        "engine-reach-overwritten",
        "P1 P2",
        Edit("stones.py", "        beside |= group.beside", "        beside = group.beside"),
        "= for |=",
        "What the engine's groups reach together is what one of them reaches.",
    ),
    _slip(
        "engine-size-without-the-new-stone",
        "P2",
        Edit("stones.py", "return 1 + sum(", "return sum("),
        "the new stone forgotten",
        "The engine tells the formed size without the new stone.",
    ),
    _slip(
        "engine-largest-wanted",
        "P2",
        Edit("stones.py", "size = min(sorted_cells)", "size = max(sorted_cells)"),
        "max for min",
        "Without isolated placements the engine wants the largest group.",
    ),
    _slip(
        "engine-removal-one-short",
        "R1",
        Edit("stones.py", "group.size >= formed.size", "group.size >= formed.size - 1"),
        "the size is taken before the stone is put",
        "The engine keeps groups that are one stone smaller than the formed one.",
    ),
    _slip(
        "engine-new-stone-named-as-removed",
        "R2",
        Edit("stones.py", "self.cells & ~whole.cells", "self.cells ^ whole.cells"),
        "^ for & ~",
        "The engine names the new stone among those that were removed.",
    ),
    _slip(
        "engine-cells-apart-enlarged-too",
        "P2",
        Edit("stones.py", "apart = cells & ~group.beside", "apart = cells"),
        "a mask not cleared",
        "Cells beside a group keep their smaller size in the engine as well.",
    ),
    _slip(
        "engine-ranking-smallest-first",
        "F1",
        Edit("stones.py", "reverse=True", "reverse=False"),
        "a sort in the usual order",
        "The engine gives the sizes of groups smallest first.",
    ),
    _slip(
        "engine-places-named-from-0",
        "B1",
        Edit("board.py", "range(1, length + 1)", "range(length)"),
        "places counted from 0",
        "The engine calls the first cell of a row 0.",
    ),
    _slip(
        "engine-27-rows-named-by-one-letter",
        "B1",
        Edit("board.py", "    while number:\n", "    if number:\n"),
        "a board of at most 26 rows in mind",
        "From the 27th on the engine names rows by the last of their letters.",
    ),
    _slip(
        "engine-writes-the-other-mover",
        "T1",
        Edit(
            "notation.py",
            "{_LETTER_OF[position.mover]}{swap}",
            "{'rb'[position.mover == 'red']}{swap}",
        ),
        "a condition the wrong way round",
        "The engine writes a position with the other side to move.",
    ),
    _slip(
        "engine-swap-not-read",
        "S1",
        Edit("notation.py", "swap_on_offer=len(fields) == 4", "swap_on_offer=False"),
        "an optional part passed over",
        "The engine does not read that the swap is on offer.",
    ),
    _slip(
        "engine-swap-not-written",
        "S1",
        Edit("notation.py", 'f" {SWAP}" if position.swap_on_offer else ""', '""'),
        "an optional part left out",
        "The engine does not write that the swap is on offer.",
    ),
    _slip(
        "engine-rows-written-from-the-bottom",
        "B1",
        Edit("notation.py", 'return "/".join(rows)', 'return "/".join(rows[::-1])'),
        "rows written in the order of their letters",
        "The engine writes the bottom row of a position first.",
    ),
    _slip(
        "engine-colours-exchanged-in-writing",
        "T1",
        Edit(
            "notation.py",
            'if position.red >> cell & 1:\n        return _LETTER_OF["red"]',
            'if position.red >> cell & 1:\n        return _LETTER_OF["blue"]',
        ),
        "a line copied and not changed",
        "The engine writes red stones as blue ones.",
    ),
)
