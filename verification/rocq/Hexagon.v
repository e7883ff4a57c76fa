(** Hexagons (B1): the boards that Churn is played on, built from six side lengths as in
    [spec/churn_spec/board.py]. A cell is a pair (x, y); [neighbours_of] numbers the cells in reading
    order. *)

From Coq Require Import Arith NArith ZArith List Bool Lia.
From Churn Require Import Sets Board.
Import ListNotations.
Local Open Scope Z_scope.

Record Sides := {
  top : Z; upper_right : Z; lower_right : Z; bottom : Z; lower_left : Z; upper_left : Z;
}.

Definition Cell : Type := Z * Z.

Definition directions : list Cell := [(1, 0); (0, 1); (-1, 1); (-1, 0); (0, -1); (1, -1)].

(** Six lengths of at least one cell each, so that walking the sides leads back to the start. *)
Definition is_hexagon (sides : Sides) : bool :=
  forallb (Z.leb 1)
    [top sides; upper_right sides; lower_right sides; bottom sides; lower_left sides;
     upper_left sides]
  && (top sides + upper_right sides =? bottom sides + lower_left sides)
  && (upper_right sides + lower_right sides =? lower_left sides + upper_left sides).

Definition lengths (sides : Sides) : list Z :=
  [top sides; upper_right sides; lower_right sides; bottom sides; lower_left sides;
   upper_left sides].

Fixpoint walk (from : Cell) (steps : list (Z * Cell)) : list Cell :=
  match steps with
  | [] => []
  | (length, (dx, dy)) :: steps =>
      from :: walk (fst from + (length - 1) * dx, snd from + (length - 1) * dy) steps
  end.

(** The six corners, clockwise from the top left one, which is the origin. *)
Definition corners_of (sides : Sides) : list Cell := walk (0, 0) (combine (lengths sides) directions).

Definition least (numbers : list Z) : Z := fold_right Z.min 0 numbers.
Definition greatest (numbers : list Z) : Z := fold_right Z.max 0 numbers.

(** The whole numbers from one to another, both included. *)
Definition range (from to : Z) : list Z :=
  map (fun i => from + Z.of_nat i) (seq 0 (Z.to_nat (to - from + 1))).

(** The cells in reading order: top row first, each row from the left. *)
Definition hexagon_cells (sides : Sides) : list Cell :=
  let corners := corners_of sides in
  let columns := map fst corners in
  let rows := map snd corners in
  let slants := map (fun cell => fst cell + snd cell) corners in
  flat_map
    (fun y =>
       map (fun x => (x, y))
         (filter (fun x => (least slants <=? x + y) && (x + y <=? greatest slants))
            (range (least columns) (greatest columns))))
    (range (least rows) (greatest rows)).

Definition next_to (one two : Cell) : bool :=
  existsb
    (fun step => (fst one + fst step =? fst two) && (snd one + snd step =? snd two))
    directions.

Lemma next_to_both_ways one two : next_to one two = next_to two one.
Proof.
  destruct one as [a b], two as [c d]. apply eq_true_iff_eq.
  unfold next_to, directions. cbn [existsb fst snd].
  rewrite !orb_true_iff, !andb_true_iff, !Z.eqb_eq. lia.
Qed.

Lemma not_next_to_itself one : next_to one one = false.
Proof.
  destruct one as [a b]. apply not_true_is_false.
  unfold next_to, directions. cbn [existsb fst snd].
  rewrite !orb_true_iff, !andb_true_iff, !Z.eqb_eq. intuition (try lia; discriminate).
Qed.

Section Graph.
Context (cells : list Cell).

Definition numbered : list (N * Cell) := combine (map N.of_nat (seq 0 (length cells))) cells.

Definition table : list set :=
  map (fun cell => set_of (map fst (filter (fun each => next_to cell (snd each)) numbered))) cells.

Lemma in_numbered_from (c : N) (cell : Cell) : forall (l : list Cell) first,
  In (c, cell) (combine (map N.of_nat (seq first (length l))) l)
  <-> (N.of_nat first <= c)%N /\ nth_error l (N.to_nat c - first) = Some cell.
Proof.
  induction l as [|x l IH]; intros first; cbn [length seq map combine In].
  - split; [easy|]. intros [_ H]. now destruct (N.to_nat c - first)%nat.
  - rewrite IH. split.
    + intros [E|[H1 H2]].
      * injection E as <- <-. split; [lia|].
        replace (N.to_nat (N.of_nat first) - first)%nat with 0%nat by lia. reflexivity.
      * split; [lia|].
        replace (N.to_nat c - first)%nat with (S (N.to_nat c - S first)) by lia. exact H2.
    + intros [H1 H2]. destruct (N.to_nat c - first)%nat as [|i] eqn:E; cbn in H2.
      * left. injection H2 as ->. f_equal. lia.
      * right. split; [lia|]. now replace (N.to_nat c - S first)%nat with i by lia.
Qed.

Lemma in_numbered c cell : In (c, cell) numbered <-> nth_error cells (N.to_nat c) = Some cell.
Proof.
  unfold numbered. rewrite in_numbered_from, Nat.sub_0_r. intuition lia.
Qed.

Lemma mem_table c d :
  d in_set nth (N.to_nat c) table nothing
  <-> exists one two, nth_error cells (N.to_nat c) = Some one
      /\ nth_error cells (N.to_nat d) = Some two /\ next_to one two = true.
Proof.
  unfold table.
  destruct (nth_error cells (N.to_nat c)) as [one|] eqn:E.
  - apply (map_nth_error (fun cell =>
      set_of (map fst (filter (fun each => next_to cell (snd each)) numbered)))) in E.
    rewrite (nth_error_nth _ _ _ E), mem_set_of, in_map_iff. split.
    + intros ([d' two] & <- & H). apply filter_In in H as [H1 H2]. apply in_numbered in H1.
      eauto.
    + intros (one' & two & Ec & H1 & H2). injection Ec as <-. exists (d, two).
      split; [reflexivity|]. apply filter_In. split; [now apply in_numbered|assumption].
  - apply nth_error_None in E. rewrite nth_overflow by now rewrite map_length.
    rewrite mem_nothing. split; [easy|]. now intros (? & ? & ? & _).
Qed.

Definition board_of_cells : Board.
Proof.
  refine (let computed := table in
          {| cell_count := length cells;
             neighbours_of := fun c => nth (N.to_nat c) computed nothing |});
    subst computed.
  - intros c d H. apply mem_table in H as (one & two & _ & H & _).
    assert (L : nth_error cells (N.to_nat d) <> None) by congruence.
    apply nth_error_Some in L. lia.
  - intros c d. apply eq_true_iff_eq. rewrite !mem_table.
    split; intros (one & two & H1 & H2 & H3); exists two, one; rewrite next_to_both_ways; auto.
  - intros c. apply not_true_is_false. rewrite mem_table. intros (one & two & H1 & H2 & H3).
    assert (one = two) by congruence. subst. now rewrite not_next_to_itself in H3.
Defined.

End Graph.

Definition hexagon (sides : Sides) : Board := board_of_cells (hexagon_cells sides).

Definition regular (size : Z) : Sides :=
  {| top := size; upper_right := size; lower_right := size; bottom := size; lower_left := size;
     upper_left := size |}.
