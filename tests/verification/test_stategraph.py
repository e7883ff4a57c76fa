"""Game graphs: built in two ways, counted in four, asked, exported and drawn."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import numpy as np
import pyarrow.parquet as pq
import pytest
import rustworkx as rx
from matplotlib.colors import to_hex

from churn_engine.board import board
from churn_engine.game import Game
from churn_engine.notation import parse_board, parse_position
from churn_engine.solver.patterns import patterns_of
from churn_engine.solver.solution import solution_of
from churn_engine.solver.solve import Solver
from churn_engine.solver.tablebase import masks_of
from churn_engine.solver.values import distance_of, value_of
from churn_spec import Board as SpecifiedBoard
from churn_spec import write_board, write_position
from churn_verification.hexagons import shapes
from churn_verification.stategraph.convert import specified_graph, to_networkx, to_rustworkx
from churn_verification.stategraph.counting import count_by_layers, count_graph, method_for
from churn_verification.stategraph.export import ExportError, export, require_exportable
from churn_verification.stategraph.facts import facts_of_arrays, facts_of_rustworkx
from churn_verification.stategraph.graph import (
    CycleError,
    GraphTooLargeError,
    StateGraph,
    UnknownPositionError,
    build_graph,
)
from churn_verification.stategraph.ordering import heights
from churn_verification.stategraph.picture import figure_of, picture_of
from churn_verification.stategraph.plain_solver import PlainSolver, all_positions
from churn_verification.stategraph.queries import (
    around,
    exact_random_play,
    path_between,
    reachable_from,
)
from churn_verification.stategraph.ranking import (
    RankingError,
    require_all_placements_raise,
    require_raised,
    specified_ranks,
)
from churn_verification.support.files import FileError

SIZE_2 = board(2)
SMALL = shapes(7)
START = parse_position("2 ../.../.. r")


@pytest.fixture(scope="module")
def size_2() -> StateGraph:
    return build_graph(SIZE_2)


# Built in two ways


@pytest.mark.parametrize("specified", SMALL, ids=write_board)
def test_engine_and_specification_build_the_same_graph(specified: SpecifiedBoard) -> None:
    """Positions, ply, rankings, values, distances and turns."""
    slow = specified_graph(specified)
    fast = to_networkx(build_graph(parse_board(write_board(specified))))
    assert dict(fast.nodes(data=True)) == dict(slow.nodes(data=True))
    assert nx.to_dict_of_dicts(fast) == nx.to_dict_of_dicts(slow)


@pytest.mark.parametrize("specified", SMALL, ids=write_board)
def test_every_position_has_the_value_that_the_plain_solver_finds(
    specified: SpecifiedBoard,
) -> None:
    """All 2 * 3^n positions, whether they can be reached or not."""
    plain = PlainSolver()
    solver = Solver(parse_board(write_board(specified)), lengths=False, chances=False).run()
    wrong = []
    for position in all_positions(specified):
        same = parse_position(write_position(position))
        score = solver.score(*masks_of(same))
        outcome, distance = plain.solve(position)
        if (value_of(score, same.mover), distance_of(score)) != (outcome.value, distance):
            wrong.append(str(same))
    assert wrong == []


# Counted in four


def test_two_cells_by_hand() -> None:
    facts = facts_of_arrays(build_graph(board(2, 1, 1, 2, 1, 1)))
    assert (facts.states, facts.moves, facts.terminal) == (5, 4, {"red": 0, "blue": 0, "tie": 2})
    assert (facts.single_move_states, facts.max_branching, facts.mean_branching) == (2, 2, 4 / 3)
    assert (facts.states_by_ply, facts.shortest_game, facts.longest_game) == ((1, 2, 2), 2, 2)


@pytest.mark.parametrize("sides", ["1", "5-1-1-5-1-1", "2", "3-3-1-3-3-1"])
def test_all_ways_of_counting_agree(sides: str) -> None:
    which = parse_board(sides)
    graph = build_graph(which)
    counts = [count_graph(graph, method) for method in ("arrays", "networkx", "rustworkx")]
    layers = count_by_layers(which, 1, lambda _done, _total: None)
    assert {count.method for count in (*counts, layers)} == {
        "arrays",
        "networkx",
        "rustworkx",
        "layers",
    }
    assert [count.facts for count in counts] == [layers.facts] * 3
    assert {count.raised for count in counts} == {layers.facts.moves}
    assert layers.raised == which.size << (which.size - 1)


@pytest.mark.parametrize("which", ["shortest", "longest"])
def test_example_games_have_their_length(size_2: StateGraph, which: str) -> None:
    count = count_graph(size_2, "arrays")
    turns = getattr(count, which)
    game = Game.on(SIZE_2)
    for turn in turns:
        game.play(turn)
    assert game.over
    assert len(turns) == getattr(count.facts, f"{which}_game")


def test_large_boards_are_counted_by_layers() -> None:
    assert method_for(board(2, 3, 2, 3, 2, 3)) == "arrays"
    assert method_for(board(3)) == "layers"


# Random play, exactly


def test_random_play_on_size_2_is_121_fifteenths_turns(size_2: StateGraph) -> None:
    exact = exact_random_play(size_2)
    assert (exact.turns, exact.red, exact.blue) == (
        Fraction(121, 15),
        Fraction(6, 7),
        Fraction(1, 7),
    )


@pytest.mark.parametrize("sides", ["1", "6-1-1-6-1-1", "2", "3-3-1-3-3-1"])
def test_the_solver_errs_by_no_more_than_it_says(sides: str) -> None:
    which = parse_board(sides)
    exact = exact_random_play(build_graph(which))
    solution = solution_of(Solver(which).run())
    error = Fraction(solution.rounding_error)
    assert abs(Fraction(solution.random.turns) - exact.turns) <= error * exact.turns
    assert abs(Fraction(solution.random.mover_wins) - exact.red) <= error
    assert abs(Fraction(solution.random.other_wins) - exact.blue) <= error
    assert abs(Fraction(solution.random.ties) - exact.tie) <= error
    assert exact.red + exact.blue + exact.tie == 1


# Acyclic: what would show a cycle does


def with_edge(graph: StateGraph, edge: int, target: int) -> StateGraph:
    targets = graph.edges.target.copy()
    targets[edge] = target
    return replace(graph, edges=graph.edges._replace(target=targets))


def test_a_cycle_is_found(size_2: StateGraph) -> None:
    last_edge = len(size_2.edges.target) - 1
    cyclic = with_edge(size_2, last_edge, 0)
    with pytest.raises(CycleError, match="lie on cycles"):
        facts_of_arrays(cyclic)
    with pytest.raises(CycleError):
        facts_of_rustworkx(to_rustworkx(cyclic), size_2)


def test_a_turn_that_does_not_raise_the_ranking_is_found(size_2: StateGraph) -> None:
    ranks = specified_ranks(SIZE_2)
    assert require_raised(size_2, ranks) == len(size_2.edges.target)
    with pytest.raises(RankingError, match=r"c1 at 2 \.\./\.\.\./\.\. r does not raise"):
        require_raised(with_edge(size_2, 0, 0), ranks)


def test_a_placement_that_does_not_raise_the_ranking_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    patterns = patterns_of(SIZE_2)
    assert patterns.joining[patterns.first[0b11]] & 0b100, "b1 is in the first tier"
    patterns.joining[patterns.first[0b11] + 1] = 0b100
    monkeypatch.setattr(
        "churn_verification.stategraph.ranking.patterns_of", lambda _board: patterns
    )
    with pytest.raises(RankingError, match="b1 to c1, c2 does not raise"):
        require_all_placements_raise(SIZE_2)


def test_ranks_follow_the_specification() -> None:
    """The engine's order of patterns is the specification's ranking function."""
    ranks = patterns_of(SIZE_2).rank.astype(np.int64)
    np.testing.assert_array_equal(specified_ranks(SIZE_2), ranks)


# Asked


def test_a_path_leads_where_it_should(size_2: StateGraph) -> None:
    end = parse_position("2 .b/.r./.. r")
    turns = path_between(size_2, START, end)
    assert turns == ["b2", "c2"]
    assert path_between(size_2, end, START) is None
    assert path_between(size_2, START, START) == []


def test_everything_is_reachable_from_the_start_and_little_from_later(size_2: StateGraph) -> None:
    assert len(reachable_from(size_2, START)) == len(size_2)
    later = parse_position("2 .b/.r./.. r")
    reached = reachable_from(size_2, later)
    assert size_2.number_of(later) == reached[0]
    below = nx.descendants(to_networkx(size_2), str(later))
    assert {str(size_2.position(int(state))) for state in reached[1:]} == below


def test_what_is_around_a_position(size_2: StateGraph) -> None:
    near = around(size_2, parse_position("2 .b/.r./.. r"), turns_ahead=1, turns_back=1)
    part = to_networkx(size_2, near)
    centre = "2 .b/.r./.. r"
    assert set(part) == {
        centre,
        *to_networkx(size_2).successors(centre),
        *to_networkx(size_2).predecessors(centre),
    }
    assert part.in_degree(centre) == 1


def test_positions_out_of_reach_are_named(size_2: StateGraph) -> None:
    with pytest.raises(UnknownPositionError, match="cannot be reached from the empty board"):
        size_2.number_of(parse_position("2 rr/.../.. r"))
    with pytest.raises(UnknownPositionError, match="another board"):
        size_2.number_of(parse_position("1 . r"))


def test_graphs_that_would_not_fit_are_refused() -> None:
    with pytest.raises(GraphTooLargeError, match="19 cells: explicit graphs are built up to 16"):
        build_graph(board(3))


# Exported and read back


@pytest.fixture
def exported(tmp_path: Path, size_2: StateGraph) -> Path:
    for suffix in (".graphml", ".dot", ".json", ".parquet"):
        export(size_2, tmp_path / f"size2{suffix}")
    return tmp_path


def test_graphml_is_read_back_by_networkx(exported: Path, size_2: StateGraph) -> None:
    read = nx.read_graphml(exported / "size2.graphml")
    made = to_networkx(size_2)
    assert nx.to_dict_of_dicts(read) == nx.to_dict_of_dicts(made)
    assert dict(read.nodes(data=True)) == dict(made.nodes(data=True))


def test_json_is_read_back_by_networkx(exported: Path, size_2: StateGraph) -> None:
    document = json.loads((exported / "size2.json").read_text())
    read = nx.node_link_graph(document, edges="edges")
    made = to_networkx(size_2)
    assert nx.to_dict_of_dicts(read) == nx.to_dict_of_dicts(made)
    assert dict(read.nodes(data=True)) == dict(made.nodes(data=True))


def test_dot_is_read_back_by_rustworkx(exported: Path, size_2: StateGraph) -> None:
    read = rx.from_dot((exported / "size2.dot").read_text())
    assert (read.num_nodes(), read.num_edges()) == (len(size_2), len(size_2.edges.target))
    assert {edge["turn"] for edge in read.edges()} == set(SIZE_2.names)


def test_parquet_is_read_back_by_pyarrow(exported: Path, size_2: StateGraph) -> None:
    edges = pq.read_table(exported / "size2.parquet")
    states = pq.read_table(exported / "size2.states.parquet")
    assert (states.num_rows, edges.num_rows) == (len(size_2), len(size_2.edges.target))
    assert edges.schema.metadata[b"board"] == b"2"
    assert edges["next_state"].to_pylist() == size_2.edges.target.tolist()
    links = zip(*(edges[name].to_pylist() for name in edges.column_names), strict=True)
    assert edges.column_names == ["state", "turn", "next_state"]
    assert list(links) == [
        (state, turn, target)
        for state in range(len(size_2))
        for turn, target in size_2.turns(state)
    ]
    rows = states.to_pylist()
    assert [row["value"] for row in rows] == [size_2.value(state) for state in range(len(size_2))]
    assert [row["distance"] for row in rows] == [
        size_2.distance(state) for state in range(len(size_2))
    ]


def test_unknown_formats_are_refused() -> None:
    with pytest.raises(ExportError, match=r"must end in one of \.graphml, \.dot, \.json"):
        require_exportable(Path("size2.xyz"))


def test_parquet_without_its_library_is_refused_with_the_way_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    require_exportable(tmp_path / "size2.parquet")
    monkeypatch.setattr("churn_verification.stategraph.export.pa", None)
    with pytest.raises(ExportError, match=r"pip install -e '\.\[tables\]'"):
        require_exportable(tmp_path / "size2.parquet")


def test_what_cannot_be_written_is_found_out_without_leaving_a_trace(tmp_path: Path) -> None:
    (tmp_path / "x.states.parquet").mkdir()
    for path, reason in (
        (tmp_path / "none" / "x.svg", "there is no folder"),
        (Path("/proc/x.svg"), "cannot write /proc/x.svg"),
        (tmp_path / "x.parquet", "is not a regular file"),
    ):
        with pytest.raises(FileError, match=reason):
            require_exportable(path)
    require_exportable(tmp_path / "X.SVG")
    assert [path.name for path in tmp_path.iterdir()] == ["x.states.parquet"]


# Drawn


def test_nodes_stand_apart_and_in_an_order_without_crossings() -> None:
    # Two columns of three, joined crosswise in pairs: the second is turned over.
    found = heights([0, 0, 0, 1, 1, 1], [(0, 5), (1, 4), (2, 3)])
    assert sorted(found[:3]) == [-1.0, 0.0, 1.0]
    assert found[3:] == [found[2], found[1], found[0]]


def test_columns_with_few_nodes_stay_near_the_middle() -> None:
    """A quarter of the fullest column's nodes, and 1/4 to the power 1/2 is 1/2."""
    found = heights([0, 0, *[1] * 8], [], taper=0.5)
    assert found[:2] == [-0.5, 0.5]
    assert (found[2], found[-1]) == (-1.0, 1.0)


