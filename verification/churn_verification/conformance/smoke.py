"""Is the adapter itself sound? Asked first, because no answer means anything before it is.

What fails here is the adapter's, not the implementation's: lines, ids, the names of cells, the
order of rows in a position's text.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import churn_spec as spec
from churn_verification.conformance.dialect import Dialect
from churn_verification.conformance.faults import Fault, FaultKind
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.messages import Identity
from churn_verification.judge.judge import Tally
from churn_verification.judge.reference import Reference
from churn_verification.players import (
    Case,
    NotAsked,
    Question,
    Refusal,
    Skipped,
    State,
    Trouble,
    start_of,
)

_MANY = 40
_NOT_OF_LINES = (FaultKind.LONG_LINE, FaultKind.UNASKED, FaultKind.INVALID)
_READ_LINES = "read line by line, whatever the size of what is read, and answer each line"
_MOST_CELLS = 127


class UnsoundError(Exception):
    """The adapter is not sound; the text says in which way and what to do about it."""


@dataclass(frozen=True)
class SmokeCheck:
    """One demand on an adapter.

    Attributes:
        id: what it is called.
        sentence: what holds when it is met.
        run: raises `UnsoundError` where it is met on no board, and records in a tally which
            questions got no reply.
    """

    id: str
    sentence: str
    run: Callable[[Interview, tuple[str, ...], Tally], "Finding"]


class Finding(NamedTuple):
    """What came of a demand that is met on one board at least.

    Attributes:
        questions: how many questions it took.
        problem: where and how it is not met; None where it is met everywhere.
    """

    questions: int
    problem: str | None = None


def known_boards(identity: Identity, wanted: Iterable[str]) -> tuple[str, ...]:
    """The boards among those wanted that an adapter has.

    Raises:
        UnsoundError: it has none of them, or names what is no board.
    """
    listed = () if isinstance(identity.boards, str) else identity.boards
    for text in listed:
        try:
            written = spec.write_board(spec.read_board(text))
        except spec.NotationError as error:
            raise UnsoundError(f"the adapter says that it has {error}") from None
        if written != text:
            raise UnsoundError(f"the adapter says that it has board {text}: call it {written}")
    known = tuple(filter(Dialect(identity).knows, wanted))
    if not known:
        has = identity.boards if isinstance(identity.boards, str) else ", ".join(listed)
        raise UnsoundError(
            f"the adapter has the boards {has or '(none)'}, and none of"
            f" {', '.join(wanted)}, which are asked about; --boards chooses others"
        )
    return known


def _one_at_a_time(interview: Interview, boards: tuple[str, ...], tally: Tally) -> Finding:
    """A question without a reply fails the check by way of the tally."""
    answers = [_answer(interview, Question(start_of(board)), tally) for board in boards]
    if all(isinstance(answer, Fault) for answer in answers):
        raise UnsoundError(str(answers[0]))
    return Finding(len(boards))


def _many_at_once(interview: Interview, boards: tuple[str, ...], tally: Tally) -> Finding:
    questions = [Question(start_of(boards[number % len(boards)])) for number in range(_MANY)]
    cases = (interview.reference.case("many at once", question) for question in questions)
    for _ in interview.ask(cases, tally):
        pass
    for case, fault in tally.faults:
        if case is not None and isinstance(_answer(interview, case.question, Tally()), State):
            advice = fault.advice if fault.kind in _NOT_OF_LINES else _READ_LINES
            raise UnsoundError(
                f"{_MANY} questions sent at once, though each alone is answered: {fault.sentence};"
                f" {advice}"
            )
    return Finding(_MANY)


def _names(interview: Interview, boards: tuple[str, ...], tally: Tally) -> Finding:
    """Names are the adapter's fault if they are mixed up on all boards, and the run ends.

    Where only some boards are wrong, or several cells stand at one place, it may as well be the
    rules that are: the check fails, and those that follow find out. Boards on which the adapter
    skips the question, or is not asked any more, say nothing of names.
    """
    problems = [_problem_on(interview, board, tally) for board in boards]
    if all(isinstance(problem, UnsoundError) for problem in problems):
        raise next(problem for problem in problems if problem)
    wrong = (each for each in problems if each and not isinstance(each, _NothingSaidError))
    return Finding(len(boards), next(map(str, wrong), None))


def _problem_on(interview: Interview, board: str, tally: Tally) -> Exception | None:
    try:
        question = Question(start_of(board))
        _require_names(board, _require_state(question, _answer(interview, question, tally)))
        _require_places(board, dict(_places(interview, board, tally)))
    except (UnsoundError, _MisplacedError) as problem:
        return problem
    return None


class _NothingSaidError(UnsoundError):
    """A question was skipped or could not be asked."""


class _MisplacedError(Exception):
    """A first stone is not where it was placed, for which adapter or rules may be to blame."""


def _answer(interview: Interview, question: Question, tally: Tally) -> object:
    (answered,) = interview.ask([interview.reference.case("smoke", question)], tally)
    return answered.answer


def _require_state(question: Question, answer: object) -> State:
    if isinstance(answer, State):
        return answer
    said_nothing = isinstance(answer, Skipped | NotAsked)
    error = _NothingSaidError if said_nothing else UnsoundError
    raise error(f"{question}: {_why_no_state(answer)}")


def _why_no_state(answer: object) -> str:
    match answer:
        case Skipped():
            return f"it was skipped: {answer.reason}"
        case Trouble():
            return f"the adapter reports an error: {answer.message}"
        case NotAsked():
            return f"it was not asked: {answer.reason}"
        case Refusal():
            return "a turn was refused, though on the empty board every cell is legal"
        case _:
            return str(answer)


def _require_names(board: str, state: State) -> None:
    read = spec.read_board(board)
    names = {spec.write_cell(read, cell) for cell in spec.cells_of(read)}
    said = set(state.legal)
    if said - names:
        wrong = sorted(said - names)[0]
        rows = spec.rows_of(read)
        first, last = spec.write_cell(read, rows[-1][0]), spec.write_cell(read, rows[0][-1])
        raise UnsoundError(
            f"board {board} has no cell {wrong!r}: a cell is the letter of its row, from the"
            f" bottom row a, then its place from the left, counted from 1; {first} to {last}"
        )
    if not said:
        raise UnsoundError(f"board {board}, empty: no turn is legal, every cell should be")
    if not _is_empty(board, state.position):
        raise UnsoundError(
            f"board {board}, empty: the position is {state.position!r}, expected"
            f" {start_of(board)!r}"
        )


def _is_empty(board: str, text: str) -> bool:
    """Whether a position's text is that of the empty board, in its short or long form."""
    try:
        return spec.read_position(text) == spec.read_position(start_of(board))
    except spec.NotationError:
        return False


