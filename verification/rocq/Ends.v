(** How games end (E1, E2), and the swap (S1). *)

From Coq Require Import Arith NArith List Bool Lia.
From Churn Require Import Sets Board Position Rules Game Groups Turns.
Import ListNotations.

Section Ends.
Context (board : Board).

(** E1: In the model, the game is over if and only if every cell of the board holds a stone. *)
Theorem the_game_is_over_exactly_when_the_board_is_full p :
  is_over board p = true
  <-> forall c, c in_set cells_of board -> c in_set red p \/ c in_set blue p.
Proof.
  unfold is_over. rewrite is_empty_spec. split.
  - intros H c Hc. specialize (H c). apply not_true_iff_false in H.
    rewrite mem_empty_cells in H. destruct (mem c (red p)), (mem c (blue p)); auto. tauto.
  - intros H c. apply not_true_iff_false. rewrite mem_empty_cells. intros (Hc & Hr & Hb).
    destruct (H c Hc); congruence.
Qed.

(** E1: In the model, a legal placement ends the game if and only if it fills the last empty cell
    and removes nothing. *)
Theorem a_placement_ends_the_game_exactly_when_it_fills_the_board_and_removes_nothing p c :
  is_position board p = true -> c in_set legal_placements board p ->
  is_over board (after_placement board p c) = true
  <-> empty_cells board p = singleton c /\ removed_stones board p c = nothing.
Proof.
  intros Hp Hl. assert (Hc := legal_is_empty board p c Hl).
  rewrite the_game_is_over_exactly_when_the_board_is_full.
  assert (A : forall d, d in_set red (after_placement board p c) \/
                        d in_set blue (after_placement board p c)
                        <-> d in_set friendly_stones_after board p c \/ d in_set enemy p).
  { intros d. unfold after_placement, enemy. cbn. destruct (mover p); cbn; tauto. }
  setoid_rewrite A. clear A.
  assert (R : forall d, d in_set removed_stones board p c -> d in_set own p).
  { intros d Hd. apply removed_are_the_smaller_groups_that_are_not_joined in Hd; [|assumption..].
    destruct Hd as (g & Hg & Hd & _). apply in_groups in Hg as (x & Hx & ->).
    - eapply group_of_stones; eauto using own_on_board.
    - now apply own_on_board. }
  assert (O : forall d, mem d (own p) = true -> mem d (enemy p) = false).
  { intros d Hd. apply is_position_spec in Hp as (_ & _ & H & _). unfold own, enemy in *.
    destruct (mover p); cbn in *; [now apply H|].
    destruct (mem d (red p)) eqn:M; [|reflexivity]. now rewrite (H d M) in Hd. }
  assert (F : forall d, d in_set friendly_stones_after board p c
                        <-> (d in_set own p \/ d = c) /\ mem d (removed_stones board p c) = false).
  { intros d. unfold friendly_stones_after.
    now rewrite mem_minus, mem_union, mem_singleton, andb_true_iff, negb_true_iff, orb_true_iff,
      N.eqb_eq. }
  assert (S : forall d, d in_set empty_cells board p
                        <-> d in_set cells_of board /\ mem d (own p) = false
                            /\ mem d (enemy p) = false).
  { intros d. rewrite mem_empty_cells. unfold own, enemy. destruct (mover p); cbn; tauto. }
  split.
  - intros H. split.
    + apply sets_are_equal. intros d. apply eq_true_iff_eq. rewrite mem_singleton, N.eqb_eq. split.
      * rewrite S. intros (Hd & Ho & He). destruct (H d Hd) as [D|D]; [|congruence].
        apply F in D as [[D|D] _]; congruence.
      * now intros ->.
    + apply sets_are_equal. intros d. rewrite mem_nothing. apply not_true_is_false. intros Hd.
      assert (Ho := R d Hd). assert (Hb := own_on_board board p Hp d Ho).
      destruct (H d Hb) as [D|D].
      * apply F in D as [_ D]. congruence.
      * rewrite (O d Ho) in D. discriminate.
  - intros [E N] d Hd. rewrite F, N, mem_nothing.
    destruct (mem d (own p)) eqn:Ho; [auto|]. destruct (mem d (enemy p)) eqn:He; [auto|].
    left. split; [|reflexivity]. right.
    assert (D : d in_set empty_cells board p) by now apply S.
    now rewrite E, mem_singleton, N.eqb_eq in D.
Qed.

(** * Who wins *)

Lemma full_board_is_shared p :
  is_position board p = true -> is_over board p = true ->
  size (red p) + size (blue p) = cell_count board.
