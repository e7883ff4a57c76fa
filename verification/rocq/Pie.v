(** Why the swap gives the game to the second player where there is no tie (S1, E2). *)

From Coq Require Import Arith NArith List Bool Lia.
From Churn Require Import Sets Board Position Rules Game Groups Turns Ends Finite Certificate.
Import ListNotations.

Section Pie.
Context (board : Board).

Lemma one_or_all {A} (P Q : A -> Prop) l :
  (forall x, In x l -> P x \/ Q x) -> (exists x, In x l /\ P x) \/ (forall x, In x l -> Q x).
Proof.
  induction l as [|x l IH]; intros H; [now right|].
  destruct (H x (or_introl eq_refl)) as [Px|Qx].
  - left. exists x. split; [now left|assumption].
  - destruct IH as [(y & Hy & Py)|HQ].
    + intros y Hy. apply H. now right.
    + left. exists y. split; [now right|assumption].
    + right. intros y [->|Hy]; auto.
Qed.

(** E2: From each position of a board with an odd number of cells Red secures a win or Blue does,
    the swap left out. *)
Theorem one_side_can_win_from_every_position_of_an_odd_board p :
  can_tie board = false -> is_position board p = true ->
  secures board Red (wins Red) p \/ secures board Blue (wins Blue) p.
Proof.
  intros Hodd. remember (turns_left board p) as n eqn:E. revert p E.
  induction n as [n IH] using lt_wf_ind. intros p -> Hp.
  destruct (is_over board p) eqn:O.
  - destruct (winner board p) as [[]|] eqn:W.
    + left. now apply (secured_at_the_end _ _ _ _ RedWins).
    + right. now apply (secured_at_the_end _ _ _ _ BlueWins).
    + exfalso. now apply (no_game_is_tied_on_an_odd_board board p Hp Hodd).
    + exfalso. now apply (a_game_has_a_result_exactly_when_it_is_over board p).
  - assert (S : forall cell, cell in_set legal_placements board p ->
      secures board Red (wins Red) (next board p cell)
      \/ secures board Blue (wins Blue) (next board p cell)).
    { intros cell Hl. apply (IH _ (legal_turn_is_one_fewer board p cell Hp Hl) _ eq_refl).
      now apply next_is_position. }
    destruct (mover p) eqn:M.
    + destruct (one_or_all (fun cell => secures board Red (wins Red) (next board p cell))
                  (fun cell => secures board Blue (wins Blue) (next board p cell))
                  (elements (legal_placements board p))) as [(cell & Hl & W)|W].
      * intros cell Hl. apply S. now apply in_elements.
      * left. apply in_elements in Hl. now apply (secured_by_a_turn _ _ _ _ cell).
      * right. apply secured_against_every_turn; auto. intros cell Hl. apply W.
        now apply in_elements.
    + destruct (one_or_all (fun cell => secures board Blue (wins Blue) (next board p cell))
                  (fun cell => secures board Red (wins Red) (next board p cell))
                  (elements (legal_placements board p))) as [(cell & Hl & W)|W].
      * intros cell Hl. apply in_elements in Hl. apply S in Hl. tauto.
      * right. apply in_elements in Hl. now apply (secured_by_a_turn _ _ _ _ cell).
      * left. apply secured_against_every_turn; auto. intros cell Hl. apply W.
        now apply in_elements.
Qed.

(** E2: Red and Blue cannot both secure a win from one position: so an accepted certificate of a
    win settles who wins, the swap left out. *)
Theorem not_both_sides_can_win p :
  is_position board p = true -> secures board Red (wins Red) p -> ~ secures board Blue (wins Blue) p.
Proof.
  intros Hp R. induction R as [p outcome W G|p cell M L R IH|p M O H IH]; intros B.
  - destruct outcome; try discriminate.
    assert (O : is_over board p = true).
    { apply a_game_has_a_result_exactly_when_it_is_over. now rewrite W. }
    destruct B as [outcome' W' G'|cell M L B|M O' H].
    + rewrite W in W'. injection W' as <-. discriminate.
    + apply legal_is_empty in L. unfold is_over in O. rewrite is_empty_spec in O.
      now rewrite O in L.
    + congruence.
  - destruct B as [outcome' W' G'|cell' M' L' B|M' O' H'].
    + assert (O : is_over board p = true).
      { apply a_game_has_a_result_exactly_when_it_is_over. now rewrite W'. }
      apply legal_is_empty in L. unfold is_over in O. rewrite is_empty_spec in O.
      now rewrite O in L.
    + congruence.
    + apply IH; [now apply next_is_position|auto].
  - destruct B as [outcome' W' G'|cell' M' L' B|M' O' H'].
    + assert (O' : is_over board p = true).
      { apply a_game_has_a_result_exactly_when_it_is_over. now rewrite W'. }
      congruence.
    + apply (IH cell'); [assumption|now apply next_is_position|assumption].
    + rewrite M in M'. discriminate.
Qed.

End Pie.
