"""What moves have done: held against the words of the moves and the scores, which the code does not look at."""

import re

import pytest

from squarely import Game, Match
from squarely.core.match.last_move import find_deciding, find_remains, find_slides
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Outcome, Side
from tests.boards import at, played, playouts
from tests.games.outside_games import DROP, HOP

GAMES = [registry.load(name) for name in ("center", "numbers", "quad", "showdown", "snatchers")] + [HOP, DROP]
MORE = [registry.load("quad", "size=3,sudden_death=convert"), registry.load("numbers", "capture=choose")]


def named(game: Game, squares: tuple[int, ...]) -> str:
    """These squares, by their names."""
    return " ".join(game.words.square_name(square) for square in squares)


def slides(match: Match) -> list[tuple[str, str]]:
    """The pieces that the last move has brought elsewhere, by the names of the squares."""
    game = match.game
    seen = find_slides(*(game.words.shown(position) for position in match.positions[-2:]))
    return sorted((named(game, (left,)), named(game, (reached,))) for left, reached in seen)


def told(match: Match) -> list[tuple[str, str]]:
    """The same, from the words of the move, or from where the token stood and stands."""
    move, (before, after) = str(match.moves[-1]), match.positions[-2:]
    if "token" in before._fields:
        return [(named(match.game, (before.token,)), named(match.game, (after.token,)))]
    if re.fullmatch(r"(up|down|left|right) \d", move):
        return [(named(match.game, (before[before.mover],)), named(match.game, (after[before.mover],)))]
    if said := re.fullmatch(r"move (\d) (\d) (\d) (\d)", move):
        return [(f"({said[1]},{said[2]})", f"({said[3]},{said[4]})")]
    if said := re.fullmatch(r"(?:swap )?([A-F]\d) ([A-F]\d)", move):
        there, back = (said[1], said[2]), (said[2], said[1])
        return sorted([there, back] if move.startswith("swap") else [there])
    return []


@pytest.mark.parametrize("game", GAMES + MORE, ids=lambda game: f"{game.name} {game.options}")
def test_what_slid_is_what_the_move_says(game: Game) -> None:
    moved = [match for match in playouts(game, matches=12, turns=20) if match.moves]
    assert [slides(match) for match in moved] == [told(match) for match in moved]


def test_pieces_that_look_the_same_are_not_told_apart() -> None:
    assert find_slides(["A", "A", "", ""], ["", "", "A", "A"]) == ()
    assert find_slides(["A", "B", "", ""], ["", "", "B", "A"]) == ((1, 2), (0, 3))
    assert find_slides(["A"], ["", "A"]) == ()


@pytest.mark.parametrize("game", GAMES + MORE, ids=lambda game: f"{game.name} {game.options}")
def test_what_was_captured_is_what_was_scored(game: Game) -> None:
    for match in playouts(game, matches=6, turns=20):
        remains, bare = find_remains(match), Tabletop(game).squares(match.position)
        assert {square for square in remains if bare[square].text} == set()
        if points := game.points(match.position):
            begun = [number.text for number in Tabletop(game).squares(match.start)]
            assert {square: captured.text for square, captured in remains.items()} == {
                square: text for square, text in enumerate(begun) if not bare[square].text
            }
            assert points == tuple(sum(int(each.text) for each in remains.values() if each.captor == s) for s in Side)
        else:
            assert remains == {}


@pytest.mark.parametrize(
    ("game", "drawn", "moves", "where"),
    [
        ("quad", "X X . . \n X . O O \n . . . O \n . . . . \n X", ["D4", "C3"], "C2 D2 C3 D3"),
        ("quad", "X X . O \n X . X . \n O X X O \n O O O . \n X", ["B2"], "A1 B1 A2 B2 C2 B3 C3"),
        ("center", "A - - \n - - B \n - - - \n A", ["place 0 2", "move 1 2 1 1"], "(1,1)"),
        ("showdown", ". . . . . \n . . * . . \n . . . . . \n . . . . . \n . . . . . \n 2 -", ["down"], "(3,3)"),
        ("snatchers", "1 . 2 . . \n . . . . . \n . . . . . \n . . . . . \n . . . . . \n 1", ["right 2"], "(3,1)"),
        ("numbers", "1 2 \n 3 4 \n 1 0-0", ["2 2", "1 1"], "(1,2) (2,1) (2,2)"),
    ],
)
def test_what_decided_is_marked(game: str, drawn: str, moves: list[str], where: str) -> None:
    match = played(at(registry.load(game, "size=2" if game == "numbers" else ""), drawn), *moves)
    assert match.outcome
    assert match.outcome.winner is not None
    assert named(match.game, tuple(sorted(find_deciding(match)))) == where
    assert find_deciding(match.undo()) == ()


def test_whoever_is_blocked_is_marked() -> None:
    center = registry.load("center", "stalemate=loses")
    match = played(at(center, "A B A \n B - B \n A - A \n B"), "place 2 1")
    assert named(center, find_deciding(match)) == "(0,0) (0,2) (2,0) (2,2)"


def test_games_from_outside_show_where_the_last_move_led() -> None:
    drop = played(Match.of(DROP), "A3", "A2", "B3", "B2", "C3")
    assert named(DROP, find_deciding(drop)) == "C3"
    hop = played(Match.of(HOP), "A4 A3", "A1 A2", "B4 B3", "A2 A4")
    assert hop.outcome
    assert named(HOP, find_deciding(hop)) == "A4"


def test_an_end_that_the_players_made_was_decided_nowhere() -> None:
    match = played(Match.of(registry.load("quad")), "A1")
    assert find_deciding(match.resign(Side.FIRST)) == ()
    assert find_deciding(match.end_with(Outcome(None, "a draw was agreed"))) == ()
