"""Random play: the designer's two figures, and whether the games are what they are said to be."""

from collections.abc import Iterator
from functools import partial

import churn_spec as spec
from churn_engine import NotationError
from churn_engine.notation import parse_board
from churn_engine.random_play import GameSums, UnfinishedGame, game_to_play, play_at_random
from churn_engine.solver.solution import solution_of
from churn_engine.solver.solve import Solver
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.results import Result, failed, held
from churn_verification.simulation.claims import PUBLISHED, Verdict, judge
from churn_verification.simulation.replay import replay
from churn_verification.simulation.statistics import Statistics, statistics_of
from churn_verification.strategies import LARGE_BOARDS

_REPLAYED = {"1": 3, "2-1-2-2-1-2": 20, "2": 20, "3": 10, "3-4-3-4-3-4": 3, "4": 1}
_BEGUN = ("8-1-8-8-1-8", "13-1-5-13-1-5", "7", "16-1-8-16-1-8", *LARGE_BOARDS)
"""Boards of 64, 65, 127 and 128 cells and larger ones, on which whole games would be long."""
_FIRST_TURNS = 300
_GAMES_TO_JUDGE = {"C1": (200, 2_000, 200_000), "C2": (40, 200, 4_000)}
_TURNS_AT_A_TIME = 2**24
_SOLVED = ("2", "2-1-2-2-1-2", "3-1-2-3-1-2", "3-2-2-3-2-2")
_WIDEST = 5.0  # standard errors: chance alone goes so far once in 1.7 million times


def register(registry: Registry) -> None:
    """Add the checks."""
    for check in _checks():
        registry.add(check)


def _checks() -> Iterator[Check]:
    for claim, (size, turns) in spec.CLAIMED_TURNS.items():
        yield Check(
            id=f"claim/{claim}",
            sentence=f"Random games on size {size} decide whether the designer's figure of about"
            f" {turns:,} turns holds; the result gives the verdict.",
            clauses=(claim,),
            kind=Kind.CLAIM,
            level=Level.QUICK,
            run=partial(_judge_claim, claim),
            cost=4,
        )
    yield Check(
        id="random-play/replayed",
        sentence="The kernels' random games are those that the specification plays with the same"
        " draws, made from their definition: whole ones on small boards, and their first 300 turns"
        " on boards at the edges of machine words and on boards of up to 400 cells.",
        clauses=("T1", "P1", "P2", "R1", "R2", "E1", "E2"),
        kind=Kind.DIFFERENTIAL,
        level=Level.QUICK,
        run=_replay_games,
        cost=3,
    )
    yield Check(
        id="random-play/expected",
        sentence="On boards that are solved, the mean turns of random games and the share that Red"
        " wins are the exact ones, within five standard errors.",
        clauses=("P1", "P2", "E1", "E2"),
        kind=Kind.PROPERTY,
        level=Level.QUICK,
        run=_compare_with_exact,
        cost=5,
    )


def _judge_claim(claim: str, context: Context) -> Result:
    size, claimed = spec.CLAIMED_TURNS[claim]
    games = context.budget(*_GAMES_TO_JUDGE[claim])
    found = _statistics(str(size), context, f"claim/{claim}", games)
    judgement = judge(claimed, found)
    covered = {"games": games, "turns": found.turns.total}
    details: dict[str, str | int | float] = {
        "verdict": judgement.verdict.value,
        "claimed": claimed,
        "mean": judgement.mean,
        "least": judgement.least,
        "most": judgement.most,
    }
    if judgement.verdict is Verdict.UNDECIDED:
        return failed(f"the games played do not decide it: {judgement}", covered, None, **details)
    if judgement.verdict is not PUBLISHED[claim]:
        details["news"] = f"the published verdict is: {PUBLISHED[claim].value}"
    return held(covered, **details)


def _replay_games(context: Context) -> Result:
    seed = context.random("replayed").getrandbits(63)
    covered = {"games": 0, "turns": 0}
    for text, games in _REPLAYED.items():
        for game in range(games * context.budget(1, 5, 50)):
            expected = _by_specification(text, seed, game)
            answer = _by_kernels(text, seed, game)
            if expected != answer:
                reason = f"game {game} of seed {seed} on {text}: {answer}, should be {expected}"
                return failed(reason, covered)
            covered["games"] += 1
            covered["turns"] += expected[0].turns
    return _replay_beginnings(context, seed, covered)


def _replay_beginnings(context: Context, seed: int, covered: dict[str, int]) -> Result:
    """Go on with the boards on which whole games would be long."""
    covered["beginnings"] = 0
    for text in _BEGUN:
        for game in range(context.budget(1, 5, 50)):
            sums, position = replay(spec.read_board(text), seed, game, _FIRST_TURNS)
            expected = sums, spec.write_position(position)
            answer = _begun_by_kernels(text, seed, game)
            if expected != answer:
                reason = (
                    f"the first {_FIRST_TURNS} turns of game {game} of seed {seed} on {text}: "
                    f"{answer}, should be {expected}"
                )
                return failed(reason, covered)
            covered["beginnings"] += 1
            covered["turns"] += sums.turns
    return held(covered)


def _begun_by_kernels(text: str, seed: int, game: int) -> tuple[GameSums, str] | str | None:
    """The sums and the position; None where the game has ended by then, or why there is none."""
    start = game_to_play(parse_board(text), game)
    try:
        begun = play_at_random(seed, start, 1, _FIRST_TURNS).unfinished
    except NotationError as error:
        return f"no position: {error}"
    return None if begun is None else (begun.sums, str(begun.position))


def _by_specification(text: str, seed: int, game: int) -> tuple[GameSums, int]:
    sums, end = replay(spec.read_board(text), seed, game)
    return sums, len(end.red) - len(end.blue)


def _by_kernels(text: str, seed: int, game: int) -> tuple[GameSums, int]:
    played = play_at_random(seed, game_to_play(parse_board(text), game), 1)
    columns = (played.turns, played.formed, played.choices, played.forced)
    return GameSums(*(int(column[0]) for column in columns)), int(played.leads[0])


def _compare_with_exact(context: Context) -> Result:
    games = context.budget(20_000, 200_000, 2_000_000)
    covered = {"boards": 0, "games": 0}
    for text in _SOLVED:
        solver = Solver(parse_board(text))
        solver.run(threads=1)
        exact = solution_of(solver).random
        found = _statistics(text, context, f"expected/{text}", games)
        for name, value, (mean, error) in (
            ("turns", exact.turns, found.mean_turns()),
            ("Red's share", exact.mover_wins, found.red_share()),
        ):
            if error is None or abs(mean - value) > _WIDEST * error:
                reason = f"{name} on {text}: {mean} with standard error {error}, exactly {value}"
                return failed(reason, covered)
        covered["boards"] += 1
        covered["games"] += games
    return held(covered)


def _statistics(text: str, context: Context, purpose: str, games: int) -> Statistics:
    """Statistics of random games, in instalments so that progress can be told."""
    seed = context.random(purpose).getrandbits(63)
    found = Statistics()
    game: UnfinishedGame | None = game_to_play(parse_board(text), 0)
    while game is not None:
        played = play_at_random(seed, game, games - found.games, _TURNS_AT_A_TIME)
        found += statistics_of(played)
        game = played.unfinished
        context.progress(found.games, games)
    return found
