"""A new match: four rows, the rest behind a key; by keys and by the mouse. What cannot be is refused."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from squarely.core.rules import registry
from squarely.core.rules.rulebook import PRINTED, describe_options
from squarely.players.level_words import LEVEL_WORDS
from squarely.terminal.full_screen.app import SquarelyApp
from squarely.terminal.full_screen.new_match_screen import ChoiceRow
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.match.live_match import LiveMatch
from tests.terminal.full_screen.piloting import rush_keys, screen_name, try_app, wait_for, wait_for_text
from tests.terminal.full_screen.screen_text import read_screen, read_text

QUAD = registry.load("quad")


def choice(app: SquarelyApp, name: str) -> ChoiceRow:
    return app.screen.query_one(f"#{name}", ChoiceRow)


def typed(app: SquarelyApp, name: str) -> Input:
    return app.screen.query_one(f"#{name}", Input)


async def begin(app: SquarelyApp, pilot: Pilot[Any]) -> LiveMatch:
    await pilot.press("enter")
    await wait_for(pilot, lambda: screen_name(app) == "MatchScreen")
    assert app.live is not None
    return app.live


def test_everything_is_chosen_by_keys_alone() -> None:
    async def agree(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("left", "left", "down", "right")  # level:1, and the second side
        await pilot.press("down", "left", "down", "right", "right")  # as printed, 30 seconds
        await pilot.press("m", "down", *"size=5", "down", *"20", "down", *"Ann,Bob", "down", "9", "down", "7")
        await pilot.press("down", "down", "right")
        live = await begin(app, pilot)
        assert (live.settings.first, live.settings.second) == ("level:1", "human")
        assert live.match.game.options == "size=5"
        assert (live.settings.time_limit, live.settings.on_timeout) == (20, "random")
        assert live.match.names == ("Ann", "Bob")
        assert (live.settings.max_turns, live.settings.seed) == (9, 7)

    try_app(agree, place=Go("new match", QUAD))


@pytest.mark.parametrize("name", registry.names())
def test_nothing_is_cut_at_any_width(name: str) -> None:
    game = registry.load(name)

    async def look(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        for size in ((80, 24), (100, 30), (120, 40), (130, 40), (160, 50), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = read_text(app)
            for number, level in LEVEL_WORDS.items():
                assert f"{number} {level.word}" in text, size
            for word in ("person", "perfect", "random", *game.players, "toss a coin", "60 seconds", "Play"):
                assert word in text, size
            assert "…" not in text
            assert app.screen.query_one(Board).is_on_screen == (size[0] >= 116)

    try_app(look, place=Go("new match", game))


def test_mended_rules_are_suggested_against_a_computer_and_told_in_sentences() -> None:
    showdown = registry.load("showdown")

    async def choose(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        rules, told = choice(app, "rules"), describe_options(registry.load("showdown", showdown.rule_sets["mended"]))
        assert rules.value == "mended"
        words = " ".join(read_text(app).split())
        assert "[mended (suggested)]" in words
        assert f"{showdown.mended_because} {told}" in words
        await rush_keys(pilot, "left", "left", "left")
        await wait_for(pilot, lambda: rules.value == PRINTED)  # two people play by the book
        await rush_keys(pilot, "right", "down", "down", "left")  # what was chosen stays chosen
        await wait_for(pilot, lambda: rules.value == PRINTED)
        await rush_keys(pilot, "up", "up", "right")
        assert (choice(app, "opponent").value, rules.value) == ("level:2", PRINTED)

    try_app(choose, place=Go("new match", showdown))


def test_a_bad_value_is_refused_and_nothing_is_lost() -> None:
    async def fail(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("m")
        typed(app, "names").value = "Ann,Bob"
        refused = {
            "seconds": ("soon", "✗ a clock has seconds above 0 and up to 86400, not soon."),
            "max_turns": ("0", "✗ a turn limit is a whole number, at least 1, not 0."),
            "seed": ("x", "✗ a seed is a whole number, not x."),
            "position": ("XX/.. X", "✗ the board has 2 rows; it needs 4, joined by /."),
            "typed": ("program:/nowhere/at-all", "✗ there is no program '/nowhere/at-all' here that can be run."),
            "options": ("size=77", "✗ "),
        }
        for name, (text, why) in refused.items():
            typed(app, name).value = text
            await pilot.pause()
            await pilot.press("enter")
            await wait_for_text(pilot, why)
            typed(app, name).value = ""
            await pilot.pause()
        choice(app, "rules").value = PRINTED
        live = await begin(app, pilot)
        assert live.match.names == ("Ann", "Bob")

    try_app(fail, (120, 40), Go("new match", QUAD))


def test_keys_that_are_typed_at_once_go_where_they_belong() -> None:
    async def rush(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await rush_keys(pilot, "down", "right", "up", "right", "m", "down", *"pie=yes")
        assert (choice(app, "opponent").value, choice(app, "side").value) == ("level:4", "second")
        assert (typed(app, "options").value, choice(app, "rules").value) == ("pie=yes", "own")

    try_app(rush, place=Go("new match", QUAD))


def test_the_mouse_chooses_and_a_coin_is_tossed() -> None:
    async def click(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        row = choice(app, "opponent")
        lines = str(row.render()).splitlines()
        at = next(number for number, line in enumerate(lines) if " perfect " in f"{line.replace('nearly', '')} ")
        await pilot.click(row, offset=(lines[at].rindex("perfect"), at))
        assert row.value == "perfect"
        choice(app, "side").value = "toss"
        choice(app, "rules").value = PRINTED
        await pilot.press("enter")
        await wait_for_text(pilot, "The coin is tossed")
        assert app.live is not None
        assert "perfect" in (app.live.settings.first, app.live.settings.second)

    try_app(click, (120, 40), Go("new match", QUAD))


def test_the_rules_of_the_match_before_stay_chosen() -> None:
    async def look(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        assert choice(app, "rules").value == "own"
        assert typed(app, "options").value == "size=5"
        await pilot.press("r")
        await wait_for(pilot, lambda: screen_name(app) == "RulesScreen")
        await pilot.press("escape")
        await wait_for(pilot, lambda: "New match · quad: " in read_screen(app)[0])
        assert (await begin(app, pilot)).match.game.options == "size=5"

    try_app(look, place=Go("new match", registry.load("quad", "size=5")))
