"""Texts are compared in every way that they can be read or refused."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from churn_engine.notation import parse_board
from churn_verification.checks import texts as texts_check
from churn_verification.judge import texts
from churn_verification.judge.difference import Difference
from churn_verification.judge.texts import compare_texts, readings
from churn_verification.registry import Context, Level
from churn_verification.results import Status
from churn_verification.suite import suite


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


@pytest.mark.parametrize("blank", ["\v", "\x85", "\xa0", "\u2028", "\u3000"])
def test_other_blanks_are_tried(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    clause, right, strict = texts.READERS["records"]
    lenient = (clause, right, lambda text: strict(text.replace(blank, " ")))
    monkeypatch.setattr(texts, "READERS", {**texts.READERS, "records": lenient})
    with pytest.raises(Difference, match="one of the records"):
        compare_texts(random.Random(1), 2_000)


def crash(text: str) -> str:
    raise IndexError(text)


@pytest.mark.parametrize("side", [1, 2])
def test_a_reader_that_crashes_has_not_refused(monkeypatch: pytest.MonkeyPatch, side: int) -> None:
    reader = list(texts.READERS["boards"])
    reader[side] = crash
    monkeypatch.setattr(texts, "READERS", {**texts.READERS, "boards": tuple(reader)})
    with pytest.raises(IndexError):
        compare_texts(random.Random(1), 5)


def texts_of(monkeypatch: pytest.MonkeyPatch, run: Callable[[], object]) -> dict[str, list[str]]:
    """The texts that are read meanwhile, by kind."""
    seen: dict[str, list[str]] = {kind: [] for kind in texts.READERS}
    right = texts.readings

    def noting(kind: str, text: str) -> tuple[str, str]:
        seen[kind].append(text)
        return right(kind, text)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(texts, "readings", noting)
        run()
    return seen


def test_texts_are_of_many_boards_with_and_without_swap(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = texts_of(monkeypatch, lambda: compare_texts(random.Random(1), 400))
    assert len(set(seen["boards"])) > 100
    read = [texts.readings("records", text)[0] for text in seen["records"]]
    assert any(each.endswith(" swap") for each in read)
    assert any(len(each.split()) > 6 for each in read)
    positions = [texts.readings("positions", text)[0] for text in seen["positions"]]
    assert any(each.endswith("swap") for each in positions)
    assert any("#" in text for text in seen["records"])
    assert any("\r\n" in text for text in seen["records"])


def test_the_seed_chooses_the_texts_and_the_level_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, int]] = []

    def ask(chance: random.Random, count: int) -> Counter[str]:
        asked.append((chance.random(), count))
        return Counter(texts=1)

    monkeypatch.setattr(texts_check, "compare_texts", ask)
    for level, seed in [(Level.QUICK, 1), (Level.STANDARD, 1), (Level.QUICK, 2)]:
        assert suite()["texts"].run(Context(level, seed)).status is Status.HELD
    assert asked[0][0] == asked[1][0] != asked[2][0]
    assert asked[0][1] == asked[2][1] < asked[1][1]


def test_a_reader_that_takes_more_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    clause, right, _ = texts.READERS["boards"]
    wrong = {**texts.READERS, "boards": (clause, right, reads_longer_boards)}
    monkeypatch.setattr(texts, "READERS", wrong)
    found = suite()["texts"].run(Context(Level.QUICK, 1))
    assert found.status is Status.FAILED
    assert found.counterexample is not None
    assert found.counterexample.clause == "B1"
