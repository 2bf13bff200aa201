"""Positions and moves by numbers: nothing that matters is lost, and mistakes are explained."""

import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box

from squarely import Game
from squarely.core.errors import BadOption, IllegalMove, SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from squarely.environments.encoding import Encoding
from squarely.environments.gym import OneSeat
from squarely.environments.petting_zoo import BothSeats
from squarely.testing import find_reachable
from tests.environments.pictures import is_picture
from tests.environments.seen import SEEN
from tests.games.outside_games import HEAP, Hop
from tests.solver.odd.boxes import Boxes

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
FIVE = sorted(SEEN)
SMALL = (
    ("center", ""),
    ("center", "stalemate=loses,tokens=3"),
    ("center", "diagonal=allowed,tokens=2"),
    ("quad", "size=3"),
    ("quad", "size=3,sudden_death=convert"),
    ("numbers", "size=2,capture=choose,komi=3"),
    ("showdown", ""),
    ("showdown", "reversal=allowed,first=2"),
    ("showdown", "size=4,goal=2-3,start=4-1"),
    ("snatchers", ""),
    ("snatchers", "size=4,reach=3,up=screen"),
)


def wandered(game: Game, matches: int) -> list[Position]:
    """Every position of random matches, ends included."""
    random, found = Random(f"{game.name} {game.options}"), []
    for _ in range(matches):
        position = game.deal(random.randrange(game.deals()))
        found.append(position)
        for _ in range(60):
            moves = list(game.legal_moves(position))
            if not moves:
                break
            position = game.play(position, random.choice(moves))
            found.append(position)
    return found


def looks(encoding: Encoding, positions: list[Position]) -> dict[Position, bytes]:
    return {position: encoding.observe(position).tobytes() for position in positions}


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_no_two_positions_look_the_same(name: str, options: str) -> None:
    game = registry.load(name, options)
    seen = looks(Encoding(game), find_reachable(game))
    assert len(seen) > 20
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize(
    ("name", "options"), [("quad", ""), ("quad", "size=6,block=3"), ("numbers", ""), ("numbers", "size=4,komi=45")]
)
def test_positions_of_random_play_do_not_look_the_same(name: str, options: str) -> None:
    game = registry.load(name, options)
    seen = looks(Encoding(game), wandered(game, 400))
    assert len(seen) > 2_000
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_the_greatest_number_of_each_plane_is_known(name: str, options: str) -> None:
    """Exactly, but for points: that one side captures all there is cannot be."""
    game = registry.load(name, options)
    encoding = Encoding(game)
    seen = np.max([encoding.observe(position) for position in find_reachable(game)], axis=(0, 2, 3))
    high = encoding.high.max(axis=(1, 2))
    assert (encoding.high == high[:, None, None]).all()
    for plane, greatest, most in zip(encoding.planes, seen, high, strict=True):
        assert greatest <= most if "points" in plane else greatest == most, plane


def shows(number: int, **maxima: int) -> Game:
    """hop with a plane that has a number on every square; and what it says the greatest is."""
    more = {"extra_planes": {"all": lambda _, __: number}, "maxima": lambda _: maxima}
    kind: type[Game] = type("Shows", (Hop,), more)
    return kind(size=3)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (shows(255, all=254), "shows 255 on its plane 'all', which goes from 0 to 254; see maxima in its class"),
        (shows(300), "shows 300 on its plane"),
        (shows(-1), "shows -1 on its plane"),
        (shows(2), "shows 2 on its plane 'all', which goes from 0 to 1"),
        (shows(1, all=255), r"the planes of shows go up to \[1, 1, 1, 255\]; 254 is the most; see maxima"),
    ],
)
def test_a_number_beyond_the_greatest_is_refused(game: Game, why: str) -> None:
    with pytest.raises(SquarelyError, match=why):
        Encoding(game).observe(game.start())


@pytest.mark.parametrize("game", [*map(registry.load, FIVE), shows(254, all=254), shows(3, all=3)])
def test_no_learner_takes_planes_for_a_picture(game: Game) -> None:
    seat, both = OneSeat(game), BothSeats(game)
    both.reset(seed=1)
    seen = both.observe("player_1")
    space: Any = both.observation_space("player_1")
    assert seen in space
    assert seat.reset(seed=1)[0] in seat.observation_space
    assert not is_picture(seat.observation_space)
    assert not is_picture(space["observation"])
    assert is_picture(Box(0, 255, seat.observation_space.shape, np.uint8))


