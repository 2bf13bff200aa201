"""The solver against a plain one, on every position of what is small enough."""

import importlib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING
from squarely.solver import retrograde
from squarely.solver.compiled import jit
from squarely.solver.large import solve as solve_large
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution
from squarely.solver.values import find_endless_result
from tests.solver import plain
from tests.solver.odd.graphs import Graph, game_of, graphs
from tests.thorough import IS_THOROUGH, many

ROOT = Path(__file__).parents[2]

SMALL_GAMES = {
    "center": ("", "stalemate=loses", "diagonal=allowed,tokens=2", "beside_center=forbidden,tokens=2"),
    "showdown": ("", "reversal=allowed", "size=4,goal=3-3"),
    "snatchers": ("", "reach=1,size=4"),
    "quad": ("size=3", "size=3,sudden_death=convert", "size=3,sudden_death=none"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_GAMES)
def test_every_position_has_the_value_the_plain_solver_gives_it(name: str) -> None:
    for game in [registry.load(name, options) for options in SMALL_GAMES[name]]:
        plain.check(SmallSolution(game, [game.start()]), plain.solve(game, game.start()))


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("capture", ["all", "choose"])
def test_numbers_boards_have_the_margins_the_plain_solver_gives_them(capture: str) -> None:
    for seed in range(0, 60, 1 if IS_THOROUGH else 13):
        game = registry.load("numbers", {"capture": capture, "komi": seed % 4})
        start = game.start_for(seed)
        truth = plain.solve_points(game, start)
        assert plain.verdicts(SmallSolution(game, [start]), truth) == truth, seed


_link, _settle = jit(retrograde.link_parents), jit(retrograde.settle)


@pytest.mark.slow
@settings(max_examples=many(400), deadline=None)
@given(graphs())
def test_random_graphs_with_cycles_are_solved_as_the_plain_solver_solves_them(drawn: Graph) -> None:
    game = game_of(drawn)
    assume(game.outcome(game.start()) == ONGOING)
    truth = plain.solve(game, game.start())
    solution = SmallSolution(game, [game.start()])
    assert plain.verdicts(solution, truth) == truth
    assert compiled_results(solution) == solution.graph.results


def compiled_results(solution: SmallSolution) -> list[int]:
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


@pytest.mark.slow
def test_a_game_that_is_too_large_says_so_and_does_not_hang() -> None:
    quad = registry.load("quad", "size=5")
    with pytest.raises(TooLarge, match="too large to be solved while you wait"):
        Oracle(quad).value(quad.start())


def test_that_too_much_follows_a_position_is_found_out_once_for_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game, tried = registry.load("center", "tokens=2"), list[int]()
    position = game.play(game.start(), int(game.named_moves(game.start())[0]))

    def solve(of: Any, roots: Any, limit: int, progress: Any) -> SmallSolution:
        tried.append(limit)
        return SmallSolution(of, roots, limit, progress)

    monkeypatch.setattr("squarely.solver.oracle.SmallSolution", solve)
    for limit in (3, 3, 20, 3):
        monkeypatch.setattr("squarely.solver.oracle.QUICK", limit)
        with pytest.raises(TooLarge, match="squarely solve center --option tokens=2"):
            Oracle(game).value(position)
    assert tried == [3, 20]
    monkeypatch.setattr("squarely.solver.oracle.QUICK", 20_000)
    assert Oracle(game).value(position) == SmallSolution(game, [position]).value(position)


# Every board of numbers at once, as the benchmark solves them


@pytest.mark.slow
@pytest.mark.xdist_group("compiled numbers")
def test_all_boards_of_numbers_and_of_one_board_every_position_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    deals: Any = importlib.import_module("deals")
    game = registry.load("numbers")
    start = game.start_for(7)
    plain.check(solve_large(game, start), plain.solve_points(game, start))
    margins = deals.margins(game)
    assert len(margins) == 362_880 == game.deals()
    for number in Random(1).sample(range(game.deals()), 25):
        winner, _, _, margin = plain.solve_points(game, game.deal(number))[game.deal(number)]
        assert margins[number] == (margin if winner == "first" else -(margin or 0))
    assert (margins > 0).all()
    told = f"wins every one of the 362,880 boards, by {margins.min()} to {margins.max()} points"
    assert told in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
