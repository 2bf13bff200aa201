"""Puzzles, the atlas and the games' own pages, as people use them."""

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from playwright.sync_api import expect

import squarely
from squarely.core.match.tabletop import Tabletop
from squarely.review.hints import give_hint
from squarely.solver.oracle import Oracle
from squarely.web.study.puzzles import check_answer, pose_daily_puzzle, pose_puzzle
from tests.web.browser.people import PATIENCE, Person


def test_the_atlas_opens_at_the_start_and_is_played_from_at_once(person: Callable[..., Person]) -> None:
    visitor = person()
    snatchers = squarely.load("snatchers")
    oracle = Oracle(snatchers)
    visitor.visit("/atlas/snatchers")
    expect(visitor.page.locator("[role=option]")).to_have_count(1250, timeout=PATIENCE)
    expect(visitor.page.locator("#line")).to_have_text(snatchers.write_position(snatchers.start()))
    visitor.sees("#mover", "This is the start.")
    visitor.page.locator("#first button").first.click()
    visitor.sees("#choice", "Only one of the")
    line = visitor.page.locator("#line").text_content() or ""
    position = snatchers.read_position(line)
    visitor.sees("#worth", oracle.value(position).describe(snatchers.players))
    right = oracle.value_moves(position)[0].move
    best = Tabletop(snatchers).touched_squares(position, right)[-1]
    expect(visitor.page.locator("#board .cell.best")).to_have_count(1, timeout=PATIENCE)
    assert "best" in (visitor.cell(best).get_attribute("class") or "")
    for button, holder in (("#play", "Level 4"), ("#explore", "Player 2")):
        visitor.page.locator(button).click()
        visitor.page.wait_for_url("**/m/*")
        visitor.at_the_table()
        visitor.sees_board([square.text for square in Tabletop(snatchers).squares(position)])
        visitor.sees("#match", holder)
        visitor.page.go_back()
        expect(visitor.page.locator("#line")).to_have_text(line, timeout=PATIENCE)


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
    visitor.sees("main", "The player who moves the token onto the center wins at once")
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
    visitor.page.locator("#by-words summary").click()
    visitor.page.locator("#words").fill(str(judged[-1].move))
    visitor.page.keyboard.press("Enter")
    visitor.sees("#right", "Wrong")
    expect(visitor.page.get_by_role("button", name="Try again")).to_be_focused()
    expect(visitor.page.locator("#verdict")).not_to_contain_text(str(judged[0].move))
    expect(visitor.page.locator("#explore")).to_be_hidden()
    visitor.page.get_by_role("button", name="Show what is right").click()
    visitor.sees("#verdict", str(judged[0].move))
    expect(visitor.page.locator("#board .cell.best")).not_to_have_count(0)
    visitor.page.get_by_role("button", name="Explore it").click()
    visitor.page.wait_for_url("**/m/*")
    visitor.at_the_table()
    visitor.sees_board([square.text for square in Tabletop(center).squares(position)])


