"""The other end of the line: any implementation of this project as an adapter."""

import json
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Any

from pydantic import ValidationError

from churn_verification.conformance.messages import (
    PROTOCOL,
    REQUEST,
    BatchRequest,
    HelloRequest,
    Identity,
    PerftRequest,
    PlayRequest,
    Said,
)
from churn_verification.players import Answer, Question, Skipped, Trouble
from churn_verification.players.answers import BEYOND_THE_PROTOCOL

Write = Callable[[str], object]
Answerer = Callable[[Question], Answer]


def identity_of(name: str) -> Identity:
    """What `hello` is answered with."""
    return Identity(
        protocol=PROTOCOL,
        name=name,
        version=version("churnproof"),
        language="Python",
        boards="any",
        positions=True,
        swap="seats",
        refuses=True,
        features=("perft", "undo", "batch"),
    )


def serve(lines: Iterable[str], write: Write, identity: Identity, answerer: Answerer) -> None:
    """Answer requests until they end.

    Args:
        lines: the requests, one a line.
        write: writes a reply, which is one line with its newline, and flushes.
        identity: the answer to `hello`.
        answerer: answers everything else.
    """
    for line in lines:
        write(_reply_to(line, identity, answerer) + "\n")


def _reply_to(line: str, identity: Identity, answerer: Answerer) -> str:
    try:
        request = REQUEST.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        trouble = Trouble(message=f"no request of this protocol: {where} {first['msg']}".strip())
        return _written(_id_of(line), trouble)
    if isinstance(request, HelloRequest):
        return _written(request.id, identity)
    if isinstance(request, BatchRequest):
        replies = ",".join(_answered(single, answerer) for single in request.requests)
        return f'{{"id":{request.id},"result":{{"replies":[{replies}]}}}}'
    return _answered(request, answerer)


def _answered(request: PlayRequest | PerftRequest, answerer: Answerer) -> str:
    depth = request.depth if isinstance(request, PerftRequest) else 0
    try:
        answer: Said = answerer(Question(request.position, request.turns, depth))
    except ValueError as error:
        answer = Trouble(message=str(error))
    return _written(request.id, answer)


def _written(number: int, answer: Said) -> str:
    if isinstance(answer, Skipped | Trouble):
        form = "skipped" if isinstance(answer, Skipped) else "error"
        return f'{{"id":{number},"{form}":{answer.model_dump_json(exclude_none=True)}}}'
    result = answer.model_dump_json(exclude=set(BEYOND_THE_PROTOCOL))
    return f'{{"id":{number},"result":{result}}}'


def _id_of(line: str) -> int:
    """The id of a line that is no request, where it has one."""
    try:
        document: Any = json.loads(line)
    except (ValueError, RecursionError):
        return 0
    number = document.get("id") if isinstance(document, dict) else None
    return number if isinstance(number, int) and number >= 0 else 0
