"""Positions as messages, held against the lines and drawings that the games write themselves."""

import json

import pytest
from click.testing import CliRunner

from squarely import Game
from squarely.cli import squarely
from squarely.core.rules import registry
from squarely.web.study import views
from tests.boards import at, playouts
from tests.games.outside_games import HOP
from tests.web.visiting import posted

GAMES = [registry.load(name) for name in registry.names()] + [HOP, registry.load("numbers", "size=4,capture=choose")]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.options}")


def glyphs(game: Game, position: object) -> str:
    return game.write_position(position).split()[0].replace("/", "")


def test_a_board_is_told_row_by_row_and_a_move_comes_with_the_squares_to_touch() -> None:
    match = at(registry.load("center"), "A - -\n- - B\n- - -\nA")
    board = views.board_message(match.game, match.position)
    assert [square.text for square in board.squares] == ["A", "", "", "", "", "B", "", "", ""]
    assert [square.side for square in board.squares if square.side] == ["first", "second"]
    assert [square.name for square in board.squares][:4] == ["(0,0)", "(0,1)", "(0,2)", "(1,0)"]
    assert [square.place for square in board.squares if square.place] == ["center"]
    assert (board.columns, board.rows) == (["0", "1", "2"], ["0", "1", "2"])
    match = at(registry.load("quad"), ". X O X\nX O X O\nO X O X\nO X X O\nO")
    assert [(move.move, move.squares) for move in views.legal_messages(match.game, match.position)] == [("A1", [0])]
    legal = views.legal_messages(match.game, match.play("A1").position)
    assert ("swap B1 A1", [1, 0]) in [(move.move, move.squares) for move in legal]
    match = at(registry.load("numbers"), "5 3 8\n2 9 .\n6 4 7\n2 1-0")
    assert list(match.game.words.holdings(match.position)) == ["1 point", "0 points"]


@EVERY_GAME
def test_positions_are_shown_as_they_are_written(game: Game) -> None:
    for match in playouts(game, matches=4, turns=12):
        shown = posted(views.position_message(game, match.position))
        written = glyphs(game, match.position)
        assert shown.position == game.write_position(match.position)
        assert shown.mover == str(match.mover)
        assert [bool(square.text) for square in shown.board.squares] == [glyph not in ".-" for glyph in written]
        assert len(shown.board.columns) * len(shown.board.rows) == len(written)
        assert len({square.name for square in shown.board.squares}) == len(written)
        legal = views.legal_messages(game, match.position)
        assert [move.move for move in legal] == [str(move) for move in game.named_moves(match.position)]
        if match.moves:
            pairs = zip(glyphs(game, match.positions[-2]), written, strict=True)
            differing = [square for square, (old, new) in enumerate(pairs) if old != new]
            assert views.find_changed(game, match.positions[-2], match.position) == differing


@EVERY_GAME
def test_facts_have_what_a_game_says_of_itself_and_in_the_terminal(game: Game) -> None:
    told = posted(views.game_message(game))
    assert told.dealt == (game.name == "numbers")
    assert {option.name: option.default for option in told.options} == {
        option.name: str(option.default) for option in game.declared
    }
    for option in told.options:
        assert (option.lowest is None) == (option.highest is None)
        assert sum([option.lowest is not None, option.readings is not None, option.allowed != ""]) == 1
    if game.options or game.name not in registry.names():
        return
    said = json.loads(CliRunner().invoke(squarely, ["rules", game.name, "--json"]).output)
    for key in ("game", "title", "goal", "sides", "rules", "start"):
        assert said[key] == getattr(told, key), key
    assert [option["says"] for option in said["options"]] == [option.says for option in told.options]
