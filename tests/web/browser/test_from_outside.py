"""The game from outside in the browser: begun, played by click and by keyboard, reviewed; the page knows no game."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from squarely import Game
from tests.test_outside import HOP
from tests.web.browser.lines import shortest
from tests.web.browser.people import Person
from tests.web.serving import Served

SMALL = "size=3"  # small enough to be solved while one waits


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, installed: str) -> Iterator[Served]:
    """A server on a machine where the game is installed."""
    with Served(tmp_path_factory.mktemp("served"), PYTHONPATH=installed) as server:
        yield server


def test_two_people_play_it_by_link_to_the_end(person: Callable[..., Person]) -> None:
    ann, bob = person(), person(width=360, height=740, theme="dark")
    ann.begin("hop", name="Ann", options=SMALL)
    bob.follow(ann.invitation)
    for played in shortest(Game.of("hop", HOP.rules, SMALL)):
        mover = ann if played.side == 0 else bob
        mover.waits_for_turn()
        if mover is bob:
            bob.press(played.squares, 3)
        else:
            ann.click(played.squares)
        for each in (ann, bob):
            each.sees_board(played.board)
    for each in (ann, bob):
        each.sees("#status", "won")
        expect(each.page.locator("#chart-here svg")).to_be_visible()


def test_the_computer_plays_it_and_the_truth_is_known(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("hop", "level:1", name="Ann", options=SMALL)
    ann.waits_for_turn()
    ann.page.locator("#truth").click()
    expect(ann.page.locator("#truths li").first).to_be_visible()


def test_it_has_a_page_of_its_own(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/games/hop")
    ann.sees("main", "Be the first to bring a piece to the far row.")
