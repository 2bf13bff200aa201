"""Komi: points for the second side at the end, held against games whose points are counted by hand."""

from itertools import product

import pytest

from squarely import Game, Match, Side
from squarely.core.rules import registry
from squarely.testing import LAWS, find_reachable
from tests.boards import played
from tests.core.variations.small_games import Coins, Steps

NAMES = {Side.FIRST: "first", Side.SECOND: "second", None: "tie"}


def judge(first: int, second: int) -> str:
    return "first" if first > second else "second" if second > first else "tie"


def list_taken(left: int) -> list[list[int]]:
    """Every way to take eight coins, as the numbers that were taken in turn."""
    return [[]] if not left else [[n, *rest] for n in (1, 2, 3) if n <= left for rest in list_taken(left - n)]


@pytest.mark.parametrize(
    ("komi", "ends"),
    [(0, {*Side, None}), (1, {*Side}), (2, {*Side, None}), (4, {Side.SECOND, None}), (5, {Side.SECOND})],
)
def test_whoever_has_more_with_it_wins(komi: int, ends: set[Side | None]) -> None:
    game, met = Coins(komi=komi), set()
    for taken in list_taken(8):
        match = played(Match.of(game), *map(str, taken))
        first, second = sum(taken[::2]), sum(taken[1::2]) + komi
        assert game.points(match.position) == (first, second)
        assert match.outcome is not None
        assert NAMES[match.outcome.winner] == judge(first, second)
        met.add(match.outcome.winner)
    assert met == ends


@pytest.mark.parametrize("game", [registry.load("numbers", f"size=2,komi={komi}") for komi in (1, 2, 7)], ids=str)
def test_ours_gives_it_too(game: Game) -> None:
    plain, komi = registry.load("numbers", "size=2"), int(game.settings["komi"])
    todo, ends = [(game.start(), plain.start())], set()
    for position, usual in todo:  # grows while it is read
        points, scored = game.points(position), plain.points(usual)
        assert points
        assert scored
        assert points == (scored[0], scored[1] + komi)
        moves = [*game.legal_moves(position)]
        assert moves == [*plain.legal_moves(usual)]
        todo += [(game.play(position, move), plain.play(usual, move)) for move in moves]
        if not moves:
            outcome = game.result(position)
            assert outcome is not None
            assert NAMES[outcome.winner] == judge(*points)
            ends.add(outcome.winner)
    assert Side.SECOND in ends


def test_it_goes_together_with_the_options_of_every_game() -> None:
    for misere, swapped in product(("no", "yes"), (False, True)):
        game = Coins(komi=3, misere=misere, pie="yes")
        match = played(Match.of(game), "3", *(["swap sides"] if swapped else []), "1", "3", "1")
        assert game.points(match.position) == ((5, 6) if swapped else (6, 5))
        assert match.outcome is not None
        assert (match.outcome.winner == Side.SECOND) == (swapped == (misere == "no"))


def test_every_game_with_points_has_it_and_no_other() -> None:
    assert [option.name for option in Coins().declared][:2] == ["repetition", "komi"]
    assert "komi" not in Steps().settings


def test_every_law_holds() -> None:
    game = Coins("komi=3")
    for law, position in product(LAWS, find_reachable(game)):
        law(game, position)
