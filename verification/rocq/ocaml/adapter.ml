(* The extracted rules behind the line protocol of verification/PROTOCOL.md. *)

open Churn
open Json

let int i = Number (string_of_int i)

let hello =
  Object
    [
      ("protocol", int 1);
      ("name", Text "the Coq model");
      ("version", Text "1");
      ("language", Text "Coq, extracted to OCaml");
      ("boards", Text "any");
      ("positions", Bool true);
      ("swap", Text "seats");
      ("refuses", Bool true);
      ("features", List [ Text "perft"; Text "undo"; Text "batch" ]);
    ]

exception Refused of int

(* How things stand: the game, the stones that the last turn removed, and what was before it. *)
type standing = { game : game; removed : set; before : standing option }

let begin_at position = { game = { new_game with position0 = position }; removed = N0; before = None }

let take named standing number turn =
  match turn with
  | "undo" -> (
      match standing.before with Some before -> before | None -> raise (Refused number))
  | text -> (
      let turn = try Text.turn_of named text with Text.Unreadable _ -> raise (Refused number) in
      match take_turn named.board standing.game turn with
      | None -> raise (Refused number)
      | Some game ->
          let removed =
            match turn with
            | Swap -> N0
            | Placement cell -> removed_stones named.board standing.game.position0 cell
          in
          { game; removed; before = Some standing })

let after named position turns =
  let step (number, standing) turn = (number + 1, take named standing number (as_text turn)) in
  snd (List.fold_left step (1, begin_at position) turns)

let winner_text = function
  | None -> Null
  | Some RedWins -> Text "red"
  | Some BlueWins -> Text "blue"
  | Some Tie -> Text "tie"

let formed_size named position =
  match elements (legal_placements named.Text.board position) with
  | [] -> 0
  | cell :: _ -> Text.int_of_nat (size (formed_group named.board position cell))

let groups_of named position colour =
  List (List.map (fun n -> int (Text.int_of_nat n)) (ranking named.Text.board position colour))

let describe named { game; removed; _ } =
  let position = game.position0 and board = named.Text.board in
  let over = is_over board position in
  let turns = if over then [] else legal_turns board position in
  Object
    [
      ("position", Text (Text.position_text named position));
      ("legal", List (List.map (fun turn -> Text (Text.turn_text named turn)) turns));
      ("over", Bool over);
      ("winner", winner_text (winner board position));
      ("removed", List (List.map (fun cell -> Text cell) (Text.cell_texts named removed)));
      ("formed_size", int (formed_size named position));
      ("first_player", Text (match game.red_seat with First -> "red" | Second -> "blue"));
      ("turn_number", int (Text.int_of_nat game.turn_number));
      ("groups", Object [ ("red", groups_of named position Red); ("blue", groups_of named position Blue) ]);
    ]

let start request =
  let named, position = Text.position_of (as_text (get "position" request)) in
  (named, after named position (as_list (get "turns" request)))

let play request =
  let named, standing = start request in
  describe named standing

let rec perft board depth position =
  if depth = 0 then 1
  else
    List.fold_left
      (fun total turn ->
        match Churn.play board position turn with
        | Some next -> total + perft board (depth - 1) next
        | None -> total)
      0 (legal_turns board position)

let count request =
  let named, standing = start request in
  let depth = as_int (get "depth" request) in
  Object [ ("perft", int (perft named.Text.board depth standing.game.position0)) ]

let rec reply request =
  let answer =
    try
      match as_text (get "ask" request) with
      | "hello" -> ("result", hello)
      | "play" -> ("result", play request)
      | "perft" -> ("result", count request)
      | "batch" ->
          ("result", Object [ ("replies", List (List.map reply (as_list (get "requests" request)))) ])
      | _ -> ("skipped", Object [ ("reason", Text "not known here") ])
    with
    | Refused number -> ("result", Object [ ("refused", int number) ])
    | Text.Unreadable reason -> ("error", Object [ ("message", Text reason) ])
  in
  Object [ ("id", get "id" request); answer ]

let serve () =
  try
    while true do
      print_endline (write (reply (parse (input_line stdin))))
    done
  with
  | End_of_file -> ()
  | Json.Unreadable -> prerr_endline "a request that cannot be read"; exit 2

(* `adapter bound SIDES ...` prints the longest game bound of boards instead. *)
let () =
  match Array.to_list Sys.argv with
  | _ :: "bound" :: boards ->
      let bound text = longest_game_bound (Text.board_of text).board in
      List.iter (fun text -> print_endline (Text.decimal (bound text))) boards
  | _ -> serve ()
