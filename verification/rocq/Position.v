(** Positions: stones, side to move, and whether the swap is on offer. *)

From Coq Require Import NArith List Bool.
From Churn Require Import Sets Board.

Inductive Colour := Red | Blue.

Definition other (colour : Colour) : Colour :=
  match colour with
  | Red => Blue
  | Blue => Red
  end.

Record Position := {
  red : set;
  blue : set;
  mover : Colour;
  swap_on_offer : bool;
}.

Definition stones (position : Position) (colour : Colour) : set :=
  match colour with
  | Red => red position
  | Blue => blue position
  end.

Definition own (position : Position) : set := stones position (mover position).

Definition enemy (position : Position) : set := stones position (other (mover position)).

Definition is_after_first_turn (board : Board) (position : Position) : bool :=
  Nat.eqb (size (red position)) 1
  && is_empty (blue position)
  && (match mover position with Blue => true | Red => false end)
  && Nat.ltb 1 (cell_count board).

(** Whether the stones are on the board, at most one on each cell, and the swap is on offer on the
    second turn at most. *)
Definition is_position (board : Board) (position : Position) : bool :=
  is_empty (minus (union (red position) (blue position)) (cells_of board))
  && is_empty (inter (red position) (blue position))
  && (negb (swap_on_offer position) || is_after_first_turn board position).

Definition starting_position : Position :=
  {| red := nothing; blue := nothing; mover := Red; swap_on_offer := false |}.

Definition with_colours_exchanged (position : Position) : Position :=
  {| red := blue position; blue := red position; mover := other (mover position);
     swap_on_offer := false |}.
