(** The engine's stack of groups ([Stack.v]) keeps its order and does what the rules say. *)

From Coq Require Import Arith NArith List Bool Lia Permutation Sorted.
From Churn Require Import Sets Board Position Rules Groups Turns Stack.
Import ListNotations.

Section Engine.
Context (board : Board).

Notation neighbours := (neighbours_of board).
Notation groups := (groups board).
Notation group_of := (group_of board).
Notation reach := (reach board).
Notation near := (near board).
Notation near_larger := (near_larger board).
Notation size_formed := (size_formed board).
Notation engine_legal := (engine_legal board).
Notation engine_place := (engine_place board).
Notation side_of := (side_of board).

(** What a side keeps of some stones: which are single, and the larger groups in their order. *)
Record keeps (stones : set) (side : Side) : Prop := {
  singles_are_the_groups_of_one :
    forall c, c in_set singles side <-> c in_set stones /\ size (group_of stones c) = 1;
  larger_are_the_larger_groups :
    forall g, In g (larger side) <-> In g (groups stones) /\ 2 <= size g;
  larger_are_there_once : NoDup (larger side);
  the_smallest_is_on_top : StronglySorted (fun g h => size g <= size h) (larger side);
}.

(** * Lemmas *)

Lemma mem_reach c stones : c in_set reach stones <-> is_empty (inter stones (neighbours c)) = false.
Proof.
  unfold Stack.reach. rewrite mem_beside, not_empty_spec. setoid_rewrite mem_inter.
  setoid_rewrite andb_true_iff. setoid_rewrite (neighbours_are_mutual board c). easy.
Qed.

Lemma put_in_permutes g l : Permutation (g :: l) (put_in g l).
Proof.
  induction l as [|h l IH]; cbn; [reflexivity|]. destruct (Nat.leb _ _); [reflexivity|].
  rewrite perm_swap. now constructor.
Qed.

Lemma sorted_by_put_in l : Permutation l (fold_right put_in [] l).
Proof.
  induction l as [|g l IH]; cbn; [reflexivity|]. rewrite <- put_in_permutes. now constructor.
Qed.

Lemma put_in_sorts g l :
  StronglySorted (fun g h => size g <= size h) l ->
  StronglySorted (fun g h => size g <= size h) (put_in g l).
Proof.
  induction 1 as [|h l S IH F]; cbn; [repeat constructor|].
  destruct (Nat.leb_spec (size g) (size h)).
  - constructor; [now constructor|]. constructor; [assumption|].
    eapply Forall_impl; [|apply F]. cbn. lia.
  - constructor; [assumption|]. apply (Permutation_Forall (put_in_permutes g l)).
    constructor; [lia|assumption].
Qed.

Lemma taken_off n l :
  StronglySorted (fun g h => size g <= size h) l ->
  take_off n l = (filter (fun g => Nat.ltb (size g) n) l, filter (fun g => Nat.leb n (size g)) l).
Proof.
  induction 1 as [|g l S IH F]; [reflexivity|]. cbn [take_off filter].
  destruct (Nat.ltb_spec (size g) n) as [L|L].
  - rewrite IH. destruct (Nat.leb_spec n (size g)); [lia|reflexivity].
  - destruct (Nat.leb_spec n (size g)); [|lia].
    rewrite Forall_forall in F. f_equal.
    + symmetry. clear IH S. induction l as [|h l IH]; [reflexivity|]. cbn [filter].
      assert (Lh := F h (or_introl eq_refl)).
      destruct (Nat.ltb_spec (size h) n); [lia|]. apply IH. intros x Hx. apply F. now right.
    + f_equal. clear IH S. induction l as [|h l IH]; [reflexivity|]. cbn [filter].
      assert (Lh := F h (or_introl eq_refl)).
      destruct (Nat.leb_spec n (size h)); [|lia]. f_equal. apply IH. intros x Hx. apply F. now right.
Qed.

Lemma filter_sorted f l :
  StronglySorted (fun g h : set => size g <= size h) l ->
  StronglySorted (fun g h : set => size g <= size h) (filter f l).
Proof.
  induction 1 as [|g l S IH F]; cbn; [constructor|]. destruct (f g); [|assumption].
  constructor; [assumption|]. rewrite Forall_forall in *. intros h Hh.
  apply filter_In in Hh as [Hh _]. auto.
Qed.

Lemma group_of_one s c :
  on_board board s -> c in_set s -> size (group_of s c) = 1 -> group_of s c = singleton c.
Proof.
  intros Hs Hc H. symmetry. apply equal_by_size.
  - intros d. rewrite mem_singleton, N.eqb_eq. intros ->. now apply group_holds_its_stone.
  - now rewrite size_singleton.
Qed.

(** R1: For any stones of a side, the account that the engine's algorithm makes of them is right:
    single stones, and larger groups with the smallest on top. *)
Theorem the_engine_can_begin_anywhere stones :
  on_board board stones -> keeps stones (side_of stones).
Proof.
  intros Hs. assert (P := sorted_by_put_in (filter (fun g => Nat.leb 2 (size g)) (groups stones))).
  constructor; cbn [Stack.side_of singles larger].
  - intros c. rewrite mem_select, andb_true_iff, Nat.eqb_eq. easy.
  - intros g. split.
    + intros H. apply (Permutation_in _ (Permutation_sym P)) in H. apply filter_In in H.
      now rewrite Nat.leb_le in H.
    + intros H. apply (Permutation_in _ P). apply filter_In. now rewrite Nat.leb_le.
  - apply (Permutation_NoDup P). apply NoDup_filter. now apply groups_once.
  - induction (filter _ _) as [|g l IH]; cbn; [constructor|]. apply put_in_sorts.
    apply IH. apply sorted_by_put_in.
Qed.

(** * A side that keeps the mover's stones *)

Section Keeping.
Context (p : Position) (Hp : is_position board p = true).
Context (side : Side) (K : keeps (own p) side).

Let Ho : on_board board (own p) := own_on_board board p Hp.

Lemma groups_are_kept : Permutation (groups (own p)) (map singleton (elements (singles side)) ++ larger side).
Proof.
  apply NoDup_Permutation.
  - apply groups_once, Ho.
  - assert (D : forall g, In g (map singleton (elements (singles side))) -> ~ In g (larger side)).
    { intros g Hg Hl. apply in_map_iff in Hg as (c & <- & _).
      apply (larger_are_the_larger_groups _ _ K) in Hl as [_ Hl]. rewrite size_singleton in Hl. lia. }
    assert (E := elements_once (singles side)).
    induction (elements (singles side)) as [|c l IH]; cbn [map app].
    + apply (larger_are_there_once _ _ K).
    + inversion_clear E as [|? ? Hn E']. constructor.
      * rewrite in_app_iff. intros [H|H].
        -- apply in_map_iff in H as (d & Ed & Hd). assert (M : mem c (singleton d) = true).
           { rewrite Ed, mem_singleton. apply N.eqb_refl. }
           rewrite mem_singleton, N.eqb_eq in M. congruence.
        -- apply (D (singleton c)); [now left|assumption].
      * apply IH; [|assumption]. intros g Hg. apply D. now right.
  - intros g. rewrite in_app_iff, in_map_iff. setoid_rewrite in_elements.
    rewrite (larger_are_the_larger_groups _ _ K). split.
    + intros Hg. assert (P := group_size_positive board _ Ho g Hg).
      destruct (le_lt_dec 2 (size g)); [auto|]. left.
      apply in_groups in Hg as (c & Hc & ->); [|assumption].
      assert (S : size (group_of (own p) c) = 1) by lia.
      exists c. split; [now rewrite group_of_one|]. now apply (singles_are_the_groups_of_one _ _ K).
    + intros [(c & <- & Hc)|[Hg _]]; [|assumption].
      apply (singles_are_the_groups_of_one _ _ K) in Hc as [Hc S].
      apply in_groups; [assumption|]. exists c. split; [assumption|]. now rewrite group_of_one.
Qed.

Lemma singles_beside c :
  list_sum (map size (filter (fun g => negb (is_empty (inter g (neighbours c))))
                        (map singleton (elements (singles side)))))
  = size (inter (singles side) (neighbours c)).
Proof.
  rewrite (size_of_list (inter (singles side) (neighbours c))
             (filter (fun d => mem d (neighbours c)) (elements (singles side)))).
  - induction (elements (singles side)) as [|d l IH]; [reflexivity|]. cbn [map filter].
    assert (E : negb (is_empty (inter (singleton d) (neighbours c))) = mem d (neighbours c)).
    { apply eq_true_iff_eq. rewrite negb_true_iff, not_empty_spec. setoid_rewrite mem_inter.
      setoid_rewrite andb_true_iff. setoid_rewrite mem_singleton. setoid_rewrite N.eqb_eq. split.
      - now intros (x & -> & H).
      - intros H. now exists d. }
    rewrite E. destruct (mem d (neighbours c)); [|assumption].
    cbn [map length]. rewrite size_singleton. change (1 + list_sum (map size (filter
      (fun g => negb (is_empty (inter g (neighbours c)))) (map singleton l))) = S (length (filter
      (fun d => mem d (neighbours c)) l))). now rewrite IH.
  - apply NoDup_filter, elements_once.
  - intros d. now rewrite filter_In, in_elements, mem_inter, andb_true_iff.
Qed.

Lemma same_sum l m : Permutation l m -> list_sum l = list_sum m.
Proof. unfold list_sum. induction 1; cbn [fold_right]; lia. Qed.

Lemma filter_permutes (f : set -> bool) l m : Permutation l m -> Permutation (filter f l) (filter f m).
Proof.
  induction 1 as [|x l m P IH|x y l|l m k P1 IH1 P2 IH2]; cbn.
  - constructor.
  - destruct (f x); [now constructor|assumption].
  - destruct (f x), (f y); try reflexivity. apply perm_swap.
  - now rewrite IH1.
Qed.

(** P2: The size that the engine's algorithm adds up from a right account is the size of the
    formed group. *)
Theorem the_engine_knows_the_formed_size c :
  c in_set empty_cells board p -> size_formed side c = size (formed_group board p c).
Proof.
  intros Hc. rewrite formed_size_is_a_sum, Nat.add_comm by assumption.
  unfold joined_groups, Stack.size_formed.
  rewrite (same_sum _ _ (Permutation_map size (filter_permutes _ _ _ groups_are_kept))).
  rewrite filter_app, map_app, list_sum_app, singles_beside. cbn [Nat.add]. do 3 f_equal.
  f_equal. apply filter_ext. intros g. apply eq_true_iff_eq.
  now rewrite mem_reach, negb_true_iff.
Qed.

Lemma near_spec c : c in_set near side <-> is_empty (inter (neighbours c) (own p)) = false.
Proof.
  unfold Stack.near, Stack.near_larger. rewrite mem_union, orb_true_iff, mem_union_all, not_empty_spec.
  setoid_rewrite in_map_iff. rewrite mem_reach, not_empty_spec. setoid_rewrite mem_inter.
  setoid_rewrite andb_true_iff. split.
  - intros [(d & Hd & Hn)|(s & (g & <- & Hg) & Hc)].
    + exists d. split; [assumption|]. now apply (singles_are_the_groups_of_one _ _ K) in Hd.
    + apply mem_reach, not_empty_spec in Hc as [d Hd]. rewrite mem_inter, andb_true_iff in Hd.
      exists d. split; [easy|]. apply (larger_are_the_larger_groups _ _ K) in Hg as [Hg _].
      apply in_groups in Hg as (x & Hx & ->); [|assumption].
      now apply (group_of_stones board _ Ho x Hx).
  - intros (d & Hn & Hd). destruct (Nat.eq_dec (size (group_of (own p) d)) 1) as [E|E].
    + left. exists d. split; [|assumption]. now apply (singles_are_the_groups_of_one _ _ K).
    + right. exists (reach (group_of (own p) d)). split.
      * exists (group_of (own p) d). split; [reflexivity|].
        apply (larger_are_the_larger_groups _ _ K).
        assert (G : In (group_of (own p) d) (groups (own p))) by (apply in_groups; eauto).
        split; [assumption|]. apply (group_size_positive board _ Ho) in G. lia.
      * apply mem_reach, not_empty_spec. exists d. rewrite mem_inter, Hn, andb_true_r.
        now apply group_holds_its_stone.
Qed.

Lemma forming_two_spec c :
  c in_set empty_cells board p ->
  (mem c (near_larger side) = false /\ size (inter (singles side) (neighbours c)) = 1)
  <-> size (formed_group board p c) = 2.
Proof.
  intros Hc. rewrite <- the_engine_knows_the_formed_size by assumption. unfold Stack.size_formed.
  assert (L : forall g, In g (larger side) -> 2 <= size g).
  { intros g Hg. now apply (larger_are_the_larger_groups _ _ K) in Hg. }
  assert (Z : mem c (near_larger side) = false
              <-> filter (fun group => mem c (reach group)) (larger side) = []).
  { unfold Stack.near_larger. induction (larger side) as [|g l IH]; cbn [map filter].
    - now rewrite mem_nothing.
    - change (union_all (reach g :: ?x)) with (union (reach g) (union_all x)).
      rewrite mem_union, orb_false_iff, IH by (intros; apply L; now right).
      destruct (mem c (reach g)); [|tauto]. split; [now intros []|discriminate]. }
  rewrite Z. split.
  - now intros [-> ->].
  - intros H. destruct (filter _ (larger side)) as [|g l] eqn:E.
    + cbn in H. split; [reflexivity|]. lia.
    + assert (G : In g (g :: l)) by now left. rewrite <- E in G. apply filter_In in G as [G _].
      specialize (L g G). cbn [map] in H. change (list_sum (?a :: ?b)) with (a + list_sum b) in H. lia.
Qed.

(** P1, P2: The placements that the engine's algorithm finds from a right account are the legal
    ones. *)
Theorem the_engine_finds_the_legal_placements :
  engine_legal side (empty_cells board p) = legal_placements board p.
Proof.
  apply sets_are_equal. intros c. apply eq_true_iff_eq.
  rewrite legal_placements_are_the_empty_cells_of_least_formed_size by assumption.
  unfold Stack.engine_legal.
  assert (I : forall d, d in_set minus (empty_cells board p) (near side)
                        <-> d in_set empty_cells board p /\ size (formed_group board p d) = 1).
  { intros d. rewrite mem_minus, andb_true_iff, negb_true_iff. split.
    - intros [Hd N]. split; [assumption|].
      apply isolated_means_that_one_stone_is_formed; auto. apply mem_isolated. split; [assumption|].
      destruct (is_empty _) eqn:E; [reflexivity|]. apply near_spec in E. congruence.
    - intros [Hd S]. split; [assumption|].
      apply isolated_means_that_one_stone_is_formed in S; auto. apply mem_isolated in S as [_ S].
      apply not_true_is_false. rewrite near_spec. congruence. }
  assert (L := fun d Hd => formed_size_positive board p d Hp Hd).
  destruct (is_empty (minus (empty_cells board p) (near side))) eqn:E; cbn [negb].
  2: { apply not_empty_spec in E as [i Hi]. apply I in Hi as [Hi Si]. rewrite I. split.
       - intros [Hc Sc]. split; [assumption|]. intros d Hd. specialize (L d Hd). lia.
       - intros [Hc H]. split; [assumption|]. specialize (H i Hi). specialize (L c Hc). lia. }
  assert (L2 : forall d, d in_set empty_cells board p -> 2 <= size (formed_group board p d)).
  { intros d Hd. specialize (L d Hd). destruct (Nat.eq_dec (size (formed_group board p d)) 1); [|lia].
    rewrite is_empty_spec in E. specialize (E d). apply not_true_iff_false in E. rewrite I in E. tauto. }
  clear I E.
  match goal with |- context [select ?f (minus ?e ?n)] => set (two := select f (minus e n)) end.
  assert (T : forall d, d in_set two
                        <-> d in_set empty_cells board p /\ size (formed_group board p d) = 2).
  { intros d. unfold two. rewrite mem_select, mem_minus, !andb_true_iff, negb_true_iff, Nat.eqb_eq.
    split.
    - intros [[Hd N] S]. split; [assumption|]. now apply forming_two_spec.
    - intros [Hd S]. apply forming_two_spec in S; tauto. }
  destruct (is_empty two) eqn:E; cbn [negb].
  2: { apply not_empty_spec in E as [i Hi]. apply T in Hi as [Hi Si]. rewrite T. split.
       - intros [Hc Sc]. split; [assumption|]. intros d Hd. specialize (L2 d Hd). lia.
       - intros [Hc H]. split; [assumption|]. specialize (H i Hi). specialize (L2 c Hc). lia. }
  clear T E two. rewrite mem_select, andb_true_iff, Nat.eqb_eq.
  set (sizes := map (size_formed side) (elements (empty_cells board p))). split.
  - intros [Hc S]. split; [assumption|]. intros d Hd.
    rewrite <- !the_engine_knows_the_formed_size by assumption. rewrite S.
    apply smallest_of_is_least, in_map. now apply in_elements.
  - intros [Hc H]. split; [assumption|].
    assert (J : In (size_formed side c) sizes) by (apply in_map; now apply in_elements).
    assert (Lc := smallest_of_is_least _ _ J).
    assert (Ne : sizes <> []) by (intros F; now rewrite F in J).
    apply smallest_of_is_there, in_map_iff in Ne as (d & Ed & Hd). apply in_elements in Hd.
    specialize (H d Hd). rewrite <- !the_engine_knows_the_formed_size in H by assumption.
    rewrite <- Ed in *. fold sizes in Ed. lia.
Qed.

(** R1, R2: After a legal placement the engine's algorithm has removed the right stones and has a
    right account of those left, without sorting the groups anew. *)
Theorem the_engine_removes_the_right_stones_and_keeps_its_order c :
  c in_set legal_placements board p ->
  let '(after, removed) := engine_place side c (size (formed_group board p c)) in
  removed = removed_stones board p c /\ keeps (friendly_stones_after board p c) after.
Proof.
  intros Hl. assert (Hc := legal_is_empty board p c Hl).
  assert (Hb := empty_on_board board p c Hc). assert (Hn := empty_is_not_own board p c Hc).
  assert (Ha := own_after_on_board board p c Hp Hc).
  set (f := size (formed_group board p c)).
  assert (Af : c in_set formed_group board p c).
  { now apply (the_formed_group_stays board p c Hp Hl). }
  assert (G := fun g => in_groups_after board p c g Hp Hc).
  assert (GA : forall d, d in_set friendly_stones_after board p c ->
    In (group_of (friendly_stones_after board p c) d) (groups (friendly_stones_after board p c))).
  { intros d Hd. apply in_groups; eauto. }
  unfold Stack.engine_place. destruct (Nat.eqb_spec f 1) as [E|E].
  - assert (I : c in_set isolated_placements board p).
    { now apply isolated_means_that_one_stone_is_formed. }
    split; [symmetry; now apply an_isolated_placement_removes_nothing|].
    assert (A : forall d, d in_set friendly_stones_after board p c <-> d in_set own p \/ d = c).
    { intros d. unfold friendly_stones_after.
      rewrite an_isolated_placement_removes_nothing by assumption.
      now rewrite mem_minus, mem_nothing, andb_true_r, mem_union, mem_singleton, orb_true_iff, N.eqb_eq. }
    assert (F : formed_group board p c = singleton c).
    { symmetry. apply equal_by_size; [|now rewrite size_singleton].
      intros d. rewrite mem_singleton, N.eqb_eq. now intros ->. }
    assert (S : forall d, d in_set own p ->
      group_of (friendly_stones_after board p c) d = group_of (own p) d).
    { intros d Hd. assert (M : d in_set friendly_stones_after board p c) by (apply A; auto).
      assert (X := GA d M). assert (Y := group_holds_its_stone board _ Ha d M).
      apply G in X as [X|[X _]].
      - rewrite X, F, mem_singleton, N.eqb_eq in Y. congruence.
      - apply in_groups in X as (x & Hx & X); [|assumption]. rewrite X in Y |- *.
        symmetry. now apply same_group. }
    assert (S' : group_of (friendly_stones_after board p c) c = singleton c).
    { assert (M : c in_set friendly_stones_after board p c) by (apply A; auto).
      assert (X := GA c M). assert (Y := group_holds_its_stone board _ Ha c M).
      apply G in X as [X|[X _]]; [congruence|].
      apply in_groups in X as (x & Hx & X); [|assumption]. rewrite X in Y.
      apply (group_of_stones board _ Ho x Hx) in Y. congruence. }
    constructor; cbn [singles larger].
    + intros d. rewrite mem_union, orb_true_iff, mem_singleton, N.eqb_eq.
      rewrite (singles_are_the_groups_of_one _ _ K), A. split.
      * intros [[Hd Z]| ->]; [now rewrite S; auto|]. rewrite S'. rewrite size_singleton. auto.
      * intros [[Hd| ->] Z]; [left; now rewrite S in Z|now right].
    + intros g. rewrite (larger_are_the_larger_groups _ _ K), G. fold f. rewrite E. split.
      * intros [Hg Z]. split; [right; split; [assumption|lia]|assumption].
      * intros [[->|[Hg _]] Z]; [|auto]. rewrite F, size_singleton in Z. lia.
    + apply (larger_are_there_once _ _ K).
    + apply (the_smallest_is_on_top _ _ K).
  - assert (F2 : 2 <= f).
    { assert (P := formed_size_positive board p c Hp Hc). fold f in P. lia. }
    rewrite taken_off by apply (the_smallest_is_on_top _ _ K).
    set (taken := filter (fun g => Nat.ltb (size g) f) (larger side)).
    set (kept := filter (fun g => Nat.leb f (size g)) (larger side)).
    set (formed := union (union _ _) _).
    assert (J : forall g d, In g (groups (own p)) -> d in_set g ->
      is_empty (inter g (neighbours c)) = false -> size g < f).
    { intros g d Hg Hd T. apply in_groups in Hg as (x & Hx & ->); [|assumption].
      unfold f, formed_group. apply joined_is_smaller; auto.
      apply (the_formed_group_is_the_new_stone_and_every_group_next_to_it board p c x Hp Hc).
      right. exists (group_of (own p) x). split; [apply in_groups; eauto|].
      split; [assumption|]. now apply group_holds_its_stone. }
    assert (F : formed = formed_group board p c).
    { apply sets_are_equal. intros d. apply eq_true_iff_eq.
      rewrite the_formed_group_is_the_new_stone_and_every_group_next_to_it by assumption.
      unfold formed. rewrite !mem_union, !orb_true_iff, mem_singleton, N.eqb_eq, mem_inter,
        andb_true_iff, mem_union_all. setoid_rewrite filter_In. split.
      - intros [[->|[Hd Hnb]]|(g & [Hg T] & Hd)].
        + now left.
        + right. apply (singles_are_the_groups_of_one _ _ K) in Hd as [Hd _].
          exists (group_of (own p) d). repeat split.
          * apply in_groups; eauto.
          * apply not_empty_spec. exists d. rewrite mem_inter, Hnb, andb_true_r.
            now apply group_holds_its_stone.
          * now apply group_holds_its_stone.
        + right. apply filter_In in Hg as [Hg _].
          apply (larger_are_the_larger_groups _ _ K) in Hg as [Hg _].
          exists g. rewrite negb_true_iff in T. auto.
      - intros [->|(g & Hg & T & Hd)]; [auto|].
        assert (Sg := J g d Hg Hd T). assert (P := group_size_positive board _ Ho g Hg).
        destruct (le_lt_dec 2 (size g)) as [Q|Q].
        + right. exists g. split; [|assumption]. split; [|now rewrite T].
          apply filter_In. split; [now apply (larger_are_the_larger_groups _ _ K)|].
          now apply Nat.ltb_lt.
        + left. right. apply in_groups in Hg as (x & Hx & ->); [|assumption].
          rewrite (group_of_one _ x Ho Hx) in Hd, T by lia.
          rewrite mem_singleton, N.eqb_eq in Hd. subst d. split.
          * apply (singles_are_the_groups_of_one _ _ K). split; [assumption|lia].
          * apply not_empty_spec in T as [y Hy]. rewrite mem_inter, mem_singleton, andb_true_iff, N.eqb_eq in Hy.
            now destruct Hy as [-> Hy]. }
    clearbody formed. subst formed. split.
    + apply sets_are_equal. intros d. apply eq_true_iff_eq.
      rewrite removed_are_the_smaller_groups_that_are_not_joined by assumption. fold f.
      rewrite mem_minus, andb_true_iff, negb_true_iff, mem_union, orb_true_iff, mem_union_all.
      assert (N : forall g, In g (groups (own p)) -> d in_set g ->
        mem d (formed_group board p c) = false <-> is_empty (inter g (neighbours c)) = true).
      { intros g Hg Hd. rewrite <- not_true_iff_false.
        rewrite the_formed_group_is_the_new_stone_and_every_group_next_to_it by assumption. split.
        - intros H. destruct (is_empty _) eqn:T; [reflexivity|]. exfalso. apply H. right. eauto.
        - intros T [->|(h & Hh & Th & Hdh)].
          + apply in_groups in Hg as (x & Hx & ->); [|assumption].
            apply (group_of_stones board _ Ho x Hx) in Hd. congruence.
          + apply in_groups in Hg as (x & Hx & ->); [|assumption].
            apply in_groups in Hh as (y & Hy & ->); [|assumption].
            rewrite (groups_share_nothing board _ Ho x y d Hx Hy Hd Hdh) in T. congruence. }
      split.
      * intros [[Hd|(g & Hg & Hd)] M].
        -- apply (singles_are_the_groups_of_one _ _ K) in Hd as [Hd Z].
           assert (Y := group_holds_its_stone board _ Ho d Hd).
           assert (X : In (group_of (own p) d) (groups (own p))) by (apply in_groups; eauto).
           exists (group_of (own p) d). repeat split; auto; [lia|]. now apply (N _ X Y).
        -- apply filter_In in Hg as [Hg L]. apply Nat.ltb_lt in L.
           apply (larger_are_the_larger_groups _ _ K) in Hg as [Hg _].
           exists g. repeat split; auto. now apply (N g Hg Hd).
      * intros (g & Hg & Hd & L & T). split; [|now apply (N g Hg Hd)].
        assert (P := group_size_positive board _ Ho g Hg).
        destruct (le_lt_dec 2 (size g)) as [Q|Q].
        -- right. exists g. split; [|assumption]. apply filter_In.
           split; [now apply (larger_are_the_larger_groups _ _ K)|]. now apply Nat.ltb_lt.
        -- left. apply in_groups in Hg as (x & Hx & ->); [|assumption].
           apply (singles_are_the_groups_of_one _ _ K).
           rewrite (same_group board _ Ho x d Hx Hd). split; [|lia].
           now apply (group_of_stones board _ Ho x Hx).
    + constructor; cbn [singles larger].
      * intros d. rewrite mem_nothing. split; [discriminate|]. intros [Hd Z].
        apply GA, G in Hd. fold f in Hd. rewrite Z in Hd. destruct Hd as [Hd|[_ Hd]]; [|lia].
        rewrite Hd in Z. fold f in Z. lia.
      * intros g. cbn [In]. rewrite G. fold f. unfold kept.
        rewrite filter_In, Nat.leb_le, (larger_are_the_larger_groups _ _ K). split.
        -- intros [<-|[[Hg Z] L]]; [auto|]. auto.
        -- intros [[->|[Hg L]] Z]; auto.
      * constructor; [|apply NoDup_filter, (larger_are_there_once _ _ K)].
        intros H. apply filter_In in H as [H _].
        apply (larger_are_the_larger_groups _ _ K) in H as [H _].
        apply in_groups in H as (x & Hx & X); [|assumption]. rewrite X in Af.
        apply (group_of_stones board _ Ho x Hx) in Af. congruence.
      * constructor; [apply filter_sorted, (the_smallest_is_on_top _ _ K)|].
        apply Forall_forall. intros g Hg. apply filter_In in Hg as [_ Hg]. now apply Nat.leb_le.
Qed.

End Keeping.
End Engine.
