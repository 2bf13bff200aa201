"""The last move on a printed board: the squares that have changed, and no other character."""

from random import Random

import pytest

from squarely import Match, load
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position
from squarely.games.quad.rules import Quad
from squarely.games.quad.words import QuadWords
from squarely.terminal.line_mode.last_move_marks import find_marks
from tests.games.outside_games import DROP, HEAP, HOP
from tests.terminal.driving import GAMES, Desk


def marked(match: Match, text: str) -> str:
    """The text with the marked characters in brackets, each run of them once."""
    marks = find_marks(match, text)
    shown = (f"[{letter}]" if at in marks else letter for at, letter in enumerate(text))
    return "".join(shown).replace("][", "")


def played(game: str, *moves: str, start: str | None = None) -> Match:
    loaded_game = load(game)
    match = Match.of(loaded_game, loaded_game.read_position(start) if start else None)
    for move in moves:
        match = match.play(move)
    return match


BOARDS = [
    (
        played("quad", "B2", "A1"),
        """\
  A   B   C   D
1 [O] | . | . | .\x20
  ---+---+---+---
2 . | X | . | .\x20
  ---+---+---+---
3 . | . | . | .\x20
  ---+---+---+---
4 . | . | . | .\x20
""",
    ),
    (
        played("center", "place 0 0", "place 2 2", "move 0 0 0 1"),
        """\
   [-]          [A]          -
   -          -          -
   -          -          B
""",
    ),
    (
        played("numbers", "2 2", start="538/291/647 1 0-0"),
        """\
+---+---+---+
| 5 | [ ] | 8 |
+---+---+---+
| [ ] | [ ] | [ ] |
+---+---+---+
| 6 | [ ] | 7 |
+---+---+---+
""",
    ),
    (
        played("showdown", "right"),
        """\
    1   2   3   4   5
  -------------------------
1 | [ ] | [*] |   |   |   |
  -------------------------
""",
    ),
    (
        played("snatchers", "right 1", start="...../...../12.../...../..... 1"),
        """\
3 | [  ] | [P1] |    |    |    |
""",
    ),
]


@pytest.mark.parametrize(("match", "board"), BOARDS, ids=[match.game.name for match, _ in BOARDS])
def test_the_squares_of_the_last_move(match: Match, board: str) -> None:
    text = match.game.words.show_move(match, False)
    assert board in marked(match, text)
    assert marked(match, text).count("[") == board.count("[")


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_every_game_is_seen_wherever_its_board_is_printed(name: str) -> None:
    game, chance = load(name), Random(1)
    match = Match.of(game, game.start_for(1))
    while match.legal_moves and len(match.moves) < 40:
        match = match.play(chance.choice(match.legal_moves))
        changed = len(Tabletop(game).changed_squares(*match.positions[-2:]))
        shown = game.words.show_move(match, True) or game.words.closing(match)
        for text in (shown, game.words.draw_alone(match.position, match.names)):
            assert marked(match, text).count("[") == changed


@pytest.mark.parametrize("game", [DROP, HOP], ids=str)
def test_a_game_from_outside(game: Game) -> None:
    match = Match.of(game).play(Match.of(game).legal_moves[0])
    assert find_marks(match, game.words.show_move(match, True))


def test_nothing_where_it_is_not_sure() -> None:
    taken = Match.of(HEAP).play("take 2")
    assert not find_marks(taken, HEAP.words.show_move(taken, True))  # it has no squares
    begun = Match.of(load("quad"))
    assert not find_marks(begun, begun.game.words.draw(begun.position))  # there was no move
    after = begun.play("B2")
    assert not find_marks(after, "no board here\n")
    assert not find_marks(after, begun.game.words.draw(begun.position))  # another board
    counted = Match.of(CountedQuad()).play("B2")
    assert not find_marks(counted, counted.game.words.draw(counted.position))  # more has changed than squares


class CountedWords(QuadWords):
    def draw(self, position: Position) -> str:
        return f"{super().draw(position)}\n{position.first + position.second:05}"


class CountedQuad(Quad):
    Words = CountedWords


def test_marks_are_seen_on_a_terminal_and_change_no_character(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.answer("enter your move (e.g., A1): ", "B2")
    terminal.answer("enter your move (e.g., A1): ", "quit")
    said = terminal.ended()
    assert "2 . | \x1b[1;7;38;5;63mX\x1b[0m | . | . " in terminal.raw
    assert said.out == desk.squarely("play", "quad", typed=["B2", "quit"]).out
