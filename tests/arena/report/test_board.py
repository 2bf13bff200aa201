"""The board that a report draws."""

import re

from squarely.arena.report.page import draw_board
from squarely.core.rules import registry


def test_the_board_shows_whole_numbers_and_the_places_that_matter() -> None:
    numbers, center = registry.load("numbers", "size=4"), registry.load("center")
    shown = draw_board(numbers, numbers.start(), "")
    labels = ["1", "2", "3", "4"]
    numbered = [str(number) for number in range(1, 17)]
    assert re.findall(r"<text [^>]*>([^<]+)</text>", shown) == [*labels, *labels, *numbered]
    places = re.findall(r"<rect( class=\"place\")? ", draw_board(center, center.start(), ""))
    assert [bool(place) for place in places] == [False] * 4 + [True] + [False] * 4


def test_it_says_in_words_what_stands_where() -> None:
    quad = registry.load("quad")
    position = quad.read_position("XO../.X../..O./.... X")
    shown = draw_board(quad, position, "one-")
    assert '<desc id="one-text">A1 X, B1 O, B2 X, C3 O</desc>' in shown
    assert 'aria-labelledby="one-title one-text"' in shown
    assert ">nothing</desc>" in draw_board(quad, quad.start(), "")
