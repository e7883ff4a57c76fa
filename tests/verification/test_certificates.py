"""Certificates of a board's value, and the proved checker that accepts or refuses them."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import churn_spec as spec
from churn_engine.notation import parse_board
from churn_engine.solver.certificate import certificates_of, write_certificate
from churn_engine.solver.solve import Solver
from churn_verification.cli import churnproof
from churn_verification.hexagons import shapes

pytestmark = pytest.mark.deep

MOST_CELLS = 9
SAYS = {
    "red": ["Red wins"],
    "blue": ["Blue wins"],
    "tie": ["Red at least ties", "Blue at least ties"],
}


def certificate(board: str) -> str:
    solver = Solver(parse_board(board), lengths=False, chances=False).run()
    return write_certificate(certificates_of(solver))


def check(coq: Path, text: str) -> tuple[int, str]:
    path = coq / "some.certificate"
    path.write_text(text)
    command = [str(coq / "build" / "checker"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def with_digest(lines: list[str]) -> str:
    text = "\n".join([*lines, ""])
    return f"{text}md5 {hashlib.md5(text.encode()).hexdigest()}\n"


@pytest.mark.parametrize("board", [spec.write_board(board) for board in shapes(MOST_CELLS)])
def test_the_certificate_of_a_board_is_accepted(coq: Path, tmp_path: Path, board: str) -> None:
    path = tmp_path / "certificate"
    done = CliRunner().invoke(churnproof, ["solve", board, "--certificate", str(path), "--json"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    status, output = check(coq, path.read_text())
    claims = [line.removeprefix("accepted: ").split(" on ")[0] for line in output.splitlines()]
    assert (status, claims) == (0, SAYS[document["value"]])
    assert document["certificate"]["bytes"] == path.stat().st_size
    counts = [int(line.split("(")[1].split()[0]) for line in output.splitlines()]
    assert document["certificate"]["positions"] == sum(counts) > 0


def test_a_certificate_altered_in_any_byte_is_refused(coq: Path) -> None:
    text = certificate("2")
    assert check(coq, text)[0] == 0
    for place in range(len(text)):
        altered = text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]
        status, output = check(coq, altered)
        assert (status, output[:9]) == (1, "refused: "), place


def test_a_certificate_that_is_cut_off_is_refused(coq: Path) -> None:
    text = certificate("2")
    for length in range(len(text)):
        assert check(coq, text[:length])[0] == 1, length


def test_a_certificate_without_one_of_its_positions_is_refused(coq: Path) -> None:
    lines = certificate("2").splitlines()[:-1]
    first = next(place for place, line in enumerate(lines) if line.startswith("claim")) + 1
    lines[first - 1] = f"claim red win {len(lines) - first - 1}"
    for place in range(first, len(lines)):
        status, output = check(coq, with_digest(lines[:place] + lines[place + 1 :]))
        assert status == 1, place
        assert "does not follow" in output or "nothing shows" in output


@pytest.mark.parametrize("claim", ["claim blue win", "claim blue tie"])
def test_the_other_side_is_not_certified(coq: Path, claim: str) -> None:
    lines = certificate("2").splitlines()[:-1]
    lines = [line.replace("claim red win", claim) for line in lines]
    status, output = check(coq, with_digest(lines))
    assert status == 1
    assert "does not follow from the lines above it" in output


def test_a_certificate_that_claims_nothing_is_refused(coq: Path) -> None:
    lines = certificate("2").splitlines()[:-1]
    heading = [line for line in lines if line.startswith(("churn", "board", "symmetry"))]
    assert check(coq, with_digest(heading)) == (1, "refused: it claims nothing\n")
    assert check(coq, with_digest([*heading, "claim red win 0"])) == (
        1,
        "refused: nothing shows that Red wins from the empty board\n",
    )


def test_what_is_no_symmetry_is_refused(coq: Path) -> None:
    lines = certificate("2").splitlines()[:-1]
    lines[2] = "symmetry c2 c1 b1 b2 b3 a1 a2"
    assert check(coq, with_digest(lines)) == (1, "refused: line 3: not a symmetry of board 2\n")
