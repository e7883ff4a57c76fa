"""An adapter that misbehaves in the way its first argument names; a small right one without it.

A second argument is a file to which it writes its process ids.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "adapters" / "python"))

from churn import Game  # type: ignore[import-not-found]

KILLER = ("c1", "b2")
"""The turns of the question over which the adapter comes to grief, in the modes that have one."""

mode = sys.argv[1] if len(sys.argv) > 1 else "right"
asked = 0


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def identity() -> dict[str, object]:
    answer: dict[str, object] = {
        "protocol": 99 if mode == "protocol" else 1,
        "name": "bad",
        "version": "1",
        "language": "Python",
        "boards": {"no-board": ["3-3-3"], "other-boards": ["6"]}.get(mode, "any"),
        "positions": True,
        "swap": "seats",
        "refuses": True,
    }
    if mode == "unnamed-field":
        answer["colour"] = "green"
    if mode.startswith("batch"):
        answer["features"] = ["batch"]
    if mode in ("site-swaps", "swaps-none"):
        answer.update(swap=mode.replace("swaps", "").strip("-"), boards="odd")
    if mode == "twice-listed":
        answer["boards"] = ["2", "3", "2"]
    if mode == "changes" and Path(sys.argv[3]).exists():
        answer["positions"] = False
    if mode == "overrides":
        answer["name"] = "bad\u202edab"
    return answer


def play(request: dict[str, object]) -> dict[str, object]:
    if mode == "keeps-by-length":
        key = (request["position"], len(request["turns"]))  # type: ignore[arg-type]
        if key not in states:
            states[key] = played(request)
        return states[key]
    return played(request)


class Equal(Game):  # type: ignore[misc]
    """Groups as large as the formed one are removed too, whatever the placement."""

    def play(self, turn: str) -> list[str]:
        formed = self.group(turn) if turn != "swap" else set()
        own = [cell for cell, stone in self.stones.items() if stone == self.mover]
        equal = [x for x in own if x not in formed and len(self.group(x)) == len(formed)]
        removed: list[str] = super().play(turn)
        for cell in equal:
            del self.stones[cell]
        return removed + equal


states: dict[tuple[object, int], dict[str, object]] = {}


def played(request: dict[str, object]) -> dict[str, object]:
    game = (Equal if mode == "equal-groups" else Game)(read(str(request["position"])))
    removed: list[str] = []
    turns = list(map(name, request["turns"]))  # type: ignore[call-overload]
    for number, turn in enumerate(turns, start=1):
        if turn not in game.legal():
            if mode == "dies-on-refusal":
                os._exit(3)
            return {"refused": len(turns) if mode == "numbers-last" else number}
        removed = game.play(turn)
    if mode in ("site-swaps", "swaps-none", "no-swap-offered"):
        game.swap = False
    if mode == "loses-the-first-stone" and len(request["turns"]) == 1:  # type: ignore[arg-type]
        game = Game(written(game).replace("r", ".", 1).replace(" b swap", " b"))
    return {
        "position": written(game),
        "legal": kept(game, list(map(name, game.legal()))),
        "over": game.over(),
        "winner": game.winner(),
        "removed": list(map(name, removed)),
    }


legal_by_stones: dict[str, list[str]] = {}


def kept(game: Game, legal: list[str]) -> list[str]:
    """The legal turns, from a cache that forgets who is to move where that is the mistake."""
    if mode == "caches":
        return legal_by_stones.setdefault(game.text().split(" ")[1], legal)
    if mode == "forgets" and len(answered) == 100:
        return legal[1:]
    return legal


def read(position: str) -> str:
    """A position as an adapter takes it that has the rows upside down, on one board or on all."""
    board, rows, *rest = position.split(" ")
    if mode not in ("upside-down", f"upside-down-on-{board}"):
        return position
    return " ".join([board, "/".join(rows.split("/")[::-1]), *rest])


def written(game: Game) -> str:
    return read(game.text())


def name(cell: str) -> str:
    """A cell's name, from 0 where that is the mistake."""
    if mode == "from-zero" and cell not in ("swap", "pass", ""):
        return f"{cell[0]}{int(cell[1:]) - 1}" if cell[1:].isdigit() else cell
    return cell


answered: list[object] = []


def answer_to(request: dict[str, object]) -> dict[str, object]:
    if request["ask"] == "hello":
        return {"result": identity()}
    if request["ask"] == "batch":
        requests = request["requests"]
        replies = [reply_to(each) for each in requests]  # type: ignore[attr-defined]
        return {"result": {"replies": replies[1:] if mode == "batch-short" else replies}}
    if mode == "skips" or mode == f"skips-on-{str(request['position']).partition(' ')[0]}":
        return {"skipped": {"reason": "not today", "link": "https://example.org/1"}}
    answered.append(request["id"])
    if mode == "skips-some" and len(answered) > 400 and len(answered) % 5 in (1, 3):
        return {"skipped": {"reason": "too hard"}}
    if mode == "tires" and len(answered) > 130:
        return {"skipped": {"reason": "-"}}
    error = error_over(tuple(request["turns"]))  # type: ignore[arg-type]
    return {"error": error} if error else {"result": play(request)}


