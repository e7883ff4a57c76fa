(** How many cells a hexagon has (B1, B2). *)

From Coq Require Import Arith ZArith List Bool Lia Permutation.
From Churn Require Import Sets Board Hexagon.
Import ListNotations.
Local Open Scope Z_scope.

Definition triangle (side : Z) : Z := side * (side + 1) / 2.

(** The number of cells, from the side lengths alone, as [cell_count] of the specification has it. *)
Definition cells_from_sides (sides : Sides) : Z :=
  let whole := top sides + upper_right sides + upper_left sides - 2 in
  triangle whole
  - (triangle (upper_right sides - 1) + triangle (bottom sides - 1)
     + triangle (upper_left sides - 1)).

Lemma twice_triangle n : 2 * triangle n = n * (n + 1).
Proof.
  unfold triangle. destruct (Z.Even_or_Odd n) as [[m ->]|[m ->]].
  - replace (2 * m * (2 * m + 1)) with (m * (2 * m + 1) * 2) by ring.
    rewrite Z.div_mul by lia. ring.
  - replace ((2 * m + 1) * (2 * m + 1 + 1)) with ((2 * m + 1) * (m + 1) * 2) by ring.
    rewrite Z.div_mul by lia. ring.
Qed.

Lemma in_range x from to : In x (range from to) <-> from <= x <= to.
Proof.
  unfold range. rewrite in_map_iff. setoid_rewrite in_seq. split.
  - intros (i & <- & H). lia.
  - intros H. exists (Z.to_nat (x - from)). lia.
Qed.

Lemma range_once from to : NoDup (range from to).
Proof. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros i j. lia. Qed.

Lemma length_range from to : length (range from to) = Z.to_nat (to - from + 1).
Proof. unfold range. now rewrite map_length, seq_length. Qed.

Lemma length_of_row from to low high y :
  length (filter (fun x => (low <=? x + y) && (x + y <=? high)) (range from to))
  = Z.to_nat (Z.min to (high - y) - Z.max from (low - y) + 1).
Proof.
  rewrite <- length_range. apply Permutation_length, NoDup_Permutation.
  - apply NoDup_filter, range_once.
  - apply range_once.
  - intros x. rewrite filter_In, !in_range, andb_true_iff, !Z.leb_le. lia.
Qed.

Lemma length_flat_map {A B} (f : A -> list B) l :
  length (flat_map f l) = list_sum (map (fun x => length (f x)) l).
Proof. induction l as [|x l IH]; [reflexivity|]. cbn. now rewrite app_length, IH. Qed.