Proof.
  intros Hp Ho. destruct (is_position_spec board p Hp) as (Hr & Hb & Hd & _).
  rewrite <- size_union by assumption. rewrite <- (size_below (cell_count board)). f_equal.
  apply sets_are_equal. intros c. apply eq_true_iff_eq. rewrite mem_union, orb_true_iff. split.
  - intros [H|H]; [now apply Hr|now apply Hb].
  - intros H. now apply the_game_is_over_exactly_when_the_board_is_full.
Qed.

(** E2: In the model, Red wins if and only if the board is full and more than half of its stones
    are red; so for Blue; and it is a tie if and only if the board is full and half of its stones are
    red. *)
Theorem the_majority_of_a_full_board_wins p :
  is_position board p = true ->
  (winner board p = Some RedWins
   <-> is_over board p = true /\ cell_count board < 2 * size (red p))
  /\ (winner board p = Some BlueWins
      <-> is_over board p = true /\ cell_count board < 2 * size (blue p))
  /\ (winner board p = Some Tie
      <-> is_over board p = true /\ cell_count board = 2 * size (red p)).
Proof.
  intros Hp. unfold winner. destruct (is_over board p) eqn:Ho; [|intuition discriminate].
  assert (H := full_board_is_shared p Hp Ho).
  destruct (Nat.compare_spec (size (red p)) (size (blue p)));
    intuition (discriminate || lia).
Qed.

(** E2: There is a result, a win or a tie, if and only if the game is over. *)
Theorem a_game_has_a_result_exactly_when_it_is_over p :
  winner board p <> None <-> is_over board p = true.
Proof.
  unfold winner. destruct (is_over board p); [|now split].
  destruct (Nat.compare _ _); split; easy.
Qed.

(** E2, B2: In the model, no position of a board with an odd number of cells is a tie. *)
Theorem no_game_is_tied_on_an_odd_board p :
  is_position board p = true -> can_tie board = false -> winner board p <> Some Tie.
Proof.
  intros Hp Ho H. apply the_majority_of_a_full_board_wins in H as [_ H]; [|assumption].
  unfold can_tie in Ho. rewrite H in Ho. now rewrite Nat.even_mul in Ho.
Qed.

(** * The swap *)

(** Games from the empty board, turn by turn. *)
Definition reached_in (turns : list Turn) (game : Game) : Prop :=
  take_turns board new_game turns = Some game.

Lemma take_turns_app one : forall game two,
  take_turns board game (one ++ two)
  = match take_turns board game one with
    | Some game => take_turns board game two
    | None => None
    end.
Proof.
  induction one as [|turn one IH]; intros game two; cbn; [reflexivity|].
  destruct (take_turn board game turn); [apply IH|reflexivity].
Qed.

Lemma starting_position_is_one : is_position board starting_position = true.
Proof. reflexivity. Qed.

Lemma play_of p turn q :
  play board p turn = Some q ->
  (turn = Swap /\ swap_on_offer p = true /\ q = after_swap p)
  \/ (exists c, turn = Placement c /\ c in_set legal_placements board p
        /\ q = after_placement board p c).
Proof.
  destruct turn as [c|]; intros H.
  - right. exists c. apply played_placement in H. tauto.
  - left. apply played_swap in H. tauto.
Qed.

