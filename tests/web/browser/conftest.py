"""Browsers for the tests. Where one runs, no other event loop can: so it is closed when other folders are tested."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.browser.people import Come, Person, opened


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser is slow."""
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with opened(playwright) as browser:
        yield browser


@pytest.fixture
def person(browser: Browser, base: str) -> Iterator[Come]:
    """Brings people to the server; at the end they leave, and nothing may have gone wrong on their pages."""
    people: list[Person] = []

    def come(**how: Any) -> Person:
        people.append(Person(browser, base, **how))
        return people[-1]

    yield come
    for each in people:
        each.leave()


@pytest.fixture
def ann(person: Come) -> Person:
    return person()


@pytest.fixture
def bob(person: Come) -> Person:
    return person()


@pytest.fixture
def eve(person: Come) -> Person:
    return person()


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Person]:
    """Somebody who reads files; nothing may go wrong in them, and they may fetch nothing."""
    somebody = Person(browser, tmp_path.as_uri(), bypass_csp=True)  # axe is put into the page by us
    yield somebody
    somebody.leave()
