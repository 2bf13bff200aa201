"""News: what a move has changed about the game itself, said once and wherever it is played."""

from squarely import Match
from squarely.core import registry
from tests.boards import at
from tests.games.test_outside import HOP

LAST_CELL = """
    X X O O
    O O X X
    X X O O
    . O X X
    O
"""
FULL = """
    X X O O
    O O X X
    X X O O
    O O X X
    X
"""


def test_sudden_death_is_news_when_it_begins() -> None:
    quad = registry.load("quad")
    before, rules = at(quad, LAST_CELL), quad.rules
    begun = before.play("A4")
    assert rules.news(before) == ""
    assert rules.news(begun) == (
        "All cells are filled without a winner: Sudden Death begins!\n"
        "On your turn, make a swap: one of your markers and one of your opponent's exchange places "
        "(e.g., swap A1 C1).\n"
        "Swaps continue until a player forms a square and wins."
    )
    assert rules.show_move(begun, True).endswith(f"\n\n{rules.news(begun)}\n")
    assert rules.news(begun.play("swap A1 A2")) == ""


def test_sudden_death_is_news_where_a_match_begins_with_it() -> None:
    quad = registry.load("quad", "sudden_death=convert")
    match, rules = at(quad, FULL), quad.rules
    assert "one of your opponent's markers becomes yours (e.g., swap C1)" in rules.news(match)
    assert rules.welcome(match).endswith(f"\n\n{rules.news(match)}\n")
    assert rules.news(match.play("swap D1")) == ""


def test_a_full_board_that_ends_the_game_is_no_news() -> None:
    quad = registry.load("quad", "sudden_death=none")
    tied = at(quad, LAST_CELL).play("A4")
    assert tied.outcome is not None
    assert quad.rules.news(tied) == ""


def test_passing_is_news() -> None:
    center = registry.load("center")
    match = at(
        center,
        """
        A B A
        B - B
        A B A
        A
        """,
    )
    rules = center.rules
    assert rules.news(match) == ""
    assert rules.news(match.play("pass")) == "Player A passes."
    assert rules.news(match.play("pass").play("move 0 1 1 1")) == ""


def test_a_game_that_has_no_news_says_nothing() -> None:
    assert HOP.rules.news(Match.of(HOP)) == ""
