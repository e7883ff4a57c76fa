"""Random play beyond what a short game shows: its random numbers, and games of thousands of turns.

What the compiled code plays is compared with games of the stepping engine that take the draws from
their definition (`simulation.replay`). The stepping engine is fast enough for whole games on size
5; other checks compare it with the specification.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from churn_engine import Game, NotationError
from churn_engine.kernels.philox import fill
from churn_engine.kernels.random_games import DRAWS_AT_A_TIME, Source, drawn_below
from churn_engine.notation import SWAP, parse_board, starting_position
from churn_engine.random_play import GameSums, UnfinishedGame, game_to_play, play_at_random
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.results import Result, failed, held
from churn_verification.simulation import replay
from churn_verification.simulation.parts import play_part
from churn_verification.simulation.run import Request, Run
from churn_verification.simulation.statistics import statistics_of
from churn_verification.strategies import LARGE_BOARDS

_U = np.uint64

PUBLISHED = (
    (0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (2**64 - 1, 2**128 - 1, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        0x299F31D0A4093822,
        0x0370734413198A2E85A308D3243F6A88,
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)
"""The answers published with Random123 for philox4x32 with 10 rounds: key, counter, block."""

_SEEDS = _STREAMS = (0, 5, 2**32 - 1, 2**32, 2**63 + 7, 2**64 - 1)
_BLOCKS = (0, 2**32 - 2, 2**32, 2**61 + 1)
_BLOCKS_AT_A_TIME = 3

_MOST_CHOICES = 400

_WHOLE = 2**40
"""More turns than any game here has."""


@dataclass(frozen=True)
class Stretch:
    """A part of a random game.

    Attributes:
        board: the board, which is empty at the start of it.
        turns: how many turns to play unless the game ends before.
        seed: the seed.
        game: the number of the game, which is that of its stream.
        draws: how many draws count as taken before.
        turns_before: how many turns count as played before.
    """

    board: str
    turns: int = _WHOLE
    seed: int = 2026
    game: int = 7
    draws: int = 0
    turns_before: int = 0


REJECTED = (
    Stretch("5", turns=100, draws=55_382_833),
    Stretch("7", turns=100, draws=1_628_939),
    Stretch("8", turns=100, draws=77_167_045),
    Stretch("20-1-20-20-1-20", turns=100, draws=25_779_023),
)
"""The first draw of each is one that must be drawn again, there being so many choices."""

HIGH = (
    Stretch("3", game=2**32),
    Stretch("3", game=2**63 + 1),
    Stretch("3", seed=2**63 + 1),
    Stretch("3", draws=4 * 2**32 - 7),
    Stretch("3", draws=2**61),
    Stretch("3", turns_before=2**33),
)
"""Seeds, streams, counters and sums beyond 32 bits."""

LONG = (
    Stretch("5"),
    Stretch("5", game=8),
    Stretch("7", turns=20_001),
    *(Stretch(board, turns=3_001) for board in LARGE_BOARDS),
)
"""More than 2,000 turns in a row, on boards of up to eight machine words. Where the number of turns
is odd, Blue is to move at the end."""

IN_PARTS = {"4": 5_000, "7": 9}
"""Boards and numbers of games: several batches on size 4, a batch of several parts on size 7."""


def register(registry: Registry) -> None:
    """Add the checks."""
    for check in _checks():
        registry.add(check)


def _checks() -> Iterator[Check]:
    yield Check(
        id="random-play/generator",
        sentence="The random numbers of random play are those that are published for the generator"
        " and those of its definition, with high seeds, streams and counters, and a draw that would"
        " favour some choices is drawn again.",
        clauses=("T1", "P1", "P2", "R1", "R2"),
        kind=Kind.DIFFERENTIAL,
        level=Level.QUICK,
        run=_compare_generators,
        cost=3,
    )
    yield Check(
        id="random-play/long-games",
        sentence="Random games of thousands of turns, on boards of up to 400 cells, are those that"
        " the stepping engine plays with the same draws: the last position, all sums and counts.",
        clauses=("T1", "P1", "P2", "R1", "R2", "E1", "E2"),
        kind=Kind.DIFFERENTIAL,
        level=Level.QUICK,
        run=_compare_long_games,
        cost=3,
    )
    yield Check(
        id="random-play/parts",
        sentence="Games that are played in parts, put down as text and taken up again, are counted"
        " as the same games played at a stretch.",
        clauses=("T1", "P1", "P2"),
        kind=Kind.DIFFERENTIAL,
        level=Level.QUICK,
        run=_compare_parts,
        cost=3,
    )


# The generator -----------------------------------------------------------------------------------


def _compare_generators(context: Context) -> Result:
    covered: Counter[str] = Counter()
    for compare in (_compare_published, _compare_blocks, _compare_choices):
        reason = compare(covered)
        if reason is not None:
            return failed(reason, covered)
    return _compare_stretches((*REJECTED, *HIGH), context, covered)


def _compare_published(covered: Counter[str]) -> str | None:
    for key, counter, block in PUBLISHED:
        stream, number = divmod(counter, 2**64)
        for name, answer in (
            ("the definition", replay.philox(key, counter)),
            ("the kernels", tuple(_filled(key, stream, number, blocks=1))),
        ):
            if answer != block:
                return (
                    f"key {key:#x}, counter {counter:#x}: {name} give {answer}, published {block}"
                )
        covered["published blocks"] += 1
    return None


def _compare_blocks(covered: Counter[str]) -> str | None:
    for seed, stream, block in product(_SEEDS, _STREAMS, _BLOCKS):
        answer = _filled(seed, stream, block, _BLOCKS_AT_A_TIME)
        expected = list(islice(replay.draws(seed, stream, 4 * block), len(answer)))
        if answer != expected:
            return f"seed {seed}, game {stream}, block {block}: {answer}, should be {expected}"
        covered["blocks"] += _BLOCKS_AT_A_TIME
    return None


def _filled(seed: int, stream: int, first_block: int, blocks: int) -> list[int]:
    draws = np.zeros(4 * blocks, dtype=_U)
    fill(draws, _U(seed), _U(stream), _U(first_block))
    return [int(draw) for draw in draws]


def _compare_choices(covered: Counter[str]) -> str | None:
    """Choose from 1 to 400 with the last draw that is passed over and the first that is not."""
    for bound in range(1, _MOST_CHOICES + 1):
        for taken in _draws_at_the_edge(bound):
            draws = np.zeros(DRAWS_AT_A_TIME, dtype=_U)
            draws[: len(taken)] = taken
            source = iter(taken)
            expected = replay.drawn_below(bound, source), len(taken) - len(list(source))
            answer = drawn_below(bound, Source(draws, _U(0), _U(0)), 0)
            if tuple(map(int, answer)) != expected:
                return f"below {bound}, from {taken}: {answer}, should be {expected}"
            covered["choices"] += 1
            covered["draws passed over"] += expected[1] - 1
    return None


def _draws_at_the_edge(bound: int) -> Iterator[list[int]]:
    """Draws whose products with a bound lie below and at 2**32 modulo the bound, then another."""
    even = bound & -bound
    inverse = pow(bound // even, -1, 2**32)
    edge = 2**32 % bound
    for low in {0, edge - even, edge}:
        if low >= 0:
            yield [low // even * inverse % (2**32 // even), 2**31 + 1]


# Games -------------------------------------------------------------------------------------------


def _compare_long_games(context: Context) -> Result:
    games = context.budget(1, 3, 30)
    chance = context.random("long-games")
    drawn = [
        Stretch("5", seed=chance.getrandbits(64), game=chance.getrandbits(64)) for _ in range(games)
    ]
    return _compare_stretches((*LONG, *drawn), context, Counter())


def _compare_parts(context: Context) -> Result:
    """Let the parts of a run come back out of order, each of its games gone on with from text."""
    seed = context.random("parts").getrandbits(63)
    covered: Counter[str] = Counter()
    for board, games in IN_PARTS.items():
        expected = statistics_of(play_at_random(seed, game_to_play(parse_board(board), 0), games))
        run, ended = Run(Request(board=board, seed=seed, games=games)), 0
        while not run.finished and ended <= games:
            given = list(iter(run.next_task, None))
            for part in reversed(given):
                played = play_part(part)
                covered["parts"] += 1
                covered["parts gone on with"] += played.unfinished is not None
                ended += played.statistics.games
                run.take(part, played)
        if run.statistics != expected:
            return failed(f"{games} games on {board}, seed {seed}: counted otherwise in parts")
        covered["games"] += games
        context.progress(covered["games"], sum(IN_PARTS.values()))
    return held(covered)


def _compare_stretches(
    stretches: tuple[Stretch, ...], context: Context, covered: Counter[str]
) -> Result:
    for number, stretch in enumerate(stretches, start=1):
        expected, answer = _by_stepping(stretch), _by_kernels(stretch)
        for what, right in expected.items():
            if answer[what] != right:
                reason = f"{stretch}: {what}: {answer[what]}, should be {right}"
                return failed(reason, covered)
        covered["stretches"] += 1
        covered["turns"] += int(str(expected["turns"])) - stretch.turns_before
        context.progress(number, len(stretches))
    return held(covered)


def _by_stepping(stretch: Stretch) -> Mapping[str, object]:
    """Play by the stepping engine, with draws from their definition."""
    game = Game(starting_position(parse_board(stretch.board)))
    source = replay.draws(stretch.seed, stretch.game, stretch.draws)
    sizes: Counter[int] = Counter()
    choices: Counter[int] = Counter()
    turns = 0
    while turns < stretch.turns and not game.over:
        legal = [turn for turn in game.legal_turns() if turn != SWAP]
        cell = legal[replay.drawn_below(len(legal), source)]
        sizes[game.formed_size(cell)] += 1
        choices[len(legal)] += 1
        game.play(cell)
        turns += 1
    return {
        "turns": stretch.turns_before + turns,
        "sum of formed sizes": sum(size * times for size, times in sizes.items()),
        "sum of choices": sum(number * times for number, times in choices.items()),
        "forced turns": choices[1],
        "formed sizes": dict(sorted(sizes.items())),
        "numbers of choices": dict(sorted(choices.items())),
        "end": game.red_mask.bit_count() - game.blue_mask.bit_count()
        if game.over
        else (game.red_mask, game.blue_mask, game.mover),
    }


def _by_kernels(stretch: Stretch) -> Mapping[str, object]:
    """Play by the compiled code; it may come to stones that make no position."""
    fresh = game_to_play(parse_board(stretch.board), stretch.game)
    sums = GameSums(stretch.turns_before, 0, 0, 0)
    start = UnfinishedGame(fresh.number, fresh.position, stretch.draws, sums)
    try:
        played = play_at_random(stretch.seed, start, 1, stretch.turns)
    except NotationError as error:
        return {"turns": f"no position after them: {error}"}
    left = played.unfinished
    if left is None:
        columns = (played.turns, played.formed, played.choices, played.forced)
        sums = GameSums(*(int(column[0]) for column in columns))
        end: object = int(played.leads[0])
    else:
        sums = left.sums
        end = left.position.red, left.position.blue, left.position.mover
    return {
        "turns": sums.turns,
        "sum of formed sizes": sums.formed,
        "sum of choices": sums.choices,
        "forced turns": sums.forced,
        "formed sizes": _counts(played.formed_sizes),
        "numbers of choices": _counts(played.branching),
        "end": end,
    }


def _counts(histogram: np.ndarray[tuple[int], np.dtype[np.int64]]) -> dict[int, int]:
    return {int(value): int(histogram[value]) for value in np.flatnonzero(histogram)}
