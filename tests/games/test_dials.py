"""The dials of our games agree with rules that are said a second time, in every position of small boards."""

import pytest

from squarely.core.rules import registry
from squarely.solver.oracle import Oracle
from squarely.testing import find_reachable
from tests import restated, restated_dials

AGREE = {
    ("showdown", "size=3,goal=3-3,trail=closed"): restated_dials.showdown((2, 2), closed=True),
    ("showdown", "size=3,diagonal=allowed"): restated_dials.showdown((1, 1), diagonal=True),
    ("showdown", "size=3,start=1-2,goal=3-3,diagonal=allowed,trail=closed,stuck=wins"): restated_dials.showdown(
        (2, 2), diagonal=True, closed=True, stuck="wins"
    ),
    ("showdown", "size=4,goal=4-4,trail=closed,stuck=ties"): restated_dials.showdown((3, 3), closed=True, stuck="ties"),
    ("showdown", "size=3,start=1-2,goal=2-3,diagonal=allowed,trail=closed,sealed=5"): restated_dials.showdown(
        (1, 2), diagonal=True, closed=True, sealed=5
    ),
    ("snatchers", "size=3,reach=2,diagonal=allowed"): restated_dials.snatchers(2, diagonal=True),
    ("snatchers", "size=3,reach=2,burnt=yes"): restated_dials.snatchers(2, burnt=True),
    ("snatchers", "size=3,reach=2,diagonal=allowed,burnt=yes,stuck=passes"): restated_dials.snatchers(
        2, diagonal=True, burnt=True, passes=True
    ),
    ("quad", "size=3,shape=corners"): restated_dials.quad(3, "corners", begins="O"),
    ("quad", "size=3,shape=tilted,begins_sudden_death=first"): restated_dials.quad(3, "tilted"),
    ("quad", "size=3,block=3,shape=line"): restated_dials.quad(3, "line", begins="O"),
    ("quad", "size=3,shape=tilted,gravity=yes"): restated_dials.quad(3, "tilted", begins="O", gravity=True),
    ("center", "tokens=2,guarded=yes"): restated_dials.center(2, guarded=True),
    ("center", "tokens=1,diagonal=allowed,guarded=yes,stalemate=loses"): restated_dials.center(
        1, diagonal=True, guarded=True, loses=True
    ),
    ("center", "tokens=2,guarded=yes,retreat=forbidden"): restated_dials.center(2, guarded=True, nearer=True),
    ("center", "size=5,tokens=1,diagonal=allowed,retreat=forbidden"): restated_dials.center(
        1, diagonal=True, nearer=True, size=5
    ),
    ("center", "beside_center=forbidden,size=5,tokens=1,guarded=yes,retreat=forbidden"): restated_dials.center(
        1, guarded=True, apart=True, nearer=True, size=5
    ),
    ("numbers", "within=3"): restated_dials.numbers(3),
}


@pytest.mark.parametrize(("name", "options"), AGREE)
def test_restated_dials_agree_in_every_reachable_position(name: str, options: str) -> None:
    """Same moves by name, each to the same position; same ends; nothing reached that the other does not reach."""
    game, rules = registry.load(name, options), AGREE[name, options]
    start = game.write_position(game.start())
    lines = restated.reachable(rules, start)
    assert lines == {game.write_position(position) for position in find_reachable(game)}
    for line in lines:
        position = game.read_position(line)
        outcome = game.result(position)
        winner = "" if outcome is None else "tie" if outcome.winner is None else str(outcome.winner)
        moves = {str(move): game.write_position(game.play(position, move)) for move in game.named_moves(position)}
        assert rules(line) == (winner, moves), line


@pytest.mark.parametrize(("size", "distance"), [(3, 6), (4, 10), (5, 14)])
def test_snatchers_with_reach_1_is_a_forced_win_of_the_second(size: int, distance: int) -> None:
    game = registry.load("snatchers", f"reach=1,size={size}")
    value = Oracle(game).value(game.start())
    assert (str(value.winner), value.distance) == ("second", distance)


def test_showdown_with_a_closed_trail_is_won_by_the_second_in_7_and_takes_14_at_most() -> None:
    game = registry.load("showdown", "trail=closed")
    oracle = Oracle(game, patient=True)
    value = oracle.value(game.start())
    assert (str(value.winner), value.distance) == ("second", 7)
    assert oracle.solution(game.start()).summary().longest_win == 14


def test_a_field_that_the_options_do_not_use_is_not_there() -> None:
    for name, field, used in (("showdown", "trail", "trail=closed"), ("snatchers", "burnt", "burnt=yes")):
        printed, other = registry.load(name), registry.load(name, used)
        assert field not in printed.Position._fields
        assert (other.ranges or {})[field][0].used.bit_count() == 25
        assert len(other.planes) == len(printed.planes) + 1
