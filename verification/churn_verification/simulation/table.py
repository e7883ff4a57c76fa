"""What a run found as text for people."""

from rich.console import Console
from rich.table import Table

from churn_verification.simulation.reports import Mean, Report
from churn_verification.support.durations import write_duration

_WIDTH_OF_BARS = 40
_MOST_LINES = 24
_MOST_SIZES = 8
_FEWEST_TURNS_OF_A_SPEED = 10_000_000


def print_report(report: Report) -> None:
    """Print what a run found on stdout."""
    console = Console(highlight=False)
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, value in facts_of(report):
        table.add_row(name, value)
    console.print(table)
    console.print("\nturns of a game")
    for line in _histogram(report):
        console.print(line)


def facts_of(report: Report) -> list[tuple[str, str]]:
    """What a run found, as labels and texts."""
    board = f"{report.board}, {report.cells} cells"
    turns = Mean(mean=report.mean_turns, standard_error=report.standard_error)
    return [
        ("board", board),
        ("games", f"{report.games:,}" + ("" if report.complete else ", incomplete")),
        ("mean turns", _with_error(turns, 1)),
        ("shortest, longest", f"{report.min_turns:,}, {report.max_turns:,}"),
        ("first player wins", _with_error(report.first_player_share, 100) + " %"),
        *([("ties", f"{report.ties:,}")] if report.ties else []),
        ("formed size", _with_error(report.formed_size, 1)),
        ("  of size", _sizes(report)),
        ("legal placements", _with_error(report.branching, 1)),
        ("forced turns", _with_error(report.single_choice_share, 100) + " % of the turns"),
        ("time", _time(report)),
        ("seed", str(report.seed)),
    ]


def _time(report: Report) -> str:
    """How long it took; the speed only of a run that is long enough to show it."""
    took = f"{write_duration(report.seconds)} for {report.turns:,} turns"
    if report.turns < _FEWEST_TURNS_OF_A_SPEED:
        return took
    return f"{took}, {report.turns_per_second / 1e6:.1f} million a second"


def _with_error(mean: Mean, factor: int) -> str:
    """A mean with as many decimals as show two digits of its error, 7,235.9 ± 1.4."""
    if not mean.standard_error:
        return f"{mean.mean * factor:,.2f}"
    error = mean.standard_error * factor
    decimals = next((digits for digits in range(9) if error * 10**digits >= 10), 9)
    return f"{mean.mean * factor:,.{decimals}f} ± {error:.{decimals}f}"


def _sizes(report: Report) -> str:
    total = sum(report.formed_sizes.values())
    shares = [(size, count / total) for size, count in sorted(report.formed_sizes.items())]
    shown = [f"{size}: {share:.1%}" for size, share in shares[:_MOST_SIZES]]
    rest = sum(share for _, share in shares[_MOST_SIZES:])
    return ", ".join([*shown, f"more: {rest:.2%}"] if rest else shown)


def _histogram(report: Report) -> list[str]:
    """A line for each stretch of lengths; all are equally long, so that bars can be compared."""
    width = _stretch(report)
    games: dict[int, int] = {}
    for lengths in report.lengths:
        stretch = lengths.least // width
        games[stretch] = games.get(stretch, 0) + lengths.games
    stretches = range(min(games), max(games) + 1)
    most = max(games.values())
    digits = len(f"{stretches[-1] * width + width - 1:,}")
    return [
        f"{stretch * width:>{digits},} to {stretch * width + width - 1:>{digits},}  "
        f"{'█' * round(_WIDTH_OF_BARS * games.get(stretch, 0) / most):<{_WIDTH_OF_BARS}}  "
        f"{games.get(stretch, 0):,}"
        for stretch in stretches
    ]


def _stretch(report: Report) -> int:
    """A power of two: no class of lengths is cut by its multiples, and few stretches suffice."""
    widest = max(lengths.most - lengths.least + 1 for lengths in report.lengths)
    width = 1
    while width < widest or (report.max_turns - report.min_turns) // width >= _MOST_LINES:
        width *= 2
    return width
