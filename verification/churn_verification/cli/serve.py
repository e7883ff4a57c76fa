"""`churnproof serve`: this project's implementations as adapters."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import rich_click as click

from churn_verification.cli.common import RequestError, notice

if TYPE_CHECKING:
    from churn_verification.conformance.oracle import Answerer


@click.command("serve")
@click.option(
    "--implementation",
    type=click.Choice(("engine", "specification")),
    default="engine",
    show_default=True,
    help="Who answers.",
)
@click.option(
    "--misreading",
    metavar="ID",
    help="Answer with a deliberate mistake instead; churnproof mutants lists them.",
)
def command(*, implementation: str, misreading: str | None) -> None:
    """Answer questions about Churn on standard input, one JSON document a line.

    This is an adapter as `churnproof conform` takes them, and shows what yours should answer.

    Example: churnproof conform -- churnproof serve
    """
    from churn_verification.conformance.serving import identity_of, serve

    name = implementation if misreading is None else f"misreading {misreading}"
    answerer = _answerer(implementation) if misreading is None else _misreader(misreading)
    if sys.stdin.isatty():
        notice('reading questions, as {"id":1,"ask":"hello","protocol":1}; Ctrl-D ends')
    serve(sys.stdin, _write, identity_of(f"churnproof {name}"), answerer)


def _answerer(implementation: str) -> Answerer:
    from churn_verification.conformance.oracle import answer_of, engine_answer
    from churn_verification.players import Specification

    return engine_answer if implementation == "engine" else partial(answer_of, Specification())


def _misreader(misreading: str) -> Answerer:
    from difflib import get_close_matches

    from churn_verification.conformance.oracle import answer_of
    from churn_verification.misreadings import CATALOGUE
    from churn_verification.misreadings.edited_code import EditedCode

    if misreading not in CATALOGUE:
        near = get_close_matches(misreading, CATALOGUE, cutoff=0.4)
        advice = f"the nearest are {', '.join(near)}" if near else "churnproof mutants lists them"
        raise RequestError(f"no misreading is called {misreading!r}; {advice}")
    played = CATALOGUE[misreading].implementation
    if isinstance(played, EditedCode):
        raise RequestError(
            f"{misreading} is a slip in code that no game comes to; it has no answers"
        )
    return partial(answer_of, played)


def _write(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()
