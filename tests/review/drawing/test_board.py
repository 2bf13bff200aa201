"""A board as shapes: what stands where, in words and in SVG."""

import re

import pytest

from squarely.core.match.last_move import Captured
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.review.drawing.board import Disc, Label, draw_position, see_board, write_shapes
from squarely.review.drawing.svg import PALETTE, Scale, element, text

TEXTS = r"<text [^>]*>([^<]+)</text>"


def test_it_shows_whole_numbers_and_the_places_that_matter() -> None:
    numbers, center = registry.load("numbers", "size=4"), registry.load("center")
    labels, numbered = ["1", "2", "3", "4"], [str(number) for number in range(1, 17)]
    assert re.findall(TEXTS, draw_position(numbers, numbers.start())) == [*labels, *labels, *numbered]
    board = see_board(center, center.start())
    rings = {shape[:2] for shape in board.list_pieces() if isinstance(shape, Disc) and shape.stroke == "place"}
    assert rings == {board.middle(4)}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("XO../.X../..O./.... X", "X on A1, O on B1, X on B2, O on C3"),
        ("..../..../..../.... X", "nothing on the board"),
    ],
)
def test_it_says_in_words_what_stands_where(line: str, words: str) -> None:
    quad = registry.load("quad")
    assert f'aria-label="The board of Capture Square: {words}"' in draw_position(quad, quad.read_position(line))


def test_what_was_captured_is_told_apart_from_what_stands_there() -> None:
    numbers = registry.load("numbers")
    start = numbers.start()
    board = see_board(
        numbers, numbers.play(start, numbers.named_moves(start)[0]), (0,), {0: Captured("1", Side.SECOND)}
    )
    square = board.squares[0]
    assert (square.text, square.look, square.remains, square.captor, square.is_last) == ("", "", "1", "second", True)
    (label,) = [each for each in board.list_pieces() if isinstance(each, Label) and each[:2] == board.middle(0)]
    assert (label.words, label.fill) == ("1", "second")


def test_shapes_are_written_with_the_colours_of_the_page_and_words_as_words() -> None:
    written = write_shapes([Disc(1, 2.345, 3, "none", "first", 0.5), Label(0, 0, "<b>&", 2, "ink")])
    assert written == (
        '<circle cx="1" cy="2.35" r="3" fill="none" stroke="var(--first)" stroke-width="0.5"/>'
        '<text x="0" y="0" font-size="2" fill="var(--ink)">&lt;b&gt;&amp;</text>'
    )
    assert (
        element("a", text(1, 2, '"'), href='#"', class_=None) == '<a href="#&quot;"><text x="1" y="2">&quot;</text></a>'
    )


def test_a_scale_leads_from_its_start_to_its_end() -> None:
    assert [Scale(0, 10, 100, 50).at(value) for value in (0, 5, 10)] == [100, 75, 50]
    assert Scale(3, 3, 20, 80).at(3) == 20
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for pair in PALETTE.values() for colour in pair)
