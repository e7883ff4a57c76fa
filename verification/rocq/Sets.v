(** Finite sets of numbers, kept as binary numerals: bit [c] of the numeral tells whether [c] is in
    the set. Two sets with the same elements are the same numeral. *)

From Coq Require Import NArith List Bool Lia Permutation.
Import ListNotations.
Local Open Scope N_scope.

Definition set := N.

Definition mem (c : N) (s : set) : bool := N.testbit s c.
Definition nothing : set := 0.
Definition singleton (c : N) : set := N.shiftl 1 c.
Definition union (s t : set) : set := N.lor s t.
Definition inter (s t : set) : set := N.land s t.
Definition minus (s t : set) : set := N.ldiff s t.
Definition is_empty (s : set) : bool := s =? 0.
Definition union_all (sets : list set) : set := fold_right union nothing sets.
Definition set_of (elements : list N) : set := union_all (map singleton elements).

Arguments mem : simpl never.
Arguments union : simpl never.
Arguments inter : simpl never.
Arguments minus : simpl never.

Fixpoint elements_from (first : N) (p : positive) : list N :=
  match p with
  | xH => [first]
  | xO rest => elements_from (N.succ first) rest
  | xI rest => first :: elements_from (N.succ first) rest
  end.

(** The elements of a set, the smallest first. *)
Definition elements (s : set) : list N :=
  match s with
  | N0 => []
  | Npos p => elements_from 0 p
  end.

Definition size (s : set) : nat := length (elements s).

(** The elements of a set for which a test says yes. *)
Definition select (test : N -> bool) (s : set) : set := set_of (filter test (elements s)).

(** * What these are *)

Notation "c 'in_set' s" := (mem c s = true) (at level 70, no associativity).

Definition subset (s t : set) : Prop := forall c, c in_set s -> c in_set t.

Lemma sets_are_equal (s t : set) : (forall c, mem c s = mem c t) -> s = t.
Proof. apply N.bits_inj. Qed.

Lemma mem_nothing c : mem c nothing = false.
Proof. apply N.bits_0. Qed.

Lemma mem_singleton c d : mem c (singleton d) = (c =? d).
Proof.
  unfold mem, singleton. destruct (N.eqb_spec c d) as [->|H].
  - rewrite N.shiftl_spec_high'; [|lia]. now rewrite N.sub_diag.
  - destruct (N.lt_ge_cases c d).
    + now apply N.shiftl_spec_low.
    + rewrite N.shiftl_spec_high'; [|lia]. apply N.bits_above_log2. simpl. lia.
Qed.

Lemma mem_union c s t : mem c (union s t) = mem c s || mem c t.
Proof. apply N.lor_spec. Qed.

Lemma mem_inter c s t : mem c (inter s t) = mem c s && mem c t.
Proof. apply N.land_spec. Qed.

Lemma mem_minus c s t : mem c (minus s t) = mem c s && negb (mem c t).
Proof. apply N.ldiff_spec. Qed.

Lemma mem_union_all c sets : c in_set union_all sets <-> exists s, In s sets /\ c in_set s.
Proof.
  induction sets as [|s sets IH]; cbn.
  - change (mem c 0) with (mem c nothing). rewrite mem_nothing. split; [easy|]. now intros (? & [] & _).
  - rewrite mem_union, orb_true_iff, IH. split.
    + intros [H|(t & Ht & H)]; eauto.
    + intros (t & [->|Ht] & H); eauto.
Qed.

Lemma mem_set_of c l : c in_set set_of l <-> In c l.
Proof.
  unfold set_of. rewrite mem_union_all. split.
  - intros (s & Hs & H). apply in_map_iff in Hs as (d & <- & Hd).
    rewrite mem_singleton, N.eqb_eq in H. now subst.
  - intros H. exists (singleton c). split; [now apply in_map|].
    rewrite mem_singleton. apply N.eqb_refl.
Qed.

Lemma elements_from_spec p : forall first c,
  In c (elements_from first p) <-> first <= c /\ Pos.testbit p (c - first) = true.
