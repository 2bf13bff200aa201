"""`outcome` says who wins. Points are a margin where they agree with it, and nothing where they do not."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from squarely.core.errors import TooLarge
from squarely.core.rules.game import Game
from squarely.players.level import Lookahead
from squarely.solver.certificate import write_certificate
from squarely.solver.large import solve as solve_large
from squarely.solver.oracle import Oracle
from squarely.solver.scoring import find_scoring
from squarely.solver.solution import SmallSolution
from squarely.terminal.solve import solve
from tests.solver import plain
from tests.solver.odd.boxes import Boxes
from tests.solver.odd.ring import Ring
from tests.solver.odd.rows import Rows
from tests.solver.test_solution import as_verdict

BY_POINTS = [(Boxes, ""), (Boxes, "rows=2,columns=2"), (Boxes, "wins=race"), (Boxes, "wins=race,columns=3")]
BY_RESULTS = [
    (Boxes, "wins=fewest"),
    (Boxes, "wins=last"),
    (Boxes, "wins=moon"),
    (Boxes, "wins=uneven,columns=3"),
    (Boxes, "wins=moon,columns=3"),
    (Rows, ""),
    (Rows, "rows=lose"),
    (Ring, ""),
    (Ring, "size=3"),
]


COMPILED = [(Boxes, ""), (Boxes, "wins=fewest"), (Ring, "size=3")]  # compiling takes its time


def solutions(game: Game, kind: type[Game], options: str) -> list[Any]:
    small = SmallSolution(game, [game.start()])
    return [small, solve_large(game, game.start())] if (kind, options) in COMPILED else [small]


@pytest.mark.parametrize(("kind", "options"), BY_POINTS)
def test_points_that_decide_are_a_margin(kind: type[Game], options: str) -> None:
    game = kind(options)
    truth = plain.solve_points(game, game.start())
    for solution in solutions(game, kind, options):
        assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
        counts = Counter(winner or ending for winner, ending, _, _ in truth.values())
        assert solution.summary().positions == len(truth)
        assert solution.summary().counts == counts
        assert solution.summary().longest == max(distance or 0 for *_, distance, _ in truth.values())
        wins = [distance or 0 for winner, _, distance, _ in truth.values() if winner]
        assert solution.summary().longest_win == max(wins)
    assert find_scoring(game).ignores_score == ("race" not in options)


@pytest.mark.parametrize(("kind", "options"), BY_RESULTS)
def test_points_that_do_not_decide_are_no_margin(kind: type[Game], options: str) -> None:
    game = kind(options)
    truth = plain.solve(game, game.start())
    for solution in solutions(game, kind, options):
        assert {p: as_verdict(v) for p in truth if (v := solution.value(p))} == truth
        assert solution.summary().counts == Counter(winner or ending for winner, ending, _, _ in truth.values())
    oracle = Oracle(game)
    assert "by how many points" in oracle.note
    for position in list(truth)[:200]:
        assert as_verdict(oracle.value(position)) == truth[position]
        assert all(judged.value.margin is None for judged in oracle.value_moves(position))
    assert ", margin" not in write_certificate(oracle, game.start())


@pytest.mark.parametrize(("kind", "options"), [BY_RESULTS[0], BY_RESULTS[5]])
def test_who_reads_ahead_tells_no_margin_either(kind: type[Game], options: str) -> None:
    game = kind(options)
    for position in [*plain.reachable(game, game.start())][::20]:
        value = Lookahead(game, position).value(position, 0)
        assert value is None or value.margin is None


def test_points_that_can_grow_for_ever_have_no_end_of_positions() -> None:
    game = Ring("toll=1")
    with pytest.raises(TooLarge, match="more than 60,000 positions"):
        SmallSolution(game, [game.start()])


def test_the_command_says_why_there_is_no_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Boxes("wins=fewest")
    monkeypatch.setattr("squarely.core.rules.registry.load", lambda *_, **__: game)
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
