"""Making the files: the specification answers, the engine confirms, the misreadings choose.

Nothing depends on when or where it is done: the same files come every time.
"""

import json
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any

from churn_verification.conformance.messages import REPLY, REQUEST
from churn_verification.conformance.vectors.files import MANIFEST, edition_hash, hash_of
from churn_verification.conformance.vectors.models import (
    FILES,
    FORMAT,
    AnyVector,
    Manifest,
    ManifestFile,
)
from churn_verification.judge.reference import DisputedError, Reference, engine_reference
from churn_verification.judge.respects import same
from churn_verification.misreadings import MISREADINGS
from churn_verification.players import Answer, Question
from tools.vectors.candidates import BOARDS, candidates, long_game
from tools.vectors.covering import cover, statements, telling
from tools.vectors.flags import flag_named
from tools.vectors.making import vector_of

_ABOUT = {
    "legal": "Which turns are legal at a position, and how large a group each placement forms.",
    "turns": "What a turn does: removed stones, the position after it, the end and the winner.",
    "illegal": "Turns that must be refused.",
    "ends": "Whether a game is over at a position, and who has won.",
    "swap": "The swap: when it is offered, what it leaves as it is, who holds which colour then.",
    "perft": "How many turn sequences there are, by length and by first turn.",
    "games": "Games from the empty board, with positions on the way.",
    "groups": "The sizes of the groups of both colours, largest first.",
    "undo": "Turns taken back, for implementations that can do that.",
    "sequences": "The course of a game: undo, the swap and refused turns anywhere among the turns.",
}


def generated() -> dict[str, str]:
    """All files of the vectors: name to text.

    Raises:
        DisputedError: specification and engine disagree.
        UncaughtError: a misreading passes all vectors.
    """
    questions = dict.fromkeys((*candidates(), long_game()))
    answered = {question: _answer(question.question) for question in questions}
    misreadings = tuple(MISREADINGS.values())
    table = statements(telling(answered, misreadings), answered, misreadings)
    vectors = {
        question: vector_of(question, right, tuple(sorted(table.get(question, ()))))
        for question, right in answered.items()
    }
    texts = {
        f"{kind}.json": _file_text(
            kind, [vector for question, vector in vectors.items() if question.kind == kind]
        )
        for kind in FILES
    }
    first = tuple(vectors[question].id for question in cover(table))
    texts[MANIFEST] = _manifest_text(texts, first)
    return {**texts, **schemas()}


def schemas() -> dict[str, str]:
    """The JSON Schemas of the vectors' files and of the protocol: name to text."""
    made = {f"{kind}.schema.json": file.model_json_schema() for kind, file in FILES.items()}
    made["manifest.schema.json"] = Manifest.model_json_schema()
    made["request.schema.json"] = REQUEST.json_schema()
    made["reply.schema.json"] = REPLY.json_schema()
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {
        f"schemas/{name}": json.dumps({"$schema": draft, **_plain(schema)}, indent=1) + "\n"
        for name, schema in made.items()
    }


def _plain(schema: Any) -> Any:
    """A schema without the keyword `discriminator`, which is OpenAPI's.

    Validators that are strict refuse it; what it says is said by requiring the key `ask`.
    """
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _plain(value) for key, value in schema.items() if key != "discriminator"}
    if "const" in plain.get("properties", {}).get("ask", {}):
        plain["required"] = sorted({*plain.get("required", ()), "ask"})
    return plain


def _answer(question: Question) -> Answer:
    """The specification's answer, confirmed by the engine."""
    right, confirming = Reference().answer(question), engine_reference().answer(question)
    if not same(right, confirming):
        raise DisputedError(f"{question}: the specification says {right}, the engine {confirming}")
    return right


def _file_text(kind: str, vectors: Sequence[AnyVector]) -> str:
    """A file with a line for each flag and each vector, smallest first as they come."""
    flags = sorted({flag for vector in vectors for flag in vector.flags})
    head = {"format": FORMAT, "kind": kind, "about": _ABOUT[kind]}
    lines = [f" {_json(name)}: {_json(value)}," for name, value in head.items()]
    lines += [' "flags": {', *_joined(f"  {_json(f)}: {_flag(f)}" for f in flags), " },"]
    lines += [' "vectors": [', *_joined(f"  {_vector(each)}" for each in vectors), " ]"]
    return "\n".join(["{", *lines, "}"]) + "\n"


def _joined(lines: Iterable[str]) -> list[str]:
    """Lines with a comma after each but the last."""
    return ",\n".join(lines).split("\n")


def _flag(name: str) -> str:
    return _json(flag_named(name).model_dump(mode="json"))


def _vector(vector: AnyVector) -> str:
    return _json(vector.model_dump(mode="json"))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def _manifest_text(texts: dict[str, str], first: tuple[str, ...]) -> str:
    listed = tuple(
        ManifestFile(name=name, vectors=len(json.loads(text)["vectors"]), sha256=hash_of(text))
        for name, text in texts.items()
    )
    manifest = Manifest(
        version=version("churnproof"),
        sha256=edition_hash(listed),
        boards=BOARDS,
        files=listed,
        first=first,
    )
    return manifest.model_dump_json(indent=1) + "\n"