Proof.
  induction p as [p IH|p IH|]; intros first c; simpl.
  - rewrite IH. split.
    + intros [<-|[H1 H2]].
      * split; [lia|]. now rewrite N.sub_diag.
      * split; [lia|]. replace (c - first) with (N.succ (c - N.succ first)) by lia.
        destruct (c - N.succ first) eqn:E; simpl in *; [easy|].
        now rewrite Pos.pred_N_succ.
    + intros [H1 H2]. destruct (N.eq_dec first c); [now left|right]. split; [lia|].
      replace (c - first) with (N.succ (c - N.succ first)) in H2 by lia.
      destruct (c - N.succ first) eqn:E; simpl in *; [easy|].
      now rewrite Pos.pred_N_succ in H2.
  - rewrite IH. split.
    + intros [H1 H2]. split; [lia|]. replace (c - first) with (N.succ (c - N.succ first)) by lia.
      destruct (c - N.succ first) eqn:E; simpl in *; [easy|].
      now rewrite Pos.pred_N_succ.
    + intros [H1 H2]. destruct (N.eq_dec first c) as [->|].
      { rewrite N.sub_diag in H2. discriminate. }
      split; [lia|].
      replace (c - first) with (N.succ (c - N.succ first)) in H2 by lia.
      destruct (c - N.succ first) eqn:E; simpl in *; [easy|].
      now rewrite Pos.pred_N_succ in H2.
  - split.
    + intros [<-|[]]. split; [lia|]. now rewrite N.sub_diag.
    + intros [H1 H2]. left. destruct (c - first) eqn:E; [lia|discriminate].
Qed.

Lemma in_elements c s : In c (elements s) <-> c in_set s.
Proof.
  destruct s as [|p]; simpl.
  - now rewrite mem_nothing.
  - rewrite elements_from_spec. unfold mem. simpl. rewrite N.sub_0_r. intuition lia.
Qed.

Lemma elements_from_once p : forall first, NoDup (elements_from first p).
Proof.
  induction p as [p IH|p IH|]; intros first; simpl; auto.
  - constructor; [|apply IH]. rewrite elements_from_spec. lia.
  - constructor; [easy|constructor].
Qed.

Lemma elements_once s : NoDup (elements s).
Proof. destruct s; [constructor|apply elements_from_once]. Qed.

Lemma mem_select c test s : mem c (select test s) = mem c s && test c.
Proof.
  apply eq_true_iff_eq. unfold select.
  rewrite mem_set_of, filter_In, in_elements, andb_true_iff. easy.
Qed.

Create HintDb sets discriminated.
Global Hint Rewrite mem_nothing mem_singleton mem_union mem_inter mem_minus mem_select : sets.

(** * How many elements there are *)

Lemma is_empty_spec s : is_empty s = true <-> forall c, mem c s = false.
Proof.
  unfold is_empty. rewrite N.eqb_eq. split.
  - intros -> c. apply mem_nothing.
  - intros H. apply sets_are_equal. intros c. now rewrite H, mem_nothing.
Qed.

Lemma not_empty_spec s : is_empty s = false <-> exists c, c in_set s.
Proof.
  split.
  - intros H. destruct (elements s) as [|c l] eqn:E.
    + assert (is_empty s = true); [|congruence]. apply is_empty_spec. intros c.
      destruct (mem c s) eqn:M; [|easy]. apply in_elements in M. now rewrite E in M.
    + exists c. apply in_elements. rewrite E. now left.
  - intros [c Hc]. destruct (is_empty s) eqn:E; [|easy].
    rewrite is_empty_spec in E. rewrite E in Hc. discriminate.
Qed.

Lemma size_nothing : size nothing = 0%nat.
Proof. reflexivity. Qed.

Lemma size_of_list s l : NoDup l -> (forall c, In c l <-> c in_set s) -> size s = length l.
Proof.
  intros Hl H. apply Permutation_length, NoDup_Permutation; auto using elements_once.
  intros c. now rewrite in_elements, H.
Qed.

Lemma size_singleton c : size (singleton c) = 1%nat.
Proof.
  change 1%nat with (length [c]). apply size_of_list.
  - constructor; [easy|constructor].
  - intros d. rewrite mem_singleton, N.eqb_eq. simpl. intuition.
Qed.

