"""The page: whole by itself, safe with any name, true to the review it shows; and its boards, drawn and in words."""

import re
from collections import Counter
from html import unescape
from itertools import pairwise

import pytest

from squarely import Match
from squarely.core.match.last_move import Captured
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.review.drawing.board import Disc, Label, see_board, write_shapes
from squarely.review.drawing.svg import Scale, element, text
from squarely.review.explain import Explanation, explain_match
from squarely.review.grading import MatchReview, grade_match
from squarely.review.page import render_review
from squarely.solver.oracle import Oracle

from ..boards import played, playouts
from ..games.classics import classic
from .html import Html
from .matches import CENTER, EXCHANGE, NUMBERS

NASTY = ("</script><script>alert(1)</script>", "{{style}} & \"Bob\" 'O' <b>")
TEXTS = r"<text [^>]*>([^<]*)</text>"


class Step:
    """One step as the page has it: the words on its board, how often a colour is drawn there, and its sentences."""

    def __init__(self, article: str) -> None:
        self.board = article
        self.label = unescape(re.search(r'aria-label="([^"]*)"', article)[1])  # type: ignore[index]
        self.words = [unescape(each) for each in re.findall(TEXTS, article)]
        self.beside = unescape(re.search(r"<figcaption>(.*?)</figcaption>", article)[1])  # type: ignore[index]
        self.said = [unescape(each) for each in re.findall(r"<p>(.*?)</p>", article)]

    def count(self, colour: str) -> int:
        return self.board.count(f'fill="var(--{colour})"')


def steps_of(html: str) -> list[Step]:
    return [Step(article) for article in re.findall(r"<article .*?</article>", html)]


def reviewed(match: Match) -> tuple[MatchReview, tuple[Explanation, ...], str]:
    review = grade_match(match, oracle := Oracle(match.game))
    claims = explain_match(review, oracle)
    return review, claims, render_review(review, claims)


def some_match(named: tuple[str, str], names: tuple[str, str] = ("Ann", "Bob")) -> Match:
    game = registry.load(*named)
    moves = [str(move) for move in list(playouts(game, 3, 12))[-1].moves]
    return played(Match.of(game, game.start_for(2), names), *moves)


@pytest.mark.parametrize("named", [CENTER, NUMBERS, EXCHANGE], ids=",".join)
def test_the_steps_are_the_match(named: tuple[str, str]) -> None:
    match = some_match(named)
    _, claims, html = reviewed(match)
    read, table, steps = Html(html), Tabletop(match.game), steps_of(html)
    assert len(steps) == len(match.positions)
    for number, (position, step) in enumerate(zip(match.positions, steps, strict=True)):
        squares = table.squares(position)
        pieces = [(square.text, square.name) for square in squares if square.text]
        told = ", ".join(f"{text} on {name}" for text, name in pieces) or "nothing on the board"
        assert step.label == f"The board of {match.game.title}: {told}"
        captured = step.count("first-tint") + step.count("second-tint")
        assert len(step.words) >= len(pieces) + captured
        assert not Counter(text for text, _ in pieces) - Counter(step.words)
        for side in ("first", "second"):
            assert step.count(f"{side}-low") == sum(str(square.side) == side for square in squares)
        assert read.by_id(f"dot-{number}")
    assert [step.said[2:] for step in steps] == [[], *([claim.text] for claim in claims)]
    for (old, new), step in zip(pairwise(match.positions), steps[1:], strict=True):
        assert step.count("mark") == len(table.changed_squares(old, new))


def test_names_and_words_are_only_ever_text_and_a_match_without_moves_has_a_page() -> None:
    match = some_match(EXCHANGE, NASTY)
    *_, html = reviewed(match)
    read = Html(html)
    assert "alert(1)</script>" not in html
    assert sum(tag == "script" for tag, _ in read.elements) == 1
    assert ("h1", f"{match.game.title}: {NASTY[0]} against {NASTY[1]}") in read.texts
    assert any(NASTY[0] in step.said[0] for step in steps_of(html))
    assert write_shapes([Disc(1, 2.345, 3, "none", "first", 0.5), Label(0, 0, "<b>&", 2, "ink")]) == (
        '<circle cx="1" cy="2.35" r="3" fill="none" stroke="var(--first)" stroke-width="0.5"/>'
        '<text x="0" y="0" font-size="2" fill="var(--ink)">&lt;b&gt;&amp;</text>'
    )
    quoted = element("a", text(1, 2, '"'), href='#"', class_=None)
    assert quoted == '<a href="#&quot;"><text x="1" y="2">&quot;</text></a>'
    assert [step.said[0] for step in steps_of(reviewed(Match.of(match.game))[2])] == ["Start."]
    assert [*map(Scale(0, 10, 100, 50).at, (0, 5, 10)), Scale(3, 3, 20, 80).at(3)] == [100, 75, 50, 20]
    board = see_board(registry.load("center"), registry.load("center").start())
    rings = {shape[:2] for shape in board.list_pieces() if isinstance(shape, Disc) and shape.stroke == "place"}
    assert rings == {board.middle(4)}


def test_nothing_is_fetched_and_every_move_is_listed_and_mistakes_say_why() -> None:
    review, claims, html = reviewed(some_match(NUMBERS))
    read = Html(html)
    assert not re.search(r"https?:|//[a-z]|url\(|@import|fetch\(|XMLHttp|import\(", html)
    assert read.all_of("src") == read.all_of("action") == []
    assert set(read.all_of("href")) == {"#ground"}
    assert read.policy.startswith("default-src 'none'")
    assert read.by_id("step-text")[1]["aria-live"] == "polite"
    assert [read.by_id(name)[0] for name in read.by_id("chart")[1]["aria-labelledby"].split()] == ["title", "desc"]
    listed = Html(html[html.index('<ol id="moves"') :])
    assert listed.all_of("data-step") == [str(each.number) for each in review.grades]
    told = [text for tag, text in listed.texts if tag == "p"]
    assert [claim.text in told for claim in claims] == [bool(each.cost) for each in review.grades]
    assert review.mistakes


def test_whose_boxes_are_whose_is_seen_and_pieces_change_their_colour_with_a_swap_of_sides_and_not_before() -> None:
    boxes = Match.of(classic("boxes", "height=1,width=2"))
    steps = steps_of(reviewed(played(boxes, "A2", "B1", "C2", "B3", "D1", "E2", "D3"))[2])
    assert [step.words.count("B") for step in steps] == [0, 0, 0, 0, 1, 1, 1, 2]
    assert [step.count("second") for step in steps] == [0, 0, 0, 0, 1, 1, 1, 2]
    assert steps[-1].beside.endswith("Bob has captured B2 and D2.")
    match = played(Match.of(registry.load("snatchers", "size=3,pie=yes")), "up 1", "swap sides", "up 1")
    inks = [re.findall(r'fill="var\(--on-(first|second)\)">P1<', step.board) for step in steps_of(reviewed(match)[2])]
    assert inks == [["first"]] * 2 + [["second"]] * 2


def test_what_was_captured_is_told_apart_from_what_stands_there() -> None:
    numbers = registry.load("numbers")
    after = Match.of(numbers).play(numbers.named_moves(numbers.start())[0]).position
    board = see_board(numbers, after, (0,), {0: Captured("1", Side.SECOND)})
    square = board.squares[0]
    assert (square.text, square.look, square.remains, square.captor, square.is_last) == ("", "", "1", "second", True)
    (label,) = [each for each in board.list_pieces() if isinstance(each, Label) and each[:2] == board.middle(0)]
    assert (label.words, label.fill) == ("1", "second")
