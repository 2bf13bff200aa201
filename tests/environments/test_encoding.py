"""Positions and moves by numbers: nothing that matters is lost, and mistakes are explained."""

import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box

from squarely import Game
from squarely.core import registry
from squarely.core.errors import BadOption, IllegalMove, SquarelyError
from squarely.core.registry import make_game
from squarely.core.rules import Position
from squarely.environments.encoding import Encoding
from squarely.environments.gym import OneSeat
from squarely.environments.petting_zoo import BothSeats
from squarely.testing import find_reachable
from tests.core.test_tabletop import HEAP
from tests.environments.pictures import is_picture
from tests.environments.seen import SEEN
from tests.games.test_outside import HOP, OFFERED
from tests.solver.odd import boxes

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
        position = game.deal(random.randrange(game.deals))
        found.append(position)
        for _ in range(60):
            moves = list(game.rules.legal_moves(game.law, position))
            if not moves:
                break
            position = game.rules.play(game.law, position, random.choice(moves))
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


def shows(number: int, maxima: tuple[int, ...] = ()) -> Game:
    """hop that observes itself: one plane, with a number on every square; and what it says the greatest are."""
    rules = {**OFFERED, "PLANES": ("all",), "observe": eval(f"lambda law, at, planes: planes.fill({number})")}
    if maxima:
        rules["plane_maxima"] = eval(f"lambda law: {maxima}")
    return make_game("shows", rules, "size=3")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (shows(255), "shows 255 on its plane 'all', which goes from 0 to 254"),
        (shows(300), "shows 300 on its plane"),
        (shows(-1), "shows -1 on its plane"),
        (shows(2, maxima=(1,)), "shows 2 on its plane 'all', which goes from 0 to 1"),
        (
            shows(1, maxima=(1, 1)),
            r"gives \[1, 1\]; it gives a number from 0 to 254 for each of its 1",
        ),
        (shows(1, maxima=(255,)), r"gives \[255\]"),
    ],
)
def test_a_number_beyond_the_greatest_is_refused(game: Game, why: str) -> None:
    with pytest.raises(SquarelyError, match=why):
        Encoding(game).observe(game.start())


@pytest.mark.parametrize("game", [*map(registry.load, FIVE), shows(254), shows(3, maxima=(3,))])
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
    boxes_game = make_game("boxes", {**vars(boxes), "move_count": lambda law: law.edges}, "rows=2")
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


@pytest.mark.parametrize("game", [*(registry.load(*each) for each in SMALL), Game.of("hop", HOP.rules, "size=3")])
def test_every_legal_move_is_an_action_and_nothing_else_is_marked(game: Game) -> None:
    encoding = Encoding(game)
    found = find_reachable(game)[:3_000]
    for position in found:
        legal = list(game.rules.legal_moves(game.law, position))
        assert [action for action, marked in enumerate(encoding.mask(position)) if marked] == legal
        assert len(encoding.mask(position)) == encoding.actions
    assert [encoding.move(int(move), found[0]) for move in game.legal_moves(found[0])] == list(
        game.legal_moves(found[0])
    )


def test_a_game_that_does_not_say_how_many_moves_it_has_is_refused() -> None:
    with pytest.raises(SquarelyError, match=r"heap does not say how many moves it has; add MOVES or move_count\(law\)"):
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
