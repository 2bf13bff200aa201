"""The page of the lab, opened as people open it: a file that fetches nothing, in both themes, on a phone and a desk."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from squarely.lab.report.page import render_page
from tests.lab.report.test_page import make_study
from tests.web.browser.people import Person
from tests.web.browser.test_looks import AXE, COLOURS, RULES

_RUN_AXE = "(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })"
_COLLIDING = """
(picture) => {
  const boxes = [...picture.querySelectorAll("text")].map((each) => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 5 && b.top < a.bottom - 5;
  return boxes.flatMap((box, at) => boxes.slice(at + 1).filter((each) => meet(box, each))).length;
}
"""


@pytest.mark.parametrize("width", [1280, 360])
def test_a_page_of_the_lab_looks_right(width: int, browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "lab.html").write_text(render_page(*make_study()), encoding="utf-8")
    reader = Person(browser, tmp_path.as_uri(), width=width, bypass_csp=True)  # axe is put into the page by us
    reader.page.goto(f"{reader.base}/lab.html")
    picture = reader.page.locator("svg").filter(visible=True)
    expect(picture).to_have_count(1)
    assert picture.locator(".point").count() > 10
    assert picture.evaluate(_COLLIDING) == 0
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    reader.page.keyboard.press("Tab")
    expect(reader.page.get_by_role("link", name="To the ranking")).to_be_focused()
    picture.get_by_role("link", name="1. ", exact=False).last.focus()
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator("tr:target")).to_be_in_viewport()
    reader.page.add_script_tag(path=AXE)
    for theme in ("light", "dark"):
        reader.page.emulate_media(color_scheme=theme)
        found = reader.page.evaluate(_RUN_AXE, RULES if theme == "light" else COLOURS)["violations"]
        assert not [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]], theme
    reader.leave()
