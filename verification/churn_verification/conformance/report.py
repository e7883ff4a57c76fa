"""What is recorded of a conformance run: what `--json` prints, and what the views show."""

from pydantic import BaseModel, ConfigDict

from churn_verification.conformance.messages import Identity
from churn_verification.results import Checked, Counterexample, Line, Status


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DeviationReport(_Part):
    """One respect in which an answer was wrong."""

    clause: str
    question: Line
    right: Line
    said: Line


class DifferenceReport(_Part):
    """One wrong answer.

    Attributes:
        name: the vector, or where the question came from.
        position: where the case begins.
        turns: the turns from there.
        deviations: what was wrong, the most telling first.
    """

    name: str
    position: str
    turns: tuple[str, ...]
    depth: int
    deviations: tuple[DeviationReport, ...]


class TroubleReport(_Part):
    """A question that got no answer though it should have.

    Attributes:
        case: what was asked, where it is known.
        what: what came instead.
        context: more that the adapter said of it, as a stack trace.
        stderr: the last lines of the adapter's standard error.
    """

    case: Line | None
    what: Line
    context: tuple[Line, ...] = ()
    stderr: tuple[Line, ...] = ()


class ConformCheck(Checked):
    """One check of the run.

    Attributes:
        is_adapters: whether a failure is the adapter's and says nothing about the rules.
        questions: how many questions were put.
        right: how many answers were right.
        wrong: how many were wrong.
        known: how many were wrong as known differences are.
        not_asked: why questions were not put, and how many.
        skipped: why the adapter did not answer, and how many questions.
        left_out: what a time limit cut off.
        differences: the first wrong answers.
        troubles: the first questions without an answer.
    """

    is_adapters: bool
    questions: int
    right: int
    wrong: int
    known: int
    not_asked: dict[Line, int]
    skipped: dict[Line, int]
    left_out: Line | None
    differences: tuple[DifferenceReport, ...]
    troubles: tuple[TroubleReport, ...]


class ConformClause(_Part):
    """One clause and how the implementation fared on the questions it decides.

    Attributes:
        id: the clause.
        statement: what it says.
        status: failed where an answer was wrong on it.
        asked: how many questions that it decides were answered.
        wrong: how many answers were wrong on it before anything else.
        skipped: how many questions that it decides the adapter skipped.
        follows_from: the clauses whose misreading explains all wrong answers, where it is none of
            them.
        permitted: why it was not asked about, where the adapter declares a permitted difference.
    """

    id: str
    statement: str
    status: Status
    asked: int
    wrong: int
    skipped: int = 0
    follows_from: tuple[str, ...] = ()
    permitted: Line | None = None


class ConformCounterexample(Counterexample):
    """The smallest case found, with why it is so and how to see it again.

    Attributes:
        statement: what the clause says.
        dialogue: the lines to put on the adapter's standard input, to see its answer.
        repeat: the command that asks it again.
    """

    statement: str
    dialogue: tuple[str, ...]
    repeat: str


class Explanation(_Part):
    """A known misreading that gives wrong answers just as the adapter did.

    Attributes:
        misreading: its id.
        sentence: what it does.
        matches: how many of the compared wrong answers it gives too.
        of: how many were compared.
        contradicted: how many of the answers that were right it would have got wrong.
        asked: of how many.
        text: all that in one line.
    """

    misreading: str
    sentence: str
    clauses: tuple[str, ...]
    matches: int
    of: int
    contradicted: int
    asked: int
    text: str


class Diagnosis(_Part):
    """What the wrong answers look like.

    Attributes:
        text: in one line.
        misreadings: the misreadings that they look like, the best first; none where they look
            like no known one.
        reproducible: whether a wrong answer is given again if its question alone is asked after a
            fresh start.
    """

    text: str
    misreadings: tuple[Explanation, ...]
    reproducible: bool = True


class Suite(_Part):
    """What the adapter was checked with."""

    version: str
    vectors: str
    seed: int
    boards: tuple[str, ...]


class ConformReport(_Part):
    """A conformance run.

    Attributes:
        held: whether the run came to its end, no check failed, at least one answer was compared,
            and no question was skipped.
        verdict: what is true where it held, or would have but for skipped questions, in a phrase
            that goes on from the name; None elsewhere.
        degree: how much of Churn the adapter lets be asked: `complete`, or what is missing.
        complete: whether the run came to its end; one that was stopped has no diagnosis.
        broken: why it did not.
        command: the adapter's command.
        adapter: what the adapter said of itself.
        known: the issues of known differences, and how many answers they are about.
        diagnosis: what the wrong answers look like, where there are any.
        counterexample: the smallest case found.
    """

    held: bool
    verdict: Line | None = None
    degree: str | None = None
    complete: bool
    broken: Line | None
    suite: Suite
    command: tuple[str, ...]
    adapter: Identity | None
    questions: int
    seconds: float
    clauses: tuple[ConformClause, ...]
    checks: tuple[ConformCheck, ...]
    known: dict[str, int]
    diagnosis: Diagnosis | None
    counterexample: ConformCounterexample | None
