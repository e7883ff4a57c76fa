"""Runs that take a while: random play, proofs, and checks of other implementations."""

from __future__ import annotations

import html
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from churn_verification.simulation.reports import Report
from churnproof.values import Board, BoardLike

if TYPE_CHECKING:
    from churn_verification.conformance.report import ConformReport
    from churn_verification.proofs.proving import ProofReport
    from churn_verification.views.document import Document


class Simulation(Report):
    """Statistics of random play; its fields are those of `churnproof simulate --json`."""

    def save(self, path: str | Path) -> None:
        """Draw the lengths of the games into a file, .png or .svg."""
        from churn_verification.simulation.plots import plot_lengths

        plot_lengths(self, Path(path))

    def __repr__(self) -> str:
        from churn_verification.simulation.table import facts_of

        facts = dict(facts_of(self))
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        return (
            f"<Simulation of {games} on board {self.board}: {facts['mean turns']} turns, the first"
            f" player wins {facts['first player wins']}>"
        )

    __str__ = __repr__

    def _repr_html_(self) -> str:
        from churn_verification.simulation.table import facts_of

        rows = (
            f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
            f"<td style='text-align:left'>{html.escape(value)}</td></tr>"
            for name, value in facts_of(self)
        )
        return f"<table>{''.join(rows)}</table>"


def simulate(board: BoardLike, games: int = 1_000, *, seed: int | None = None) -> Simulation:
    """Play games at random, without the swap. The same seed gives the same games.

    Args:
        board: the board.
        games: how many games to play.
        seed: a whole number from 0; a random one by default, which the result names.

    Raises:
        ValueError: fewer than one game, or a negative seed.
    """
    from churn_verification.simulation.reports import report_of
    from churn_verification.simulation.run import Request, Run
    from churn_verification.simulation.simulate import simulate as play
    from churn_verification.work.workers import InThisProcess

    if games < 1 or (seed is not None and seed < 0):
        raise ValueError(f"expected games from 1 and a seed from 0, not {games} and {seed}")
    chosen = secrets.randbelow(2**31) if seed is None else seed
    run = Run(Request(board=str(Board(board)), seed=chosen, games=games))
    report = report_of(run, complete=play(run, InThisProcess(), checkpoint=None))
    return Simulation(**dict(report))


class Outcome:
    """What came of a run of checks or proofs. It is true if all of them passed.

    Attributes:
        report: everything that was found, as `--json` prints it.
    """

    def __init__(self, report: ProofReport | ConformReport, document: Document) -> None:
        self.report = report
        self._document = document

    @property
    def held(self) -> bool:
        """Whether the run came to its end and everything passed."""
        return self.report.held

    def save(self, path: str | Path) -> None:
        """Write the report to a file: a page as .html, or .json.

        Raises:
            ValueError: the file has another ending.
        """
        from churn_verification.support.files import write_atomically
        from churn_verification.views.page import page_of

        file = Path(path)
        if file.suffix not in (".html", ".json"):
            raise ValueError(f"cannot write {file}: expected a name that ends in .html or .json")
        is_page = file.suffix == ".html"
        content = page_of(self._document) if is_page else self.report.model_dump_json(indent=2)
        write_atomically(file, content)

    def __bool__(self) -> bool:
        return self.held

    def __repr__(self) -> str:
        from churn_verification.views.document import plain

        verdict = self._document.verdict
        told = f"{verdict.heading}: {plain(verdict.sentence)} {plain(verdict.numbers)}"
        return f"<{' '.join(told.split())}>"

    def _repr_html_(self) -> str:
        from churn_verification.drawing.notebook import framed
        from churn_verification.views.page import page_of

        return framed(page_of(self._document), "A report of churnproof", scripts=False)


def prove(*boards: BoardLike, theorems: Iterable[str] = (), workers: int = 1) -> Outcome:
    """Prove theorems about all positions of the boards given, with z3.

    Args:
        boards: the boards.
        theorems: ids of theorems; all of them where none is named. Those that they rest on are
            proved too. They are those that `churnproof prove --list` marks *z3, board by board*.
        workers: how many processes work. With more than one, a script must keep its own work under
            `if __name__ == "__main__"`, because each of them imports it.

    Raises:
        ValueError: no board is given, or no theorem has such an id.
    """
    from churn_verification.proofs import catalogue
    from churn_verification.proofs.jobs import Settings
    from churn_verification.proofs.proving import jobs_for, with_foundations
    from churn_verification.proofs.proving import prove as prove_jobs
    from churn_verification.views.of_proofs import document_of

    named = list(theorems) or list(catalogue.THEOREMS)
    unknown = [each for each in named if each not in catalogue.THEOREMS]
    if unknown:
        raise ValueError(
            f"no theorem about boards is called {unknown[0]!r}; they are called"
            f" {', '.join(catalogue.THEOREMS)}"
        )
    if not boards:
        raise ValueError('expected at least one board, as in prove("2")')
    texts = list(dict.fromkeys(str(Board(board)) for board in boards))
    jobs = jobs_for(with_foundations(named), texts)
    report = prove_jobs(jobs, Settings(time_limit=300), workers)
    return Outcome(report, document_of(report))


def conform(
    command: Sequence[str],
    boards: Iterable[BoardLike] = (),
    *,
    quick: bool = False,
    seed: int | None = None,
) -> Outcome:
    """Check whether an implementation in any language plays Churn.

    Args:
        command: the program that starts its adapter, and its arguments; no shell runs it.
        boards: the boards to ask about; the usual ones where none are given.
        quick: whether to ask the published vectors and only a little by chance.
        seed: repeats a run; a random one by default, which the report names.

    Raises:
        TypeError: the command is one text.
        ValueError: the command is empty.
    """
    from churn_verification.conformance.checking import Request, check_adapter
    from churn_verification.conformance.plan import FULL, QUICK
    from churn_verification.support.environment import keep_hypothesis_in_the_cache
    from churn_verification.views.of_conform import document_of

    if isinstance(command, str):
        raise TypeError(f"expected a list, such as {command.split()!r}, not one text")
    if not command:
        raise ValueError('expected the command of an adapter, such as ["node", "adapter.js"]')
    keep_hypothesis_in_the_cache()
    request = Request(
        command=tuple(command),
        seed=secrets.randbelow(2**31) if seed is None else seed,
        boards=tuple(str(Board(board)) for board in boards),
        amount=QUICK if quick else FULL,
    )
    report = check_adapter(request, lambda _check, _questions: None)
    return Outcome(report, document_of(report))


def misreadings() -> dict[str, str]:
    """What each deliberate misreading of the rules does, by its id.

    `churnproof serve --misreading ID` plays by one: a suite that accepts it has missed something.
    """
    from churn_verification.misreadings import MISREADINGS

    return {name: mutant.sentence for name, mutant in MISREADINGS.items()}
