(** Certificates of who wins a board, and a checker that is proved sound. Without the swap: the offer
    is declined here ([next] drops it). *)

From Coq Require Import Arith NArith List Bool Lia.
From Churn Require Import Sets Board Position Rules Ranking Groups Turns Ends Finite Symmetries.
Import ListNotations.

(** Reaching a goal ***********************************************************************)

Definition next (board : Board) (p : Position) (cell : N) : Position :=
  after_swap (after_placement board p cell).

Section Securing.
Context (board : Board) (side : Colour) (goal : Outcome -> bool).

(** [secures p]: from position [p] the side reaches an outcome of the goal, whatever the other side
    does. It has been reached; or it is the side's turn, and one of its turns leads on to it; or it
    is the other's turn, and all of them do. *)
Inductive secures (p : Position) : Prop :=
| secured_at_the_end outcome :
    winner board p = Some outcome -> goal outcome = true -> secures p
| secured_by_a_turn cell :
    mover p = side -> cell in_set legal_placements board p -> secures (next board p cell) ->
    secures p
| secured_against_every_turn :
    mover p = other side -> is_over board p = false ->
    (forall cell, cell in_set legal_placements board p -> secures (next board p cell)) -> secures p.

Lemma side_is_not_other colour : colour <> other colour.
Proof. now destruct colour. Qed.

Lemma next_is_position p cell :
  is_position board p = true -> cell in_set legal_placements board p ->
  is_position board (next board p cell) = true.
Proof.
  intros Hp Hl.
  assert (H := a_turn_leads_to_a_position board p (Placement cell) _ Hp
    (a_legal_placement_can_be_played board p cell Hl)).
  unfold is_position in *. rewrite !andb_true_iff in *. now destruct H as [[H1 H2] _].
Qed.

Lemma a_result_is_an_end p outcome : winner board p = Some outcome -> is_over board p = true.
Proof. intros W. apply a_game_has_a_result_exactly_when_it_is_over. now rewrite W. Qed.

Lemma no_legal_placement_at_the_end p cell :
  is_over board p = true -> ~ cell in_set legal_placements board p.
Proof.
  intros O L. apply legal_is_empty in L. unfold is_over in O. rewrite is_empty_spec in O.
  now rewrite O in L.
Qed.

(** Strategies ****************************************************************************)

Lemma legal_turn_is_one_fewer p cell :
  is_position board p = true -> cell in_set legal_placements board p ->
  turns_left board (next board p cell) < turns_left board p.
Proof.
  intros Hp Hl.
  assert (L := a_turn_is_one_fewer board p (Placement cell) _ Hp
    (a_legal_placement_can_be_played board p cell Hl)).
  enough (turns_left board (next board p cell) <= turns_left board (after_placement board p cell))
    by lia.
  unfold turns_left, above, swaps_left, next. cbn [after_swap swap_on_offer red blue orb].
  assert (E : forall colour, Ranking.ranking board (after_swap (after_placement board p cell)) colour
                             = Ranking.ranking board (after_placement board p cell) colour).
  { now intros []. }
  rewrite !E. destruct (swap_on_offer _), (is_empty _ && is_empty _); cbn; lia.
Qed.

Definition is_sides (colour : Colour) : bool :=
  match colour, side with
  | Red, Red | Blue, Blue => true
  | _, _ => false
  end.

Lemma is_sides_spec colour : if is_sides colour then colour = side else colour = other side.
Proof. unfold is_sides. now destruct colour, side. Qed.

(** Whether the goal is secured, as far as looking a number of turns ahead shows. *)
Fixpoint shows (turns : nat) (p : Position) : bool :=
  match winner board p, turns with
  | Some outcome, _ => goal outcome
  | None, O => false
  | None, S turns =>
      let follow := fun cell => shows turns (next board p cell) in
      let cells := elements (legal_placements board p) in
      if is_sides (mover p) then existsb follow cells else forallb follow cells
  end.

Lemma what_is_shown_is_secured turns : forall p, shows turns p = true -> secures p.
Proof.
  induction turns as [|turns IH]; intros p H; cbn [shows] in H;
    destruct (winner board p) as [outcome|] eqn:W; try discriminate;
    try now apply (secured_at_the_end p outcome).
  assert (M := is_sides_spec (mover p)). destruct (is_sides (mover p)).
  - apply existsb_exists in H as (cell & Hc & H). apply in_elements in Hc.
    apply (secured_by_a_turn p cell); auto.
  - apply secured_against_every_turn; [assumption| |].
    + apply not_true_is_false. intros O.
      now apply a_game_has_a_result_exactly_when_it_is_over in O.
    + intros cell Hc. rewrite forallb_forall in H. apply IH, H. now apply in_elements.
Qed.

Lemma what_is_secured_is_shown p :
  secures p -> is_position board p = true ->
  forall turns, turns_left board p <= turns -> shows turns p = true.
Proof.
  induction 1 as [p outcome W G|p cell M L S IH|p M O H IH]; intros Hp turns Ht.
  - destruct turns; cbn [shows]; now rewrite W.
  - assert (F := legal_turn_is_one_fewer p cell Hp L).
    destruct turns as [|turns]; [lia|]. cbn [shows].
    destruct (winner board p) as [outcome|] eqn:W.
    { exfalso. apply (no_legal_placement_at_the_end p cell); eauto using a_result_is_an_end. }
    assert (I := is_sides_spec (mover p)). destruct (is_sides (mover p)).
    + apply existsb_exists. exists cell. split; [now apply in_elements|].
      apply IH; [now apply next_is_position|lia].
    + exfalso. rewrite M in I. now apply side_is_not_other in I.
  - destruct turns as [|turns].
    { destruct (a_legal_placement_exists_unless_the_board_is_full board p O) as (cell & L).
      assert (F := legal_turn_is_one_fewer p cell Hp L). lia. }
    cbn [shows]. destruct (winner board p) as [outcome|] eqn:W.
    { apply a_result_is_an_end in W. congruence. }
    assert (I := is_sides_spec (mover p)). destruct (is_sides (mover p)).
    + exfalso. rewrite M in I. symmetry in I. now apply side_is_not_other in I.
    + apply forallb_forall. intros cell L. apply in_elements in L.
      assert (F := legal_turn_is_one_fewer p cell Hp L).
      apply IH; [assumption|now apply next_is_position|lia].
Qed.

(** The first cell on which a stone secures the goal. *)
Definition strategy (p : Position) : N :=
  match
    List.find (fun cell => shows (turns_left board p) (next board p cell))
      (elements (legal_placements board p))
  with
  | Some cell => cell
  | None => 0%N
  end.

Lemma the_strategy_secures p :
  secures p -> is_position board p = true -> is_over board p = false -> mover p = side ->
  strategy p in_set legal_placements board p /\ secures (next board p (strategy p)).
Proof.
  intros S Hp O M. unfold strategy.
  destruct (List.find _ _) as [cell|] eqn:E.
  - apply find_some in E as [L E]. apply in_elements in L.
    split; [assumption|]. now apply what_is_shown_is_secured in E.
  - exfalso. destruct S as [outcome W G|cell M' L S|M' O' H].
    + apply a_result_is_an_end in W. congruence.
    + assert (F := legal_turn_is_one_fewer p cell Hp L).
      assert (Q := find_none _ _ E cell (proj2 (in_elements _ _) L)). cbn in Q.
      rewrite what_is_secured_is_shown in Q; [discriminate|assumption| |lia].
      now apply next_is_position.
    + rewrite M in M'. now apply side_is_not_other in M'.
Qed.

(** [leads_to answer n p q]: [n] legal placements lead from [p] to [q], those of the side being the
    ones that [answer] chooses, and those of the other side any. *)
Inductive leads_to (answer : Position -> N) (p : Position) : nat -> Position -> Prop :=
| leads_nowhere : leads_to answer p 0 p
| leads_on n q cell :
    leads_to answer p n q -> cell in_set legal_placements board q ->
    (mover q = side -> cell = answer q) -> leads_to answer p (S n) (next board q cell).

(** T1, E2: Who secures a goal has a strategy, a cell for each position, with which every game
    without the swap ends with that goal after at most [longest_game_bound] placements, whatever legal
    placements the other side makes and for whatever reason. *)
Theorem whoever_secures_a_goal_reaches_it p :
  secures p -> is_position board p = true ->
  exists answer, forall n q, leads_to answer p n q ->
    (N.of_nat n <= longest_game_bound board)%N
    /\ (is_over board q = false -> mover q = side -> answer q in_set legal_placements board q)
    /\ (is_over board q = true -> exists outcome, winner board q = Some outcome /\ goal outcome = true).
Proof.
  intros S Hp. exists strategy. intros n q R.
  assert (I : secures q /\ is_position board q = true /\ n + turns_left board q <= turns_left board p).
  { induction R as [|n q cell R (Sq & Pq & T) L C]; [auto|].
    assert (F := legal_turn_is_one_fewer q cell Pq L).
    assert (O : is_over board q = false).
    { apply not_true_is_false. intros O. now apply (no_legal_placement_at_the_end q cell). }
    split; [|split; [now apply next_is_position|lia]].
    assert (M := is_sides_spec (mover q)). destruct (is_sides (mover q)).
    - rewrite (C M). now apply the_strategy_secures.
    - destruct Sq as [outcome W G|c M' Lc Sc|M' O' H].
      + apply a_result_is_an_end in W. congruence.
      + rewrite M in M'. symmetry in M'. now apply side_is_not_other in M'.
      + now apply H. }
  destruct I as (Sq & Pq & T). split; [|split].
  - assert (B := turns_left_are_within_the_bound board p). lia.
  - intros O M. now apply the_strategy_secures.
  - intros O. destruct Sq as [outcome W G|cell M L Sc|M O' H].
    + eauto.
    + exfalso. now apply (no_legal_placement_at_the_end q cell).
    + congruence.
Qed.

(** E2: A goal that is secured in the image of a position under a symmetry is secured in the
    position; a symmetry is a one-to-one map of the cells that keeps which are next to each other. *)
Theorem symmetries_preserve_what_is_secured symmetry p :
  is_position board p = true -> secures (image_of board symmetry p) -> secures p.
Proof.
  intros Hp S. remember (image_of board symmetry p) as r eqn:E. revert p Hp E.
  induction S as [r outcome W G|r cell M L S IH|r M O H IH]; intros p Hp ->.
  - rewrite (proj2 (symmetries_preserve_the_outcome board symmetry p Hp)) in W.
    now apply (secured_at_the_end p outcome).
  - assert (C : cell in_set cells_of board).
    { eapply empty_on_board, legal_is_empty, L. }
    destruct (every_cell_is_an_image board symmetry cell C) as (d & D & ->).
    rewrite symmetries_preserve_legality in L by assumption.
    apply (secured_by_a_turn p d); [assumption|assumption|].
    apply IH; [now apply next_is_position|]. unfold next.
    rewrite symmetries_commute_with_placements by (eauto using legal_is_empty). reflexivity.
  - rewrite (proj1 (symmetries_preserve_the_outcome board symmetry p Hp)) in O.
    apply secured_against_every_turn; [assumption|assumption|]. intros d Hd.
    assert (D := empty_on_board _ _ _ (legal_is_empty _ _ _ Hd)).
    apply (IH (image board symmetry d)).
    + now rewrite symmetries_preserve_legality.
    + now apply next_is_position.
    + unfold next. rewrite symmetries_commute_with_placements by (eauto using legal_is_empty).
      reflexivity.
Qed.

(** Sets of positions *********************************************************************)

(** What stands on each cell of a position, and a tree of those that are in a set. *)
Definition letters (p : Position) : list (option Colour) :=
  map
    (fun cell => if mem cell (red p) then Some Red else if mem cell (blue p) then Some Blue else None)
    (elements (cells_of board)).

Inductive Tree := Nothing | Found | Branch (if_empty if_red if_blue : Tree).

Fixpoint find (key : list (option Colour)) (tree : Tree) : bool :=
  match key, tree with
  | [], Found => true
  | None :: key, Branch tree _ _ => find key tree
  | Some Red :: key, Branch _ tree _ => find key tree
  | Some Blue :: key, Branch _ _ tree => find key tree
  | _, _ => false
  end.

Fixpoint add (key : list (option Colour)) (tree : Tree) : Tree :=
  match key with
  | [] => Found
  | letter :: key =>
      let '(e, r, b) :=
        match tree with Branch e r b => (e, r, b) | _ => (Nothing, Nothing, Nothing) end in
      match letter with
      | None => Branch (add key e) r b
      | Some Red => Branch e (add key r) b
      | Some Blue => Branch e r (add key b)
      end
  end.

Lemma nothing_is_found key : find key Nothing = false.
Proof. now destruct key as [|[[]|] key]. Qed.

Lemma find_add new : forall key tree,
  find key (add new tree) = true -> key = new \/ find key tree = true.
Proof.
  induction new as [|letter new IH]; intros key tree H.
  - destruct key as [|[[]|] key]; try discriminate. now left.
  - cbn [add] in H.
    destruct tree as [| |e r b], letter as [[]|], key as [|[[]|] key]; cbn [find] in *;
      try discriminate;
      first [ apply IH in H as [->|H]; [now left|] | idtac ];
      rewrite ?nothing_is_found in H; try discriminate; now right.
Qed.

Lemma letters_tell p q :
  is_position board p = true -> is_position board q = true -> letters p = letters q ->
  red p = red q /\ blue p = blue q.
Proof.
  intros Hp Hq E.
  destruct (is_position_spec board p Hp) as (Rp & Bp & Dp & _).
  destruct (is_position_spec board q Hq) as (Rq & Bq & Dq & _).
  assert (L : forall c, c in_set cells_of board ->
    (if mem c (red p) then Some Red else if mem c (blue p) then Some Blue else None)
    = (if mem c (red q) then Some Red else if mem c (blue q) then Some Blue else None)).
  { intros c Hc. apply in_elements in Hc. unfold letters in E.
    induction (elements (cells_of board)) as [|d l IH]; [easy|].
    cbn in E. injection E as E1 E2. destruct Hc as [->|Hc]; auto. }
  split; apply sets_are_equal; intros c; apply eq_true_iff_eq; split; intros H.
  - specialize (L c (Rp c H)). rewrite H in L. now destruct (mem c (red q)), (mem c (blue q)).
  - specialize (L c (Rq c H)). rewrite H in L. now destruct (mem c (red p)), (mem c (blue p)).
  - specialize (L c (Bp c H)). rewrite H in L. destruct (mem c (red p)) eqn:M.
    + now rewrite (Dp c M) in H.
    + now destruct (mem c (red q)), (mem c (blue q)).
  - specialize (L c (Bq c H)). rewrite H in L. destruct (mem c (red q)) eqn:M.
    + now rewrite (Dq c M) in H.
    + now destruct (mem c (red p)), (mem c (blue p)).
Qed.

(** The checker ***************************************************************************)

(** A position with the side to move, as its stones and the other's, and the cell it places on. *)
Record Entry := { own_stones : set; other_stones : set; placement : N }.

Definition position_of (entry : Entry) : Position :=
  {| red := match side with Red => own_stones entry | Blue => other_stones entry end;
     blue := match side with Red => other_stones entry | Blue => own_stones entry end;
     mover := side; swap_on_offer := false |}.

Section Checker.
Context (symmetries : list (Symmetry board)).

Definition ends_well (p : Position) : bool :=
  match winner board p with
  | Some outcome => goal outcome
  | None => false
  end.

(** Whether the goal is secured with the side to move, as far as a set of positions shows. *)
Definition settled (known : Tree) (p : Position) : bool :=
  ends_well p
  || existsb (fun symmetry => find (letters (image_of board symmetry p)) known) symmetries.

(** The same with the other side to move. *)
Definition settled_against (known : Tree) (p : Position) : bool :=
  if is_over board p then ends_well p
  else forallb (fun cell => settled known (next board p cell)) (elements (legal_placements board p)).

(** The set with one more position, if what is known shows that its goal is secured. *)
Definition check_entry (known : Tree) (entry : Entry) : option Tree :=
  let p := position_of entry in
  if is_position board p && mem (placement entry) (legal_placements board p)
     && settled_against known (next board p (placement entry))
  then Some (add (letters p) known)
  else None.

Fixpoint check_entries (known : Tree) (entries : list Entry) : option Tree :=
  match entries with
  | [] => Some known
  | entry :: entries =>
      match check_entry known entry with
      | Some known => check_entries known entries
      | None => None
      end
  end.

(** Whether what is known shows that the goal is secured at the start of the game. *)
Definition settles_the_start (known : Tree) : bool :=
  match side with
  | Red => settled known starting_position
  | Blue => settled_against known starting_position
  end.

Definition accepts (entries : list Entry) : bool :=
  match check_entries Nothing entries with
  | Some known => settles_the_start known
  | None => false
  end.

Definition right (known : Tree) : Prop :=
  forall p, is_position board p = true -> mover p = side -> swap_on_offer p = false ->
    find (letters p) known = true -> secures p.

Lemma ends_well_is_secured p : ends_well p = true -> secures p.
Proof.
  unfold ends_well. destruct (winner board p) as [outcome|] eqn:W; [|discriminate].
  now apply secured_at_the_end.
Qed.

Lemma settled_is_secured known p :
  right known -> is_position board p = true -> mover p = side -> swap_on_offer p = false ->
  settled known p = true -> secures p.
Proof.
  intros R Hp M S H. unfold settled in H. apply orb_true_iff in H as [H|H].
  - now apply ends_well_is_secured.
  - apply existsb_exists in H as (symmetry & _ & H).
    apply (symmetries_preserve_what_is_secured symmetry); [assumption|].
    apply R; auto using is_position_image.
Qed.

Lemma settled_against_is_secured known p :
  right known -> is_position board p = true -> mover p = other side ->
  settled_against known p = true -> secures p.
Proof.
  intros R Hp M H. unfold settled_against in H. destruct (is_over board p) eqn:O.
  - now apply ends_well_is_secured.
  - apply secured_against_every_turn; auto. intros cell Hc.
    rewrite forallb_forall in H. apply (settled_is_secured known).
    + assumption.
    + now apply next_is_position.
    + cbn. rewrite M. now destruct side.
    + reflexivity.
    + apply H. now apply in_elements.
Qed.

Lemma checked_entry_is_right known entry more :
  right known -> check_entry known entry = Some more -> right more.
Proof.
  intros R H. unfold check_entry in H.
  destruct (is_position board (position_of entry)) eqn:Hp; [|discriminate].
  destruct (mem (placement entry) (legal_placements board (position_of entry))) eqn:Hl;
    [|discriminate].
  destruct (settled_against known _) eqn:Hs; [|discriminate].
  cbn [andb] in H. injection H as <-. intros p Pp Mp Sp F. apply find_add in F as [E|F]; [|auto].
  assert (Q : p = position_of entry).
  { apply letters_tell in E as [E1 E2]; auto. destruct p as [r b m s]. cbn in *.
    subst. reflexivity. }
  subst p. apply (secured_by_a_turn _ (placement entry)); auto.
  apply (settled_against_is_secured known); auto using next_is_position.
Qed.

Lemma checked_entries_are_right entries : forall known more,
  right known -> check_entries known entries = Some more -> right more.
Proof.
  induction entries as [|entry entries IH]; intros known more R H; cbn in H.
  - now injection H as <-.
  - destruct (check_entry known entry) as [known'|] eqn:E; [|discriminate].
    apply (IH known'); [|assumption]. now apply (checked_entry_is_right known entry).
Qed.

(** E2: If the checker accepts a certificate, then the side secures the goal from the empty board,
    the swap left out. *)
Theorem an_accepted_certificate_is_right entries :
  accepts entries = true -> secures starting_position.
Proof.
  unfold accepts. destruct (check_entries Nothing entries) as [known|] eqn:E; [|discriminate].
  intros H. apply checked_entries_are_right in E.
  - unfold settles_the_start in H. destruct side eqn:S.
    + apply (settled_is_secured known); auto.
    + apply (settled_against_is_secured known); auto. now rewrite S.
  - intros p _ _ _ F. now rewrite nothing_is_found in F.
Qed.

End Checker.
End Securing.

(** Symmetries given as lists *************************************************************)

Section Listed.
Context (board : Board) (images : list N).

Definition listed_image (cell : N) : N := nth (N.to_nat cell) images 0%N.

Definition is_symmetry : bool :=
  let cells := elements (cells_of board) in
  forallb (fun c => mem (listed_image c) (cells_of board)) cells
  && forallb
       (fun c =>
          forallb
            (fun d =>
               (N.eqb c d || negb (N.eqb (listed_image c) (listed_image d)))
               && Bool.eqb (mem (listed_image d) (neighbours_of board (listed_image c)))
                    (mem d (neighbours_of board c)))
            cells)
       cells.

Definition listed_symmetry (H : is_symmetry = true) : Symmetry board.
Proof.
  refine {| image := listed_image |}; unfold is_symmetry in H; apply andb_true_iff in H as [H1 H2];
    rewrite forallb_forall in H1, H2.
  - intros c Hc. apply H1. now apply in_elements.
  - intros c d Hc Hd E. apply in_elements in Hc, Hd. specialize (H2 c Hc).
    rewrite forallb_forall in H2. specialize (H2 d Hd).
    apply andb_true_iff in H2 as [H2 _]. rewrite E, N.eqb_refl, orb_false_r in H2.
    now apply N.eqb_eq.
  - intros c d Hc Hd. apply in_elements in Hc, Hd. specialize (H2 c Hc).
    rewrite forallb_forall in H2. specialize (H2 d Hd).
    apply andb_true_iff in H2 as [_ H2]. now apply Bool.eqb_prop.
Defined.

(** The symmetry that a list of images describes, if it is one. *)
Definition read_symmetry : option (Symmetry board) :=
  match is_symmetry as answer return is_symmetry = answer -> option (Symmetry board) with
  | true => fun H => Some (listed_symmetry H)
  | false => fun _ => None
  end eq_refl.

End Listed.

Definition wins (side : Colour) (outcome : Outcome) : bool :=
  match side, outcome with
  | Red, RedWins | Blue, BlueWins => true
  | _, _ => false
  end.

Definition wins_or_ties (side : Colour) (outcome : Outcome) : bool :=
  match outcome with
  | Tie => true
  | _ => wins side outcome
  end.
