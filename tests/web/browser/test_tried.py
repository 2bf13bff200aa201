"""`squarely try --browser`: a page that is open shows what is wrong with the rules, and the new ones by itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.authoring.packages import write_new
from tests.terminal.driving import Desk, read_until
from tests.web.browser.people import PATIENCE, Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def tried(desk: Desk) -> Iterator[tuple[Path, str]]:
    """The rules of a new game that is being tried, and the address of its page."""
    folder = write_new(desk.here)
    trying = desk.started("try", "corners", "--browser", "--port", "0")
    try:
        told = read_until(trying, rb"http://127.0.0.1:\d+\n")
        yield folder / "squarely_corners" / "rules.py", re.findall(rb"http://\S+", told)[0].decode()
    finally:
        trying.terminate()
        trying.communicate()


def test_an_open_page_follows_what_is_saved(browser: "Browser", tried: tuple[Path, str]) -> None:
    rules, address = tried
    written = rules.read_text(encoding="utf-8")
    ann = Person(browser, address, service_workers="allow")  # which must not keep the page before
    with ann.page.expect_response("**/api/tried"):  # from now on it would notice other rules
        ann.begin("corners", "here")
    ann.page.get_by_role("gridcell").first.click()
    expect(ann.page.get_by_role("gridcell").first).to_contain_text("B", timeout=PATIENCE)
    trouble = ann.page.locator("#tried-trouble")

    rules.write_text(written.replace("== ONGOING:", "== ONGOING"), encoding="utf-8")
    expect(trouble).to_contain_text("(rules.py, line", timeout=PATIENCE)
    ann.sees("main", "Black")

    rules.write_text(written.replace('"Corners"', '"Edges"'), encoding="utf-8")
    expect(ann.page).to_have_title(re.compile("Edges"), timeout=PATIENCE)
    expect(trouble).to_be_hidden(timeout=PATIENCE)
    expect(ann.page.get_by_role("gridcell").first).to_contain_text("B", timeout=PATIENCE)
    ann.context.close()