def _places(interview: Interview, board: str, tally: Tally) -> Iterator[tuple[str, str | None]]:
    """For each cell of an empty board the cell where the first stone stands after placing there.

    None where there is no stone.
    """
    read = spec.read_board(board)
    start = start_of(board)
    cells = [spec.write_cell(read, cell) for cell in spec.cells_of(read)]
    asked = (
        interview.reference.case("smoke", Question(start, (cell,)))
        for cell in cells[:: max(1, len(cells) // _MOST_CELLS)]
    )
    for _, case, answer in interview.ask(asked, tally):
        if isinstance(answer, State):
            yield case.question.turns[0], _where_the_stone_is(case.question, answer)


def _where_the_stone_is(question: Question, state: State) -> str | None:
    """The cell of the only stone; None where there is none."""
    try:
        position = spec.read_position(state.position.removesuffix(" swap"))
    except spec.NotationError as error:
        raise UnsoundError(f"{question}: the position after it cannot be read: {error}") from None
    if position.board != spec.read_board(question.board):
        raise UnsoundError(
            f"{question}: the position after it is on another board, {state.position}"
        )
    if not position.red and not position.blue:
        return None
    if len(position.red) != 1 or position.blue:
        raise UnsoundError(
            f"{question}: after the first turn there is one stone and it is red, but the position"
            f" is {state.position}"
        )
    (cell,) = position.red
    return spec.write_cell(position.board, cell)


def _require_places(board: str, stands_at: Mapping[str, str | None]) -> None:
    wrong = [cell for cell, place in stands_at.items() if cell != place]
    if not wrong:
        return
    cell = wrong[0]
    places = {place: cell for cell, place in stands_at.items() if place is not None}
    if len(places) < len(stands_at):
        where = f"the stone stands on {stands_at[cell]}" if stands_at[cell] else "no stone is there"
        raise _MisplacedError(
            f"board {board}: after a placement on {cell} on the empty board {where}"
        )
    pattern = next(
        (text for text, image in _mix_ups(board) if _fits(stands_at, image)),
        "names and places in the position's text do not belong together",
    )
    raise UnsoundError(
        f"board {board}: a stone placed on {cell} stands on {stands_at[cell]} in the position's"
        f" text: {pattern}. Row a is the bottom row, and the text begins with the top row"
    )


def _fits(stands_at: Mapping[str, str | None], image: Mapping[str, str]) -> bool:
    return all(image[cell] == place for cell, place in stands_at.items())


def _mix_ups(board: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Ways to mix up names and places that leave every row as long as it is."""
    read = spec.read_board(board)
    rows = [[spec.write_cell(read, cell) for cell in row] for row in spec.rows_of(read)]
    mirrored = [row[::-1] for row in rows]
    yield "rows are read from the right", _image(rows, mirrored)
    if [len(row) for row in rows] == [len(row) for row in rows[::-1]]:
        yield "rows are counted or written upside down", _image(rows, rows[::-1])
        yield "the board is turned by half", _image(rows, mirrored[::-1])


def _image(rows: list[list[str]], images: list[list[str]]) -> dict[str, str]:
    return {
        cell: image
        for row, image_row in zip(rows, images, strict=True)
        for cell, image in zip(row, image_row, strict=True)
    }


SMOKE_CHECKS = (
    SmokeCheck(
        "adapter/one-at-a-time",
        "A question alone is answered while the input stays open, with its own id.",
        _one_at_a_time,
    ),
    SmokeCheck(
        "adapter/many-at-once",
        "Questions that are sent together are all answered, in their order.",
        _many_at_once,
    ),
    SmokeCheck(
        "adapter/names",
        "On each board that is answered about, cells have the right names and places in a text.",
        _names,
    ),
)


def end_cases(reference: Reference, board: str, seed: int) -> Iterator[Case]:
    """Full boards with leads of two stones or fewer for either colour, and of all stones.

    Args:
        reference: gives the right answers.
        board: the board's text.
        seed: decides where the stones stand.
    """
    rows = start_of(board).split(" ")[1]
    cells = rows.count(".")
    chance = random.Random(f"{seed}/ends/{board}")  # noqa: S311 - not for secrets
    few = {(cells + lead) // 2 for lead in (-2, -1, 0, 1, 2)}
    for red in sorted({each for each in few if 0 <= each <= cells} | {0, cells}):
        stones = ["r"] * red + ["b"] * (cells - red)
        chance.shuffle(stones)
        full = "".join(stones.pop() if each == "." else each for each in rows)
        name = f"ends/{board}/{red}"
        yield reference.case(name, Question(f"{board} {full} {chance.choice('rb')}"))


def geometry_cases(reference: Reference, board: str) -> Iterator[Case]:
    """Cases that show which cells there are and which are next to which: up to two stones."""
    read = spec.read_board(board)
    cells = [spec.write_cell(read, cell) for cell in spec.cells_of(read)]
    start = start_of(board)
    yield reference.case(f"geometry/{board}", Question(start))
    for number, cell in enumerate(cells):
        yield reference.case(f"geometry/{board}/{cell}", Question(start, (cell,)))
        other = cells[(number + len(cells) // 2) % len(cells)]
        if other != cell:
            yield reference.case(f"geometry/{board}/{cell}", Question(start, (cell, other)))
