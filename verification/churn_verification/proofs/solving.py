"""Asking z3, with a limit on time, and reading what it says."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

import z3

from churn_verification.proofs.obligations import Question, has_value
from churn_verification.support.environment import brought_by

SOLVER = f"z3 {z3.get_version_string()}"
_STOPPED = "interrupted from keyboard"
_STATISTICS = ("conflicts", "decisions", "propagations", "max memory")


Status: TypeAlias = Literal["sat", "unsat", "unknown"]


@dataclass(frozen=True)
class Answer:
    """What a solver said.

    Attributes:
        status: `sat`, `unsat` or `unknown`.
        seconds: how long it took.
        reason: why it does not know.
        values: where it is `sat`, the values of the statement's variables.
        statistics: what the solver tells of its work.
        is_kept: whether the answer was kept from an earlier run.
    """

    status: Status
    seconds: float
    reason: str | None = None
    values: Mapping[str, int] = field(default_factory=dict)
    statistics: Mapping[str, float] = field(default_factory=dict)
    is_kept: bool = False


def ask(question: Question, time_limit: float) -> Answer:
    """Ask z3 one question.

    Args:
        question: the question.
        time_limit: the most seconds it may take.

    Raises:
        KeyboardInterrupt: it was stopped by hand, which z3 takes for an answer.
    """
    solver = z3.SolverFor(question.logic)
    solver.set("timeout", max(1, round(1000 * time_limit)))
    solver.add(*question.formulas)
    start = time.perf_counter()
    status = cast(Status, str(solver.check()))
    seconds = time.perf_counter() - start
    reason = solver.reason_unknown() if status == "unknown" else None
    if reason == _STOPPED:
        raise KeyboardInterrupt
    return Answer(
        status=status,
        seconds=seconds,
        reason=reason,
        values=_values(solver.model(), question.free) if status == "sat" else {},
        statistics=_statistics(solver),
    )


def satisfies(question: Question, values: Mapping[str, int]) -> bool:
    """Whether a question's formulas hold for given values of its free variables."""
    if values.keys() != question.free.keys():
        return False
    solver = z3.SolverFor(question.logic)
    solver.add(*question.formulas)
    solver.add(*(has_value(question.free[name], value) for name, value in values.items()))
    return bool(solver.check() == z3.sat)


def _values(model: z3.ModelRef, free: Mapping[str, z3.ExprRef]) -> dict[str, int]:
    return {name: _value(model.eval(variable, True)) for name, variable in free.items()}


def _value(value: z3.ExprRef) -> int:
    return int(z3.is_true(value)) if z3.is_bool(value) else int(value.as_long())


def _statistics(solver: z3.Solver) -> dict[str, float]:
    told = solver.statistics()
    found: dict[str, float] = {}
    for key in told.keys():  # noqa: SIM118 - z3's statistics are no mapping
        for wanted in _STATISTICS:
            if key.endswith(wanted):
                found[wanted] = found.get(wanted, 0) + float(told.get_key_value(key))
    return found


# A second solver --------------------------------------------------------------------------------


class NoSecondSolver(Exception):  # noqa: N818 - it is optional
    """cvc5 is not installed; the text says how to get it."""


def ask_cvc5(question: Question, time_limit: float) -> str:
    """Ask cvc5 a question: `sat`, `unsat` or `unknown`.

    Args:
        question: the question; cvc5 is given its text.
        time_limit: the most seconds it may take.

    Raises:
        NoSecondSolver: cvc5 is not installed.
    """
    try:
        import cvc5  # noqa: PLC0415 - it comes with the test extra only
    except ImportError:
        raise NoSecondSolver(f"cvc5 is not installed, {brought_by('test')}") from None
    solver = cvc5.Solver()
    if question.logic == "QF_BV":
        # As one question to a SAT solver: several hundred times faster than cvc5's own way.
        solver.setOption("bitblast", "eager")
    solver.setOption("tlimit-per", str(max(1, round(1000 * time_limit))))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, question.text(), "question")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, parser.getSymbolManager()).strip() or said
    return said
