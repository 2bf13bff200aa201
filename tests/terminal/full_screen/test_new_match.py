"""A new match: everything that can be agreed, by keys and by the mouse; what cannot be is refused where it stands."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input

from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.rulebook import PRINTED
from squarely.games.showdown.rules import Showdown
from squarely.terminal.full_screen.app import SquarelyApp
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.form_rows import ChoiceRow, TextRow
from squarely.terminal.full_screen.new_match_form import OWN, list_opponents, make_rows
from squarely.terminal.full_screen.places import OpenNewMatch
from squarely.terminal.match.live_match import LiveMatch
from tests.games.outside_games import Hop

from .piloting import screen_name, try_app, wait_for, wait_for_text
from .screen_text import read_text


def choice(app: SquarelyApp, name: str) -> ChoiceRow:
    return app.screen.query_one(f"#{name}", ChoiceRow)


def typed(app: SquarelyApp, name: str) -> Input:
    return app.screen.query_one(f"#{name}", TextRow).query_one(Input)


async def begin(app: SquarelyApp, pilot: Pilot[Any]) -> LiveMatch:
    await pilot.press("enter")
    await wait_for(pilot, lambda: screen_name(app) == "MatchScreen")
    assert app.live is not None
    return app.live


def test_everything_is_chosen_by_keys_alone() -> None:
    async def agree(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("left", "left", "down", "right")  # level:1, and the second side
        await pilot.press("down", "down", "right", "down", "down", "right")  # as printed, but on 5x5, and convert
        await pilot.press(*["down"] * 11, *"20", "down", "right")  # past the other dials and those of every game
        await pilot.press("down", *"Ann", "down", *"Bob", "down", "9", "down", "7")
        live = await begin(app, pilot)
        assert (live.settings.first, live.settings.second) == ("level:1", "human")
        assert live.match.game.options == "size=5,sudden_death=convert"
        assert (live.settings.time_limit, live.settings.on_timeout) == (20, "random")
        assert live.match.names == ("Ann", "Bob")
        assert (live.settings.max_turns, live.settings.seed) == (9, 7)

    try_app(agree, place=OpenNewMatch(registry.load("quad")))


@pytest.mark.parametrize("name", registry.names())
def test_every_option_of_a_game_is_a_row_with_its_readings_in_words(name: str) -> None:
    game = registry.load(name)

    async def look(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        for option in game.declared:
            if not option.list_settings():
                assert typed(app, f"option-{option.name}").value == option.default
                continue
            row = choice(app, f"option-{option.name}")
            offered = {each.value for each in row._choices}
            for value, says in option.list_settings():
                if str(value) not in offered:
                    with pytest.raises(BadOption):
                        registry.load(name, f"{option.name}={value}")
                    continue
                row.value = str(value)
                assert " ".join(says.split()) in " ".join(str(row._write(120)).split())

    try_app(look, place=OpenNewMatch(game))


def test_a_bad_value_is_refused_in_place_and_nothing_is_lost() -> None:
    async def fail(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        typed(app, "first_name").value = "Ann"
        typed(app, "clock").focus()
        await pilot.press(*"soon")
        await wait_for_text(pilot, "✗ soon is not a number of seconds above 0 and up to 86400")
        await pilot.press("enter")
        assert screen_name(app) == "NewMatchScreen"
        typed(app, "clock").value = ""
        typed(app, "position").value = "XX/.. X"
        choice(app, "opponent").focus()
        await pilot.press("enter")
        await wait_for_text(pilot, "✗ the board has 2 rows; it needs 4, joined by /.")
        typed(app, "position").value = "X.../..../..../.... O"
        live = await begin(app, pilot)
        assert live.match.names == ("Ann", "Player 2")
        assert live.match.game.write_position(live.match.position).startswith("X")

    try_app(fail, place=OpenNewMatch(registry.load("quad")))


def test_options_that_cannot_be_together_are_told_at_once() -> None:
    async def fail(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        choice(app, "option-size").value = "3"
        choice(app, "option-block").value = "4"
        await wait_for_text(pilot, "✗ ")
        await pilot.press("enter")
        assert screen_name(app) == "NewMatchScreen"
        choice(app, "option-block").value = "2"
        await wait_for(pilot, lambda: "✗" not in read_text(app))

    try_app(fail, place=OpenNewMatch(registry.load("quad")))


def test_a_program_is_typed_and_refused_if_there_is_none() -> None:
    async def fail(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        assert not app.screen.query_one("#typed").display
        choice(app, "opponent").value = list_opponents()[-1].value
        await pilot.pause()
        assert app.screen.query_one("#typed").display
        await pilot.press("enter")
        await wait_for_text(pilot, "✗ who is it?")
        typed(app, "typed").value = "level3"
        await wait_for_text(pilot, "level:3")
        typed(app, "typed").value = "program:/nowhere/at-all"
        await pilot.press("enter")
        await wait_for_text(pilot, "✗ there is no program '/nowhere/at-all' here that can be run.")

    try_app(fail, place=OpenNewMatch(registry.load("quad")))


def test_a_coin_is_tossed() -> None:
    async def toss(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        choice(app, "side").value = "toss"
        await begin(app, pilot)
        await wait_for_text(pilot, "The coin is tossed")

    try_app(toss, (120, 40), OpenNewMatch(registry.load("showdown")))


def test_the_mouse_chooses_and_begins() -> None:
    async def click(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        row = choice(app, "opponent")
        line = str(row.render()).splitlines()[0]
        await pilot.click(row, offset=(line.index("perfect"), 0))
        assert row.value == "perfect"
        await pilot.click(Button)
        await wait_for(pilot, lambda: screen_name(app) == "MatchScreen")
        assert app.live is not None
        assert app.live.settings.second == "perfect"

    try_app(click, place=OpenNewMatch(registry.load("quad")))


def test_a_rule_set_chooses_options_together() -> None:
    name, options = "wide", "size=5"

    class WideHop(Hop):  # type: ignore[misc, valid-type]
        name, rule_sets = "hop", {"wide": "size=5"}

    hop = WideHop()

    async def choose(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        choice(app, "rule_set").value = name
        wanted = WideHop(options).settings
        rows = {key: choice(app, f"option-{key}") for key in wanted if key not in ("forbidden_first", "opening")}
        await wait_for(pilot, lambda: all(row.value == str(wanted[key]) for key, row in rows.items()))
        assert {typed(app, f"option-{key}").value for key in wanted.keys() - rows.keys()} == {"none"}
        choice(app, "option-pie").value = "yes"
        await wait_for(pilot, lambda: choice(app, "rule_set").value == OWN)
        choice(app, "rule_set").value = PRINTED
        await wait_for(pilot, lambda: choice(app, "option-pie").value == "no")
        assert "[as printed]" in str(choice(app, "rule_set").render())

    try_app(choose, place=OpenNewMatch(hop))


def test_a_rule_set_chooses_a_place_that_is_typed_otherwise() -> None:
    class FarShowdown(Showdown):
        name, rule_sets = "showdown", {"far": "start=2-1,pie=yes"}

    game = FarShowdown()

    async def choose(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        choice(app, "rule_set").value = "far"
        await wait_for(pilot, lambda: typed(app, "option-start").value == "2-1")
        await wait_for(pilot, lambda: choice(app, "option-pie").value == "yes")
        assert choice(app, "rule_set").value == "far"

    try_app(choose, place=OpenNewMatch(game))


def test_at_80_columns_what_has_the_focus_is_seen_and_a_large_terminal_shows_the_board() -> None:
    async def walk(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        rows = len(app.screen.query(ChoiceRow)) + len([row for row in app.screen.query(TextRow) if row.display])
        for _ in range(rows):
            assert app.focused is not None
            await pilot.pause()
            assert app.screen.query_one(".rows").region.contains_region(app.focused.region)
            await pilot.press("down")
        assert not app.screen.query_one(Board).is_on_screen
        typed(app, "seed").value = "12"
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.screen.query_one(Board).is_on_screen
        assert typed(app, "seed").value == "12"

    try_app(walk, place=OpenNewMatch(registry.load("showdown")))


def test_what_makes_no_game_is_not_offered_but_what_does_with_another_option_is() -> None:
    rows = {row.id: row for row in make_rows(registry.load("center")) if isinstance(row, ChoiceRow)}
    offered = {name: [choice.value for choice in rows[f"option-{name}"]._choices] for name in ("size", "tokens")}
    assert offered == {"size": ["3", "5", "7"], "tokens": [str(number) for number in range(1, 13)]}
