"""The board of the engine compared with the board of the specification."""

import churn_spec as spec
from churn_engine.board import Board as EngineBoard
from churn_engine.notation import parse_board
from churn_verification.judge.difference import Difference
from churn_verification.judge.respects import names_text


def compare_boards(board: spec.Board) -> int:
    """Compare text, cells and their order, names, neighbours and symmetries of one board.

    Returns:
        The number of cells.

    Raises:
        Difference: with the first thing on which the two differ.
    """
    text = spec.write_board(board)
    engine = parse_board(text)
    names = [spec.write_cell(board, cell) for cell in spec.cells_of(board)]
    _require_same(board, "how the board is written", text, str(engine))
    _require_same(
        board, "the names of the cells in reading order", " ".join(names), " ".join(engine.names)
    )
    for cell, name in zip(spec.cells_of(board), names, strict=True):
        _require_same(board, f"which cell is called {name}", name, _name_by_index(engine, name))
        _require_same(
            board,
            f"the neighbours of {name}",
            names_text(spec.write_cell(board, near) for near in spec.neighbours_of(board, cell)),
            names_text(engine.names_in(engine.neighbours[engine.index(name)])),
        )
    _compare_symmetries(board, engine, names)
    return len(names)


def _compare_symmetries(board: spec.Board, engine: EngineBoard, names: list[str]) -> None:
    expected = sorted(
        " ".join(spec.write_cell(board, symmetry[cell]) for cell in spec.cells_of(board))
        for symmetry in spec.symmetries(board)
    )
    answer = sorted(
        " ".join(names[image] for image in permutation) for permutation in engine.symmetries
    )
    _require_same(board, "the number of symmetries", str(len(expected)), str(len(answer)))
    for right, found in zip(expected, answer, strict=True):
        _require_same(board, "where the symmetries take the cells", right, found)


def _name_by_index(engine: EngineBoard, name: str) -> str:
    return engine.names[engine.index(name)]


def _require_same(board: spec.Board, question: str, expected: str, answer: str) -> None:
    if expected != answer:
        start = spec.write_position(spec.starting_position(board))
        said = {"specification": expected, "engine": answer}
        raise Difference.on(start, "B1", question, said)
