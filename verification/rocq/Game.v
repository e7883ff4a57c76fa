(** Games: a position, the number of the turn, and who holds which colour. *)

From Coq Require Import NArith List.
From Churn Require Import Sets Board Position Rules.
Import ListNotations.

Inductive Seat := First | Second.

Definition other_seat (seat : Seat) : Seat :=
  match seat with
  | First => Second
  | Second => First
  end.

Record Game := {
  position : Position;
  turn_number : nat;
  red_seat : Seat;
}.

Definition seat_of (game : Game) (colour : Colour) : Seat :=
  match colour with
  | Red => red_seat game
  | Blue => other_seat (red_seat game)
  end.

Definition new_game : Game :=
  {| position := starting_position; turn_number := 1; red_seat := First |}.

Definition take_turn (board : Board) (game : Game) (turn : Turn) : option Game :=
  match play board (position game) turn with
  | None => None
  | Some after =>
      Some
        {| position := after;
           turn_number := S (turn_number game);
           red_seat :=
             match turn with
             | Swap => other_seat (red_seat game)
             | Placement _ => red_seat game
             end |}
  end.

Fixpoint take_turns (board : Board) (game : Game) (turns : list Turn) : option Game :=
  match turns with
  | [] => Some game
  | turn :: turns =>
      match take_turn board game turn with
      | None => None
      | Some game => take_turns board game turns
      end
  end.

Definition winning_seat (board : Board) (game : Game) : option Seat :=
  match winner board (position game) with
  | Some RedWins => Some (seat_of game Red)
  | Some BlueWins => Some (seat_of game Blue)
  | Some Tie | None => None
  end.