def test_the_picture_shows_every_state_and_every_turn(size_2: StateGraph) -> None:
    axes = figure_of(size_2).axes[0]
    assert len(axes.patches) == len(size_2.edges.target)
    places = np.concatenate([np.asarray(marks.get_offsets()) for marks in axes.collections])
    assert len(places) == len(np.unique(places, axis=0)) == len(size_2)
    assert np.bincount(places[:, 0].astype(int)).tolist() == np.bincount(size_2.states.ply).tolist()


def test_states_of_one_value_share_colour_and_shape(size_2: StateGraph) -> None:
    axes = figure_of(size_2).axes[0]
    by_colour = Counter[str]()
    for marks in axes.collections:
        by_colour[to_hex(tuple(np.asarray(marks.get_facecolor())[0]))] += len(
            np.asarray(marks.get_offsets())
        )
    values = Counter(size_2.value(state) for state in range(len(size_2)))
    assert sorted(by_colour.values()) == [0, *sorted(values.values())]


def test_pictures_repeat_and_are_of_the_kind_asked_for(size_2: StateGraph) -> None:
    svg = picture_of(size_2, "svg")
    assert picture_of(size_2, "svg") == svg
    assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert picture_of(size_2, "png").startswith(b"\x89PNG")


def test_pictures_of_large_graphs_are_refused() -> None:
    with pytest.raises(GraphTooLargeError, match="can show at most 2,000"):
        picture_of(build_graph(board(3, 2, 2, 3, 2, 2)), "svg")
