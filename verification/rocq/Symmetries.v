(** What play does not depend on: which colour is called red, how the enemy's stones are arranged,
    and how the board is turned or mirrored. *)

From Coq Require Import Arith NArith List Bool Lia Permutation.
From Churn Require Import Sets Board Position Rules Ranking Groups Turns Finite.
Import ListNotations.

(** The opponent **************************************************************************)

Section Opponent.
Context (board : Board) (p q : Position).

(** P1, P2: Which placements are legal depends on the mover's stones and on which cells are empty,
    and on nothing else. *)
Theorem legality_does_not_depend_on_the_opponent :
  own p = own q -> empty_cells board p = empty_cells board q ->
  legal_placements board p = legal_placements board q.
Proof.
  intros H1 H2.
  unfold legal_placements, isolated_placements, smallest_joining_placements, formed_group.
  now rewrite H1, H2.
Qed.

(** R1, R2: Which group a placement forms and which stones it removes depends on the mover's
    stones alone. *)
Theorem removal_does_not_depend_on_the_opponent c :
  own p = own q ->
  formed_group board p c = formed_group board q c
  /\ removed_stones board p c = removed_stones board q c.
Proof. intros H. unfold removed_stones, formed_group. now rewrite H. Qed.

End Opponent.

(** The colours ***************************************************************************)

Section Colours.
Context (board : Board).

Definition exchanged_outcome (outcome : Outcome) : Outcome :=
  match outcome with
  | RedWins => BlueWins
  | BlueWins => RedWins
  | Tie => Tie
  end.

Lemma own_exchanged p : own (with_colours_exchanged p) = own p.
Proof. unfold own. now destruct p as [r b [] s]. Qed.

Lemma empty_exchanged p : empty_cells board (with_colours_exchanged p) = empty_cells board p.
Proof.
  apply sets_are_equal. intros c. unfold empty_cells. cbn [with_colours_exchanged red blue].
  rewrite !mem_minus. now destruct (mem c (cells_of board)), (mem c (red p)), (mem c (blue p)).
Qed.

(** T1, P1, P2: In the model, with the colours exchanged the same placements are legal. *)
Theorem legality_is_the_same_for_both_colours p :
  legal_placements board (with_colours_exchanged p) = legal_placements board p.
Proof.
  apply legality_does_not_depend_on_the_opponent; auto using own_exchanged, empty_exchanged.
Qed.

(** T1, R1, R2: A placement does the same for both colours: with the colours exchanged before it,
    they are exchanged after it. *)
Theorem a_placement_does_the_same_for_both_colours p c :
  let q := after_placement board p c in
  let r := after_placement board (with_colours_exchanged p) c in
  red r = blue q /\ blue r = red q /\ mover r = other (mover q).
Proof.
  unfold after_placement, friendly_stones_after.
  destruct (removal_does_not_depend_on_the_opponent board (with_colours_exchanged p) p c
    (own_exchanged p)) as [_ ->].
  rewrite own_exchanged. destruct p as [r b [] s]; repeat split.
Qed.

(** E1, E2: A position with the colours exchanged is over if and only if the position is, and the
    other colour has won it, or it is a tie as well. *)
Theorem exchanging_the_colours_exchanges_the_winner p :
  is_over board (with_colours_exchanged p) = is_over board p
  /\ winner board (with_colours_exchanged p) = option_map exchanged_outcome (winner board p).
Proof.
  unfold winner, is_over. rewrite empty_exchanged. split; [reflexivity|].
  destruct (is_empty _); [|reflexivity]. cbn [with_colours_exchanged red blue].
  rewrite (Nat.compare_antisym (size (red p)) (size (blue p))).
  now destruct (Nat.compare (size (red p)) (size (blue p))).
Qed.

End Colours.

(** Turning and mirroring the board *******************************************************)

(** A symmetry moves each cell to another one, none twice, so that cells next to each other stay
    so. *)
Record Symmetry (board : Board) := {
  image : N -> N;
  image_is_on_the_board : forall c, c in_set cells_of board -> image c in_set cells_of board;
  images_differ : forall c d, c in_set cells_of board -> d in_set cells_of board ->
    image c = image d -> c = d;
  neighbours_stay_neighbours : forall c d, c in_set cells_of board -> d in_set cells_of board ->
    mem (image d) (neighbours_of board (image c)) = mem d (neighbours_of board c);
}.

Section Symmetric.
Context (board : Board) (symmetry : Symmetry board).

