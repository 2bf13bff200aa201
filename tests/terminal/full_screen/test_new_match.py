"""A new match: four rows, the rest behind a key; by keys and by the mouse. What cannot be is refused."""

import pytest
from textual.widgets import Input

from squarely.core.rules import registry
from squarely.core.rules.rulebook import PRINTED, describe_options
from squarely.players.level_words import LEVEL_WORDS
from squarely.terminal.full_screen.new_match_screen import ChoiceRow
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.board import Board

from .driving import User, open_app

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

QUAD = registry.load("quad")


def choice(user: User, name: str) -> ChoiceRow:
    return user.app.screen.query_one(f"#{name}", ChoiceRow)


def typed(user: User, name: str) -> Input:
    return user.app.screen.query_one(f"#{name}", Input)


async def test_everything_is_chosen_by_keys_alone_and_those_typed_at_once_go_where_they_belong() -> None:
    async with open_app(Go("new match", QUAD)) as user:
        await user.rush("down", "right", "up", "right", "m", "down", *"pie=yes")
        await user.wait_until(lambda: (typed(user, "options").value, choice(user, "rules").value) == ("pie=yes", "own"))
        assert (choice(user, "opponent").value, choice(user, "side").value) == ("level:4", "second")
        await user.go("new match", QUAD)
        await user.press("left", "left", "down", "right")  # level:1, and the second side
        await user.press("down", "left", "down", "right", "right")  # as printed, 30 seconds
        await user.press("m", "down", *"size=5", "down", *"20", "down", *"Ann,Bob", "down", "9", "down", "7")
        await user.press("down", "down", "right")
        await user.press("enter", opens="MatchScreen")
        live = user.live
        assert (live.settings.first, live.settings.second) == ("level:1", "human")
        assert live.match.game.options == "size=5"
        assert (live.settings.time_limit, live.settings.on_timeout) == (20, "random")
        assert live.match.names == ("Ann", "Bob")
        assert (live.settings.max_turns, live.settings.seed) == (9, 7)


async def test_nothing_is_cut_at_any_width() -> None:
    async with open_app() as user:
        sizes = [(100, 30), (130, 40), (160, 50), (200, 60), (80, 24), (120, 40)]
        for game in map(registry.load, registry.names()):
            await user.go("new match", game)
            for size in sizes:
                await user.resize(*size)
                words = [f"{number} {level.word}" for number, level in LEVEL_WORDS.items()]
                words += ["person", "perfect", "random", *game.players, "toss a coin", "60 seconds", "Play"]
                assert [word for word in words if word not in user.screen] == [], size
                assert "…" not in user.screen
                assert user.place.query_one(Board).is_on_screen == (size[0] >= 116)
            sizes = sizes[-2:]


async def test_mended_rules_are_suggested_against_a_computer_and_those_of_the_match_before_stay_chosen() -> None:
    showdown = registry.load("showdown")
    async with open_app(Go("new match", showdown)) as user:
        rules, told = choice(user, "rules"), describe_options(registry.load("showdown", showdown.rule_sets["mended"]))
        assert rules.value == "mended"
        assert "[mended (suggested)]" in user.words
        assert f"{showdown.mended_because} {told}" in user.words
        await user.rush("left", "left", "left")
        await user.wait_until(lambda: rules.value == PRINTED)  # two people play by the book
        await user.rush("right", "down", "down", "left")  # what was chosen stays chosen
        await user.wait_until(lambda: rules.value == PRINTED)
        await user.rush("up", "up", "right")
        await user.wait_until(lambda: choice(user, "opponent").value == "level:2")
        assert rules.value == PRINTED
        await user.go("new match", registry.load("quad", "size=5"))
        assert (choice(user, "rules").value, typed(user, "options").value) == ("own", "size=5")
        await user.press("r", opens="RulesScreen")
        await user.press("escape")
        await user.wait_until(lambda: "New match · quad: " in user.lines[0])
        await user.press("enter", opens="MatchScreen")
        assert user.live.match.game.options == "size=5"


async def test_a_bad_value_is_refused_and_nothing_is_lost_the_mouse_chooses_and_a_coin_is_tossed() -> None:
    async with open_app(Go("new match", QUAD), size=(120, 40)) as user:
        await user.press("m")
        typed(user, "names").value = "Ann,Bob"
        refused = {
            "seconds": ("soon", "✗ a clock has seconds above 0 and up to 86400, not soon."),
            "max_turns": ("0", "✗ a turn limit is a whole number, at least 1, not 0."),
            "seed": ("x", "✗ a seed is a whole number, not x."),
            "position": ("XX/.. X", "✗ the board has 2 rows; it needs 4, joined by /."),
            "typed": ("program:/nowhere/at-all", "✗ there is no program '/nowhere/at-all' here that can be run."),
            "options": ("size=77", "✗ "),
        }
        for name, (text, why) in refused.items():
            typed(user, name).value = text
            await user.pilot.pause()
            await user.press("enter", sees=why)
            typed(user, name).value = ""
            await user.pilot.pause()
        choice(user, "rules").value = PRINTED
        await user.press("enter", opens="MatchScreen")
        assert user.live.match.names == ("Ann", "Bob")
        await user.go("new match", QUAD)
        row = choice(user, "opponent")
        lines = str(row.render()).splitlines()
        at = next(number for number, line in enumerate(lines) if " perfect " in f"{line.replace('nearly', '')} ")
        await user.pilot.click(row, offset=(lines[at].rindex("perfect"), at))
        assert row.value == "perfect"
        choice(user, "side").value = "toss"
        choice(user, "rules").value = PRINTED
        await user.press("enter", sees="The coin is tossed")
        assert "perfect" in (user.live.settings.first, user.live.settings.second)
