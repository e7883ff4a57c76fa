(** Every game ends (F1): the ranking of the side that places a stone rises, the other's stays, and
    there are no more rankings than [longest_game_bound] counts. *)

From Coq Require Import Arith NArith List Bool Lia Permutation Sorted.
From Churn Require Import Sets Board Position Rules Game Ranking Groups Turns.
Import ListNotations.

(** Sorted lists of numbers ***************************************************************)

Definition descending : list nat -> Prop := StronglySorted ge.

Lemma insert_permutes n l : Permutation (n :: l) (insert n l).
Proof.
  induction l as [|m l IH]; simpl; [reflexivity|].
  destruct (Nat.leb m n); [reflexivity|].
  rewrite perm_swap. now constructor.
Qed.

Lemma largest_first_permutes l : Permutation l (largest_first l).
Proof.
  induction l as [|n l IH]; simpl; [reflexivity|].
  rewrite <- insert_permutes. now constructor.
Qed.

Lemma insert_descends n l : descending l -> descending (insert n l).
Proof.
  induction 1 as [|m l S IH F]; simpl; [repeat constructor|].
  destruct (Nat.leb_spec m n).
  - constructor; [now constructor|]. constructor; [lia|].
    eapply Forall_impl; [|apply F]. intros. lia.
  - constructor; [assumption|]. apply (Permutation_Forall (insert_permutes n l)).
    constructor; [lia|assumption].
Qed.

Lemma largest_first_descends l : descending (largest_first l).
Proof. induction l; simpl; [constructor|now apply insert_descends]. Qed.

