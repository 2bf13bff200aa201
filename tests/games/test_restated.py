"""Our games agree with rules that are said a second time: everywhere on small boards, in random matches on others."""

from collections.abc import Iterable

import pytest

from squarely import Game
from squarely.core.rules import registry
from tests.boards import legal, playouts, written
from tests.games.tables import begin
from tests.restated import Rules, center_rules, numbers_rules, quad_rules, showdown_rules, snatchers_rules
from tests.thorough import many

WHOLE: dict[str, dict[str, Rules]] = {
    "center": {
        "": center_rules(),
        "tokens=2,guarded=yes": center_rules(2, guarded=True),
        "tokens=1,diagonal=allowed,guarded=yes,stalemate=loses": center_rules(
            1, diagonal=True, guarded=True, loses=True
        ),
        "tokens=2,guarded=yes,retreat=forbidden": center_rules(2, guarded=True, nearer=True),
        "size=5,tokens=1,diagonal=allowed,retreat=forbidden": center_rules(1, 5, diagonal=True, nearer=True),
        "beside_center=forbidden,size=5,tokens=1,guarded=yes,retreat=forbidden": center_rules(
            1, 5, apart=True, guarded=True, nearer=True
        ),
    },
    "numbers": {
        "": numbers_rules(),
        "capture=choose": numbers_rules(choose=True),
        "within=3": numbers_rules(within=3),
        "size=2": numbers_rules(),
    },
    "quad": {
        "size=3": quad_rules(3),
        "size=3,shape=corners": quad_rules(3, shape="corners"),
        "size=3,shape=tilted,begins_sudden_death=first": quad_rules(3, shape="tilted", begins="X"),
        "size=3,block=3,shape=line": quad_rules(3, 3, "line"),
        "size=3,shape=tilted,gravity=yes": quad_rules(3, shape="tilted", gravity=True),
    },
    "showdown": {
        "": showdown_rules(),
        "size=3,diagonal=allowed": showdown_rules((1, 1), diagonal=True),
        "reversal=allowed,first=2": showdown_rules(reversal=True),
        "size=6,start=2-2,goal=4-5": showdown_rules((3, 4)),
        "size=3,goal=3-3,trail=closed": showdown_rules((2, 2), closed=True),
        "size=3,start=1-2,goal=3-3,diagonal=allowed,trail=closed,stuck=wins": showdown_rules(
            (2, 2), diagonal=True, closed=True, stuck="wins"
        ),
        "size=4,goal=4-4,trail=closed,stuck=ties": showdown_rules((3, 3), closed=True, stuck="ties"),
        "size=3,start=1-2,goal=2-3,diagonal=allowed,trail=closed,sealed=5": showdown_rules(
            (1, 2), diagonal=True, closed=True, sealed=5
        ),
    },
    "snatchers": {
        "": snatchers_rules(),
        "up=screen": snatchers_rules(up="screen"),
        "up=cartesian,size=4,reach=3": snatchers_rules(3, "cartesian"),
        "size=3,reach=1": snatchers_rules(1),
        "size=3,diagonal=allowed": snatchers_rules(diagonal=True),
        "size=3,burnt=yes": snatchers_rules(burnt=True),
        "size=3,diagonal=allowed,burnt=yes,stuck=passes": snatchers_rules(diagonal=True, burnt=True, passes=True),
    },
}
LARGE: dict[str, dict[str, Rules]] = {
    "center": {
        "tokens=3,diagonal=allowed": center_rules(3, diagonal=True),
        "tokens=2,beside_center=forbidden": center_rules(2, apart=True),
        "size=5,tokens=6,diagonal=allowed,beside_center=forbidden": center_rules(6, 5, diagonal=True, apart=True),
    },
    "numbers": {"size=4": numbers_rules(), "size=4,capture=choose": numbers_rules(choose=True)},
    "quad": {
        "": quad_rules(),
        "sudden_death=convert": quad_rules(end="convert"),
        "sudden_death=none": quad_rules(end="none"),
        "size=3,sudden_death=convert": quad_rules(3, end="convert"),
        "size=5,block=3": quad_rules(5, 3),
        "size=5,block=3,sudden_death=convert": quad_rules(5, 3, end="convert"),
        "size=6,block=4,sudden_death=none": quad_rules(6, 4, end="none"),
    },
}
# A swap here may complete a square for each side at once, which is the mover's win, or one for the opponent alone.
ABOUT_TO_SWAP = "XXOO/OOOX/XXXX/OOOX O", "OOXX/XXXO/OOOO/XXXO X", "XXOO/OOXX/XXOO/OOXX X"


def assert_agree(game: Game, rules: Rules, line: str) -> Iterable[str]:
    """Same moves by name, each to the same position, which is given; same ends."""
    position = game.read_position(line)
    outcome = game.result(position)
    winner = "" if outcome is None else "tie" if outcome.winner is None else str(outcome.winner)
    moves = {str(move): game.write_position(game.play(position, move)) for move in game.named_moves(position)}
    assert rules(line) == (winner, moves), f"{game.name} {game.options} {line}"
    return moves.values()


@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_every_reachable_position(name: str) -> None:
    """As every move leads to the same position, nothing is reached either that the other rules do not reach."""
    for options, rules in WHOLE[name].items():
        ours = registry.load(name, options)
        lines = [ours.write_position(ours.start())]
        seen = {*lines}
        for line in lines:  # grows while it is read
            fresh = {*assert_agree(ours, rules, line)} - seen
            seen |= fresh
            lines += fresh


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("name", LARGE)
def test_random_matches(name: str) -> None:
    for options, rules in LARGE[name].items():
        ours = registry.load(name, options)
        for match in playouts(ours, matches=many(40), turns=30):
            assert ours.read_position(written(match)) == match.position, written(match)
            assert_agree(ours, rules, written(match))


def test_quad_where_swaps_end_the_game() -> None:
    game, rules = registry.load("quad"), quad_rules()
    for line in ABOUT_TO_SWAP:
        for after in assert_agree(game, rules, line):
            assert_agree(game, rules, after)
    assert [rules(rules(line)[1]["swap C4 B1"])[0] for line in ABOUT_TO_SWAP[:2]] == ["second", "first"]


def test_moves_are_listed_in_the_order_of_the_board() -> None:
    for name, options, position, moves in (
        ("center", "", "A--/---/--B A", "place 0 1, place 0 2, place 1 0, place 1 2, place 2 0, place 2 1, "
         "move 0 0 1 0, move 0 0 0 1"),
        ("numbers", "capture=choose", ".3./.41/.2. 1 17-18", "1 2, 2 2, 2 2 : 1 2, 2 2 : 2 3, 2 2 : 1 2, 2 3, "
         "2 2 : 3 2, 2 2 : 1 2, 3 2, 2 2 : 2 3, 3 2, 2 2 : 1 2, 2 3, 3 2, 2 3, 3 2"),
        ("quad", "sudden_death=convert", "XXOO/XOXO/OXOX/XOOX X", "swap C1, swap D1, swap B2, swap D2, swap A3, "
         "swap C3, swap B4, swap C4"),
    ):  # fmt: skip
        assert ", ".join(legal(begin(name, options, position))) == moves