def error_over(turns: tuple[str, ...]) -> dict[str, object] | None:
    if mode == "errors" and turns:
        return {"message": "it broke", "context": "line 7"}
    if mode == "traces" and turns == KILLER:
        return {"message": "TypeError: x\n    at a\u202eb (churn.js:1)\n    at c"}
    return None


def reply_to(request: dict[str, object]) -> dict[str, object]:
    reply = {"id": request["id"], **answer_to(request)}
    if request["ask"] == "hello":
        return reply
    if mode == "wrong-id":
        reply["id"] = 7_000_000
    if mode == "text-id":
        reply["id"] = str(reply["id"])
    if mode == "two-forms":
        reply["error"] = {"message": "and yet"}
    if mode == "no-form":
        del reply["result"]
    if mode == "wrong-type":
        reply["result"]["over"] = "no"  # type: ignore[index]
    if mode == "twice-legal":
        legal = reply["result"].get("legal")  # type: ignore[attr-defined]
        if legal:
            legal.append(legal[0])
    return reply


def text_of(reply: dict[str, object]) -> str:
    text = json.dumps(reply) + "\n"
    if mode == "twice-the-id" and "name" not in text:
        text = text.replace("{", '{"id": 0, ', 1)
    return text


def come_to_grief(request: dict[str, object]) -> None:  # noqa: C901, PLR0912 - one branch a mode
    if mode == "dies-on-3":
        if str(request.get("position", "")).startswith("3 "):
            os._exit(3)
        return
    if mode == "dies-on-swap":
        if "swap" in request.get("turns", ()):  # type: ignore[operator]
            os._exit(3)
        return
    if tuple(request.get("turns", ())) != KILLER:  # type: ignore[arg-type]
        return
    if mode == "dies":
        sys.stderr.write("first line\nwhat the matter was\n")
        sys.stderr.flush()
        os._exit(3)
    if mode == "dies-in-colours":
        sys.stderr.write("\x1b[2J\x1b]0;title\x07what the matter was\n")
        sys.stderr.flush()
        os._exit(3)
    if mode in ("dies-once", "changes") and not Path(sys.argv[3]).exists():
        Path(sys.argv[3]).touch()
        os._exit(3)
    if mode == "is-ended":
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "hangs":
        time.sleep(1_000)
    if mode == "garbage":
        say("Traceback (most recent call last):\n")
    if mode == "memory":
        bytearray(2**31)
    if mode == "closes":
        os.close(1)
        time.sleep(1_000)


def misbehave_at_start() -> None:
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(str(os.getpid()))
    if mode == "dies-at-start":
        sys.stderr.write("no such module\n")
        sys.exit(1)
    if mode == "silent":
        sys.stdin.read()
        time.sleep(1_000)
    if mode == "banner":
        say("Welcome to Churn!\n")
    if mode in ("ignores-the-end", "leaves-a-child"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "leaves-a-child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}")


def serve(line: str) -> None:
    request = json.loads(line)
    come_to_grief(request)
    if mode == "floods-stderr":
        sys.stderr.write("noise " * 20_000 + "\n")
    text = text_of(reply_to(request))
    is_play = request["ask"] == "play"
    if mode == "no-flush":
        sys.stdout.write(text)
    elif mode == "half-line" and is_play:
        say(text[: len(text) // 2])
        sys.exit(0)
    elif mode == "no-newline" and is_play:
        say(text.rstrip())
    elif mode == "twice" and is_play:
        say(text + text)
    elif mode == "endless-line" and is_play:
        while True:
            say("x" * 65_536)
    elif mode == "endless-lines" and is_play:
        say(text)
        while True:
            say('{"id":0,"skipped":{"reason":"more"}}\n')
    else:
        say(text)


def serve_out_of_order(lines: list[str]) -> None:
    for line in lines[::-1]:
        serve(line)


def main() -> None:
    misbehave_at_start()
    if mode == "reads-everything-first":
        for line in sys.stdin.read().splitlines():
            serve(line)
    elif mode == "answers-one-a-chunk":
        while chunk := os.read(0, 65_536):
            serve(chunk.decode().split("\n")[0])
    elif mode == "out-of-order":
        while chunk := os.read(0, 65_536):
            serve_out_of_order(chunk.decode().splitlines())
    else:
        for line in sys.stdin:
            serve(line)
    if mode == "prints-at-the-end":
        say('{"id":1,"skipped":{"reason":"goodbye"}}\n')
    if mode in ("ignores-the-end", "leaves-a-child", "lingers"):
        time.sleep(1_000)


main()
