"""Counts worked out by hand, and against a count that never undoes a turn."""

import pytest

from churn_engine.errors import ChurnError
from churn_engine.game import Game
from churn_engine.notation import Position, parse_position, parse_start
from churn_engine.perft import divide, perft


def by_texts(position: str, depth: int) -> int:
    """Count sequences with a new game, read from text, for each position on the way."""
    if depth == 0:
        return 1
    count = 0
    for turn in Game.from_text(position).legal_turns():
        game = Game.from_text(position)
        game.play(turn)
        count += by_texts(str(game.position), depth - 1)
    return count


def start(text: str) -> Position:
    return parse_start(text)


def test_one_cell_is_one_turn() -> None:
    assert perft(start("1"), 3) == [1, 1, 0, 0]


def test_two_cells_by_hand() -> None:
    """Two first turns; to each a placement, which ends the game, or the swap and then that."""
    assert perft(start("2-1-1-2-1-1"), 4) == [1, 2, 4, 2, 0]
    assert divide(start("2-1-1-2-1-1"), 2) == {"a1": 2, "a2": 2}
    assert divide(start("2-1-1-2-1-1"), 3) == {"a1": 1, "a2": 1}


def test_size_two_by_hand() -> None:
    """Seven cells, then six and the swap; after a swap, six again.

    After Red and Blue have placed, Red has an isolated placement unless it holds the centre: then
    all five empty cells are next to its stone and form two. From the rim, three cells are apart
    from Red's stone, and Blue has taken one of those three or one of the three others.
    """
    from_the_centre = 6 * 5 + 6
    from_the_rim = 3 * 2 + 3 * 3 + 6
    assert perft(start("2"), 3) == [1, 7, 49, from_the_centre + 6 * from_the_rim]


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("2", 5),
        ("3", 3),
        ("1-3-1-3-1-3", 6),
        ("2-3-2-2-3-2", 4),
        ("3 rr./.b.r/r.b.b/r.../bb. r", 4),
        ("3 brb/br.b/brrbr/brrb/brr r", 6),
        ("2 r./.../.. b swap", 4),
    ],
)
def test_counts_are_those_of_playing_each_sequence_from_its_start(text: str, depth: int) -> None:
    position = start(text)
    counts = perft(position, depth)
    assert counts == [by_texts(str(position), length) for length in range(depth + 1)]
    for length in range(1, depth + 1):
        shares = divide(position, length)
        assert tuple(shares) == Game(position).legal_turns()
        assert sum(shares.values()) == counts[length]


def test_a_game_that_is_over_has_no_turns() -> None:
    assert perft(parse_position("1 r b"), 2) == [1, 0, 0]
    assert divide(parse_position("1 r b"), 1) == {}


def test_depth_zero_is_the_position_itself() -> None:
    assert perft(start("3"), 0) == [1]


def test_the_greatest_depth_is_counted() -> None:
    assert perft(start("1"), 500) == [1, 1] + [0] * 499


@pytest.mark.parametrize("depth", [-1, 501])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    with pytest.raises(ChurnError) as caught:
        perft(start("2"), depth)
    assert str(caught.value) == f"depth: it is 0 to 500, not {depth}"


def test_a_division_needs_a_first_turn() -> None:
    with pytest.raises(ChurnError, match="depth: it is 1 to 500, not 0"):
        divide(start("2"), 0)
