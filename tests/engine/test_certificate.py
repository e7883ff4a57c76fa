"""Certificates: every position listed is won, or held, by what is listed before it."""

import hashlib

import pytest

from churn_engine.board import Board
from churn_engine.notation import parse_board
from churn_engine.solver.certificate import Certificate, certificates_of, write_certificate
from churn_engine.solver.solve import Solver

BOARDS = ["1", "2-1-1-2-1-1", "2-1-2-2-1-2", "7-1-1-7-1-1", "2", "3-2-2-3-2-2"]


def solved(board: str) -> Solver:
    return Solver(parse_board(board), lengths=False, chances=False).run()


def image(mask: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << symmetry[cell] for cell in range(len(symmetry)) if mask >> cell & 1)


def reached(certificate: Certificate, own: int, other: int) -> bool:
    """Whether a full board is the goal."""
    lead = own.bit_count() - other.bit_count()
    return lead > 0 or (lead == 0 and certificate.goal == "tie")


def require_right(solver: Solver, certificate: Certificate) -> None:
    board: Board = certificate.board
    known: set[tuple[int, int]] = set()

    def is_settled(own: int, other: int) -> bool:
        if own | other == board.full:
            return reached(certificate, own, other)
        return any((image(own, each), image(other, each)) in known for each in board.symmetries)

    def is_settled_against(own: int, other: int) -> bool:
        if own | other == board.full:
            return reached(certificate, own, other)
        return all(is_settled(own, after) for _, after in solver.turns(other, own))

    rows = zip(certificate.own, certificate.other, certificate.cell, strict=True)
    for own, other, cell in ((int(one), int(two), int(three)) for one, two, three in rows):
        after = dict(solver.turns(own, other))[cell]
        assert is_settled_against(after, other), (own, other)
        known.add((own, other))
    assert is_settled(0, 0) if certificate.side == "red" else is_settled_against(0, 0)


@pytest.mark.parametrize("board", BOARDS)
def test_each_position_follows_from_those_before_it(board: str) -> None:
    solver = solved(board)
    found: list[int] = []
    certificates = certificates_of(solver, found.append)
    score = solver.score(0, 0)
    expected = (
        [("red", "win")]
        if score > 8191
        else [("blue", "win")]
        if score < -8191
        else [("red", "tie"), ("blue", "tie")]
    )
    assert [(each.side, each.goal) for each in certificates] == expected
    assert found
    for certificate in certificates:
        require_right(solver, certificate)


def test_the_boards_have_every_value() -> None:
    goals = {(each.side, each.goal) for board in BOARDS for each in certificates_of(solved(board))}
    assert goals == {("red", "win"), ("blue", "win"), ("red", "tie"), ("blue", "tie")}


def test_the_file_of_a_small_board() -> None:
    text = write_certificate(certificates_of(solved("2")))
    lines = text.splitlines()
    assert lines[:2] == ["churn certificate 1", "board 2"]
    assert lines[2] == "symmetry c1 c2 b1 b2 b3 a1 a2"
    assert [line.split()[0] for line in lines[2:14]] == ["symmetry"] * 12
    assert lines[14] == "claim red win 4"
    assert lines[18] == "....... b2"
    assert len(lines) == 20
    body = text[: text.rindex("md5")]
    assert lines[19] == f"md5 {hashlib.md5(body.encode()).hexdigest()}"
