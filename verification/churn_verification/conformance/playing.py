"""Random games and single positions as items."""

import random
from collections.abc import Iterator, Sequence

from churn_engine import Game, IllegalTurn
from churn_engine.notation import parse_position
from churn_verification.conformance.cases import Case, Item
from churn_verification.conformance.dialect import start_of
from churn_verification.conformance.messages import Refusal, State
from churn_verification.conformance.oracle import clauses_of, state_of_game

_LONGEST_STRETCH = 8
_TURNS_A_PROBE = 3
_OFF_THE_BOARD = ("a0", "zz9", "A1", "", "pass", "a-1")


def game_items(board: str, seed: str, with_swap: bool, whole_way: bool) -> Iterator[Item]:
    """A random game, each turn an item, and now and then an illegal turn.

    Args:
        board: the board's text.
        seed: decides the game.
        with_swap: whether the swap may be taken.
        whole_way: whether the turns from the empty board are kept with each item.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    game = Game(parse_position(start_of(board)))
    played: list[str] = []
    stretch_from = 0
    stretch_start = str(game.position)
    while not game.over:
        if chance.randrange(_TURNS_A_PROBE) == 0:
            yield from _probe(game, chance, played if whole_way else None)
        turn = _chosen(game, chance, with_swap)
        game.play(turn)
        played.append(turn)
        name = f"games/{board}, turn {len(played)}"
        way = tuple(played[:stretch_from]) if whole_way else None
        case = Case(stretch_start, tuple(played[stretch_from:]), way=way)
        right = _state_of(game, case.turns)
        yield Item(name, case, right, clauses_of(case, right))
        if len(played) - stretch_from >= chance.randint(1, _LONGEST_STRETCH):
            stretch_from, stretch_start = len(played), str(game.position)


def _chosen(game: Game, chance: random.Random, with_swap: bool) -> str:
    turns = game.legal_turns()
    return chance.choice(turns if with_swap else [turn for turn in turns if turn != "swap"])


def _probe(game: Game, chance: random.Random, played: Sequence[str] | None) -> Iterator[Item]:
    """An illegal turn at the position where a game is."""
    tries = illegal_turns(game)
    way = None if played is None else tuple(played)
    if tries:
        turn, clause = tries[chance.randrange(len(tries))]
        case = Case(str(game.position), (turn,), way=way)
        before = _state_of(game, ()).model_copy(update={"removed": None})
        right = Refusal(refused=1, state=before)
        yield Item(f"games/{game.board}, illegal turn", case, right, (clause,))


def _state_of(game: Game, turns: Sequence[str]) -> State:
    """How a game stands for somebody who knows its last turns, and not who began it."""
    state = state_of_game(game, groups=False)
    return state.model_copy(update={"first_player": "blue" if "swap" in turns else "red"})


def illegal_turns(game: Game) -> list[tuple[str, str]]:
    """Illegal turns of every kind that there is at a position, with the clauses they break."""
    kinds: list[Sequence[str]] = [
        game.board.names_in(game.empty_mask & ~game.placements.mask),
        game.board.names_in(game.red_mask),
        game.board.names_in(game.blue_mask),
        ("swap",),
        _OFF_THE_BOARD,
    ]
    found = []
    for kind in kinds:
        for turn in kind[:2]:
            try:
                game.play(turn)
            except IllegalTurn as refusal:
                found.append((turn, refusal.clause))
            else:
                game.undo()
    return found


def position_items(position: str, way: tuple[str, ...] | None, most_turns: int) -> list[Item]:
    """What can be asked at one position: how it stands, what turns do, what must be refused."""
    game = Game(parse_position(position))
    cases = [Case(position, way=way)]
    turns = game.legal_turns()
    cases += [Case(position, (turn,), way=way) for turn in turns[-most_turns:]]
    items = []
    for case in cases:
        for turn in case.turns:
            game.play(turn)
        right = state_of_game(game)
        if case.turns:
            game.undo()
        items.append(Item("search", case, right, clauses_of(case, right)))
    refusal = Refusal(refused=1, state=state_of_game(game, removed=False))
    for turn, clause in illegal_turns(game)[:most_turns]:
        items.append(Item("search", Case(position, (turn,), way=way), refusal, (clause,)))
    return items
