"""The page `docs/mutants.md`: the catalogue, and what came of trying it."""

from collections.abc import Iterable, Iterator

from churn_verification.judge.figures import figures
from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.mutants.examining import Examination
from churn_verification.mutants.report import levels_scores, missed
from churn_verification.mutants.sight import figures_that_see

HEADING = "# Mutants\n"

_INTRODUCTION = f"""\
{HEADING}
A suite that passes says little until it is known what it would have caught. So there is a
catalogue of implementations with one deliberate misreading each, and the suite is tried on them:

```
churnproof mutants                                     # all of them against every quick check
churnproof mutants --first                             # only up to the first check that kills
churnproof mutants --mutant swap-never --level standard
churnproof mutants --list
churnproof mutants --page docs/mutants.md              # this page
```

Most are made of one rules object with replaceable parts
(`churn_verification.misreadings.rules.RULES`, which plays Churn) by replacing one part. Those whose
names begin with `engine-` are copies of the stepping engine in which one line is changed; those
whose names begin with `kernel-` are copies of the kernels, compiled as the kernels are. The rest
are slips in code that no single game comes to: random play and its parts, the tablebase, the
solver, the game graphs, the notation. Each of these is tried with the checks of the suite that
speak of that code, in a process that loads the module with the change.

A mutant that crashes, or that has not ended when its time is over (`--limit`), counts as killed by
that if Churn itself, played by the same means, comes through the same trial; else the trial is
void. A survivor is a failure: exit status 1.

The registry holds the check `mutants`: at level quick a few mutants, drawn by the seed, must be
killed, from level standard on all of them. What a tool finds that changes the source blindly is
told in [source-mutation.md](source-mutation.md).

In Python those that play are implementations like any other:

```python
>>> from churn_verification.misreadings import CATALOGUE
>>> session = CATALOGUE["equal-groups-removed"].implementation.begin("5-1-1-5-1-1 rr.r. r")
>>> sorted(session.play("a5"))
['a1', 'a2']

```
"""

_JSON = """\
## Keys of `--json`

`level`, `seed`, `complete`; `mutants[]` with `id`, `clauses`, `sentence`, `origin`, `source`,
`killed_by` (the first check of the suite that kills it, cheap ones first), `how`, `level`,
`examples_to_kill` (sessions begun until then), `turns_to_kill` (turns taken on the mutant until
then; what the state machine finds it sees twice before it tells, and both times count),
`counterexample` (the smallest that any check found), `checks` (check to fate) and `figures`;
`survivors`; `controls[]` with `control`, `check`, `level` and `fate` (Churn itself, tried where a
mutant crashed or did not end); `scores` with `mutants`, `levels`, `checks` and `conformance`;
`unseen_by_figures`.
"""

_NO_MUTANTS = """\
## Readings that turned out to be the rules

Two misreadings were tried and are not in the catalogue, because they play Churn.

- *The smallest group on the board after the turn decides (P2).* After a joining placement every
  friendly group that is smaller than the formed one is gone (R1), so the smallest group that is
  left has the formed size; after an isolated one it is 1. The two readings always agree. Taken
  before removal they do not: `smallest-over-the-whole-board`.
- *Removal is repeated until nothing is smaller than the formed group (R1).* Once is enough: what
  is left is at least as large. Taken with every group as the yardstick in turn it differs:
  `removal-until-all-are-equal`.
"""


def page(examination: Examination) -> str:
    """The page, in Markdown."""
    parts = (
        _INTRODUCTION,
        *_catalogue(examination),
        *_scores(examination),
        *_conformance(examination),
        *_of_figures(examination),
        _NO_MUTANTS,
        _JSON,
    )
    return "\n".join(parts)


def _catalogue(examination: Examination) -> Iterator[str]:
    yield (
        f"## The catalogue: {len(examination.mutants)} mutants\n\n"
        f"Tried at level {examination.level.value} with seed {examination.seed}. *Killed by*: the"
        " first check of the suite that kills it, cheap ones first, after so many examples and"
        " turns. *Figures*: which of the designer's four figures see it.\n"
    )
    head = ("mutant", "clauses", "what it does", "where it comes from", "killed by", "figures")
    yield _table(head, (_row(examination, mutant) for mutant in examination.mutants))


def _row(examination: Examination, mutant_id: str) -> tuple[str, ...]:
    mutant, kill = CATALOGUE[mutant_id], examination.first_kill(mutant_id)
    killed = "**survived**"
    if kill is not None:
        killed = f"`{kill.probe}`"
        if kill.examples is not None and kill.turns is not None:
            killed += f" after {kill.examples:,} examples, {kill.turns:,} turns"
    return (
        f"`{mutant_id}`",
        " ".join(mutant.clauses),
        mutant.sentence,
        f"{mutant.origin.value}: {mutant.source}",
        killed,
        _numbers(figures_that_see(mutant_id)),
    )


def _scores(examination: Examination) -> Iterator[str]:
    count = len(examination.mutants)
    levels = ", ".join(
        f"{killed} of {count} at level {level.value}"
        for level, killed in levels_scores(examination).items()
    )
    yield (
        f"\n## What each check kills by itself\n\nThe suite kills {levels}."
        " Each check of it alone:\n"
    )
    rows = ((f"`{probe}`", _killed(examination, probe)) for probe in examination.probes)
    yield _table(("check", f"kills of {count}"), rows)


def _conformance(examination: Examination) -> Iterator[str]:
    yield (
        "\n## The ways of conformance\n\nWhat `churnproof conform` would catch with the published"
        " vectors alone, with random games alone, and with its search alone, at the amounts of"
        f" level {examination.level.value}.\n\n"
        "- The vectors are chosen so that they catch every misreading of the rules. The protocol"
        " does not tell the number of the turn, so they cannot catch a slip in that.\n"
        "- Random games are played on boards of 7 to 61 cells, all odd: they see no edge of a"
        " machine word beyond that, no tie, and no board that the first stone fills. They take"
        " nothing back, ask for no group sizes, and are told in stretches of a few turns, so that"
        " no adapter counts to a thousand; few of them come to groups of 16.\n"
        "- The search asks about single positions on the same boards, and the turns there: what has"
        " a history it does not see (undo, the seats, a thousand turns), and it seldom meets the"
        " one position in a game where the swap is on offer.\n"
    )
    rows = (
        (
            f"`{way}`",
            _killed(examination, way),
            " ".join(f"`{mutant}`" for mutant in missed(examination, way)) or "none",
        )
        for way in examination.ways
    )
    yield _table(("way", f"kills of {len(examination.mutants)}", "does not see"), rows)


def _of_figures(examination: Examination) -> Iterator[str]:
    seen_by = {mutant: figures_that_see(mutant) for mutant in examination.mutants}
    yield "\n## What the designer's figures see\n"
    rows = (
        (str(figure.figure), str(sum(figure.figure in seen for seen in seen_by.values())))
        for figure in figures()
    )
    yield _table(("figure", f"sees of {len(examination.mutants)}"), rows)
    blind = [f"`{mutant}`" for mutant, seen in seen_by.items() if not seen]
    yield f"\nNone of the figures sees {len(blind)} of them: {' '.join(blind) or 'none'}.\n"


def _killed(examination: Examination, probe: str) -> str:
    return str(len(examination.killed_by(probe)))


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(
        f"| {' | '.join(each.replace('|', '&#124;') for each in line)} |" for line in lines
    )
