# ruff: noqa: T201 - a script that prints
"""How many turns of random play a second, by whom: the specification, the engine, the kernels.

    python -m benchmarks.speed                  # all contenders, as a table in Markdown
    python -m benchmarks.speed --workers 2      # what more workers bring, on size 7

A round lets every contender play for a moment, one after the other, so that a disturbance meets all
of them; the figures are medians over the rounds, with the least and the most. For single contenders
the time is that of the process, so other programs on the machine count only by what they take from
the caches. More workers are measured by the clock, so that wants a quiet machine.

All play on from the same position in the middle of a game. What goes to compiling, or to loading
what was compiled, is not counted.
"""

import argparse
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from statistics import median

from benchmarks.yardstick import play_plainly

import churn_spec as spec
from churn_engine.board import board
from churn_engine.game import Game
from churn_engine.random_play import UnfinishedGame, game_to_play, play_at_random
from churn_verification.simulation.parts import play_part
from churn_verification.simulation.run import Request, Run
from churn_verification.work.processes import Processes
from churn_verification.work.workers import work_through

SEED = 7
SIZES = (3, 4, 5, 6, 7, 8, 9)
_SLOW_SIZES = SIZES[:5]
_TURNS_BEFORE = {6: 10_000, 7: 500_000, 8: 8_000_000, 9: 100_000_000}
_SECONDS_A_ROUND = 0.5
_MOST_GAMES = 2**19

Player = Callable[[UnfinishedGame, int], None]
"""Plays so many turns of random games, the first from where it is."""


def play_by_specification(start: UnfinishedGame, turns: int) -> None:
    """Play by the specification, as it stands."""
    chance = random.Random(SEED)  # noqa: S311 - not for secrets
    position = spec.read_position(str(start.position))
    for _ in range(turns):
        if spec.is_over(position):
            position = spec.starting_position(position.board)
        position = spec.play(position, chance.choice(sorted(spec.legal_placements(position))))


def play_by_stepping(start: UnfinishedGame, turns: int) -> None:
    """Play by the stepping engine."""
    chance = random.Random(SEED)  # noqa: S311 - not for secrets
    game = Game(start.position)
    for _ in range(turns):
        if game.over:
            game = Game.on(game.board)
        mask = game.placements.mask
        for _ in range(chance.randrange(mask.bit_count())):
            mask &= mask - 1
        game.play((mask & -mask).bit_length() - 1)


def play_by_yardstick(start: UnfinishedGame, turns: int) -> None:
    """Play the plain compiled way."""
    play_plainly(SEED, start, turns)


def play_by_kernels(start: UnfinishedGame, turns: int) -> None:
    """Play by the kernels."""
    play_at_random(SEED, start, _MOST_GAMES, turns)


PLAYERS: dict[str, tuple[Player, tuple[int, ...]]] = {
    "specification": (play_by_specification, _SLOW_SIZES),
    "stepping engine": (play_by_stepping, _SLOW_SIZES),
    "yardstick": (play_by_yardstick, SIZES),
    "kernels": (play_by_kernels, SIZES),
}
"""Who plays, and on which sizes."""

Rates = dict[str, list[float]]
"""Turns a second by player, one figure a round."""


def rates_on(size: int, rounds: int) -> Rates:
    """Let everybody play on a size, all from the same position in the middle of a game."""
    start = _middle_of_a_game(size)
    players = {name: play for name, (play, sizes) in PLAYERS.items() if size in sizes}
    turns = {name: _turns_a_round(play, start) for name, play in players.items()}
    rates: Rates = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            rates[name].append(turns[name] / _seconds(play, start, turns[name]))
    return rates


def _middle_of_a_game(size: int) -> UnfinishedGame:
    game = game_to_play(board(size), 0)
    if size not in _TURNS_BEFORE:
        return game
    begun = play_at_random(SEED, game, 1, _TURNS_BEFORE[size]).unfinished
    return begun or game


