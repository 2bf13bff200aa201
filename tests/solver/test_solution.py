"""The solver against a plain one, on every position of what is small enough."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Side
from squarely.solver import retrograde
from squarely.solver.compiled import jit
from squarely.solver.large import solve as solve_large
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution
from squarely.solver.values import Value, find_endless_result
from tests.solver import plain
from tests.solver.odd.words import Odd
from tests.thorough import many

SMALL_GAMES = [
    ("center", ""),
    ("center", "stalemate=loses"),
    ("center", "diagonal=allowed,tokens=2"),
    ("center", "beside_center=forbidden,tokens=2"),
    ("showdown", ""),
    ("showdown", "reversal=allowed"),
    ("showdown", "size=4,goal=3-3"),
    ("snatchers", ""),
    ("snatchers", "reach=1,size=4"),
    ("quad", "size=3"),
    ("quad", "size=3,sudden_death=convert"),
    ("quad", "size=3,sudden_death=none"),
]


def as_verdict(value: Value) -> plain.Verdict:
    return (None if value.winner is None else str(value.winner), value.ending, value.distance, value.margin)


@pytest.mark.parametrize(("name", "options"), SMALL_GAMES)
def test_every_position_has_the_value_the_plain_solver_gives_it(name: str, options: str) -> None:
    game = registry.load(name, options)
    solution = SmallSolution(game, [game.start()])
    truth = plain.solve(game, game.start())
    found = {position: as_verdict(value) for position in truth if (value := solution.value(position))}
    assert found == truth
    counts: dict[str, int] = {}
    for winner, ending, _, _ in truth.values():
        counts[winner or ending] = counts.get(winner or ending, 0) + 1
    summary = solution.summary()
    assert (summary.positions, summary.counts) == (len(truth), counts)
    assert summary.longest == max(distance or 0 for _, _, distance, _ in truth.values())
    assert summary.longest_win == max(distance or 0 for winner, _, distance, _ in truth.values() if winner)


@pytest.mark.parametrize("capture", ["all", "choose"])
@pytest.mark.parametrize("seed", range(many(60)))
def test_numbers_boards_have_the_margins_the_plain_solver_gives_them(capture: str, seed: int) -> None:
    game = registry.load("numbers", {"capture": capture, "komi": seed % 4})
    start = game.start_for(seed)
    solution = SmallSolution(game, [start])
    truth = plain.solve_points(game, start)
    found = {position: as_verdict(value) for position in truth if (value := solution.value(position))}
    assert found == truth


@pytest.mark.parametrize("name", ["showdown", "numbers", "quad"])
def test_the_compiled_solver_gives_what_the_interpreted_one_gives(name: str) -> None:
    game = registry.load(name, "size=3" if name == "quad" else "")
    start = game.start_for(7)
    interpreted, compiled = SmallSolution(game, [start]), solve_large(game, start)
    for position in interpreted.graph.index:
        assert compiled.value(position) == interpreted.value(position)
    if name != "numbers":
        assert compiled.summary() == interpreted.summary()


class Graph(NamedTuple):
    children: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]


class Node(NamedTuple):
    number: int
    mover: int


class GraphGame(Odd):
    """Any graph as a game: a move goes along an edge, turns alternate."""

    graph: Graph
    Position = Node

    def start(self) -> Node:
        return Node(0, 0)

    def legal_moves(self, position: Node) -> Iterator[int]:
        yield from self.graph.children[position.number] if self.outcome(position) == ONGOING else ()

    def play(self, position: Node, move: int) -> Node:
        return Node(int(move), 1 - position.mover)

    def outcome(self, position: Node) -> int:
        end = self.graph.ends[position.number]
        return end if end == TIE or not self.graph.children[position.number] else ONGOING


def game_of(graph: Graph, options: str = "") -> Game:
    kind: type[Game] = type("GraphGame", (GraphGame,), {"graph": graph})
    return kind(options)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Random game graphs, cycles and all; a node without children is an end."""
    size = draw(st.integers(1, 12))
    edges = st.lists(st.integers(0, size - 1), max_size=3, unique=True)
    children = [tuple(sorted(draw(edges))) for _ in range(size)]
    ends = [draw(st.sampled_from([FIRST_WINS, SECOND_WINS, TIE, ONGOING])) for _ in range(size)]
    ends = [FIRST_WINS if not below and end == ONGOING else end for below, end in zip(children, ends, strict=True)]
    return Graph(tuple(children), tuple(ends))


_link, _settle = jit(retrograde.link_parents), jit(retrograde.settle)


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_random_graphs_with_cycles_are_solved_as_the_plain_solver_solves_them(drawn: Graph) -> None:
    game = game_of(drawn)
    assume(game.outcome(game.start()) == ONGOING)
    truth = plain.solve(game, game.start())
    solution = SmallSolution(game, [game.start()])
    assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
    assert compiled_results(solution) == solution.graph.results


def compiled_results(solution: SmallSolution) -> list[int]:
    """The same retrograde analysis, compiled, on the same graph."""
    graph: Any = solution.graph
    nodes = len(graph.nodes)
    first, children = np.array(graph.first), np.array(graph.children, np.int64)
    parent_first, parents = np.zeros(nodes + 1, np.int64), np.empty(len(children), np.int64)
    _link(first, children, parent_first, parents)
    outcomes = [solution._game.outcome(node) for node in graph.nodes]
    results, distances = np.array(outcomes), np.empty(nodes, np.int64)
    rest = np.empty(nodes, np.int64), np.empty(nodes, np.int64)
    endless = find_endless_result(solution._game)
    _settle(np.array(graph.movers), results, first, parent_first, parents, distances, *rest, endless)
    return list(map(int, results))


def test_a_position_that_cannot_be_reached_from_the_start_has_a_value_too() -> None:
    snatchers = registry.load("snatchers")
    far = snatchers.read_position("...../.1.../...../...../...2. 1")
    assert as_verdict(Oracle(snatchers).value(far)) == plain.solve(snatchers, far)[far]
    showdown = registry.load("showdown")
    odd = showdown.read_position("...../..*../...../...../..... 1 -")
    assert as_verdict(Oracle(showdown).value(odd)) == ("first", "win", 1, None)


def test_moves_come_best_first() -> None:
    center = registry.load("center")
    judged = Oracle(center).value_moves(center.read_position("A--/---/--- B"))
    appeals = [each.value.appeal(Side.SECOND) for each in judged]
    assert appeals == sorted(appeals, reverse=True)
    assert str(judged[0].value) == "second wins in 2 moves"


def test_a_game_that_is_too_large_says_so_and_does_not_hang() -> None:
    with pytest.raises(TooLarge, match="too large to be solved while you wait"):
        Oracle(registry.load("quad", "size=5")).value(registry.load("quad", "size=5").start())


def test_memory_is_asked_for_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.solver.large.measure_free_memory", lambda: 50 * 2**20)
    quad = registry.load("quad", "size=5")
    with pytest.raises(TooLarge, match=r"needs over .* GiB; there are .* would help"):
        solve_large(quad, quad.start())
