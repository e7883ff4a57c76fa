(* As much of JSON as the line protocol needs: requests hold no escapes and no fractions. *)

type t =
  | Null
  | Bool of bool
  | Number of string
  | Text of string
  | List of t list
  | Object of (string * t) list

exception Unreadable

let parse line =
  let at = ref 0 in
  let here () = if !at < String.length line then line.[!at] else '\000' in
  let expect c = if here () = c then incr at else raise Unreadable in
  let word text value = String.iter expect text; value in
  let text () =
    expect '"';
    let stop = try String.index_from line !at '"' with Not_found -> raise Unreadable in
    let found = String.sub line !at (stop - !at) in
    if String.contains found '\\' then raise Unreadable;
    at := stop + 1;
    found
  in
  let number () =
    let from = !at in
    while (match here () with '0' .. '9' | '-' -> true | _ -> false) do incr at done;
    if from = !at then raise Unreadable;
    Number (String.sub line from (!at - from))
  in
  let several close one =
    incr at;
    if here () = close then (incr at; [])
    else
      let rec more () =
        let value = one () in
        if here () = ',' then (incr at; value :: more ()) else (expect close; [ value ])
      in
      more ()
  in
  let rec value () =
    match here () with
    | '"' -> Text (text ())
    | '{' -> Object (several '}' member)
    | '[' -> List (several ']' value)
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | _ -> number ()
  and member () =
    let key = text () in
    expect ':';
    (key, value ())
  in
  let found = value () in
  if !at <> String.length line then raise Unreadable;
  found

let rec write = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Number n -> n
  | Text t -> Printf.sprintf "\"%s\"" (String.map (fun c -> if c = '"' || c = '\\' || c < ' ' then '?' else c) t)
  | List l -> "[" ^ String.concat "," (List.map write l) ^ "]"
  | Object members ->
      let member (key, value) = Printf.sprintf "\"%s\":%s" key (write value) in
      "{" ^ String.concat "," (List.map member members) ^ "}"

let get key = function
  | Object members -> (try List.assoc key members with Not_found -> raise Unreadable)
  | _ -> raise Unreadable

let as_text = function Text t -> t | _ -> raise Unreadable

let as_list = function List l -> l | _ -> raise Unreadable

let as_int = function
  | Number n -> (match int_of_string_opt n with Some i -> i | None -> raise Unreadable)
  | _ -> raise Unreadable
