"""Texts are compared in every way that they can be read or refused."""

import random
from collections.abc import Callable

import pytest

from churn_engine.notation import parse_board
from churn_verification.comparison import texts
from churn_verification.comparison.difference import Difference
from churn_verification.comparison.texts import compare_texts, readings


def test_every_kind_of_text_is_read_and_refused() -> None:
    counts = compare_texts(random.Random(1), 300)
    assert {name for name, count in counts.items() if count > 20} == {
        f"{kind} {end}" for kind in texts.READERS for end in ("read", "refused")
    }


def reads_any_digit(text: str) -> str:
    return str(parse_board(text.replace("²", "2")))


def reads_longer_boards(text: str) -> str:
    return str(parse_board(text.rstrip()))


@pytest.mark.parametrize(
    ("reader", "shortest"), [(reads_any_digit, "²"), (reads_longer_boards, "1 ")]
)
def test_a_reader_that_takes_more_is_found_out(
    monkeypatch: pytest.MonkeyPatch, reader: Callable[[str], str], shortest: str
) -> None:
    clause, right, _ = texts.READERS["boards"]
    monkeypatch.setattr(texts, "READERS", {**texts.READERS, "boards": (clause, right, reader)})
    with pytest.raises(Difference) as found:
        compare_texts(random.Random(1), 20_000)
    case = found.value.counterexample
    assert case.said["specification"] == "refused"
    text = case.question.partition("from ")[2].rpartition(", one of")[0]
    assert len(text) <= len(repr(shortest)) + 12


def test_the_turns_of_a_record_are_on_its_board() -> None:
    assert readings("records", "2\nb3 swap") == ("2 ../.../.. r b3 swap",) * 2
    assert readings("records", "2\nb4") == ("refused",) * 2
    assert readings("positions", "2 r./.../.. b swap") == ("2 r./.../.. b swap",) * 2
    assert readings("boards", "2-2-2-2-2-2") == ("2", "2")
