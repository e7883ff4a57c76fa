"""Obligations: the formulas that a solver is asked about, one theorem's case at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import z3

from churn_verification.proofs.algebra import BitVectors, Number, Truth, Word
from churn_verification.proofs.foundation import Computed, Described
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.theorem import Case, Control, Theorem

SATISFIABLE = "sat"
UNSATISFIABLE = "unsat"


@dataclass
class Variables:
    """The free variables of an obligation, by name, and what makes them well formed."""

    algebra: BitVectors
    fixed: Mapping[str, int]
    free: dict[str, z3.ExprRef] = field(default_factory=dict)
    conditions: list[Truth] = field(default_factory=list)

    def word(self, name: str) -> Word:
        """Any set of cells."""
        return self.free.setdefault(name, self.algebra.free_word(name))

    def cell(self, name: str) -> Word:
        """A set of one cell, whichever it is."""
        if name in self.fixed:
            return self.algebra.word(1 << self.fixed[name])
        word = self.word(name)
        singles = [self.algebra.word(1 << cell) for cell in range(self.algebra.cells)]
        self.conditions.append(self.algebra.some(word == single for single in singles))
        return word

    def number(self, name: str) -> Number:
        """Any number up to the number of cells."""
        number = self.free.setdefault(name, self.algebra.free_number(name))
        self.conditions.append(z3.ULE(number, self.algebra.number(self.algebra.cells)))
        return number

    def truth(self, name: str) -> Truth:
        """Something that may hold or not."""
        return self.free.setdefault(name, self.algebra.free_truth(name))


@dataclass(frozen=True)
class Question:
    """One question to a solver: can these formulas hold together?

    Attributes:
        part: what the question is for: `step-1`, `claim`, `witness`, or `control`.
        formulas: what is to hold together.
        expected: `unsat` where something is proved by its denial, `sat` where something is to
            be found.
        free: the free variables of the statement, by name.
        logic: the SMT-LIB logic it is put in.
    """

    part: str
    formulas: list[Truth]
    expected: str
    free: Mapping[str, z3.ExprRef] = field(default_factory=dict)
    logic: str = "QF_BV"

    def text(self) -> str:
        """The question in SMT-LIB 2, for any solver."""
        solver = z3.Solver()
        solver.add(*self.formulas)
        return f"(set-logic {self.logic})\n(set-info :status {self.expected})\n" + "".join(
            line + "\n"
            for line in solver.to_smt2().splitlines()
            if not line.startswith((";", "(set-info", "(set-logic"))
        )


def questions_of(
    theorem: Theorem, case: Case, grid: Grid, witness: Mapping[str, int] | None
) -> Iterator[Question]:
    """The questions that prove a case: each step, the claim, and that nothing is vacuous.

    Args:
        theorem: the theorem.
        case: one of its cases on the board.
        grid: the board.
        witness: values under which the hypotheses hold; it is asked whether all that is supposed
            holds there. None where it is asked whether it holds anywhere.
    """
    algebra = BitVectors(grid.cells)
    foundation = Computed(grid, algebra) if theorem.is_computed else Described(grid, algebra)
    variables = Variables(algebra, case.fixed)
    statement = case.claim(Rules(foundation), variables)
    known = []
    if isinstance(foundation, Described) and statement.uses_facts:
        known = foundation.facts
    supposed = [*variables.conditions, *statement.hypotheses, *statement.hints, *known]
    if theorem.exists:
        yield Question("claim", [*supposed, statement.conclusion], SATISFIABLE, variables.free)
        return
    pinned = [has_value(variables.free[name], value) for name, value in (witness or {}).items()]
    yield Question("witness", [*supposed, *pinned], SATISFIABLE, variables.free)
    shown: list[Truth] = []
    for number, step in enumerate((*statement.steps, statement.conclusion)):
        part = "claim" if number == len(statement.steps) else f"step-{number + 1}"
        denied = [*supposed, *shown, algebra.negation(step)]
        yield Question(part, denied, UNSATISFIABLE, variables.free)
        shown.append(step)


def control_question(theorem: Theorem, case: Case, control: Control, grid: Grid) -> Question:
    """The question whether a case fails under mistaken rules, groups and sizes computed."""
    expected = UNSATISFIABLE if theorem.exists else SATISFIABLE
    return _failing("control", theorem, case, control.rules(grid, BitVectors(grid.cells)), expected)


def counterexample_question(theorem: Theorem, case: Case, grid: Grid) -> Question:
    """The question whether a case fails under the rules, groups and sizes computed.

    A proof from what is known of groups and sizes may fail for want of knowledge; this tells
    whether the case does.
    """
    rules = Rules(Computed(grid, BitVectors(grid.cells)))
    return _failing("counterexample", theorem, case, rules, UNSATISFIABLE)


def _failing(part: str, theorem: Theorem, case: Case, rules: Rules, expected: str) -> Question:
    algebra = BitVectors(rules.grid.cells)
    variables = Variables(algebra, case.fixed)
    statement = case.claim(rules, variables)
    conclusion = statement.conclusion
    if not theorem.exists:
        conclusion = algebra.negation(conclusion)
    supposed = [*variables.conditions, *statement.hypotheses]
    return Question(part, [*supposed, conclusion], expected, variables.free)


def has_value(variable: z3.ExprRef, value: int) -> Truth:
    """That a variable has a value."""
    return variable == (bool(value) if z3.is_bool(variable) else value)
