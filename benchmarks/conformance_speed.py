# ruff: noqa: T201 - a script that prints
"""How many requests a second `churnproof conform` puts to an adapter that answers at once.

    python -m benchmarks.conformance_speed

The published vectors are put, over and over, to an adapter that has the answers ready, and all that
is done for an answer is done: it is validated, translated and compared. Three ways take turns, so
that a disturbance meets all of them; the figures are medians over the rounds, with the least and
the most:

- the yardstick: what one writes first, `json` and `==`, no validation, no limits, nothing kept;
- conform, one request a line;
- conform, in batches.

Requests a second are by the clock, so that part wants a quiet machine; the processor's time that
the asking side takes for a request does not. Making the questions, which is done once and is the
engine's work, is not in it.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.speed import surroundings

from churn_verification.conformance.adapter import AdapterPlayer
from churn_verification.conformance.dialogue import Dialogue
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.plan import vector_cases
from churn_verification.judge.judge import Tally
from churn_verification.players import UNDO, Case
from churn_verification.players.answers import BEYOND_THE_PROTOCOL

ADAPTER = Path(__file__).with_name("instant_adapter.py")
_UNDER_WAY = 256

Way = Callable[[], None]
"""Puts all questions once."""


@dataclass(frozen=True)
class Round:
    """What one round took, in seconds a request.

    Attributes:
        clock: by the clock.
        own: the asking side's time on a processor.
    """

    clock: float
    own: float


def cases_to_put() -> list[Case]:
    """The questions of all vectors that any adapter can be asked: no counts, nothing taken back."""
    return [
        each
        for each in vector_cases()
        if not each.question.depth and UNDO not in each.question.turns
    ]


def result_of(case: Case) -> str:
    """The result that an adapter gives to a case."""
    return json.dumps(
        case.right.model_dump(exclude=set(BEYOND_THE_PROTOCOL)), separators=(",", ":")
    )


@contextmanager
def by_yardstick(cases: Sequence[Case], answers: Path) -> Iterator[Way]:
    """Write lines, read lines, compare with `==`."""
    adapter = subprocess.Popen(  # noqa: S603 - a program of this folder
        [sys.executable, str(ADAPTER), str(answers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=2**18,
    )
    right = [json.loads(line) for line in answers.read_text().splitlines()]

    def put() -> None:
        assert adapter.stdin is not None
        assert adapter.stdout is not None
        for start in range(0, len(cases), _UNDER_WAY):
            some = cases[start : start + _UNDER_WAY]
            for number, case in enumerate(some, start):
                question = case.question
                request = {"id": number, "ask": "play", "position": question.position}
                text = json.dumps({**request, "turns": question.turns}, separators=(",", ":"))
                adapter.stdin.write(text.encode() + b"\n")
            adapter.stdin.flush()
            for number in range(start, start + len(some)):
                if json.loads(adapter.stdout.readline()) != {"id": number, "result": right[number]}:
                    raise ValueError(f"a wrong answer to {cases[number]}")

    with adapter:
        yield put


@contextmanager
def by_conform(cases: Sequence[Case], answers: Path, *features: str) -> Iterator[Way]:
    """Ask as `churnproof conform` does."""
    dialogue = Dialogue([sys.executable, str(ADAPTER), str(answers), *features], Limits(total=1e6))
    dialogue.open()
    interview = Interview(AdapterPlayer(dialogue), dialogue.identity)

    def put() -> None:
        tally = Tally()
        for _ in interview.put(cases, tally):
            pass
        if tally.right != len(cases):
            raise ValueError(f"{len(cases) - tally.right} answers were not right")

    try:
        yield put
    finally:
        dialogue.close()


def measured(way: Way, times: int, requests: int) -> Round:
    """Put all questions a few times."""
    clock, own = time.perf_counter(), _own_seconds()
    for _ in range(times):
        way()
    asked = times * requests
    return Round((time.perf_counter() - clock) / asked, (_own_seconds() - own) / asked)


def _own_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--times", type=int, default=5, help="how often all are put in a round")
    arguments = parser.parse_args()
    cases = cases_to_put()
    print(surroundings(), f"{len(cases):,} questions", sep="\n", end="\n\n")
    print("\n".join(table(rounds_of(cases, arguments.rounds, arguments.times))))


def rounds_of(cases: Sequence[Case], rounds: int, times: int) -> dict[str, list[Round]]:
    """Let all ways put the questions, in turns, so many rounds and so many times a round."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        answers = Path(folder, "answers")
        answers.write_text("".join(f"{result_of(case)}\n" for case in cases))
        ways = {
            "yardstick": stack.enter_context(by_yardstick(cases, answers)),
            "conform, a line each": stack.enter_context(by_conform(cases, answers)),
            "conform, batches": stack.enter_context(by_conform(cases, answers, "batch")),
        }
        for way in ways.values():
            way()  # the first time does not count: caches are empty
        taken: dict[str, list[Round]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                taken[name].append(measured(way, times, len(cases)))
    return taken


def table(rounds: dict[str, list[Round]]) -> list[str]:
    """The lines of a table in Markdown: medians, with the least and the most in brackets."""
    lines = ["| way | requests a second | µs of its own a request | own time : yardstick |"]
    lines.append("|---|---|---|---|")
    for name, taken in rounds.items():
        rates = [1 / each.clock for each in taken]
        own = [each.own * 1e6 for each in taken]
        ratios = [
            one.own / other.own for one, other in zip(taken, rounds["yardstick"], strict=True)
        ]
        columns = [_spread(rates, ",.0f"), _spread(own, ".1f"), _spread(ratios, ".2f")]
        lines.append(f"| {name} | {' | '.join(columns)} |")
    return lines


def _spread(figures: Sequence[float], form: str) -> str:
    return f"{median(figures):{form}} ({min(figures):{form}} to {max(figures):{form}})"


if __name__ == "__main__":
    main()
