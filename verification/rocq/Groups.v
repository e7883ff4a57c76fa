(** What flood fill finds, and how groups change when a stone is placed and when groups go. *)

From Coq Require Import Arith NArith List Bool Lia Permutation.
From Churn Require Import Sets Board Position Rules.
Import ListNotations.

Section Groups.
Context (board : Board).

Notation neighbours := (neighbours_of board).
Notation group_of := (group_of board).
Notation groups := (groups board).

(** The cells that are reached from a cell by steps between neighbours, all of them stones of the
    set but perhaps the first. *)
Inductive reached (s : set) (c : N) : N -> Prop :=
| reached_at_once : reached s c c
| reached_by_step d e : reached s c d -> e in_set neighbours d -> e in_set s -> reached s c e.

Definition on_board (s : set) : Prop := subset s (cells_of board).

Lemma reached_is_stone s c d : c in_set s -> reached s c d -> d in_set s.
Proof. now intros Hc []. Qed.

Lemma reached_again s c d e : reached s c d -> reached s d e -> reached s c e.
Proof. intros H. induction 1; eauto using reached. Qed.

Lemma neighbours_both_ways c d : c in_set neighbours d -> d in_set neighbours c.
Proof. now rewrite neighbours_are_mutual. Qed.

Lemma reached_back s c d : c in_set s -> reached s c d -> reached s d c.
Proof.
  intros Hc. induction 1 as [|d e H IH Hn He]; [constructor|].
  apply (reached_again s e d); [|assumption].
  apply (reached_by_step s e e d); auto using neighbours_both_ways.
  - constructor.
  - now apply reached_is_stone in H.
Qed.

Lemma reached_in_more s t c d : subset s t -> reached s c d -> reached t c d.
Proof. intros H. induction 1; eauto using reached. Qed.

Lemma mem_beside c found :
  c in_set union_all (map neighbours (elements found))
  <-> exists d, d in_set found /\ c in_set neighbours d.
Proof.
  rewrite mem_union_all. split.
  - intros (s & Hs & Hc). apply in_map_iff in Hs as (d & <- & Hd).
    apply in_elements in Hd. eauto.
  - intros (d & Hd & Hc). exists (neighbours d). split; [|assumption].
    apply in_map. now apply in_elements.
Qed.

Lemma flood_only_reaches s c steps : forall group found,
  (forall d, d in_set group -> reached s c d) ->
  (forall d, d in_set found -> reached s c d) ->
  forall d, d in_set flood board steps s group found -> reached s c d.
Proof.
  induction steps as [|steps IH]; intros group found Hg Hf d; simpl; [auto|].
  destruct (is_empty found); [auto|]. apply IH.
  - intros e. rewrite mem_union, orb_true_iff. intros []; auto.
  - intros e. rewrite mem_minus, mem_inter, !andb_true_iff, mem_beside.
    intros [[(d' & Hd' & Hn) He] _]. eauto using reached.
Qed.

Lemma flood_keeps s steps : forall group found,
  subset group (flood board steps s group found).
Proof.
  induction steps as [|steps IH]; intros group found d Hd; simpl; [assumption|].
  destruct (is_empty found); [assumption|]. apply IH.
  now rewrite mem_union, Hd.
Qed.

Lemma flood_takes s steps group found :
  subset found (flood board (S steps) s group found).
Proof.
  intros d Hd. simpl. destruct (is_empty found) eqn:E.
  - rewrite is_empty_spec in E. now rewrite E in Hd.
  - apply flood_keeps. rewrite mem_union, Hd. apply orb_true_r.
Qed.

Lemma flood_is_closed s steps : forall group found,
  on_board group -> on_board found ->
  (forall d, d in_set found -> mem d group = false) ->
  (forall d e, d in_set group -> e in_set neighbours d -> e in_set s ->
     e in_set group \/ e in_set found) ->
  cell_count board < steps + size group ->
  forall d e, d in_set flood board steps s group found -> e in_set neighbours d -> e in_set s ->
    e in_set flood board steps s group found.
