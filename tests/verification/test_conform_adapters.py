"""Adapters may do anything: each way of going wrong is named, and nothing is left over."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.conformance_speed import cases_to_put, rounds_of, table

from churn_verification.conformance.dialogue import Dialogue, GivenUpError, OutOfTimeError
from churn_verification.conformance.faults import AdapterFault, Fault, FaultKind
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.messages import PerftQuestion, PlayQuestion
from churn_verification.conformance.process import PlatformError
from churn_verification.conformance.replies import ReplyError, answers_in, line_of
from churn_verification.players import NotAsked, Refusal, Skipped, State, Trouble, start_of

BAD_ADAPTER = Path(__file__).with_name("bad_adapter.py")
PATIENT = Limits(start=600, reply=600, stop=5, restarts=3)
START = "2 ../.../.. r"
HARMLESS = PlayQuestion(position=START, turns=("a1", "c2"))
KILLER = PlayQuestion(position=START, turns=("c1", "b2"))


def bad(mode: str, *more: str) -> list[str]:
    return [sys.executable, str(BAD_ADAPTER), mode, *more]


def opened(mode: str, limits: Limits, *more: str) -> Dialogue:
    dialogue = Dialogue(bad(mode, *more), limits)
    dialogue.open()
    return dialogue


def fault_of(answer: object) -> Fault:
    assert isinstance(answer, Fault)
    return answer


@pytest.fixture
def pids(tmp_path: Path) -> Iterator[Path]:
    """A file for process ids; at the end none of them is there any more, not even as a zombie."""
    file = tmp_path / "pids"
    yield file
    for pid in file.read_text().split():
        deadline = time.monotonic() + 600
        while not _has_gone(Path(f"/proc/{pid}/stat")):
            assert time.monotonic() < deadline, f"{pid} is still there"
            time.sleep(0.01)


def _has_gone(stat: Path) -> bool:
    """Whether a process has ended and is no child of ours any more.

    An orphan whose adoptive parent has not yet taken note of its end is not ours to clear away.
    """
    try:
        state, parent = stat.read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return True
    return state == "Z" and int(parent) != os.getpid()


# At the start ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("dies-at-start", FaultKind.DIED, "no such module"),
        ("banner", FaultKind.GARBAGE, "Welcome to Churn!"),
        ("protocol", FaultKind.PROTOCOL, "version 99"),
        ("unnamed-field", FaultKind.INVALID, "colour"),
        ("twice-listed", FaultKind.INVALID, "2 is listed twice"),
    ],
)
def test_what_is_wrong_with_the_handshake_is_said(mode: str, kind: FaultKind, words: str) -> None:
    with pytest.raises(AdapterFault) as failure:
        opened(mode, PATIENT)
    assert failure.value.fault.kind is kind
    assert words in str(failure.value)


@pytest.mark.parametrize("mode", ["no-flush", "reads-everything-first"])
def test_a_forgotten_flush_is_named(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with pytest.raises(AdapterFault) as failure:
        opened(mode, Limits(start=0.5, stop=600))
    assert failure.value.fault.kind is FaultKind.NO_FLUSH
    assert "flush" in failure.value.fault.advice


def test_silence_is_not_taken_for_a_forgotten_flush() -> None:
    with pytest.raises(AdapterFault) as failure:
        opened("silent", Limits(start=0.3, stop=0.2))
    assert failure.value.fault.kind is FaultKind.NO_START


def test_a_command_that_does_not_exist_is_named() -> None:
    with pytest.raises(AdapterFault, match="no-such-command") as failure:
        Dialogue(["no-such-command"], PATIENT).open()
    assert failure.value.fault.kind is FaultKind.CANNOT_START


# In the middle -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("dies", FaultKind.DIED, "exit status 3"),
        ("is-ended", FaultKind.DIED, "SIGSEGV"),
        ("garbage", FaultKind.GARBAGE, "Traceback"),
        ("closes", FaultKind.DIED, "closed its standard output"),
    ],
)
def test_the_killing_question_is_known_and_the_others_are_answered(
    mode: str, kind: FaultKind, words: str
) -> None:
    questions = [HARMLESS] * 20 + [KILLER] + [HARMLESS] * 20
    dialogue = opened(mode, PATIENT)
    answers = list(dialogue.ask_all(enumerate(questions)))
    dialogue.abandon()
    assert [number for number, _ in answers] == list(range(41))
    fault = fault_of(answers[20][1])
    assert fault.kind is kind
    assert words in fault.sentence
    assert all(isinstance(answer, State) for number, answer in answers if number != 20)
    assert not dialogue.faults


def test_a_question_over_which_it_hangs_is_known() -> None:
    dialogue = opened("hangs", Limits(start=600, reply=5, stop=0.1))
    answers = [answer for _, answer in dialogue.ask_all(enumerate([HARMLESS, KILLER, HARMLESS]))]
    dialogue.abandon()
    assert fault_of(answers[1]).kind is FaultKind.HUNG
    assert isinstance(answers[0], State)
    assert isinstance(answers[2], State)


def test_a_death_that_does_not_repeat_is_told_and_costs_no_answer(tmp_path: Path) -> None:
    dialogue = opened("dies-once", PATIENT, str(tmp_path / "pids"), str(tmp_path / "died"))
    answers = list(dialogue.ask_all(enumerate([HARMLESS, KILLER, HARMLESS])))
    dialogue.abandon()
    assert all(isinstance(answer, State) for _, answer in answers)
    assert [fault.kind for fault in dialogue.faults] == [FaultKind.DIED]


def test_one_that_answers_hello_otherwise_when_started_again_is_given_up(tmp_path: Path) -> None:
    dialogue = opened("changes", PATIENT, str(tmp_path / "pids"), str(tmp_path / "died"))
    with pytest.raises(GivenUpError) as failure:
        list(dialogue.ask_all(enumerate([HARMLESS, KILLER, HARMLESS])))
    dialogue.abandon()
    assert failure.value.fault.kind is FaultKind.CHANGED


def test_what_it_said_on_stderr_is_kept() -> None:
    dialogue = opened("dies", PATIENT)
    fault = fault_of(dialogue.ask(KILLER))
    dialogue.abandon()
    assert fault.stderr == ("first line", "what the matter was")


def test_what_it_said_on_stderr_holds_nothing_that_a_terminal_obeys() -> None:
    dialogue = opened("dies-in-colours", PATIENT)
    (line,) = fault_of(dialogue.ask(KILLER)).stderr
    dialogue.abandon()
    assert line.isprintable()
    assert "what the matter was" in line


def test_a_flood_on_stderr_stops_nothing() -> None:
    dialogue = opened("floods-stderr", PATIENT)
    answers = [answer for _, answer in dialogue.ask_all(enumerate([HARMLESS] * 50))]
    dialogue.close()
    assert all(isinstance(answer, State) for answer in answers)


def test_memory_has_a_limit() -> None:
    limits = Limits(start=600, reply=600, stop=1, memory=2**28)
    dialogue = opened("memory", limits)
    fault = fault_of(dialogue.ask(KILLER))
    dialogue.abandon()
    assert fault.kind is FaultKind.DIED
    assert "MemoryError" in "".join(fault.stderr)


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("wrong-id", FaultKind.WRONG_ID, "7000000"),
        ("text-id", FaultKind.WRONG_ID, "is not the number"),
        ("two-forms", FaultKind.INVALID, "exactly one"),
        ("no-form", FaultKind.INVALID, "exactly one"),
        ("wrong-type", FaultKind.INVALID, "over"),
        ("twice-the-id", FaultKind.INVALID, "the key 'id' is there twice"),
        ("half-line", FaultKind.HALF_LINE, "half a line"),
        ("endless-line", FaultKind.LONG_LINE, "1,048,576"),
    ],
)
def test_replies_that_are_none_are_described(mode: str, kind: FaultKind, words: str) -> None:
    dialogue = opened(mode, PATIENT)
    fault = fault_of(dialogue.ask(HARMLESS))
    dialogue.abandon()
    assert fault.kind is kind
    assert words in fault.sentence


def test_a_missing_newline_is_named() -> None:
    dialogue = opened("no-newline", Limits(start=600, reply=5, stop=0.1))
    fault = fault_of(dialogue.ask(HARMLESS))
    dialogue.abandon()
    assert fault.kind is FaultKind.HALF_LINE
    assert "no newline" in fault.sentence


def test_replies_out_of_order_are_named() -> None:
    dialogue = opened("out-of-order", PATIENT)
    answers = [answer for _, answer in dialogue.ask_all(enumerate([HARMLESS] * 3))]
    dialogue.abandon()
    assert [fault.kind for fault in dialogue.faults] == [FaultKind.OUT_OF_ORDER]
    assert all(isinstance(answer, State) for answer in answers)  # asked again, one by one


@pytest.mark.parametrize("mode", ["twice", "endless-lines"])
def test_replies_to_nothing_are_named(mode: str) -> None:
    dialogue = opened(mode, Limits(start=600, reply=600, stop=1, restarts=1))
    answers: list[object] = []
    try:
        answers.extend(dialogue.ask(HARMLESS) for _ in range(5))
        assert mode == "endless-lines" or isinstance(answers[-1], NotAsked)
    except GivenUpError:  # when which line comes is chance: they can be laid to no question
        pass
    dialogue.abandon()
    faults = [*dialogue.faults, *(each for each in answers if isinstance(each, Fault))]
    assert {each.kind for each in faults} <= {FaultKind.UNASKED, FaultKind.WRONG_ID}
    assert faults


def test_one_answer_a_chunk_is_found_out() -> None:
    dialogue = opened("answers-one-a-chunk", Limits(start=600, reply=1, stop=0.1, restarts=0))
    answers = [answer for _, answer in dialogue.ask_all(enumerate([HARMLESS] * 5))]
    dialogue.abandon()
    assert isinstance(answers[0], State)
    assert fault_of(answers[1]).kind is FaultKind.HUNG
    assert all(isinstance(answer, NotAsked) for answer in answers[2:])


@pytest.mark.parametrize(
    ("position", "depth", "weight"),
    [(START, 1, 1), (START, 9, 1), (start_of("5"), 2, 1), (start_of("6-4-4-6-4-4"), 3, 13)],
)
def test_a_large_count_has_more_time(position: str, depth: int, weight: int) -> None:
    question = PerftQuestion(position=position, turns=(), depth=depth)
    sent, _ = line_of([(None, question)], iter(range(9)))
    assert sent.weight == weight


def test_a_board_on_which_it_fails_too_often_is_left_alone() -> None:
    dialogue = opened("dies", PATIENT)
    elsewhere = PlayQuestion(position=start_of("3"))
    questions = [HARMLESS, *[KILLER] * 10, HARMLESS, elsewhere]
    answers = [answer for _, answer in dialogue.ask_all(enumerate(questions))]
    dialogue.abandon()
    failures = PATIENT.restarts + 1
    assert [type(each) for each in answers[1:11]] == [Fault] * failures + [NotAsked] * (
        10 - failures
    )
    assert isinstance(answers[11], NotAsked)
    assert str(failures) in answers[11].reason
    assert isinstance(answers[12], State)
    (fault,) = dialogue.faults
    assert fault.sentence.startswith("board 2 is asked about no more, because it ended")


def test_a_reply_in_a_wrong_form_costs_its_own_question_alone() -> None:
    dialogue = opened("wrong-type", Limits(start=600, reply=600, restarts=0))
    answers = [answer for _, answer in dialogue.ask_all(enumerate([HARMLESS] * 20))]
    dialogue.close()
    assert {fault_of(answer).kind for answer in answers} == {FaultKind.INVALID}
    assert not dialogue.faults


def test_everything_together_has_a_limit() -> None:
    dialogue = opened("right", Limits(start=600, total=0.001))
    with pytest.raises(OutOfTimeError):
        dialogue.ask(HARMLESS)
    dialogue.abandon()


# Answers that are none, and batches ---------------------------------------------------------------


def test_a_skipped_question_and_an_error_are_answers() -> None:
    dialogue = opened("skips", PATIENT)
    skipped = dialogue.ask(HARMLESS)
    dialogue.close()
    assert skipped == Skipped(reason="not today", link="https://example.org/1")
    dialogue = opened("errors", PATIENT)
    trouble = dialogue.ask(HARMLESS)
    dialogue.close()
    assert trouble == Trouble(message="it broke", context="line 7")


def test_batches_are_answered_in_order() -> None:
    illegal = PlayQuestion(position=START, turns=("z9",))
    dialogue = opened("batch", PATIENT)
    answers = [answer for _, answer in dialogue.ask_all(enumerate([HARMLESS, illegal] * 50))]
    dialogue.close()
    assert [type(answer) for answer in answers] == [State, Refusal] * 50


def test_a_batch_that_is_short_of_a_reply_is_named() -> None:
    dialogue = opened("batch-short", Limits(start=600, reply=600, restarts=0))
    with pytest.raises(GivenUpError, match="of 3 requests has 2 replies"):
        list(dialogue.ask_all(enumerate([HARMLESS] * 3)))
    dialogue.abandon()


def test_the_benchmarks_adapter_is_asked_and_answers_in_every_way() -> None:
    some = cases_to_put()[::20]
    rounds = rounds_of(some, rounds=2, times=1)  # raises where an answer is not right
    assert [len(taken) for taken in rounds.values()] == [2, 2, 2]
    assert len(table(rounds)) == 5


@pytest.mark.parametrize(
    ("text", "twice"),
    [
        ('{"id":1,"result":{"refused":1}}', None),
        ('{"id" : 1, "id": 1, "result":{"refused":1}}', "id"),
        ('{"id":1,"result":{"refused":2,"refused":1}}', "refused"),
        ('{"id":1,"result":{"position":"2","legal":["a:"],"over":false,"winner":null}}', None),
        (
            '{"id":1,"result":{"position":"2","legal":[],"over":true,"over":false,"winner":null,'
            '"groups":{"red":[],"blue":[]}}}',
            "over",
        ),
        (
            '{"id":1,"result":{"position":"2","legal":[],"over":false,"winner":null,'
            '"groups":{"red":[1],"red":[],"blue":[]}}}',
            "red",
        ),
        (
            '{"id":1,"result":{"refused":1,"state":{"position":"2","legal":[],"over":false,'
            '"winner":null}}}',
            None,
        ),
        (
            '{"id":1,"result":{"refused":1,"state":{"position":"2","legal":[],"over":false,'
            '"over":true,"winner":null}}}',
            "over",
        ),
    ],
)
def test_a_key_that_is_there_twice_is_found(text: str, twice: str | None) -> None:
    sent, _ = line_of([(None, HARMLESS)], iter([1]))
    if twice == "id":
        with pytest.raises(ReplyError, match="the key 'id' is there twice"):
            answers_in(text.encode(), [sent])
        return
    (answer,) = answers_in(text.encode(), [sent])
    if twice is None:
        assert isinstance(answer, Refusal | State)
    else:
        assert f"the key '{twice}' is there twice" in fault_of(answer).sentence


# The end -----------------------------------------------------------------------------------------


def test_an_adapter_that_ends_with_its_input_ends_well(pids: Path) -> None:
    dialogue = opened("right", Limits(start=600, reply=600, stop=0.2), str(pids))
    assert isinstance(dialogue.ask(HARMLESS), State)
    dialogue.close()


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("ignores-the-end", FaultKind.LINGERS),
        ("leaves-a-child", FaultKind.LINGERS),
        ("lingers", FaultKind.LINGERS),
        ("prints-at-the-end", FaultKind.UNASKED),
    ],
)
def test_a_bad_end_is_told_and_nothing_is_left_behind(
    mode: str, kind: FaultKind, pids: Path
) -> None:
    reply = 1.0 if kind is FaultKind.LINGERS else 600.0
    dialogue = opened(mode, Limits(start=600, reply=reply, stop=0.2), str(pids))
    with pytest.raises(AdapterFault) as failure:
        dialogue.close()
    assert failure.value.fault.kind is kind


def test_an_end_is_seen_where_the_system_has_no_waitid(
    pids: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "waitid")
    dialogue = opened("right", Limits(start=600, reply=600, stop=0.2), str(pids))
    assert isinstance(dialogue.ask(HARMLESS), State)
    dialogue.close()
    dialogue = opened("dies", Limits(start=600, reply=600, stop=1), str(pids))
    assert fault_of(dialogue.ask(KILLER)).kind is FaultKind.DIED
    dialogue.abandon()


def test_a_system_without_process_groups_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    with pytest.raises(PlatformError, match="on Windows use WSL"):
        opened("right", PATIENT)


@pytest.mark.parametrize("mode", ["hangs", "dies", "closes"])
def test_nothing_is_left_behind_by_what_failed(mode: str, pids: Path) -> None:
    dialogue = opened(mode, Limits(start=600, reply=1, stop=0.2), str(pids))
    fault_of(dialogue.ask(KILLER))
    dialogue.abandon()
