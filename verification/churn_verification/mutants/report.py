"""An examination of mutants as JSON and in the terminal."""

from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from churn_verification.drawing.cases import text_picture_of, turns_text
from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.mutants.examining import Examination
from churn_verification.mutants.sight import figures_that_see, unseen
from churn_verification.mutants.trial import Fate, Trial
from churn_verification.registry import Level

_MARKS = {
    Fate.KILLED: "x",
    Fate.CRASHED: "c",
    Fate.ENDLESS: "e",
    Fate.VOID: "?",
    Fate.SURVIVED: ".",
}


def document(examination: Examination) -> dict[str, Any]:
    """The examination as one JSON document; `docs/mutants.md` says what its keys mean."""
    return {
        "level": examination.level.value,
        "seed": examination.seed,
        "complete": examination.complete,
        "mutants": [_mutant(examination, mutant) for mutant in examination.mutants],
        "survivors": examination.survivors(),
        "controls": [
            {
                "control": trial.mutant,
                "check": trial.probe,
                "level": trial.level.value,
                "fate": trial.fate.value,
            }
            for trial in examination.controls
        ],
        "scores": {
            "mutants": len(examination.mutants),
            "levels": {level.value: killed for level, killed in levels_scores(examination).items()},
            "checks": {each: len(examination.killed_by(each)) for each in examination.probes},
            "conformance": {
                each: {
                    "killed": len(examination.killed_by(each)),
                    "missed": missed(examination, each),
                }
                for each in examination.ways
            },
        },
        "unseen_by_figures": unseen(examination.mutants),
    }


def missed(examination: Examination, way: str) -> list[str]:
    """The mutants that a way of conformance does not kill."""
    killed = examination.killed_by(way)
    return [mutant for mutant in examination.mutants if mutant not in killed]


def levels_scores(examination: Examination) -> dict[Level, int]:
    """How many mutants each level kills, up to the level of the run."""
    return {
        level: len(examination.mutants) - len(examination.survivors(level))
        for level in Level
        if examination.level.includes(level)
    }


def _mutant(examination: Examination, mutant_id: str) -> dict[str, Any]:
    mutant = CATALOGUE[mutant_id]
    kill, smallest = examination.first_kill(mutant_id), examination.smallest_kill(mutant_id)
    case = smallest.counterexample if smallest else None
    return {
        "id": mutant_id,
        "clauses": list(mutant.clauses),
        "sentence": mutant.sentence,
        "origin": mutant.origin.value,
        "source": mutant.source,
        "killed_by": kill.probe if kill else None,
        "how": kill.fate.value if kill else None,
        "level": kill.level.value if kill else None,
        "examples_to_kill": kill.examples if kill else None,
        "turns_to_kill": kill.turns if kill else None,
        "counterexample": case.model_dump(mode="json") if case else None,
        "checks": {trial.probe: trial.fate.value for trial in examination.of(mutant_id)},
        "figures": list(figures_that_see(mutant_id)),
    }


def shown(examination: Examination) -> RenderableType:
    """Each mutant with its smallest counterexample, the matrix, the scores and the verdict."""
    return Group(
        *(_about(examination, mutant) for mutant in examination.mutants),
        _matrix(examination),
        _scores(examination),
        _verdict(examination),
    )


def _about(examination: Examination, mutant_id: str) -> RenderableType:
    mutant = CATALOGUE[mutant_id]
    kill = examination.first_kill(mutant_id)
    lines: list[RenderableType] = [
        Text(f"{' '.join(mutant.clauses)}: {mutant.sentence}"),
        Text(f"from: {mutant.origin.value}: {mutant.source}"),
        _how_it_ended(kill),
    ]
    smallest = examination.smallest_kill(mutant_id)
    if smallest is not None:
        lines.extend(_case(smallest))
    title = Text(f"\n{mutant_id}", style="bold" if kill else "bold red")
    return Group(title, Padding(Group(*lines), (0, 0, 0, 2)))


def _how_it_ended(kill: Trial | None) -> Text:
    if kill is None:
        return Text("SURVIVED", style="bold red")
    how = "" if kill.fate is Fate.KILLED else f" ({kill.fate.value}: {kill.reason})"
    effort = (
        ""
        if kill.examples is None or kill.turns is None
        else f" after {kill.examples:,} examples and {kill.turns:,} turns"
    )
    return Text(f"killed by {kill.probe} at level {kill.level.value}{effort}{how}", style="green")


def _case(trial: Trial) -> Iterator[RenderableType]:
    case = trial.counterexample
    if case is None:
        return
    yield Text(f"smallest case, found by {trial.probe}: {case.position}")
    picture = text_picture_of(case)
    if picture is not None:
        yield picture
    if case.turns:
        yield Text(f"turns: {turns_text(case.turns)}")
    yield Text(f"{case.clause}: {case.question}")
    for who, what in case.said.items():
        yield Text(f"  {who}: {what}")


def _matrix(examination: Examination) -> RenderableType:
    table = Table(title="\nChecks by mutants", title_justify="left", box=SIMPLE, padding=(0, 0))
    table.add_column("mutant", no_wrap=True)
    columns = (*examination.probes, *examination.ways)
    for number in range(1, len(columns) + 1):
        table.add_column(str(number), justify="right", min_width=3)
    table.add_column("  figures")
    for mutant in examination.mutants:
        fates = {trial.probe: _MARKS[trial.fate] for trial in examination.of(mutant)}
        marks = (fates.get(probe, "") for probe in columns)
        seen = " ".join(map(str, figures_that_see(mutant))) or "none"
        table.add_row(mutant, *marks, f"  {seen}")
    legend = (
        "x a difference, c it crashed, e it did not end, . not seen, ? void: Churn itself did not"
        " come through; empty: not tried"
    )
    return Group(table, Text(legend, style="dim"))


def _scores(examination: Examination) -> RenderableType:
    count = len(examination.mutants)
    table = Table(title="\nWhat each check kills by itself", title_justify="left", box=SIMPLE)
    table.add_column("", justify="right")
    table.add_column("check")
    table.add_column(f"of {count}", justify="right")
    columns = (*examination.probes, *examination.ways)
    for number, probe in enumerate(columns, start=1):
        table.add_row(str(number), probe, str(len(examination.killed_by(probe))))
    levels = ", ".join(
        f"{killed} at {level.value}" for level, killed in levels_scores(examination).items()
    )
    blind = ", ".join(unseen(examination.mutants)) or "none"
    return Group(table, Text(f"killed: {levels}, of {count}"), Text(f"seen by no figure: {blind}"))


def _verdict(examination: Examination) -> Text:
    survivors = examination.survivors()
    run = f"level {examination.level.value}, seed {examination.seed}"
    if not examination.complete:
        return Text(f"\nINCOMPLETE, stopped by hand ({run})", style="bold yellow")
    if survivors:
        void = sum(trial.fate is Fate.VOID for trial in examination.trials)
        also = (
            f"; {void} trials are void, as Churn itself did not come through them" if void else ""
        )
        return Text(f"\nSURVIVED: {', '.join(survivors)} ({run}){also}", style="bold red")
    return Text(f"\nALL KILLED: {len(examination.mutants)} mutants ({run})", style="bold green")
