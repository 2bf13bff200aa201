"""Browsers for the tests. One is opened for each module: where it runs, no other event loop can."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # a quick run has no browser, and passes over the tests that import it
    from playwright.sync_api import Browser

    from tests.web.browser.people import Person


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    from playwright.sync_api import sync_playwright

    from tests.web.browser.people import opened

    with sync_playwright() as playwright, opened(playwright) as browser:
        yield browser


@pytest.fixture
def person(browser: "Browser", base: str) -> "Iterator[Callable[..., Person]]":
    """Brings people to the server; at the end they leave, and nothing may have gone wrong on their pages."""
    from tests.web.browser.people import Person

    people: list[Person] = []

    def come(**how: Any) -> Person:
        people.append(Person(browser, base, **how))
        return people[-1]

    yield come
    for each in people:
        each.leave()
