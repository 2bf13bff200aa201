"""The solver against a plain one, on every position of what is small enough."""

import importlib.util
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING, Side
from squarely.solver import retrograde
from squarely.solver.compiled import jit
from squarely.solver.large import solve as solve_large
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution
from squarely.solver.values import find_endless_result
from tests.solver import plain
from tests.solver.odd.graphs import Graph, game_of, graphs
from tests.thorough import many

ROOT = Path(__file__).parents[2]
NUMBERS = pytest.mark.xdist_group("compiled numbers")

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


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), SMALL_GAMES)
def test_every_position_has_the_value_the_plain_solver_gives_it(name: str, options: str) -> None:
    game = registry.load(name, options)
    solution = SmallSolution(game, [game.start()])
    truth = plain.solve(game, game.start())
    assert plain.verdicts(solution, truth) == truth
    summary = solution.summary()
    assert summary.positions == len(truth)
    assert summary.counts == Counter(winner or ending for winner, ending, _, _ in truth.values())
    assert summary.longest == max(distance or 0 for _, _, distance, _ in truth.values())
    assert summary.longest_win == max(distance or 0 for winner, _, distance, _ in truth.values() if winner)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("capture", ["all", "choose"])
def test_numbers_boards_have_the_margins_the_plain_solver_gives_them(capture: str) -> None:
    for seed in range(many(60)):
        game = registry.load("numbers", {"capture": capture, "komi": seed % 4})
        start = game.start_for(seed)
        truth = plain.solve_points(game, start)
        assert plain.verdicts(SmallSolution(game, [start]), truth) == truth, seed


@pytest.mark.slow
@NUMBERS
def test_the_compiled_solver_gives_what_the_interpreted_one_gives() -> None:
    """Of numbers; test_packed_table.py does the same with quad, test_cache.py with showdown."""
    game = registry.load("numbers")
    start = game.start_for(7)
    interpreted, compiled = SmallSolution(game, [start]), solve_large(game, start)
    for position in interpreted.graph.index:
        assert compiled.value(position) == interpreted.value(position)


_link, _settle = jit(retrograde.link_parents), jit(retrograde.settle)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(graphs())
def test_random_graphs_with_cycles_are_solved_as_the_plain_solver_solves_them(drawn: Graph) -> None:
    game = game_of(drawn)
    assume(game.outcome(game.start()) == ONGOING)
    truth = plain.solve(game, game.start())
    solution = SmallSolution(game, [game.start()])
    assert plain.verdicts(solution, truth) == truth
    assert compiled_results(solution) == solution.graph.results


def compiled_results(solution: SmallSolution) -> list[int]:
    """The same retrograde analysis, compiled, on the same graph."""
    graph: Any = solution.graph
    nodes = len(graph.nodes)
    first, children = np.array(graph.first), np.array(graph.children, np.int64)
    parent_first, parents = np.zeros(nodes + 1, np.int64), np.empty(len(children), np.int64)
    _link(first, children, parent_first, parents)
    results, distances = np.array([solution._game.outcome(node) for node in graph.nodes]), np.empty(nodes, np.int64)
    rest = np.empty(nodes, np.int64), np.empty(nodes, np.int64)
    endless = find_endless_result(solution._game)
    _settle(np.array(graph.movers), results, first, parent_first, parents, distances, *rest, endless)
    return list(map(int, results))


def test_a_position_that_cannot_be_reached_from_the_start_has_a_value_too() -> None:
    snatchers, showdown = registry.load("snatchers"), registry.load("showdown")
    far = snatchers.read_position("...../.1.../...../...../...2. 1")
    assert plain.as_verdict(Oracle(snatchers).value(far)) == plain.solve(snatchers, far)[far]
    odd = showdown.read_position("...../..*../...../...../..... 1 -")
    assert plain.as_verdict(Oracle(showdown).value(odd)) == ("first", "win", 1, None)


def test_moves_come_best_first() -> None:
    center = registry.load("center")
    judged = Oracle(center).value_moves(center.read_position("A--/---/--- B"))
    appeals = [each.value.appeal(Side.SECOND) for each in judged]
    assert appeals == sorted(appeals, reverse=True)
    assert str(judged[0].value) == "second wins in 2 moves"


@pytest.mark.slow
def test_a_game_that_is_too_large_says_so_and_does_not_hang() -> None:
    quad = registry.load("quad", "size=5")
    with pytest.raises(TooLarge, match="too large to be solved while you wait"):
        Oracle(quad).value(quad.start())


# Every board of numbers at once, as the benchmark solves them


@pytest.fixture(scope="module")
def deals() -> Any:
    spec = importlib.util.spec_from_file_location("deals", ROOT / "benchmarks" / "deals.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@NUMBERS
def test_all_boards_of_numbers(deals: Any) -> None:
    game = registry.load("numbers")
    margins = deals.margins(game)
    assert len(margins) == 362_880 == game.deals()
    for number in Random(1).sample(range(game.deals()), 25):
        winner, _, _, margin = plain.solve_points(game, game.deal(number))[game.deal(number)]
        assert margins[number] == (margin if winner == "first" else -(margin or 0))
    assert (margins > 0).all()
    told = f"wins every one of the 362,880 boards, by {margins.min()} to {margins.max()} points"
    assert told in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


@pytest.mark.slow
@NUMBERS
def test_points_given_to_the_second_player_are_part_of_every_margin(deals: Any) -> None:
    game = registry.load("numbers", "size=2,komi=6")
    truth = [plain.solve_points(game, game.deal(number))[game.deal(number)] for number in range(game.deals())]
    signed = [(margin or 0) * (1 if winner == "first" else -1) for winner, _, _, margin in truth]
    assert list(deals.margins(game)) == signed
    assert min(signed) < 0 < max(signed)
    with pytest.raises(SquarelyError, match="quad is not dealt"):
        deals.margins(registry.load("quad"))
