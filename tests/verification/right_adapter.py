"""A right adapter that words things as its arguments say: all of that is allowed.

The first argument is a JSON object with what `hello` says otherwise; the others are styles:
`reversed` lists, `spaces` in the JSON, `escapes` in its texts, the `long` form of boards, `sparse`
replies without anything optional.
"""

import json
import sys

from churn_verification.conformance.dialect import Dialect
from churn_verification.conformance.messages import Identity
from churn_verification.conformance.serving import identity_of, serve
from churn_verification.players import Answer, Question, SessionPlayer
from churn_verification.players.stepping import SteppingEngine

changes = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
styles = set(sys.argv[2:])
known = identity_of("right").model_dump(mode="json")
identity = Identity.model_validate_json(json.dumps({**known, **changes}))
dialect = Dialect(identity)
player = SessionPlayer(SteppingEngine())


def answer_to(question: Question) -> Answer:
    answer = dialect.as_told(player.answer(question))
    return dialect.in_our_words(question, answer)  # colours are exchanged the same way back


def styled(value: object, key: str = "") -> object:
    if isinstance(value, dict):
        items = {name: styled(each, name) for name, each in value.items()}
        if "sparse" in styles:
            for name in ("removed", "formed_size", "first_player", "turn_number", "groups"):
                items.pop(name, None)
            if "refused" in items:
                items.pop("state", None)
        return items
    if isinstance(value, list):
        items_of = [styled(each) for each in value]
        return items_of[::-1] if "reversed" in styles and key in ("legal", "removed") else items_of
    if key == "position" and "long" in styles and isinstance(value, str):
        sides, _, rest = value.partition(" ")
        return value if "-" in sides else f"{'-'.join([sides] * 6)} {rest}"
    return value


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(each):04x}" for each in text)


def written(value: object) -> str:
    """JSON with each text escaped throughout, names of keys as well."""
    if isinstance(value, dict):
        inner = ",".join(f'"{escaped(name)}":{written(each)}' for name, each in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{','.join(map(written, value))}]"
    return f'"{escaped(value)}"' if isinstance(value, str) else json.dumps(value)


def write(line: str) -> None:
    if styles:
        document = styled(json.loads(line))
        if "escapes" in styles:
            line = written(document)
        elif "spaces" in styles:
            line = "\t " + json.dumps(document, separators=(" ,  ", " :\t")) + "  \r"
        else:
            line = json.dumps(document)
        line = line.rstrip("\n") + "\n"
    sys.stdout.write(line)
    sys.stdout.flush()


if __name__ == "__main__":
    serve(sys.stdin, write, identity, answer_to)
