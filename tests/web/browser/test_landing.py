"""The first thing somebody sees: a board with the value of every move, games that one tap plays, today's puzzle.

A match of one's own is set up in a sheet; a link to a position opens it with the position drawn.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Route, expect

import squarely
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal
from squarely.web.study.analysis import choose_example, pose_daily_puzzle
from squarely.web.study.atlas import has_atlas
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


def test_a_newcomer_sees_the_games_and_one_tap_plays_the_computer(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/")
    level, plays = ann.page.locator("#level"), ann.page.locator(".play")
    expect(plays).to_have_count(len(registry.names()))
    expect(ann.page.locator("#no-matches")).to_be_visible()
    for width, height in ((1280, 800), (768, 1024), (360, 740), (1366, 768)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("scrollTo(0, 0)")
        assert is_whole(ann, ".game >> nth=0"), (width, height)
        assert is_whole(ann, "#example-board .grid"), (width, height)
    assert len({name.inner_text() for name in plays.locator("b").all()}) == len(registry.names())
    ann.page.get_by_role("button", name="Rules & options of Fill a 2x2 square").click()
    expect(ann.page.locator("[name=opponent]:focus")).to_have_value("link")  # a friend is one tap further
    ann.sees("#summary", "Fill a 2x2 square")
    ann.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
    assert is_whole(ann, "#start")
    ann.page.get_by_role("radio", name="The computer").check(force=True)
    level.fill("2")
    ann.sees(".hero", "level 2")
    ann.page.reload()
    plays.filter(has_text="Grid Snatchers").dblclick()
    ann.page.wait_for_url("**/m/*")
    ann.waits_for_turn()
    ann.sees("main", "Level 2")
    assert len([url for url in ann.requests if url.endswith("/api/matches")]) == 1
    ann.page.go_back()
    ann.sees("#matches li", "Level 2")
    expect(plays.first).to_be_enabled()


def test_the_first_board_shows_what_the_oracle_says_of_every_move(person: Callable[..., Person]) -> None:
    example = choose_example()
    assert example
    assert len({each.words for each in example.truth.moves}) > 2
    ann = person()
    ann.visit("/")
    ann.sees("h1", "Every move’s true value, known")
    best: dict[int, str] = {}
    for each in example.truth.moves:  # the best first
        best.setdefault(each.squares[-1], each.words)
    cells = ann.page.locator("#example-board [role=gridcell]")
    noted = {at: cell.get_attribute("title") for at, cell in enumerate(cells.all()) if cell.get_attribute("title")}
    assert {at: (words or "").removesuffix(", best") for at, words in noted.items()} == best
    square = example.truth.moves[-1].squares[-1]
    cells.nth(square).click()
    ann.sees("#example-says", best[square])
    ann.page.get_by_role("button", name="Explore it").click()
    ann.page.wait_for_url("**/m/*")
    ann.at_the_table()
    ann.sees_board([each.text for each in example.shown.board.squares])


def test_today_s_puzzle_is_on_the_first_page(person: Callable[..., Person]) -> None:
    ann = person(timezone_id="UTC")
    ann.visit("/")
    task = pose_daily_puzzle(datetime.now(UTC).date())
    ann.sees("#today", task.task)
    ann.sees("#today", f"level {task.level} of 5")
    ann.page.locator("#today").click()
    ann.page.wait_for_url("**/puzzles")


def test_home_has_the_width_and_no_name_is_cut(person: Callable[..., Person]) -> None:
    ann = person(width=1920, height=1080)
    ann.begin("showdown", "level:1")
    ann.visit("/")
    ann.sees("#matches", "Push the one token home")
    box = ann.page.locator("#games").bounding_box()
    assert box
    assert box["width"] > 0.7 * 1920
    for width in (1920, 844, 360):
        ann.page.set_viewport_size({"width": width, "height": 740})
        named = ann.page.locator(".words *, #matches span, #matches b, #today span, #today b")
        cut = named.evaluate_all("(all) => all.filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth).length")
        assert not cut, width


def test_the_header_leads_to_the_rules_the_verdicts_and_the_atlas(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/me")
    ann.page.get_by_role("button", name="Games").click()
    menu = ann.page.locator("#menu")
    expect(menu.get_by_role("link", name="Verdicts")).to_have_count(len(registry.names()))
    atlases = [name for name in registry.names() if has_atlas(registry.load(name))]
    expect(menu.get_by_role("link", name="Atlas")).to_have_count(len(atlases))
    menu.get_by_role("link", name="Land on the other token").click()
    ann.page.wait_for_url("**/games/snatchers")
    look = (
        "(({ scrollbarGutter, overflowY }) => [scrollbarGutter, overflowY])(getComputedStyle(document.documentElement))"
    )
    assert ann.page.evaluate(look) == ["auto", "scroll"], "no strip is left free beside the page"


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
    visitor.sees("#from-title", "From this position")
    visitor.sees("#summary", "Explore")
    for seen in (start, visitor.page.locator("#from-board .thumbnail")):
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
