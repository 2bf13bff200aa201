"""The page: whole by itself, safe with any name, and true to the review it shows."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from squarely import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match
from squarely.review.page import render_review
from squarely.solver.oracle import Oracle

from ..boards import playouts
from ..games.classics import classic
from .matches import ALL, CENTER, EXCHANGE, NUMBERS, SHOWDOWN, SNATCHERS

# How the page shows what a position line writes otherwise.
SHOWN = {
    "center": {"-": ""},
    "numbers": {".": ""},
    "quad": {".": ""},
    "showdown": {".": "", "*": "★"},
    "snatchers": {".": "", "1": "P1", "2": "P2"},
}
NASTY = ("</script><script>alert(1)</script>", "{{data}} & \"Bob\" 'O' <b>")


class Read(HTMLParser):
    """Every element with its attributes, and the text inside each."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append((self.elements[-1][0] if self.elements else "", data))

    def by_id(self, name: str) -> tuple[str, dict[str, str | None]]:
        (found,) = [each for each in self.elements if each[1].get("id") == name]
        return found

    @property
    def data(self) -> dict[str, Any]:
        (text,) = [text for tag, text in self.texts if tag == "script" and text.startswith("{")]
        loaded: dict[str, Any] = json.loads(text)
        return loaded


def reviewed(named: tuple[str, str], names: tuple[str, str] = ("Ann", "Bob")) -> tuple[Match, str]:
    game = registry.load(*named)
    moves = list(playouts(game, 3, 12))[-1].moves
    match = Match.of(game, game.start_for(2), names)
    for move in moves:
        match = match.play(str(move))
    oracle = Oracle(game)
    review = grade_match(match, oracle)
    return match, render_review(review, explain_match(review, oracle))


@pytest.mark.parametrize("named", ALL, ids=",".join)
def test_the_steps_are_the_match(named: tuple[str, str]) -> None:
    match, html = reviewed(named)
    read, oracle = Read(html), Oracle(match.game)
    steps = read.data["steps"]
    lines = [match.game.write_position(position).split()[0].replace("/", "") for position in match.positions]
    assert [step["squares"] for step in steps] == [
        [SHOWN[named[0]].get(glyph, glyph) for glyph in line] for line in lines
    ]
    claims = explain_match(grade_match(match, oracle), oracle)
    assert [step["because"] for step in steps] == ["", *(claim.text(match.names) for claim in claims)]
    for old, step in pairwise(steps):
        squares = range(len(step["squares"]))
        assert step["changed"] == [at for at in squares if old["squares"][at] != step["squares"][at]]
    for number in range(len(steps)):
        assert read.by_id(f"dot-{number}")
    names = [square.name for square in Tabletop(match.game).squares(match.start)]
    assert [square["name"] for square in read.data["board"]["squares"]] == names
    assert not any(step["drawing"] for step in steps)


def test_names_are_only_ever_text() -> None:
    match, html = reviewed(EXCHANGE, NASTY)
    read = Read(html)
    assert "alert(1)</script>" not in html
    assert sum(tag == "script" for tag, _ in read.elements) == 2
    assert ("h1", f"{match.game.title}: {NASTY[0]} against {NASTY[1]}") in read.texts
    assert any(NASTY[0] in step["said"] for step in read.data["steps"])


def test_nothing_is_fetched() -> None:
    _, html = reviewed(CENTER)
    read = Read(html)
    assert not re.search(r"https?:|//[a-z]|url\(|@import|fetch\(|XMLHttp|import\(", html)
    assert not [tag for tag, attributes in read.elements if {"src", "href", "action"} & set(attributes)]
    (policy,) = [a["content"] for _, a in read.elements if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_it_can_be_used_without_seeing_and_without_a_mouse() -> None:
    _, html = reviewed(SNATCHERS)
    read = Read(html)
    assert read.by_id("step-text")[1]["aria-live"] == "polite"
    labelled = (read.by_id("chart")[1]["aria-labelledby"] or "").split()
    assert [read.by_id(name)[0] for name in labelled] == ["title", "desc"]
    buttons = [attributes for tag, attributes in read.elements if tag == "button"]
    assert sum("aria-label" in each for each in buttons) == 4
    for word in ("ArrowLeft", "ArrowRight", "Home", "End", ":focus-visible", "prefers-color-scheme: dark"):
        assert word in html
    assert ("html", {"lang": "en"}) in read.elements


def test_every_move_is_listed_and_mistakes_say_why() -> None:
    match, html = reviewed(NUMBERS)
    read, oracle = Read(html), Oracle(match.game)
    review = grade_match(match, oracle)
    assert [a["data-step"] for _, a in read.elements if "data-step" in a] == [
        str(each.number) for each in review.grades
    ]
    told = [text for tag, text in read.texts if tag == "p"]
    for each, claim in zip(review.grades, explain_match(review, oracle), strict=True):
        assert (claim.text(match.names) in told) == bool(each.cost)
    assert review.mistakes


@pytest.mark.parametrize(
    ("named", "sides"),
    [
        (CENTER, {"A": "first", "B": "second"}),
        (EXCHANGE, {"X": "first", "O": "second"}),
        (SNATCHERS, {"P1": "first", "P2": "second"}),
        (NUMBERS, {}),
        (SHOWDOWN, {}),
    ],
)
def test_pieces_have_the_colour_of_their_side_and_numbers_have_none(
    named: tuple[str, str], sides: dict[str, str]
) -> None:
    _, html = reviewed(named)
    steps = Read(html).data["steps"]
    found = {(text, side) for step in steps for text, side in zip(step["squares"], step["sides"], strict=True) if side}
    assert found == set(sides.items())


def review_of(match: Match, *moves: str) -> list[dict[str, Any]]:
    for move in moves:
        match = match.play(move)
    oracle = Oracle(match.game)
    review = grade_match(match, oracle)
    steps: list[dict[str, Any]] = Read(render_review(review, explain_match(review, oracle))).data["steps"]
    return steps


def test_whose_boxes_are_whose_is_seen_at_every_step() -> None:
    steps = review_of(Match.of(classic("boxes", "height=1,width=2")), "A2", "B1", "C2", "B3", "D1", "E2", "D3")
    box, other = {"text": "B", "side": "second"}, {"text": "B", "side": "second"}
    assert [step["remains"] for step in steps] == [{}, {}, {}, {}, *([{"6": box}] * 3), {"6": box, "8": other}]
    assert steps[-1]["beside"].endswith("Bob has captured B2 and D2.")


def test_pieces_change_their_colour_with_a_swap_of_sides_and_not_before() -> None:
    steps = review_of(Match.of(registry.load("snatchers", "size=3,pie=yes")), "up 1", "swap sides", "up 1")
    sides = [dict(zip(step["squares"], step["sides"], strict=True)) for step in steps]
    assert [(each["P1"], each["P2"]) for each in sides] == [("first", "second")] * 2 + [("second", "first")] * 2


def test_a_match_without_moves_has_a_page() -> None:
    game = registry.load("center")
    match, oracle = Match.of(game), Oracle(game)
    assert [step["said"] for step in Read(render_review(grade_match(match, oracle), ())).data["steps"]] == ["Start."]
