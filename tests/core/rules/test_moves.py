"""What follows from the kinds of moves: numbers, words and squares, each the inverse of the other."""

from itertools import islice

import pytest

from squarely import SQUARE, Game, Match, MoveKind
from squarely.core.board.square_names import Coordinates, LetterAndNumber, Shape
from squarely.core.errors import BadMove, IllegalMove
from squarely.core.rules import registry
from squarely.core.rules.words import Words
from squarely.testing import find_reachable
from tests.games.outside_games import DROP, HOP, Hop

GAMES = [
    *(registry.load(name) for name in registry.names()),
    registry.load("quad", "sudden_death=convert"),
    registry.load("center", "diagonal=allowed,size=5"),
    registry.load("snatchers", "up=screen,reach=3"),
    HOP,
    DROP,
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.options}")
def test_numbers_are_taken_apart_and_put_together_again(game: Game) -> None:
    count = game.move_count()
    assert count == game.move_numbers.count
    found = [game.split_move(number) for number in range(count)]
    assert len({*found}) == count
    assert [game.join_move(kind, *numbers) for kind, numbers in found] == list(range(count))
    with pytest.raises(IllegalMove):
        game.split_move(count)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.options}")
def test_what_is_written_is_read_as_that_move_whatever_the_game_says_itself(game: Game) -> None:
    """The derived words of every legal move, also of games that have their own."""
    numbers, squares, tried = game.move_numbers, game.words.squares, 0
    for position in islice(_positions(game), 60):
        legal = [*game.legal_moves(position)]
        for move in legal:
            words = numbers.write(squares, move)
            meant = [each for each in numbers.read(squares, words, "A1") if each in legal]
            assert meant == [move], (words, meant)
            touched = Words.touched_squares(game.words, position, move)
            assert touched is not None
            assert all(0 <= square < game.shape.squares for square in touched)
            tried += 1
    assert tried > 20


def _positions(game: Game) -> list[object]:
    if game.shape.squares <= 9:
        return list(find_reachable(game))[::11]
    match, found = Match.of(game), list[object]()
    while match.legal_moves and len(found) < 60:
        found.append(match.position)
        match = match.play(match.legal_moves[len(found) * 7 % len(match.legal_moves)])
    return found


def test_kinds_may_be_made_anew_whenever_they_are_asked_for() -> None:
    class Anew(Hop):  # type: ignore[misc, valid-type]
        def move_kinds(self) -> tuple[MoveKind, ...]:
            return (MoveKind("", SQUARE, SQUARE),)

    assert Match.of(Anew()).play("A4 A3").play("a1 a2").position == Match.of(HOP).play("A4 A3").play("A1 A2").position


@pytest.mark.parametrize(
    ("scheme", "shape", "names", "typed"),
    [
        (LetterAndNumber(), Shape(2, 3), "A1 B1 C1 A2 B2 C2", "c2"),
        (Coordinates(1), Shape(2, 3), "(1,1) (1,2) (1,3) (2,1) (2,2) (2,3)", "2 3"),
        (Coordinates(0), Shape(2, 2), "(0,0) (0,1) (1,0) (1,1)", "1 1"),
        (Coordinates(1, x_first=True), Shape(2, 3), "(1,1) (2,1) (3,1) (1,2) (2,2) (3,2)", "3 2"),
    ],
)
def test_squares_are_named_and_found_again(
    scheme: LetterAndNumber | Coordinates, shape: Shape, names: str, typed: str
) -> None:
    assert [scheme.name(shape, square) for square in range(shape.squares)] == names.split()
    assert scheme.read(shape, typed.split()) == [shape.squares - 1]
    for square in range(shape.squares):
        assert scheme.read(shape, scheme.write(shape, square).lower().split()) == [square]


@pytest.mark.parametrize(
    ("scheme", "words", "why"),
    [
        (LetterAndNumber(), "d1", "D1 is off the grid. Squares go from A1 to C2."),
        (LetterAndNumber("cell"), "a3", "A3 is off the grid. Cells go from A1 to C2."),
        (LetterAndNumber(), "11", "Please enter a square such as A1 or C2."),
        (Coordinates(1), "3 1", "(3,1) is off the grid. Rows go from 1 to 2, columns from 1 to 3."),
        (Coordinates(0), "0 3", "(0,3) is off the grid. Rows go from 0 to 1, columns from 0 to 2."),
        (Coordinates(1), "1", "Please enter a row and a column, such as 2 3."),
    ],
)
def test_what_names_no_square_is_refused_in_words(scheme: LetterAndNumber | Coordinates, words: str, why: str) -> None:
    with pytest.raises(BadMove) as refused:
        scheme.read(Shape(2, 3), words.split())
    assert str(refused.value) == why
