(* Boards, cells and positions as text, around the extracted rules. *)

open Churn

exception Unreadable of string

let unreadable format = Printf.ksprintf (fun text -> raise (Unreadable text)) format

(* Numbers ----------------------------------------------------------------------------------- *)

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> 2 * int_of_positive p + 1

let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p

let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> - int_of_positive p

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

let rec positive_of_int i =
  if i = 1 then XH
  else if i land 1 = 0 then XO (positive_of_int (i / 2))
  else XI (positive_of_int (i / 2))

let n_of_int i = if i = 0 then N0 else Npos (positive_of_int i)

let z_of_int i = if i = 0 then Z0 else if i > 0 then Zpos (positive_of_int i) else Zneg (positive_of_int (-i))

(* Decimal digits, for numbers of any size. *)
let decimal n =
  let double digits carry =
    let rec go carry = function
      | [] -> if carry > 0 then [ carry ] else []
      | d :: rest -> let x = 2 * d + carry in (x mod 10) :: go (x / 10) rest
    in
    go carry digits
  in
  let rec digits = function
    | XH -> [ 1 ]
    | XO p -> double (digits p) 0
    | XI p -> double (digits p) 1
  in
  match n with
  | N0 -> "0"
  | Npos p -> String.concat "" (List.rev_map string_of_int (digits p))

(* Boards ------------------------------------------------------------------------------------ *)

type named = {
  text : string;
  board : board;
  lengths : int list; (* of the rows, from the top *)
  names : string array; (* of the cells, in reading order *)
  numbers : (string, int) Hashtbl.t;
}

let rec row_letters height =
  if height = 0 then ""
  else row_letters ((height - 1) / 26) ^ String.make 1 (Char.chr (97 + ((height - 1) mod 26)))

let side text = match int_of_string_opt text with
  | Some n when n >= 1 && n <= 10000 -> z_of_int n
  | _ -> unreadable "board: '%s' is not a side length" text

let sides_of text =
  match List.map side (String.split_on_char '-' text) with
  | [ a ] -> { top = a; upper_right = a; lower_right = a; bottom = a; lower_left = a; upper_left = a }
  | [ a; b; c; d; e; f ] ->
      { top = a; upper_right = b; lower_right = c; bottom = d; lower_left = e; upper_left = f }
  | _ -> unreadable "board '%s': expected one size or six side lengths" text

let rec run_lengths = function
  | [] -> []
  | row :: rest -> (
      match run_lengths rest with
      | (other, count) :: more when other = row -> (row, count + 1) :: more
      | runs -> (row, 1) :: runs)

let build text =
  let sides = sides_of text in
  if not (is_hexagon sides) then unreadable "board '%s': the sides do not close" text;
  let rows = List.map (fun (_, y) -> int_of_z y) (hexagon_cells sides) in
  let lengths = List.map snd (run_lengths rows) in
  let height = List.length lengths in
  let row_names row length =
    List.init length (fun i -> Printf.sprintf "%s%d" (row_letters (height - row)) (i + 1))
  in
  let names = Array.of_list (List.concat (List.mapi row_names lengths)) in
  let numbers = Hashtbl.create (Array.length names) in
  Array.iteri (fun number name -> Hashtbl.add numbers name number) names;
  { text; board = hexagon sides; lengths; names; numbers }

let built : (string, named) Hashtbl.t = Hashtbl.create 64

let board_of text =
  match Hashtbl.find_opt built text with
  | Some named -> named
  | None ->
      let named = build text in
      Hashtbl.add built text named;
      named

(* Cells and turns --------------------------------------------------------------------------- *)

let cell_text named cell = named.names.(int_of_n cell)

let cell_texts named cells = List.map (cell_text named) (elements cells)

let turn_of named text =
  if text = "swap" then Swap
  else
    match Hashtbl.find_opt named.numbers text with
    | Some number -> Placement (n_of_int number)
    | None -> unreadable "turn '%s': neither a cell of board %s nor swap" text named.text

(* Positions --------------------------------------------------------------------------------- *)

let cells_with letter letters =
  set_of (List.filter_map (fun (i, l) -> if l = letter then Some (n_of_int i) else None) letters)

let letters_of named rows =
  let parts = String.split_on_char '/' rows in
  if List.map String.length parts <> named.lengths then
    unreadable "rows '%s': they do not fit board %s" rows named.text;
  let letters = List.of_seq (String.to_seq (String.concat "" parts)) in
  if List.exists (fun l -> not (String.contains "rb." l)) letters then
    unreadable "rows '%s': expected r, b and ." rows;
  List.mapi (fun i l -> (i, l)) letters

let position_of text =
  let read board rows mover swap_on_offer =
    let named = board_of board in
    let letters = letters_of named rows in
    let mover = match mover with "r" -> Red | "b" -> Blue | _ -> unreadable "side to move '%s'" mover in
    let position = { red = cells_with 'r' letters; blue = cells_with 'b' letters; mover; swap_on_offer } in
    if not (is_position named.board position) then unreadable "position '%s': it cannot be" text;
    (named, position)
  in
  match String.split_on_char ' ' text with
  | [ board; rows; mover ] -> read board rows mover false
  | [ board; rows; mover; "swap" ] -> read board rows mover true
  | _ -> unreadable "position '%s': expected board, rows, side to move" text

let position_text named position =
  let letters = Bytes.make (Array.length named.names) '.' in
  let put letter cell = Bytes.set letters (int_of_n cell) letter in
  List.iter (put 'r') (elements position.red);
  List.iter (put 'b') (elements position.blue);
  let take (from, rows) length = (from + length, Bytes.sub_string letters from length :: rows) in
  let rows = List.rev (snd (List.fold_left take (0, []) named.lengths)) in
  Printf.sprintf "%s %s %s%s" named.text (String.concat "/" rows)
    (match position.mover with Red -> "r" | Blue -> "b")
    (if position.swap_on_offer then " swap" else "")
