"""Against the computer, exploring, and what comes after the end."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect

import squarely
from squarely.core.match import record
from squarely.solver.oracle import Oracle
from tests.web.browser.people import PATIENCE, Person


def test_the_computer_answers_and_moves_can_be_taken_back(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("snatchers", "level:3", name="Ann")
    ann.click((0, 10))
    ann.waits_for_turn()
    expect(ann.moves).to_have_count(2)
    ann.page.keyboard.press("u")
    expect(ann.moves).to_have_count(0)
    ann.waits_for_turn()
    ann.sees_board(["P1"] + [""] * 23 + ["P2"])


def test_the_truth_is_shown_on_request_and_is_the_oracle_s(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("center", "perfect", name="Ann")
    expect(ann.page.locator("#truths")).to_be_hidden()
    ann.page.locator("#truth").click()
    center = squarely.load("center")
    for judged in Oracle(center).value_moves(center.start()):
        words = f"{'wins' if judged.value.winner == 0 else 'loses'} in {judged.value.earlier().distance}"
        note = re.escape(center.words.note(center.start(), judged.move))
        ann.sees("#truths", re.compile(rf"{note}.*{words}"))
    expect(ann.cell(1)).to_have_attribute("aria-label", re.compile("wins in 3"))
    ann.page.keyboard.press("t")
    expect(ann.page.locator("#truths")).to_be_hidden()


def test_hints_go_a_step_further_each_time(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("center", "perfect")
    told = []
    for _ in range(4):
        before = ann.page.locator("#hinted").inner_text()
        ann.page.keyboard.press("h")
        expect(ann.page.locator("#hinted")).not_to_have_text(before)
        expect(ann.page.locator("#hint")).to_be_enabled(timeout=PATIENCE)  # it is not while a hint is looked for
        told.append(ann.page.locator("#hinted").inner_text())
    assert "With best play" in told[0]
    assert "Try place 0 1" in told[3]


def test_between_people_there_is_no_truth_until_the_end(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here")
    expect(ann.page.locator("#truth")).to_be_hidden()
    expect(ann.page.locator("#hint")).to_be_hidden()
    ann.page.keyboard.press("t")
    ann.page.keyboard.press("h")
    asked = [url for url in ann.requests if url.endswith(("/truth", "/hint"))]
    assert asked == []


def test_an_illegal_try_says_why_and_loses_nothing(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here")
    ann.click((5,))
    ann.waits_for_turn()
    ann.sees("#status", "Player 2 is to move")
    ann.cell(5).click()
    ann.sees("#problem", "B2 is already occupied")
    ann.type_move("Z9")
    ann.sees("#problem", "off the grid")
    ann.type_move("c3")
    ann.sees("#status", "Player 1 is to move")


def test_sudden_death_is_explained_when_it_begins(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here", position="XXOO/OOXX/XXOO/OXX. O")
    ann.click((15,))
    ann.sees("#news", "Sudden Death begins")
    ann.sees("#news", "exchange places")
    ann.click((0, 2))  # one's own marker, then one of the other side's
    expect(ann.moves).to_have_count(2)


def test_some_numbers_are_left_where_one_may_choose(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("numbers", "here", options="capture=choose", position="123/456/789 1 0-0")
    ann.click((4, 1))
    ann.page.get_by_role("button", name="Play 5 +2 = 7", exact=True).click()
    ann.sees_board(["1", "", "3", "4", "", "6", "7", "8", "9"])
    ann.sees("#player-first", "7 points")


def test_the_review_comes_by_itself_and_is_walked_through_with_the_arrows(person: Callable[..., Person]) -> None:
    ann, eve = person(), person()
    ann.begin("center", "here", name="Ann")
    for squares in ((0,), (1,), (2,), (1, 4)):
        ann.waits_for_turn()
        ann.click(squares)
    ann.sees("#status", "Player B won")
    expect(ann.page.locator("#turning li")).not_to_have_count(0)
    ann.sees("#step-text", "center")
    ann.page.keyboard.press("ArrowLeft")
    ann.page.keyboard.press("ArrowLeft")
    ann.sees_board(["A", "B", "", "", "", "", "", "", ""])
    assert ann.page.url.endswith("#move-2")
    eve.visit(ann.page.url)  # the link to the review, at that move
    eve.sees_board(["A", "B", "", "", "", "", "", "", ""])
    eve.page.keyboard.press("End")
    eve.sees_board(["A", "", "A", "", "B", "", "", "", ""])
    eve.page.locator("#dot-1 rect").click(force=True)
    eve.sees_board(["A", "", "", "", "", "", "", "", ""])
    with eve.page.expect_download() as downloading:
        eve.page.get_by_role("link", name="text").click()
    played = record.read(downloading.value.path().read_text(encoding="utf-8")).match
    assert [str(move) for move in played.moves] == ["place 0 0", "place 0 1", "place 0 2", "move 0 1 1 1"]
    with eve.page.expect_download() as downloading:
        eve.page.get_by_role("link", name="JSON").click()
    assert json.loads(downloading.value.path().read_text(encoding="utf-8"))["first"] == "Ann"
    reviewed = eve.page.url
    eve.page.get_by_role("button", name="Play on from here").click()
    eve.page.wait_for_url(lambda url: url != reviewed)
    eve.at_the_table()
    eve.sees_board(["A", "", "", "", "", "", "", "", ""])
    eve.sees("#status", "Player B is to move")


def test_the_clock_runs_out(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here", seconds=10)
    ann.sees("#clock-first", re.compile(r"[1-9]"))
    expect(ann.page.locator("#status")).to_contain_text("ran out of time", timeout=PATIENCE)
