"""The designer's four figures against the specification and each form of the engine."""

from churn_verification.judge.comparing import Comparing
from churn_verification.judge.figures import figures, require_figure
from churn_verification.players import ENGINES, Implementation, Specification
from churn_verification.registry import Check, Context, Kind, Level, Registry


def register(registry: Registry) -> None:
    """Add a check for each side."""
    for name, implementation in {"specification": Specification(), **ENGINES}.items():
        registry.add(check_of(name, implementation))


def check_of(name: str, implementation: Implementation) -> Check:
    """The check of one implementation, whose name becomes a part of its id."""
    return Check(
        id=f"figures/{name}",
        sentence=f"The {implementation.name} says what the designer's figures say.",
        clauses=("T1", "P1", "P2", "R1", "R2", "E1", "E2"),
        kind=Kind.VECTOR,
        level=Level.QUICK,
        run=Comparing(implementation, _require_figures),
        cost=0.1,
    )


def _require_figures(implementation: Implementation, context: Context) -> dict[str, int]:
    statements = sum(require_figure(implementation, figure) for figure in figures())
    context.progress(statements, statements)
    return {"figures": len(figures()), "statements": statements}
