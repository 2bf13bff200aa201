"""Positions and moves by numbers: nothing that matters is lost, and mistakes are explained."""

import re
from pathlib import Path
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
from tests.boards import playouts
from tests.environments.twins import SEEN
from tests.games.outside_games import HEAP, Hop
from tests.solver.odd.boxes import Boxes

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
FIVE = [registry.load(name) for name in SEEN]
SMALL = (
    *("center diagonal=allowed,tokens=2", "quad size=3,sudden_death=convert", "numbers size=2,capture=choose,komi=3"),
    *("showdown size=4,goal=2-3,start=4-1", "snatchers size=4,reach=3,up=screen", "hop size=3"),
    *(pytest.param(spec, marks=pytest.mark.soak)
      for spec in ("center", "center stalemate=loses,tokens=3", "quad size=3", "showdown reversal=allowed,first=2")),
)  # fmt: skip


def assert_different(encoding: Encoding, positions: list[Position], more_than: int) -> None:
    seen = {position: encoding.observe(position).tobytes() for position in positions}
    assert len(set(seen.values())) == len(seen) > more_than


@pytest.mark.slow
@pytest.mark.parametrize("spec", SMALL)
def test_every_position_of_a_small_game(spec: str) -> None:
    """Each looks different, legal moves are its actions and nothing else is marked, and planes go as far as is said.

    Exactly, but for points: that one side captures all there is cannot be.
    """
    name, _, options = spec.partition(" ")
    game = Hop(options) if name == "hop" else registry.load(name, options)
    encoding, found = Encoding(game), find_reachable(game)
    assert_different(encoding, found, 20)
    seen = np.max([encoding.observe(position) for position in found], axis=(0, 2, 3))
    high = encoding.high.max(axis=(1, 2))
    assert (encoding.high == high[:, None, None]).all()
    for plane, greatest, most in zip(encoding.planes, seen, high, strict=True):
        assert greatest <= most if "points" in plane else greatest == most, plane
    for position in found[:1_000]:
        mask = encoding.mask(position)
        assert [action for action, marked in enumerate(mask) if marked] == list(game.legal_moves(position))
        assert len(mask) == encoding.actions
    named = list(game.named_moves(found[0]))
    assert [encoding.move(int(move), found[0]) for move in named] == named


def shows(number: int, **maxima: int) -> Game:
    """hop with a plane that has a number on every square; and what it says the greatest is."""
    more = {"extra_planes": {"all": lambda _, __: number}, "maxima": lambda _: maxima}
    kind: type[Game] = type("Shows", (Hop,), more)
    return kind(size=3)


def test_a_number_beyond_the_greatest_is_refused() -> None:
    for game, why in (
        (shows(255, all=254), "shows 255 on its plane 'all', which goes from 0 to 254; see maxima in its class"),
        (shows(300), "shows 300 on its plane"),
        (shows(-1), "shows -1 on its plane"),
        (shows(2), "shows 2 on its plane 'all', which goes from 0 to 1"),
        (shows(1, all=255), r"the planes of shows go up to \[1, 1, 1, 255\]; 254 is the most; see maxima"),
    ):
        with pytest.raises(SquarelyError, match=why):
            Encoding(game).observe(game.start())


def test_spaces_go_as_far_as_the_planes_so_that_no_learner_takes_them_for_a_picture() -> None:
    """Which Stable-Baselines3 divides by 255, and learns little from then."""
    for game in (*FIVE, shows(254, all=254)):
        one: Any = OneSeat(game).observation_space
        both: Any = BothSeats(game).observation_space("player_1")
        for found in (one, both["observation"]):
            assert found == Box(0, Encoding(game).high, dtype=np.uint8)
            assert found.high.max() < 255


def test_a_game_that_does_not_observe_itself_shows_every_bit() -> None:
    boxes_game: Game = type("CountedBoxes", (Boxes,), {"move_count": lambda self: self.edges})(rows=2)
    encoding = Encoding(boxes_game)
    assert (encoding.planes, encoding.shape) == (("drawn", "mover", "first", "second"), (4, 8, 8))
    assert (encoding.high == 1).all()
    found = [match.position for match in playouts(boxes_game, 50)]
    assert_different(encoding, found, 250)
    for position in found[:100]:
        for plane, number in zip(encoding.observe(position), position, strict=True):
            assert sum(int(bit) << at for at, bit in enumerate(plane.flat)) == number


def test_an_observation_shows_what_the_line_says_and_the_page_names_every_plane() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for game in (*FIVE, registry.load("quad", "size=6,block=3"), registry.load("numbers", "size=4,komi=45")):
        encoding = Encoding(game)
        for position in (match.position for match in playouts(game, 20, 60)):
            line = game.write_position(position)
            assert encoding.observe(position).tolist() == SEEN[game.name](line), line
        assert encoding.observe(position).shape == encoding.shape
    for game in FIVE:
        encoding = Encoding(game)
        size = "×".join(map(str, encoding.shape))
        assert f"\n| `{game.name}` | {encoding.actions} | {size} | {'; '.join(encoding.planes)} |\n" in page


def test_mistakes_are_explained() -> None:
    quad = registry.load("quad")
    encoding, match = Encoding(quad), quad.read_position("XX../XO../O.../.... O")
    over = quad.read_position("XX../XX../OO../O... O")
    for action, position, why in (
        (272, match, "action 272 is out of range; quad has the actions 0 to 271."),
        (-1, match, "action -1 is out of range"),
        (1.5, match, "1.5 is no action; an action is a whole number."),
        ("B2", match, "'B2' is no action"),
        (0, match, "action 0 is not legal here; legal are 2 (C1), 3 (D1), 6 (C2), 7 (D2), 9 (B3), 10 (C3), 5 more."),
        (3, over, "the match is over: X formed a square"),
    ):
        with pytest.raises(IllegalMove, match=re.escape(why)):
            encoding.move(action, position)
    assert not encoding.mask(over).any()


def test_games_that_no_planes_or_numbers_can_show_are_refused() -> None:
    for reading in ("draw", "first_loses", "second_loses"):
        why = f"repetition={reading} makes the end depend on every position before.*; environments play with"
        with pytest.raises(BadOption, match=f"{why} repetition=play_on"):
            Encoding(registry.load("snatchers", f"repetition={reading}"))
    with pytest.raises(SquarelyError, match=r"heap does not say how many moves it has; add moves or move_count"):
        Encoding(HEAP)
    encoding = Encoding(registry.load("quad"))
    encoding.actions = 3
    with pytest.raises(SquarelyError, match="quad has a move 15, but says it has 3 moves"):
        encoding.mask(encoding.game.start())
