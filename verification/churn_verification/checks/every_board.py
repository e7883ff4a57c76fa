"""What Coq proves for every board, and the comparison that ties its model to the specification."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from churn_spec import CLAUSES
from churn_verification.hexagons import hexagons
from churn_verification.proofs.rocq import building, sources
from churn_verification.proofs.rocq.agreement import DisagreementError, compare
from churn_verification.registry import Check, Context, Kind, Level, Reach, Registry, Together
from churn_verification.results import Result, Status, failed, held, not_run

_EVERY, _LISTED = "proof/every-board", "proof/listed-boards"
"""The checks of what Coq proves: for every board, and for the boards that a theorem lists."""

MOST_CELLS = 9
"""The model is compared on every position of every hexagon of up to so many cells."""


def register(registry: Registry) -> None:
    """Add the checks of the proofs, and that of the model."""
    on_every, on_listed = sources.clauses_for_every_board(), sources.clauses_for_listed_boards()
    registry.add(
        Check(
            id=_EVERY,
            sentence="Coq proves, for every board, the theorems about its model of the rules that"
            " docs/every-board.md lists, and assumes nothing.",
            clauses=on_every,
            kind=Kind.PROOF,
            level=Level.EXHAUSTIVE,
            run=_PROOFS.alone(_EVERY),
            cost=8,
            looks_at=Reach.PROVED_BOARDS,
            together=_PROOFS,
        )
    )
    registry.add(
        Check(
            id=_LISTED,
            sentence="Coq proves, for the boards that they list, the other theorems about its model"
            " that docs/every-board.md lists, and assumes nothing.",
            clauses=on_listed,
            kind=Kind.PROOF,
            level=Level.EXHAUSTIVE,
            run=_PROOFS.alone(_LISTED),
            cost=8,
            together=_PROOFS,
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
            run=_compare_model,
            cost=300,
        )
    )


def _proofs(ids: Sequence[str], _context: Context) -> dict[str, Result]:
    """Have Coq check all theorems, once for both checks."""
    result = _where_coq_is(_assume_nothing)
    if result.status is not Status.HELD:
        return dict.fromkeys(ids, result)
    return {check: _proved(listed=check == _LISTED) for check in ids}


def _assume_nothing(folder: Path) -> Result:
    assumed = building.assumptions(folder)
    if assumed != building.CLOSED:
        return failed(f"the theorems rest on more than was proved: {assumed}")
    return held({"theorems": len(sources.theorems())})


def _proved(*, listed: bool) -> Result:
    theorems = [each for each in sources.theorems() if (each.listed_boards is not None) is listed]
    boards = {"boards": sum(each.listed_boards or 0 for each in theorems)} if listed else {}
    names = ", ".join(theorem.id for theorem in theorems)
    return held({"theorems": len(theorems), **boards}, proved=names)


_PROOFS = Together("coq", _proofs)


def _compare_model(context: Context) -> Result:
    return _where_coq_is(partial(_compare, context=context))


def _where_coq_is(work: Callable[[Path], Result]) -> Result:
    """Do something in a folder of its own, if the programs that it needs are there."""
    missing = building.missing_programs()
    if missing is not None:
        return not_run(missing)
    with TemporaryDirectory() as folder:
        try:
            return work(Path(folder))
        except building.BuildError as error:
            return failed(str(error))


def _compare(folder: Path, context: Context) -> Result:
    boards = hexagons(MOST_CELLS)
    try:
        counts = compare(boards, [str(building.program(folder, "adapter"))], context.progress)
    except DisagreementError as error:
        return failed(str(error))
    return held(counts)
