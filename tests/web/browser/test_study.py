"""Puzzles, the atlas and the games' own pages, as people use them."""

from collections.abc import Callable

from playwright.sync_api import expect

import squarely
from squarely.core.tabletop import Tabletop
from squarely.solver.oracle import Oracle
from squarely.web.study.puzzles import pose_puzzle
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
    visitor.sees("main", Oracle(snatchers).value(position).describe(snatchers.rules.NAMES))
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
    right = oracle.value_moves(position)[0].move
    expect(visitor.page.locator("[role=gridcell]").first).to_be_visible()
    visitor.click(Tabletop(quad).touched_squares(position, right))
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


def test_a_wrong_answer_leaves_the_right_one_to_be_found(person: Callable[..., Person]) -> None:
    visitor = person()
    center = squarely.load("center")
    seed = next(each for each in range(99) if pose_puzzle("center", 1, each).task == "a move that wins")
    position = center.read_position(pose_puzzle("center", 1, seed).position)
    judged = Oracle(center).value_moves(position)
    visitor.visit(f"/puzzles?game=center&level=1&seed={seed}")
    expect(visitor.page.locator("[role=gridcell]").first).to_be_visible()
    visitor.page.locator("#words").fill(str(judged[-1].move))
    visitor.page.keyboard.press("Enter")
    visitor.sees("#right", "Wrong")
    expect(visitor.page.get_by_role("button", name="Try again")).to_be_visible()
    expect(visitor.page.locator("#verdict")).not_to_contain_text(str(judged[0].move))
    visitor.page.get_by_role("button", name="Show what is right").click()
    visitor.sees("#verdict", str(judged[0].move))


def test_where_there_is_no_puzzle_others_are_offered(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/puzzles?game=showdown&level=4")
    visitor.sees("#about", "There is no puzzle of level 4 of showdown")
    visitor.errors.clear()  # a browser notes what was refused
    expect(visitor.page.locator("#typed")).to_be_hidden()
    visitor.page.get_by_role("button", name="Level 2").click()
    visitor.sees("#about", "level 2 of 5")
    expect(visitor.page.locator("[role=gridcell]").first).to_be_visible()


def test_an_atlas_is_linked_where_there_is_one(person: Callable[..., Person]) -> None:
    visitor = person()
    for game in ("quad", "snatchers"):
        for page in (f"/?game={game}", f"/games/{game}"):
            with visitor.page.expect_response(f"**/api/games/{game}/study"):
                visitor.visit(page)
            expect(visitor.page.get_by_role("link", name="Puzzles").nth(1)).to_be_visible()
            expect(visitor.page.get_by_role("link", name="Atlas")).to_have_count(int(game == "snatchers"))
