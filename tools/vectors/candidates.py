"""Where vectors come from: games by chance, positions by chance, and everything asked there.

A candidate is a kind of vector with its question; it has no answer yet. Chance is seeded, so that
the same candidates come every time.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import churn_spec as spec
from churn_engine import Game
from churn_engine.notation import parse_position
from churn_verification.judge.figures import Moment, figures
from churn_verification.judge.questions import illegal_turns
from churn_verification.judge.reference import engine_reference
from churn_verification.judge.sequences import Abilities, late_position, sequence_cases
from churn_verification.players import UNDO, Question, start_of

BOARDS = (
    "1",
    "2",
    "3",
    "4",
    "5",
    "3-4-3-4-3-4",
    "5-3-3-5-3-3",
    "6-4-4-6-4-4",
    "2-1-2-2-1-2",
    "3-2-2-3-2-2",
    "3-4-2-5-2-4",
    "4-6-5-5-5-6",
    "3-8-9-8-3-14",
)
"""The boards: one of a single cell; those on which the game is played; even ones of 4 and 10 cells;
and lopsided ones of 23, 65 and 129 cells."""

_GAMES = {"2": 6, "3": 6, "2-1-2-2-1-2": 3, "3-2-2-3-2-2": 4, "3-4-2-5-2-4": 2}
"""How many games are played on a board; one on the others."""

_MEETING_PLACES = 4
_MOST_TURNS = 120
_LONG_GAME_BOARD = "6-4-4-6-4-4"
_LONG_GAME_TURNS = 1_300
_OF_A_SEQUENCE = 6
_LONGEST_WAY = 200
_PERFT = {"2": 5, "3": 3, "2-1-2-2-1-2": 5, "3-2-2-3-2-2": 3, "3-4-3-4-3-4": 2, "4": 2, "5": 2}


@dataclass(frozen=True)
class Candidate:
    """A question that may become a vector.

    Attributes:
        kind: the kind of vector.
        question: the question.
        clause: the clause that an illegal turn breaks.
    """

    kind: str
    question: Question
    clause: str | None = None


def candidates() -> Iterator[Candidate]:
    """All candidates, in an order that is always the same."""
    yield from _of_figures()
    for kind in ("swap", "turns"):
        yield Candidate(kind, Question(start_of(BOARDS[0]), ("a1",), way=()))
    for board in BOARDS[1:]:
        chance = random.Random(f"vectors/{board}")  # noqa: S311 - not for secrets
        yield from _of_openings(board)
        yield from _of_scattered_positions(board, chance)
        yield from _of_meeting_places(board, chance)
        for _ in range(_GAMES.get(board, 1)):
            yield from _of_game(board, chance)
        if board in _PERFT:
            yield from _perfts(board, chance)
            yield from _of_sequences(board)


def long_game() -> Candidate:
    """A game of more than 1,000 turns."""
    for number in range(100):
        game = _played(_LONG_GAME_BOARD, random.Random(f"long/{number}"), 10**6)  # noqa: S311
        turns = game.record.turns
        if len(turns) > _LONG_GAME_TURNS:
            return Candidate(
                "games", Question(start_of(_LONG_GAME_BOARD), turns[:_LONG_GAME_TURNS])
            )
    raise ValueError(f"no game on {_LONG_GAME_BOARD} is so long")


def _of_figures() -> Iterator[Candidate]:
    for figure in figures():
        yield Candidate("legal", Question(figure.position))
        moment: Moment | None = figure
        turns: tuple[str, ...] = ()
        while moment is not None and moment.play is not None:
            turns = (*turns, moment.play)
            yield Candidate("turns", Question(figure.position, turns))
            moment = moment.then


def _of_openings(board: str) -> Iterator[Candidate]:
    """The first turns of a game, where the swap is."""
    start = start_of(board)
    yield Candidate("legal", Question(start, way=()))
    first = Game(parse_position(start)).legal_turns()
    for cell in dict.fromkeys((first[0], first[len(first) // 2], first[-1])):
        game = Game(parse_position(start))
        game.play(cell)
        reply = game.legal_turns()[0]
        ways = [(), (cell,), (cell, "swap"), (cell, reply), (cell, "swap", reply)]
        yield from (Candidate("swap", Question(start, way, way=())) for way in ways)
        swapped = ((cell, "swap", UNDO), (cell, "swap", reply, UNDO), (cell, UNDO))
        yield from (Candidate("undo", Question(start, way, way=())) for way in swapped)
        for way in ((), (cell, "swap"), (cell, reply)):
            game = Game(parse_position(start))
            for turn in way:
                game.play(turn)
            yield Candidate("illegal", Question(str(game.position), ("swap",), way=way), "S1")


def _of_sequences(board: str) -> Iterator[Candidate]:
    """The course of games: on small boards to both ends after the swap, on others near the end."""
    whole = board in _GAMES
    for number in range(2 * _GAMES.get(board, 1)):
        seed = f"vectors/sequences/{board}/{number}"
        begin = Question(start_of(board), way=())
        if not whole:
            begin = late_position(board, random.Random(seed))  # noqa: S311 - not for secrets
            if len(begin.way or ()) > _LONGEST_WAY:
                begin = replace(begin, way=None)
        cases = list(sequence_cases(engine_reference(), begin, seed, Abilities(perft=False)))
        every = max(1, len(cases) // _OF_A_SEQUENCE)
        for case in (*cases[::every], cases[-1]):
            if case.question.turns:
                yield Candidate("sequences", case.question)


def _of_game(board: str, chance: random.Random) -> Iterator[Candidate]:
    game = _played(board, chance, _MOST_TURNS)
    turns = game.record.turns
    if game.over:
        yield Candidate("games", Question(start_of(board), turns))
    moments = {1, len(turns), len(turns) - 1, len(turns) - 2}
    moments |= {chance.randint(2, max(2, len(turns))) for _ in range(5)}
    for number in sorted(each for each in moments if 0 < each <= len(turns)):
        yield from _of_moment(board, turns[:number], chance)


def _of_moment(board: str, way: tuple[str, ...], chance: random.Random) -> Iterator[Candidate]:
    """Everything that can be asked after some turns of a game."""
    game = Game.from_text(start_of(board))
    texts = [str(game.position)]
    for turn in way:
        game.play(turn)
        texts.append(str(game.position))
    here = Question(texts[-1], way=way)
    before = len(way) - min(len(way), chance.randint(2, 4))
    stretch = Question(texts[before], way[before:], way=way[:before])
    yield Candidate("turns", stretch)
    if chance.randrange(3) == 0:
        yield Candidate("undo", replace(stretch, turns=(*stretch.turns, UNDO)))
    yield from _of_position(here, chance)


def _of_position(here: Question, chance: random.Random) -> Iterator[Candidate]:
    game = Game(parse_position(here.position))
    if game.over or game.empty_mask.bit_count() == 1 or chance.randrange(4) == 0:
        yield Candidate("ends", here)
    if chance.randrange(4) == 0:
        yield Candidate("groups", here)
    if not game.over:
        yield Candidate("legal", here)
    for turn in _telling_turns(game, chance):
        yield Candidate("turns", Question(here.position, (turn,), way=here.way))
    refusals = illegal_turns(engine_reference(), Question(str(game.position)))
    for turn, clause in chance.sample(refusals, min(2, len(refusals))):
        yield Candidate("illegal", Question(here.position, (turn,), way=here.way), clause)


def _telling_turns(game: Game, chance: random.Random) -> list[str]:
    """A few legal turns, those that remove most among them."""
    turns = [turn for turn in game.legal_turns() if turn != "swap"]
    chance.shuffle(turns)
    turns.sort(key=lambda turn: -len(game.would_remove(turn)))
    return turns[:2]


def _of_scattered_positions(board: str, chance: random.Random) -> Iterator[Candidate]:
    """Positions with stones by chance, which no game may ever reach."""
    start = start_of(board).split(" ")[1]
    for letters in (".rb", ".rrbb", "rb", "rrrb", "rbbb", ".r"):
        cells = [chance.choice(letters) if cell == "." else cell for cell in start]
        holes = [number for number, cell in enumerate(cells) if cell in "rb"]
        for hole in chance.sample(holes, min(len(holes), chance.randint(0, 2))):
            cells[hole] = "."
        yield from _of_position(Question(f"{board} {''.join(cells)} {chance.choice('rb')}"), chance)


def _of_meeting_places(board: str, chance: random.Random) -> Iterator[Candidate]:
    """Boards full but for one cell, where up to three groups of the side to move meet."""
    read = spec.read_board(board)
    inner = [cell for cell in spec.cells_of(read) if len(spec.neighbours_of(read, cell)) == 6]
    for hole in chance.sample(inner, min(_MEETING_PLACES, len(inner))):
        around = sorted(spec.neighbours_of(read, hole))
        own = {cell for cell in around if (cell.x - hole.x - cell.y + hole.y) % 3 == 1}
        others = [cell for cell in spec.cells_of(read) if cell != hole and cell not in around]
        own.update(cell for cell in others if chance.randrange(5) < 2)
        enemy = frozenset(spec.cells_of(read)) - own - {hole}
        position = spec.Position(read, frozenset(own), enemy, spec.Colour.RED)
        yield from _of_position(Question(spec.write_position(position)), chance)


def _perfts(board: str, chance: random.Random) -> Iterator[Candidate]:
    yield Candidate("perft", Question(start_of(board), depth=_PERFT[board], way=()))
    game = Game(parse_position(start_of(board)))
    first = game.legal_turns()[-1]
    game.play(first)
    offered = Question(str(game.position), ("swap",), min(3, _PERFT[board]), way=(first,))
    yield Candidate("perft", offered)
    game = _played(board, chance, _MOST_TURNS)
    turns = game.record.turns
    for back in (4, 8, 16):
        if back < len(turns):
            way = turns[:-back]
            here = Game.replay(type(game.record)(game.record.start, way))
            depth = 4 if len(here.legal_turns()) < 4 else 2
            yield Candidate("perft", Question(str(here.position), depth=depth, way=way))


def _played(board: str, chance: random.Random, most_turns: int) -> Game:
    game = Game.from_text(start_of(board))
    for _ in range(most_turns):
        if game.over:
            break
        game.play(chance.choice([turn for turn in game.legal_turns() if turn != "swap"]))
    return game
