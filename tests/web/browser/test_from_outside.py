"""The game from outside in the browser: begun, played by click and by keyboard, reviewed; the page knows no game."""

import os
import re
from collections.abc import Callable, Iterator
from shutil import copy

import pytest
from playwright.sync_api import expect

from tests.games.outside_games import HOP
from tests.games.outside_games import HOP_FILE as FILE
from tests.web.browser.lines import shortest
from tests.web.browser.people import PATIENCE, Person
from tests.web.serving import Served

SMALL = "size=3"  # small enough to be solved while one waits


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, installed: str) -> Iterator[Served]:
    """A server on a machine where the game is installed, and heap as well."""
    folder = tmp_path_factory.mktemp("served")
    copy(FILE.with_name("squarely_heap.py"), folder)
    (about := folder / "squarely_heap-1.0.dist-info").mkdir()
    (about / "entry_points.txt").write_text("[squarely.games]\nheap = squarely_heap\n", encoding="utf-8")
    (about / "METADATA").write_text("Name: squarely-heap\nVersion: 1.0\n", encoding="utf-8")
    with Served(folder, PYTHONPATH=os.pathsep.join([installed, str(folder)])) as server:
        yield server


def test_two_people_play_it_by_link_to_the_end(person: Callable[..., Person]) -> None:
    ann, bob = person(), person(width=360, height=740, theme="dark")
    ann.begin("hop", name="Ann", options=SMALL)
    bob.follow(ann.invitation)
    for played in shortest(HOP.printed(SMALL)):
        mover = ann if played.side == 0 else bob
        mover.waits_for_turn()
        if mover is bob:
            bob.press(played.squares, 3)
        else:
            ann.click(played.squares)
        for each in (ann, bob):
            each.sees_board(played.board)
    for each in (ann, bob):
        each.sees("#status", re.compile("You (won|lost)"))
        expect(each.page.locator("#chart-here svg")).to_be_visible(timeout=PATIENCE)


def test_the_computer_plays_it_and_the_truth_is_known(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("hop", "level:1", name="Ann", options=SMALL)
    ann.waits_for_turn()
    ann.page.locator("#truth").click()
    expect(ann.page.locator("#truths li").first).to_be_visible(timeout=PATIENCE)


def test_a_rule_set_is_chosen_where_there_is_more_than_one(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/?game=heap&opponent=here")
    expect(ann.page.locator("#start")).to_be_enabled()
    expect(ann.page.locator("#rules-row")).to_be_hidden()
    ann.visit("/?game=drop&opponent=here")
    expect(ann.page.get_by_role("radio", name="as printed")).to_be_checked()
    ann.sees("#rules-says", "Exactly as the rulebook has it.")
    ann.page.locator("#more summary").click()
    ann.page.get_by_label("rows", exact=True).fill("5")
    ann.sees("#rules-says", "Options of your own.")
    expect(ann.page.locator("[name=rules]:checked")).to_have_count(0)
    ann.page.get_by_role("radio", name="roomy").check(force=True)
    ann.sees("#rules-says", "The grid has 4 rows. The grid has 5 columns.")
    expect(ann.page.get_by_label("columns", exact=True)).to_have_value("5")
    ann.page.locator("#start").click()
    ann.page.wait_for_url("**/m/*")
    ann.at_the_table()
    expect(ann.page.get_by_role("gridcell")).to_have_count(20)
    ann.visit("/?game=drop&options=columns%3D5,rows%3D4")
    expect(ann.page.get_by_role("radio", name="roomy")).to_be_checked()


def test_it_has_a_page_of_its_own(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/games/hop")
    ann.sees("main", "Be the first to bring a piece to the far row.")


def test_a_position_that_fits_no_board_is_shown_as_its_game_draws_it(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("heap", "here")
    ann.page.get_by_role("button", name="Play take 2").click()
    ann.sees("#board", "ooooooooo")
    ann.sees("#board", "There are no squares to touch here")
    ann.page.reload()
    ann.waits_for_turn()
    for count in (3, 3):
        ann.page.get_by_role("button", name=f"Play take {count}").click()
        expect(ann.page.get_by_role("button", name="Play take 1")).to_be_visible()
    ann.type_move("take 3")
    ann.sees("#status", "took the last stone")
    expect(ann.page.locator("#chart-here svg")).to_be_visible(timeout=PATIENCE)
    ann.page.keyboard.press("Home")
    expect(ann.page.locator("#board")).to_contain_text("ooooooooooo")  # eleven, as it was at the start
