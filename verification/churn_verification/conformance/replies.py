"""The lines of a dialogue: questions as they are written, and what a line says in reply."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import perm
from typing import Any

from pydantic import TypeAdapter, ValidationError

from churn_verification.conformance.faults import Fault, FaultKind
from churn_verification.conformance.messages import (
    AnyHelloReply,
    AnyPerftReply,
    AnyPlayReply,
    BatchReply,
    ErrorReply,
    HelloQuestion,
    PerftQuestion,
    PlayReply,
    Question,
    Said,
    SkippedReply,
)
from churn_verification.players import State

_LONGEST_QUOTE = 120
_TURNS_OF_ONE = 1_000
_SEQUENCES_OF_ONE = 10_000

_REPLIES: dict[str, TypeAdapter[Any]] = {
    "hello": TypeAdapter(AnyHelloReply),
    "play": TypeAdapter(AnyPlayReply),
    "perft": TypeAdapter(AnyPerftReply),
    "batch": TypeAdapter(BatchReply),
}

Parcel = Sequence[tuple[Any, Question]]
"""What goes into one line: what each question is asked for, and the question."""


class ReplyError(Exception):
    """A line is no reply to what it should reply to.

    Attributes:
        kind: in which way.
        sentence: what is wrong with it.
    """

    def __init__(self, kind: FaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Sent:
    """One line that was sent: a question, or several in a batch.

    Attributes:
        id: the line's id.
        kind: the kind of reply that is due.
        ids: the ids of the questions in it.
        asked: what each question was asked for, and the question.
    """

    id: int
    kind: str
    ids: Sequence[int]
    asked: Parcel

    @property
    def weight(self) -> int:
        """How many ordinary questions it may take as long as.

        One for each 1,000 turns begun, and one for each 10,000 turn sequences to be counted, as
        many as there are if no stone is ever removed.
        """
        turns = sum(len(getattr(question, "turns", ())) for _, question in self.asked)
        counts = sum(_sequences(question) for _, question in self.asked)
        return 1 + turns // _TURNS_OF_ONE + counts // _SEQUENCES_OF_ONE


def _sequences(question: Question) -> int:
    """About how many turn sequences a question asks to count; 0 where it asks for no count."""
    if not isinstance(question, PerftQuestion):
        return 0
    empty = question.position.count(".")
    return perm(empty, min(question.depth, empty))


def line_of(parcel: Parcel, ids: Iterator[int]) -> tuple[Sent, bytes]:
    """The line for a question, or the batch for several.

    Args:
        parcel: the questions.
        ids: gives the id of each, and then that of the batch.
    """
    numbers = [next(ids) for _ in parcel]
    texts = [
        f'{{"id":{number},{_body(question)}'
        for number, (_, question) in zip(numbers, parcel, strict=True)
    ]
    if len(parcel) == 1:
        sent, line = Sent(numbers[0], parcel[0][1].ask, numbers, parcel), texts[0]
    else:
        sent = Sent(next(ids), "batch", numbers, parcel)
        line = f'{{"id":{sent.id},"ask":"batch","requests":[{",".join(texts)}]}}'
    return sent, line.encode() + b"\n"


def _body(question: Question) -> str:
    """The text of a question after its id."""
    if isinstance(question, HelloQuestion):
        return f'"ask":"hello","protocol":{question.protocol}}}'
    return question.model_dump_json()[1:]


def answers_in(line: bytes, waiting: Sequence[Sent]) -> Sequence[Said | Fault]:
    """The answers that a line gives to the first of the lines that wait for one.

    Where the line is the reply that is due, but not in the form that the protocol gives it, its one
    question is answered with a fault; the dialogue can go on.

    Raises:
        ReplyError: it gives none.
    """
    try:
        return _valid_answers_in(line, waiting)
    except ReplyError as error:
        if error.kind is FaultKind.INVALID and _is_due(line, waiting[0]):
            return [Fault(error.kind, error.sentence)]
        raise


def _is_due(line: bytes, sent: Sent) -> bool:
    """Whether a line, whatever else is wrong with it, is the reply to a play or perft request."""
    ids: list[Any] = []

    def collect(pairs: list[tuple[str, Any]]) -> None:
        ids[:] = [value for key, value in pairs if key == "id"]  # the outermost object comes last

    try:
        json.loads(line, object_pairs_hook=collect)
    except (ValueError, RecursionError):
        return False
    return sent.kind in ("play", "perft") and ids == [sent.id]


def _valid_answers_in(line: bytes, waiting: Sequence[Sent]) -> list[Said]:
    if not waiting:
        raise ReplyError(FaultKind.UNASKED, f"it sent {quoted(line)} unasked")
    sent = waiting[0]
    try:
        reply = _REPLIES[sent.kind].validate_json(line)
    except ValidationError as error:
        raise _no_reply(line, sent.id, error) from None
    if line.count(b":") != _keys_of(reply):  # each key has a colon; a text may have more
        _require_unique_keys(line)
    if reply.id != sent.id:
        raise _wrong_id(reply.id, [each.id for each in waiting])
    if not isinstance(reply, BatchReply):
        return [_said(reply)]
    replies = reply.result.replies
    if len(replies) != len(sent.ids):
        sentence = f"a batch of {len(sent.ids)} requests has {len(replies)} replies"
        raise ReplyError(FaultKind.INVALID, sentence)
    for number, (single, due) in enumerate(zip(replies, sent.ids, strict=True)):
        if single.id != due:
            raise _wrong_id(single.id, sent.ids[number:])
    return [_said(single) for single in replies]


def _keys_of(reply: Any) -> int:
    """How many different keys the objects of a reply have, where that is quickly told; else 0."""
    if not isinstance(reply, PlayReply):
        is_batch = isinstance(reply, BatchReply)
        return 3 + sum(map(_keys_of, reply.result.replies)) if is_batch else 0
    result = reply.result
    if isinstance(result, State):
        return 2 + _keys_in(result)
    return 2 + len(result.model_fields_set) + (_keys_in(result.state) if result.state else 0)


def _keys_in(state: State) -> int:
    return len(state.model_fields_set) + (2 if state.groups else 0)


def _require_unique_keys(line: bytes) -> None:
    """Refuse an object that names a key twice, of which readers of JSON keep one in silence."""
    try:
        json.loads(line, object_pairs_hook=_object)
    except ReplyError as error:
        sentence = f"{error.sentence} in the reply {quoted(line)}"
        raise ReplyError(FaultKind.INVALID, sentence) from None
    except (ValueError, RecursionError):  # the reply's model says what is wrong with it
        return


def _object(pairs: list[tuple[str, Any]]) -> None:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ReplyError(FaultKind.INVALID, f"the key {twice!a} is there twice")


def _said(reply: Any) -> Said:
    answer: Said
    if isinstance(reply, SkippedReply):
        answer = reply.skipped
    else:
        answer = reply.error if isinstance(reply, ErrorReply) else reply.result
    return answer


def _wrong_id(said: int, waiting: Sequence[int]) -> ReplyError:
    due = waiting[0]
    if said in waiting:
        sentence = f"the reply to request {said} came before the one to request {due}"
        return ReplyError(FaultKind.OUT_OF_ORDER, sentence)
    sentence = f"a reply has id {said}; the request that waits for one has {due}"
    return ReplyError(FaultKind.WRONG_ID, sentence)


_WORDS = {
    "extra_forbidden": "there is no such key in the protocol",
    "missing": "this key is missing",
    "bool_type": "should be true or false",
    "int_type": "should be a whole number",
    "string_type": "should be a text",
    "tuple_type": "should be a list",
}
"""What is wrong with a part of a reply, by pydantic's names, in words for people."""


def _no_reply(line: bytes, due: int, error: ValidationError) -> ReplyError:
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid" or not line.lstrip().startswith(b"{"):
        return ReplyError(FaultKind.GARBAGE, f"this is no reply: {quoted(line)}")
    places = [str(part) for part in first["loc"] if part not in ("state", "refusal")]
    if places and places[0] in ("result", "skipped", "error"):  # the form, not yet the field
        del places[0]
    if places == ["id"]:
        return ReplyError(FaultKind.WRONG_ID, f"the id of {quoted(line)} is not the number {due}")
    where = ".".join(places) or "the whole"
    message = _WORDS.get(first["type"]) or first["msg"][:1].lower() + first["msg"][1:]
    return ReplyError(FaultKind.INVALID, f"{where} of the reply {quoted(line)}: {message}")


def quoted(line: bytes) -> str:
    """The beginning of a line, fit for a terminal."""
    shown = line[:_LONGEST_QUOTE].decode(errors="replace")
    return ascii(shown + ("..." if len(line) > _LONGEST_QUOTE else ""))
