"""The page: whole by itself, safe with any name, and true to the review it shows."""

import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

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
from .matches import ALL, CENTER, EXCHANGE, NUMBERS, SNATCHERS

NASTY = ("</script><script>alert(1)</script>", "{{style}} & \"Bob\" 'O' <b>")


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


class Step:
    """One step as the page has it: the words on its board, how often a colour is drawn there, and its sentences."""

    def __init__(self, article: str) -> None:
        self.board = article
        self.label = unescape(re.search(r'aria-label="([^"]*)"', article)[1])  # type: ignore[index]
        self.words = [unescape(each) for each in re.findall(r"<text [^>]*>([^<]*)</text>", article)]
        self.beside = unescape(re.search(r"<figcaption>(.*?)</figcaption>", article)[1])  # type: ignore[index]
        self.said = [unescape(each) for each in re.findall(r"<p>(.*?)</p>", article)]

    def count(self, colour: str) -> int:
        return self.board.count(f'fill="var(--{colour})"')


def steps_of(html: str) -> list[Step]:
    return [Step(article) for article in re.findall(r"<article .*?</article>", html)]


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
    read, oracle, table = Read(html), Oracle(match.game), Tabletop(match.game)
    steps = steps_of(html)
    assert len(steps) == len(match.positions)
    for position, step in zip(match.positions, steps, strict=True):
        pieces = [(square.text, square.name) for square in table.squares(position) if square.text]
        told = ", ".join(f"{text} on {name}" for text, name in pieces) or "nothing on the board"
        assert step.label == f"The board of {match.game.title}: {told}"
        captured = step.count("first-tint") + step.count("second-tint")
        assert len(step.words) >= len(pieces) + captured
        assert not Counter(text for text, _ in pieces) - Counter(step.words)
        for side in ("first", "second"):
            theirs = [square for square in table.squares(position) if square.side is not None]
            assert step.count(f"{side}-low") == sum(str(square.side) == side for square in theirs)
    claims = explain_match(grade_match(match, oracle), oracle)
    assert [step.said[2:] for step in steps] == [[], *([claim.text] for claim in claims)]
    for (old, new), step in zip(pairwise(match.positions), steps[1:], strict=True):
        assert step.count("mark") == len(table.changed_squares(old, new))
    for number in range(len(steps)):
        assert read.by_id(f"dot-{number}")


def test_names_are_only_ever_text() -> None:
    match, html = reviewed(EXCHANGE, NASTY)
    read = Read(html)
    assert "alert(1)</script>" not in html
    assert sum(tag == "script" for tag, _ in read.elements) == 1
    assert ("h1", f"{match.game.title}: {NASTY[0]} against {NASTY[1]}") in read.texts
    assert any(NASTY[0] in step.said[0] for step in steps_of(html))


def test_nothing_is_fetched() -> None:
    _, html = reviewed(CENTER)
    read = Read(html)
    assert not re.search(r"https?:|//[a-z]|url\(|@import|fetch\(|XMLHttp|import\(", html)
    assert not [tag for tag, attributes in read.elements if {"src", "action"} & set(attributes)]
    assert {attributes["href"] for _, attributes in read.elements if "href" in attributes} == {"#ground"}
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
    for word in ("ArrowLeft", "ArrowRight", "Home", "End", ":focus-visible", "light-dark("):
        assert word in html
    assert ("html", {"lang": "en"}) in read.elements


def test_every_move_is_listed_and_mistakes_say_why() -> None:
    match, html = reviewed(NUMBERS)
    read, oracle = Read(html[html.index('<ol id="moves"') :]), Oracle(match.game)
    review = grade_match(match, oracle)
    assert [a["data-step"] for _, a in read.elements if "data-step" in a] == [
        str(each.number) for each in review.grades
    ]
    told = [text for tag, text in read.texts if tag == "p"]
    for each, claim in zip(review.grades, explain_match(review, oracle), strict=True):
        assert (claim.text in told) == bool(each.cost)
    assert review.mistakes


def review_of(match: Match, *moves: str) -> list[Step]:
    for move in moves:
        match = match.play(move)
    oracle = Oracle(match.game)
    review = grade_match(match, oracle)
    return steps_of(render_review(review, explain_match(review, oracle)))


def test_whose_boxes_are_whose_is_seen_at_every_step() -> None:
    steps = review_of(Match.of(classic("boxes", "height=1,width=2")), "A2", "B1", "C2", "B3", "D1", "E2", "D3")
    assert [step.words.count("B") for step in steps] == [0, 0, 0, 0, 1, 1, 1, 2]
    assert [step.count("second") for step in steps] == [0, 0, 0, 0, 1, 1, 1, 2]
    assert steps[-1].beside.endswith("Bob has captured B2 and D2.")


def test_pieces_change_their_colour_with_a_swap_of_sides_and_not_before() -> None:
    steps = review_of(Match.of(registry.load("snatchers", "size=3,pie=yes")), "up 1", "swap sides", "up 1")
    inks = [re.findall(r'fill="var\(--on-(first|second)\)">P1<', step.board) for step in steps]
    assert inks == [["first"]] * 2 + [["second"]] * 2


def test_a_match_without_moves_has_a_page() -> None:
    game = registry.load("center")
    match, oracle = Match.of(game), Oracle(game)
    assert [step.said[0] for step in steps_of(render_review(grade_match(match, oracle), ()))] == ["Start."]
