"""The first thing somebody sees: games that one tap plays, and the button to start, without scrolling.

Whoever comes to play on from a position sees that, named and drawn, and begins there with one click.
"""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Route, expect

import squarely
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal
from tests.web.browser.people import Person


def is_whole(visitor: Person, selector: str) -> bool:
    """Whether all of it is seen without scrolling, and nothing lies over it."""
    return bool(visitor.page.locator(selector).evaluate(_IS_WHOLE))


_IS_WHOLE = """(element) => {
  const box = element.getBoundingClientRect();
  const corners = [[box.left + 4, box.top + 4], [box.right - 4, box.bottom - 4]];
  const isIn = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return isIn && corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}"""


def test_a_newcomer_sees_the_start_and_one_tap_plays_the_computer(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/")
    start, level = ann.page.locator("#start"), ann.page.locator("#level")
    expect(start).to_be_enabled()
    expect(ann.page.locator("#no-matches")).to_be_visible()
    for width, height in ((1280, 800), (768, 1024), (360, 740), (1366, 650)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("scrollTo(0, 0)")
        assert is_whole(ann, "#start"), (width, height)
        assert is_whole(ann, ".game >> nth=0"), (width, height)
    plays = ann.page.locator(".play")
    expect(plays).to_have_count(len(registry.names()))
    assert len({words.inner_text() for words in plays.locator(".words").all()}) == len(registry.names())
    ann.page.get_by_role("button", name="More ways to play Capture Square: Fill a 2x2 square").click()
    expect(ann.page.locator("[name=opponent]:focus")).to_have_value("link")  # a friend is one tap further
    ann.sees("#summary", "Fill a 2x2 square")
    ann.page.get_by_role("radio", name="The computer").check(force=True)
    level.fill("2")
    ann.sees("#greeting", "level 2")
    ann.page.reload()
    plays.filter(has_text="Grid Snatchers").dblclick()
    ann.page.wait_for_url("**/m/*")
    ann.waits_for_turn()
    ann.sees("main", "Level 2")
    assert len([url for url in ann.requests if url.endswith("/api/matches")]) == 1
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    ann.page.go_back()
    ann.sees("#matches li", "Level 2")
    expect(start).to_be_enabled()
    expect(plays.first).to_be_enabled()
    assert is_whole(ann, "#start")
    assert is_whole(ann, "#matches li:first-child")


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


def test_a_rule_set_in_the_address_is_chosen_and_its_rules_are_told(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/?game=showdown&opponent=here&options=rules=mended")
    expect(visitor.page.get_by_role("radio", name="mended")).to_be_checked()
    expect(visitor.page.locator("#rules")).to_contain_text(write_goal(squarely.load("showdown", "mended")))
    visitor.page.get_by_text("as printed", exact=True).click()
    expect(visitor.page.locator("#rules")).to_contain_text(write_goal(squarely.load("showdown")))
    visitor.page.locator("#option-size").fill("4")
    visitor.sees("#problem", "a 4x4 grid has no center square")
    visitor.errors.clear()  # a browser notes what the server refuses


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
