"""Firefox and WebKit: people at them play every game by link to its end, against somebody at Chromium.

`make soak` plays all five games in WebKit, `make test` one.
"""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.thorough import many
from tests.web.browser.by_link import play_by_link
from tests.web.browser.firefox import opened_firefox
from tests.web.browser.people import Person, opened
from tests.web.browser.webkit import WebKitPerson, opened_webkit
from tests.web.postgres import free_port

GAMES = ("quad", "center", "numbers", "showdown", "snatchers")


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with opened(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    with opened_firefox(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def webkit() -> Iterator[httpx.Client]:
    with opened_webkit(free_port()) as driver:
        yield driver


@pytest.mark.parametrize("game", GAMES)
def test_firefox_and_chromium_play_by_link(
    game: str, firefox: Browser, base: str, person: Callable[..., Person]
) -> None:
    other = Person(firefox, base)
    both = (other, person(width=360, height=740, theme="dark"))
    play_by_link(game, *(both if GAMES.index(game) % 2 else reversed(both)))
    other.leave()


@pytest.mark.parametrize("game", GAMES[: many(len(GAMES))])
def test_webkit_and_chromium_play_by_link(
    game: str, webkit: httpx.Client, base: str, person: Callable[..., Person]
) -> None:
    other = WebKitPerson(webkit, base)
    both = (other, person())
    play_by_link(game, *(both if GAMES.index(game) % 2 else reversed(both)))
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