def _turns_a_round(play: Player, start: UnfinishedGame) -> int:
    """As many turns as take about as long as a round, found after a first few that do not count."""
    turns = 16
    play(start, turns)
    while (seconds := _seconds(play, start, turns)) < _SECONDS_A_ROUND / 8:
        turns *= 4
    return round(turns * _SECONDS_A_ROUND / seconds)


def _seconds(play: Player, start: UnfinishedGame, turns: int) -> float:
    begin = time.process_time()
    play(start, turns)
    return time.process_time() - begin


def table(rates: dict[int, Rates]) -> Iterator[str]:
    """The lines of a table in Markdown: medians, with the least and the most in brackets."""
    headings = "kernels : yardstick | kernels : specification"
    yield f"| size | cells | {' | '.join(PLAYERS)} | {headings} |"
    yield "|---" * (len(PLAYERS) + 4) + "|"
    for size, of_size in rates.items():
        columns = [_spread(of_size.get(name), _thousands) for name in PLAYERS]
        columns += [
            _spread(_ratios(of_size, other), _ratio) for other in ("yardstick", "specification")
        ]
        yield f"| {size} | {board(size).size} | {' | '.join(columns)} |"


def _ratios(rates: Rates, other: str) -> list[float] | None:
    if other not in rates:
        return None
    return [one / two for one, two in zip(rates["kernels"], rates[other], strict=True)]


def _spread(figures: list[float] | None, write: Callable[[float], str]) -> str:
    if not figures:
        return ""
    return f"{write(median(figures))} ({write(min(figures))} to {write(max(figures))})"


def _thousands(rate: float) -> str:
    return f"{rate / 1e6:.1f} M" if rate >= 1e6 else f"{rate / 1e3:.3g} k"


def _ratio(ratio: float) -> str:
    return f"{ratio:,.0f}"


def speed_of_workers(workers: int, seconds: float) -> float:
    """Turns a second of so many workers on size 7, from when all of them have begun."""
    run = Run(Request(board="7", seed=SEED, games=10**9))
    begin = turns = 0.0

    def look() -> None:
        nonlocal begin, turns
        now = time.monotonic()
        if not begin and run.turns:
            begin, turns = now + 1, 0  # a second later all have begun
        elif begin and not turns and now >= begin:
            begin, turns = now, run.turns
        elif turns and now - begin >= seconds:
            raise _EnoughError((run.turns - turns) / (now - begin))

    try:
        work_through(Processes(workers), play_part, run, look)
    except _EnoughError as enough:
        return enough.rate
    raise RuntimeError("a thousand million games were played")


class _EnoughError(Exception):
    def __init__(self, rate: float) -> None:
        super().__init__(rate)
        self.rate = rate


def surroundings() -> str:
    """The machine and the versions, in one line."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
    return f"{_processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, {packages}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, choices=SIZES)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--workers", type=int, help="compare so many workers with one")
    arguments = parser.parse_args()
    print(surroundings(), end="\n\n")
    if arguments.workers:
        print_workers(arguments.workers, arguments.rounds)
        return
    rates = {}
    for size in arguments.sizes:
        rates[size] = rates_on(size, arguments.rounds)
        print(f"size {size} measured", file=sys.stderr)
    print("\n".join(table(rates)))


def print_workers(workers: int, rounds: int) -> None:
    """Measure one worker and several in turns, and print what the several bring."""
    rates = [(speed_of_workers(1, 3), speed_of_workers(workers, 3)) for _ in range(rounds)]
    one, several = [rate for rate, _ in rates], [rate for _, rate in rates]
    ratios = [more / single for single, more in rates]
    print(f"1 worker: {_spread(one, _thousands)}")
    print(f"{workers} workers: {_spread(several, _thousands)}")
    print(f"ratio: {_spread(ratios, '{:.2f}'.format)}")


if __name__ == "__main__":
    main()
