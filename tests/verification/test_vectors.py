"""The published vectors: made by the generator, complete, and usable by anybody."""

import json
import re
import subprocess
from collections import Counter

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from tools.vectors.generating import generated, schemas

from churn_verification.conformance.vectors.cases import board_of, cases_of
from churn_verification.conformance.vectors.files import (
    MANIFEST,
    VectorsError,
    edition_hash,
    folder,
    manifest,
    text_of,
    vectors_of,
)
from churn_verification.conformance.vectors.models import FILES
from churn_verification.judge.figures import figures
from churn_verification.misreadings import MISREADINGS


@pytest.mark.deep
def test_the_files_are_those_that_the_generator_makes() -> None:
    changed = [name for name, text in generated().items() if text_of(name) != text]
    assert changed == [], "python -m tools.vectors makes them anew"


def test_every_misreading_is_flagged_and_told() -> None:
    flags = set()
    for kind in FILES:
        file = json.loads(text_of(f"{kind}.json"))
        used = {flag for vector in file["vectors"] for flag in vector["flags"]}
        assert used == set(file["flags"])
        flags |= used
    assert set(MISREADINGS) <= flags


def test_the_first_vectors_are_few_and_there() -> None:
    ids = [vector.id for kind in FILES for vector in vectors_of(kind)]
    assert len(set(ids)) == len(ids)
    assert set(manifest().first) <= set(ids)
    assert len(manifest().first) < len(MISREADINGS)


def test_as_many_illegal_turns_as_legal_ones() -> None:
    assert len(vectors_of("illegal")) >= len(vectors_of("turns"))


def test_all_boards_are_spoken_for() -> None:
    boards = Counter(board_of(vector) for kind in FILES for vector in vectors_of(kind))
    assert set(boards) == set(manifest().boards)


def test_the_figures_are_among_them() -> None:
    positions = {getattr(vector, "position", None) for vector in vectors_of("legal")}
    assert {figure.position for figure in figures()} <= positions


def test_each_vector_is_a_question_that_can_be_asked() -> None:
    questions = [each for kind in FILES for vector in vectors_of(kind) for each in cases_of(vector)]
    assert len(questions) > 2_000


def test_no_schema_allows_what_it_does_not_name() -> None:
    for text in schemas().values():
        schema = json.loads(text)
        parts = [schema, *schema.get("$defs", {}).values()]
        objects = [part for part in parts if part.get("type") == "object"]
        assert objects
        assert all(part.get("additionalProperties") is False for part in objects)


def test_the_edition_is_named_by_its_hash() -> None:
    assert edition_hash(manifest().files) == manifest().sha256


def test_an_altered_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def altered(name: str) -> str:
        text = folder().joinpath(name).read_text(encoding="utf-8")
        return text if name == MANIFEST else text.replace("true", "false", 1)

    monkeypatch.setattr("churn_verification.conformance.vectors.files.text_of", altered)
    vectors_of.cache_clear()
    with pytest.raises(VectorsError, match="another hash"):
        vectors_of("ends")


KEYWORDS = {
    "$defs", "$ref", "$schema", "additionalProperties", "anyOf", "const", "default", "description",
    "enum", "items", "maxItems", "maxLength", "minItems", "minLength", "minimum", "oneOf",
    "pattern", "prefixItems", "properties", "required", "title", "type",
}  # fmt: skip
"""The keywords of JSON Schema 2020-12 that the schemas use: strict validators refuse others."""


def keywords_in(schema: object) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(keywords_in, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    found = set(schema)
    for key, value in schema.items():
        named = key in {"properties", "$defs"}  # their keys are names and not keywords
        found |= set().union(*map(keywords_in, value.values())) if named else keywords_in(value)
    return found


def test_the_schemas_hold_no_keyword_that_strict_validators_refuse() -> None:
    assert keywords_in({"type": "object", "properties": {"discriminator": {"odd": 1}}}) == {
        "type",
        "properties",
        "odd",
    }
    for name, text in schemas().items():
        assert keywords_in(json.loads(text)) <= KEYWORDS, name
    requests = json.loads(schemas()["schemas/request.schema.json"])["$defs"]
    assert all("ask" in each["required"] for each in requests.values())


COMPILES = """
const Ajv = require("ajv/dist/2020");
for (const file of process.argv.slice(1))
  new Ajv({ strict: true }).compile(JSON.parse(require("fs").readFileSync(file, "utf8")));
console.log("all compile");
"""


def test_jsonschema_takes_the_schemas_and_the_files_fit_them() -> None:
    for name, text in schemas().items():
        Draft202012Validator.check_schema(json.loads(text))
        kind = name.removeprefix("schemas/").removesuffix(".schema.json")
        if kind in FILES:
            validator = Draft202012Validator(json.loads(text))
            document = json.loads(text_of(f"{kind}.json"))
            assert validator.is_valid(document), name
            document["vectors"][0]["stranger"] = 1
            assert not validator.is_valid(document), name


def test_the_package_is_of_this_edition() -> None:
    package = json.loads(folder().joinpath("package.json").read_text(encoding="utf-8"))
    assert package["edition"] == manifest().sha256, (
        "the vectors are new: set edition in verification/vectors/package.json, raise its version"
    )
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"])


def test_ajv_compiles_the_schemas_in_strict_mode(node: str) -> None:
    files = [str(each) for each in folder().joinpath("schemas").iterdir()]
    run = subprocess.run(
        [node, "-e", COMPILES, *files], capture_output=True, text=True, check=False
    )
    if "Cannot find module 'ajv" in run.stderr:
        pytest.skip("needs the npm package ajv, found through NODE_PATH")
    assert run.stdout == "all compile\n", run.stderr
