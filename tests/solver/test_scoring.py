"""`outcome` says who wins. Points are a margin where they agree with it, and nothing where they do not."""

import json
import re

import pytest
from click.testing import CliRunner

from squarely.core.errors import TooLarge
from squarely.core.rules.game import Game
from squarely.solver.certificate import write_certificate
from squarely.solver.large import solve as solve_large
from squarely.solver.oracle import Oracle
from squarely.solver.scoring import find_scoring
from squarely.solver.solution import SmallSolution
from squarely.terminal.solve import solve
from tests.games.classics import classic
from tests.solver import plain
from tests.solver.odd.boxes import Boxes, Ring

pytestmark = pytest.mark.slow

BY_POINTS = [Boxes(), Boxes("rows=2,columns=2"), Boxes("wins=race"), Boxes("wins=race,columns=3")]
# Tic-tac-toe that shows how many marks each side has, which no field keeps.
MARKS = {"points": lambda _, position: (position.first.bit_count(), position.second.bit_count())}
Marks: type[Game] = type("Marks", (classic("tictactoe").printed,), MARKS)
BY_RESULTS = [
    *(Boxes(f"wins={wins}") for wins in ("fewest", "last", "moon", "uneven,columns=3", "moon,columns=3")),
    *(Marks(), Marks("misere=yes"), Ring(), Ring("size=3")),
]
COMPILED = [Boxes(), Boxes("wins=fewest"), Ring("size=3")]  # compiling takes its time


def assert_solved(game: Game, truth: dict[plain.Position, plain.Verdict]) -> None:
    plain.check(SmallSolution(game, [game.start()]), truth)
    if game in COMPILED:
        plain.check(solve_large(game, game.start()), truth)


@pytest.mark.parametrize("game", BY_POINTS, ids=repr)
def test_points_that_decide_are_a_margin(game: Game) -> None:
    assert_solved(game, plain.solve_points(game, game.start()))
    assert find_scoring(game).ignores_score == ("race" not in game.options)


@pytest.mark.parametrize("game", BY_RESULTS, ids=repr)
def test_points_that_do_not_decide_are_no_margin(game: Game) -> None:
    truth = plain.solve(game, game.start())
    assert_solved(game, truth)
    oracle = Oracle(game)
    assert "by how many points" in oracle.note
    for position in list(truth)[:200]:
        assert plain.as_verdict(oracle.value(position)) == truth[position]
        assert all(judged.value.margin is None for judged in oracle.value_moves(position))
    assert ", margin" not in write_certificate(oracle, game.start())


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
    assert facts["note"].startswith("points do not decide this game")
    worth = plain.solve(game, game.start())[game.start()]
    assert (facts["winner"], facts["ending"], facts["distance"], facts["margin"]) == worth
