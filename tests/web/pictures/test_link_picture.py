"""The picture of a link shows the position: a colour at every square, for every game."""

import random

import pytest

from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.web.pictures.board_drawing import CARD, FIRST, FRAME, MARK, PAPER, SECOND, TILES, TRAY, place_board
from squarely.web.pictures.icons import draw_icon
from squarely.web.pictures.link_picture import BOARD_SIZE, BOARD_X, BOARD_Y, HEIGHT, WIDTH, draw_link
from squarely.web.pictures.scene import Scene, SceneBoard
from squarely.web.study.views import board_message, find_changed
from tests.games.outside_games import DROP, HEAP, HOP
from tests.web.pictures.decoding import decode

GAMES = [*(registry.load(name) for name in registry.names()), HOP, DROP, registry.load("showdown", "size=9")]
PLAYED = 5  # moves


def played(game: Game) -> SceneBoard:
    """A board after some moves."""
    chance, before, position = random.Random(1), game.start(), game.start()
    for _ in range(PLAYED):
        if game.result(position):
            break
        before, position = position, game.play(position, chance.choice(game.named_moves(position)))
    return SceneBoard.of(board_message(game, position), tuple(find_changed(game, before, position)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.options}")
def test_every_square_has_the_colour_of_what_stands_there(game: Game) -> None:
    board = played(game)
    assert any(square.text for square in board.squares)
    picture = decode(draw_link(Scene(game.title, "", (board,))))
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    place = place_board(board, BOARD_X, BOARD_Y, BOARD_SIZE)
    for at, square in enumerate(board.squares):
        (x, y), side = place.middle(at), place.side
        back = MARK if square.is_last else TILES[sum(divmod(at, board.across)) % 2]
        for corner in (-0.44, 0.44):
            assert picture.colour(x + side * corner, y + side * corner) == back
        piece = {"first": FIRST, "second": SECOND, None: CARD}[square.side]
        beside = picture.colour(x, y - side * 0.3)  # above the text of a piece
        if square.text or square.side:
            assert beside == piece
        else:
            assert beside == (back if not square.is_place else beside)
    assert picture.colour(place.x - 5, place.y + place.side / 2) == FRAME


def test_a_burnt_square_lies_deeper_and_has_no_piece() -> None:
    game = registry.load("snatchers", "burnt=yes,size=3")
    board = SceneBoard.of(board_message(game, game.read_position("#1./.../..2 2")))
    picture = decode(draw_link(Scene("", "", (board,))))
    place = place_board(board, BOARD_X, BOARD_Y, BOARD_SIZE)
    (x, y), side = place.middle(0), place.side
    assert {picture.colour(x - side * 0.3, y + side * at) for at in (-0.3, 0.3)} == {TRAY}


def test_a_first_side_is_a_disc_and_a_second_a_tile() -> None:
    game = registry.load("quad")
    board = SceneBoard.of(board_message(game, game.read_position("XO../..../..../.... X")))
    picture = decode(draw_link(Scene("", "", (board,))))
    place = place_board(board, BOARD_X, BOARD_Y, BOARD_SIZE)
    corner = place.side * 0.74 / 2 * 0.85  # outside a disc, inside a tile with round corners
    assert [picture.colour(x - corner, y - corner) for x, y in map(place.middle, (0, 1))] == [TILES[0], SECOND]


def test_what_fits_no_board_and_what_has_no_letters_is_drawn_all_the_same() -> None:
    heap = SceneBoard.of(board_message(HEAP, HEAP.start()))
    assert not Tabletop(HEAP).fits(HEAP.start()) or heap.squares
    bare = Scene("漢字", "…", (), ("王", "\u202e"), "王 won", "first")
    named = bare._replace(players=("Ann", "Bob"), status="Ann won")
    pictures = [decode(draw_link(scene)) for scene in (bare, named)]
    assert pictures[0].pixels != pictures[1].pixels
    for picture in pictures:
        assert picture.colour(650, 530) == FIRST


def test_long_names_stay_in_the_picture() -> None:
    board = played(registry.load("quad"))
    scene = Scene("W" * 60, "w" * 500, (board,), ("M" * 32, "m m " * 8), "M" * 32 + " to move", "second")
    picture = decode(draw_link(scene))
    assert {picture.colour(WIDTH - 12, y) for y in range(HEIGHT - 12)} == {PAPER}


def test_another_scene_is_another_picture_and_the_same_the_same() -> None:
    board = played(registry.load("quad"))
    scene = Scene("Capture Square", "", (board,), ("Ann", "Bob"), "Ann to move", "first")
    assert scene.hash == Scene(*scene).hash
    assert scene.hash != scene._replace(status="Bob to move").hash
    assert draw_link(scene) == draw_link(scene)


@pytest.mark.parametrize(("size", "maskable"), [(192, False), (192, True), (180, False)])
def test_an_icon_has_its_size_and_a_maskable_one_has_colour_to_its_edges(size: int, maskable: bool) -> None:
    icon = decode(draw_icon(size, maskable=maskable))
    assert (icon.width, icon.height) == (size, size)
    assert (icon.colour(0, 0) == "#0b3f4f") == maskable
    assert icon.colour(size / 2, 2) == "#0b3f4f"
    share = 0.72 if maskable else 1
    at = size * (0.5 + share * (10.5 / 32 - 0.5))
    assert icon.colour(at, at) == "#6fd0ea"