Notation image := (image board symmetry).
Notation on_board := (on_board board).
Notation group_of := (group_of board).
Notation groups := (groups board).

Definition image_of_set (s : set) : set := set_of (map image (elements s)).

(** The position with each stone moved to its image; side to move and swap stay. *)
Definition image_of (p : Position) : Position :=
  {| red := image_of_set (red p); blue := image_of_set (blue p); mover := mover p;
     swap_on_offer := swap_on_offer p |}.

Lemma mem_image_of_set d s : d in_set image_of_set s <-> exists c, c in_set s /\ d = image c.
Proof.
  unfold image_of_set. rewrite mem_set_of, in_map_iff. setoid_rewrite in_elements. firstorder.
Qed.

Lemma mem_image c s :
  on_board s -> c in_set cells_of board -> mem (image c) (image_of_set s) = mem c s.
Proof.
  intros Hs Hc. apply eq_true_iff_eq. rewrite mem_image_of_set. split.
  - intros (d & Hd & E). apply (images_differ _ symmetry) in E; auto. congruence.
  - eauto.
Qed.

Lemma image_on_board s : on_board s -> on_board (image_of_set s).
Proof.
  intros Hs d. rewrite mem_image_of_set. intros (c & Hc & ->). apply image_is_on_the_board. auto.
Qed.

