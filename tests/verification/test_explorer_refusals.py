"""What the explorer refuses in words, and the links that open something in it."""

from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from tests.verification.explorer_client import EMPTY_2, Client

from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions
from churn_spec import (
    read_board,
    read_position,
    starting_position,
    write_position,
)
from churn_verification import links
from churn_verification.links import fragment_of, link_to
from churn_verification.results import Counterexample

EMPTY_5 = write_position(starting_position(read_board("5")))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as address:
        yield Client(address)


# What it refuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "question", "message"),
    [
        ("board", {"sides": "x"}, "board 'x': 'x' is not a side length; expected whole number"),
        ("board", {"sides": "19"}, "board 19 has 1,027 cells; the explorer shows boards of"),
        (
            "board",
            {"sides": "99"},
            "board '99': 29,107 cells; the explorer shows boards of at most 1",
        ),
        (
            "load",
            {"text": "99"},
            "line 1, board '99': 29,107 cells; the explorer shows boards of at",
        ),
        ("open", {"board": "2x"}, "board '2x': '2x' is not a side length"),
        ("open", {"board": "2 a1"}, "board '2 a1': '2 a1' is not a side length"),
        ("open", {"position": "2 a1"}, "position '2 a1': expected board, rows, side to move"),
        ("board", {"sides": "2", "more": 1}, "more: Unexpected keyword argument"),
        ("board", {}, "sides: Field required"),
        ("load", {"text": "2\nb2 zz"}, "line 2, turn 2, cell 'zz': board 2 has"),
        ("load", {"text": "  "}, "record: no line with a board, such as 3 or 3-4-3-4-3-4"),
        ("view", {"place": {"position": "2 ../.../. r"}}, "row 3 '.': "),
        ("preview", {"position": "2 r./.../.. b", "cell": "c1"}, "c1 is occupied"),
        (
            "play",
            {"place": {"position": "2 r./.../.. r"}, "turn": "c2"},
            "Turn 1, c2, is illegal by P1: the placement is not isolated, and an isolated one"
            " exists. Legal: a1 a2 b3.",
        ),
        ("change", {"position": "2 rr/.../.. b", "swap": True}, "The swap is on offer on the"),
        ("near", {"position": EMPTY_2, "ahead": 9}, "ahead: Input should be less than or equal"),
        ("whole", {"sides": "3"}, "board 3 has 19 cells; the whole graph is shown of boards"),
        ("line", {"position": EMPTY_5}, "perfect play needs the solution of board 5: see Values"),
        ("check", {"start": EMPTY_2, "turns": [], "steps": []}, "steps: List should have at"),
    ],
)
def test_a_bad_request_is_refused_in_words(
    client: Client, name: str, question: dict[str, object], message: str
) -> None:
    assert client.refusal(name, **question).startswith(message)


def test_what_is_no_json_is_refused(client: Client) -> None:
    assert client.post("board", b"{")[0] == 400


def test_a_record_with_too_many_turns_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.playing.MOST_TURNS", 1)
    assert client.ask("load", text="2\nb2")["steps"]
    message = client.refusal("load", text="2\nb2 swap")
    assert message == "the record has 2 turns; at most 1 are loaded here"


def test_a_record_that_takes_too_long_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.playing.LOAD_SECONDS", -1.0)
    assert client.refusal("load", text="2\nb2").startswith("replaying this record takes more than")


# Links -------------------------------------------------------------------------------------------


def test_a_fragment_says_where_a_game_begins_and_goes() -> None:
    start = starting_position(read_board("3-4-3-4-3-4"))
    assert fragment_of(start) == "board=3-4-3-4-3-4"
    assert fragment_of(read_position("2 r./.../.. b swap"), ["swap", "a1"]) == (
        "position=2+r./.../..+b+swap&turns=swap.a1"
    )


def test_a_counterexamples_link_holds_all_of_it() -> None:
    case = Counterexample(
        clause="P2",
        question="which turns are legal & why",
        said={"specification": "a1", "engine": "a1 + b2"},
        position="2 r./.../.. r",
        turns=("a1", "b2"),
    )
    link = urlsplit(str(link_to(case)))
    assert link.netloc == f"127.0.0.1:{links.USUAL_PORT}"
    assert parse_qsl(link.fragment) == [
        ("position", "2 r./.../.. r"),
        ("turns", "a1.b2"),
        ("clause", "P2"),
        ("question", "which turns are legal & why"),
        ("said", "specification:a1"),
        ("said", "engine:a1 + b2"),
    ]
    assert link_to(case.model_copy(update={"position": None})) is None
