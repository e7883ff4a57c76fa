"""Churn itself, played by the means by which mutants play.

A check that crashes on everything, or a limit of time that nobody keeps, would kill every mutant.
So a crash or a missed limit kills only where Churn itself comes through the same trial.
"""

from collections.abc import Mapping
from types import MappingProxyType

from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.misreadings.edited_code import EditedCode
from churn_verification.misreadings.engine_copy import EditedEngine
from churn_verification.misreadings.playing import RulesImplementation
from churn_verification.misreadings.rules import RULES
from churn_verification.players.interface import Implementation

_RULES = "churn-by-rules"
_CODE = "the-project-itself"

CONTROLS: Mapping[str, Implementation | EditedCode] = MappingProxyType(
    {
        _RULES: RulesImplementation("Churn by the rules object", RULES),
        "churn-by-stepping": EditedEngine("Churn by a copy of stepping", "stepping", None),
        "churn-by-kernels": EditedEngine("Churn by a copy of the kernels", "kernels", None),
        _CODE: EditedCode("the project itself", module="", old="", new="", checks=()),
    }
)
"""Each means of playing without a misreading, by an id that no mutant has."""


def control_of(mutant: str) -> str:
    """The control that plays by the same means as a mutant."""
    tried = CATALOGUE[mutant].tried
    if isinstance(tried, EditedCode):
        return _CODE
    return f"churn-by-{tried.form}" if isinstance(tried, EditedEngine) else _RULES


def tried_as(name: str) -> Implementation | EditedCode:
    """What plays, or is checked, under the id of a mutant or of a control."""
    return CONTROLS[name] if name in CONTROLS else CATALOGUE[name].tried