(** What is true after so many turns: the stones of a game's start never come back. *)
Lemma after_turns turns : forall game, reached_in turns game ->
  is_position board (position game) = true
  /\ turn_number game = S (length turns)
  /\ match turns with
     | [] => game = new_game
     | _ => is_empty (red (position game)) = false
     end.
Proof.
  induction turns as [|turn turns IH] using rev_ind; intros game H.
  - injection H as <-. repeat split.
  - unfold reached_in in H. rewrite take_turns_app in H.
    destruct (take_turns board new_game turns) as [earlier|] eqn:E; [|discriminate].
    destruct (IH earlier E) as (Hp & Hn & Hr). cbn in H.
    destruct (take_turn board earlier turn) as [now|] eqn:T; [|discriminate].
    injection H as ->. unfold take_turn in T.
    destruct (play board (position earlier) turn) as [q|] eqn:Q; [|discriminate].
    injection T as <-. cbn [position turn_number]. repeat split.
    + now apply a_turn_leads_to_a_position in Q.
    + rewrite Hn, app_length. cbn. lia.
    + assert (G : is_empty (red q) = false).
      { apply play_of in Q as [(-> & So & ->)|(c & -> & Hl & ->)].
        - cbn. destruct turns; [subst earlier; discriminate So|assumption].
        - cbn. destruct (mover (position earlier)) eqn:M.
          + apply not_empty_spec. exists c. apply the_formed_group_stays; [assumption..|].
            now apply the_formed_group_stays.
          + destruct turns; [subst earlier; discriminate M|assumption]. }
      now destruct turns.
Qed.

Lemma no_swap_after_second_turn turns game :
  reached_in turns game -> 2 <= length turns -> swap_on_offer (position game) = false.
Proof.
  destruct turns as [|turn turns _] using rev_ind; [cbn; lia|].
  intros H L. unfold reached_in in H. rewrite take_turns_app in H.
  destruct (take_turns board new_game turns) as [earlier|] eqn:E; [|discriminate].
  destruct (after_turns turns earlier E) as (Hp & Hn & Hr). cbn in H.
  destruct (take_turn board earlier turn) as [now|] eqn:T; [|discriminate].
  injection H as ->. unfold take_turn in T.
  destruct (play board (position earlier) turn) as [q|] eqn:Q; [|discriminate].
  injection T as <-. cbn [position].
  apply play_of in Q as [(-> & So & ->)|(c & -> & Hl & ->)]; [reflexivity|].
  cbn. unfold offers_swap.
  destruct turns; [rewrite app_length in L; cbn in L; lia|]. now rewrite Hr.
Qed.

Lemma swap_after_first_turn turn game :
  reached_in [turn] game ->
  swap_on_offer (position game) = negb (is_over board (position game)).
Proof.
  intros H. unfold reached_in in H. cbn in H.
  destruct (take_turn board new_game turn) as [now|] eqn:T; [|discriminate].
  injection H as ->. unfold take_turn in T.
  destruct (play board (position new_game) turn) as [q|] eqn:Q; [|discriminate].
  injection T as <-. cbn [position].
  apply play_of in Q as [(_ & So & _)|(c & -> & Hl & ->)]; [discriminate So|].
  cbn [swap_on_offer after_placement]. unfold offers_swap. cbn [position new_game starting_position
    red blue mover swap_on_offer]. cbn [is_empty N.eqb andb negb nothing].
  change (is_empty nothing) with true. cbn [andb]. f_equal.
  apply eq_true_iff_eq. rewrite N.eqb_eq.
  rewrite a_placement_ends_the_game_exactly_when_it_fills_the_board_and_removes_nothing;
    [|reflexivity|assumption].
  split; [|tauto]. intros E. split; [assumption|].
  apply an_isolated_placement_removes_nothing; [reflexivity|].
  apply mem_isolated. split; [now apply legal_is_empty in Hl|].
  apply is_empty_spec. intros d. rewrite mem_inter.
  change (own (position new_game)) with nothing. rewrite mem_nothing. apply andb_false_r.
Qed.

(** S1: In every game of the model from the empty board, as long as the board is not full, the
    swap is legal on the second turn and on no other. *)
Theorem the_swap_is_legal_exactly_on_the_second_turn turns game :
  reached_in turns game -> is_over board (position game) = false ->
  In Swap (legal_turns board (position game)) <-> turn_number game = 2.
Proof.
  intros H Ho. destruct (after_turns turns game H) as (Hp & Hn & Hr). rewrite Hn.
  assert (L : In Swap (legal_turns board (position game)) <-> swap_on_offer (position game) = true).
  { unfold legal_turns. rewrite in_app_iff, in_map_iff. destruct (swap_on_offer (position game)).
    - split; [reflexivity|]. right. now left.
    - split; [|discriminate]. intros [(c & E & _)|[]]. discriminate. }
  rewrite L. destruct turns as [|one [|two turns]].
  - subst game. split; discriminate.
  - rewrite (swap_after_first_turn one game H), Ho. now split.
  - rewrite (no_swap_after_second_turn _ game H) by (cbn; lia). cbn. split; [discriminate|lia].
Qed.

(** S1: In the model, the swap exchanges who holds which colour, counts as a turn, and changes
    neither the stones nor which colour is to move. *)
Theorem the_swap_exchanges_the_seats_and_nothing_else game after :
  take_turn board game Swap = Some after ->
  red (position after) = red (position game) /\ blue (position after) = blue (position game)
  /\ mover (position after) = mover (position game)
  /\ (forall colour, seat_of after colour = other_seat (seat_of game colour))
  /\ turn_number after = S (turn_number game).
Proof.
  unfold take_turn. destruct (play board (position game) Swap) as [q|] eqn:Q; [|discriminate].
  intros E. injection E as <-. apply played_swap in Q as [_ ->]. cbn. repeat split.
  intros []; cbn; now destruct (red_seat game).
Qed.

(** S1: A placement leaves the seats as they are, and after it the other colour is to move. *)
Theorem a_placement_leaves_the_seats game c after :
  take_turn board game (Placement c) = Some after ->
  (forall colour, seat_of after colour = seat_of game colour)
  /\ mover (position after) = other (mover (position game)).
Proof.
  unfold take_turn.
  destruct (play board (position game) (Placement c)) as [q|] eqn:Q; [|discriminate].
  intros E. injection E as <-. apply played_placement in Q as (_ & -> & _). now split.
Qed.

End Ends.
