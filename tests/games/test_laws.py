"""Laws of our games: in all that small ones reach, in random play of all; and as many sequences of moves as ever."""

import shlex
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squarely.core.rules import registry
from squarely.testing import LAWS, find_reachable
from tests.games.perft.count import COMMAND, table
from tests.strategies import games, matches
from tests.thorough import IS_THOROUGH, many

PERFT = Path(__file__).parent / "perft"
OURS = [entry.name for entry in entry_points(group=registry.GROUP) if entry.value.startswith("squarely.games.")]

# Each with the number of its reachable positions.
WHOLE = (
    *(("center", "", 17_263), ("center", "tokens=2,diagonal=allowed,stalemate=loses", 2_145)),
    *(("center", "tokens=2,beside_center=forbidden", 1_069), ("showdown", "", 77)),
    *(("showdown", "size=9,start=5-4", 285), ("showdown", "reversal=allowed,first=2,size=4,goal=1-3", 16)),
    ("showdown", "size=3,goal=3-3,trail=closed,diagonal=allowed", 305),
    ("showdown", "size=3,goal=3-3,trail=closed,diagonal=allowed,sealed=5", 263),
    *(("snatchers", "", 1_250), ("snatchers", "up=screen,size=4,reach=3", 512)),
    *(("snatchers", "up=cartesian,size=3,reach=1", 81), ("snatchers", "size=3,burnt=yes,stuck=passes", 407)),
    *(("quad", "size=3", 6_152), ("quad", "size=3,shape=tilted,gravity=yes", 998)),
    *(("numbers", "", 973), ("numbers", "size=2,capture=choose,komi=4", 61)),
)

# Positions that random play seldom or never finds.
RARE = (
    ("center", "", "ABA/B-B/ABA A"),  # A can only pass
    ("center", "stalemate=loses", "ABA/B-B/ABA A"),  # A has lost
    ("quad", "", "XXOO/OOXX/XXOO/OOXX X"),  # sudden death
    ("quad", "sudden_death=convert", "XXOO/OOXX/XXOO/OOXX X"),
    ("quad", "sudden_death=none", "XXOO/OOXX/XXOO/OOXX X"),  # a tie
    ("quad", "", "XOOO/OOOX/XXXX/OOXX X"),  # a swap completed a square of X and one of O
    ("quad", "size=3,shape=tilted", ".X./XOX/OXO O"),  # four corners of a tilted square
    ("center", "guarded=yes", "AAB/B-A/ABB A"),  # a tie: neither side can do anything
    ("center", "rules=mended", "-----/--A--/-B-A-/--B--/----- B"),  # a tie: nobody may enter the center or step back
    ("showdown", "trail=closed,start=2-1", "*x.../xx.../...../...../..... 1 -"),  # Player 2 has passed, and lost
    ("snatchers", "burnt=yes,size=3", "#../#2./1## 2"),  # P1 has passed, and lost
    ("numbers", "within=2", "538/291/647 1 0-0"),
    ("numbers", "capture=choose", "538/291/647 1 0-0"),
    ("numbers", "size=2,komi=0", "../.. 1 5-5"),  # a tie
    ("quad", "turn_limit=3", "X.../.O../..../...X O 3"),  # the limit is reached
    ("quad", "double_moves=yes", "XX../XX../O.../OO.O X 2"),  # X has won with the first of two moves
    ("snatchers", "burnt=yes,size=3,misere=yes", "#../#2./1## 2"),  # P1 has passed, and won
    ("numbers", "size=2,komi=3,pie=yes", "../.. 1 5-5 swapped"),
)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "options", "count"), WHOLE)
def test_laws_hold_in_every_reachable_position(name: str, options: str, count: int) -> None:
    """What takes long is tried in some of thousands, what is about the game as a whole once."""
    game = registry.load(name, options)
    found = find_reachable(game)
    assert len(found) == count
    for law in LAWS:
        most = 1 if law.is_declared else many(600) if law.is_costly else many(12_400)
        for position in found[:: -(-len(found) // most)]:
            law(game, position)
    for position in found:  # in our games the turn passes to the other side; it is no law of all
        assert {game.play(position, move).mover for move in game.legal_moves(position)} <= {1 - position.mover}


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_laws_hold_in_random_play_under_random_options(name: str, data: st.DataObject) -> None:
    game = data.draw(games(registry.find_class(name)))
    match = data.draw(matches(game))
    for law in LAWS:
        law(game, match.position)


def test_a_field_that_the_options_do_not_use_is_not_there() -> None:
    for name, field, used in (("showdown", "trail", "trail=closed"), ("snatchers", "burnt", "burnt=yes")):
        printed, other = registry.load(name), registry.load(name, used)
        assert field not in printed.Position._fields
        assert (other.ranges or {})[field][0].used.bit_count() == 25
        assert len(other.planes) == len(printed.planes) + 1


def test_laws_hold_in_rare_positions() -> None:
    for name, options, line in RARE:
        game = registry.load(name, options)
        for law in LAWS:
            law(game, game.read_position(line))


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("name", OURS)
def test_perft(name: str) -> None:
    """To the last number in `make soak`, to the one before it in `make test`."""
    for section in (PERFT / f"{name}.txt").read_text().split("\n\n"):
        heading, *counted = section.splitlines()
        game, depth, *rest = shlex.split(heading.removeprefix(f"# {COMMAND} "))
        assert (game, int(depth)) == (name, len(counted) - 1)
        counted = counted[: None if IS_THOROUGH else -1]
        assert table([game, str(len(counted) - 1), *rest]).splitlines()[1:] == counted
