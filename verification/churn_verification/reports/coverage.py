"""What of specification and engine the checks execute, as a part of a report."""

from pydantic import BaseModel, ConfigDict


class Share(BaseModel):
    """How much of some code is executed.

    Attributes:
        lines: how many lines.
        branches: how many ways out of lines that have several.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    lines: int
    branches: int


class CheckCoverage(BaseModel):
    """What one check executes by itself.

    Attributes:
        id: the check.
        specification: of the specification.
        engine: of the engine, compiled functions left out.
        alone: how many lines no other check executes.
        cut: whether it was ended at the limit of time.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    specification: Share
    engine: Share
    alone: int
    cut: bool


class ClauseCoverage(BaseModel):
    """What the checks that speak for a clause execute together.

    Attributes:
        id: the clause.
        stated: of the function that states it; None for claims.
        stated_of: what that function has.
        specification: of the specification.
        engine: of the engine, compiled functions left out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    stated: Share | None
    stated_of: Share | None
    specification: Share
    engine: Share


class Coverage(BaseModel):
    """What of specification and engine the checks execute.

    Only bodies of functions count, as modules are imported before. Compiled functions of the engine
    cannot be watched and are left out.

    Attributes:
        seconds: the limit of each check.
        specification: what all checks execute together of the specification.
        specification_of: what it has.
        engine: what they execute of the engine.
        engine_of: what it has, compiled functions left out.
        checks: each check by itself.
        clauses: each clause.
        missed: lines that no check executes, by module.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    seconds: int
    specification: Share
    specification_of: Share
    engine: Share
    engine_of: Share
    checks: tuple[CheckCoverage, ...]
    clauses: tuple[ClauseCoverage, ...]
    missed: dict[str, str]
