"""`outcome` says who wins. Points are a margin where they agree with it, and nothing where they do not."""

import json
import re
from collections import Counter
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from squarely.core.errors import BrokenRules
from squarely.core.game import Game
from squarely.core.registry import make_game
from squarely.players.lookahead import Lookahead
from squarely.solver.certificate import write_certificate
from squarely.solver.large import solve as solve_large
from squarely.solver.oracle import Oracle
from squarely.solver.scoring import find_terms
from squarely.solver.solution import SmallSolution
from squarely.terminal.solve import solve
from tests.solver import plain
from tests.solver.odd import boxes, ring, rows
from tests.solver.test_solution import as_verdict

BY_POINTS = [(boxes, ""), (boxes, "rows=2,columns=2"), (boxes, "wins=race"), (boxes, "wins=race,columns=3")]
BY_RESULTS = [
    (boxes, "wins=fewest"),
    (boxes, "wins=last"),
    (boxes, "wins=moon"),
    (boxes, "wins=uneven,columns=3"),
    (boxes, "wins=moon,columns=3"),
    (rows, ""),
    (rows, "rows=lose"),
    (ring, ""),
    (ring, "size=3"),
]


def game_of(module: ModuleType, options: str) -> Game:
    return make_game(module.__name__.rpartition(".")[2], module, options)


COMPILED = [(boxes, ""), (boxes, "wins=fewest"), (ring, "size=3")]  # compiling takes its time


def solutions(game: Game, module: ModuleType, options: str) -> list[Any]:
    small = SmallSolution(game, [game.start()])
    return [small, solve_large(game, game.start())] if (module, options) in COMPILED else [small]


@pytest.mark.parametrize(("module", "options"), BY_POINTS)
def test_points_that_decide_are_a_margin(module: ModuleType, options: str) -> None:
    game = game_of(module, options)
    truth = plain.solve_points(game, game.start())
    for solution in solutions(game, module, options):
        assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
        counts = Counter(winner or ending for winner, ending, _, _ in truth.values())
        assert solution.summary().positions == len(truth)
        assert solution.summary().counts == counts
        assert solution.summary().longest == max(distance or 0 for *_, distance, _ in truth.values())
        wins = [distance or 0 for winner, _, distance, _ in truth.values() if winner]
        assert solution.summary().longest_win == max(wins)
    assert find_terms(game).strips == ("race" not in options)  # compiled, too: else it would take far longer


@pytest.mark.parametrize(("module", "options"), BY_RESULTS)
def test_points_that_do_not_decide_are_no_margin(module: ModuleType, options: str) -> None:
    game = game_of(module, options)
    truth = plain.solve(game, game.start())
    for solution in solutions(game, module, options):
        assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
        assert solution.summary().counts == Counter(winner or ending for winner, ending, _, _ in truth.values())
        assert "by how many points" in solution.note
    oracle = Oracle(game)
    for position in list(truth)[:200]:
        assert as_verdict(oracle.value(position)) == truth[position]
        assert all(judged.value.margin is None for judged in oracle.value_moves(position))
    assert ", margin" not in write_certificate(oracle, game.start())


@pytest.mark.parametrize(("module", "options"), [BY_RESULTS[0], BY_RESULTS[5]])
def test_who_reads_ahead_tells_no_margin_either(module: ModuleType, options: str) -> None:
    game = game_of(module, options)
    for position in [*plain.reachable(game, game.start())][::20]:
        value = Lookahead(game, position).value(position, 0)
        assert value is None or value.margin is None


def test_points_that_can_grow_for_ever_are_refused_in_words() -> None:
    game = game_of(ring, "toll=1")
    with pytest.raises(BrokenRules, match="it can go round in circles in which points can grow for ever"):
        SmallSolution(game, [game.start()])


def test_the_command_says_why_there_is_no_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(boxes, "wins=fewest")
    monkeypatch.setattr("squarely.core.registry.load", lambda *_: game)
    said = CliRunner().invoke(solve, ["boxes"])
    assert said.exit_code == 0, said.output
    told = r"Note: points do not decide this game \(in .* has won with \d to \d\), so it is told who wins"
    assert re.search(told, said.output)
    assert " by " not in said.output.partition("Note:")[0]
    facts = json.loads(CliRunner().invoke(solve, ["boxes", "--json"]).output)
    assert facts["margin"] is None
    assert facts["note"].startswith("points do not decide this game")
    winner, ending, distance, _ = plain.solve(game, game.start())[game.start()]
    assert (facts["winner"], facts["ending"], facts["distance"]) == (winner, ending, distance)
