(** What is true of every turn, on every board and in every position: T1, P1, P2, R1, R2. *)

From Coq Require Import Arith NArith List Bool Lia Permutation.
From Churn Require Import Sets Board Position Rules Groups.
Import ListNotations.

Section Turns.
Context (board : Board).

Notation neighbours := (neighbours_of board).
Notation groups := (groups board).
Notation formed_group := (formed_group board).
Notation empty_cells := (empty_cells board).

Lemma mem_empty_cells p c :
  c in_set empty_cells p
  <-> c in_set cells_of board /\ mem c (red p) = false /\ mem c (blue p) = false.
Proof.
  unfold Rules.empty_cells. rewrite !mem_minus, !andb_true_iff, !negb_true_iff. tauto.
Qed.

Lemma is_position_spec p :
  is_position board p = true ->
  on_board board (red p) /\ on_board board (blue p)
  /\ (forall c, c in_set red p -> mem c (blue p) = false)
  /\ (swap_on_offer p = true -> is_after_first_turn board p = true).
Proof.
  unfold is_position. rewrite !andb_true_iff, !is_empty_spec, orb_true_iff, negb_true_iff.
  intros [[H1 H2] H3]. repeat split.
  - intros c Hc. specialize (H1 c). rewrite mem_minus, mem_union, Hc in H1.
    now destruct (mem c (cells_of board)).
  - intros c Hc. specialize (H1 c). rewrite mem_minus, mem_union, Hc, orb_true_r in H1.
    now destruct (mem c (cells_of board)).
  - intros c Hc. specialize (H2 c). now rewrite mem_inter, Hc in H2.
  - intros S. destruct H3; [congruence|assumption].
Qed.

Lemma stones_on_board p colour : is_position board p = true -> on_board board (stones p colour).
Proof. intros H. apply is_position_spec in H. now destruct colour. Qed.

Lemma own_on_board p : is_position board p = true -> on_board board (own p).
Proof. apply stones_on_board. Qed.

Lemma empty_is_not_own p c : c in_set empty_cells p -> mem c (own p) = false.
Proof. rewrite mem_empty_cells. unfold own. intros (_ & ? & ?). now destruct (mover p). Qed.

Lemma empty_on_board p c : c in_set empty_cells p -> c in_set cells_of board.
Proof. now rewrite mem_empty_cells. Qed.

(** Formed size ***************************************************************************)

