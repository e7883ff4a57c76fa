(** The rules, and the engine's stack of groups, as OCaml for the adapter. *)

From Coq Require Import NArith ZArith List.
From Coq Require Extraction ExtrOcamlBasic.
From Churn Require Import Sets Board Hexagon Position Rules Game Ranking Stack.

Extraction Language OCaml.
Extraction "adapter_model.ml"
  hexagon is_hexagon hexagon_cells cells_of elements set_of union_all
  is_position starting_position formed_group legal_turns removed_stones is_over winner
  new_game take_turn ranking longest_game_bound
  side_of size_formed engine_legal engine_place.