def test_where_there_is_no_puzzle_others_are_offered(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/puzzles?game=showdown&level=4")
    visitor.sees("#says", "There is no puzzle of level 4 of showdown")
    visitor.errors.clear()  # a browser notes what was refused
    expect(visitor.page.locator("#board")).to_be_hidden()
    visitor.page.get_by_role("button", name="Level 2").click()
    visitor.sees("#about", "Level 2 of 5")
    expect(visitor.page.locator("[role=gridcell]").first).to_be_visible()
    levels = visitor.page.locator("#level option")
    expect(levels).to_have_text(["Any level", "1, at a glance", "2"])
    visitor.page.locator("#game").select_option("quad")
    expect(levels).to_have_count(6, timeout=PATIENCE)
    visitor.sees("#about", "Level 2 of 5")


def _play_daily(visitor: Person, day: str, moves: list[bool]) -> None:
    """Answer the puzzle of a day, rightly or not."""
    visitor.visit(f"/puzzles?day={day}")
    expect(visitor.page.locator("#daily")).to_be_visible(timeout=PATIENCE)
    task = pose_daily_puzzle(date.fromisoformat(day))
    game = squarely.load(task.game)
    judged = {each.move: check_answer(game, task.position, each.move).right for each in task.legal}
    visitor.page.locator("#by-words summary").click()
    for right in moves:
        visitor.page.locator("#words").fill(next(move for move in judged if judged[move] == right))
        visitor.page.keyboard.press("Enter")
        visitor.sees("#right", "Right" if right else "Wrong")
        if not right:
            visitor.page.locator("#again").click()


def test_the_puzzle_of_the_day_and_a_streak_that_is_honest(person: Callable[..., Person]) -> None:
    """Solved today after two days in a row, one of them at the third try; before, one whose solution was looked at."""
    visitor = person(timezone_id="UTC")
    today = datetime.now(UTC).date()
    days = [str(today - timedelta(each)) for each in range(5)]
    kept = {days[1]: {"wrong": 0, "end": "solved"}, days[2]: {"wrong": 2, "end": "solved"}}
    kept[days[3]] = {"wrong": 1, "end": "shown"}
    kept[days[4]] = {"wrong": 0, "end": "solved", "late": True}
    visitor.context.add_init_script(
        f"if (!localStorage.getItem('squarely.days')) localStorage.setItem('squarely.days', '{json.dumps(kept)}')"
    )
    visitor.visit("/puzzles")
    visitor.sees("#streak", "Streak: 2 days")
    expect(visitor.page.locator("#days a")).to_have_text(["", "", "✓", "✗", "3", "✓", ""])
    expect(visitor.page.locator("#days a.solved")).to_have_count(2)
    _play_daily(visitor, days[0], [False, True])
    visitor.sees("#streak", "Streak: 3 days")
    visitor.sees("#day-says", "solved at try 2")
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.page.locator("#copy").click()
    expect(visitor.page.locator("#copy")).to_have_text("Copied")
    copied = visitor.page.evaluate("navigator.clipboard.readText()").splitlines()
    task = pose_daily_puzzle(today)
    assert copied[1:] == [
        f"{task.title}, level {task.level} of 5",
        "🟥🟩 solved at try 2",
        "Streak: 3 days",
        f"{visitor.base}/puzzles?day={days[0]}",
    ]
    _play_daily(visitor, str(today - timedelta(5)), [True])
    visitor.sees("#day-says", "on a later day")
    visitor.sees("#streak", "Streak: 3 days")


def test_whoever_looks_at_the_solution_has_not_solved_the_day(person: Callable[..., Person]) -> None:
    visitor = person(timezone_id="UTC")
    today = str(datetime.now(UTC).date())
    visitor.visit("/puzzles")
    _play_daily(visitor, today, [False])
    visitor.page.locator("#by-words summary").click()
    _play_daily(visitor, today, [])
    task = pose_daily_puzzle(date.fromisoformat(today))
    game = squarely.load(task.game)
    wrong = next(each.move for each in task.legal if not check_answer(game, task.position, each.move).right)
    visitor.page.locator("#words").fill(wrong)
    visitor.page.keyboard.press("Enter")
    visitor.page.locator("#show").click()
    visitor.sees("#day-says", "solution shown")
    visitor.sees("#streak", "Streak: 0 days")
    _play_daily(visitor, today, [True])
    visitor.sees("#day-says", "solution shown")
    visitor.sees("#streak", "Streak: 0 days")


def test_an_atlas_is_linked_where_there_is_one(person: Callable[..., Person]) -> None:
    visitor = person()
    for game in ("quad", "snatchers"):
        for page in (f"/?game={game}", f"/games/{game}"):
            with visitor.page.expect_response(f"**/api/games/{game}/study"):
                visitor.visit(page)
            if visitor.page.locator("#more").count():
                visitor.page.locator("#more summary").first.click()
            expect(visitor.page.get_by_role("link", name="Puzzles").nth(1)).to_be_visible()
            expect(visitor.page.get_by_role("link", name="Atlas")).to_have_count(int(game == "snatchers"))


def test_hints_and_values_are_seen_on_the_board(person: Callable[..., Person]) -> None:
    visitor = person()
    center = squarely.load("center")
    start, table = center.start(), Tabletop(center)
    visitor.begin("center", "explore")
    lit = visitor.page.locator("#board .cell.lit")
    for step in range(1, 4):
        expect(lit).to_have_count(0)
        visitor.page.locator("#hint").click()
        visitor.sees("#hinted", give_hint(Oracle(center), start, center.players, step))
    expect(lit).to_have_count(3)
    assert [square for square in range(9) if "lit" in (visitor.cell(square).get_attribute("class") or "")] == [0, 1, 2]
    visitor.page.locator("#truth").click()
    expect(visitor.page.locator("#truths li")).to_have_count(8, timeout=PATIENCE)
    judged = Oracle(center).value_moves(start)
    for each in judged:
        noted = visitor.cell(table.touched_squares(start, each.move)[-1])
        wins = each.value.winner == 0
        expect(noted.locator(".note")).to_have_attribute("data-text", "▲3" if wins else "▼4")
        assert ("best" in (noted.get_attribute("class") or "").split()) == wins
        expect(noted).to_have_attribute("aria-label", re.compile("wins in 3, best" if wins else "loses in 4"))
    expect(visitor.page.locator("#truths").get_by_text("✓ best")).to_have_count(
        sum(v.value.winner == 0 for v in judged)
    )
    visitor.sees("#truths .verdict", "wins in 3")
