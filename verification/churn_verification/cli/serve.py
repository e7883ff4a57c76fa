"""`churnproof serve`: this project's implementations as adapters."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import rich_click as click

from churn_verification.cli.common import RequestError, SurroundingsError, notice, unknown

if TYPE_CHECKING:
    from churn_verification.conformance.serving import Answerer
    from churn_verification.players import Implementation


@click.command("serve")
@click.option(
    "--implementation",
    type=click.Choice(("engine", "specification"), case_sensitive=False),
    default="engine",
    show_default=True,
    help="Choose which implementation answers.",
)
@click.option(
    "--misreading",
    metavar="ID",
    help="Answer with this deliberate mistake instead; churnproof mutants --list shows all.",
)
def command(*, implementation: str, misreading: str | None) -> None:
    """Answer questions about Churn on standard input, one JSON document a line.

    This is an adapter for `churnproof conform`; your own adapter should give the same answers.

    Example: churnproof conform -- churnproof serve
    """
    from churn_verification.conformance.serving import identity_of, serve

    name = implementation if misreading is None else f"misreading {misreading}"
    answerer = _answerer(implementation) if misreading is None else _misreader(misreading)
    if sys.stdin is None:
        raise SurroundingsError("stdin is closed, and questions are read from it")
    if sys.stdin.isatty():
        notice('reading questions, as {"id":1,"ask":"hello","protocol":1}; Ctrl-D ends')
    serve(sys.stdin, _write, identity_of(f"churnproof {name}"), answerer)


def _answerer(implementation: str) -> Answerer:
    from churn_verification.players import Specification, SteppingEngine

    return _answering(SteppingEngine() if implementation == "engine" else Specification())


def _misreader(misreading: str) -> Answerer:
    from churn_verification.misreadings import CATALOGUE
    from churn_verification.misreadings.edited_code import EditedCode

    if misreading not in CATALOGUE:
        raise unknown("misreading", misreading, CATALOGUE, "churnproof mutants --list shows them")
    played = CATALOGUE[misreading].tried
    if isinstance(played, EditedCode):
        raise RequestError(
            f"{misreading} is a slip in code that games do not reach, so it cannot answer"
        )
    return _answering(played)


def _answering(implementation: Implementation) -> Answerer:
    """Answers each question in a session of its own."""
    from churn_verification.players import SessionPlayer

    return lambda question: SessionPlayer(implementation).answer(question)


def _write(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()
