"""Firefox and WebKit: people at them play every game by link to its end, against somebody at Chromium."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Playwright

import squarely
from squarely.core.match.match import Match
from tests.web.browser.firefox import opened_firefox
from tests.web.browser.people import GAMES, Come, Person
from tests.web.browser.places import shortest
from tests.web.browser.webkit import WebKitPerson, opened_webkit
from tests.web.postgres import free_port

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    with opened_firefox(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def webkit() -> Iterator[httpx.Client]:
    with opened_webkit(free_port()) as driver:
        yield driver


def play_by_link(game: str, ann: Person | WebKitPerson, bob: Person | WebKitPerson) -> None:
    """Ann invites Bob, they move by turns, and each is told who won."""
    match = Match.of(squarely.load(game))
    ann.begin_at_home(game, name="Ann", position=match.game.write_position(match.position))
    bob.follow(ann.invitation)
    for played in shortest(game):
        mover = (ann, bob)[played.side]
        mover.waits_for_turn()
        mover.click(played.squares)
        for each in (ann, bob):
            each.sees_board(played.board)
        match = match.play(played.words)
    assert match.outcome
    for side, each in enumerate((ann, bob)):
        each.sees("#status", "You won" if side == match.outcome.winner else re.compile("^(?!You won).*(won|lost)"))


@pytest.mark.parametrize("number", range(len(GAMES)), ids=GAMES)
def test_they_play_with_chromium_by_link(
    number: int, firefox: Browser, webkit: httpx.Client, base: str, person: Come
) -> None:
    for other, chromium in (
        (Person(firefox, base), person(width=360, height=740, theme="dark")),
        (WebKitPerson(webkit, base), person()),
    ):
        both = (other, chromium)
        play_by_link(GAMES[number], *(both if number % 2 else reversed(both)))
        other.leave()


def test_what_goes_wrong_in_them_is_noted(firefox: Browser, webkit: httpx.Client, base: str) -> None:
    wrong = "console.error('one'); setTimeout(() => { throw Error('two') })"
    ann, bob = Person(firefox, base), WebKitPerson(webkit, base)
    for each in (ann, bob):
        each.visit("/")
    with ann.page.expect_event("pageerror"):
        ann.page.evaluate(wrong)
    bob.run(wrong)
    bob.waits("return window.noted.length === 2")
    for each in (ann, bob):
        with pytest.raises(AssertionError, match=r"one.*two"):
            each.leave()