Lemma size_subset s t : subset s t -> (size s <= size t)%nat.
Proof.
  intros H. apply NoDup_incl_length; [apply elements_once|].
  intros c. rewrite !in_elements. apply H.
Qed.

Lemma size_union s t :
  (forall c, c in_set s -> mem c t = false) -> size (union s t) = (size s + size t)%nat.
Proof.
  intros H. unfold size at 2 3. rewrite <- app_length. apply size_of_list.
  - assert (Hs := elements_once s). assert (Ht := elements_once t).
    assert (D : forall c, In c (elements s) -> ~ In c (elements t)).
    { intros c. rewrite !in_elements. intros Hc. now rewrite (H c Hc). }
    induction (elements s) as [|c l IH]; simpl; [easy|].
    inversion_clear Hs. constructor.
    + rewrite in_app_iff. intros [?|?]; [easy|]. now apply (D c); [left|].
    + apply IH; auto. intros d Hd. apply D. now right.
  - intros c. rewrite in_app_iff, !in_elements, mem_union, orb_true_iff. easy.
Qed.

Lemma size_split s t : size s = (size (inter s t) + size (minus s t))%nat.
Proof.
  rewrite <- size_union.
  - f_equal. apply sets_are_equal. intros c. autorewrite with sets.
    destruct (mem c s), (mem c t); reflexivity.
  - intros c. autorewrite with sets. destruct (mem c s), (mem c t); easy.
Qed.

Lemma size_minus s t : subset t s -> size s = (size t + size (minus s t))%nat.
Proof.
  intros H. rewrite (size_split s t). do 2 f_equal. apply sets_are_equal. intros c.
  rewrite mem_inter. specialize (H c). destruct (mem c s), (mem c t); try easy. now rewrite H.
Qed.

Lemma size_smaller s t c :
  subset s t -> c in_set t -> mem c s = false -> (size s < size t)%nat.
Proof.
  intros H Ht Hs. rewrite (size_minus t s H).
  enough (size (minus t s) <> 0)%nat by lia.
  assert (Hc : In c (elements (minus t s))).
  { apply in_elements. rewrite mem_minus, Ht, Hs. easy. }
  unfold size. destruct (elements (minus t s)); [easy|discriminate].
Qed.

Lemma size_zero s : size s = 0%nat -> s = nothing.
Proof.
  intros H. apply sets_are_equal. intros c. rewrite mem_nothing.
  destruct (mem c s) eqn:E; [|easy]. apply in_elements in E.
  unfold size in H. destruct (elements s); [easy|discriminate].
Qed.

Lemma size_positive s c : c in_set s -> (0 < size s)%nat.
Proof.
  intros H. destruct (size s) eqn:E; [|lia]. apply size_zero in E. subst.
  now rewrite mem_nothing in H.
Qed.

Lemma equal_by_size s t : subset s t -> size s = size t -> s = t.
Proof.
  intros H E. rewrite (size_minus t s H) in E.
  assert (Z : minus t s = nothing) by (apply size_zero; lia).
  apply sets_are_equal. intros c. specialize (H c).
  assert (M : mem c (minus t s) = false) by (rewrite Z; apply mem_nothing).
  rewrite mem_minus in M. destruct (mem c s), (mem c t); try easy. now rewrite H.
Qed.

(** * The first numbers *)

Definition below (n : nat) : set := N.ones (N.of_nat n).

Lemma mem_below c n : mem c (below n) = (c <? N.of_nat n).
Proof.
  unfold mem, below. destruct (N.ltb_spec c (N.of_nat n)).
  - now apply N.ones_spec_low.
  - now apply N.ones_spec_high.
Qed.
Global Hint Rewrite mem_below : sets.

Lemma size_below n : size (below n) = n.
Proof.
  rewrite (size_of_list _ (map N.of_nat (seq 0 n))).
  - now rewrite map_length, seq_length.
  - apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros i j. lia.
  - intros c. rewrite mem_below, N.ltb_lt, in_map_iff. split.
    + intros (i & <- & Hi). apply in_seq in Hi. lia.
    + intros H. exists (N.to_nat c). rewrite in_seq. lia.
Qed.
