"""News: what a move has changed about the game itself, said once and wherever it is played."""

from squarely import Match
from squarely.core.rules import registry
from tests.boards import at
from tests.games.outside_games import HOP

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
    before, words = at(quad, LAST_CELL), quad.words
    begun = before.play("A4")
    assert words.news(before) == ""
    assert words.news(begun) == (
        "All cells are filled without a winner: Sudden Death begins!\n"
        "On your turn, make a swap: one of your markers and one of your opponent's exchange places "
        "(e.g., swap A1 C1).\n"
        "Swaps continue until a player forms a square and wins."
    )
    assert words.show_move(begun, True).endswith(f"\n\n{words.news(begun)}\n")
    assert words.news(begun.play("swap A1 A2")) == ""


def test_sudden_death_is_news_where_a_match_begins_with_it() -> None:
    quad = registry.load("quad", "sudden_death=convert")
    match, words = at(quad, FULL), quad.words
    assert "one of your opponent's markers becomes yours (e.g., swap C1)" in words.news(match)
    assert words.welcome(match).endswith(f"\n\n{words.news(match)}\n")
    assert words.news(match.play("swap D1")) == ""


def test_a_full_board_that_ends_the_game_is_no_news() -> None:
    quad = registry.load("quad", "sudden_death=none")
    tied = at(quad, LAST_CELL).play("A4")
    assert tied.outcome is not None
    assert quad.words.news(tied) == ""


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
    words = center.words
    assert words.news(match) == ""
    assert words.news(match.play("pass")) == "Player A passes."
    assert words.news(match.play("pass").play("move 0 1 1 1")) == ""


def test_a_game_that_has_no_news_says_nothing() -> None:
    assert HOP.words.news(Match.of(HOP)) == ""
