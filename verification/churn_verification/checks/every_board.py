"""What Coq proves for every board, and the comparison that ties its model to the specification."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from churn_spec import CLAUSES
from churn_verification.hexagons import hexagons
from churn_verification.proofs.rocq import building, sources
from churn_verification.proofs.rocq.agreement import DisagreementError, compare
from churn_verification.registry import Check, Context, Kind, Level, Reach, Registry
from churn_verification.results import Result, failed, held, not_run

MOST_CELLS = 9
"""The model is compared on every position of every hexagon of up to so many cells."""


def register(registry: Registry) -> None:
    """Add the checks of the proofs, and that of the model."""
    on_every, on_listed = sources.clauses_for_every_board(), sources.clauses_for_listed_boards()
    registry.add(
        Check(
            id="proof/every-board",
            sentence="Coq proves, for every board, the theorems about its model of the rules that"
            " docs/every-board.md lists, and assumes nothing.",
            clauses=on_every,
            kind=Kind.PROOF,
            level=Level.EXHAUSTIVE,
            run=partial(_where_coq_is, partial(_prove, listed=False)),
            cost=15,
            looks_at=Reach.PROVED_BOARDS,
        )
    )
    registry.add(
        Check(
            id="proof/listed-boards",
            sentence="Coq proves, for the boards that they list, the other theorems about its model"
            " that docs/every-board.md lists, and assumes nothing.",
            clauses=on_listed,
            kind=Kind.PROOF,
            level=Level.EXHAUSTIVE,
            run=partial(_where_coq_is, partial(_prove, listed=True)),
            cost=15,
        )
    )
    registry.add(
        Check(
            id="exhaustive/coq-model",
            sentence="The model that Coq's theorems are about agrees with the specification in"
            " every position of every hexagon of up to 9 cells.",
            clauses=tuple(clause for clause in CLAUSES if clause in {*on_every, *on_listed}),
            kind=Kind.EXHAUSTIVE,
            level=Level.EXHAUSTIVE,
            run=partial(_where_coq_is, _compare),
            cost=300,
        )
    )


def _where_coq_is(check: Callable[[Path, Context], Result], context: Context) -> Result:
    """Run a check in a folder of its own, if the programs that it needs are there."""
    missing = building.missing_programs()
    if missing is not None:
        return not_run(missing)
    with TemporaryDirectory() as folder:
        try:
            return check(Path(folder), context)
        except building.BuildError as error:
            return failed(str(error))


def _prove(folder: Path, _context: Context, *, listed: bool) -> Result:
    theorems = [each for each in sources.theorems() if (each.listed_boards is not None) is listed]
    assumed = building.assumptions(folder)
    if assumed != building.CLOSED:
        return failed(f"the theorems rest on more than was proved: {assumed}")
    names = ", ".join(theorem.id for theorem in theorems)
    boards = {"boards": sum(each.listed_boards or 0 for each in theorems)} if listed else {}
    return held({"theorems": len(theorems), **boards}, proved=names)


def _compare(folder: Path, context: Context) -> Result:
    boards = hexagons(MOST_CELLS)
    try:
        counts = compare(boards, [str(building.program(folder, "adapter"))], context.progress)
    except DisagreementError as error:
        return failed(str(error))
    return held(counts)
