"""Recorded games in every form, legal or not, as stated or not."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from churn_verification.cli import replay
from churn_verification.conformance.recorded import (
    ENDINGS,
    Recorded,
    RecordError,
    Walked,
    read_records,
    walk,
)
from churn_verification.support.files import FileError

TURNS = ["b1", "b2", "a2", "a1", "c2", "c1", "b3", "b1"]
"""The game that the rules tell: Blue wins on size 2."""


def walked(path: Path, board: str | None = None) -> list[Walked]:
    records = list(read_records(path, board))
    assert not [each for each in records if isinstance(each, RecordError)]
    return [walk(each) for each in records if not isinstance(each, RecordError)]


@pytest.mark.parametrize(
    "turns",
    [
        TURNS,
        " ".join(TURNS),
        "1. b1 b2 2. a2 a1 3. c2 c1 4. b3 b1",
        [["b1", "b2"], ["a2", "a1"], ["c2", "c1"], ["b3", "b1"]],
    ],
)
@pytest.mark.parametrize("key", ["turns", "moves"])
def test_exported_turns_are_read_in_every_form(turns: object, key: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps({"board": "2", key: turns, "result": "blue"}) + "\n")
    (game,) = walked(file)
    assert (game.turns, game.winner, game.winning_seat) == (8, "blue", "second")
    assert game.held


@pytest.mark.parametrize(
    ("result", "held"), [("blue", True), ("second", True), ("red", False), ("tie", False)]
)
def test_the_stated_result_is_looked_at(result: str, held: bool, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"2 # result: {result}\n{' '.join(TURNS)}\n")
    (game,) = walked(file)
    assert game.held is held


def test_a_game_that_is_not_over_has_no_result(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"2 # result: blue\n{' '.join(TURNS[:-1])}\n")
    (game,) = walked(file)
    assert game.winner is None
    assert not game.held


def test_the_first_illegal_turn_is_told_with_its_clause(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"board": "2", "turns": ["b1", "b1", "c1"], "result": "red"}))
    (game,) = walked(file)
    assert game.illegal is not None
    assert (game.illegal.number, game.illegal.clause) == (2, "T1")
    assert game.turns == 1
    assert game.as_stated is None


def test_a_folder_is_read_whole_and_a_board_can_be_named_for_all(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(" ".join(TURNS))
    (tmp_path / "b.jsonl").write_text('{"turns":"b1 swap b2"}\n\n{"board":"3","turns":"c3"}\n')
    (tmp_path / "notes.md").write_text("nothing")
    games = walked(tmp_path, board="2")
    assert [(game.record.name, game.turns) for game in games] == [
        ("a.txt", 8),
        ("b.jsonl, line 1", 3),
        ("b.jsonl, line 3", 1),
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[1]", "an object"),
        ("{", "no JSON"),
        ('{"turns":"a1"}', "--board"),
        ('{"board":"2"}', "no turns"),
        ('{"board":"2","turns":[7]}', "not 7"),
        ('{"board":"2","turns":"z9"}', "turn 1"),
        ('{"board":"2","turns":"a1","result":"white"}', "white"),
        ('{"board":"2-2","turns":"a1"}', "six side lengths"),
        ('{"board":"2","turns":"a1","header":{"players":[{"result":"x"},{}]}}', "no numbers"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_others_are_walked(
    line: str, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f'{line}\n{{"board":"2","turns":"a1"}}\n')
    error, good = read_records(file)
    assert isinstance(error, RecordError)
    assert says in str(error)
    assert "line 1" in str(error)
    assert not isinstance(good, RecordError)
    assert walk(good).turns == 1


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="without records"):
        list(read_records(tmp_path))


def test_a_position_to_begin_from_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"position":"2 br/rb./br r","turns":["b3","b1"],"result":"blue"}\n')
    (game,) = walked(file)
    assert game.position == "2 br/bbr/br r"
    assert game.held


# As game sites keep them --------------------------------------------------------------------------


def of_a_site(moves: object, variants: list[str], *results: object) -> str:
    players = [{"name": name, "result": each} for name, each in zip("ab", results, strict=False)]
    header = {"game": {"name": "Churn", "variants": variants}, "players": players}
    return json.dumps({"header": header, "moves": moves})


@pytest.mark.parametrize(
    ("variants", "board"),
    [
        ([], "3"),
        (["hex4"], "4"),
        (["limping-34"], "3-4-3-4-3-4"),
        (["Default board"], "3"),
        (["#board"], "3"),
        (["Hexhex 3 (19 spaces)"], "3"),
        (["Alternating 3-3-5 (29 spaces)"], "5-3-3-5-3-3"),
        (["Alternating 4-4-6 (51 espaces)"], "6-4-4-6-4-4"),
        (["Hexhex 5 (61 spaces)"], "5"),
    ],
)
def test_abstractplays_variants_name_the_board(
    variants: list[str], board: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(of_a_site([["c3", {"move": "a1"}], [{"move": "b1"}]], variants, 1, 0))
    (record,) = read_records(file)
    assert isinstance(record, Recorded)
    assert record.start.startswith(f"{board} ")
    assert (record.turns, record.stated) == (("c3", "a1", "b1"), "red")


@pytest.mark.parametrize(
    ("variants", "said"),
    [
        (["hex99"], "known are #board, hex4"),
        (["Hexhex 6 (91 spaces)"], "name no board"),
        (["hex4", "hex5"], "name no board"),
    ],
)
def test_a_variant_that_is_not_known_is_refused(
    variants: list[str], said: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(of_a_site(["c3"], variants, 1, 0))
    (error,) = read_records(file)
    assert isinstance(error, RecordError)
    assert said in str(error)


def test_a_list_of_records_is_read_and_other_games_in_it_are_told(tmp_path: Path) -> None:
    game = json.loads(of_a_site([["c3", "a1"]], [], 1, 0))
    other = {**game, "header": {"game": {"name": "Hex", "variants": []}}}
    file = tmp_path / "all.json"
    file.write_text(json.dumps([game, other, game]))
    first, error, last = read_records(file)
    assert isinstance(error, RecordError)
    assert str(error) == "all.json, record 2: a game of 'Hex', not of Churn"
    assert isinstance(first, Recorded)
    assert isinstance(last, Recorded)
    assert last.turns == ("c3", "a1")


@pytest.mark.parametrize(
    ("moves", "turns"),
    [
        ([["c3", "a1"]], ("c3", "swap", "a1")),
        ([["c3", "swap"], ["a1"]], ("c3", "swap", "a1")),
        ([["c3", "resign"]], ("c3", "swap")),
        ([], ()),
    ],
)
def test_a_swap_in_the_header_is_the_second_turn(
    moves: object, turns: tuple[str, ...], tmp_path: Path
) -> None:
    document = json.loads(of_a_site(moves, [], 1, 0))
    document["header"]["pie-invoked"] = True
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    (record,) = read_records(file)
    assert isinstance(record, Recorded)
    assert record.turns == turns


@pytest.mark.parametrize(
    ("results", "stated"),
    [
        ((1, None), "red"),
        ((None, 0), "blue"),
        ((0.5, 0.5), "tie"),
        ((None, None), None),
        ((), None),
        ((1,), None),
    ],
)
def test_a_player_without_a_result_has_lost_to_one_with_one(
    results: tuple[float | None, ...], stated: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(of_a_site([["c3", "resign"]], [], *results))
    (record,) = read_records(file)
    assert isinstance(record, Recorded)
    assert record.stated == stated


@pytest.mark.parametrize(("results", "held"), [((0, 1), True), ((1, 0), False), ((1, 1), False)])
def test_the_players_results_are_judged(
    results: tuple[int, int], held: bool, tmp_path: Path
) -> None:
    document = json.loads(of_a_site([{"move": turn} for turn in TURNS], [], *results))
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**document, "board": "2"}))
    (game,) = walked(file)
    assert (game.winner, game.held) == ("blue", held)


@pytest.mark.parametrize("word", ENDINGS)
def test_a_game_that_ended_by_other_means_is_legal_and_says_so(word: str, tmp_path: Path) -> None:
    text, document = tmp_path / "a.txt", tmp_path / "b.json"
    text.write_text(f"2 # result: red\n1. b1 b2\n2. a2 {word} # by Blue\n")
    document.write_text(json.dumps({"board": "2", "moves": ["b1", "b2", "a2", word]}))
    for file in (text, document):
        (game,) = walked(file)
        assert (game.turns, game.record.ended_by, game.as_stated) == (3, word, None)
        assert game.held


def test_a_stated_result_is_judged_where_the_board_decides_it(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"board": "2", "turns": [*TURNS, "timeout"], "result": "red"}))
    (game,) = walked(file)
    assert game.as_stated is False


@pytest.mark.parametrize(
    "text",
    [
        "3\n1. c3 swap\n2. a1 b1\n",
        "3\n1.c3\n1...swap\n2.a1\n2...b1",
        "3\nc3\nswap\na1\nb1",
        "3\r\n1) c3\r\n2) swap\r\n3) a1\r\n4) b1\r\n",
        "3\n1: c3\tswap\n2: a1\tb1\tresign\n",
    ],
)
def test_move_numbers_are_read_in_text_files_too(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    (game,) = walked(file)
    assert (game.turns, game.record.turns) == (4, ("c3", "swap", "a1", "b1"))


def test_an_ending_that_is_not_the_last_word_is_no_turn(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("3\nc3 resign a1\n")
    (error,) = read_records(file)
    assert isinstance(error, RecordError)


def test_of_many_errors_the_first_are_told_and_the_others_counted(tmp_path: Path) -> None:
    file = tmp_path / "junk.jsonl"
    file.write_text('{"board": "2", "turns": ["b2"]}\n' + "junk\n" * 30)
    result = CliRunner().invoke(replay.command, [str(file), "--json"], catch_exceptions=True)
    document = json.loads(result.stdout)
    assert document["games"] == 1
    assert len(document["unreadable"]) == 21
    assert document["unreadable"][-1] == "10 more records unreadable"
    assert "1 game with 1 turn" in CliRunner().invoke(replay.command, [str(file)]).stdout
    assert "30 unreadable" in CliRunner().invoke(replay.command, [str(file)]).stdout


def test_a_record_that_no_game_can_fill_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("2\n" + "a1 " * (8 * 2**20 // 3 + 1))
    (found,) = read_records(file)
    assert str(found) == "long.txt: a record of more than 8,388,608 characters"
