"""`churnproof serve`: this project's implementations as adapters."""

from __future__ import annotations

import sys
from functools import partial

import rich_click as click

_NAMES = ("engine", "specification")


@click.command("serve")
@click.option(
    "--implementation",
    type=click.Choice(_NAMES),
    default="engine",
    show_default=True,
    help="Who answers.",
)
def command(*, implementation: str) -> None:
    """Answer questions about Churn on standard input, one JSON document a line.

    This is an adapter as `churnproof conform` takes them, and shows what yours should answer.

    Example: churnproof conform -- churnproof serve
    """
    from churn_verification.conformance.oracle import answer_of, engine_answer
    from churn_verification.conformance.serving import identity_of, serve
    from churn_verification.implementations import Specification

    answerer = engine_answer if implementation == "engine" else partial(answer_of, Specification())

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    serve(sys.stdin, write, identity_of(f"churnproof {implementation}"), answerer)
