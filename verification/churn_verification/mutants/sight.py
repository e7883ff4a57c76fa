"""What the designer's four figures see of each mutant."""

from collections.abc import Iterable

from churn_verification.judge.difference import Difference
from churn_verification.judge.figures import Figure, figures, require_figure
from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.misreadings.edited_code import EditedCode
from churn_verification.players.interface import Implementation


def figures_that_see(mutant_id: str) -> tuple[int, ...]:
    """The numbers of the figures that say something else than a mutant."""
    tried = CATALOGUE[mutant_id].tried
    if isinstance(tried, EditedCode):
        return ()
    return tuple(each.figure for each in figures() if _sees(each, tried))


def unseen(mutants: Iterable[str]) -> list[str]:
    """Those of some mutants that no figure sees."""
    return [mutant for mutant in mutants if not figures_that_see(mutant)]


def _sees(figure: Figure, implementation: Implementation) -> bool:
    try:
        require_figure(implementation, figure)
    except Difference:
        return True
    except Exception:  # noqa: BLE001 - a mutant that crashes on a figure is seen by it
        return True
    return False
