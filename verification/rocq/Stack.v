(** The idea of the engine ([churn_engine/kernels]): a player's single stones are kept as one set, the
    larger groups on a stack with the smallest on top. The formed group goes on top of what is left,
    and that is its place: the order keeps itself. What is stated here is proved in [Engine.v]. *)

From Coq Require Import Arith NArith List Bool.
From Churn Require Import Sets Board Position Rules.
Import ListNotations.

Section Engine.
Context (board : Board).

Notation neighbours := (neighbours_of board).
Notation groups := (groups board).
Notation group_of := (group_of board).

Record Side := { singles : set; larger : list set }.

(** The cells next to the stones of a set. *)
Definition reach (stones : set) : set := union_all (map neighbours (elements stones)).

Definition near_larger (side : Side) : set := union_all (map reach (larger side)).

Definition near (side : Side) : set := union (reach (singles side)) (near_larger side).

(** The size that a stone on a cell forms: itself, the single stones and the larger groups beside. *)
Definition size_formed (side : Side) (cell : N) : nat :=
  1 + size (inter (singles side) (neighbours cell))
  + list_sum (map size (filter (fun group => mem cell (reach group)) (larger side))).

Definition engine_legal (side : Side) (empty : set) : set :=
  let isolated := minus empty (near side) in
  let forming_two :=
    select (fun cell => Nat.eqb (size (inter (singles side) (neighbours cell))) 1)
      (minus empty (near_larger side)) in
  let least := smallest_of (map (size_formed side) (elements empty)) in
  if negb (is_empty isolated) then isolated
  else if negb (is_empty forming_two) then forming_two
  else select (fun cell => Nat.eqb (size_formed side cell) least) empty.

(** Take groups smaller than a size off the stack: those taken off, and what is left of the stack. *)
Fixpoint take_off (formed_size : nat) (stack : list set) : list set * list set :=
  match stack with
  | [] => ([], [])
  | top :: below =>
      if Nat.ltb (size top) formed_size then
        let '(taken, kept) := take_off formed_size below in (top :: taken, kept)
      else ([], stack)
  end.

(** The side after a placement on a cell that forms a group of a size, and the stones removed. *)
Definition engine_place (side : Side) (cell : N) (formed_size : nat) : Side * set :=
  if Nat.eqb formed_size 1 then
    ({| singles := union (singles side) (singleton cell); larger := larger side |}, nothing)
  else
    let '(taken, kept) := take_off formed_size (larger side) in
    let joined := filter (fun group => negb (is_empty (inter group (neighbours cell)))) taken in
    let formed :=
      union (union (singleton cell) (inter (singles side) (neighbours cell))) (union_all joined) in
    ({| singles := nothing; larger := formed :: kept |},
     minus (union (singles side) (union_all taken)) formed).

(** The side of any stones. *)
Fixpoint put_in (group : set) (stack : list set) : list set :=
  match stack with
  | [] => [group]
  | top :: below => if Nat.leb (size group) (size top) then group :: stack else top :: put_in group below
  end.

Definition side_of (stones : set) : Side :=
  {| singles := select (fun c => Nat.eqb (size (group_of stones c)) 1) stones;
     larger := fold_right put_in [] (filter (fun g => Nat.leb 2 (size g)) (groups stones)) |}.

End Engine.
