"""Puzzles, the atlas and the games' own pages, as people use them."""

from collections.abc import Callable

from playwright.sync_api import expect

import squarely
from squarely.solver.oracle import Oracle
from squarely.tabletop import Tabletop
from tests.web.browser.people import PATIENCE, Person


def test_every_position_of_snatchers_is_in_its_atlas_and_can_be_played_from(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/atlas/snatchers")
    expect(visitor.page.locator("[role=option]")).to_have_count(1250, timeout=PATIENCE)
    visitor.page.locator("[role=option]").nth(700).click()
    link = visitor.page.get_by_role("link", name="Play from here")
    line = (link.get_attribute("href") or "").partition("position=")[2].replace("%2F", "/").replace("+", " ")
    line = line.replace("%20", " ").partition("&")[0]
    snatchers = squarely.load("snatchers")
    position = snatchers.read_position(line)
    visitor.sees("main", Oracle(snatchers).value(position).told(snatchers.rules.NAMES))
    link.click()
    expect(visitor.page.locator("#position")).to_have_value(line)
    visitor.page.locator("input[name=opponent][value=explore]").check(force=True)
    visitor.page.locator("#start").click()
    visitor.page.wait_for_url("**/m/*")
    visitor.at_the_table()
    visitor.sees_board([square.text for square in Tabletop(snatchers).squares(position)])


def test_a_puzzle_is_solved_and_explained(person: Callable[..., Person]) -> None:
    visitor = person()
    with visitor.page.expect_response("**/api/puzzles?*") as asked:
        visitor.visit("/puzzles?game=quad")
    task = asked.value.json()
    quad = squarely.load("quad")
    position = quad.read_position(task["position"])
    oracle = Oracle(quad)
    right = oracle.judged(position)[0].move
    expect(visitor.page.locator("[role=gridcell]").first).to_be_visible()
    visitor.click(Tabletop(quad).touched(position, right))
    visitor.sees("main", "Right")


def test_a_game_s_page_has_its_rules_and_every_verdict(person: Callable[..., Person]) -> None:
    visitor = person()
    with visitor.page.expect_response("**/court") as heard:
        visitor.visit("/games/showdown")
    verdicts = heard.value.json()["verdicts"]
    assert len(verdicts) > 10
    visitor.sees("main", "Whoever moves the token onto the center wins at once")
    for each in (verdicts[0], verdicts[-1]):
        visitor.sees("main", each["claim"])
        visitor.sees("main", each["says"][0])
