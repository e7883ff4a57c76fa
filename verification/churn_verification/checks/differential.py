"""Each form of the engine against the specification, on what chance chooses."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import churn_spec as spec
from churn_verification.judge.comparing import Compared, Comparison, compared, played
from churn_verification.judge.figures import figures
from churn_verification.judge.games import play_game, take_game_back
from churn_verification.judge.judge import Judge
from churn_verification.judge.machine import missing_events, run_machine
from churn_verification.judge.match import AllHaveFailed
from churn_verification.judge.perft import EnginePerft, counting_cases
from churn_verification.players import ENGINES, Case, PerftCount
from churn_verification.registry import Context, Kind, Level, Registry
from churn_verification.strategies import USUAL_BOARDS

_TURN_CLAUSES = ("B1", "T1", "S1", "P1", "P2", "R1", "R2", "E1", "E2", "F1")

_MOST_ROUNDS = 5

_LONG = 1_100
"""More turns than a counter or a limit of a thousand bears."""

_PERFT_BOARDS = {
    "1": 3,
    "2": 6,
    "3": 3,
    "4": 3,
    "2-1-2-1-2-1": 8,
    "2-1-2-2-1-2": 8,
    "5-1-1-5-1-1": 7,
    "2-3-2-3-2-3": 4,
    "3-4-3-4-3-4": 3,
    "4-2-3-4-2-3": 3,
    "4-3-2-4-3-2": 3,
    "4-1-3-2-3-1": 5,
}
"""Boards, and the depth to which each is counted from the start."""


def _drive_machine(judge: Judge, context: Context) -> Counter[str]:
    """Run the machine; go on with another seed while an event is missing, up to a limit."""
    examples = context.budget(quick=200, standard=900, exhaustive=9_000)
    chance = context.random("machine")
    tally: Counter[str] = Counter()
    for _ in range(_MOST_ROUNDS):
        tally.update(run_machine(judge, examples, chance.getrandbits(64), context.progress))
        if not missing_events(tally):
            break
    return Counter(dict.fromkeys(missing_events(tally), 0) | tally)


def _play_games(board: str, judge: Judge, context: Context) -> Counter[str]:
    cells = spec.cell_count(spec.read_board(board))
    games = context.budget(*_games_by_level(cells))
    chance = context.random(f"games/{board}")
    tally: Counter[str] = Counter()
    for number in range(games):
        tally["turns"] += play_game(judge, spec.read_board(board), chance, tally)
        tally["games"] += 1
        context.progress(number + 1, games)
    return tally


def _play_for_long(judge: Judge, context: Context) -> Counter[str]:
    tally: Counter[str] = Counter()
    chance = context.random("long-game")
    tally["turns"] += play_game(judge, spec.regular_board(5), chance, tally, _LONG)
    return tally


def _take_back(judge: Judge, context: Context) -> Counter[str]:
    games = context.budget(quick=10, standard=50, exhaustive=500)
    chance = context.random("taking-back")
    tally: Counter[str] = Counter()
    for text in ("2", "2-1-2-2-1-2", "3", "3-4-3-4-3-4"):
        for _ in range(games):
            board = spec.read_board(text)
            tally["turns taken back"] += take_game_back(judge, board, chance, tally, turns=30)
            tally["games"] += 1
    return tally


def _games_by_level(cells: int) -> tuple[int, int, int]:
    """How many games to play at each level: long games are dear."""
    if cells <= 19:
        return 20, 200, 2_000
    return (5, 50, 500) if cells <= 37 else (1, 3, 20)


def _perft_cases(context: Context) -> Iterator[tuple[spec.Position, int]]:
    """Positions to count from, with depths: starts, the figures, and turns of random games."""
    for text, depth in _PERFT_BOARDS.items():
        yield spec.starting_position(spec.read_board(text)), depth
    for figure in figures():
        yield spec.read_position(figure.position), context.budget(3, 4, 6)
    chance = context.random("perft")
    for text in ("3", "3-4-3-4-3-4", "4-2-3-4-2-3", "4"):
        for _ in range(context.budget(3, 6, 30)):
            yield _somewhere(text, chance.randrange(5, 60), chance.getrandbits(64)), 2


def _somewhere(board: str, turns: int, seed: int) -> spec.Position:
    """The position after some random turns from the start, or at the last turn of the game."""
    position = spec.starting_position(spec.read_board(board))
    for number in range(turns):
        placements = sorted(spec.legal_placements(position))
        after = spec.play(position, placements[(seed >> number) % len(placements)])
        if spec.is_over(after):
            break
        position = after
    return position


def _count_turns(judge: Judge, context: Context) -> Counter[str]:
    counts: Counter[str] = Counter()
    for position, depth in _perft_cases(context):
        cases = list(counting_cases(position, depth))
        counts["counts"] += sum(1 for _ in judge.put(cases))
        if judge.is_done:
            raise AllHaveFailed
        counts["positions"] += 1
        counts["turn sequences"] += _counted(cases[-1])
    return counts


def _counted(case: Case) -> int:
    return case.right.perft if isinstance(case.right, PerftCount) else 0


def _by_playing() -> dict[str, Callable[[], Compared]]:
    """Who counts: each form of the engine by playing, and the engine's own count."""
    forms = {form: partial(played, engine) for form, engine in ENGINES.items()}
    return {**forms, "engine": partial(compared, EnginePerft)}


_differential = partial(Comparison, kind=Kind.DIFFERENTIAL, level=Level.QUICK)


def _whole_games(board: str) -> Comparison:
    is_long = board in ("5", "6-4-4-6-4-4")
    is_small = spec.cell_count(spec.read_board(board)) <= 27
    return Comparison(
        id=f"games/{{form}}/{board}",
        sentence=f"In whole random games on {board} the {{name}} follows the specification turn by"
        " turn to the same end.",
        clauses=_TURN_CLAUSES,
        kind=Kind.DIFFERENTIAL,
        level=Level.STANDARD if is_long else Level.QUICK,
        compare=partial(_play_games, board),
        cost=8 if is_long else 0.2 if is_small else 1,
    )


COMPARISONS = (
    _differential(
        id="machine/{form}",
        sentence="Whatever a state machine does, the {name} and the specification say the same"
        " after each step: legal turns, illegal attempts, undo, swap, jumps, symmetric images,"
        " exchanged colours.",
        clauses=(*_TURN_CLAUSES, "B2"),
        compare=_drive_machine,
        cost=4,
    ),
    *map(_whole_games, USUAL_BOARDS),
    _differential(
        id="long-game/{form}",
        sentence=f"The {{name}} follows the specification through the first {_LONG:,} turns of a"
        " game on size 5.",
        clauses=tuple(each for each in _TURN_CLAUSES if each != "E2"),  # it sees no end
        compare=_play_for_long,
        cost=0.4,
    ),
    _differential(
        id="taking-back/{form}",
        sentence="The {name} comes back to the start as the specification does, through all"
        " positions of the way, when every turn is taken back.",
        clauses=("T1", "S1", "R1", "R2"),
        compare=_take_back,
        cost=0.4,
    ),
    _differential(
        id="perft/{form}",
        sentence="The {name} counts as many turn sequences as the specification, from the start"
        " and from other positions.",
        clauses=("T1", "S1", "P1", "P2"),
        compare=_count_turns,
        cost=0.5,
        players=_by_playing(),
    ),
)
"""The comparisons that follow what chance chooses."""


def register(registry: Registry) -> None:
    """Add the checks of all comparisons."""
    for comparison in COMPARISONS:
        registry.add_all(comparison.checks())
