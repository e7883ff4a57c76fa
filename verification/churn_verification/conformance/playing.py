"""Random games and single positions as items."""

import random
from collections.abc import Iterable, Iterator, Sequence

from churn_engine import Game, IllegalTurn
from churn_engine.notation import parse_position
from churn_verification.conformance.cases import Case, Item
from churn_verification.conformance.dialect import start_of
from churn_verification.conformance.messages import Refusal, State
from churn_verification.conformance.oracle import clauses_of, state_of_game

_LONGEST_STRETCH = 8
_TURNS_A_PROBE = 3
_AS_AT_FIRST = {"removed": None, "first_player": "red", "turn_number": 1}
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
    here = state_of_game(game, groups=False)
    stretch_start = here.position
    while not game.over:
        if chance.randrange(_TURNS_A_PROBE) == 0:
            yield _probe(game, here, chance, tuple(played) if whole_way else None)
        turn = _chosen(here, chance, with_swap)
        game.play(turn)
        played.append(turn)
        way = tuple(played[:stretch_from]) if whole_way else None
        case = Case(stretch_start, tuple(played[stretch_from:]), way=way)
        here = state_of_game(game, groups=False, turns=case.turns)
        yield Item(f"games/{board}, turn {len(played)}", case, here, clauses_of(case, here))
        if len(played) - stretch_from >= chance.randint(1, _LONGEST_STRETCH):
            stretch_from, stretch_start = len(played), here.position


def _chosen(here: State, chance: random.Random, with_swap: bool) -> str:
    turns = here.legal
    return chance.choice(turns if with_swap else [turn for turn in turns if turn != "swap"])


def _probe(game: Game, here: State, chance: random.Random, way: tuple[str, ...] | None) -> Item:
    """An illegal turn at the position where a game is."""
    kinds = _kinds_of_illegal_turns(game)
    tries = (
        turn for kind in chance.sample(kinds, len(kinds)) for turn in chance.sample(kind, len(kind))
    )
    turn, clause = next(_refused(game, tries))
    right = Refusal(refused=1, state=here.model_copy(update=_AS_AT_FIRST))
    case = Case(here.position, (turn,), way=way)
    return Item(f"games/{game.board}, illegal turn", case, right, (clause,))


def _kinds_of_illegal_turns(game: Game) -> list[Sequence[str]]:
    """Turns of each kind that the rules refuse, as far as there are any at a position.

    The swap is among them, which may be legal; what is not on the board never is.
    """
    kinds: list[Sequence[str]] = [
        game.board.names_in(game.empty_mask & ~game.placements.mask),
        game.board.names_in(game.red_mask),
        game.board.names_in(game.blue_mask),
        ("swap",),
        _OFF_THE_BOARD,
    ]
    return kinds


def _refused(game: Game, turns: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Those of some turns that are illegal, each with the clause that it breaks."""
    for turn in turns:
        try:
            game.play(turn)
        except IllegalTurn as refusal:
            yield turn, refusal.clause
        else:
            game.undo()


def illegal_turns(game: Game) -> list[tuple[str, str]]:
    """Illegal turns of every kind that there is at a position, with the clauses they break."""
    return list(
        _refused(game, (each for kind in _kinds_of_illegal_turns(game) for each in kind[:2]))
    )


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
