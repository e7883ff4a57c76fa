(** The rules and the proved checker of certificates, as OCaml. *)

From Coq Require Import NArith ZArith List.
From Coq Require Extraction ExtrOcamlBasic.
From Churn Require Import Sets Board Hexagon Position Rules Certificate.

Extraction Language OCaml.
Extraction "checker_model.ml"
  hexagon is_hexagon hexagon_cells cells_of elements set_of is_position play
  read_symmetry wins wins_or_ties check_entry settles_the_start.
