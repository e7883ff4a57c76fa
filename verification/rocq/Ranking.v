(** What rises on each turn, and the bound on the length of games that follows from it. *)

From Coq Require Import NArith List.
From Churn Require Import Sets Board Position Rules.
Import ListNotations.

Fixpoint insert (n : nat) (sorted : list nat) : list nat :=
  match sorted with
  | [] => [n]
  | first :: others => if Nat.leb first n then n :: sorted else first :: insert n others
  end.

Definition largest_first (numbers : list nat) : list nat := fold_right insert [] numbers.

Definition ranking (board : Board) (position : Position) (colour : Colour) : list nat :=
  largest_first (map size (groups board (stones position colour))).

(** Lists of numbers are compared as Python compares tuples: the first difference decides, and a
    list is less than its own continuation. *)
Fixpoint less (one two : list nat) : Prop :=
  match one, two with
  | _, [] => False
  | [], _ => True
  | a :: one, b :: two => a < b \/ (a = b /\ less one two)
  end.

Definition replace_at (place : nat) (value : N) (values : list N) : list N :=
  firstn place values ++ value :: skipn (S place) values.

Definition counted (part total : nat) (counts : list N) : list N :=
  replace_at total (nth total counts 0 + nth (total - part) counts 0)%N counts.

(** How many partitions each number has, from 0 to the largest asked for. *)
Definition partition_counts (largest : nat) : list N :=
  fold_left
    (fun counts part =>
       fold_left (fun counts total => counted part total counts)
         (seq part (S largest - part)) counts)
    (seq 1 largest)
    (1%N :: repeat 0%N largest).

(** A number of turns that no game on the board exceeds, the swap included. *)
Definition longest_game_bound (board : Board) : N :=
  (2 * fold_right N.add 0 (tl (partition_counts (cell_count board))) + 1)%N.
