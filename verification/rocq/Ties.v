(** Even hexagons can be tied (E2, B2): a tied game on one hexagon of each even shape of up to 14
    cells, found by playing any legal turns and checked turn by turn. *)

From Coq Require Import NArith ZArith List Bool.
From Churn Require Import Sets Board Hexagon Position Rules Game.
Import ListNotations.

Definition sides_of (a b c d e f : Z) : Sides :=
  {| top := a; upper_right := b; lower_right := c; bottom := d; lower_left := e; upper_left := f |}.

Definition even_hexagons : list Sides :=
  [sides_of 2 1 1 2 1 1; sides_of 2 2 1 2 2 1; sides_of 4 1 1 4 1 1; sides_of 3 1 3 1 3 1;
   sides_of 3 2 1 3 2 1; sides_of 6 1 1 6 1 1; sides_of 3 2 2 2 3 1; sides_of 4 2 1 4 2 1;
   sides_of 8 1 1 8 1 1; sides_of 3 2 2 3 2 2; sides_of 4 1 4 1 4 1; sides_of 5 2 1 5 2 1;
   sides_of 10 1 1 10 1 1; sides_of 3 2 3 2 3 2; sides_of 4 3 1 4 3 1; sides_of 5 1 3 3 3 1;
   sides_of 6 2 1 6 2 1; sides_of 12 1 1 12 1 1; sides_of 3 3 2 3 3 2; sides_of 5 1 4 2 4 1;
   sides_of 5 2 2 4 3 1; sides_of 7 2 1 7 2 1; sides_of 14 1 1 14 1 1].

(** Legal placements chosen by the remainders of a row of numbers, up to the end of the game. *)
Fixpoint wander (board : Board) (steps : nat) (number : N) (p : Position) : list Turn :=
  match steps with
  | O => []
  | S steps =>
      if is_over board p then []
      else
        let cells := elements (legal_placements board p) in
        let number := ((number * 75 + 74) mod 65537)%N in
        let cell := nth (N.to_nat (number mod N.of_nat (length cells))) cells 0%N in
        Placement cell :: wander board steps number (after_placement board p cell)
  end.

Definition is_tied (board : Board) (turns : list Turn) : bool :=
  match take_turns board new_game turns with
  | Some game => match winner board (position game) with Some Tie => true | _ => false end
  | None => false
  end.

Definition can_be_tied (sides : Sides) : bool :=
  is_hexagon sides
  && Nat.even (cell_count (hexagon sides))
  && existsb (fun number => is_tied (hexagon sides) (wander (hexagon sides) 100 number starting_position))
       [1; 2; 3]%N.

Lemma a_tie_was_played : forallb can_be_tied even_hexagons = true.
Proof. vm_compute. reflexivity. Qed.

Definition has_a_tied_game (board : Board) : Prop :=
  can_tie board = true
  /\ exists turns game,
       take_turns board new_game turns = Some game /\ winner board (position game) = Some Tie.

Lemma tied_game board turns :
  is_tied board turns = true ->
  exists turns game,
    take_turns board new_game turns = Some game /\ winner board (position game) = Some Tie.
Proof.
  unfold is_tied. intros A. exists turns.
  destruct (take_turns board new_game turns) as [game|]; [|discriminate].
  exists game. split; [reflexivity|]. destruct (winner board (position game)) as [[]|]; easy.
Qed.

Lemma can_be_tied_spec sides : can_be_tied sides = true -> has_a_tied_game (hexagon sides).
Proof.
  unfold can_be_tied. intros A. apply andb_true_iff in A as [A B].
  apply andb_true_iff in A as [_ A]. apply existsb_exists in B as (number & _ & B).
  exact (conj A (tied_game _ _ B)).
Qed.

(** B2: On each of 23 listed hexagons, one of each shape with an even number of cells up to 14,
    some game of the model ends in a tie. *)
Theorem even_hexagons_can_be_tied sides :
  In sides even_hexagons -> has_a_tied_game (hexagon sides).
Proof.
  intros H. apply can_be_tied_spec. revert sides H. apply forallb_forall. exact a_tie_was_played.
Qed.