Lemma one_order l : forall m, Permutation l m -> descending l -> descending m -> l = m.
Proof.
  induction l as [|a l IH]; intros m P Sl Sm.
  - now apply Permutation_nil in P.
  - destruct m as [|b m]; [now apply Permutation_sym, Permutation_nil in P|].
    inversion_clear Sl as [|? ? Sl' Fl]. inversion_clear Sm as [|? ? Sm' Fm].
    assert (E : a = b).
    { rewrite Forall_forall in Fl, Fm.
      assert (Ha : In a (b :: m)) by (apply (Permutation_in _ P); now left).
      assert (Hb : In b (a :: l)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
      destruct Ha as [|Ha]; [congruence|]. destruct Hb as [|Hb]; [congruence|].
      specialize (Fl b Hb). specialize (Fm a Ha). lia. }
    subst b. f_equal. apply IH; auto. now apply Permutation_cons_inv in P.
Qed.

Lemma large_before_small l m :
  descending l -> descending m -> (forall a b, In a l -> In b m -> b <= a) ->
  descending (l ++ m).
Proof.
  intros Sl Sm H. induction Sl as [|a l S IH F]; simpl; [assumption|].
  constructor.
  - apply IH. intros x b Hx. apply H. now right.
  - apply Forall_app. split; [assumption|]. apply Forall_forall. intros b Hb.
    apply (H a b); [now left|assumption].
Qed.

Lemma largest_first_app l m :
  (forall a b, In a l -> In b m -> b <= a) ->
  largest_first (l ++ m) = largest_first l ++ largest_first m.
Proof.
  intros H. apply one_order.
  - rewrite <- largest_first_permutes. apply Permutation_app; apply largest_first_permutes.
  - apply largest_first_descends.
  - apply large_before_small; auto using largest_first_descends. intros a b Ha Hb.
    apply H; [apply (Permutation_in _ (Permutation_sym (largest_first_permutes l)) Ha)
             |apply (Permutation_in _ (Permutation_sym (largest_first_permutes m)) Hb)].
Qed.

Lemma largest_first_of_permuted l m : Permutation l m -> largest_first l = largest_first m.
Proof.
  intros P. apply one_order; auto using largest_first_descends.
  now rewrite <- !largest_first_permutes.
Qed.

Lemma less_after_prefix l one two : less one two -> less (l ++ one) (l ++ two).
Proof. intros H. induction l; simpl; auto. Qed.

Lemma less_than_itself l : ~ less l l.
Proof. induction l; simpl; [easy|]. intros [|[_ ?]]; [lia|auto]. Qed.

Lemma less_than_less : forall one two three, less one two -> less two three -> less one three.
Proof.
  induction one as [|a one IH]; intros [|b two] [|c three]; simpl; try easy.
  intros [H1|[-> H1]] [H2|[-> H2]]; try (left; lia). right. eauto.
Qed.

(** The ranking rises *********************************************************************)

Section Rising.
Context (board : Board).

Notation groups := (groups board).
Notation ranking := (ranking board).

(** F1: In the model, a legal placement raises the ranking of the side that makes it: the list of
    its group sizes, largest first, compared as tuples are in Python. *)
Theorem a_placement_raises_the_movers_ranking p c q :
  is_position board p = true -> play board p (Placement c) = Some q ->
  less (ranking p (mover p)) (ranking q (mover p)).
Proof.
  intros Hp Hq. apply played_placement in Hq as (Hl & -> & _).
  assert (Hc := legal_is_empty board p c Hl). assert (Ho := own_on_board board p Hp).
  set (f := size (formed_group board p c)).
  assert (E : stones (after_placement board p c) (mover p) = friendly_stones_after board p c).
  { unfold after_placement. now destruct (mover p). }
  unfold Ranking.ranking. rewrite E.
  set (large := filter (fun g => Nat.leb f (size g)) (groups (own p))).
  set (small := filter (fun g => negb (Nat.leb f (size g))) (groups (own p))).
  assert (P1 : Permutation (groups (own p)) (large ++ small)).
  { unfold large, small. clear. induction (groups (own p)) as [|g l IH]; simpl; [reflexivity|].
    destruct (Nat.leb f (size g)); simpl; [now constructor|].
    rewrite IH at 1. apply Permutation_middle. }
  assert (P2 : Permutation (groups (friendly_stones_after board p c))
                           (formed_group board p c :: large)).
  { apply NoDup_Permutation.
    - apply groups_once. now apply own_after_on_board.
    - constructor; [|apply NoDup_filter, groups_once, Ho].
      unfold large. rewrite filter_In. intros [I _].
      apply in_groups in I as (x & Hx & Ex); [|assumption].
      assert (M : c in_set formed_group board p c) by now apply the_formed_group_stays.
      rewrite Ex in M. apply (group_of_stones board (own p) Ho x Hx) in M.
      now rewrite (empty_is_not_own board p c Hc) in M.
    - intros g. rewrite in_groups_after by assumption. cbn [In].
      unfold large. rewrite filter_In, Nat.leb_le. fold f. intuition. }
  rewrite (largest_first_of_permuted _ _ (Permutation_map size P2)).
  change (stones p (mover p)) with (own p).
  rewrite (largest_first_of_permuted _ _ (Permutation_map size P1)).
  assert (L : forall n, In n (map size large) -> f <= n).
  { intros n. rewrite in_map_iff. unfold large. setoid_rewrite filter_In.
    intros (g & <- & _ & H). now apply Nat.leb_le. }
  assert (S : forall n, In n (map size small) -> n < f).
  { intros n. rewrite in_map_iff. unfold small. setoid_rewrite filter_In.
    intros (g & <- & _ & H). apply negb_true_iff, Nat.leb_gt in H. assumption. }
  cbn [map]. fold f. rewrite map_app, largest_first_app.
  2: { intros a b Ha Hb. specialize (L a Ha). specialize (S b Hb). lia. }
  replace (largest_first (f :: map size large)) with (largest_first (map size large ++ [f])).
  2: { apply largest_first_of_permuted. rewrite <- Permutation_cons_append. reflexivity. }
  rewrite largest_first_app.
  2: { intros a b Ha [<-|[]]. auto. }
  apply less_after_prefix. cbn.
  assert (S' : forall n, In n (largest_first (map size small)) -> n < f).
  { intros n Hn. apply S. eapply Permutation_in; [|apply Hn].
    apply Permutation_sym, largest_first_permutes. }
  destruct (largest_first (map size small)); [easy|]. left. apply S'. now left.
Qed.

(** F1, R2: In the model, a turn leaves the ranking of the other side as it is, and the swap
    leaves both. *)
Theorem a_turn_leaves_the_others_ranking p turn q :
  play board p turn = Some q ->
  ranking q (other (mover p)) = ranking p (other (mover p))
  /\ (turn = Swap -> forall colour, ranking q colour = ranking p colour).
Proof.
  intros Hq. unfold Ranking.ranking.
  rewrite (the_opponents_stones_never_change board p turn q Hq). split; [reflexivity|].
  intros -> colour. apply played_swap in Hq as [_ ->]. now destruct colour.
Qed.

End Rising.

(** Partitions ****************************************************************************)

(** The partitions of a number into parts up to a largest one, each with its largest parts first.
    [steps] must exceed the sum of the two. *)
Fixpoint partitions (steps part total : nat) : list (list nat) :=
  match steps with
  | O => []
  | S steps =>
      match total, part with
      | O, _ => [[]]
      | _, O => []
      | _, S fewer =>
          partitions steps fewer total
          ++ (if Nat.leb part total then map (cons part) (partitions steps part (total - part))
              else [])
      end
  end.

Lemma partitions_steps : forall steps more part total,
  part + total < steps -> part + total < more ->
  partitions steps part total = partitions more part total.
Proof.
  induction steps as [|steps IH]; intros [|more] part total H1 H2; try lia.
  cbn [partitions]. destruct total as [|total]; [reflexivity|].
  destruct part as [|part]; [reflexivity|].
  f_equal; [apply IH; lia|].
  destruct (Nat.leb_spec (S part) (S total)); [|reflexivity].
  f_equal. apply IH; lia.
Qed.

Definition partitions_of (part total : nat) : list (list nat) :=
  partitions (S (part + total)) part total.

Definition ways (part total : nat) : N := N.of_nat (length (partitions_of part total)).

Lemma ways_of_nothing part : ways part 0 = 1%N.
Proof. reflexivity. Qed.

Lemma ways_with_no_part total : 0 < total -> ways 0 total = 0%N.
Proof. destruct total; [lia|reflexivity]. Qed.

Lemma ways_small part total : total < S part -> ways (S part) total = ways part total.
Proof.
  intros H. destruct total as [|total]; [reflexivity|].
  unfold ways, partitions_of. cbn [partitions].
  destruct (Nat.leb_spec (S part) (S total)); [lia|]. now rewrite app_nil_r.
Qed.

Lemma ways_large part total :
  S part <= total -> ways (S part) total = (ways part total + ways (S part) (total - S part))%N.
Proof.
  intros H. destruct total as [|total]; [lia|].
  unfold ways, partitions_of. cbn [partitions].
  destruct (Nat.leb_spec (S part) (S total)); [|lia].
  rewrite app_length, map_length, Nnat.Nat2N.inj_add.
  f_equal. do 2 f_equal.
  apply (partitions_steps _ (S (S part + (S total - S part)))); lia.
Qed.

Lemma every_partition_is_there : forall steps part total l,
  part + total < steps -> descending l -> Forall (fun n => 0 < n <= part) l -> list_sum l = total ->
  In l (partitions steps part total).
Proof.
  induction steps as [|steps IH]; intros part total l Hs Hd Hf Hl; [lia|].
  cbn [partitions]. destruct l as [|n l].
  - cbn in Hl. subst total. now left.
  - inversion_clear Hf as [|? ? Hn Hf']. inversion_clear Hd as [|? ? Hd' Hg].
    change (n + list_sum l = total) in Hl.
    destruct total as [|total]; [lia|]. destruct part as [|part]; [lia|].
    apply in_app_iff. destruct (Nat.eq_dec n (S part)) as [->|Hne].
    + right. destruct (Nat.leb_spec (S part) (S total)); [|lia].
      apply in_map. apply IH; auto; try lia.
    + left. apply IH; auto; [lia|now constructor|].
      constructor; [lia|]. rewrite Forall_forall in *. intros m Hm.
      specialize (Hg m Hm). specialize (Hf' m Hm). lia.
Qed.

(** The counts that the loops of [partition_counts] keep. *)

Lemma replace_at_length place value values :
  place < length values -> length (replace_at place value values) = length values.
Proof.
  intros H. unfold replace_at. rewrite app_length. cbn [length].
  rewrite firstn_length, skipn_length. lia.
Qed.

Lemma nth_replace_at place value values other :
  place < length values ->
  nth other (replace_at place value values) 0%N
  = if Nat.eqb other place then value else nth other values 0%N.
Proof.
  revert place other. induction values as [|v values IH]; intros [|place] [|other] H; cbn in H; try lia.
  - reflexivity.
  - reflexivity.
  - reflexivity.
  - unfold replace_at. cbn. apply IH. lia.
Qed.

Section Counts.
Context (largest : nat).

Lemma inner_loop part steps : forall from counts,
  S part <= from -> from + steps = S largest -> length counts = S largest ->
  (forall t, t < from -> nth t counts 0%N = ways (S part) t) ->
  (forall t, from <= t <= largest -> nth t counts 0%N = ways part t) ->
  let result := fold_left (fun counts total => counted (S part) total counts)
                  (seq from steps) counts in
  length result = S largest /\ forall t, t <= largest -> nth t result 0%N = ways (S part) t.
Proof.
  induction steps as [|steps IH]; intros from counts Hp Hs Hl Hb Ha; cbn [seq fold_left].
  - split; [assumption|]. intros t Ht. apply Hb. lia.
  - apply IH; [lia|lia| | |].
    + unfold counted. rewrite replace_at_length; [assumption|lia].
    + intros t Ht. unfold counted. rewrite nth_replace_at by lia.
      destruct (Nat.eqb_spec t from) as [->|]; [|apply Hb; lia].
      rewrite Ha by lia. rewrite Hb by lia. symmetry. now apply ways_large.
    + intros t Ht. unfold counted. rewrite nth_replace_at by lia.
      destruct (Nat.eqb_spec t from) as [->|]; [lia|]. apply Ha. lia.
Qed.

Lemma outer_loop steps : forall part counts,
  part + steps = largest -> length counts = S largest ->
  (forall t, t <= largest -> nth t counts 0%N = ways part t) ->
  let result :=
    fold_left
      (fun counts part =>
         fold_left (fun counts total => counted part total counts)
           (seq part (S largest - part)) counts)
      (seq (S part) steps) counts in
  length result = S largest /\ forall t, t <= largest -> nth t result 0%N = ways largest t.
Proof.
  induction steps as [|steps IH]; intros part counts Hs Hl Hc; cbn [seq fold_left].
  - split; [assumption|]. replace largest with part by lia. intros t Ht. apply Hc. lia.
  - destruct (inner_loop part (S largest - S part) (S part) counts) as [Hl' Hc']; try lia.
    + intros t Ht. rewrite ways_small by lia. apply Hc. lia.
    + intros t Ht. apply Hc. lia.
    + apply (IH (S part)); auto. lia.
Qed.

Lemma partition_counts_are_ways :
  length (partition_counts largest) = S largest
  /\ forall t, t <= largest -> nth t (partition_counts largest) 0%N = ways largest t.
Proof.
  apply (outer_loop largest 0).
  - reflexivity.
  - cbn. now rewrite repeat_length.
  - intros [|t] Ht; [reflexivity|]. cbn [nth]. rewrite nth_repeat.
    symmetry. apply ways_with_no_part. lia.
Qed.

(** All partitions of the numbers from 1 to the largest. *)
Definition all_partitions : list (list nat) :=
  flat_map (partitions_of largest) (seq 1 largest).

Lemma sum_of_counts (counts : list N) from :
  (forall i, i < length counts -> nth i counts 0%N = ways largest (from + i)) ->
  fold_right N.add 0%N counts
  = N.of_nat (length (flat_map (partitions_of largest) (seq from (length counts)))).
Proof.
  revert from. induction counts as [|n counts IH]; intros from H; [reflexivity|].
  cbn [fold_right length seq flat_map]. rewrite app_length, Nnat.Nat2N.inj_add. f_equal.
  - specialize (H 0). cbn [nth length] in H. rewrite H by lia.
    now rewrite Nat.add_0_r.
  - apply IH. intros i Hi. specialize (H (S i)). cbn [nth length] in H.
    rewrite H by lia. f_equal. lia.
Qed.

Lemma number_of_partitions :
  N.of_nat (length all_partitions) = fold_right N.add 0%N (tl (partition_counts largest)).
Proof.
  destruct partition_counts_are_ways as [Hl Hc].
  destruct (partition_counts largest) as [|n counts]; [discriminate|].
  cbn [tl length] in *. injection Hl as Hl.
  unfold all_partitions. rewrite <- Hl at 2. symmetry. apply (sum_of_counts counts 1).
  intros i Hi. specialize (Hc (S i)). cbn [nth] in Hc. rewrite Hc by lia. reflexivity.
Qed.

End Counts.

(** No game is longer than the bound ******************************************************)

Fixpoint less_than (one two : list nat) : bool :=
  match one, two with
  | _, [] => false
  | [], _ => true
  | a :: one, b :: two => Nat.ltb a b || (Nat.eqb a b && less_than one two)
  end.

Lemma less_than_spec one : forall two, less_than one two = true <-> less one two.
Proof.
  induction one as [|a one IH]; intros [|b two]; cbn [less_than less]; try easy.
  rewrite orb_true_iff, andb_true_iff, Nat.ltb_lt, Nat.eqb_eq, IH. tauto.
Qed.

Lemma filter_fewer {A} (f g : A -> bool) (x : A) l :
  (forall y, f y = true -> g y = true) -> In x l -> f x = false -> g x = true ->
  length (filter f l) < length (filter g l).
Proof.
  intros H Hx Hf Hg.
  assert (L : forall m, length (filter f m) <= length (filter g m)).
  { induction m as [|y m IH]; cbn; [lia|]. destruct (f y) eqn:F.
    - rewrite (H y F). cbn. lia.
    - destruct (g y); cbn; lia. }
  induction l as [|y l IH]; [easy|]. destruct Hx as [->|Hx]; cbn.
  - rewrite Hf, Hg. specialize (L l). cbn. lia.
  - specialize (IH Hx). destruct (f y) eqn:F.
    + rewrite (H y F). cbn. lia.
    + destruct (g y); cbn; lia.
Qed.

Section Length.
Context (board : Board).

Notation ranking := (ranking board).

(** How many rankings are above that of a side. *)
Definition above (p : Position) (colour : Colour) : nat :=
  length (filter (less_than (ranking p colour)) (all_partitions (cell_count board))).

(** Whether the swap can still be taken. *)
Definition swaps_left (p : Position) : nat :=
  if swap_on_offer p || (is_empty (red p) && is_empty (blue p)) then 1 else 0.

Definition turns_left (p : Position) : nat := above p Red + above p Blue + swaps_left p.

Lemma in_all_partitions (s : set) :
  on_board board s -> s <> nothing ->
  In (largest_first (map size (Rules.groups board s))) (all_partitions (cell_count board)).
Proof.
  intros Hs Hn. unfold all_partitions. apply in_flat_map. exists (size s). split.
  - apply in_seq. assert (L := size_subset _ _ Hs). unfold cells_of in L.
    rewrite size_below in L. destruct (size s) eqn:E; [|lia].
    now apply size_zero in E.
  - assert (P := largest_first_permutes (map size (Rules.groups board s))).
    assert (Sum : forall l m, Permutation l m -> list_sum l = list_sum m).
    { unfold list_sum. induction 1; cbn [fold_right]; lia. }
    unfold partitions_of. apply every_partition_is_there; [lia|apply largest_first_descends| |].
    + apply Forall_forall. intros n Hin. apply (Permutation_in _ (Permutation_sym P)) in Hin.
      apply in_map_iff in Hin as (g & <- & Hg). split.
      * now apply (group_size_positive board s Hs).
      * apply in_groups in Hg as (x & Hx & ->); [|assumption].
        assert (L : subset (group_of board s x) (cells_of board)).
        { intros y Hy. apply Hs. eapply group_of_stones; eauto. }
        apply size_subset in L. unfold cells_of in L. now rewrite size_below in L.
    + rewrite <- (Sum _ _ P). now apply sizes_of_groups.
Qed.

Lemma above_falls p q colour :
  less (ranking p colour) (ranking q colour) ->
  In (ranking q colour) (all_partitions (cell_count board)) ->
  above q colour < above p colour.
Proof.
  intros H I. apply (filter_fewer _ _ (ranking q colour)); auto.
  - intros l. rewrite !less_than_spec. eauto using less_than_less.
  - apply not_true_is_false. rewrite less_than_spec. apply less_than_itself.
  - now apply less_than_spec.
Qed.

Lemma a_turn_is_one_fewer p turn q :
  is_position board p = true -> play board p turn = Some q -> turns_left q < turns_left p.
Proof.
  intros Hp Hq. destruct (a_turn_leaves_the_others_ranking board p turn q Hq) as [Ho Hs].
  destruct turn as [c|].
  - assert (Hr := a_placement_raises_the_movers_ranking board p c q Hp Hq).
    assert (Hq' := Hq). apply played_placement in Hq' as (Hl & E & _).
    assert (Hc := legal_is_empty board p c Hl).
    assert (Ho' := own_after_on_board board p c Hp Hc).
    assert (Hne : c in_set friendly_stones_after board p c).
    { apply the_formed_group_stays; [assumption..|]. now apply the_formed_group_stays. }
    assert (I : In (ranking q (mover p)) (all_partitions (cell_count board))).
    { unfold Ranking.ranking.
      replace (stones q (mover p)) with (friendly_stones_after board p c).
      - apply in_all_partitions; [assumption|]. intros Z. rewrite Z in Hne.
        now rewrite mem_nothing in Hne.
      - subst q. unfold after_placement. now destruct (mover p). }
    assert (F := above_falls p q (mover p) Hr I).
    assert (G : above q (other (mover p)) = above p (other (mover p))).
    { unfold above. now rewrite Ho. }
    assert (W : swaps_left q <= swaps_left p).
    { unfold swaps_left. subst q. cbn [swap_on_offer after_placement red blue].
      unfold offers_swap.
      assert (Z : is_empty (friendly_stones_after board p c) = false).
      { apply not_empty_spec. eauto. }
      destruct (mover p); rewrite Z, ?andb_false_r, ?andb_false_l, ?orb_false_r;
        destruct (is_empty (red p)), (is_empty (blue p)); cbn; rewrite ?orb_true_r; cbn;
        try lia; destruct (_ && _); lia. }
    unfold turns_left. destruct (mover p); cbn [other] in *; lia.
  - unfold turns_left, above. rewrite !(Hs eq_refl).
    apply played_swap in Hq as [So ->].
    destruct (is_position_spec board p Hp) as (_ & _ & _ & Ha). specialize (Ha So).
    unfold is_after_first_turn in Ha. rewrite !andb_true_iff, Nat.eqb_eq in Ha.
    destruct Ha as [[[Ha _] _] _].
    enough (swaps_left (after_swap p) < swaps_left p) by lia.
    unfold swaps_left. cbn [after_swap swap_on_offer red blue]. rewrite So. cbn [orb].
    destruct (is_empty (red p)) eqn:E; [|cbn; lia].
    unfold is_empty in E. apply N.eqb_eq in E. rewrite E in Ha. discriminate.
Qed.

Lemma at_most_turns_left turns : forall game after,
  is_position board (position game) = true -> take_turns board game turns = Some after ->
  length turns <= turns_left (position game).
Proof.
  induction turns as [|turn turns IH]; intros game after Hp H; cbn in *; [lia|].
  unfold take_turn in H. destruct (play board (position game) turn) as [q|] eqn:Q; [|discriminate].
  apply IH in H; cbn [position] in *; [|now apply a_turn_leads_to_a_position in Q].
  assert (L := a_turn_is_one_fewer _ _ _ Hp Q). lia.
Qed.

Lemma no_more_than_all p colour :
  above p colour <= length (all_partitions (cell_count board)).
Proof.
  unfold above. induction (all_partitions (cell_count board)) as [|l ls IH]; cbn; [lia|].
  destruct (less_than _ l); cbn; lia.
Qed.

Lemma turns_left_are_within_the_bound p :
  (N.of_nat (turns_left p) <= longest_game_bound board)%N.
Proof.
  assert (R := no_more_than_all p Red). assert (B := no_more_than_all p Blue).
  assert (W : swaps_left p <= 1) by (unfold swaps_left; destruct (_ || _); lia).
  unfold longest_game_bound. rewrite <- number_of_partitions. unfold turns_left. lia.
Qed.

(** F1: No game has more turns than [longest_game_bound] computes, the swap included, from whatever
    position it begins. *)
Theorem no_game_is_longer_than_the_bound game turns after :
  is_position board (position game) = true -> take_turns board game turns = Some after ->
  (N.of_nat (length turns) <= longest_game_bound board)%N.
Proof.
  intros Hp H. apply at_most_turns_left in H; [|assumption].
  assert (B := turns_left_are_within_the_bound (position game)). lia.
Qed.

(** [chosen choose past turns]: each of some turns is the one that [choose] gives for all turns
    before it, those of [past] included. *)
Definition chosen (choose : list Turn -> Turn) (past turns : list Turn) : Prop :=
  forall before turn later, turns = before ++ turn :: later -> turn = choose (past ++ before).

Lemma take_turns_one_more game turns turn middle after :
  take_turns board game turns = Some middle -> take_turn board middle turn = Some after ->
  take_turns board game (turns ++ [turn]) = Some after.
Proof.
  revert game. induction turns as [|first turns IH]; intros game H1 H2; cbn in *.
  - injection H1 as ->. now rewrite H2.
  - destruct (take_turn board game first) as [next|]; [|discriminate]. now apply IH.
Qed.

Lemma games_that_go_on_end (choose : list Turn -> Turn) start :
  (forall turns game, take_turns board start turns = Some game ->
     is_over board (position game) = false ->
     In (choose turns) (legal_turns board (position game))) ->
  forall n past game,
  take_turns board start past = Some game -> is_position board (position game) = true ->
  turns_left (position game) <= n ->
  exists turns after,
    take_turns board game turns = Some after /\ is_over board (position after) = true
    /\ chosen choose past turns.
Proof.
  intros Hc. induction n as [|n IH]; intros past game G Hp Hn;
    destruct (is_over board (position game)) eqn:O;
    try (exists [], game; split; [reflexivity|split; [assumption|]]; intros [|]; discriminate).
  - specialize (Hc _ _ G O). apply just_the_legal_turns_can_be_played in Hc as [q Q]; [|assumption].
    assert (F := a_turn_is_one_fewer _ _ _ Hp Q). lia.
  - assert (L := Hc _ _ G O). apply just_the_legal_turns_can_be_played in L as [q Q]; [|assumption].
    assert (F := a_turn_is_one_fewer _ _ _ Hp Q).
    destruct (take_turn board game (choose past)) as [next|] eqn:E.
    2: { unfold take_turn in E. rewrite Q in E. discriminate. }
    assert (P : position next = q).
    { unfold take_turn in E. rewrite Q in E. now injection E as <-. }
    destruct (IH (past ++ [choose past]) next) as (turns & after & H & A & C).
    + now apply (take_turns_one_more _ _ _ game).
    + rewrite P. now apply a_turn_leads_to_a_position in Q.
    + rewrite P. lia.
    + exists (choose past :: turns), after. cbn. rewrite E. split; [assumption|split; [assumption|]].
      intros [|first before] turn later D; injection D as D1 D2.
      * now rewrite app_nil_r.
      * subst first. specialize (C before turn later D2). now rewrite <- app_assoc in C.
Qed.

(** F1, T1: Every game of the model ends: from every position, however each turn is chosen among
    the legal ones, with regard to all turns before it or not, these turns lead to a full board. *)
Theorem every_game_ends_on_a_full_board (choose : list Turn -> Turn) game :
  is_position board (position game) = true ->
  (forall turns after, take_turns board game turns = Some after ->
     is_over board (position after) = false ->
     In (choose turns) (legal_turns board (position after))) ->
  exists turns after,
    take_turns board game turns = Some after /\ is_over board (position after) = true
    /\ chosen choose [] turns.
Proof.
  intros Hp Hc. now apply (games_that_go_on_end choose game Hc (turns_left (position game)) [] game).
Qed.

End Length.
