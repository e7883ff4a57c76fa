(* The extracted rules behind the line protocol of verification/PROTOCOL.md.

   `adapter` plays by the rules as they are stated (Rules.v). `adapter engine` finds the legal
   placements, their formed size, the stones removed and the groups by the engine's stack of groups
   (Engine.v), which it keeps from turn to turn. `adapter bound SIDES ...` prints the longest game
   bound of boards. *)

open Churn
open Json

let int i = Number (string_of_int i)

let by_engine = Array.length Sys.argv = 2 && Sys.argv.(1) = "engine"

let hello =
  Object
    [
      ("protocol", int 1);
      ("name", Text (if by_engine then "the Coq model of the engine" else "the Coq model"));
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
type standing = { game : game; sides : side * side; removed : set; before : standing option }

let begin_at named position =
  let side stones = side_of named.Text.board stones in
  let sides = (side position.red, side position.blue) in
  { game = { new_game with position0 = position }; sides; removed = N0; before = None }

let side_to_move { game; sides = red, blue; _ } =
  match game.position0.mover with Red -> red | Blue -> blue

let stones_of side = union_all (side.singles :: side.larger)

let place_by_engine named standing game cell =
  let own = side_to_move standing and board = named.Text.board in
  let own, removed = engine_place board own cell (size_formed board own cell) in
  let red, blue = standing.sides in
  let sides = match standing.game.position0.mover with Red -> (own, blue) | Blue -> (red, own) in
  let position = { game.position0 with red = stones_of (fst sides); blue = stones_of (snd sides) } in
  { game = { game with position0 = position }; sides; removed; before = Some standing }

let take named standing number turn =
  match turn with
  | "undo" -> (
      match standing.before with Some before -> before | None -> raise (Refused number))
  | text -> (
      let turn = try Text.turn_of named text with Text.Unreadable _ -> raise (Refused number) in
      match (take_turn named.board standing.game turn, turn) with
      | None, _ -> raise (Refused number)
      | Some game, Swap -> { standing with game; removed = N0; before = Some standing }
      | Some game, Placement cell when by_engine -> place_by_engine named standing game cell
      | Some game, Placement cell ->
          let removed = removed_stones named.board standing.game.position0 cell in
          { standing with game; removed; before = Some standing })

let after named position turns =
  let step (number, standing) turn = (number + 1, take named standing number (as_text turn)) in
  snd (List.fold_left step (1, begin_at named position) turns)

let winner_text = function
  | None -> Null
  | Some RedWins -> Text "red"
  | Some BlueWins -> Text "blue"
  | Some Tie -> Text "tie"

let legal_cells named standing =
  let board = named.Text.board and position = standing.game.position0 in
  if by_engine then engine_legal board (side_to_move standing) (empty_cells board position)
  else legal_placements board position

let formed_size named standing =
  let board = named.Text.board in
  match elements (legal_cells named standing) with
  | [] -> 0
  | cell :: _ ->
      Text.int_of_nat
        (if by_engine then size_formed board (side_to_move standing) cell
         else size (formed_group board standing.game.position0 cell))

let groups_of named standing colour =
  let side = match colour with Red -> fst standing.sides | Blue -> snd standing.sides in
  let sizes =
    if by_engine then
      List.rev_map size side.larger @ List.map (fun cell -> size (singleton cell)) (elements side.singles)
    else ranking named.Text.board standing.game.position0 colour
  in
  List (List.map (fun n -> int (Text.int_of_nat n)) sizes)

let describe named ({ game; removed; _ } as standing) =
  let position = game.position0 and board = named.Text.board in
  let over = is_over board position in
  let placements = Text.cell_texts named (legal_cells named standing) in
  let turns = if over then [] else placements @ if position.swap_on_offer then [ "swap" ] else [] in
  Object
    [
      ("position", Text (Text.position_text named position));
      ("legal", List (List.map (fun turn -> Text turn) turns));
      ("over", Bool over);
      ("winner", winner_text (winner board position));
      ("removed", List (List.map (fun cell -> Text cell) (Text.cell_texts named removed)));
      ("formed_size", int (formed_size named standing));
      ("first_player", Text (match game.red_seat with First -> "red" | Second -> "blue"));
      ("turn_number", int (Text.int_of_nat game.turn_number));
      ("groups", Object [ ("red", groups_of named standing Red); ("blue", groups_of named standing Blue) ]);
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

let () =
  match Array.to_list Sys.argv with
  | _ :: "bound" :: boards ->
      let bound text = longest_game_bound (Text.board_of text).board in
      List.iter (fun text -> print_endline (Text.decimal (bound text))) boards
  | _ -> serve ()
