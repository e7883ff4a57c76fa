"""Make the page that says which implementations `conform` tells apart: wrong, right, misbehaving.

    python -m tools.conformance_table --results build/conformance-table.jsonl

Each result is added to the file as soon as it is there, so a run that was stopped goes on where it
was. One process asks; only adapters run beside it. Misreadings are asked in this process, through
what the protocol carries. Right variants and adapters that misbehave are programs of their own. All
of it takes about half an hour of one processor.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import rich_click as click
from tests.verification.unseen_players import ALL_PLAYERS, NEW_PLAYERS
from tests.verification.wrong_players import PLAYERS, Answering, first_finding

from churn_verification.cli.conform import status_of
from churn_verification.conformance.checking import Request, check_adapter
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.plan import FULL, QUICK
from churn_verification.conformance.report import ConformReport
from churn_verification.conformance.vectors.files import manifest
from churn_verification.misreadings import MISREADINGS
from churn_verification.support.files import read_text, write_atomically

SEED = 1
AMOUNTS = {"quick": QUICK, "full": FULL}
TESTS = Path(__file__).parents[1] / "tests" / "verification"
_SMALL = ("2", "3")
_IMPATIENT = Limits(start=5, reply=3, stop=1, restarts=3, total=300)

Maker = Callable[[], Answering]

REASONS = {
    "GamesEndAfter10000": "only the full run follows a game of 10,000 turns",
    "GamesAreDrawnAfter3000Turns": (
        "the longest game of a quick run ended before; the full run follows longer ones"
    ),
    "GroupsHaveAtMost32Stones": "random games hardly form 33 stones",
    "MostGroupsAreJoinedFromSizeEightOn": "random games hardly offer it a choice",
    "TiesGoToBlueOnLargerBoards": (
        "full boards cannot be begun at, and no random game is played on a larger even board"
    ),
}
"""Why a run holds what is wrong, by the name of the implementation."""

RIGHT: dict[str, tuple[str, ...]] = {
    "as `churnproof serve`": ("{}",),
    "lists in another order": ("{}", "reversed"),
    "white space in the JSON": ("{}", "spaces"),
    "every text escaped": ("{}", "escapes"),
    "long form of boards": ("{}", "long"),
    "nothing optional told": ("{}", "sparse"),
    "swap: `colours`": ('{"swap":"colours"}',),
    "swap: `recolour`": ('{"swap":"recolour"}',),
    "swap: `site`": ('{"swap":"site"}',),
    "no swap": ('{"swap":"none"}',),
    "from the empty board only": ('{"positions":false}',),
    "from the empty board only, swap: `recolour`": ('{"positions":false,"swap":"recolour"}',),
    "without undo, counts and batches": ('{"features":[]}',),
    "one request a line": ('{"features":["perft","undo"]}',),
    "odd boards only": ('{"boards":"odd"}',),
    "one board": ('{"boards":["3"]}',),
    "legal turns only": ('{"refuses":false,"features":[]}',),
}
"""Right variants: what `right_adapter` is called with."""

MISBEHAVING: dict[str, str] = {
    "dies-at-start": "ends before it answers `hello`",
    "silent": "never answers",
    "banner": "prints a banner first",
    "protocol": "speaks another version of the protocol",
    "unnamed-field": "sends a key that the protocol does not have",
    "twice-listed": "lists a board twice",
    "no-board": "lists a board that is none",
    "no-flush": "does not flush",
    "reads-everything-first": "reads all input before it answers",
    "answers-one-a-chunk": "takes each chunk of input for one line",
    "out-of-order": "answers in another order",
    "wrong-id": "answers with an id of its own",
    "text-id": "answers with the id as a text",
    "twice-the-id": "names the id twice",
    "two-forms": "sends a result and an error in one",
    "no-form": "sends neither result, skipped nor error",
    "wrong-type": "sends a text for a truth value",
    "twice-legal": "names a legal turn twice",
    "half-line": "ends in the middle of a line",
    "no-newline": "forgets the newline",
    "twice": "answers twice",
    "endless-line": "writes a line without an end",
    "endless-lines": "never stops answering",
    "garbage": "prints a stack trace on standard output",
    "dies": "dies over one question",
    "is-ended": "is killed over one question",
    "hangs": "hangs over one question",
    "memory": "takes 2 GB over one question",
    "closes": "closes its output over one question",
    "dies-on-3": "dies on every question about board 3",
    "errors": "answers each question with turns by an error",
    "traces": "sends a stack trace of several lines as an error",
    "skips": "skips everything",
    "tires": "skips everything after 130 answers",
    "caches": "keeps legal turns by the stones alone",
    "forgets": "gives a wrong answer once",
    "equal-groups": "removes equal groups too, and tells no state with a refusal",
    "numbers-last": "lays each refusal to the last turn",
    "dies-on-swap": "dies on every question with the swap",
    "dies-on-refusal": "dies on every question with an illegal turn",
    "skips-some": "skips two questions of five",
    "keeps-by-length": "keeps answers by the number of turns",
    "batch-short": "leaves replies out of a batch",
    "floods-stderr": "floods standard error",
    "upside-down": "has the rows upside down",
    "from-zero": "counts cells from 0",
    "overrides": "turns the direction of text in its name",
    "lingers": "lingers after its input has ended",
    "ignores-the-end": "ignores the end of its input and SIGTERM",
    "prints-at-the-end": "prints after the end",
}
"""How `bad_adapter` misbehaves, by its modes."""


@dataclass(frozen=True)
class Result:
    """What came of one implementation.

    Attributes:
        group: the table that it belongs to.
        name: the implementation.
        way: `quick` or `full`, with `, from the empty board` where positions are not taken.
        found: the check that found it; None where it passed.
        questions: how many questions were answered until then, or in all.
        seconds: of processor time, that of its adapter included.
        text: the first thing that the report says.
        status: the exit status that `conform` would have.
    """

    group: str
    name: str
    way: str
    found: str | None
    questions: int
    seconds: float
    text: str = ""
    status: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from all others."""
        return self.group, self.name, self.way


