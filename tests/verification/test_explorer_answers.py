"""What the explorer answers: positions, turns, graphs, comparisons."""

from collections.abc import Iterator

import pytest
from tests.verification.explorer_client import EMPTY_2, Client, place, values_of

from churn_explorer import limits
from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions
from churn_spec import (
    is_over,
    legal_turns,
    play,
    read_board,
    read_turn,
    starting_position,
    write_position,
    write_turn,
)
from churn_verification.judge.figures import Figure, figures
from churn_verification.misreadings import CATALOGUE

FIGURE_3 = "3 brb/rrb./b.brr/r..b/rbr r"
FORCED = "Isolation is forced: 3 of 9 empty cells have no red stone beside them."


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as address:
        yield Client(address)


# Positions and turns -----------------------------------------------------------------------------


@pytest.mark.parametrize("figure", figures(), ids=lambda figure: f"figure-{figure.figure}")
def test_the_figures_are_seen_as_the_rule_sheet_has_them(client: Client, figure: Figure) -> None:
    view = client.ask("view", place=place(figure.position))
    assert view["legal"]
    if figure.legal is not None:
        assert set(view["legal"]) == set(figure.legal)
    if figure.play is not None and figure.removed is not None:
        preview = client.ask("preview", position=figure.position, cell=figure.play)
        assert (preview["legal"], set(preview["removed"])) == (True, set(figure.removed))


@pytest.mark.parametrize(
    ("position", "clause", "reason"),
    [
        (EMPTY_2, "P1", "Every empty cell is isolated: no red stone is beside it."),
        ("3 rr./.b.r/r.b.b/r.../bb. r", "P1", FORCED),
        (
            FIGURE_3,
            "P2",
            "No isolated cell is left. The smallest group that can be formed is 3; 2 of 4",
        ),
        (
            "2 r./.../.. b swap",
            "P1",
            "Every empty cell is isolated: no blue stone is beside",
        ),
        ("2 rb/rbr/br r", "E1", "The board is full at the end of a turn, so the game is over."),
    ],
)
def test_the_reason_is_given_in_words(
    client: Client, position: str, clause: str, reason: str
) -> None:
    view = client.ask("view", place=place(position))
    assert view["clause"] == clause
    assert view["reason"].startswith(reason)


def test_a_preview_of_an_illegal_placement_says_why(client: Client) -> None:
    preview = client.ask("preview", position="2 r./.../.. r", cell="c2")
    assert preview["legal"] is False
    assert preview["formed"] == ["c1", "c2"]
    assert preview["words"] == (
        "c2 forms a group of 2 and removes nothing. Not legal (P1): the placement is not isolated,"
        " and an isolated one exists."
    )


def test_turns_lead_where_the_specification_says(client: Client) -> None:
    position = starting_position(read_board("2"))
    at = place(write_position(position))
    while not is_over(position):
        turn = min(write_turn(position.board, each) for each in legal_turns(position))
        played = client.ask("play", place=at, turn=turn)
        position = play(position, read_turn(position.board, turn))
        at = played["step"]["place"]
        assert at["position"] == write_position(position)
        assert played["view"]["place"] == at


def test_the_swap_exchanges_the_seats(client: Client) -> None:
    opened = client.ask("play", place=place(EMPTY_2), turn="b2")
    assert (opened["view"]["swap"], opened["view"]["mover_seat"]) == (True, "second")
    swapped = client.ask("play", place=opened["step"]["place"], turn="swap")
    view = swapped["view"]
    assert (view["mover"], view["mover_seat"], view["red_seat"]) == ("blue", "first", "second")
    assert view["swap"] is False
    after = client.ask("play", place=swapped["step"]["place"], turn="a1")["view"]
    assert (after["mover"], after["mover_seat"], after["red_seat"]) == ("red", "second", "second")


