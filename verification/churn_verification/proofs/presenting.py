"""A run of proofs in the terminal: each theorem, each control, and what went wrong."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

import churn_spec as spec
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.terminal import text_of
from churn_verification.proofs.jobs import EVERY_BOARD, PROVED, REFUTED
from churn_verification.proofs.proving import ControlReport, ProofReport, TheoremReport


def report_lines(report: ProofReport) -> Iterator[RenderableType]:
    """The whole run: theorems, controls, failures drawn, and the verdict."""
    by_id: dict[str, list[TheoremReport]] = {}
    for theorem in report.theorems:
        by_id.setdefault(theorem.id, []).append(theorem)
    for on_boards in by_id.values():
        yield from _theorem_lines(on_boards)
    if report.controls:
        yield Text("\nControls: under a mistaken rule the theorem must be refuted", style="bold")
    for control in report.controls:
        yield from _control_lines(control)
    yield from _failures(report)
    yield _verdict(report)


def _theorem_lines(on_boards: list[TheoremReport]) -> Iterator[RenderableType]:
    theorem = on_boards[-1]
    proved = sum(each.status == PROVED for each in on_boards)
    is_whole = proved == len(on_boards)
    where = _board_text(theorem.board)
    if len(on_boards) > 1:
        where = f"{proved} of {len(on_boards)} boards"
    seconds = sum(each.seconds for each in on_boards)
    yield Text.assemble(
        (PROVED if is_whole else "not proved", "green" if is_whole else "bold red"),
        "  ",
        (theorem.id, "bold"),
        f"  [{' '.join(theorem.clauses)}]  {where}, {seconds:.1f} s",
    )
    yield Padding(Text(theorem.sentence), (0, 0, 0, 4))
    if theorem.witness:
        yield Padding(Text(f"such as on {theorem.witness}", style="dim"), (0, 0, 0, 4))


def _control_lines(control: ControlReport) -> Iterator[RenderableType]:
    is_refuted = control.status == REFUTED
    yield Text.assemble(
        (control.status, "green" if is_refuted else "bold red"),
        "  ",
        (control.theorem, "bold"),
        f"  under {control.id}, {_board_text(control.board)}",
    )
    yield Padding(Text(control.sentence), (0, 0, 0, 4))
    if is_refuted and control.counterexample:
        told = f"on {control.counterexample}, {control.told}"
        yield Padding(Text(told, style="dim"), (0, 0, 0, 4))


def _board_text(board: str) -> str:
    return "all boards" if board == EVERY_BOARD else f"board {board}"


def _failures(report: ProofReport) -> Iterator[RenderableType]:
    for theorem in report.theorems:
        if theorem.status != PROVED:
            yield Text(
                f"{theorem.id} on {_board_text(theorem.board)}: {theorem.status}, {theorem.reason}",
                style="bold red",
            )
            yield from _drawn(theorem.counterexample)
    for control in report.controls:
        if control.status != REFUTED:
            yield Text(
                f"{control.theorem} is not refuted under {control.id} on"
                f" {_board_text(control.board)}: {control.told}",
                style="bold red",
            )
            yield from _drawn(control.counterexample)


def _drawn(position: str | None) -> Iterator[RenderableType]:
    if position is not None:
        yield Text(f"  {position}")
        drawn = text_of(spec.read_position(position), Overlays(legal=True, sizes=True))
        yield Padding(drawn, (0, 0, 1, 4))


def _verdict(report: ProofReport) -> Text:
    proved = sum(theorem.status == PROVED for theorem in report.theorems)
    refuted = sum(control.status == REFUTED for control in report.controls)
    text = (
        f"{proved} of {len(report.theorems)} proved, {refuted} of {len(report.controls)} controls"
        f" refuted, {report.solver}"
    )
    return Text(text if report.complete else f"{text}; incomplete", style="bold")
