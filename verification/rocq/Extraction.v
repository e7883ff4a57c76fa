(** The executable rules as OCaml, for the adapter and the certificate checker in [ocaml/]. *)

From Coq Require Import NArith ZArith List.
From Coq Require Extraction ExtrOcamlBasic.
From Churn Require Import Sets Board Hexagon Position Rules Game Ranking Certificate.

Extraction Language OCaml.
Extraction "churn.ml"
  hexagon is_hexagon hexagon_cells cells_of elements
  is_position starting_position groups formed_group legal_turns removed_stones broken_clause
  is_over winner new_game take_turn ranking longest_game_bound
  read_symmetry wins wins_or_ties check_entry settles_the_start
  N.of_nat N.to_nat Z.of_nat Z.of_N set_of.
