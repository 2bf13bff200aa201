"""The picture of a link shows the position: a colour at every square, for every game."""

import random

import pytest

from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.review.drawing.board import SIDE, DrawnBoard
from squarely.review.drawing.svg import PALETTE
from squarely.web.pictures import link_picture as drawing
from squarely.web.pictures.link_picture import Scene, draw_link
from squarely.web.study.views import board_message, find_changed
from tests.games.outside_games import DROP, HEAP, HOP
from tests.web.pictures.decoding import Decoded, decode

GAMES = [*(registry.load(name) for name in registry.names()), HOP, DROP, registry.load("showdown", "size=9")]
PLAYED = 5  # moves
PIECES = {"first": "first", "second": "second", "number": "number", "shared": "ink"}


def named(*colours: str) -> set[str]:
    return {PALETTE[colour][0] for colour in colours}


def played(game: Game) -> DrawnBoard:
    chance, before, position = random.Random(1), game.start(), game.start()
    for _ in range(PLAYED):
        if game.result(position):
            break
        before, position = position, game.play(position, chance.choice(game.named_moves(position)))
    (board,) = drawing.show_board(board_message(game, position), tuple(find_changed(game, before, position)))
    return board


def look(board: DrawnBoard, picture: Decoded, at: int, right: float, down: float) -> str:
    """The colour beside the middle of a square, in sides of it."""
    x, y, scale = drawing.place_board(board, drawing.BOARD_X, drawing.BOARD_Y, drawing.BOARD_SIZE)
    across, along = board.middle(at)
    return picture.colour(x + (across + right * SIDE) * scale, y + (along + down * SIDE) * scale)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.options}")
def test_every_square_has_the_colour_of_what_stands_there(game: Game) -> None:
    board = played(game)
    assert any(square.text for square in board.squares)
    picture = decode(draw_link(Scene(game.title, "", (board,))))
    assert (picture.width, picture.height) == (drawing.WIDTH, drawing.HEIGHT)
    for at, square in enumerate(board.squares):
        back = "mark" if square.is_last else "tile-other" if sum(divmod(at, board.across)) % 2 else "tile"
        assert {look(board, picture, at, *[corner] * 2) for corner in (-0.43, 0.43)} == named(back)
        if square.look in PIECES:
            assert {look(board, picture, at, 0, -0.25)} == named(PIECES[square.look])  # above the text of a piece
        elif not square.is_place:
            assert {look(board, picture, at, 0, -0.3)} == named(back)
    edges = (
        (drawing.BOARD_X + drawing.BOARD_SIZE / 2, drawing.BOARD_Y + 3),
        (drawing.BOARD_X + 3, drawing.BOARD_Y + 250),
    )
    assert {picture.colour(*edge) for edge in edges} & named("frame")


def test_a_burnt_square_lies_deeper_and_a_first_side_is_a_disc_and_a_second_a_tile() -> None:
    corner = -0.34 * 0.85  # outside a disc, inside a tile with round corners
    for game, line, places, colours in (
        (registry.load("snatchers", "burnt=yes,size=3"), "#1./.../..2 2", ((0, 0.35), (0, -0.35)), ("tray", "tray")),
        (registry.load("quad"), "XO../..../..../.... X", ((0, corner), (1, corner)), ("tile", "second")),
    ):
        (board,) = drawing.show_board(board_message(game, game.read_position(line)))
        picture = decode(draw_link(Scene("", "", (board,))))
        right = -0.35 if game.name == "snatchers" else corner
        assert [look(board, picture, at, right, down) for at, down in places] == [PALETTE[each][0] for each in colours]


def test_letters_keep_their_accents_and_any_other_is_drawn_all_the_same() -> None:
    assert drawing.show_board(board_message(HEAP, HEAP.start())) == ()
    names = "Zoe", "Zoë", "Ζoe", "王", "★", "\u202e", ""
    pictures = [draw_link(Scene("漢字", "…", (), (name, "Bob"), f"{name} won", "first")) for name in names]
    assert len(set(pictures)) == len(names) - 1, "what cannot be seen is as good as nothing; all others differ"
    for picture in map(decode, pictures):
        assert {picture.colour(650, 530)} == named("first")


def test_long_names_stay_in_the_picture() -> None:
    board = played(registry.load("quad"))
    scene = Scene("W" * 60, "w" * 500, (board,), ("M" * 32, "m m " * 8), "M" * 32 + " to move", "second")
    picture = decode(draw_link(scene))
    assert {picture.colour(drawing.WIDTH - 12, y) for y in range(drawing.HEIGHT - 12)} == named("paper")


def test_an_icon_has_its_size_and_a_maskable_one_has_colour_to_its_edges() -> None:
    for size, maskable in ((192, False), (192, True), (180, False)):
        icon = decode(drawing.draw_icon(size, maskable=maskable))
        assert (icon.width, icon.height) == (size, size)
        assert (icon.colour(0, 0) == "#0b3f4f") == maskable
        assert icon.colour(size / 2, 2) == "#0b3f4f"
        at = size * (0.5 + (0.72 if maskable else 1) * (10.5 / 32 - 0.5))
        assert icon.colour(at, at) == "#6fd0ea"
