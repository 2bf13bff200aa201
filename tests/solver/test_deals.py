"""Every board of numbers at once, as the benchmark solves them, against the plain solver on some of them."""

import importlib.util
from pathlib import Path
from random import Random
from typing import Any

import pytest

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from tests.solver import plain

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def _benchmark() -> Any:
    spec = importlib.util.spec_from_file_location("deals", ROOT / "benchmarks" / "deals.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


deals = _benchmark()


def test_all_boards_of_numbers() -> None:
    game = registry.load("numbers")
    margins = deals.margins(game)
    assert len(margins) == 362_880 == game.deals()
    for number in Random(1).sample(range(game.deals()), 25):
        winner, _, _, margin = plain.solve_points(game, game.deal(number))[game.deal(number)]
        assert margins[number] == (margin if winner == "first" else -(margin or 0))
    assert (margins > 0).all()
    told = f"wins every one of the 362,880 boards, by {margins.min()} to {margins.max()} points"
    assert told in " ".join(README.read_text(encoding="utf-8").split())


def test_points_given_to_the_second_player_shift_every_margin() -> None:
    small, given = registry.load("numbers", "size=2"), registry.load("numbers", "size=2,komi=3")
    assert list(deals.margins(given)) == [margin - 3 for margin in deals.margins(small)]
    truth = [plain.solve_points(small, small.deal(n))[small.deal(n)] for n in range(small.deals())]
    assert [abs(margin) for margin in deals.margins(small)] == [margin for *_, margin in truth]


def test_a_game_that_is_not_dealt_says_so() -> None:
    with pytest.raises(SquarelyError, match="quad is not dealt"):
        deals.margins(registry.load("quad"))
