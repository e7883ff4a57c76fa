"""`churnproof solve`: who wins on a board, and everything else that all positions' values tell."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import rich_click as click

from churn_spec import Board as SpecifiedBoard
from churn_spec import write_board
from churn_verification.cli.common import (
    BoardType,
    ExitStatus,
    FiniteRange,
    Interrupted,
    RequestError,
    SurroundingsError,
    WholeNumber,
    json_option,
    leave,
    notice,
    output_path,
    print_json,
    warn_if_even,
    workers_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from churn_engine.board import Board
    from churn_engine.solver.cross_check import Comparison
    from churn_engine.solver.estimate import Estimate
    from churn_engine.solver.solution import Solution
    from churn_engine.solver.solve import Solver

_GIGABYTE = 10**9
_MOST_CELLS_EXACTLY = 10
"""Up to here random play is told in fractions too."""
_POSITIONS = "positions"
_EXAMPLES: tuple[Literal["best", "shortest", "longest"], ...] = ("best", "shortest", "longest")


@click.command("solve")
@click.argument("sides", type=BoardType())
@click.option(
    "--tablebase",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the values and distances of all positions to this folder.",
)
@click.option(
    "--on-disk",
    is_flag=True,
    help="Keep values in the --tablebase folder instead of in memory while solving."
    "  [default: if they do not fit in memory]",
)
@click.option(
    "--expectation/--no-expectation",
    default=None,
    help="Also compute random play, which needs most of the space.  [default: unless on disk]",
)
@click.option("--values-only", is_flag=True, help="Leave out the lengths of games and random play.")
@click.option(
    "--certificate",
    type=output_path(),
    help="Write a certificate for the proved checker in verification/rocq to this file.",
)
@click.option(
    "--workers", type=WholeNumber(1, 64), default=2, show_default=True, help="Number of threads."
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Solve on disk on the workers of a dask scheduler, which must share the folder.",
)
@click.option(
    "--memory",
    type=FiniteRange(0, min_open=True),
    help="Use at most this many gigabytes.  [default: what is free]",
)
@click.option(
    "--cross-check", is_flag=True, help="Solve again without symmetries and compare every position."
)
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False, path_type=Path),
    help="Save a stopped in-memory run to this folder.  [default: in the user's cache folder]",
)
@click.option("--resume", is_flag=True, help="Continue a run that was stopped.")
@click.option(
    "--estimate", "only_estimate", is_flag=True, help="Estimate time, memory and disk, and exit."
)
@json_option
def command(  # noqa: PLR0913, PLR0917 - one argument an option
    sides: SpecifiedBoard,
    tablebase: Path | None,
    certificate: Path | None,
    on_disk: bool,
    expectation: bool | None,
    values_only: bool,
    workers: int,
    scheduler: str | None,
    memory: float | None,
    cross_check: bool,
    checkpoint: Path | None,
    resume: bool,
    only_estimate: bool,
    as_json: bool,
) -> None:
    """Solve a board: who wins with which openings, how long games last, how random play ends.

    SIDES is a board such as 3 or 2-3-2-3-2-3. Each position gets a value and a distance, the
    number of turns to the end if the winner hurries and the loser delays. A board that does not
    fit in memory is solved on disk, in the --tablebase folder. If such a run is stopped, repeat
    the command with --resume to continue it.

    Example: churnproof solve 3 --tablebase size3.tablebase
    """
    from churn_engine.notation import parse_board
    from churn_engine.solver.solution import solution_of
    from churn_verification.stategraph.solving import alone_in

    if values_only and expectation:
        raise RequestError("use either --values-only or --expectation, not both")
    warn_if_even(sides)
    board = parse_board(write_board(sides))
    task = _Task(board, tablebase, workers, memory, cross_check, not values_only, expectation)
    on_disk = (
        on_disk or scheduler is not None or (tablebase is not None and not task.fits_in_memory())
    )
    needed = task.estimate(on_disk=on_disk)
    if only_estimate:
        click.echo(str(needed))
        return
    if on_disk and tablebase is None:
        raise RequestError("solving on disk needs --tablebase FOLDER")
    task.require_room(needed, on_disk=on_disk)
    with _complaints(), alone_in(tablebase if on_disk else None):
        if on_disk and tablebase is not None:
            solver = task.solve_on_disk(tablebase, scheduler, resume=resume)
        else:
            solver = task.solve_in_memory(checkpoint, resume=resume)
        document = _document(solution_of(solver), solver)
        if board.size <= _MOST_CELLS_EXACTLY:
            document["exact"] = _exact(board)
        with _shown_whatever_follows(document, as_json):
            if tablebase is not None:
                document["tablebase"] = _keep_tablebase(solver, tablebase, workers)
            if certificate is not None:
                document["certificate"] = _keep_certificate(solver, certificate)
            if cross_check:
                document["cross_check"] = _cross_check(solver, workers)
    if cross_check and document["cross_check"]["difference"] is not None:
        leave(ExitStatus.DIFFERENCE)


@dataclass(frozen=True)
class _Task:
    """What is asked for."""

    board: Board
    tablebase: Path | None
    workers: int
    memory: float | None
    cross_check: bool
    lengths: bool
    expectation: bool | None

    def fits_in_memory(self) -> bool:
        from churn_engine.solver.estimate import TooLargeError, require_room

        try:
            require_room(self.estimate(on_disk=False), self._bytes())
        except TooLargeError:
            return False
        return True

    def estimate(self, *, on_disk: bool) -> Estimate:
        from churn_engine.solver.estimate import estimate, with_cross_check, with_tablebase

        needed = estimate(
            self.board,
            threads=self.workers,
            lengths=self.lengths,
            chances=self.chances(on_disk=on_disk),
            on_disk=on_disk,
        )
        if self.tablebase is not None:
            needed = with_tablebase(needed, threads=self.workers, on_disk=on_disk)
        if self.cross_check:
            needed = with_cross_check(needed, threads=self.workers)
        return needed

    def require_room(self, needed: Estimate, *, on_disk: bool) -> None:
        """Say what the run will take, and refuse what will not fit."""
        from churn_engine.solver.estimate import TooLargeError, require_room
        from churn_engine.solver.patterns import MOST_CELLS

        try:
            require_room(needed, self._bytes())
        except TooLargeError as error:
            solvable = self.board.size <= MOST_CELLS and not on_disk
            hint = "; with --tablebase FOLDER it is solved on disk" if solvable else ""
            raise RequestError(f"{error}{hint}") from None
        notice(f"estimate for {needed}")
        if self.tablebase is not None:
            _require_disk(self.tablebase, needed.disk)

    def solve_on_disk(self, folder: Path, scheduler: str | None, *, resume: bool) -> Solver:
        from churn_engine.solver.solve import Solver
        from churn_verification.stategraph.solving import run_on_disk

        solver = Solver(
            self.board,
            lengths=self.lengths,
            chances=self.chances(on_disk=True),
            folder=folder,
        )
        workers = None if scheduler is None else workers_of(self.workers, scheduler)
        if solver.entries_done and not resume:
            raise RequestError(
                f"{folder} holds {solver.entries_done / solver.entries:.0%} of the solution"
                " of this board; continue it with --resume, or choose another folder"
            )
        _run(solver, lambda progress: run_on_disk(solver, folder, self.workers, workers, progress))
        return solver

    def solve_in_memory(self, checkpoint: Path | None, *, resume: bool) -> Solver:
        from churn_engine.solver.solve import Solver
        from churn_verification.stategraph.solving import (
            checkpoint_path,
            resume_solver,
            run_solver,
        )

        if self.tablebase is not None:
            _require_nothing_else(self.tablebase, self.board)
        solver = Solver(self.board, lengths=self.lengths, chances=self.chances(on_disk=False))
        place = checkpoint or checkpoint_path(self.board)
        if resume:
            resume_solver(solver, place)
        _run(solver, lambda progress: run_solver(solver, self.workers, place, progress))
        return solver

    def chances(self, *, on_disk: bool) -> bool:
        """Whether to find what random play does."""
        return self.lengths and (not on_disk if self.expectation is None else self.expectation)

    def _bytes(self) -> int | None:
        return None if self.memory is None else int(self.memory * _GIGABYTE)


@contextmanager
def _shown_whatever_follows(document: dict[str, Any], as_json: bool) -> Iterator[None]:
    """Print the solution in the end, a full disk or a stop by hand meanwhile notwithstanding."""
    try:
        yield
    finally:
        if as_json:
            print_json(document)
        else:
            _print(document)


@contextmanager
def _complaints() -> Iterator[None]:
    """Say what kind of mistake an error of the solver is."""
    from churn_engine.solver.container import StorageError
    from churn_engine.solver.store import OtherBoardError
    from churn_verification.stategraph.solving import BusyError, NoCheckpointError, StoppedError
    from churn_verification.work.workers import WorkersError

    try:
        yield
    except StoppedError as error:
        raise Interrupted(str(error)) from None
    except (OtherBoardError, NoCheckpointError) as error:
        raise RequestError(str(error)) from None
    except (BusyError, StorageError, WorkersError) as error:
        raise SurroundingsError(str(error)) from None


def _require_nothing_else(path: Path, board: Board) -> None:
    """Refuse to replace anything but an earlier tablebase of the same board."""
    from churn_engine.solver.container import StorageError
    from churn_engine.solver.store import OtherBoardError, open_store

    if not path.exists():
        return
    if path.is_dir() and all(file.name.startswith(".") for file in path.iterdir()):
        return
    try:
        open_store(path, board)
    except (StorageError, OtherBoardError) as error:
        raise RequestError(
            f"{path} would be replaced, but is not a valid tablebase of board {board}"
            f" ({error}); choose another folder, or remove this one"
        ) from None


def _require_disk(tablebase: Path, needed: int) -> None:
    from churn_verification.support.files import target_of

    folder = target_of(tablebase).parent
    if not folder.is_dir():
        raise SurroundingsError(f"cannot write {tablebase}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise SurroundingsError(f"cannot write {tablebase}: {folder} cannot be written")
    free = shutil.disk_usage(folder).free
    there = 0
    if tablebase.is_dir():
        there = sum(file.stat().st_size for file in tablebase.iterdir())
    if free + there < needed:
        raise SurroundingsError(
            f"cannot write {tablebase}: it takes {needed:,} bytes, {folder} has {free:,} free"
        )


def _run(solver: Solver, run: Callable[[Callable[[int, int], None]], None]) -> None:
    from churn_verification.support.progress import progress_of

    before = solver.entries_done
    entries = solver.entries - before
    if not entries:
        notice(f"board {solver.board} was solved before")
        return
    what = f"solving {'the rest of ' if before else ''}board {solver.board}"
    with progress_of(what, _POSITIONS) as progress:
        positions = _in_positions(solver, progress)
        run(lambda done, _total: positions(done - before, entries))
    seconds = solver.seconds
    rate = _positions(solver, entries) / max(seconds, 1e-3)
    notice(
        f"{_positions(solver, entries):,} positions in {entries:,} entries in {seconds:.1f} s, "
        f"{rate:,.0f} positions a second"
    )


def _in_positions(
    solver: Solver, progress: Callable[[int, int], None]
) -> Callable[[int, int], None]:
    """Progress in entries, told in positions, of which nearly equally many share each entry."""
    return lambda done, total: progress(_positions(solver, done), _positions(solver, total))


def _positions(solver: Solver, entries: int) -> int:
    in_all: int = 3**solver.board.size
    return entries * in_all // solver.entries


def _keep_tablebase(solver: Solver, path: Path, workers: int) -> dict[str, Any]:
    """Write the tablebase unless the board was solved there, and verify what is there."""
    from churn_engine.solver.store import FolderStore
    from churn_engine.solver.write_tablebase import (
        TablebaseError,
        verify_tablebase,
        write_tablebase,
    )
    from churn_verification.support.progress import progress_of

    if isinstance(solver.store, FolderStore):
        length = solver.store.length()
    else:
        length = write_tablebase(solver, path)
    with progress_of(f"verifying {path}", _POSITIONS) as progress:
        try:
            verified = verify_tablebase(path, workers, _in_positions(solver, progress))
        except TablebaseError as error:
            notice(str(error))
            leave(ExitStatus.DIFFERENCE)
    return {"file": str(path), "bytes": length, "verified_entries": verified}


def _keep_certificate(solver: Solver, path: Path) -> dict[str, Any]:
    from churn_engine.solver.certificate import certificates_of, write_certificate
    from churn_verification.support.files import FileError, write_atomically

    certificates = certificates_of(solver)
    text = write_certificate(certificates)
    try:
        write_atomically(path, text)
    except FileError as error:
        raise SurroundingsError(str(error)) from None
    positions = sum(len(each.own) for each in certificates)
    return {"file": str(path), "bytes": len(text), "positions": positions}


def _exact(board: Board) -> dict[str, str]:
    from churn_verification.stategraph.graph import build_graph
    from churn_verification.stategraph.queries import exact_random_play

    found = exact_random_play(build_graph(board))
    return {
        "expected_random_turns": str(found.turns),
        "red": str(found.red),
        "blue": str(found.blue),
        "tie": str(found.tie),
    }


def _cross_check(solver: Solver, workers: int) -> dict[str, Any]:
    from churn_engine.solver.cross_check import compare
    from churn_engine.solver.solve import Solver
    from churn_verification.support.progress import progress_of

    plain = Solver(solver.board, symmetry=False, lengths=False, chances=False)
    with progress_of(f"solving board {solver.board} without symmetries", _POSITIONS) as progress:
        plain.run(workers, progress)
    return _comparison_document(compare(solver, plain), plain)


def _comparison_document(found: Comparison, plain: Solver) -> dict[str, Any]:
    return {
        "positions": found.positions,
        "positions_by_orbit_sizes": found.by_orbits,
        "difference": None if found.difference is None else str(found.difference),
        "seconds": round(plain.seconds, 3),
    }


def _document(solution: Solution, solver: Solver) -> dict[str, Any]:
    """The JSON document, which the printed text is made from too."""
    from churn_engine.solver.solution import example_game

    openings = solution.openings
    lengths = solution.found_lengths
    examples = _EXAMPLES if lengths is not None else _EXAMPLES[:1]
    return {
        "board": str(solution.board),
        "cells": solution.board.size,
        "value": solution.value,
        "distance": solution.distance,
        "value_with_swap": solution.value_with_swap,
        "openings": {cell: opening.value for cell, opening in openings.items()},
        "opening_distances": {cell: opening.distance for cell, opening in openings.items()},
        "swap_after": solution.swap_after,
        **_random_document(solution),
        "shortest_game": lengths and lengths[0],
        "longest_game": lengths and lengths[1],
        "examples": {which: " ".join(example_game(solver, which)) for which in examples},
        "positions": solution.positions,
        "entries": solution.entries,
        "seconds": round(solution.seconds, 3),
    }


def _random_document(solution: Solution) -> dict[str, Any]:
    found = solution.found_random
    chances = None
    if found is not None:
        chances = {"red": found.mover_wins, "blue": found.other_wins, "tie": found.ties}
    return {
        "expected_random_turns": None if found is None else found.turns,
        "random_chances": chances,
        "rounding_error": None if found is None else solution.rounding_error,
    }


def _print(document: dict[str, Any]) -> None:
    chances = document["random_chances"]
    seconds = document["seconds"]  # none where all was solved before
    click.echo(
        f"board {document['board']}, {document['cells']} cells: "
        f"{document['positions']:,} positions{f' in {seconds:.1f} s' if seconds else ''}\n"
        f"value: {document['value']}, in {document['distance']} turns\n"
        f"value with the swap: {document['value_with_swap']}"
    )
    for value in ("red", "blue", "tie"):
        cells = [
            f"{cell} ({document['opening_distances'][cell]})"
            for cell, opening in document["openings"].items()
            if opening == value
        ]
        if cells:
            click.echo(f"openings to {value}: {' '.join(cells)}")
    if chances is not None:
        click.echo(
            f"random play: {document['expected_random_turns']:.10g} turns, "
            + ", ".join(f"{name} {chance:.10g}" for name, chance in chances.items())
            + f" (error at most {document['rounding_error']:.0e})"
        )
    if document["longest_game"] is not None:
        click.echo(f"games last {document['shortest_game']} to {document['longest_game']} turns")
    if "exact" in document:
        exact = document["exact"]
        click.echo(
            f"random play exactly: {exact['expected_random_turns']} turns, red {exact['red']}, "
            f"blue {exact['blue']}, tie {exact['tie']}"
        )
    for which, turns in document["examples"].items():
        click.echo(f"{which}: {turns}")
    if "tablebase" in document:
        tablebase = document["tablebase"]
        click.echo(
            f"tablebase: {tablebase['file']}, {tablebase['bytes']:,} bytes, "
            f"{tablebase['verified_entries']:,} entries verified"
        )
    if "certificate" in document:
        certificate = document["certificate"]
        click.echo(
            f"certificate: {certificate['file']}, {certificate['bytes']:,} bytes, "
            f"{certificate['positions']:,} positions; verification/rocq/build/checker checks it"
        )
    if "cross_check" in document:
        _print_cross_check(document["cross_check"])


def _print_cross_check(found: dict[str, Any]) -> None:
    if found["difference"] is None:
        click.echo(f"without symmetries: all {found['positions']:,} positions have the same score")
    else:
        click.echo(f"without symmetries: another score at {found['difference']}")