def test_a_game_that_does_not_observe_itself_shows_every_bit() -> None:
    boxes_game: Game = type("CountedBoxes", (Boxes,), {"move_count": lambda self: self.edges})(rows=2)
    encoding = Encoding(boxes_game)
    assert (encoding.planes, encoding.shape) == (("drawn", "mover", "first", "second"), (4, 8, 8))
    assert (encoding.high == 1).all()
    found = wandered(boxes_game, 300)
    seen = looks(encoding, found)
    assert len(seen) > 1_000
    assert len(set(seen.values())) == len(seen)
    for position in found[:300]:
        for plane, number in zip(encoding.observe(position), position, strict=True):
            assert sum(int(bit) << at for at, bit in enumerate(plane.flat)) == number


@pytest.mark.parametrize("name", FIVE)
def test_an_observation_shows_what_the_line_says(name: str) -> None:
    game = registry.load(name)
    encoding = Encoding(game)
    for position in wandered(game, 40):
        line = game.write_position(position)
        assert encoding.observe(position).tolist() == SEEN[name](line), line
        assert encoding.observe(position).shape == encoding.shape


@pytest.mark.parametrize("game", [*(registry.load(*each) for each in SMALL), Hop(size=3)])
def test_every_legal_move_is_an_action_and_nothing_else_is_marked(game: Game) -> None:
    encoding = Encoding(game)
    found = find_reachable(game)[:3_000]
    for position in found:
        legal = list(game.legal_moves(position))
        assert [action for action, marked in enumerate(encoding.mask(position)) if marked] == legal
        assert len(encoding.mask(position)) == encoding.actions
    assert [encoding.move(int(move), found[0]) for move in game.named_moves(found[0])] == list(
        game.named_moves(found[0])
    )


def test_a_game_that_does_not_say_how_many_moves_it_has_is_refused() -> None:
    with pytest.raises(SquarelyError, match=r"heap does not say how many moves it has; add moves or move_count"):
        Encoding(HEAP)


@pytest.mark.parametrize("name", FIVE)
def test_the_page_names_every_plane(name: str) -> None:
    encoding = Encoding(registry.load(name))
    row = re.search(rf"^\| `{name}` \| (.+) \| (.+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert row, f"docs/environments.md has no row for {name}"
    assert row[1] == str(encoding.actions)
    assert row[2] == "×".join(map(str, encoding.shape))
    assert row[3] == "; ".join(encoding.planes)


def test_mistakes_are_explained() -> None:
    quad = registry.load("quad")
    encoding, match = Encoding(quad), quad.read_position("XX../XO../O.../.... O")
    for action, why in (
        (272, "action 272 is out of range; quad has the actions 0 to 271."),
        (-1, "action -1 is out of range"),
        (1.5, "1.5 is no action; an action is a whole number."),
        ("B2", "'B2' is no action"),
        (0, "action 0 is not legal here; legal are 2 (C1), 3 (D1), 6 (C2), 7 (D2), 9 (B3), 10 (C3), 5 more."),
    ):
        with pytest.raises(IllegalMove, match=re.escape(why)):
            encoding.move(action, match)
    over = quad.read_position("XX../XX../OO../O... O")
    assert not encoding.mask(over).any()
    with pytest.raises(IllegalMove, match="the match is over: X formed a square"):
        encoding.move(3, over)


def test_a_draw_by_repetition_is_refused_because_no_position_shows_it() -> None:
    with pytest.raises(BadOption, match="environments play with repetition=play_on"):
        Encoding(registry.load("snatchers", "repetition=draw"))


def test_a_game_that_miscounts_its_moves_is_told() -> None:
    encoding = Encoding(registry.load("quad"))
    encoding.actions = 3
    with pytest.raises(SquarelyError, match="quad has a move 15, but says it has 3 moves"):
        encoding.mask(encoding.game.start())
