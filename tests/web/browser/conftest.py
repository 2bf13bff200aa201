"""Browsers for the tests. Where one runs, no other event loop can: so it is closed when other folders are tested."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.browser.people import LOOKS, Come, Person, opened

_SECOND = ("test_looks", "test_study", "test_review_file", "test_touching_cases")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser is slow, and two browsers are enough for all of it."""
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group(f"browser_{1 + (item.path.stem in _SECOND)}"))


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with opened(playwright) as browser:
        yield browser


@pytest.fixture(scope="package")
def regulars() -> list[Person]:
    """People who come again, to another test: a page of theirs opens in half of the time."""
    return []


@pytest.fixture
def person(browser: Browser, base: str, regulars: list[Person], request: pytest.FixtureRequest) -> Iterator[Come]:
    """Brings people to the server; at the end they leave, and nothing may have gone wrong on their pages."""
    people: list[Person] = []
    failed = request.session.testsfailed

    def come(base: str = base, **how: Any) -> Person:
        if regulars and how.keys() <= LOOKS:
            people.append(regulars.pop().come(base, **how))
        else:
            people.append(Person(browser, base, **how))
        return people[-1]

    yield come
    for each in people:
        if each.stays and request.session.testsfailed == failed:
            regulars.append(each.forget())
        else:
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
def reader(person: Come, tmp_path: Path) -> Person:
    """Somebody who reads files; nothing may go wrong in them, and they may fetch nothing."""
    return person(base=tmp_path.as_uri())