Proof.
  induction steps as [|steps IH]; intros group found Bg Bf Hd Hc Hs; simpl.
  - apply size_subset in Bg. unfold cells_of in Bg. rewrite size_below in Bg. lia.
  - destruct (is_empty found) eqn:E.
    + intros d e Hg Hn He. rewrite is_empty_spec in E.
      destruct (Hc d e Hg Hn He) as [|F]; [assumption|]. now rewrite E in F.
    + apply not_empty_spec in E as [x Hx]. apply IH.
      * intros d. rewrite mem_union, orb_true_iff. intros []; auto.
      * intros d. rewrite mem_minus, mem_inter, !andb_true_iff, mem_beside.
        intros [[(d' & Hd' & Hn) He] _].
        unfold cells_of. rewrite mem_below, N.ltb_lt.
        eapply neighbours_are_on_the_board, Hn.
      * intros d. rewrite mem_minus. now destruct (mem d (union group found)), (mem d _).
      * intros d e Hg Hn He. rewrite mem_union, orb_true_iff in Hg.
        destruct (mem e (union group found)) eqn:M; [now left|right].
        rewrite mem_minus, mem_inter, M, He, andb_true_r. simpl.
        rewrite andb_true_r. apply mem_beside. exists d. split; [|assumption].
        destruct Hg as [Hg|]; [|assumption].
        rewrite mem_union, orb_false_iff in M.
        destruct (Hc d e Hg Hn He); now destruct M; congruence.
      * enough (size group < size (union group found)) by lia.
        apply (size_smaller group (union group found) x).
        -- intros d H. now rewrite mem_union, H.
        -- rewrite mem_union, Hx. apply orb_true_r.
        -- now apply Hd.
Qed.

(** Flood fill finds just the stones that can be reached. *)
Lemma mem_group_of s c d : c in_set cells_of board -> d in_set group_of s c <-> reached s c d.
Proof.
  intros Hc. unfold Rules.group_of. split.
  - apply flood_only_reaches.
    + intros e. now rewrite mem_nothing.
    + intros e. rewrite mem_singleton, N.eqb_eq. intros ->. constructor.
  - induction 1 as [|d e H IH Hn He].
    + apply flood_takes. now rewrite mem_singleton, N.eqb_refl.
    + refine (flood_is_closed s _ nothing (singleton c) _ _ _ _ _ d e IH Hn He).
      * intros x. now rewrite mem_nothing.
      * intros x. rewrite mem_singleton, N.eqb_eq. now intros ->.
      * intros x. now rewrite mem_nothing.
      * intros x y. now rewrite mem_nothing.
      * rewrite size_nothing. lia.
Qed.