Lemma size_image s : on_board s -> size (image_of_set s) = size s.
Proof.
  intros Hs. unfold size at 2. rewrite <- (map_length image). apply size_of_list.
  - assert (H : forall c, In c (elements s) -> c in_set cells_of board).
    { intros c Hc. apply Hs. now apply in_elements. }
    assert (O := elements_once s). induction (elements s) as [|c l IH]; cbn; [constructor|].
    inversion_clear O as [|? ? Hn O']. constructor.
    + intros I. apply in_map_iff in I as (d & E & Hd).
      apply (images_differ _ symmetry) in E; [congruence| |]; apply H; [now right|now left].
    + apply IH; [|assumption]. intros d Hd. apply H. now right.
  - intros d. rewrite in_map_iff, mem_image_of_set. setoid_rewrite in_elements. firstorder.
Qed.

(** Each cell is the image of one. *)
Lemma every_cell_is_an_image d :
  d in_set cells_of board -> exists c, c in_set cells_of board /\ d = image c.
Proof.
  intros Hd. apply mem_image_of_set.
  replace (image_of_set (cells_of board)) with (cells_of board); [assumption|].
  symmetry. apply equal_by_size.
  - apply image_on_board. now intros c.
  - apply size_image. now intros c.
Qed.

Lemma image_of_union s t : image_of_set (union s t) = union (image_of_set s) (image_of_set t).
Proof.
  apply sets_are_equal. intros d. apply eq_true_iff_eq.
  rewrite mem_union, orb_true_iff, !mem_image_of_set. setoid_rewrite mem_union.
  setoid_rewrite orb_true_iff. firstorder.
Qed.

Lemma image_of_singleton c : image_of_set (singleton c) = singleton (image c).
Proof.
  apply sets_are_equal. intros d. apply eq_true_iff_eq.
  rewrite mem_image_of_set, mem_singleton, N.eqb_eq. split.
  - intros (e & He & ->). rewrite mem_singleton, N.eqb_eq in He. congruence.
  - intros ->. exists c. now rewrite mem_singleton, N.eqb_refl.
Qed.

(** Two sets on the board are equal if they hold the images of the same cells. *)
Lemma same_images s t :
  on_board s -> on_board t ->
  (forall c, c in_set cells_of board -> mem (image c) s = mem (image c) t) -> s = t.
Proof.
  intros Hs Ht H. apply sets_are_equal. intros d. apply eq_true_iff_eq. split; intros Hd.
  - destruct (every_cell_is_an_image d (Hs d Hd)) as (c & Hc & ->). now rewrite <- H.
  - destruct (every_cell_is_an_image d (Ht d Hd)) as (c & Hc & ->). now rewrite H.
Qed.

Lemma image_of_minus s t :
  on_board s -> on_board t ->
  image_of_set (minus s t) = minus (image_of_set s) (image_of_set t).
Proof.
  intros Hs Ht.
  assert (Hm : on_board (minus s t)).
  { intros c. rewrite mem_minus, andb_true_iff. intros [? _]. auto. }
  apply same_images.
  - now apply image_on_board.
  - intros c. rewrite mem_minus, andb_true_iff. intros [H _]. now apply image_on_board in H.
  - intros c Hc. now rewrite mem_minus, !mem_image, mem_minus by assumption.
Qed.

Lemma image_of_cells : image_of_set (cells_of board) = cells_of board.
Proof.
  apply equal_by_size.
  - apply image_on_board. now intros c.
  - apply size_image. now intros c.
Qed.

Lemma reached_image s c d :
  on_board s -> c in_set s -> reached board s c d ->
  reached board (image_of_set s) (image c) (image d).
Proof.
  intros Hs Hc. induction 1 as [|d e H IH Hn He]; [constructor|].
  assert (Hd : d in_set s) by now apply reached_is_stone in H.
  apply (reached_by_step _ _ _ (image d)); [assumption| |].
  - now rewrite neighbours_stay_neighbours by auto.
  - now rewrite mem_image by auto.
Qed.

Lemma reached_from_image s c x :
  on_board s -> c in_set s -> reached board (image_of_set s) (image c) x ->
  exists d, x = image d /\ reached board s c d.
Proof.
  intros Hs Hc. induction 1 as [|x y H (d & -> & IH) Hn Hy].
  - exists c. split; [reflexivity|constructor].
  - apply mem_image_of_set in Hy as (e & He & ->). exists e. split; [reflexivity|].
    assert (Hd : d in_set s) by now apply reached_is_stone in IH.
    apply (reached_by_step _ _ _ d); auto.
    now rewrite neighbours_stay_neighbours in Hn by auto.
Qed.

Lemma group_of_image s c :
  on_board s -> c in_set s -> group_of (image_of_set s) (image c) = image_of_set (group_of s c).
Proof.
  intros Hs Hc. assert (Hi := image_on_board s Hs).
  assert (Hci : image c in_set image_of_set s) by now rewrite mem_image by auto.
  apply sets_are_equal. intros x. apply eq_true_iff_eq.
  rewrite mem_group, mem_image_of_set by assumption. split.
  - intros H. apply reached_from_image in H as (d & -> & H); [|assumption..].
    exists d. split; [|reflexivity]. now apply mem_group.
  - intros (d & Hd & ->). apply mem_group in Hd; [|assumption..]. now apply reached_image.
Qed.

Lemma in_groups_image s g :
  on_board s -> In g (groups (image_of_set s)) <-> exists h, In h (groups s) /\ g = image_of_set h.
Proof.
  intros Hs. rewrite in_groups by now apply image_on_board. split.
  - intros (x & Hx & ->). apply mem_image_of_set in Hx as (c & Hc & ->).
    exists (group_of s c). split; [apply in_groups; eauto|now apply group_of_image].
  - intros (h & Hh & ->). apply in_groups in Hh as (c & Hc & ->); [|assumption].
    exists (image c). rewrite mem_image by auto. split; [assumption|].
    symmetry. now apply group_of_image.
Qed.

Lemma group_on_board s g : on_board s -> In g (groups s) -> on_board g.
Proof.
  intros Hs Hg. apply in_groups in Hg as (c & Hc & ->); [|assumption].
  intros d Hd. apply Hs. eapply group_of_stones; eauto.
Qed.

Section OnePosition.
Context (p : Position) (Hp : is_position board p = true).

Lemma own_image : own (image_of p) = image_of_set (own p).
Proof. unfold own. cbn. now destruct (mover p). Qed.

Lemma empty_cells_image : empty_cells board (image_of p) = image_of_set (empty_cells board p).
Proof.
  destruct (is_position_spec board p Hp) as (Hr & Hb & _ & _).
  unfold empty_cells. cbn [red blue image_of]. rewrite !image_of_minus; auto.
  - now rewrite image_of_cells.
  - now intros c.
  - intros c. rewrite mem_minus, andb_true_iff. tauto.
Qed.

Lemma empty_cells_on_board : on_board (empty_cells board p).
Proof. intros c. apply empty_on_board. Qed.

Lemma mem_empty_image c :
  c in_set cells_of board ->
  mem (image c) (empty_cells board (image_of p)) = mem c (empty_cells board p).
Proof. intros Hc. rewrite empty_cells_image. apply mem_image; auto using empty_cells_on_board. Qed.

Lemma formed_group_image c :
  c in_set cells_of board ->
  formed_group board (image_of p) (image c) = image_of_set (formed_group board p c).
Proof.
  intros Hc. unfold formed_group. rewrite own_image, <- image_of_singleton, <- image_of_union.
  assert (Ho := own_on_board board p Hp). apply group_of_image.
  - now apply placed_on_board.
  - apply new_stone_is_placed.
Qed.

Lemma formed_size_image c :
  c in_set cells_of board ->
  size (formed_group board (image_of p) (image c)) = size (formed_group board p c).
Proof.
  intros Hc. rewrite formed_group_image by assumption. apply size_image.
  assert (Ho := own_on_board board p Hp). intros d Hd. unfold formed_group in Hd.
  apply (placed_on_board board (own p) Ho c Hc).
  eapply group_of_stones; eauto using placed_on_board, new_stone_is_placed.
Qed.

Lemma is_position_image : is_position board (image_of p) = true.
Proof.
  destruct (is_position_spec board p Hp) as (Hr & Hb & Hd & Hs).
  unfold is_position. rewrite !andb_true_iff, !is_empty_spec. repeat split.
  - intros c. apply not_true_is_false. cbn [red blue image_of].
    rewrite mem_minus, mem_union, andb_true_iff, orb_true_iff, negb_true_iff.
    intros [[H|H] N]; apply image_on_board in H; auto; congruence.
  - intros x. apply not_true_is_false. cbn [red blue image_of].
    rewrite mem_inter, andb_true_iff, mem_image_of_set.
    intros [(c & Hc & ->) H]. rewrite mem_image in H by auto. rewrite Hd in H; easy.
  - apply orb_true_iff. rewrite negb_true_iff. cbn [swap_on_offer image_of].
    destruct (swap_on_offer p) eqn:So; [right|now left]. specialize (Hs eq_refl).
    unfold is_after_first_turn in *. cbn [red blue mover image_of].
    rewrite size_image by assumption.
    destruct (is_empty (blue p)) eqn:E; [|now rewrite andb_false_r in Hs].
    unfold is_empty in E. apply N.eqb_eq in E. rewrite E. exact Hs.
Qed.

(** P1, P2: The legal placements in the image of a position under a symmetry of the board are the
    images of the legal ones. *)
Theorem symmetries_preserve_legality c :
  c in_set cells_of board ->
  mem (image c) (legal_placements board (image_of p)) = mem c (legal_placements board p).
Proof.
  intros Hc. apply eq_true_iff_eq.
  rewrite !legal_placements_are_the_empty_cells_of_least_formed_size
    by auto using is_position_image.
  rewrite mem_empty_image by assumption. apply and_iff_compat_l. split.
  - intros H d Hd. assert (Hdb := empty_on_board board p d Hd).
    rewrite <- (formed_size_image c), <- (formed_size_image d) by assumption.
    apply H. now rewrite mem_empty_image.
  - intros H x Hx.
    assert (Hxb : x in_set cells_of board) by now apply empty_on_board in Hx.
    destruct (every_cell_is_an_image x Hxb) as (d & Hd & ->).
    rewrite !formed_size_image by assumption. apply H. now rewrite mem_empty_image in Hx.
Qed.

Lemma removed_image c :
  c in_set cells_of board ->
  removed_stones board (image_of p) (image c) = image_of_set (removed_stones board p c).
Proof.
  intros Hc. unfold removed_stones. rewrite formed_size_image by assumption.
  rewrite own_image, <- image_of_singleton, <- image_of_union.
  assert (Ho := placed_on_board board (own p) (own_on_board board p Hp) c Hc).
  set (s := union (own p) (singleton c)) in *. set (f := size (formed_group board p c)).
  apply sets_are_equal. intros x. apply eq_true_iff_eq.
  rewrite mem_union_all, mem_image_of_set. setoid_rewrite mem_union_all.
  setoid_rewrite filter_In. split.
  - intros (g & [Hg L] & Hx). apply in_groups_image in Hg as (h & Hh & ->); [|assumption].
    rewrite size_image in L by (eapply group_on_board; eauto).
    apply mem_image_of_set in Hx as (d & Hd & ->). eauto 8.
  - intros (d & (h & [Hh L] & Hd) & ->). exists (image_of_set h). split.
    + rewrite size_image by (eapply group_on_board; eauto). split; [|assumption].
      apply in_groups_image; eauto.
    + apply mem_image_of_set. eauto.
Qed.

Lemma own_after_image c :
  c in_set empty_cells board p ->
  friendly_stones_after board (image_of p) (image c)
  = image_of_set (friendly_stones_after board p c).
Proof.
  intros He. assert (Hc := empty_on_board board p c He). unfold friendly_stones_after.
  assert (Ho := placed_on_board board (own p) (own_on_board board p Hp) c Hc).
  rewrite removed_image, own_image, <- image_of_singleton, <- image_of_union by assumption.
  symmetry. apply image_of_minus; [assumption|].
  intros d Hd. apply Ho. now apply mem_removed in Hd.
Qed.

Lemma is_empty_image s : is_empty (image_of_set s) = is_empty s.
Proof.
  destruct (is_empty s) eqn:E.
  - unfold is_empty in E. apply N.eqb_eq in E. now subst.
  - apply not_empty_spec in E as [c Hc]. apply not_empty_spec. exists (image c).
    apply mem_image_of_set. eauto.
Qed.

Lemma offers_swap_image c :
  c in_set cells_of board ->
  offers_swap board (image_of p) (image c) = offers_swap board p c.
Proof.
  intros Hc. unfold offers_swap. cbn [red blue mover swap_on_offer image_of].
  rewrite !is_empty_image. do 2 f_equal. apply eq_true_iff_eq. rewrite !N.eqb_eq.
  rewrite empty_cells_image, <- image_of_singleton. split; [|now intros ->].
  intros H. apply sets_are_equal. intros d. apply eq_true_iff_eq.
  assert (Hs : on_board (singleton c)).
  { intros x. rewrite mem_singleton, N.eqb_eq. now intros ->. }
  split; intros Hd.
  - rewrite <- (mem_image d) by (auto using empty_cells_on_board).
    rewrite <- H. rewrite mem_image; auto using empty_cells_on_board.
  - rewrite <- (mem_image d) by (auto using empty_cells_on_board).
    rewrite H. rewrite mem_image; auto.
Qed.

(** T1, R1, R2: In the model, to place a stone on an empty cell and then apply a symmetry of the
    board is to apply the symmetry and then place a stone on the cell's image. *)
Theorem symmetries_commute_with_placements c :
  c in_set empty_cells board p ->
  after_placement board (image_of p) (image c) = image_of (after_placement board p c).
Proof.
  intros He. assert (Hc := empty_on_board board p c He). unfold after_placement.
  rewrite own_after_image, offers_swap_image by assumption.
  unfold image_of. cbn [red blue mover swap_on_offer]. now destruct (mover p).
Qed.

(** E1, E2: A symmetry of the board leaves whether a position is over, and who has won. *)
Theorem symmetries_preserve_the_outcome :
  is_over board (image_of p) = is_over board p /\ winner board (image_of p) = winner board p.
Proof.
  destruct (is_position_spec board p Hp) as (Hr & Hb & _ & _).
  assert (O : is_over board (image_of p) = is_over board p).
  { unfold is_over. rewrite empty_cells_image. apply is_empty_image. }
  unfold winner. rewrite O. cbn [red blue image_of]. now rewrite !size_image by assumption.
Qed.

(** F1: A symmetry of the board leaves the rankings of a position as they are. *)
Theorem symmetries_preserve_rankings colour :
  ranking board (image_of p) colour = ranking board p colour.
Proof.
  unfold ranking. apply largest_first_of_permuted.
  replace (stones (image_of p) colour) with (image_of_set (stones p colour)) by now destruct colour.
  assert (Ho := stones_on_board board p colour Hp). set (s := stones p colour) in *.
  rewrite (Permutation_map size (l' := map image_of_set (groups s))).
  - rewrite map_map. erewrite map_ext_in; [reflexivity|].
    intros g Hg. apply size_image. eapply group_on_board; eauto.
  - apply NoDup_Permutation.
    + apply groups_once. now apply image_on_board.
    + assert (O := groups_once board s Ho).
      assert (B : forall g, In g (groups s) -> on_board g).
      { intros g. now apply group_on_board. }
      induction (groups s) as [|g l IH]; cbn; [constructor|].
      inversion_clear O as [|? ? Hn O']. constructor.
      * intros I. apply in_map_iff in I as (h & E & Hh). apply Hn.
        assert (g = h); [|congruence]. apply sets_are_equal. intros d.
        assert (Bg : on_board g) by (apply B; now left).
        assert (Bh : on_board h) by (apply B; now right).
        apply eq_true_iff_eq. split; intros Hd.
        -- rewrite <- (mem_image d h) by auto. rewrite E. now rewrite mem_image by auto.
        -- rewrite <- (mem_image d g) by auto. rewrite <- E. now rewrite mem_image by auto.
      * apply IH; [assumption|]. intros h Hh. apply B. now right.
    + intros g. rewrite in_groups_image by assumption. rewrite in_map_iff. firstorder.
Qed.

End OnePosition.

End Symmetric.
