"""Every page, in both themes, on a phone and on a desktop: nothing that axe finds, nothing too wide, light or loose."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import Person
from tests.web.browser.places import PLACES, go

AXE = Path(__file__).resolve().parents[3] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # all that differs between the themes
HEAVIEST = 100 * 1024  # bytes of a page with everything that it loads
LOOSEST = 0.05  # how far things may jump while a page comes: 0.1 is what browsers call good

_IS_CUT = """
(names) => names.some((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
"""
_PAPER = "getComputedStyle(document.body).backgroundColor"
_RUN_AXE = "(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })"
_SHIFTS = """
window.jumped = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumped += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("place", PLACES)
def test_a_page_looks_right(place: str, width: int, person: Callable[..., Person]) -> None:
    visitor = person(width=width, height=800, bypass_csp=True)  # axe is put into the page by us
    visitor.context.add_init_script(_SHIFTS)
    weights = list[float]()
    network = visitor.context.new_cdp_session(visitor.page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda loaded: weights.append(loaded["encodedDataLength"]))
    go(visitor, place)
    assert len(weights) > 3
    assert sum(weights) < HEAVIEST
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    assert visitor.page.evaluate("window.jumped") < LOOSEST
    visitor.page.add_script_tag(path=AXE)
    papers = set()
    for theme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=theme)
        papers.add(visitor.page.evaluate(_PAPER))
        found = visitor.page.evaluate(_RUN_AXE, RULES if theme == "light" else COLOURS)
        told = [f"{each['id']}: {node['html'][:120]}" for each in found["violations"] for node in each["nodes"]]
        assert not told, (theme, told)
    assert len(papers) == 2, "it was seen in both themes"


def test_motion_is_left_out_where_that_is_asked_for(person: Callable[..., Person]) -> None:
    visitor = person(reduced_motion="reduce")
    go(visitor, "match")
    moving = visitor.page.evaluate(
        """[...document.querySelectorAll("*")].filter((each) => {
             const style = getComputedStyle(each);
             const longest = (text) => Math.max(...text.split(",").map(parseFloat));
             return longest(style.transitionDuration) > 0.01 || longest(style.animationDuration) > 0.01;
           }).map((each) => each.outerHTML.slice(0, 80))"""
    )
    assert moving == []


def test_the_theme_can_be_chosen_and_stays(person: Callable[..., Person]) -> None:
    visitor = person(theme="light")
    visitor.visit("/")
    light = visitor.page.evaluate(_PAPER)
    visitor.page.locator("#theme").click()
    visitor.page.locator("#theme").click()  # auto, light, dark
    dark = visitor.page.evaluate(_PAPER)
    assert dark != light
    visitor.page.reload()
    assert visitor.page.evaluate(_PAPER) == dark


def test_the_board_is_a_grid_whose_squares_have_the_game_s_own_names(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.begin("quad", "here")
    visitor.click((5,))
    grid = visitor.page.get_by_role("grid")
    assert grid.get_by_role("row").count() == 4
    labels = [cell.get_attribute("aria-label") or "" for cell in grid.get_by_role("gridcell").all()]
    assert [label.partition(",")[0] for label in labels] == [f"{column}{row}" for row in "1234" for column in "ABCD"]
    assert "Player 1’s X" in labels[5]
    assert "last move" in labels[5]
    assert "can be chosen" in labels[0]
    assert grid.locator("[tabindex='0']").count() == 1
    tree = visitor.context.new_cdp_session(visitor.page).send("Accessibility.getFullAXTree")["nodes"]
    roles = {node["nodeId"]: node.get("role", {}).get("value", "") for node in tree}  # as a screen reader is told
    rows = [[roles[child] for child in node["childIds"]] for node in tree if roles[node["nodeId"]] == "row"]
    assert rows == [["gridcell"] * 4] * 4


def test_what_is_chosen_is_ticked_for_the_eye_alone(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/?game=quad")
    expect(visitor.page.locator("input[name=game][value=quad]")).to_be_checked()
    tree = visitor.context.new_cdp_session(visitor.page).send("Accessibility.getFullAXTree")["nodes"]
    names = [node["name"]["value"] for node in tree if node.get("role", {}).get("value") == "radio"]
    assert "A friend here two people at this screen" in names
    assert not [name for name in names if "✓" in name]


@pytest.mark.parametrize("game", ["quad", "showdown"])
def test_the_whole_board_is_seen_in_a_low_window(game: str, person: Callable[..., Person]) -> None:
    """A phone on its side, and windows of 1280x800, 1366x650 and 1280x1024 at 200 and 400 %."""
    visitor = person(width=740, height=360)
    visitor.begin(game, "here", options="size=9" if game == "showdown" else "")
    for width, height in ((740, 360), (932, 430), (640, 400), (683, 325), (320, 256), (500, 330)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        if width > 600:
            visitor.page.evaluate("scrollTo(0, 0)")  # there it is seen at once, in narrower windows after scrolling
        else:
            visitor.page.locator("#board").evaluate("(board) => board.scrollIntoView({ block: 'center' })")
        box = visitor.page.locator("#board").bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width, (width, height, box)
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (width, height, box)
        assert box["height"] > height / 2
        assert not visitor.page.locator(".player > span > b").evaluate_all(_IS_CUT), (width, height)


def test_the_keys_are_listed_and_can_be_switched_off(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.begin("snatchers", "level:1")
    visitor.page.keyboard.press("?")
    visitor.sees("#shortcuts", "take back")
    visitor.page.get_by_role("switch", name="Single letters work as shortcuts").click()
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_timeout(500)
    assert visitor.page.locator("#hinted").inner_text() == ""
    visitor.page.get_by_role("button", name="Keys").click()
    visitor.sees("#shortcuts", "take back")
