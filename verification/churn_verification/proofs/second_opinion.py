"""A second solver: cvc5 reads the same SMT-LIB text and must come to the same answer."""

from churn_verification.proofs.obligations import Question
from churn_verification.support.environment import brought_by


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