def test_a_record_is_followed_up_to_its_first_illegal_turn(client: Client) -> None:
    loaded = client.ask("load", text="2\nc1 # a comment\nc2 a1 a1 a2")
    assert [step["turn"] for step in loaded["steps"]] == ["c1", "c2", "a1"]
    assert loaded["refused"] == "a1"
    assert loaded["refusal"].startswith("Turn 4, a1, is illegal by T1: the cell is occupied.")
    assert loaded["view"]["place"] == loaded["steps"][-1]["place"]


def test_a_game_is_written_and_loaded_again(client: Client) -> None:
    text = client.ask("record", start=EMPTY_2, turns=["b2", "swap", "a1"])["text"]
    assert text == "2\nb2 swap a1\n"
    assert [step["turn"] for step in client.ask("load", text=text)["steps"]] == ["b2", "swap", "a1"]


def test_positions_are_set_up_by_changes(client: Client) -> None:
    view = client.ask("change", position=EMPTY_2, cell="b2", stone="red")
    view = client.ask("change", position=view["place"]["position"], mover="blue", swap=True)
    assert view["place"]["position"] == "2 ../.r./.. b swap"
    view = client.ask("change", position=view["place"]["position"], cell="a1", stone="blue")
    assert view["place"]["position"] == "2 ../.r./b. b"
    view = client.ask("change", position=view["place"]["position"], cell="b2", stone="none")
    assert view["place"]["position"] == "2 ../.../b. b"


def test_a_picture_is_the_renderers(client: Client) -> None:
    svg = client.ask("picture", position="2 r./.../.. b", last="c1", theme="dark")["text"]
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" class="churn-dark"')
    assert "Placed last: c1." in svg


def test_random_turns_are_legal(client: Client) -> None:
    chosen = {
        client.ask("choose", place=place("2 r./.../.. r"), by="random")["turn"] for _ in range(20)
    }
    assert chosen <= {"a1", "a2", "b3"}
    assert len(chosen) > 1
    assert client.refusal("choose", place=place("2 rb/rbr/br r"), by="random") == "the game is over"


# The graph ---------------------------------------------------------------------------------------


def test_the_neighbourhood_holds_every_turn(client: Client) -> None:
    values_of(client, EMPTY_2)
    graph = client.ask("near", position=EMPTY_2, ahead=1, merge=False)
    assert [node["ply"] for node in graph["nodes"]] == [0] + [1] * 7
    assert sorted(edge["turn"] for edge in graph["edges"]) == [
        "a1",
        "a2",
        "b1",
        "b2",
        "b3",
        "c1",
        "c2",
    ]
    values = {node["turns"][0]: node["value"] for node in graph["nodes"][1:]}
    assert (values["b2"], values["a1"]) == ("red", "blue")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("2 rb/rbr/br r", "1 position, 0 turns"),
        ("2 .b/rbr/br r", "2 positions, 1 turn"),
        (EMPTY_2, "3 positions, 7 turns"),
    ],
)
def test_a_neighbourhood_says_how_large_it_is(client: Client, position: str, words: str) -> None:
    assert client.ask("near", position=position, ahead=1)["words"] == words


def test_symmetric_positions_count_as_one(client: Client) -> None:
    graph = client.ask("near", position=EMPTY_2, ahead=1, merge=True)
    assert len(graph["nodes"]) == 3
    assert len(graph["edges"]) == 7


def test_the_way_to_the_position_is_part_of_its_neighbourhood(client: Client) -> None:
    before = [{"position": EMPTY_2, "turn": "b2"}]
    graph = client.ask("near", position="2 ../.r./.. b swap", before=before, ahead=1)
    first = next(node for node in graph["nodes"] if node["ply"] == -1)
    assert first["position"] == EMPTY_2
    number = graph["nodes"].index(first)
    assert {"source": number, "target": 0, "turn": "b2"} in graph["edges"]


