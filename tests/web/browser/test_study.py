"""Puzzles, the atlas, the games' own pages and one's own results, as people use them."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Route, expect

import squarely
from squarely.core.match.tabletop import Tabletop
from squarely.files.my_results import read_results
from squarely.play.results_summary import sum_up_results
from squarely.solver.oracle import Oracle
from squarely.web.study.analysis import check_answer, pose_daily_puzzle, pose_puzzle
from tests.web.browser.people import Person
from tests.web.browser.places import RESULT


def test_the_atlas_opens_at_the_start_and_is_played_from_at_once(ann: Person) -> None:
    snatchers = squarely.load("snatchers")
    waiting: list[Route] = []
    ann.page.route("**/api/games/snatchers/atlas", lambda route: waiting.append(route))  # noqa: PLW0108
    ann.visit("/atlas/snatchers").sees("#about", "The atlas is being drawn")
    ann.expects("#atlas").to_have_attribute("aria-busy", "true")
    waiting[0].continue_()
    ann.expects("#atlas").to_have_attribute("aria-busy", "false")
    ann.sees("#about", "Every position that play can reach").counts("[role=option]", 1250)
    ann.expects("#line").to_have_text(snatchers.write_position(snatchers.start()))
    ann.page.unroute_all()
    ann.sees("#mover", "This is the start.")
    ann.at("#first button").first.click()
    ann.sees("#choice", "Only one of the")
    line = ann.at("#line").text_content() or ""
    position, oracle = snatchers.read_position(line), Oracle(snatchers)
    ann.sees("#worth", oracle.value(position).describe(snatchers.players))
    best = Tabletop(snatchers).touched_squares(position, oracle.value_moves(position)[0].move)[-1]
    ann.counts("#board .cell.best", 1)
    expect(ann.cell(best)).to_have_class(re.compile(r"\bbest\b"))
    for button, holder in (("#play", "Level 4"), ("#explore", "Player 2")):
        ann.push(button).is_let_in()
        ann.sees_board([square.text for square in Tabletop(snatchers).squares(position)]).sees("#match", holder)
        ann.page.go_back()
        ann.expects("#line").to_have_text(line)


def test_two_moves_are_both_and_where_there_is_no_atlas_exploring_is_one_click(ann: Person) -> None:
    ann.visit("/atlas/showdown").sees("#choice", "Both moves keep it open.")
    for game in ("quad", "numbers"):
        ann.visit(f"/atlas/{game}").sees("h1", f"No atlas of {game}").sees("#about", "Explore it instead")
        ann.counts("[role=gridcell]", 0).push("Explore it").is_let_in()
    ann.errors.clear()  # a browser notes what was refused


def test_the_page_of_a_game_leads_with_the_truth_and_opens_what_is_refuted(ann: Person) -> None:
    for game, truth, atlases in (
        ("quad", "Solved: with best play from the start, Player 1 wins in 17 moves.", 0),
        ("showdown", "Solved: with best play from the start, play can go on for ever.", 1),
    ):
        with ann.page.expect_response("**/court") as heard:
            ann.visit(f"/games/{game}").sees("#verdict", truth).shows("#puzzles")
        expect(ann.at("main").get_by_role("link", name="Atlas")).to_have_count(atlases)
    ann.sees("main", "The player who moves the token onto the center wins at once")
    verdicts = heard.value.json()["verdicts"]
    assert len(verdicts) > 4
    for each in (verdicts[0], verdicts[-1]):
        ann.sees("main", each["claim"]).sees("main", each["says"][0])
    ann.counts(".verdicts:has(summary:text('Proved ')):not([open])", 1)
    ann.counts(".verdicts[open]:has(summary:text('Refuted'))", 1)


def test_a_wrong_answer_leaves_the_right_one_to_be_found(ann: Person) -> None:
    center = squarely.load("center")
    seed = next(each for each in range(99) if pose_puzzle("center", 1, each).task == "a move that wins")
    position = center.read_position(pose_puzzle("center", 1, seed).position)
    judged = Oracle(center).value_moves(position)
    ann.visit(f"/puzzles?game=center&level=1&seed={seed}").shows("[role=gridcell]").push("#by-words summary")
    ann.at("#words").fill(str(judged[-1].move))
    ann.type("Enter").sees("#right", "Wrong")
    expect(ann.button("Try again")).to_be_focused()
    ann.expects("#verdict").not_to_contain_text(str(judged[0].move))
    ann.hides("#explore").push("Show what is right").sees("#verdict", str(judged[0].move))
    ann.expects("#board .cell.best").not_to_have_count(0)
    ann.push("Explore it").is_let_in()
    ann.sees_board([square.text for square in Tabletop(center).squares(position)])
    ann.page.go_back()  # by the squares of the board
    ann.shows("[role=gridcell]").click(Tabletop(center).touched_squares(position, judged[0].move))
    ann.sees("#right", "Right")


def test_where_there_is_no_puzzle_others_are_offered(ann: Person) -> None:
    ann.visit("/puzzles?game=showdown&level=4").sees("#says", "There is no puzzle of level 4 of showdown")
    ann.errors.clear()  # a browser notes what was refused
    ann.hides("#board").push("Level 2").sees("#about", "Level 2 of 5").shows("[role=gridcell]")
    ann.expects("#level option").to_have_text(["Any level", "1, at a glance", "2"])
    ann.at("#game").select_option("quad")
    ann.counts("#level option", 6).sees("#about", "Level 2 of 5")


def _play_daily(visitor: Person, day: str, moves: list[bool]) -> None:
    visitor.visit(f"/puzzles?day={day}").shows("#daily").push("#by-words summary")
    task = pose_daily_puzzle(date.fromisoformat(day))
    game = squarely.load(task.game)
    judged = {each.move: check_answer(game, task.position, each.move).right for each in task.legal}
    for number, right in enumerate(moves, 1):
        visitor.at("#words").fill(next(move for move in judged if judged[move] == right))
        visitor.type("Enter").sees("#right", "Right" if right else "Wrong")
        if number < len(moves):
            visitor.push("#again")


def test_the_puzzle_of_the_day_and_a_streak_that_is_honest(ann: Person) -> None:
    """Solved today after two days in a row, one of them at the third try; before, one on a later day, one shown."""
    today = datetime.now(UTC).date()
    days = [str(today - timedelta(each)) for each in range(6)]
    kept = {days[1]: {"wrong": 0, "end": "solved"}, days[2]: {"wrong": 2, "end": "solved"}}
    kept |= {days[4]: {"wrong": 1, "end": "shown"}, days[3]: {"wrong": 0, "end": "solved", "late": True}}
    ann.store("days", kept).visit("/puzzles").sees("#streak", "Streak: 2 days").counts("#days a.solved", 2)
    ann.expects("#days a").to_have_text(["", "", "✗", "✓", "3", "✓", ""])
    _play_daily(ann, days[0], [False, True])
    ann.sees("#streak", "Streak: 3 days").sees("#day-says", "solved at try 2")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.push("#copy").expects("#copy").to_have_text("Copied")
    copied = ann.page.evaluate("navigator.clipboard.readText()").splitlines()
    ann.context.clear_permissions()
    task = pose_daily_puzzle(today)
    assert copied[1:] == [
        *(f"{task.title}, level {task.level} of 5", "🟥🟩 solved at try 2", "Streak: 3 days"),
        f"{ann.base}/puzzles?day={days[0]}",
    ]
    _play_daily(ann, days[5], [True])
    ann.sees("#day-says", "on a later day").sees("#streak", "Streak: 3 days")


def test_whoever_looks_at_the_solution_has_not_solved_the_day(ann: Person) -> None:
    today = str(datetime.now(UTC).date())
    _play_daily(ann, today, [False])
    ann.push("#show").sees("#day-says", "solution shown").sees("#streak", "Streak: 0 days")
    _play_daily(ann, today, [True])
    ann.sees("#day-says", "solution shown").sees("#streak", "Streak: 0 days")


def test_what_was_solved_at_the_first_try_is_told_in_sentences(ann: Person) -> None:
    solved, told = {"center": {"one": False}}, "You solved 0 of 1 puzzle at the first try."
    ann.store("puzzles", solved).visit("/puzzles?game=quad&seed=1").expects("#solved").to_have_text(told)
    told = "You solved 1 of 2 puzzles at the first try. In Fill a 2x2 square: 1 of 1."
    ann.store("puzzles", {**solved, "quad": {"two": True}}).visit("/puzzles?game=quad&seed=1")
    ann.expects("#solved").to_have_text(told)


def test_a_match_against_the_computer_is_among_my_results(ann: Person, tmp_path: Path) -> None:
    ann.visit("/me").sees("#none", "No results yet.")
    lines = [
        {**RESULT, "result": "lost"},
        {**RESULT, "key": "two", "levels": [-9.0, -5.0, -2.0, -0.5, 0.0, -0.5, -2.0, -5.0, -9.0]},
        {"daily": datetime.now(UTC).date().isoformat(), "solved": True},
    ]
    given = tmp_path / "given.jsonl"
    given.write_text("".join(json.dumps(each) + "\n" for each in lines) + "damaged\n")
    ann.at("#file").set_input_files(given)
    ann.sees("#says", "2 results added. 1 line could not be read.")
    found = read_results(given.read_bytes(), "given")
    told = sum_up_results(found, datetime.now(UTC).date())
    ann.expects("#rows td").to_have_text([each for row in told.rows for each in row])
    ann.expects("#sentences li").to_have_text(list(told.sentences))
    for opponent in ("here", "level:3"):  # the first is nobody's result
        ann.begin("quad", opponent, options="rules=mended").type_move("A4").waits_for_turn()
        ann.type("Escape").push("Resign", "#sure-yes").expects("#match").to_have_attribute("data-phase", "over")
    match = ann.match
    ann.sees("#status", "You lost").page.reload()
    ann.sees("#status", "You lost").visit("/me")  # where it is once
    expect(ann.at("#rows tr").nth(1)).to_have_text(re.compile("quad.*mended.*level 3.*0-1-0"))
    with ann.page.expect_download() as downloading:
        ann.push("#download")
    again = read_results(downloading.value.path().read_bytes(), "me.jsonl")
    assert again.trouble == ()
    assert [match.key for match in again.matches] == ["one", "two", match]
    assert again.solved_days == found.solved_days
    ann.page.once("dialog", lambda dialog: dialog.accept())
    ann.push("#forget").sees("#none", "No results yet.")
