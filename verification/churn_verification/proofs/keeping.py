"""Answers kept from earlier runs: one small file for each question, in the user's cache folder.

A question is known by the digest of its text and of the solver's version, so a change of either
asks anew. What was not decided is not kept. Whoever may write to the folder can write an answer, so
a kept one is not simply believed: where it is `sat`, its values are put into the question; where it
is `unsat` there is nothing to check it by, so level exhaustive, `prove --no-cache` and CI ask
anew, and reports count the kept answers. A file that was cut off or altered by accident does not
fit the digest in it; it is passed over with a notice and written anew.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path
from pydantic import BaseModel, ConfigDict, ValidationError

from churn_verification.proofs.obligations import Question
from churn_verification.proofs.solving import SOLVER, Answer, ask, satisfies
from churn_verification.support.files import FileError, read_text, write_atomically

_LARGEST_FILE = 65_536
_WORTH_KEEPING = 0.05
"""Seconds: what is solved faster is solved again sooner than read."""

Notice = Callable[[str], None]


class _Kept(BaseModel):
    """An answer as it is written."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    question: str
    solver: str
    status: Literal["sat", "unsat"]
    seconds: float
    values: dict[str, int]
    statistics: dict[str, float]
    digest: str = ""

    def sealed(self) -> "_Kept":
        """The same with its digest."""
        return self.model_copy(update={"digest": self.seal()})

    def seal(self) -> str:
        """The digest of all but the digest."""
        content = json.dumps(self.model_dump(exclude={"digest"}), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()


class Keeper:
    """Asks questions, and keeps the answers.

    Args:
        notice: told in one line of each kept answer that could not be used.
        folder: where answers are kept; by default the user's cache folder.
    """

    def __init__(self, notice: Notice, folder: Path | None = None) -> None:
        self._notice = notice
        self._folder = folder or user_cache_path("churnproof") / "proofs"

    def ask(self, question: Question, time_limit: float) -> Answer:
        """Ask a question, or give the answer that was kept."""
        key = key_of(question)
        kept = self._read(key, question)
        if kept is not None:
            return kept
        answer = ask(question, time_limit)
        if answer.status != "unknown" and answer.seconds >= _WORTH_KEEPING:
            self._write(key, answer.status, answer)
        return answer

    def path_of(self, key: str) -> Path:
        """Where the answer to a question is kept."""
        return self._folder / key[:2] / f"{key}.json"

    def _read(self, key: str, question: Question) -> Answer | None:
        path = self.path_of(key)
        if not path.exists():
            return None
        try:
            kept = _Kept.model_validate_json(read_text(path, _LARGEST_FILE))
        except (FileError, ValidationError):
            self._pass_over(path)
            return None
        is_whole = (kept.digest, kept.question, kept.solver) == (kept.seal(), key, SOLVER)
        if not is_whole or (kept.status == "sat" and not satisfies(question, kept.values)):
            self._pass_over(path)
            return None
        return Answer(
            status=kept.status,
            seconds=kept.seconds,
            values=kept.values,
            statistics=kept.statistics,
            is_kept=True,
        )

    def _pass_over(self, path: Path) -> None:
        self._notice(f"{path}: the cached answer is corrupt; asking again")

    def _write(self, key: str, status: Literal["sat", "unsat"], answer: Answer) -> None:
        kept = _Kept(
            question=key,
            solver=SOLVER,
            status=status,
            seconds=answer.seconds,
            values=dict(answer.values),
            statistics=dict(answer.statistics),
        )
        path = self.path_of(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, kept.sealed().model_dump_json())
        except (FileError, OSError) as error:
            self._notice(f"an answer could not be kept: {error}")


class Forgetful:
    """Asks each question anew, and keeps nothing."""

    def ask(self, question: Question, time_limit: float) -> Answer:
        """Ask a question."""
        return ask(question, time_limit)


def key_of(question: Question) -> str:
    """The digest of a question and of the solver that is asked."""
    return hashlib.sha256(f"{SOLVER}\n{question.text()}".encode()).hexdigest()
