"""What a run found, in the form that is printed and kept."""

from pydantic import BaseModel, ConfigDict

from churn_engine.notation import parse_board
from churn_verification.simulation.run import Run
from churn_verification.simulation.statistics import Estimate, next_length_class


class Mean(BaseModel):
    """A mean with its standard error, None where there is one game only."""

    model_config = ConfigDict(frozen=True)

    mean: float
    standard_error: float | None


class Lengths(BaseModel):
    """How many games took so many turns, both ends included."""

    model_config = ConfigDict(frozen=True)

    least: int
    most: int
    games: int


class Report(BaseModel):
    """What a run found. The same for the same request, but for the last three.

    Attributes:
        board: the board's text.
        cells: the number of its cells.
        seed: the seed.
        complete: whether the run came to its end.
        games: the number of games.
        mean_turns: the mean of their turns.
        standard_error: its standard error.
        min_turns: the fewest turns of a game.
        max_turns: the most turns of a game.
        red_wins: the games that Red won, who plays first; no swap is taken.
        blue_wins: the games that Blue won.
        ties: the games that nobody won.
        first_player_share: the share of the games that the first player won.
        formed_size: the size that a placement forms, over all turns.
        branching: the number of legal placements, over all turns.
        single_choice_share: the share of the turns with one legal placement.
        lengths: how many games took so many turns.
        formed_sizes: how many placements formed so large a group, by size.
        branching_counts: how many turns had so many legal placements, by number.
        turns: the turns of these games.
        seconds: how long it took, what came before an interruption included.
        turns_per_second: turns by seconds.
    """

    model_config = ConfigDict(frozen=True)

    board: str
    cells: int
    seed: int
    complete: bool
    games: int
    mean_turns: float
    standard_error: float | None
    min_turns: int
    max_turns: int
    red_wins: int
    blue_wins: int
    ties: int
    first_player_share: Mean
    formed_size: Mean
    branching: Mean
    single_choice_share: Mean
    lengths: tuple[Lengths, ...]
    formed_sizes: dict[int, int]
    branching_counts: dict[int, int]
    turns: int
    seconds: float
    turns_per_second: float


def report_of(run: Run, *, complete: bool) -> Report:
    """What a run found; at least one game must be finished."""
    found = run.statistics if complete else run.statistics_so_far
    if found.shortest is None or found.longest is None:
        raise ValueError("there is nothing to report before a game is finished")
    turns = found.mean_turns()
    return Report(
        board=run.request.board,
        cells=parse_board(run.request.board).size,
        seed=run.request.seed,
        complete=complete,
        games=found.games,
        mean_turns=turns.mean,
        standard_error=turns.standard_error,
        min_turns=found.shortest,
        max_turns=found.longest,
        red_wins=found.red_wins,
        blue_wins=found.blue_wins,
        ties=found.ties,
        first_player_share=_mean(found.red_share()),
        formed_size=_mean(found.per_turn(found.formed)),
        branching=_mean(found.per_turn(found.choices)),
        single_choice_share=_mean(found.per_turn(found.forced)),
        lengths=tuple(
            Lengths(least=least, most=next_length_class(least) - 1, games=games)
            for least, games in found.lengths.items()
        ),
        formed_sizes=found.formed_sizes,
        branching_counts=found.branching,
        turns=found.turns.total,
        seconds=run.seconds,
        turns_per_second=found.turns.total / run.seconds,
    )


def _mean(estimate: Estimate) -> Mean:
    return Mean(mean=estimate.mean, standard_error=estimate.standard_error)
