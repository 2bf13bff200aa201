"""A review as a file, opened as people open it: stepped through, heard, printed, and nothing is fetched."""

from pathlib import Path

from playwright.sync_api import expect

import squarely
from squarely import Match
from squarely.core.match.tabletop import Tabletop
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match
from squarely.review.page import render_review
from squarely.solver.oracle import Oracle
from tests.web.browser.people import Person
from tests.web.browser.places import shortest

NASTY = ("</script><b>Ann", "{{style}} & Bob")


def play_shortest(name: str) -> Match:
    match = Match.of(squarely.load(name), None, NASTY)
    for played in shortest(name):
        match = match.play(played.words)
    return match


def write_review(reader: Person, folder: Path, match: Match) -> None:
    oracle = Oracle(match.game)
    review = grade_match(match, oracle)
    (folder / "review.html").write_text(render_review(review, explain_match(review, oracle)), encoding="utf-8")
    reader.page.goto(f"{reader.base}/review.html")


def sees_position(reader: Person, match: Match, step: int) -> None:
    expect(reader.at("article").filter(visible=True).locator(".said p").first).to_have_text(
        f"{step}. {match.names[match.positions[step - 1].mover]}: {match.moves[step - 1]}." if step else "Start."
    )
    current = reader.at("#moves [aria-current]")
    assert current.evaluate_all("(found) => found.map((each) => Number(each.dataset.step))") == ([step] if step else [])


def test_it_is_stepped_through_told_and_printed(reader: Person, tmp_path: Path) -> None:
    match = play_shortest("center")
    last = len(match.moves)
    write_review(reader, tmp_path, match)
    sees_position(reader, match, last)
    assert reader.at("article b").count() == 0, "names are only ever text"
    columns, rows = Tabletop(match.game).labels()
    reader.expects("#ground text").to_have_text([*columns, *rows])
    reader.expects('article:visible [stroke="var(--place)"]').to_have_count(2)
    reader.expects("#step-text").to_be_empty()
    for key, step in (("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("End", last), ("ArrowRight", last)):
        reader.page.keyboard.press(key)
        sees_position(reader, match, step)
    for button, step in (("One move back", last - 1), ("To the start", 0), ("One move on", 1), ("To the end", last)):
        reader.button(button).click()
        sees_position(reader, match, step)
    reader.at("#moves button").first.click()
    sees_position(reader, match, 1)
    reader.at("#dot-0 circle").click()
    sees_position(reader, match, 0)
    reader.sees("#step-text", "Start.")
    reader.expects("#cursor").to_have_attribute("x1", reader.at("#dot-0 circle").get_attribute("cx") or "")
    for button, is_there in (("One move back", "true"), ("One move on", "false")):
        expect(reader.button(button)).to_have_attribute("aria-disabled", is_there)
    reader.page.emulate_media(media="print")
    expect(reader.at("article").filter(visible=True)).to_have_count(last + 1)
