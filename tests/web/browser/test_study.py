"""Puzzles, the atlas, the games' own pages and one's own results, as people use them."""

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import squarely
from squarely.core.match.tabletop import Tabletop
from squarely.files.my_results import read_results
from squarely.play.results_summary import sum_up_results
from squarely.review.hints import give_hint
from squarely.solver.oracle import Oracle
from squarely.web.study.analysis import check_answer, pose_daily_puzzle, pose_puzzle
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
        with visitor.page.expect_response(f"**/api/games/{game}/study"):
            visitor.visit(f"/games/{game}")
        expect(visitor.page.locator("#puzzles")).to_be_visible()
        expect(visitor.page.locator("main").get_by_role("link", name="Atlas")).to_have_count(int(game == "snatchers"))


def test_two_moves_are_both_and_not_all_two(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/atlas/showdown")
    visitor.sees("#choice", "Both moves keep it open.")


def test_an_atlas_that_takes_a_while_says_so(person: Callable[..., Person]) -> None:
    visitor = person()
    waiting: list[Route] = []
    visitor.page.route("**/api/games/snatchers/atlas", lambda route: waiting.append(route))  # noqa: PLW0108
    visitor.visit("/atlas/snatchers")
    visitor.sees("#about", "The atlas is being drawn")
    expect(visitor.page.locator("#atlas")).to_have_attribute("aria-busy", "true")
    waiting[0].continue_()
    expect(visitor.page.locator("#atlas")).to_have_attribute("aria-busy", "false")
    visitor.sees("#about", "Every position that play can reach")


@pytest.mark.parametrize("game", ["quad", "numbers"])
def test_where_there_is_no_atlas_it_is_said_and_exploring_is_one_click(
    game: str, person: Callable[..., Person]
) -> None:
    visitor = person()
    visitor.visit(f"/atlas/{game}")
    visitor.sees("h1", f"No atlas of {game}")
    visitor.sees("#about", "Explore it instead")
    expect(visitor.page.locator("[role=gridcell]")).to_have_count(0)
    visitor.page.get_by_role("button", name="Explore it").click()
    visitor.page.wait_for_url("**/m/*")
    visitor.at_the_table()
    visitor.errors.clear()  # a browser notes what was refused


def test_the_page_of_a_game_leads_with_the_truth_and_opens_what_is_refuted(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/games/center")
    visitor.sees("#verdict", "Solved: with best play from the start, Player A wins in 3 moves.")
    groups = visitor.page.locator(".verdicts")
    expect(groups.first).to_be_visible()
    opened = {each.locator("> summary").inner_text()[2:9]: each.get_attribute("open") for each in groups.all()}
    assert opened["Refuted"] is not None
    assert opened["Proved "] is None
    visitor.visit("/games/showdown")
    visitor.sees("#verdict", "Solved: with best play from the start, play can go on for ever.")


def test_what_was_solved_at_the_first_try_is_told_in_sentences(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.visit("/puzzles?game=quad&seed=1")
    visitor.page.evaluate("localStorage.setItem('squarely.puzzles', JSON.stringify({ center: { one: false } }))")
    visitor.page.reload()
    expect(visitor.page.locator("#solved")).to_have_text("You solved 0 of 1 puzzle at the first try.")
    visitor.page.evaluate(
        "localStorage.setItem('squarely.puzzles', JSON.stringify({ center: { one: false }, quad: { two: true } }))"
    )
    visitor.page.reload()
    expect(visitor.page.locator("#solved")).to_have_text(
        "You solved 1 of 2 puzzles at the first try. In Fill a 2x2 square: 1 of 1."
    )


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
    expect(visitor.page.locator("#truth")).to_be_checked()  # from the beginning, where both sides are ours
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
    visitor.sees("#truths p b", "wins in 3")


def test_a_match_against_the_computer_is_among_my_results(person: Callable[..., Person], tmp_path: Path) -> None:
    ann = person(accept_downloads=True)
    ann.visit("/me")
    ann.sees("#none", "No results yet.")
    lines = [
        {**_LINE, "key": "one"},
        {**_LINE, "key": "two", "result": "won", "levels": [-9.0, -5.0, -2.0, -0.5, 0.0, -0.5, -2.0, -5.0, -9.0]},
        {"daily": datetime.now(UTC).date().isoformat(), "solved": True},
    ]
    given = tmp_path / "given.jsonl"
    given.write_text("".join(json.dumps(each) + "\n" for each in lines) + "damaged\n")
    ann.page.locator("#file").set_input_files(given)
    ann.sees("#says", "2 results added. 1 line could not be read.")
    found = read_results(given.read_bytes(), "given")
    told = sum_up_results(found, datetime.now(UTC).date())
    expect(ann.page.locator("#rows td")).to_have_text([each for row in told.rows for each in row])
    expect(ann.page.locator("#sentences li")).to_have_text(list(told.sentences))
    ann.page.evaluate(NOTE, "abcdefghijkl")
    ann.page.evaluate(NOTE, "abcdefghijkl")  # once is enough
    ann.page.reload()
    expect(ann.page.locator("#rows tr").nth(1)).to_have_text(re.compile("quad.*mended.*level 3.*0-1-0"))
    with ann.page.expect_download() as downloading:
        ann.page.locator("#download").click()
    downloading.value.save_as(tmp_path / "me.jsonl")
    again = read_results((tmp_path / "me.jsonl").read_bytes(), "me.jsonl")
    assert again.trouble == ()
    assert [match.key for match in again.matches] == ["one", "two", "abcdefghijkl"]
    assert again.solved_days == found.solved_days
    ann.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.locator("#forget").click()
    ann.sees("#none", "No results yet.")


_LINE = {
    **{"day": "2026-11-16", "game": "center", "rules": "", "opponent": "level:4", "side": "first"},
    **{"result": "lost", "moves": 7, "levels": []},
}
NOTE = """async (match) => {
  const { noteMatch } = await import("/static/site/results.js");
  const players = [{ player: "person" }, { player: "level:3" }];
  const ending = { winner: "second", reason: "", closing: "" };
  noteMatch({ match, game: "quad", rules_name: "mended", players, moves: 9, ending }, ["first"]);
  noteMatch({ match: "x", game: "quad", rules_name: "", players, moves: 9, ending: null }, ["first"]);
  noteMatch({ match: "y", game: "quad", rules_name: "", players, moves: 9, ending }, ["first", "second"]);
}"""
