"""The position by which a game is recognised: out of the middle of a match, always the same, never an end."""

import pytest

from squarely import Game
from squarely.core import registry
from squarely.core.errors import UnknownGame
from squarely.core.picture import choose_picture
from squarely.core.registry import make_game
from squarely.core.tabletop import Tabletop
from tests.games.test_outside import FILE, OFFERED, loaded

OUTSIDE = [make_game(name, loaded(FILE.with_name(f"squarely_{name}.py"))) for name in ("drop", "heap", "hop")]
GAMES = [*map(registry.load, registry.names()), *OUTSIDE]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@EVERY_GAME
def test_it_is_neither_the_start_nor_an_end(game: Game) -> None:
    picture = choose_picture(game)
    assert game.outcome(picture) is None
    assert picture != game.start()
    assert game.read_position(game.write_position(picture)) == picture
    choose_picture.cache_clear()
    assert choose_picture(game) == picture
    if Tabletop(game).fits(picture):
        pieces = [square.text for square in Tabletop(game).squares(picture) if square.text]
        assert 0 < len(pieces) < len(Tabletop(game).squares(picture))


def test_games_of_one_title_have_another_picture_and_subtitle() -> None:
    ours = [game.rules for game in GAMES]
    assert len({rules.SUBTITLE for rules in ours}) == len(ours)
    assert all(len(rules.SUBTITLE) < 60 and not rules.SUBTITLE.endswith(".") for rules in ours)
    assert OUTSIDE[0].rules.SUBTITLE == "Be the first to have three discs in a line"


def test_other_options_show_the_start() -> None:
    large = registry.load("quad", "size=5")
    assert choose_picture(large) == large.start()


def test_a_game_may_say_which() -> None:
    line = "DDDD/..../L.../.LLL D"
    chosen = make_game("hop", {**OFFERED, "PICTURE": line})
    assert chosen.write_position(choose_picture(chosen)) == line
    for wrong, why in (("DDDD D", "has a PICTURE that is no position"), ("LDDD/D.../..../.LLL D", "is over")):
        with pytest.raises(UnknownGame, match=why):
            make_game("hop", {**OFFERED, "PICTURE": wrong})
