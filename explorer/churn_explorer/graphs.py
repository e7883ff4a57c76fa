"""Parts of the game graph: the positions near one, and all positions of a small board."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from churn_explorer.knowledge import Before, Edge, Graph, NearPosition, Node
from churn_explorer.limits import (
    MOST_GRAPH_CELLS,
    MOST_NEAR_NODES,
    NEAR_SECONDS,
    Deadline,
    PageError,
)
from churn_explorer.models import OfBoard
from churn_explorer.reading import board_of, position_of
from churn_explorer.small_boards import SmallBoard, placed
from churn_explorer.valuing import Valued, Valuer
from churn_spec import (
    Board,
    Position,
    Swap,
    Turn,
    cell_count,
    image_of,
    is_over,
    legal_placements,
    legal_turns,
    play,
    starting_position,
    symmetries,
    write_board,
    write_position,
    write_turn,
)
from churn_verification.drawing.counting import counted
from churn_verification.stategraph.ordering import heights

_MERGED_CELLS = 150
"""On larger boards looking for symmetric positions would take longer than it is worth."""


# Near a position ---------------------------------------------------------------------------------


@dataclass
class _Found:
    """A position that was found, and how.

    Attributes:
        position: the position.
        ply: how many turns after the centre it comes.
        turns: those turns.
        hidden: how many of its own turns lead to positions that are not shown.
    """

    position: Position
    ply: int
    turns: tuple[str, ...] = ()
    hidden: int = 0


@dataclass
class _Search:
    """A search by plies from a position, as far as the limits allow.

    Attributes:
        merge: whether positions that a symmetry carries onto each other count as one.
        deadline: when it ends.
        found: the positions, in the order in which they were found.
        edges: the turns between them.
        numbers: the number of each position, by what identifies it.
    """

    merge: bool
    deadline: Deadline
    found: list[_Found] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    numbers: dict[object, int] = field(default_factory=dict)

    def start(self, position: Position) -> None:
        self._number(position, ())

    def widen(self, fringe: range) -> range:
        """Follow all turns of some positions; the positions that this finds."""
        first_new = len(self.found)
        for number in fringe:
            here = self.found[number]
            for turn in _turns_of(here.position):
                self._follow(number, here, turn)
        return range(first_new, len(self.found))

    def _follow(self, number: int, here: _Found, turn: Turn) -> None:
        if self.deadline.over:
            here.hidden += 1
            return
        name = write_turn(here.position.board, turn)
        target = self._number(play(here.position, turn), (*here.turns, name))
        if target is None:
            here.hidden += 1
        else:
            self.edges.append(Edge(source=number, target=target, turn=name))

    def _number(self, position: Position, turns: tuple[str, ...]) -> int | None:
        """The number of a position; a new one if there is room for it."""
        key = _key(position, self.merge)
        if key not in self.numbers:
            if len(self.found) >= MOST_NEAR_NODES:
                return None
            self.numbers[key] = len(self.found)
            self.found.append(_Found(position, len(turns), turns))
        return self.numbers[key]


def near(question: NearPosition, valuer: Valuer) -> Graph:
    """The positions that are some turns ahead of a position, by ply."""
    centre = position_of(question.position)
    merge = question.merge and cell_count(centre.board) <= _MERGED_CELLS
    search = _Search(merge, Deadline.after(NEAR_SECONDS))
    search.start(centre)
    fringe = range(1)
    for _ in range(question.ahead):
        fringe = search.widen(fringe)
    for number in fringe:
        search.found[number].hidden = len(legal_turns(search.found[number].position))
    _add_before(search, question.before)
    return _near_graph(search, valuer)


def _add_before(search: _Search, before: list[Before]) -> None:
    """Add the positions by which the game came to the centre."""
    target = 0
    for ply, step in enumerate(reversed(before), start=1):
        search.edges.append(Edge(source=len(search.found), target=target, turn=step.turn))
        target = len(search.found)
        position = position_of(step.position)
        search.found.append(_Found(position, -ply, hidden=len(legal_turns(position)) - 1))


def _near_graph(search: _Search, valuer: Valuer) -> Graph:
    plies = [found.ply for found in search.found]
    places = heights(plies, [(edge.source, edge.target) for edge in search.edges])
    centre = search.found[0].position
    valued = valuer.solution(centre.board)
    nodes = [
        _node(found, height, valued) for found, height in zip(search.found, places, strict=True)
    ]
    hidden = sum(found.hidden for found in search.found if 0 <= found.ply < max(plies))
    words = _words(nodes, search.edges)
    if hidden:
        are = "is" if hidden == 1 else "are"
        words += f"; {counted(hidden, 'more turn')} {are} not shown, for want of room"
    return Graph(
        sides=write_board(centre.board), centre=0, nodes=nodes, edges=search.edges, words=words
    )


def _words(nodes: list[Node], edges: list[Edge]) -> str:
    return f"{counted(len(nodes), 'position')}, {counted(len(edges), 'turn')}"


def _node(found: _Found, height: float, valued: Callable[[Position], Valued] | None) -> Node:
    position = found.position
    value, distance = (None, None) if valued is None else valued(position)
    return Node(
        position=write_position(position),
        turns=list(found.turns),
        ply=found.ply,
        height=height,
        value=value,
        distance=distance,
        forced=len(legal_turns(position)) == 1,
        over=is_over(position),
        turns_hidden=found.hidden,
    )


def _turns_of(position: Position) -> Iterator[Turn]:
    yield from sorted(legal_placements(position))
    if position.swap_on_offer:
        yield Swap.SWAP


def _key(position: Position, merge: bool) -> object:
    """What two positions have in common that count as one."""
    if not merge:
        return _marks(position)
    return min(_marks(image_of(position, each)) for each in symmetries(position.board))


def _marks(position: Position) -> tuple[object, ...]:
    """All that tells one position of a board from another, in a form that can be ordered."""
    red, blue = tuple(sorted(position.red)), tuple(sorted(position.blue))
    return red, blue, position.mover.value, position.swap_on_offer


# A whole board -----------------------------------------------------------------------------------


def whole(question: OfBoard) -> Graph:
    """All positions of a small board that can be reached from its start, without the swap.

    Raises:
        PageError: the board has too many cells.
    """
    board = board_of(question.sides)
    cells = cell_count(board)
    if cells > MOST_GRAPH_CELLS:
        raise PageError(
            f"board {write_board(board)} has {cells} cells; the whole graph is shown of boards of"
            f" at most {MOST_GRAPH_CELLS}"
        )
    return _whole(board)


@lru_cache(maxsize=8)
def _whole(board: Board) -> Graph:
    """All positions, numbered breadth first, so that each turn's source comes before its target."""
    solution = SmallBoard()
    found = [_Found(starting_position(board), 0)]
    numbers = {found[0].position: 0}
    edges: list[Edge] = []
    for source, here in enumerate(found):  # it grows meanwhile
        for cell in sorted(legal_placements(here.position)):
            turn = write_turn(board, cell)
            position = placed(here.position, cell)
            if position not in numbers:
                numbers[position] = len(found)
                found.append(_Found(position, here.ply + 1, (*here.turns, turn)))
            edges.append(Edge(source=source, target=numbers[position], turn=turn))
    places = heights([each.ply for each in found], [(edge.source, edge.target) for edge in edges])
    nodes = [
        _node(each, height, solution.value) for each, height in zip(found, places, strict=True)
    ]
    words = f"{_words(nodes, edges)}: every game without the swap"
    return Graph(sides=write_board(board), centre=0, nodes=nodes, edges=edges, words=words)