@dataclass(frozen=True)
class Task:
    """One result that is to be had."""

    group: str
    name: str
    way: str
    run: Callable[[], Result]

    @property
    def key(self) -> tuple[str, str, str]:
        """That of its result."""
        return self.group, self.name, self.way


def tasks() -> Iterator[Task]:
    """All tasks, quick ones first, then full ones, then the programs that misbehave."""
    makers: dict[str, dict[str, Maker]] = {
        "catalogue": {name: _maker(name) for name in MISREADINGS},
        "unseen": dict(ALL_PLAYERS),
    }
    for amount in AMOUNTS:
        for positions in (True, False) if amount == "quick" else (True,):
            way = amount if positions else f"{amount}, from the empty board"
            for group, names in makers.items():
                for name, maker in names.items():
                    yield Task(group, name, way, _asking(group, name, way, maker, positions))
        for name in RIGHT:
            yield Task("right", name, amount, _right(name, amount))
    for mode in MISBEHAVING:
        yield Task("misbehaving", mode, "quick", _misbehaving(mode))


def _maker(name: str) -> Maker:
    return lambda: Answering(MISREADINGS[name].implementation)


def _asking(group: str, name: str, way: str, maker: Maker, positions: bool) -> Callable[[], Result]:
    def run() -> Result:
        amount = AMOUNTS[way.split(",", maxsplit=1)[0]]
        before = _processor_seconds()
        found, questions = first_finding(maker(), amount, positions=positions)
        return Result(group, name, way, found, questions, _processor_seconds() - before)

    return run


def _right(name: str, amount: str) -> Callable[[], Result]:
    command = (sys.executable, str(TESTS / "right_adapter.py"), *RIGHT[name])
    request = Request(command, SEED, (), AMOUNTS[amount], Limits(start=120, reply=120, total=7200))
    return lambda: _of_a_program("right", name, amount, request)


def _misbehaving(mode: str) -> Callable[[], Result]:
    command = (sys.executable, str(TESTS / "bad_adapter.py"), mode)
    request = Request(command, SEED, _SMALL, replace(QUICK, turns=100), _IMPATIENT)
    return lambda: _of_a_program("misbehaving", mode, "quick", request)


