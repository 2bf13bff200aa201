"""The position by which a game is recognised: out of the middle of a match, always the same, never an end."""

import pytest

from squarely import Game
from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from tests.games.outside_games import DROP, HEAP, HOP, Hop

GAMES = [*map(registry.load, registry.names()), DROP, HEAP, HOP]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@EVERY_GAME
def test_it_is_neither_the_start_nor_an_end(game: Game) -> None:
    picture = choose_picture(game)
    assert game.result(picture) is None
    assert picture != game.start()
    assert game.read_position(game.write_position(picture)) == picture
    choose_picture.cache_clear()
    assert choose_picture(game) == picture
    if Tabletop(game).fits(picture):
        pieces = [square.text for square in Tabletop(game).squares(picture) if square.text]
        assert 0 < len(pieces) < len(Tabletop(game).squares(picture))


def test_games_of_one_title_have_another_picture_and_subtitle() -> None:
    assert len({game.subtitle for game in GAMES}) == len(GAMES)
    assert all(len(game.subtitle) < 60 and not game.subtitle.endswith(".") for game in GAMES)
    assert DROP.subtitle == "Be the first to have three discs in a line"


def test_other_options_show_the_start() -> None:
    large = registry.load("quad", "size=5")
    assert choose_picture(large) == large.start()


def test_a_game_may_say_which() -> None:
    line = "DDDD/..../L.../.LLL D"

    class ChosenWords(Hop.Words):  # type: ignore[misc, name-defined]
        picture = line

    class Chosen(Hop):  # type: ignore[misc, valid-type]
        Words = ChosenWords

    assert Chosen().write_position(choose_picture(Chosen())) == line