def test_a_large_neighbourhood_is_cut_off_and_says_so(client: Client) -> None:
    position = write_position(starting_position(read_board("5")))
    graph = client.ask("near", position=position, ahead=2, merge=False)
    assert len(graph["nodes"]) == limits.MOST_NEAR_NODES
    assert "more turns are not shown" in graph["words"]


def test_a_neighbourhood_that_takes_too_long_ends_where_it_has_come(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.graphs.NEAR_SECONDS", -1.0)
    (node,) = client.ask("near", position=EMPTY_2, ahead=2)["nodes"]
    assert (node["position"], node["turns_hidden"]) == (EMPTY_2, 7)


def test_the_whole_graph_of_size_2(client: Client) -> None:
    graph = client.ask("whole", sides="2")
    assert (len(graph["nodes"]), len(graph["edges"])) == (585, 1005)
    assert (graph["nodes"][0]["value"], graph["nodes"][0]["distance"]) == ("red", 7)
    node = graph["nodes"][-1]
    text = f"2\n{' '.join(node['turns'])}"
    reached = client.ask("load", text=text)["view"]["place"]["position"]
    assert reached.removesuffix(" swap") == node["position"]


# Who says what -----------------------------------------------------------------------------------


def test_specification_and_engine_are_compared_on_every_turn(client: Client) -> None:
    steps = [
        {"position": EMPTY_2, "turn": "c1", "number": 0},
        {"position": "2 r./.../.. r", "turn": "c2", "number": 1},
        {"position": FIGURE_3, "turn": None, "number": 0},
    ]
    checked = client.ask("check", start=EMPTY_2, turns=["c1"], steps=steps)
    assert checked["names"][:2] == ["specification", "stepping engine"]
    assert {answer["status"] for answers in checked["answers"] for answer in answers} == {"agrees"}
    assert checked["answers"][1][0]["words"] == "illegal"


def test_one_legal_turn_is_one_turn(client: Client) -> None:
    steps = [{"position": "2 r./.../r. b", "turn": "c2", "number": 0}]
    ((answer, *_),) = client.ask("check", start=EMPTY_2, turns=["c2"], steps=steps)["answers"]
    assert answer["words"] == "removes nothing; then 1 legal turn"


def test_an_engine_that_misreads_a_rule_would_be_seen(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant = CATALOGUE["isolation-optional"].implementation
    monkeypatch.setattr("churn_explorer.checking.ENGINES", {"mutant": mutant})
    steps = [{"position": "2 r./.../.. r", "turn": None, "number": 0}]
    checked = client.ask("check", start=EMPTY_2, turns=[], steps=steps)
    assert checked["names"] == ["specification", mutant.name]
    assert [answer["status"] for answer in checked["answers"][0]] == ["agrees", "differs"]
    assert checked["answers"][0][1]["words"].startswith("which turns are legal (P1): ")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("2-1-1-2-1-1 r. b", "removes nothing; then it is a tie"),
        ("3-1-1-3-1-1 rb. r", "removes nothing; then red has won"),
    ],
)
def test_the_end_of_a_game_is_told_with_its_outcome(
    client: Client, position: str, words: str
) -> None:
    turn = client.ask("view", place=place(position))["legal"][0]
    steps = [{"position": position, "turn": turn, "number": 0}]
    ((answer, *_),) = client.ask("check", start=position, turns=[turn], steps=steps)["answers"]
    assert (answer["status"], answer["words"]) == ("agrees", words)


def test_what_takes_too_long_to_compare_is_said_to_be_left_out(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.checking.CHECK_SECONDS", -1.0)
    steps = [{"position": EMPTY_2, "turn": turn, "number": 0} for turn in ("c1", "b2")]
    checked = client.ask("check", start=EMPTY_2, turns=["c1"], steps=steps)
    first, second = checked["answers"]
    assert {answer["status"] for answer in first} == {"agrees"}
    assert {(answer["status"], "too long" in answer["words"]) for answer in second} == {
        ("silent", True)
    }