def _of_a_program(group: str, name: str, way: str, request: Request) -> Result:
    before = _processor_seconds()
    report = check_adapter(request, lambda _check, _questions: None)
    seconds = _processor_seconds() - before
    failed = [check for check in report.checks if check.status.value == "failed"]
    found = failed[0].id if failed else None
    text, status = _told(report), status_of(report)
    return Result(group, name, way, found, report.questions, seconds, text, status)


def _told(report: ConformReport) -> str:
    """The first thing that a report says."""
    if report.verdict:
        return report.verdict
    if any(check.wrong for check in report.checks):
        return report.diagnosis.text if report.diagnosis else "a difference"
    troubles = (trouble.what for check in report.checks for trouble in check.troubles)
    reasons = (check.reason for check in report.checks if check.status.value == "failed")
    return report.broken or next(troubles, None) or next(iter(reasons), None) or ""


def _processor_seconds() -> float:
    own, children = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


# The file of results ------------------------------------------------------------------------------


def _kept(file: Path) -> dict[tuple[str, str, str], Result]:
    """The results of earlier runs; those of other vectors are left out."""
    if not file.exists():
        return {}
    lines = [json.loads(line) for line in read_text(file).splitlines() if line.endswith("}")]
    results = [Result(**line["result"]) for line in lines if line["vectors"] == manifest().sha256]
    return {result.key: result for result in results}


def _run(file: Path) -> Iterable[Result]:
    kept = _kept(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    for task in tasks():
        if task.key not in kept:
            kept[task.key] = task.run()
            line = json.dumps({"vectors": manifest().sha256, "result": asdict(kept[task.key])})
            with file.open("a") as stream:
                stream.write(line + "\n")
            click.echo(line)
    return kept.values()


# The page -----------------------------------------------------------------------------------------


@click.command()
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    default=Path("build/conformance-table.jsonl"),
    show_default=True,
    help="Keep results in this file.",
)
@click.option("--date", required=True, help="Name this day on the page, as 2026-12-01.")
@click.option("--page", type=click.Path(path_type=Path), default=Path("docs/conformance-table.md"))
@click.option("--no-run", is_flag=True, help="Write the page from the results that are there.")
def write_page(results: Path, date: str, page: Path, no_run: bool) -> None:
    """Ask what has not been asked yet, and write the page.

    Example: python -m tools.conformance_table --date 2026-12-01
    """
    os.environ.pop("PYTHONUNBUFFERED", None)  # or an adapter that does not flush would flush
    found = list(_kept(results).values() if no_run else _run(results))
    write_atomically(page, page_of(found, date))
    click.echo(f"wrote {page}")


_HEAD = """\
# What conformance runs find

On {date} `churnproof conform` was put to the test, with seed {seed} and vectors `{vectors}`:

- with the {catalogue} misreadings of the rules in the [catalogue](mutants.md);
- with {unseen} wrong implementations that are not in it: {players}, and {new} that were written
  without a look at it;
- with right implementations that word things differently;
- with adapters that misbehave.

An implementation is *found* if an answer is wrong or does not come, and *held* if all answers are
right. *Empty board* is a quick run of the same implementation beginning at the empty board only. A
full run asks all that a quick run asks, and more of what chance decides. Wrong implementations are
asked inside the process that judges, without what the protocol does not carry; the others are
programs of their own. All of it took {minutes} minutes of processor time. The page is made by
`python -m tools.conformance_table`, which goes on where it was stopped.
"""

_COLUMNS = ("quick", "quick, from the empty board", "full")


def page_of(results: Sequence[Result], date: str) -> str:
    """The page, in Markdown.

    Args:
        results: what came of all.
        date: the day on which they were made.
    """
    return "\n".join(_lines(results, date))


