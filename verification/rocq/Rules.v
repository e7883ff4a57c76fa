(** The rules of a turn and of the end, one definition a clause, in the order of play and under the
    names of [spec/churn_spec/rules.py]. *)

From Coq Require Import NArith List Bool.
From Churn Require Import Sets Board Position.
Import ListNotations.

Inductive Turn := Placement (cell : N) | Swap.

Inductive Outcome := RedWins | BlueWins | Tie.

Inductive Clause := B1 | T1 | S1 | P1 | P2 | E1.

Section Rules.
Context (board : Board).

(** * Groups *)

Fixpoint flood (steps : nat) (stones group found : set) : set :=
  match steps with
  | O => group
  | S steps =>
      if is_empty found then group
      else
        let group := union group found in
        let beside := union_all (map (neighbours_of board) (elements found)) in
        flood steps stones group (minus (inter beside stones) group)
  end.

Definition group_of (stones : set) (cell : N) : set :=
  flood (S (cell_count board)) stones nothing (singleton cell).

Fixpoint groups_among (steps : nat) (stones rest : set) : list set :=
  match steps, elements rest with
  | S steps, first :: _ =>
      let group := group_of stones first in
      group :: groups_among steps stones (minus rest group)
  | _, _ => []
  end.

Definition groups (stones : set) : list set := groups_among (size stones) stones stones.

Definition formed_group (position : Position) (cell : N) : set :=
  group_of (union (own position) (singleton cell)) cell.

(** * What may be done *)

Definition empty_cells (position : Position) : set :=
  minus (minus (cells_of board) (red position)) (blue position).

Definition offers_swap (position : Position) (cell : N) : bool :=
  is_empty (red position) && is_empty (blue position)
  && (match mover position with Red => true | Blue => false end)
  && negb (swap_on_offer position)
  && negb (N.eqb (empty_cells position) (singleton cell)).

Definition isolated_placements (position : Position) : set :=
  select (fun cell => is_empty (inter (neighbours_of board cell) (own position)))
    (empty_cells position).

Definition smallest_of (sizes : list nat) : nat :=
  match sizes with
  | [] => 0
  | first :: others => fold_right Nat.min first others
  end.

Definition smallest_joining_placements (position : Position) : set :=
  let formed_size :=
    map (fun cell => (cell, size (formed_group position cell))) (elements (empty_cells position)) in
  let smallest := smallest_of (map snd formed_size) in
  set_of (map fst (filter (fun each => Nat.eqb (snd each) smallest) formed_size)).

Definition legal_placements (position : Position) : set :=
  if is_empty (isolated_placements position) then smallest_joining_placements position
  else isolated_placements position.

Definition legal_turns (position : Position) : list Turn :=
  map Placement (elements (legal_placements position))
  ++ (if swap_on_offer position then [Swap] else []).

(** * What a turn does *)

Definition removed_stones (position : Position) (cell : N) : set :=
  let formed := formed_group position cell in
  let friendly_groups := groups (union (own position) (singleton cell)) in
  union_all (filter (fun group => Nat.ltb (size group) (size formed)) friendly_groups).

Definition friendly_stones_after (position : Position) (cell : N) : set :=
  minus (union (own position) (singleton cell)) (removed_stones position cell).

Definition is_over (position : Position) : bool := is_empty (empty_cells position).

(** The clause that a turn breaks, if it breaks one. *)
Definition broken_clause (position : Position) (turn : Turn) : option Clause :=
  if is_over position then Some E1
  else
    match turn with
    | Swap => if swap_on_offer position then None else Some S1
    | Placement cell =>
        if negb (mem cell (cells_of board)) then Some B1
        else if negb (mem cell (empty_cells position)) then Some T1
        else if mem cell (legal_placements position) then None
        else if is_empty (isolated_placements position) then Some P2
        else Some P1
    end.

Definition after_swap (position : Position) : Position :=
  {| red := red position; blue := blue position; mover := mover position;
     swap_on_offer := false |}.

Definition after_placement (position : Position) (cell : N) : Position :=
  let own := friendly_stones_after position cell in
  {| red := match mover position with Red => own | Blue => red position end;
     blue := match mover position with Red => blue position | Blue => own end;
     mover := other (mover position);
     swap_on_offer := offers_swap position cell |}.

Definition after (position : Position) (turn : Turn) : Position :=
  match turn with
  | Swap => after_swap position
  | Placement cell => after_placement position cell
  end.

(** The position at the end of a turn; nothing where the turn is illegal. *)
Definition play (position : Position) (turn : Turn) : option Position :=
  match broken_clause position turn with
  | Some _ => None
  | None => Some (after position turn)
  end.

(** * The end *)

Definition winner (position : Position) : option Outcome :=
  if is_over position then
    match Nat.compare (size (red position)) (size (blue position)) with
    | Eq => Some Tie
    | Gt => Some RedWins
    | Lt => Some BlueWins
    end
  else None.

End Rules.