(** * The groups of one colour's stones *)

Section OneColour.
Context (s : set) (Hs : on_board s).

Lemma mem_group d c : c in_set s -> d in_set group_of s c <-> reached s c d.
Proof. intros Hc. apply mem_group_of. now apply Hs. Qed.

Lemma group_holds_its_stone c : c in_set s -> c in_set group_of s c.
Proof. intros Hc. apply mem_group; [assumption|constructor]. Qed.

Lemma group_of_stones c : c in_set s -> subset (group_of s c) s.
Proof. intros Hc d. rewrite mem_group by assumption. now apply reached_is_stone. Qed.

Lemma same_group c d : c in_set s -> d in_set group_of s c -> group_of s d = group_of s c.
Proof.
  intros Hc Hd. assert (Hd' := group_of_stones c Hc d Hd).
  rewrite mem_group in Hd by assumption.
  apply sets_are_equal. intros e. apply eq_true_iff_eq. rewrite !mem_group by assumption.
  split; intros H; eauto using reached_again, reached_back.
Qed.

Lemma groups_share_nothing c d e :
  c in_set s -> d in_set s -> e in_set group_of s c -> e in_set group_of s d ->
  group_of s c = group_of s d.
Proof.
  intros Hc Hd H1 H2. transitivity (group_of s e).
  - symmetry. now apply same_group.
  - now apply same_group.
Qed.

Definition made_of_groups (rest : set) : Prop :=
  subset rest s /\ forall c, c in_set rest -> subset (group_of s c) rest.

Lemma rest_is_made_of_groups rest c :
  made_of_groups rest -> c in_set rest -> made_of_groups (minus rest (group_of s c)).
Proof.
  intros [H1 H2] Hc. split.
  - intros d. rewrite mem_minus, andb_true_iff. intros [Hd _]. auto.
  - intros d. rewrite mem_minus, andb_true_iff, negb_true_iff. intros [Hd Hn] e He.
    rewrite mem_minus, (H2 d Hd e He). simpl. apply negb_true_iff.
    destruct (mem e (group_of s c)) eqn:M; [|reflexivity].
    rewrite (groups_share_nothing c d e) in Hn; auto.
    rewrite group_holds_its_stone in Hn; auto.
Qed.

Lemma rest_is_smaller rest c :
  made_of_groups rest -> c in_set rest ->
  size rest = size (group_of s c) + size (minus rest (group_of s c)).
Proof. intros [_ H] Hc. apply size_minus. auto. Qed.

Lemma first_is_element rest first others :
  elements rest = first :: others -> first in_set rest.
Proof. intros E. apply in_elements. rewrite E. now left. Qed.

Lemma in_groups_among steps : forall rest, made_of_groups rest -> size rest <= steps ->
  forall g, In g (groups_among board steps s rest) <-> exists c, c in_set rest /\ g = group_of s c.
Proof.
  induction steps as [|steps IH]; intros rest Hr Hl g; simpl.
  - split; [easy|]. intros (c & Hc & _). apply size_positive in Hc. lia.
  - destruct (elements rest) as [|first others] eqn:E; simpl.
    + split; [easy|]. intros (c & Hc & _). apply in_elements in Hc. now rewrite E in Hc.
    + apply first_is_element in E.
      assert (0 < size (group_of s first)).
      { eapply size_positive, group_holds_its_stone. now apply Hr. }
      assert (L := rest_is_smaller rest first Hr E).
      rewrite IH by (try apply rest_is_made_of_groups; auto; lia). split.
      * intros [<-|(c & Hc & ->)]; [eauto|]. exists c.
        rewrite mem_minus, andb_true_iff in Hc. split; [apply Hc|reflexivity].
      * intros (c & Hc & ->). destruct (mem c (group_of s first)) eqn:M.
        -- left. symmetry. apply same_group; [now apply Hr|assumption].
        -- right. exists c. now rewrite mem_minus, Hc, M.
Qed.

Lemma groups_among_once steps : forall rest, made_of_groups rest -> size rest <= steps ->
  NoDup (groups_among board steps s rest).
Proof.
  induction steps as [|steps IH]; intros rest Hr Hl; simpl; [constructor|].
  destruct (elements rest) as [|first others] eqn:E; [constructor|].
  apply first_is_element in E.
  assert (0 < size (group_of s first)).
  { eapply size_positive, group_holds_its_stone. now apply Hr. }
  assert (L := rest_is_smaller rest first Hr E).
  assert (R := rest_is_made_of_groups rest first Hr E).
  constructor; [|apply IH; auto; lia].
  rewrite in_groups_among by (auto; lia). intros (c & Hc & G).
  rewrite mem_minus, andb_true_iff, negb_true_iff in Hc. destruct Hc as [Hc Hn].
  rewrite G, group_holds_its_stone in Hn; [discriminate|]. now apply Hr.
Qed.

Lemma sizes_among steps : forall rest, made_of_groups rest -> size rest <= steps ->
  list_sum (map size (groups_among board steps s rest)) = size rest.
Proof.
  induction steps as [|steps IH]; intros rest Hr Hl; simpl; [lia|].
  destruct (elements rest) as [|first others] eqn:E.
  { unfold size. now rewrite E. }
  apply first_is_element in E.
  assert (0 < size (group_of s first)).
  { eapply size_positive, group_holds_its_stone. now apply Hr. }
  assert (L := rest_is_smaller rest first Hr E).
  cbn [map]. rewrite L. change (list_sum (?a :: ?l)) with (a + list_sum l).
  rewrite IH; auto using rest_is_made_of_groups. lia.
Qed.

Lemma all_is_made_of_groups : made_of_groups s.
Proof. split; [easy|]. intros c Hc. now apply group_of_stones. Qed.

Lemma in_groups g : In g (groups s) <-> exists c, c in_set s /\ g = group_of s c.
Proof. apply in_groups_among; auto using all_is_made_of_groups. Qed.

Lemma groups_once : NoDup (groups s).
Proof. apply groups_among_once; auto using all_is_made_of_groups. Qed.

Lemma sizes_of_groups : list_sum (map size (groups s)) = size s.
Proof. apply sizes_among; auto using all_is_made_of_groups. Qed.

Lemma group_size_positive g : In g (groups s) -> 0 < size g.
Proof.
  rewrite in_groups. intros (c & Hc & ->). eapply size_positive, group_holds_its_stone, Hc.
Qed.

End OneColour.

(** * Placing a stone *)

Section Placing.
Context (s : set) (Hs : on_board s) (c : N) (Hc : c in_set cells_of board) (Hn : mem c s = false).

Let placed : set := union s (singleton c).
Let formed : set := group_of placed c.

Lemma mem_placed d : d in_set placed <-> d in_set s \/ d = c.
Proof. unfold placed. now rewrite mem_union, orb_true_iff, mem_singleton, N.eqb_eq. Qed.

Lemma placed_on_board : on_board placed.
Proof. intros d. rewrite mem_placed. intros [| ->]; auto. Qed.

Lemma new_stone_is_placed : c in_set placed.
Proof. apply mem_placed. now right. Qed.

Lemma new_stone_is_in_formed : c in_set formed.
Proof. apply group_holds_its_stone; auto using placed_on_board, new_stone_is_placed. Qed.

Lemma not_joined d : d in_set s -> mem d formed = false -> group_of placed d = group_of s d.
Proof.
  intros Hd Hf. assert (Hp : d in_set placed) by (apply mem_placed; auto).
  apply sets_are_equal. intros e. apply eq_true_iff_eq.
  rewrite !mem_group by auto using placed_on_board. split.
  - intros H. induction H as [|x y H IH Hx Hy]; [constructor|].
    apply (reached_by_step s d x y); auto. apply mem_placed in Hy as [| ->]; [assumption|].
    exfalso. enough (d in_set formed) by congruence.
    apply mem_group; auto using placed_on_board, new_stone_is_placed.
    apply reached_back; [assumption|].
    apply (reached_by_step placed d x c); auto using new_stone_is_placed.
  - apply reached_in_more. intros x Hx. apply mem_placed. auto.
Qed.

Lemma joined_lies_in_formed d : d in_set s -> d in_set formed -> subset (group_of s d) formed.
Proof.
  intros Hd Hf e. rewrite mem_group by assumption. intros H.
  apply mem_group; auto using placed_on_board, new_stone_is_placed.
  apply mem_group in Hf; auto using placed_on_board, new_stone_is_placed.
  apply (reached_again placed c d); [assumption|].
  apply (reached_in_more s); [|assumption]. intros x Hx. apply mem_placed. auto.
Qed.

Lemma mem_formed e :
  e in_set formed
  <-> e = c \/ exists d, d in_set s /\ d in_set neighbours c /\ e in_set group_of s d.
Proof.
  split.
  - intros H. apply mem_group in H; auto using placed_on_board, new_stone_is_placed.
    induction H as [|x y H IH Hx Hy]; [now left|].
    apply mem_placed in Hy as [Hy|]; [right|now left].
    destruct IH as [->|(d & Hd & Hb & Hg)].
    + exists y. auto using group_holds_its_stone.
    + exists d. repeat split; auto. rewrite mem_group in * by assumption.
      eapply reached_by_step; eauto.
  - intros [->|(d & Hd & Hb & Hg)]; [apply new_stone_is_in_formed|].
    apply (joined_lies_in_formed d); auto.
    apply mem_group; auto using placed_on_board, new_stone_is_placed.
    apply (reached_by_step placed c c d); [constructor|assumption|].
    apply mem_placed. auto.
Qed.

Lemma joined_is_smaller d : d in_set s -> d in_set formed -> size (group_of s d) < size formed.
Proof.
  intros Hd Hf. apply (size_smaller _ _ c).
  - now apply joined_lies_in_formed.
  - apply new_stone_is_in_formed.
  - destruct (mem c (group_of s d)) eqn:M; [|reflexivity].
    apply (group_of_stones s Hs d Hd) in M. congruence.
Qed.

(** After the placement the groups are the formed one and the old ones that it did not join. *)
Lemma in_groups_placed g :
  In g (groups placed)
  <-> g = formed \/ (In g (groups s) /\ forall d, d in_set g -> mem d formed = false).
Proof.
  rewrite !in_groups by auto using placed_on_board. split.
  - intros (d & Hd & ->). destruct (mem d formed) eqn:F.
    + left. apply same_group; auto using placed_on_board, new_stone_is_placed.
    + apply mem_placed in Hd as [Hd| ->].
      2: { rewrite new_stone_is_in_formed in F. discriminate. }
      right. rewrite not_joined by assumption. split; [eauto|].
      intros e He. destruct (mem e formed) eqn:M; [|reflexivity].
      exfalso. assert (subset (group_of s e) formed).
      { apply joined_lies_in_formed; [|assumption]. eapply group_of_stones; eauto. }
      rewrite (same_group s Hs d e Hd He) in H.
      rewrite (H d) in F; [discriminate|]. now apply group_holds_its_stone.
  - intros [->|[(d & Hd & ->) H]].
    + exists c. split; [apply new_stone_is_placed|reflexivity].
    + exists d. split; [apply mem_placed; auto|]. symmetry. apply not_joined; [assumption|].
      apply H. now apply group_holds_its_stone.
Qed.

(** Those that are at least as large as the formed group are that one and untouched old ones. *)
Lemma in_large_groups_placed g :
  In g (groups placed) /\ size formed <= size g
  <-> g = formed \/ (In g (groups s) /\ size formed <= size g).
Proof.
  rewrite in_groups_placed. split.
  - intros [[->|[H _]] L]; auto.
  - intros [->|[H L]]; [auto|]. split; [|assumption]. right. split; [assumption|].
    intros d Hd. destruct (mem d formed) eqn:F; [|reflexivity].
    apply in_groups in H as (e & He & ->); [|assumption].
    assert (Hds : d in_set s) by (eapply group_of_stones; eauto).
    assert (J := joined_is_smaller d Hds F).
    rewrite (same_group s Hs e d He Hd) in J. lia.
Qed.

End Placing.

(** * Taking groups off *)

Section Taking.
Context (s : set) (Hs : on_board s) (goes : set -> bool).

Let gone : set := union_all (filter goes (groups s)).
Let kept : set := minus s gone.

Lemma mem_gone d : d in_set gone <-> d in_set s /\ goes (group_of s d) = true.
Proof.
  unfold gone. rewrite mem_union_all. split.
  - intros (g & Hg & Hd). apply filter_In in Hg as [Hg G].
    apply in_groups in Hg as (c & Hc & ->); [|assumption].
    rewrite (same_group s Hs c d Hc Hd). split; [|assumption].
    eapply group_of_stones; eauto.
  - intros [Hd G]. exists (group_of s d). split; [|now apply group_holds_its_stone].
    apply filter_In. split; [|assumption]. apply in_groups; eauto.
Qed.

Lemma mem_kept d : d in_set kept <-> d in_set s /\ goes (group_of s d) = false.
Proof.
  unfold kept. rewrite mem_minus, andb_true_iff, negb_true_iff. split.
  - intros [Hd G]. split; [assumption|]. destruct (goes (group_of s d)) eqn:E; [|reflexivity].
    rewrite (proj2 (mem_gone d)) in G by easy. discriminate.
  - intros [Hd G]. split; [assumption|]. destruct (mem d gone) eqn:E; [|reflexivity].
    apply mem_gone in E as [_ E]. congruence.
Qed.

Lemma kept_on_board : on_board kept.
Proof. intros d Hd. apply mem_kept in Hd as [Hd _]. auto. Qed.

Lemma kept_group d : d in_set kept -> group_of kept d = group_of s d.
Proof.
  intros Hk. assert (H := Hk). apply mem_kept in H as [Hd G].
  apply sets_are_equal. intros e. apply eq_true_iff_eq.
  rewrite !mem_group by auto using kept_on_board. split.
  - apply reached_in_more. intros x Hx. now apply mem_kept in Hx.
  - intros H. induction H as [|x y H IH Hx Hy]; [constructor|].
    apply (reached_by_step kept d x y); auto. apply mem_kept. split; [assumption|].
    rewrite (same_group s Hs d y); auto. apply mem_group; eauto using reached.
Qed.

Lemma in_groups_kept g : In g (groups kept) <-> In g (groups s) /\ goes g = false.
Proof.
  rewrite !in_groups by auto using kept_on_board. split.
  - intros (d & Hd & ->). rewrite kept_group by assumption. apply mem_kept in Hd as [Hd G].
    eauto.
  - intros [(d & Hd & ->) G]. assert (Hk : d in_set kept) by now apply mem_kept.
    exists d. now rewrite kept_group.
Qed.

End Taking.

End Groups.
