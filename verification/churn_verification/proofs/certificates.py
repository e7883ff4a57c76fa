"""Certificates: proofs that are checked without the solver that first found an answer.

A question about bit-vectors is written as clauses of bits (`Clauses`), by the meaning of each
operation and without z3's simplifications. CaDiCaL finds that they cannot hold together and writes
a proof; `require_refutation` goes through it and accepts a clause only if it follows from those
before it. So z3 has no part in it but as a syntax tree, and what is trusted is this module.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path

import z3

from churn_verification.proofs.grid import Grid
from churn_verification.proofs.obligations import UNSATISFIABLE, Question, questions_of
from churn_verification.proofs.theorem import Theorem

_UNSATISFIABLE_EXIT = 20

Literal = int
"""A bit or its negation: the number of a variable, negative for the negation."""

Clause = Sequence[Literal]
TRUE: Literal = 1


class CertificateError(Exception):
    """A question that cannot be certified, or a file that is no proof; the text says why."""


class NoSolver(CertificateError):  # noqa: N818 - it is optional
    """CaDiCaL is not installed."""


class Clauses:
    """A question as clauses of bits; variable 1 is true.

    Attributes:
        clauses: the clauses; at least one literal of each must hold.
    """

    def __init__(self, question: Question) -> None:
        self.clauses: list[Clause] = [(TRUE,)]
        self._variables = 1
        self._bits: dict[int, list[Literal]] = {}
        self._kept: list[z3.ExprRef] = []
        for formula in question.formulas:
            self._write(formula)
            self.clauses.append((self._bits[formula.get_id()][0],))

    def text(self) -> str:
        """The clauses in the DIMACS format of SAT solvers."""
        lines = [f"p cnf {self._variables} {len(self.clauses)}"]
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"

    def _write(self, formula: z3.ExprRef) -> None:
        """The bits of a formula and of all its parts, the lowest first; parts before wholes."""
        waiting = [formula]
        while waiting:
            part = waiting[-1]
            if part.get_id() in self._bits:
                waiting.pop()
                continue
            inner = [each for each in part.children() if each.get_id() not in self._bits]
            if inner:
                waiting += inner
                continue
            parts = [self._bits[each.get_id()] for each in part.children()]
            self._bits[part.get_id()] = self._bits_of(part, parts)
            self._kept.append(part)  # so that its number is not given to another
            waiting.pop()

    def _bits_of(  # noqa: C901, PLR0911, PLR0912 - a case for each operation
        self, part: z3.ExprRef, parts: list[list[Literal]]
    ) -> list[Literal]:
        match part.decl().kind():
            case z3.Z3_OP_TRUE:
                return [TRUE]
            case z3.Z3_OP_FALSE:
                return [-TRUE]
            case z3.Z3_OP_BNUM:
                value = part.as_long()
                return [TRUE if value >> place & 1 else -TRUE for place in range(part.size())]
            case z3.Z3_OP_UNINTERPRETED if not parts:
                width = 1 if z3.is_bool(part) else part.size()
                return [self._new() for _ in range(width)]
            case z3.Z3_OP_NOT | z3.Z3_OP_BNOT:
                return [-bit for bit in parts[0]]
            case z3.Z3_OP_AND:
                return [self._all([bits[0] for bits in parts])]
            case z3.Z3_OP_OR:
                return [-self._all([-bits[0] for bits in parts])]
            case z3.Z3_OP_IMPLIES:
                return [-self._all([parts[0][0], -parts[1][0]])]
            case z3.Z3_OP_EQ:
                differ = [self._differ(*pair) for pair in zip(*parts, strict=True)]
                return [self._all([-bit for bit in differ])]
            case z3.Z3_OP_ITE:
                (test,), one, other = parts
                return [self._chosen(test, *pair) for pair in zip(one, other, strict=True)]
            case z3.Z3_OP_BAND:
                return [self._all(list(bits)) for bits in zip(*parts, strict=True)]
            case z3.Z3_OP_BOR:
                return [-self._all([-b for b in bits]) for bits in zip(*parts, strict=True)]
            case z3.Z3_OP_BXOR if len(parts) == 2:
                return [self._differ(*pair) for pair in zip(*parts, strict=True)]
            case z3.Z3_OP_BADD:
                total = parts[0]
                for more in parts[1:]:
                    total = self._sum(total, more, -TRUE)
                return total
            case z3.Z3_OP_BNEG:
                return self._sum(
                    [-bit for bit in parts[0]], list(repeat(-TRUE, len(parts[0]))), TRUE
                )
            case z3.Z3_OP_EXTRACT:
                high, low = part.params()
                return parts[0][low : high + 1]
            case z3.Z3_OP_ZERO_EXT:
                return parts[0] + list(repeat(-TRUE, part.size() - len(parts[0])))
            case z3.Z3_OP_CONCAT:
                return [bit for bits in reversed(parts) for bit in bits]
            case z3.Z3_OP_ULT:
                return [self._below(parts[0], parts[1])]
            case z3.Z3_OP_ULEQ:
                return [-self._below(parts[1], parts[0])]
        raise CertificateError(f"no clauses are known for {part.decl().name()}")

    # Gates ---------------------------------------------------------------------------------------

    def _new(self) -> Literal:
        self._variables += 1
        return self._variables

    def _all(self, literals: list[Literal]) -> Literal:
        """A bit that holds where all of some do."""
        needed = [each for each in dict.fromkeys(literals) if each != TRUE]
        if -TRUE in needed:
            return -TRUE
        if len(needed) < 2:
            return needed[0] if needed else TRUE
        bit = self._new()
        self.clauses += [(-bit, each) for each in needed]
        self.clauses.append((bit, *(-each for each in needed)))
        return bit

    def _differ(self, one: Literal, other: Literal) -> Literal:
        """A bit that holds where one of two does and the other does not."""
        if abs(one) == TRUE:
            return other if one == -TRUE else -other
        if abs(other) == TRUE:
            return one if other == -TRUE else -one
        bit = self._new()
        self.clauses += [
            (-bit, one, other),
            (-bit, -one, -other),
            (bit, -one, other),
            (bit, one, -other),
        ]
        return bit

    def _chosen(self, test: Literal, one: Literal, other: Literal) -> Literal:
        """One bit where a test holds, the other where it does not."""
        return -self._all([-self._all([test, one]), -self._all([-test, other])])

    def _sum(self, one: list[Literal], other: list[Literal], carry: Literal) -> list[Literal]:
        """The sum of two numbers and a carry, without the last carry."""
        total = []
        for a, b in zip(one, other, strict=True):
            either = self._differ(a, b)
            total.append(self._differ(either, carry))
            carry = -self._all([-self._all([a, b]), -self._all([either, carry])])
        return total

    def _below(self, one: list[Literal], other: list[Literal]) -> Literal:
        """A bit that holds where a number is smaller than another: the highest difference tells."""
        below = -TRUE
        for a, b in zip(one, other, strict=True):
            below = self._chosen(self._differ(a, b), b, below)
        return below


def certify_theorem(theorem: Theorem, grid: Grid) -> tuple[int, int]:
    """Certify all that a theorem denies on a board.

    Returns:
        How many questions were refuted, and how many clauses their proofs add.

    Raises:
        CertificateError: see `certify`.
    """
    added = [
        certify(question)
        for case in theorem.cases(grid)
        for question in questions_of(theorem, case, grid, case.example)
        if question.expected == UNSATISFIABLE
    ]
    return len(added), sum(added)


def certify(question: Question) -> int:
    """Prove with CaDiCaL that a question's formulas cannot hold together, and check the proof.

    Returns:
        How many clauses the proof adds.

    Raises:
        CertificateError: the question is not one to be refuted, CaDiCaL is not installed or does
            not refute it, or what it writes is no proof.
    """
    if question.expected != UNSATISFIABLE:
        raise CertificateError(f"{question.part} is to be found, not refuted")
    program = shutil.which("cadical")
    if program is None:
        raise NoSolver("CaDiCaL is not installed; Debian has it as cadical")
    clauses = Clauses(question)
    with tempfile.TemporaryDirectory() as folder:
        asked, proof = Path(folder) / "question.cnf", Path(folder) / "proof"
        asked.write_text(clauses.text(), encoding="ascii")
        done = subprocess.run(  # noqa: S603 - a program of the system on files of ours
            [program, "-q", "--no-binary", str(asked), str(proof)],
            capture_output=True,
            check=False,
        )
        if done.returncode != _UNSATISFIABLE_EXIT:
            raise CertificateError(f"CaDiCaL does not refute it: exit status {done.returncode}")
        with proof.open(encoding="ascii") as lines:
            return require_refutation(clauses.clauses, lines)


def require_refutation(clauses: Iterable[Clause], proof: Iterable[str]) -> int:
    """Require that a proof derives a contradiction from clauses.

    Each line adds a clause, or begins with `d` and takes one away. A clause may be added if denying
    it leads to a contradiction, one clause after the other forcing a literal (RUP).

    Args:
        clauses: what is given.
        proof: the lines, in the text form of DRAT.

    Returns:
        How many clauses were added.

    Raises:
        CertificateError: a clause does not follow, one is taken away that is not there, or no
            contradiction is derived.
    """
    known = _Known()
    for clause in clauses:
        known.add(clause)
    added = 0
    for number, line in enumerate(proof, start=1):
        if known.is_contradictory:
            break
        is_deletion = line.startswith("d")
        *clause, end = map(int, line.removeprefix("d").split())
        if end != 0:
            raise CertificateError(f"line {number} of the proof has no end")
        if is_deletion:
            known.delete(clause, number)
            continue
        if not known.forces(clause):
            raise CertificateError(f"the clause of line {number} of the proof does not follow")
        known.add(clause)
        added += 1
    if not known.is_contradictory:
        raise CertificateError("the proof ends without a contradiction")
    return added


class _Known:
    """Clauses, and what they force; each of two literals of a clause wakes it when it fails."""

    def __init__(self) -> None:
        self.is_contradictory = False
        self._holds: set[Literal] = set()
        self._awake_on: dict[Literal, list[list[Literal]]] = {}
        self._by_content: dict[frozenset[Literal], list[list[Literal]]] = {}

    def add(self, clause: Clause) -> None:
        """Add a clause, and all that it forces for good."""
        literals = sorted(set(clause), key=lambda each: -each in self._holds)
        self._by_content.setdefault(frozenset(literals), []).append(literals)
        if not literals or -literals[0] in self._holds:
            self.is_contradictory = True
            return
        if len(literals) > 1:
            for literal in literals[:2]:
                self._awake_on.setdefault(-literal, []).append(literals)
        if len(literals) == 1 or -literals[1] in self._holds:
            self.is_contradictory = self._forced_by([literals[0]]) is None

    def delete(self, clause: Clause, number: int) -> None:
        """Take a clause away; what it forced for good stays, as it follows from what was given."""
        there = self._by_content.get(frozenset(clause))
        if not there:
            raise CertificateError(f"line {number} of the proof deletes a clause that is not there")
        literals = there.pop()
        for literal in literals[:2]:
            watching = self._awake_on.get(-literal, [])
            watching[:] = [each for each in watching if each is not literals]

    def forces(self, clause: Clause) -> bool:
        """Whether denying a clause leads to a contradiction; leaves everything as it was."""
        if any(literal in self._holds for literal in clause):
            return True
        forced = self._forced_by([-literal for literal in clause])
        self._holds.difference_update(forced or ())
        return forced is None

    def _forced_by(self, start: Iterable[Literal]) -> list[Literal] | None:
        """What some literals force, which then holds; None, and nothing new, if they contradict."""
        forced: list[Literal] = []
        waiting = list(start)
        while waiting:
            literal = waiting.pop()
            if literal in self._holds:
                continue
            if -literal in self._holds:
                self._holds.difference_update(forced)
                return None
            self._holds.add(literal)
            forced.append(literal)
            waiting += self._woken(literal)
        return forced

    def _woken(self, literal: Literal) -> Iterator[Literal]:
        """The literals that clauses force when a literal of theirs fails."""
        staying = []
        for clause in self._awake_on.pop(literal, ()):
            if clause[0] == -literal:
                clause[0], clause[1] = clause[1], clause[0]
            other = None
            if clause[0] not in self._holds:
                places = range(2, len(clause))
                other = next((at for at in places if -clause[at] not in self._holds), None)
            if other is not None:
                clause[1], clause[other] = clause[other], clause[1]
                self._awake_on.setdefault(-clause[1], []).append(clause)
                continue
            staying.append(clause)
            yield clause[0]
        self._awake_on[literal] = staying
