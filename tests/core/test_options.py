"""The options of every game, and what becomes of a game that has one of their names."""

import pytest

from squarely import Dial, make_game
from squarely.core import registry
from squarely.core.errors import UnknownGame
from squarely.core.options import FOR_EVERY_GAME, REPETITION
from squarely.core.options_text import option_paragraph
from tests.games.test_drop import DROP
from tests.games.test_outside import OFFERED


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_them_behind_its_own(name: str) -> None:
    game = registry.load(name)
    assert game.declared == (*game.rules.OPTIONS, *FOR_EVERY_GAME)
    assert [option.name for option in FOR_EVERY_GAME] == ["repetition", "pie"]


@pytest.mark.parametrize("name", ["repetition", "pie"])
def test_nobody_else_may_have_their_names(name: str) -> None:
    with pytest.raises(UnknownGame, match=f"has an option {name}, which every game has already"):
        make_game("hop", {**OFFERED, "OPTIONS": (*OFFERED["OPTIONS"], Dial(name, 1, 1, 3, "mine"))})


def test_no_two_have_one_name() -> None:
    with pytest.raises(UnknownGame, match="has two options size; each option has a name of its own"):
        make_game("hop", {**OFFERED, "OPTIONS": (*OFFERED["OPTIONS"], Dial("size", 1, 1, 3, "mine"))})


def test_what_they_say_holds_for_games_that_have_no_rulebook() -> None:
    said = option_paragraph(REPETITION, DROP.settings[REPETITION.name])
    assert "rulebook" not in said
    assert "draws" not in said
