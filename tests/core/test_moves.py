"""What follows from the kinds of moves: numbers, words and squares, each the inverse of the other."""

from itertools import islice

import pytest

from squarely import SQUARE, Game, Match, MoveKind, make_game
from squarely.core import registry
from squarely.core.errors import BadMove, IllegalMove
from squarely.core.moves import count_moves, join_move, read_move, split_move, touch_squares, write_move
from squarely.core.squares import Coordinates, LetterAndNumber, Shape
from squarely.testing import find_reachable
from tests.games.test_drop import DROP
from tests.games.test_outside import HOP, OFFERED

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
    count = count_moves(game.rules, game.law)
    assert count == game.rules.move_count(game.law)
    found = [split_move(game.rules, game.law, number) for number in range(count)]
    assert len({*found}) == count
    assert [join_move(game.rules, game.law, *parts) for parts in found] == list(range(count))
    with pytest.raises(IllegalMove):
        split_move(game.rules, game.law, count)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.options}")
def test_what_is_written_is_read_as_that_move_whatever_the_game_says_itself(game: Game) -> None:
    """The derived words of every legal move, also of games that have their own."""
    rules, law, tried = game.rules, game.law, 0
    for position in islice(_positions(game), 60):
        for move in rules.legal_moves(law, position):
            words = write_move(rules, law, position, move)
            meant = [
                each for each in read_move(rules, law, position, words) if each in [*rules.legal_moves(law, position)]
            ]
            assert meant == [move], (words, meant)
            squares = touch_squares(rules, law, position, move)
            assert all(0 <= square < rules.shape(law).squares for square in squares)
            tried += 1
    assert tried > 20


def _positions(game: Game) -> list[object]:
    if game.rules.shape(game.law).squares <= 9:
        return list(find_reachable(game))[::11]
    match, found = Match.of(game), list[object]()
    while match.legal_moves and len(found) < 60:
        found.append(match.position)
        match = match.play(match.legal_moves[len(found) * 7 % len(match.legal_moves)])
    return found


def test_kinds_may_be_made_anew_whenever_they_are_asked_for() -> None:
    offered = {name: thing for name, thing in OFFERED.items() if name != "MOVES"}
    game = make_game("anew", {**offered, "moves": lambda _: (MoveKind("", SQUARE, SQUARE),)})
    assert Match.of(game).play("A4 A3").play("a1 a2").position == Match.of(HOP).play("A4 A3").play("A1 A2").position


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
