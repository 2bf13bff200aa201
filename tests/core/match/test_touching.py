"""Touching squares makes every move of every game, and never another one."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squarely import Game, Match
from squarely.core.errors import BadMove, IllegalMove, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from squarely.testing import find_reachable
from tests.core.match.test_tabletop import load
from tests.strategies import games, matches

PAIRS_TRIED = 625  # of the pairs of squares, where there are more: all there are on a 5x5 board


def differing(game: Game, before: Position, after: Position) -> set[int]:
    """The squares that two position lines write differently."""
    old, new = (game.write_position(each).split()[0].replace("/", "") for each in (before, after))
    return {number for number, (was, now) in enumerate(zip(old, new, strict=True)) if was != now}


def every_move_is_made_by_touching(game: Game, position: Position) -> None:
    tabletop, match = Tabletop(game), Match.of(game, position)
    for move in match.legal_moves:
        touched = tabletop.touched_squares(position, move)
        assert len(set(touched)) == len(touched)
        assert [int(each) for each in match.play(tabletop.read_touch(position, touched)).moves] == [int(move)], (
            move.text
        )
        found = tabletop.find_move(position, touched)
        assert not isinstance(found, str), "a click is a move without being written as words"
        assert found == int(move)


def touching_makes_no_other_move(game: Game, position: Position) -> None:
    """Two squares make the move that changes these two or are refused in words; so are one and none."""
    tabletop, match = Tabletop(game), Match.of(game, position)
    squares = range(len(tabletop.squares(position)))
    told = {tabletop.touched_squares(position, move) for move in match.legal_moves}
    pairs = list(product(squares, repeat=2))
    for touched in [(), *((one,) for one in squares), *Random(1).sample(pairs, min(PAIRS_TRIED, len(pairs)))]:
        played = attempt(match, touched)
        if isinstance(played, BadMove):
            assert touched not in told
            assert len(touched) < 2 or isinstance(played, IllegalMove | UnreadableMove)
            assert str(played).endswith("."), str(played)
        else:
            changed = differing(game, position, played.position)
            meant = set(touched)
            if game.settings.get("gravity") == "yes" and len(touched) == 1:  # a marker falls in the column touched
                changed, meant = ({square % game.shape.columns for square in each} for each in (changed, meant))
            assert changed >= meant if len(touched) == 1 else changed == meant


def attempt(match: Match, touched: tuple[int, ...]) -> Match | BadMove:
    """The match after touching these squares, or why there is none: the same by its number and in words."""
    table = Tabletop(match.game)
    played = [_try(match, read, touched) for read in (table.read_touch, table.find_move)]
    assert played[0] == played[1] or str(played[0]) == str(played[1])
    return played[0]


def _try(match: Match, read: Callable[..., str | int], touched: tuple[int, ...]) -> Match | BadMove:
    try:
        return match.play(read(match.position, touched))
    except BadMove as refused:
        return refused


SMALL = (
    ("center", "tokens=1,stalemate=loses"),
    ("showdown", ""),
    ("showdown", "reversal=allowed,first=2,size=4,goal=1-3"),
    ("snatchers", "size=3"),
    ("snatchers", "up=cartesian,size=3,reach=1"),
    ("numbers", "size=2"),
    ("numbers", "size=2,capture=choose,komi=4"),
    ("hop", "size=3"),
)
LARGER = (
    ("center", "tokens=2,diagonal=allowed"),
    ("center", "tokens=2,beside_center=forbidden"),
    ("snatchers", ""),
    ("snatchers", "up=screen,size=4,reach=3"),
    ("numbers", ""),
)
RARE = (
    ("center", "", "ABA/B-B/ABA A"),  # A can only pass
    ("quad", "", "XXOO/OOXX/XXOO/OOXX X"),
    ("quad", "sudden_death=convert", "XXOO/OOXX/XXOO/OOXX X"),
    ("quad", "sudden_death=none", "XXOO/OOXX/XXOO/OOXX X"),  # a tie
    ("quad", "size=3", "XOX/OXO/XOX O"),
    ("numbers", "capture=choose", "538/291/647 1 0-0"),
    ("numbers", "size=4,capture=choose", "123G/45FE/67DC/89BA 1 0-0"),
)


@pytest.mark.parametrize(("name", "options"), [*SMALL, *LARGER])
def test_every_move_of_every_position_is_made_by_touching(name: str, options: str) -> None:
    game = load(name, options)
    for position in find_reachable(game):
        every_move_is_made_by_touching(game, position)


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_touching_makes_no_other_move_in_any_position(name: str, options: str) -> None:
    game = load(name, options)
    for position in find_reachable(game):
        touching_makes_no_other_move(game, position)


@pytest.mark.parametrize(("name", "options", "position"), RARE)
def test_touching_in_rare_positions(name: str, options: str, position: str) -> None:
    game = load(name, options)
    every_move_is_made_by_touching(game, game.read_position(position))
    touching_makes_no_other_move(game, game.read_position(position))


@pytest.mark.parametrize("name", [*registry.names(), "hop"])
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_touching_in_random_play_under_random_options(name: str, data: st.DataObject) -> None:
    game = data.draw(games(load(name, "").printed))
    position = data.draw(matches(game)).position
    every_move_is_made_by_touching(game, position)
    touching_makes_no_other_move(game, position)