(** The sum of the first rows' lengths, for sides that are [a + 1], [b + 1] and [f + 1] long. *)
Lemma sum_of_rows a b f n :
  0 <= a -> 0 <= b -> 0 <= f ->
  (forall y, 0 <= y < Z.of_nat n -> 0 <= a + Z.min 0 (b - y) + Z.min f y + 1) ->
  2 * Z.of_nat (list_sum (map
    (fun i => Z.to_nat (a + Z.min 0 (b - Z.of_nat i) + Z.min f (Z.of_nat i) + 1)) (seq 0 n)))
  = 2 * Z.of_nat n * (a + 1)
    + (let m := Z.min (Z.of_nat n) (f + 1) in m * (m - 1) + 2 * f * (Z.of_nat n - m))
    - (let k := Z.max 0 (Z.of_nat n - 1 - b) in k * (k + 1)).
Proof.
  intros Ha Hb Hf. induction n as [|n IH]; intros Hw.
  - cbn [seq map list_sum fold_right]. cbv zeta. change (Z.of_nat 0) with 0.
    rewrite (Z.min_l 0 (f + 1)), (Z.max_l 0 (0 - 1 - b)) by lia. lia.
  - rewrite seq_S, map_app, list_sum_app. cbn [map list_sum fold_right Nat.add].
    rewrite Nat.add_0_r, Nat2Z.inj_add, Z.mul_add_distr_l, IH by (intros; apply Hw; lia).
    rewrite Z2Nat.id by (apply Hw; lia). clear IH Hw. rewrite Nat2Z.inj_succ. cbv zeta.
    generalize (Z.of_nat n) (Zle_0_nat n). clear n. intros n Hn.
    destruct (Z.min_spec n (f + 1)) as [[? ->]|[? ->]];
      destruct (Z.min_spec (Z.succ n) (f + 1)) as [[? ->]|[? ->]];
      destruct (Z.min_spec f n) as [[? ->]|[? ->]];
      destruct (Z.max_spec 0 (n - 1 - b)) as [[? ->]|[? ->]];
      destruct (Z.max_spec 0 (Z.succ n - 1 - b)) as [[? ->]|[? ->]];
      destruct (Z.min_spec 0 (b - n)) as [[? ->]|[? ->]]; try lia; try nia.
Qed.

Ltac corner :=
  unfold corners_of, lengths, directions, least, greatest;
  cbn [combine walk map fst snd fold_right top upper_right lower_right bottom lower_left upper_left];
  lia.

(** B1: In the model, any six side lengths that close a hexagon enclose as many cells as
    [cell_count] of the specification computes from them: a triangle less three smaller triangles. *)
Theorem a_hexagon_has_as_many_cells_as_its_sides_say sides :
  is_hexagon sides = true -> Z.of_nat (cell_count (hexagon sides)) = cells_from_sides sides.
Proof.
  intros H. unfold is_hexagon in H. destruct sides as [t ur lr bo ll ul].
  cbn [forallb top upper_right lower_right bottom lower_left upper_left] in H.
  rewrite !andb_true_iff, !Z.leb_le, !Z.eqb_eq in H.
  destruct H as [[(Ht & Hur & Hlr & Hbo & Hll & Hul & _) E1] E2].
  set (sides := {| top := t; upper_right := ur; lower_right := lr; bottom := bo; lower_left := ll;
                   upper_left := ul |}).
  change (cell_count (hexagon sides)) with (length (hexagon_cells sides)).
  assert (C1 : least (map fst (corners_of sides)) = 1 - ul) by (subst sides; corner).
  assert (C2 : greatest (map fst (corners_of sides)) = t - 1) by (subst sides; corner).
  assert (R1 : least (map snd (corners_of sides)) = 0) by (subst sides; corner).
  assert (R2 : greatest (map snd (corners_of sides)) = ur + lr - 2) by (subst sides; corner).
  assert (S1 : least (map (fun c => fst c + snd c) (corners_of sides)) = 0) by (subst sides; corner).
  assert (S2 : greatest (map (fun c => fst c + snd c) (corners_of sides)) = t + ur - 2)
    by (subst sides; corner).
  unfold hexagon_cells. rewrite C1, C2, R1, R2, S1, S2. clear C1 C2 R1 R2 S1 S2.
  rewrite length_flat_map.
  rewrite (map_ext _ (fun y => Z.to_nat (t - 1 + Z.min 0 (ur - 1 - y) + Z.min (ul - 1) y + 1))).
  2: { intros y. rewrite map_length, length_of_row. f_equal. lia. }
  unfold range. rewrite map_map, Z.sub_0_r.
  rewrite (map_ext _ (fun i =>
    Z.to_nat (t - 1 + Z.min 0 (ur - 1 - Z.of_nat i) + Z.min (ul - 1) (Z.of_nat i) + 1)))
    by (intros i; now rewrite Z.add_0_l).
  assert (Sum := sum_of_rows (t - 1) (ur - 1) (ul - 1) (Z.to_nat (ur + lr - 2 + 1))).
  rewrite Z2Nat.id in Sum by lia.
  specialize (Sum ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
  assert (A := twice_triangle (t + ur + ul - 2)). assert (B := twice_triangle (ur - 1)).
  assert (C := twice_triangle (bo - 1)). assert (D := twice_triangle (ul - 1)).
  unfold cells_from_sides, sides. cbn [top upper_right bottom upper_left].
  cbv zeta in Sum. rewrite Z.min_r, Z.max_r in Sum by lia.
  assert (E : bo = t - lr + ul) by lia. subst bo. lia.
Qed.

(** B1, B2: In the model, the regular hexagon of any size s has 3s(s - 1) + 1 cells, which is odd,
    so [can_tie] is false. *)
Theorem a_regular_board_has_an_odd_number_of_cells size :
  1 <= size ->
  Z.of_nat (cell_count (hexagon (regular size))) = 3 * size * (size - 1) + 1
  /\ can_tie (hexagon (regular size)) = false.
Proof.
  intros H.
  assert (N : Z.of_nat (cell_count (hexagon (regular size))) = 3 * size * (size - 1) + 1).
  { rewrite a_hexagon_has_as_many_cells_as_its_sides_say.
    - unfold cells_from_sides. cbn [regular top upper_right bottom upper_left].
      assert (A := twice_triangle (size + size + size - 2)). assert (B := twice_triangle (size - 1)).
      nia.
    - unfold is_hexagon. cbn [regular forallb top upper_right lower_right bottom lower_left upper_left].
      rewrite !andb_true_iff, !Z.leb_le, !Z.eqb_eq. lia. }
  split; [assumption|]. unfold can_tie. apply not_true_is_false. intros E.
  apply Nat.even_spec in E as [k E]. rewrite E in N.
  destruct (Z.Even_or_Odd size) as [[m ->]|[m ->]]; nia.
Qed.
