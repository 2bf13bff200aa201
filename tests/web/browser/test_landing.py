"""Whoever comes to play on from a position sees it, named and drawn, and the button to start, without scrolling."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Route, expect

import squarely
from squarely.core.tabletop import Tabletop
from tests.web.browser.people import Person


@pytest.mark.parametrize(
    ("game", "options", "position", "width", "height"),
    [
        ("center", "stalemate=loses", "A--/-B-/--- A", 1280, 800),
        ("quad", "", "XXOO/OOXX/XXOO/OOXX X", 360, 740),
    ],
)
def test_the_position_and_the_start_are_seen_at_once(
    game: str, options: str, position: str, width: int, height: int, person: Callable[..., Person]
) -> None:
    visitor = person(width=width, height=height)
    asked = {"game": game, "position": position, "opponent": "explore", "options": options}
    visitor.visit(f"/?{urlencode(asked)}")
    start = visitor.page.get_by_role("button", name="Start from here")
    expect(start).to_be_enabled()
    visitor.sees("#from-line", position)
    visitor.sees("#from-title", f"({game}) from this position")
    visitor.sees("#from-opponent", "Explore")
    for seen in (start, visitor.page.locator("#from-board svg")):
        box = seen.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height
    start.click()
    visitor.page.wait_for_url("**/m/*")
    visitor.at_the_table()
    played = squarely.load(game, options)
    visitor.sees_board([square.text for square in Tabletop(played).squares(played.read_position(position))])


def test_a_position_that_there_is_not_is_said_to_be_none(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/?game=center&opponent=explore&position=A--")
    visitor.sees("#from", "There is no such position")
    visitor.sees("#from-mover", "a position is BOARD MOVER")
    expect(visitor.page.locator("#from-start")).to_be_hidden()
    visitor.errors.clear()  # a browser notes that something was refused


def test_a_match_that_is_starting_says_so(person: Callable[..., Person]) -> None:
    visitor = person()
    waiting: list[Route] = []
    visitor.page.route("**/api/matches", lambda route: waiting.append(route))  # noqa: PLW0108, it notes the function
    visitor.visit("/?game=quad&opponent=here")
    start = visitor.page.locator("#start")
    expect(start).to_have_text("Start")
    start.click()
    expect(start).to_have_text("Starting…")
    expect(start).to_be_disabled()
    waiting[0].fulfill(status=503, json={"error": "the server is busy"})
    visitor.sees("#problem", "The server is busy.")
    expect(start).to_have_text("Start")
    expect(start).to_be_enabled()
    visitor.errors.clear()  # a browser notes that something was refused