(** P2, R2: The group that a placement on an empty cell forms is the new stone with all stones of
    each of the mover's groups that has a stone next to it. *)
Theorem the_formed_group_is_the_new_stone_and_every_group_next_to_it p c d :
  is_position board p = true -> c in_set empty_cells p ->
  d in_set formed_group p c
  <-> d = c
      \/ exists group, In group (groups (own p))
           /\ is_empty (inter group (neighbours c)) = false /\ d in_set group.
Proof.
  intros Hp Hc. assert (Ho := own_on_board p Hp).
  unfold Rules.formed_group. rewrite mem_formed by eauto using empty_on_board, empty_is_not_own.
  apply or_iff_compat_l. split.
  - intros (e & He & Hb & Hd). exists (group_of board (own p) e). repeat split; [| |assumption].
    + apply in_groups; eauto.
    + apply not_empty_spec. exists e. rewrite mem_inter, Hb, andb_true_r.
      now apply group_holds_its_stone.
  - intros (g & Hg & He & Hd). apply in_groups in Hg as (x & Hx & ->); [|assumption].
    apply not_empty_spec in He as [e He]. rewrite mem_inter, andb_true_iff in He.
    destruct He as [He Hb]. exists e. repeat split; [|assumption|].
    + eapply group_of_stones; eauto.
    + now rewrite (same_group board (own p) Ho x e Hx He).
Qed.

(** The groups of the mover with a stone next to a cell. *)
Definition joined_groups (p : Position) (c : N) : list set :=
  filter (fun group => negb (is_empty (inter group (neighbours c)))) (groups (own p)).

Lemma disjoint_sizes (s : set) (Hs : on_board board s) gs :
  NoDup gs -> (forall g, In g gs -> In g (groups s)) ->
  size (union_all gs) = list_sum (map size gs).
Proof.
  induction gs as [|g gs IH]; intros Hn Hg; [reflexivity|].
  inversion_clear Hn as [|? ? Hx Hn']. change (union_all (g :: gs)) with (union g (union_all gs)).
  rewrite size_union.
  - rewrite IH by (auto; intros; apply Hg; now right). reflexivity.
  - intros c Hc. destruct (mem c (union_all gs)) eqn:M; [|reflexivity].
    apply mem_union_all in M as (h & Hh & Hch). exfalso. apply Hx.
    assert (Ig := Hg g (or_introl eq_refl)). assert (Ih := Hg h (or_intror Hh)).
    apply in_groups in Ig as (x & Hxs & ->); [|assumption].
    apply in_groups in Ih as (y & Hys & ->); [|assumption].
    now rewrite (groups_share_nothing board s Hs x y c Hxs Hys Hc Hch).
Qed.

Lemma formed_size_is_a_sum p c :
  is_position board p = true -> c in_set empty_cells p ->
  size (formed_group p c) = list_sum (map size (joined_groups p c)) + 1.
Proof.
  intros Hp Hc. assert (Ho := own_on_board p Hp).
  rewrite Nat.add_comm, <- (disjoint_sizes (own p) Ho).
  - rewrite <- (size_singleton c). rewrite <- size_union.
    + f_equal. apply sets_are_equal. intros d. apply eq_true_iff_eq.
      rewrite the_formed_group_is_the_new_stone_and_every_group_next_to_it by assumption.
      rewrite mem_union, mem_singleton, orb_true_iff, N.eqb_eq, mem_union_all.
      apply or_iff_compat_l. unfold joined_groups. split.
      * intros (g & Hg & He & Hd). exists g. rewrite filter_In, negb_true_iff. auto.
      * intros (g & Hg & Hd). rewrite filter_In, negb_true_iff in Hg. exists g. tauto.
    + intros d. rewrite mem_singleton, N.eqb_eq. intros ->.
      destruct (mem c (union_all (joined_groups p c))) eqn:M; [|reflexivity].
      apply mem_union_all in M as (g & Hg & Hd). apply filter_In in Hg as [Hg _].
      apply in_groups in Hg as (x & Hx & ->); [|assumption].
      apply (group_of_stones board (own p) Ho x Hx) in Hd.
      now rewrite empty_is_not_own in Hd.
  - apply NoDup_filter, groups_once, Ho.
  - intros g Hg. now apply filter_In in Hg.
Qed.

(** P2: In the model, the formed size is one plus the sizes of the joined groups, each of them
    counted once. *)
Theorem formed_size_is_one_and_the_sum_of_the_joined_groups p c :
  is_position board p = true -> c in_set empty_cells p ->
  size (formed_group p c) = 1 + list_sum (map size (joined_groups p c))
  /\ NoDup (joined_groups p c).
Proof.
  intros Hp Hc. split; [rewrite Nat.add_comm; now apply formed_size_is_a_sum|].
  apply NoDup_filter, groups_once, own_on_board, Hp.
Qed.

(** What is legal *************************************************************************)

Lemma mem_isolated p c :
  c in_set isolated_placements board p
  <-> c in_set empty_cells p /\ is_empty (inter (neighbours c) (own p)) = true.
Proof. unfold isolated_placements. now rewrite mem_select, andb_true_iff. Qed.

Lemma joined_groups_none p c :
  is_position board p = true ->
  joined_groups p c = [] <-> is_empty (inter (neighbours c) (own p)) = true.
Proof.
  intros Hp. assert (Ho := own_on_board p Hp). unfold joined_groups. split; intros H.
  - apply is_empty_spec. intros d. destruct (mem d _) eqn:M; [|reflexivity].
    rewrite mem_inter, andb_true_iff in M. destruct M as [Hn Hd].
    assert (I : In (group_of board (own p) d) []).
    { rewrite <- H. apply filter_In. split; [apply in_groups; eauto|].
      apply negb_true_iff, not_empty_spec. exists d. rewrite mem_inter, Hn, andb_true_r.
      now apply group_holds_its_stone. }
    destruct I.
  - destruct (filter _ _) as [|g gs] eqn:E; [reflexivity|]. exfalso.
    assert (I : In g (g :: gs)) by now left. rewrite <- E in I.
    apply filter_In in I as [Hg He]. apply negb_true_iff, not_empty_spec in He as [d Hd].
    rewrite mem_inter, andb_true_iff in Hd. destruct Hd as [Hd Hn].
    apply in_groups in Hg as (x & Hx & ->); [|assumption].
    apply (group_of_stones board (own p) Ho x Hx) in Hd.
    rewrite is_empty_spec in H. specialize (H d). now rewrite mem_inter, Hd, Hn in H.
Qed.

Lemma formed_size_positive p c :
  is_position board p = true -> c in_set empty_cells p -> 1 <= size (formed_group p c).
Proof.
  intros. rewrite formed_size_is_a_sum by assumption. lia.
Qed.

(** P1: A placement on an empty cell is isolated if and only if the group that it forms is the new
    stone alone. *)
Theorem isolated_means_that_one_stone_is_formed p c :
  is_position board p = true -> c in_set empty_cells p ->
  c in_set isolated_placements board p <-> size (formed_group p c) = 1.
Proof.
  intros Hp Hc. rewrite mem_isolated, <- joined_groups_none by assumption.
  rewrite formed_size_is_a_sum by assumption. split.
  - now intros [_ ->].
  - intros H. split; [assumption|].
    destruct (joined_groups p c) as [|g gs] eqn:E; [reflexivity|]. exfalso.
    assert (I : In g (joined_groups p c)) by (rewrite E; now left).
    apply filter_In in I as [Hg _]. apply group_size_positive in Hg; [|now apply own_on_board].
    cbn in H. lia.
Qed.

Lemma smallest_of_is_least sizes n : In n sizes -> smallest_of sizes <= n.
Proof.
  destruct sizes as [|m sizes]; [easy|]. cbn [smallest_of In]. revert n.
  induction sizes as [|k sizes IH]; cbn [fold_right In]; intros n H.
  - destruct H as [->|[]]. lia.
  - destruct H as [->|[->|H]].
    + specialize (IH n (or_introl eq_refl)). lia.
    + lia.
    + specialize (IH n (or_intror H)). lia.
Qed.

Lemma smallest_of_is_there sizes : sizes <> [] -> In (smallest_of sizes) sizes.
Proof.
  destruct sizes as [|m sizes]; [easy|]. intros _. cbn [smallest_of].
  induction sizes as [|k sizes IH]; cbn [fold_right]; [now left|].
  destruct (Nat.min_spec k (fold_right Nat.min m sizes)) as [[_ ->]|[_ ->]].
  - right. now left.
  - destruct IH; [now left|right; now right].
Qed.

Lemma mem_smallest_joining p c :
  c in_set smallest_joining_placements board p
  <-> c in_set empty_cells p
      /\ forall d, d in_set empty_cells p -> size (formed_group p c) <= size (formed_group p d).
Proof.
  unfold smallest_joining_placements. rewrite mem_set_of, map_map, in_map_iff.
  cbn [snd]. setoid_rewrite filter_In. setoid_rewrite in_map_iff.
  setoid_rewrite Nat.eqb_eq.
  set (sizes := map (fun x => size (formed_group p x)) (elements (empty_cells p))).
  split.
  - intros ([x n] & H1 & (y & H2 & Hy) & H3). cbn in H1, H3. injection H2 as E1 E2. subst x y.
    apply in_elements in Hy. split; [assumption|]. intros d Hd. rewrite E2, H3.
    apply smallest_of_is_least. apply in_map_iff. exists d. now rewrite in_elements.
  - intros [Hc H]. exists (c, size (formed_group p c)). cbn. repeat split.
    + exists c. now rewrite in_elements.
    + assert (I : In (size (formed_group p c)) sizes).
      { apply in_map_iff. exists c. now rewrite in_elements. }
      assert (L := smallest_of_is_least _ _ I).
      assert (N : sizes <> []) by (intros E; now rewrite E in I).
      apply smallest_of_is_there in N. apply in_map_iff in N as (d & E & Hd).
      apply in_elements in Hd. specialize (H d Hd). cbn beta in E.
      change (size (formed_group p c) = smallest_of sizes). lia.
Qed.

(** P1, P2: A placement is legal if and only if its cell is empty and no placement on another
    empty cell would form a smaller group. *)
Theorem legal_placements_are_the_empty_cells_of_least_formed_size p c :
  is_position board p = true ->
  c in_set legal_placements board p
  <-> c in_set empty_cells p
      /\ forall d, d in_set empty_cells p -> size (formed_group p c) <= size (formed_group p d).
Proof.
  intros Hp. unfold legal_placements. destruct (is_empty (isolated_placements board p)) eqn:E.
  - apply mem_smallest_joining.
  - apply not_empty_spec in E as [i Hi].
    assert (Hie : i in_set empty_cells p) by now apply mem_isolated in Hi.
    rewrite isolated_means_that_one_stone_is_formed in Hi by assumption. split.
    + intros H. assert (Hc : c in_set empty_cells p) by now apply mem_isolated in H.
      split; [assumption|]. intros d Hd.
      rewrite isolated_means_that_one_stone_is_formed in H by assumption.
      rewrite H. now apply formed_size_positive.
    + intros [Hc H]. rewrite isolated_means_that_one_stone_is_formed by assumption.
      specialize (H i Hie). assert (P := formed_size_positive p c Hp Hc). lia.
Qed.

(** P1: In the model, where some empty cell has no friendly stone next to it, the legal placements
    are those on such cells. *)
Theorem isolation_is_forced_where_it_is_possible p i :
  i in_set isolated_placements board p ->
  legal_placements board p = isolated_placements board p.
Proof.
  intros H. unfold legal_placements.
  now rewrite (proj2 (not_empty_spec _) (ex_intro _ i H)).
Qed.

(** T1: In the model, unless the board is full, the side to move has a legal placement. *)
Theorem a_legal_placement_exists_unless_the_board_is_full p :
  is_over board p = false -> exists c, c in_set legal_placements board p.
Proof.
  intros H. unfold legal_placements.
  destruct (is_empty (isolated_placements board p)) eqn:E; [|now apply not_empty_spec].
  unfold is_over in H. apply not_empty_spec in H as [c Hc].
  set (sizes := map (fun x => size (formed_group p x)) (elements (empty_cells p))).
  assert (N : sizes <> []).
  { intros F. unfold sizes in F. apply map_eq_nil in F. apply in_elements in Hc.
    now rewrite F in Hc. }
  assert (I := smallest_of_is_there sizes N). apply in_map_iff in I as (d & Ed & Hd).
  exists d. apply mem_smallest_joining. apply in_elements in Hd. split; [assumption|].
  intros e He. rewrite Ed. apply smallest_of_is_least, in_map_iff.
  exists e. now rewrite in_elements.
Qed.

Lemma legal_is_empty p c : c in_set legal_placements board p -> c in_set empty_cells p.
Proof.
  unfold legal_placements. destruct (is_empty _).
  - now rewrite mem_smallest_joining.
  - now rewrite mem_isolated.
Qed.

(** What a turn does **********************************************************************)

Notation own_after p c := (friendly_stones_after board p c).

Lemma goes_spec p c g :
  Nat.ltb (size g) (size (formed_group p c)) = false <-> size (formed_group p c) <= size g.
Proof. now rewrite Nat.ltb_ge. Qed.

Lemma in_groups_after p c g :
  is_position board p = true -> c in_set empty_cells p ->
  In g (groups (own_after p c))
  <-> g = formed_group p c \/ (In g (groups (own p)) /\ size (formed_group p c) <= size g).
Proof.
  intros Hp Hc. assert (Ho := own_on_board p Hp).
  assert (Hb := empty_on_board p c Hc). assert (Hn := empty_is_not_own p c Hc).
  unfold friendly_stones_after, removed_stones.
  rewrite in_groups_kept by (apply placed_on_board; auto).
  rewrite goes_spec. now apply in_large_groups_placed.
Qed.

(** R1, R2: After a legal placement the mover's groups are the formed one and, unchanged, those of
    the groups before it that are at least as large. *)
Theorem the_groups_left_are_the_formed_one_and_the_old_ones_at_least_as_large p c group :
  is_position board p = true -> c in_set legal_placements board p ->
  In group (groups (own_after p c))
  <-> group = formed_group p c
      \/ (In group (groups (own p)) /\ size (formed_group p c) <= size group).
Proof. eauto using in_groups_after, legal_is_empty. Qed.

Lemma mem_removed p c d :
  is_position board p = true -> c in_set empty_cells p ->
  d in_set removed_stones board p c
  <-> d in_set union (own p) (singleton c)
      /\ size (group_of board (union (own p) (singleton c)) d) < size (formed_group p c).
Proof.
  intros Hp Hc. unfold removed_stones. rewrite mem_gone.
  - now rewrite Nat.ltb_lt.
  - apply placed_on_board; eauto using own_on_board, empty_on_board.
Qed.

(** R1: A legal placement removes just the stones of the mover's groups that are smaller than the
    formed group and have no stone next to the new one. *)
Theorem removed_are_the_smaller_groups_that_are_not_joined p c d :
  is_position board p = true -> c in_set legal_placements board p ->
  d in_set removed_stones board p c
  <-> exists group, In group (groups (own p)) /\ d in_set group
        /\ size group < size (formed_group p c) /\ is_empty (inter group (neighbours c)) = true.
Proof.
  intros Hp Hl. assert (Hc := legal_is_empty p c Hl). assert (Ho := own_on_board p Hp).
  assert (Hb := empty_on_board p c Hc). assert (Hn := empty_is_not_own p c Hc).
  rewrite mem_removed by assumption. split.
  - intros [Hd L].
    destruct (mem d (formed_group p c)) eqn:F; assert (F' := F).
    + exfalso. unfold Rules.formed_group in L, F.
      rewrite (same_group board _ (placed_on_board board _ Ho c Hb) c d) in L; [lia| |assumption].
      apply new_stone_is_placed.
    + assert (Hdo : d in_set own p).
      { rewrite mem_placed in Hd. destruct Hd as [|E]; [assumption|]. subst d.
        unfold Rules.formed_group in F.
        rewrite new_stone_is_in_formed in F by assumption. discriminate. }
      unfold Rules.formed_group in F, L.
      rewrite (not_joined board (own p) Ho c Hb d Hdo F) in L.
      exists (group_of board (own p) d). repeat split; [| |assumption|].
      * apply in_groups; eauto.
      * now apply group_holds_its_stone.
      * apply is_empty_spec. intros e. destruct (mem e _) eqn:M; [|reflexivity].
        rewrite mem_inter, andb_true_iff in M. destruct M as [He Hne]. exfalso.
        enough (d in_set formed_group p c) by congruence.
        apply the_formed_group_is_the_new_stone_and_every_group_next_to_it; auto.
        right. exists (group_of board (own p) d). repeat split.
        -- apply in_groups; eauto.
        -- apply not_empty_spec. exists e. now rewrite mem_inter, He, Hne.
        -- now apply group_holds_its_stone.
  - intros (g & Hg & Hd & L & E). apply in_groups in Hg as (x & Hx & ->); [|assumption].
    assert (Hdo : d in_set own p) by (eapply group_of_stones; eauto).
    split; [apply mem_placed; auto|].
    rewrite not_joined; auto.
    { now rewrite (same_group board (own p) Ho x d Hx Hd). }
    destruct (mem d (group_of board _ c)) eqn:F; [|reflexivity]. exfalso.
    apply mem_formed in F as [->|(e & He & Hne & Hde)]; auto.
    + congruence.
    + rewrite is_empty_spec in E. specialize (E e). rewrite mem_inter, Hne, andb_true_r in E.
      rewrite <- (groups_share_nothing board (own p) Ho e x d He Hx Hde Hd) in E.
      now rewrite group_holds_its_stone in E.
Qed.

(** R2: In the model, no turn, placement or swap, changes the opponent's stones. *)
Theorem the_opponents_stones_never_change p turn q :
  play board p turn = Some q -> stones q (other (mover p)) = enemy p.
Proof.
  unfold play. destruct (broken_clause board p turn); [discriminate|].
  intros E. injection E as <-. unfold enemy.
  destruct turn; unfold after, after_placement, after_swap; destruct (mover p); reflexivity.
Qed.

(** R2: In the model, an isolated placement removes nothing. *)
Theorem an_isolated_placement_removes_nothing p c :
  is_position board p = true -> c in_set isolated_placements board p ->
  removed_stones board p c = nothing.
Proof.
  intros Hp Hi. assert (Hl : c in_set legal_placements board p).
  { now rewrite (isolation_is_forced_where_it_is_possible p c). }
  assert (Hc := legal_is_empty p c Hl).
  rewrite isolated_means_that_one_stone_is_formed in Hi by assumption.
  apply sets_are_equal. intros d. rewrite mem_nothing. apply not_true_is_false. intros M.
  apply removed_are_the_smaller_groups_that_are_not_joined in M; [|assumption..].
  destruct M as (g & Hg & _ & L & _).
  apply group_size_positive in Hg; [lia|]. now apply own_on_board.
Qed.

(** R2: In the model, after a legal placement the new stone and all others of the formed group are
    on the board. *)
Theorem the_formed_group_stays p c :
  is_position board p = true -> c in_set legal_placements board p ->
  subset (formed_group p c) (own_after p c) /\ c in_set formed_group p c.
Proof.
  intros Hp Hl. assert (Hc := legal_is_empty p c Hl).
  assert (Hb := empty_on_board p c Hc). assert (Ho := own_on_board p Hp). split.
  - intros d Hd.
    assert (I : In (formed_group p c) (groups (own_after p c))).
    { apply in_groups_after; auto. }
    apply in_groups in I as (x & Hx & E).
    + rewrite E in Hd. eapply group_of_stones; eauto.
      intros y. unfold friendly_stones_after. rewrite mem_minus, andb_true_iff.
      intros [Hy _]. now apply (placed_on_board board (own p) Ho c Hb) in Hy.
    + intros y. unfold friendly_stones_after. rewrite mem_minus, andb_true_iff.
      intros [Hy _]. now apply (placed_on_board board (own p) Ho c Hb) in Hy.
  - now apply new_stone_is_in_formed.
Qed.

(** What is played is legal ***************************************************************)

Lemma played_placement p c q :
  play board p (Placement c) = Some q ->
  c in_set legal_placements board p /\ q = after_placement board p c /\ is_over board p = false.
Proof.
  unfold play, broken_clause. destruct (is_over board p); [discriminate|].
  destruct (mem c (cells_of board)); [|discriminate].
  destruct (mem c (empty_cells p)); [|discriminate]. simpl.
  destruct (mem c (legal_placements board p)); [|now destruct (is_empty _)].
  intros E. now inversion E.
Qed.

Lemma played_swap p q :
  play board p Swap = Some q -> swap_on_offer p = true /\ q = after_swap p.
Proof.
  unfold play, broken_clause. destruct (is_over board p); [discriminate|].
  destruct (swap_on_offer p); [|discriminate]. intros E. now inversion E.
Qed.

Lemma a_legal_placement_can_be_played p c :
  c in_set legal_placements board p -> play board p (Placement c) = Some (after_placement board p c).
Proof.
  intros Hl. assert (Hc := legal_is_empty p c Hl). unfold play, broken_clause.
  rewrite (empty_on_board p c Hc), Hc, Hl. simpl. unfold is_over.
  now rewrite (proj2 (not_empty_spec _) (ex_intro _ c Hc)).
Qed.

(** T1, P1, P2, S1: As long as the board is not full, a turn can be played if and only if it is
    among the legal turns. *)
Theorem just_the_legal_turns_can_be_played p turn :
  is_over board p = false ->
  In turn (legal_turns board p) <-> exists q, play board p turn = Some q.
Proof.
  intros Ho. unfold legal_turns. rewrite in_app_iff, in_map_iff. split.
  - intros [(c & <- & Hc)|H].
    + apply in_elements in Hc. eauto using a_legal_placement_can_be_played.
    + destruct (swap_on_offer p) eqn:S; [|easy]. destruct H as [<-|[]].
      unfold play, broken_clause. rewrite Ho, S. eauto.
  - intros [q Hq]. destruct turn as [c|].
    + left. exists c. rewrite in_elements. now apply played_placement in Hq.
    + right. apply played_swap in Hq as [-> _]. now left.
Qed.

Lemma own_after_on_board p c :
  is_position board p = true -> c in_set empty_cells p -> on_board board (own_after p c).
Proof.
  intros Hp Hc d. unfold friendly_stones_after. rewrite mem_minus, andb_true_iff. intros [Hd _].
  now apply (placed_on_board board _ (own_on_board p Hp) c (empty_on_board p c Hc)) in Hd.
Qed.

Lemma own_after_is_mine p c d :
  is_position board p = true -> c in_set empty_cells p ->
  d in_set own_after p c -> mem d (enemy p) = false.
Proof.
  intros Hp Hc. unfold friendly_stones_after. rewrite mem_minus, andb_true_iff, mem_placed.
  intros [[Hd| ->] _]; unfold own, enemy in *.
  - apply is_position_spec in Hp as (_ & _ & H & _).
    destruct (mover p); cbn in *; [now apply H|].
    destruct (mem d (red p)) eqn:M; [|reflexivity]. now rewrite (H d M) in Hd.
  - apply mem_empty_cells in Hc as (_ & ? & ?). now destruct (mover p).
Qed.

(** T1, R2: A turn that can be played leads from a position to a position: no stone off the board,
    no two on one cell, and the swap on offer at most after the first turn. *)
Theorem a_turn_leads_to_a_position p turn q :
  is_position board p = true -> play board p turn = Some q -> is_position board q = true.
Proof.
  intros Hp Hq. assert (S := is_position_spec p Hp). destruct S as (Hr & Hb & Hd & Hs).
  unfold is_position. rewrite !andb_true_iff, !is_empty_spec. destruct turn as [c|].
  - apply played_placement in Hq as (Hl & -> & _). assert (Hc := legal_is_empty p c Hl).
    assert (Ho := own_after_on_board p c Hp Hc).
    assert (Hm := fun d => own_after_is_mine p c d Hp Hc). unfold enemy in Hm.
    repeat split.
    + intros d. apply not_true_is_false. rewrite mem_minus, mem_union, andb_true_iff, orb_true_iff.
      rewrite negb_true_iff. intros [[H|H] N].
      * enough (d in_set cells_of board) by congruence. cbn in H. destruct (mover p); auto.
      * enough (d in_set cells_of board) by congruence. cbn in H. destruct (mover p); auto.
    + intros d. apply not_true_is_false. rewrite mem_inter, andb_true_iff. cbn.
      destruct (mover p); cbn in Hm; intros [H1 H2].
      * rewrite Hm in H2; easy.
      * rewrite Hm in H1; easy.
    + apply orb_true_iff. rewrite negb_true_iff.
      destruct (swap_on_offer (after_placement board p c)) eqn:O; [right|now left].
      cbn in O. unfold offers_swap in O. rewrite !andb_true_iff, !negb_true_iff in O.
      destruct O as [[[[O1 O2] O3] _] O4]. destruct (mover p) eqn:M; [|discriminate].
      unfold is_empty in O1, O2. apply N.eqb_eq in O1, O2. apply N.eqb_neq in O4.
      assert (F : forall d, d in_set union (own p) (singleton c) <-> d = c).
      { intros d. rewrite mem_placed. unfold own. rewrite M. cbn. rewrite O1.
        change (mem d 0%N) with (mem d nothing). rewrite mem_nothing. intuition discriminate. }
      assert (R : friendly_stones_after board p c = singleton c).
      { apply sets_are_equal. intros d. apply eq_true_iff_eq.
        rewrite mem_singleton, N.eqb_eq. split.
        - unfold friendly_stones_after. rewrite mem_minus, andb_true_iff. intros [H _]. now apply F.
        - intros ->. now apply the_formed_group_stays; [| |apply the_formed_group_stays]. }
      unfold is_after_first_turn. cbn [red blue mover after_placement].
      rewrite M, R, size_singleton, O2. cbn -[Nat.ltb].
      apply Nat.ltb_lt. rewrite <- (size_below (cell_count board)).
      destruct (le_lt_dec (size (below (cell_count board))) 1) as [L|L]; [|assumption].
      exfalso. apply O4.
      assert (E : singleton c = below (cell_count board)).
      { apply equal_by_size.
        - intros d. rewrite mem_singleton, N.eqb_eq. intros ->.
          now apply empty_on_board in Hc.
        - rewrite size_singleton.
          assert (H := size_positive _ c (empty_on_board p c Hc)). unfold cells_of in H. lia. }
      apply sets_are_equal. intros d. unfold Rules.empty_cells.
      rewrite !mem_minus, O1, O2. change (mem d 0%N) with (mem d nothing).
      rewrite !mem_nothing. cbn [negb]. rewrite !andb_true_r. unfold cells_of. now rewrite E.
  - apply played_swap in Hq as [So ->].
    cbn [red blue after_swap swap_on_offer negb orb]. repeat split.
    + intros d. apply not_true_is_false. rewrite mem_minus, mem_union, andb_true_iff, orb_true_iff.
      rewrite negb_true_iff. intros [[H|H] N].
      * rewrite (Hr d H) in N. discriminate.
      * rewrite (Hb d H) in N. discriminate.
    + intros d. apply not_true_is_false. rewrite mem_inter, andb_true_iff.
      intros [H1 H2]. now rewrite (Hd d H1) in H2.
Qed.

End Turns.