def _lines(results: Sequence[Result], date: str) -> Iterator[str]:
    yield _HEAD.format(
        date=date,
        seed=SEED,
        vectors=manifest().sha256[:12],
        catalogue=len(MISREADINGS),
        unseen=len(ALL_PLAYERS),
        players=f"[{len(PLAYERS)}](../tests/verification/wrong_players.py)",
        new=f"[{len(NEW_PLAYERS)}](../tests/verification/unseen_players.py)",
        minutes=f"{sum(each.seconds for each in results) / 60:.0f}",
    )
    by_key = {each.key: each for each in results}
    yield from _summary(results)
    yield from _held(results)
    yield from ("## Not in the catalogue", "")
    yield from _wrong_table(by_key, "unseen", ALL_PLAYERS)
    yield from ("## Catalogue", "")
    yield from _wrong_table(by_key, "catalogue", MISREADINGS)
    yield from _right_table(by_key)
    yield from _misbehaving_table(by_key)


def _summary(results: Sequence[Result]) -> Iterator[str]:
    yield "| implementations | run | asked | found | held | processor seconds |"
    yield "|---|---|---:|---:|---:|---:|"
    groups = {"catalogue": "catalogue", "unseen": "not in the catalogue", "right": "right"}
    for group, words in groups.items():
        for way in _COLUMNS:
            some = [each for each in results if (each.group, each.way) == (group, way)]
            if some:
                held = sum(each.found is None for each in some)
                seconds = sum(each.seconds for each in some)
                counts = f"{len(some)} | {len(some) - held} | {held} | {seconds:.0f}"
                yield f"| {words} | {way} | {counts} |"
    yield ""


def _held(results: Sequence[Result]) -> Iterator[str]:
    yield from ("Held though they are wrong:", "")
    wrong = [each for each in results if each.group in ("catalogue", "unseen")]
    held = [each for each in wrong if each.found is None]
    yield from ("| implementation | held by | why |", "|---|---|---|")
    for name in sorted({each.name for each in held}):
        ways = "; ".join(each.way for each in held if each.name == name)
        yield f"| `{name}` | {ways} | {REASONS.get(name, 'not looked into')} |"
    yield ""


def _wrong_table(
    results: Mapping[tuple[str, str, str], Result], group: str, names: Iterable[str]
) -> Iterator[str]:
    yield "The check that finds each, and after how many answers:"
    yield ""
    yield "| implementation | quick | empty board | full |"
    yield "|---|---|---|---|"
    for name in names:
        cells = (results.get((group, name, way)) for way in _COLUMNS)
        yield f"| `{name}` | {' | '.join(map(_found, cells))} |"
    yield ""


def _found(result: Result | None) -> str:
    if result is None:
        return "not run"
    if result.found is None:
        return f"**held**, {result.questions:,}"
    return f"`{result.found}`, {result.questions:,}"


def _right_table(results: Mapping[tuple[str, str, str], Result]) -> Iterator[str]:
    yield from ("## Right implementations", "")
    yield from ("| variant | quick | full |", "|---|---|---|")
    for name in RIGHT:
        texts = []
        for way in AMOUNTS:
            result = results.get(("right", name, way))
            texts.append("not run" if result is None else result.text)
        yield f"| {name} | {' | '.join(texts)} |"
    yield ""


def _misbehaving_table(results: Mapping[tuple[str, str, str], Result]) -> Iterator[str]:
    yield from ("## Adapters that misbehave", "")
    yield "Each run asks about the boards 2 and 3, with little patience. The status is the exit"
    yield "status of `conform`: 0 passed, 1 a difference, 3 a fault of the adapter or skips."
    yield ""
    yield from ("| the adapter | status | found by | first thing said |", "|---|---:|---|---|")
    for mode, words in MISBEHAVING.items():
        result = results.get(("misbehaving", mode, "quick"))
        if result is not None:
            found = f"`{result.found}`" if result.found else "no check"
            text = " ".join(result.text.split()).replace("|", "\\|").replace("`", "'")
            short = text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]}..."
            said = f"`` {short} ``".encode("ascii", "backslashreplace").decode()
            yield f"| {words} | {result.status} | {found} | {said} |"
    yield ""


_MOST_SAID = 160


if __name__ == "__main__":
    write_page()
