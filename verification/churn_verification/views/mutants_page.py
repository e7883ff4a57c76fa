"""The page `docs/mutants.md`: the catalogue, and what came of trying it."""

from churn_verification.mutants.examining import Examination
from churn_verification.mutants.report import levels_scores
from churn_verification.views.markdown import markdown_of_blocks
from churn_verification.views.of_mutants import (
    catalogue_table,
    checks_table,
    figures_blocks,
    ways_table,
)

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
names begin with `engine-` and `kernel-` are copies of the engine in which one line is changed; the
kernels in a copy are not compiled. A mutant that crashes, or that has not ended when its time is
over (`--limit`), counts as killed by that if Churn itself, played by the same means, comes through
the same trial; else the trial is void. A survivor is a failure: exit status 1.

The registry holds the check `mutants`: at level quick a few mutants, drawn by the seed, must be
killed, from level standard on all of them. What a tool finds that changes the source blindly is
told in [source-mutation.md](source-mutation.md).

In Python each is an implementation like any other:

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


_WAYS = """\
- The vectors are chosen so that they catch every misreading of the rules. The protocol does not
  tell the number of the turn, so they cannot catch a slip in that.
- Random games are played on boards of 7 to 61 cells, all odd: they see no edge of a machine word
  beyond that, no tie, and no board that the first stone fills. They take nothing back, ask for no
  group sizes, and are told in stretches of a few turns, so that no adapter counts to a thousand;
  few of them come to groups of 16.
- The search asks about single positions on the same boards, and the turns there: what has a
  history it does not see (undo, the seats, a thousand turns), and it seldom meets the one position
  in a game where the swap is on offer.
"""


def page(examination: Examination) -> str:
    """The page, in Markdown."""
    level, count = examination.level.value, len(examination.mutants)
    kills = ", ".join(
        f"{killed} of {count} at level {at.value}"
        for at, killed in levels_scores(examination).items()
    )
    catalogue = markdown_of_blocks([catalogue_table(examination)])
    checks = markdown_of_blocks([checks_table(examination)])
    ways = markdown_of_blocks([ways_table(examination)])
    seen = markdown_of_blocks(figures_blocks(examination))
    return f"""\
{_INTRODUCTION}
## The catalogue: {count} mutants

Tried at level {level} with seed {examination.seed}. *Killed by*: the first check of the suite that
kills it, cheap ones first, after so many examples and turns. *Figures*: which of the designer's
four figures see it.

{catalogue}
## What each check kills by itself

The suite kills {kills}. Each check of it alone:

{checks}
## The ways of conformance

What `churnproof conform` would catch with the published vectors alone, with random games alone, and
with its search alone, at the amounts of level {level}.

{_WAYS}
{ways}
## What the designer's figures see

{seen}
{_NO_MUTANTS}
{_JSON}"""
