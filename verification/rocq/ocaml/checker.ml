(* Reads a certificate and has the proved checker go over it.

   The reading is not proved, and need not be: what the checker accepts is true of the board and the
   goal that are printed, whatever was read. The digest is there so that no altered byte goes
   unnoticed, even one that leaves the certificate right. *)

open Churn

exception Refused of string

let refuse format = Printf.ksprintf (fun text -> raise (Refused text)) format

type reader = { lines : string array; mutable at : int }

let next reader what =
  if reader.at >= Array.length reader.lines then refuse "the file ends where %s should be" what;
  let line = reader.lines.(reader.at) in
  reader.at <- reader.at + 1;
  line

let words_after key line =
  match String.split_on_char ' ' line with
  | first :: rest when first = key -> rest
  | _ -> refuse "expected '%s ...', found '%s'" key line

(* The lines before the digest, which must fit them. *)
let lines_of content =
  let length = String.length content in
  let tail = 4 + 32 + 1 in
  if length < tail || content.[length - 1] <> '\n' then refuse "the file is cut off";
  let body = String.sub content 0 (length - tail) in
  if String.sub content (length - tail) tail <> "md5 " ^ Digest.to_hex (Digest.string body) ^ "\n" then
    refuse "the digest does not fit: the file was altered or cut off";
  match List.rev (String.split_on_char '\n' body) with
  | "" :: lines -> Array.of_list (List.rev lines)
  | _ -> refuse "the last line before the digest is cut off"

let cell named name =
  match Text.turn_of named name with Placement cell -> cell | Swap -> refuse "swap is not a cell"

let symmetries_of named reader =
  let rec more () =
    if reader.at < Array.length reader.lines && String.length reader.lines.(reader.at) > 9
       && String.sub reader.lines.(reader.at) 0 9 = "symmetry " then begin
      let names = words_after "symmetry" (next reader "a symmetry") in
      match read_symmetry named.Text.board (List.map (cell named) names) with
      | Some symmetry when List.length names = Array.length named.Text.names -> symmetry :: more ()
      | _ -> refuse "line %d: not a symmetry of board %s" reader.at named.Text.text
    end
    else []
  in
  more ()

let entry_of named side line =
  match String.split_on_char ' ' line with
  | [ letters; name ] when String.length letters = Array.length named.Text.names ->
      let letters = List.mapi (fun i l -> (i, l)) (List.of_seq (String.to_seq letters)) in
      if List.exists (fun (_, l) -> not (String.contains "rb." l)) letters then
        refuse "'%s' is not a position" line;
      let red = Text.cells_with 'r' letters and blue = Text.cells_with 'b' letters in
      let own_stones, other_stones = match side with Red -> (red, blue) | Blue -> (blue, red) in
      { own_stones; other_stones; placement = cell named name }
  | _ -> refuse "expected a position of board %s and a cell, found '%s'" named.Text.text line

let claim named symmetries reader =
  let side, goal, claimed, count =
    match words_after "claim" (next reader "a claim") with
    | [ side; goal; count ] ->
        let side = match side with "red" -> Red | "blue" -> Blue | _ -> refuse "side '%s'" side in
        let name = match side with Red -> "Red" | Blue -> "Blue" in
        let count = match int_of_string_opt count with Some n -> n | None -> refuse "count '%s'" count in
        (match goal with
        | "win" -> (side, wins side, name ^ " wins", count)
        | "tie" -> (side, wins_or_ties side, name ^ " at least ties", count)
        | _ -> refuse "goal '%s'" goal)
    | _ -> refuse "line %d: expected 'claim SIDE GOAL COUNT'" reader.at
  in
  let known = ref Nothing in
  for _ = 1 to count do
    let entry = entry_of named side (next reader "a position") in
    match check_entry named.Text.board side goal symmetries !known entry with
    | Some more -> known := more
    | None -> refuse "line %d: it does not follow from the lines above it" reader.at
  done;
  if not (settles_the_start named.Text.board side goal symmetries !known) then
    refuse "nothing shows that %s from the empty board" claimed;
  Printf.printf "accepted: %s on board %s, without the swap (%d positions)\n%!" claimed
    named.Text.text count

let check path =
  let channel = open_in_bin path in
  let content = really_input_string channel (in_channel_length channel) in
  close_in channel;
  let reader = { lines = lines_of content; at = 0 } in
  if next reader "the heading" <> "churn certificate 1" then refuse "this is not a certificate of version 1";
  let named =
    match words_after "board" (next reader "the board") with
    | [ text ] -> Text.board_of text
    | _ -> refuse "expected 'board SIDES'"
  in
  let symmetries = symmetries_of named reader in
  if reader.at = Array.length reader.lines then refuse "it claims nothing";
  while reader.at < Array.length reader.lines do
    claim named symmetries reader
  done

let () =
  match Sys.argv with
  | [| _; path |] -> (
      try check path with
      | Refused reason | Text.Unreadable reason -> Printf.printf "refused: %s\n" reason; exit 1
      | Sys_error reason -> prerr_endline reason; exit 3)
  | _ -> prerr_endline "usage: checker FILE"; exit 2
