(** The board. For the rules it is any finite graph: cells that are numbered from 0, and for each
    cell the cells next to it. Hexagons (B1, B2) are boards, built from their six sides. *)

From Coq Require Import NArith ZArith List Bool.
From Churn Require Import Sets.
Import ListNotations.

Record Board := {
  cell_count : nat;
  neighbours_of : N -> set;
  neighbours_are_on_the_board :
    forall c d, d in_set neighbours_of c -> (d < N.of_nat cell_count)%N;
  neighbours_are_mutual : forall c d, mem d (neighbours_of c) = mem c (neighbours_of d);
  no_cell_is_next_to_itself : forall c, mem c (neighbours_of c) = false;
}.

Definition cells_of (board : Board) : set := below (cell_count board).

Definition can_tie (board : Board) : bool := Nat.even (cell_count board).
