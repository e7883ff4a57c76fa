"""Controls: what fails when the Coq model misreads a clause, or a theorem says something false."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from churn_verification.hexagons import hexagons
from churn_verification.proofs.rocq import building
from churn_verification.proofs.rocq.agreement import DisagreementError, compare

pytestmark = pytest.mark.deep

SMALL = 5
"""Cells: each misreading shows on a board of this size."""


PROOFS = (
    *("Cells", "Groups", "Turns", "Ends", "Finite", "Symmetries", "Engine", "Certificate"),
    *("Ties", "Pie", "ExtractChecker"),
)
"""The modules that the adapter is built without."""


class Change(NamedTuple):
    """A text in a source file, what it is changed to, and the file whose proof then fails."""

    file: str
    text: str
    instead: str
    fails_in: str


MISREADINGS = {
    "T1: stones may be placed on blue stones": Change(
        "Rules.v",
        "minus (minus (cells_of board) (red position)) (blue position)",
        "minus (cells_of board) (red position)",
        "Turns.v",
    ),
    "S1: the swap is offered after any placement on an empty board, even by Blue": Change(
        "Rules.v",
        "&& (match mover position with Red => true | Blue => false end)\n  && negb (swap",
        "&& negb (swap",
        "Turns.v",
    ),
    "P1: isolation may be forgone": Change(
        "Rules.v",
        "  else isolated_placements position.",
        "  else empty_cells position.",
        "Turns.v",
    ),
    "P1: enemy stones matter": Change(
        "Rules.v",
        "(inter (neighbours_of board cell) (own position))",
        "(inter (neighbours_of board cell) (union (red position) (blue position)))",
        "Turns.v",
    ),
    "P2: the largest group must be formed": Change(
        "Rules.v", "fold_right Nat.min first", "fold_right Nat.max first", "Turns.v"
    ),
    "R1: equal groups are removed too": Change(
        "Rules.v",
        "Nat.ltb (size group) (size formed)",
        "Nat.leb (size group) (size formed)",
        "Turns.v",
    ),
    "R1: nothing is removed": Change(
        "Rules.v", "Nat.ltb (size group) (size formed)", "Nat.ltb (size group) 0", "Turns.v"
    ),
    "R2: the opponent's stones come with the formed group": Change(
        "Rules.v",
        "let own := friendly_stones_after position cell in",
        "let own := union (enemy position) (friendly_stones_after position cell) in",
        "Turns.v",
    ),
    "E1: one empty cell is left": Change(
        "Rules.v",
        "is_empty (empty_cells position).",
        "Nat.leb (size (empty_cells position)) 1.",
        "Turns.v",
    ),
    "E2: the minority wins": Change(
        "Rules.v", "| Gt => Some RedWins\n    | Lt => Some BlueWins",
        "| Lt => Some RedWins\n    | Gt => Some BlueWins", "Ends.v"
    ),
    "groups: flood fill ends two steps early": Change(
        "Rules.v", "flood (S (cell_count board))", "flood (pred (cell_count board))", "Groups.v"
    ),
}  # fmt: skip

FALSE_CLAIMS = {
    "P2: the formed size leaves the new stone out": Change(
        "Turns.v", "= 1 + list_sum (map size (joined", "= list_sum (map size (joined", "Turns.v"
    ),
    "P1, P2: a legal placement forms a smaller group than any other": Change(
        "Turns.v",
        "forall d, d in_set empty_cells p -> size (formed_group p c) <= size (formed_group p d).\n"
        "Proof.\n  intros Hp. unfold legal",
        "forall d, d in_set empty_cells p -> size (formed_group p c) < size (formed_group p d).\n"
        "Proof.\n  intros Hp. unfold legal",
        "Turns.v",
    ),
    "R1, R2: groups of equal size do not stay": Change(
        "Turns.v",
        "/\\ size (formed_group p c) <= size group).\nProof. eauto",
        "/\\ size (formed_group p c) < size group).\nProof. eauto",
        "Turns.v",
    ),
    "T1: a legal placement exists on a full board too": Change(
        "Turns.v",
        "  is_over board p = false -> exists c, c in_set legal_placements board p.",
        "  is_over board p = true -> exists c, c in_set legal_placements board p.",
        "Turns.v",
    ),
    "E1: a placement that fills the board ends the game, whatever it removes": Change(
        "Ends.v",
        "<-> empty_cells board p = singleton c /\\ removed_stones board p c = nothing.",
        "<-> empty_cells board p = singleton c.",
        "Ends.v",
    ),
    "E2: no game is tied on any board": Change(
        "Ends.v",
        "can_tie board = false -> winner",
        "can_tie board = can_tie board -> winner",
        "Ends.v",
    ),
    "S1: the swap is legal on the third turn": Change(
        "Ends.v", "<-> turn_number game = 2.", "<-> turn_number game = 3.", "Ends.v"
    ),
    "F1: the ranking of the other side rises": Change(
        "Finite.v",
        "less (ranking p (mover p)) (ranking q (mover p)).",
        "less (ranking p (other (mover p))) (ranking q (other (mover p))).",
        "Finite.v",
    ),
    "F1: the bound has no turn for the swap": Change(
        "Finite.v",
        "(N.of_nat (length turns) <= longest_game_bound board)%N",
        "(N.of_nat (length turns) < longest_game_bound board)%N",
        "Finite.v",
    ),
    "F1: the bound counts one side": Change(
        "Ranking.v", "(2 * fold_right", "(1 * fold_right", "Finite.v"
    ),
    "B1: a symmetry may put two cells on one": Change(
        "Symmetries.v",
        "    image c = image d -> c = d;",
        "    image c = image d -> c = c;",
        "Symmetries.v",
    ),
    "B1: a hexagon has a row more": Change(
        "Cells.v", "+ upper_left sides - 2 in", "+ upper_left sides - 1 in", "Cells.v"
    ),
    "E2: the board of size 2 can be tied": Change(
        "Ties.v", "[sides_of 2 1 1 2 1 1;", "[sides_of 2 2 2 2 2 2;", "Ties.v"
    ),
    "S1, E2: one side can win from every position of an even board": Change(
        "Pie.v",
        "  can_tie board = false -> is_position board p = true ->\n  secures",
        "  can_tie board = can_tie board -> is_position board p = true ->\n  secures",
        "Pie.v",
    ),
    "engine: groups of equal size are taken off the stack": Change(
        "Stack.v",
        "      if Nat.ltb (size top) formed_size then",
        "      if Nat.leb (size top) formed_size then",
        "Engine.v",
    ),
    "engine: the formed group goes to the bottom of the stack": Change(
        "Stack.v", "larger := formed :: kept |}", "larger := kept ++ [formed] |}", "Engine.v"
    ),
    "T1, E2: the strategy is followed by the other side": Change(
        "Certificate.v",
        "(mover q = side -> cell = answer q)",
        "(mover q = other side -> cell = answer q)",
        "Certificate.v",
    ),
    "F1: turns that are not the chosen ones": Change(
        "Finite.v",
        "/\\ chosen choose [] turns.",
        "/\\ chosen (fun _ => Swap) [] turns.",
        "Finite.v",
    ),
    "P2: a joined group is listed twice": Change(
        "Turns.v",
        "/\\ NoDup (joined_groups p c).",
        "/\\ NoDup (joined_groups p c ++ joined_groups p c).",
        "Turns.v",
    ),
    "certificates: an unknown position is taken as won": Change(
        "Certificate.v",
        "  if is_over board p then ends_well p\n",
        "  if is_over board p then true\n",
        "Certificate.v",
    ),
    "certificates: the turn need not be legal": Change(
        "Certificate.v",
        "mem (placement entry) (legal_placements board p)\n",
        "mem (placement entry) (empty_cells board p)\n",
        "Certificate.v",
    ),
    "certificates: one answer of the other side is enough": Change(
        "Certificate.v",
        "  else forallb (fun cell => settled",
        "  else existsb (fun cell => settled",
        "Certificate.v",
    ),
}  # fmt: skip


def _changed(coq: Path, place: Path, change: Change) -> Path:
    """A copy of the compiled sources with one change."""
    copy = place / "changed"
    shutil.copytree(coq, copy)
    path = copy / change.file
    text = path.read_text()
    assert text.count(change.text) == 1, "the change does not fit the sources any more"
    path.write_text(text.replace(change.text, change.instead))
    return copy


def _file_that_fails(place: Path) -> str:
    command = ["make", "-f", "CoqMakefile"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    found = re.search(r'File "\./(\w+\.v)"', done.stderr)
    assert done.returncode
    assert found, done.stderr
    return found[1]


@pytest.mark.parametrize("change", MISREADINGS.values(), ids=MISREADINGS.keys())
def test_a_misreading_in_the_model_breaks_a_proof_and_is_seen_by_comparing(
    coq: Path, tmp_path: Path, change: Change
) -> None:
    place = _changed(coq, tmp_path, change)
    assert _file_that_fails(place) == change.fails_in
    model = (place / "_CoqProject").read_text()
    for module in PROOFS:
        model = model.replace(f"{module}.v\n", "")
    (place / "_CoqProject").write_text(model)
    building._run(["make", "--silent", "build/adapter"], place)
    with pytest.raises(DisagreementError, match="the specification says"):
        compare(hexagons(SMALL), [str(place / "build" / "adapter")])


@pytest.mark.parametrize("change", FALSE_CLAIMS.values(), ids=FALSE_CLAIMS.keys())
def test_a_false_claim_is_not_proved(coq: Path, tmp_path: Path, change: Change) -> None:
    assert _file_that_fails(_changed(coq, tmp_path, change)) == change.fails_in
