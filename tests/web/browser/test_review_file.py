"""A review as a file, opened as people open it: stepped through, heard, printed, and nothing is fetched."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

import squarely
from squarely import Match
from squarely.core.match.tabletop import Tabletop
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match
from squarely.review.page import render_review
from squarely.solver.oracle import Oracle
from tests.web.browser.lines import shortest
from tests.web.browser.people import Person
from tests.web.browser.test_looks import AXE, RULES

GAMES = ("center", "numbers", "quad", "showdown", "snatchers")
NASTY = ("</script><b>Ann", "{{style}} & Bob")


def matched(name: str, names: tuple[str, str] = ("Ann", "Bob")) -> Match:
    match = Match.of(squarely.load(name), None, names)
    for played in shortest(name):
        match = match.play(played.words)
    return match


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Person]:
    somebody = Person(browser, tmp_path.as_uri(), bypass_csp=True)  # axe is put into the page by us
    yield somebody
    somebody.leave()  # nothing went wrong, and nothing was fetched


def opened(reader: Person, folder: Path, match: Match) -> None:
    oracle = Oracle(match.game)
    review = grade_match(match, oracle)
    (folder / "review.html").write_text(render_review(review, explain_match(review, oracle)), encoding="utf-8")
    reader.page.goto(f"{reader.base}/review.html")


def sees_position(reader: Person, match: Match, step: int) -> None:
    """The pieces on the picture, in words and drawn, and the move that led there."""
    squares = Tabletop(match.game).squares(match.positions[step])
    pieces = [f"{square.text} on {square.name}" for square in squares if square.text]
    label = f"The board of {match.game.title}: {', '.join(pieces) or 'nothing on the board'}"
    board = reader.page.locator("article").filter(visible=True)
    expect(board.locator("svg")).to_have_attribute("aria-label", label)
    for side in ("first", "second"):
        expected = sum(square.side is not None and str(square.side) == side for square in squares)
        expect(board.locator(f'[fill="var(--{side}-low)"]')).to_have_count(expected)
    expect(board.locator(".said p").first).to_have_text(
        f"{step}. {match.names[match.positions[step - 1].mover]}: {match.moves[step - 1]}." if step else "Start."
    )
    current = reader.page.locator("#moves [aria-current]")
    assert current.evaluate_all("(found) => found.map((each) => Number(each.dataset.step))") == ([step] if step else [])


@pytest.mark.parametrize("name", GAMES)
def test_it_is_stepped_through(name: str, reader: Person, tmp_path: Path) -> None:
    match = matched(name)
    last = len(match.moves)
    opened(reader, tmp_path, match)
    sees_position(reader, match, last)
    columns, rows = Tabletop(match.game).labels()
    expect(reader.page.locator("#ground text")).to_have_text([*columns, *rows])
    for key, step in (("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("End", last), ("ArrowRight", last)):
        reader.page.keyboard.press(key)
        sees_position(reader, match, step)
    for button, step in (("To the start", 0), ("One move on", 1), ("One move back", 0), ("To the end", last)):
        reader.page.get_by_role("button", name=button).click()
        sees_position(reader, match, step)
    reader.page.locator("#moves button").first.click()
    sees_position(reader, match, 1)
    reader.page.locator("#dot-0 circle").click()
    sees_position(reader, match, 0)
    dot = reader.page.locator("#dot-0 circle").get_attribute("cx")
    expect(reader.page.locator("#cursor")).to_have_attribute("x1", dot or "")
    for button, is_there in (("One move back", "true"), ("One move on", "false")):
        expect(reader.page.get_by_role("button", name=button)).to_have_attribute("aria-disabled", is_there)


def test_what_is_shown_is_told_and_every_step_is_printed(reader: Person, tmp_path: Path) -> None:
    match = matched("center")
    opened(reader, tmp_path, match)
    expect(reader.page.locator("#step-text")).to_be_empty()
    reader.page.keyboard.press("Home")
    expect(reader.page.locator("#step-text")).to_contain_text("Start.")
    reader.page.emulate_media(media="print")
    expect(reader.page.locator("article").filter(visible=True)).to_have_count(len(match.moves) + 1)


def test_the_place_that_matters_is_drawn(reader: Person, tmp_path: Path) -> None:
    opened(reader, tmp_path, matched("center"))
    expect(reader.page.locator('article:visible [stroke="var(--place)"]')).to_have_count(2)


def test_names_are_only_ever_text(reader: Person, tmp_path: Path) -> None:
    match = matched("quad", NASTY)
    opened(reader, tmp_path, match)
    sees_position(reader, match, len(match.moves))
    assert reader.page.locator("article b").count() == 0


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_looks_right(width: int, theme: Literal["light", "dark"], reader: Person, tmp_path: Path) -> None:
    reader.page.set_viewport_size({"width": width, "height": 800})
    reader.page.emulate_media(color_scheme=theme)
    opened(reader, tmp_path, matched("snatchers"))
    expect(reader.page.locator("article svg").filter(visible=True)).to_have_count(1)
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    reader.page.add_script_tag(path=AXE)
    run = "(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })"
    found = reader.page.evaluate(run, RULES)["violations"]
    assert not [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]
