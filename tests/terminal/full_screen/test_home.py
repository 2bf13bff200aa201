"""Home: every game with a picture, a match in three keys, what is unfinished, the puzzle of the day."""

import os
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal, write_subtitle
from squarely.files import my_results, saved_matches
from squarely.terminal.full_screen.app import SquarelyApp
from squarely.terminal.full_screen.home_screen import GameCard, HomeCard
from squarely.terminal.full_screen.new_match_screen import ChoiceRow
from squarely.terminal.full_screen.theme import DARK, LIGHT
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.new_match import prepare_match
from tests.terminal.full_screen.piloting import rush_keys, screen_name, try_app, wait_for, wait_for_text
from tests.terminal.full_screen.screen_text import read_screen, read_text


def leave_match(second: str, *moves: str) -> Path:
    """A match of quad that somebody has left."""
    live = prepare_match("quad", second=second, seed=1).live
    for move in moves:
        live.play(live.match.read(move))
    live.close()
    return live.saver.path


def open_match(app: SquarelyApp) -> LiveMatch:
    assert app.live is not None
    return app.live


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_home_shows_every_game_without_scrolling(size: tuple[int, int]) -> None:
    async def look(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.pause()
        words = " ".join(read_text(app).replace("│", " ").replace("┃", " ").split())
        cards = list(app.screen.query(GameCard))
        assert [card.game.name for card in cards] == list(registry.names())
        for number, card in enumerate(cards, 1):
            assert f"{number} {card.game.name}: {card.game.title}" in words
            assert app.screen.region.contains_region(card.region)
            inside = [line[card.region.x + 1 : card.region.right - 1] for line in read_screen(app)]
            text = " ".join("\n".join(inside[card.region.y : card.region.bottom]).split())
            for wanted in (*write_subtitle(card.game).split(), *write_goal(card.game).split()):
                assert wanted in text
        for each in app.screen.query(HomeCard):
            assert app.screen.region.contains_region(each.region)
        assert "P1" in words
        assert "P2" in words
        assert "d Puzzle of the day" in words
        assert "Quit" in read_screen(app)[-1], "the keys fit in a line"

    try_app(look, size)


def test_a_newcomer_is_in_a_match_in_three_keys() -> None:
    async def play(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("right", "enter")
        await wait_for(pilot, lambda: screen_name(app) == "NewMatchScreen")
        await pilot.press("enter")
        await wait_for(pilot, lambda: screen_name(app) == "MatchScreen")
        live = open_match(app)
        assert live.match.game.name == "numbers"
        assert (live.settings.first, live.settings.second) == ("human", "level:3")
        assert live.match.game.rules_name == "mended"

    try_app(play)


def test_keys_that_are_typed_at_once_act_one_after_the_other() -> None:
    async def rush(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await rush_keys(pilot, "down", "enter")
        await wait_for(pilot, lambda: "quad" in "".join(read_screen(app)[:1]))
        assert screen_name(app) == "NewMatchScreen"
        await rush_keys(pilot, "escape", "down", "u", "escape", "2", "down", "right")
        await wait_for(pilot, lambda: "numbers" in "".join(read_screen(app)[:1]))
        await wait_for(pilot, lambda: app.screen.query_one("#side", ChoiceRow).value == "second")

    try_app(rush, (100, 30))


def test_the_streak_of_the_daily_puzzle_stands_on_the_home_screen() -> None:
    for days in range(4):
        my_results.note_daily(date.today() - timedelta(days), solved=True)

    async def look(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await wait_for_text(pilot, "Puzzle of the day: streak 4 days")
        await pilot.press("d")
        await wait_for_text(pilot, f"Puzzle of {date.today().isoformat()}")

    try_app(look)


def test_arrows_and_numbers_lead_from_game_to_game() -> None:
    async def move(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        def focused() -> str:
            return app.focused.game.name if isinstance(app.focused, GameCard) else "come back"

        visited = [focused()]
        for key in ("right", "down", "left", "up", "up", "down", "down", "right", "right"):
            await pilot.press(key)
            visited.append(focused())
        assert visited == [
            "center", "numbers", "showdown", "quad", "center", "center", "quad", "snatchers", "come back", "come back"
        ]  # fmt: skip
        await pilot.press("4")
        await wait_for(pilot, lambda: screen_name(app) == "NewMatchScreen")
        assert "showdown: Center Square Showdown" in read_screen(app)[0]
        await pilot.press("escape")
        await wait_for(pilot, lambda: screen_name(app) == "HomeScreen")
        assert focused() == "showdown"

    try_app(move)


def test_a_click_on_a_card_opens_it() -> None:
    async def click(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        card = app.screen.query(GameCard)[2]
        await pilot.click(card, offset=(3, 3))
        await wait_for(pilot, lambda: screen_name(app) == "NewMatchScreen")
        await wait_for(pilot, lambda: "quad" in "".join(read_screen(app)[:1]))  # it is drawn a little later

    try_app(click)


def test_resizing_keeps_where_somebody_was() -> None:
    async def resize(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("down")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert isinstance(app.focused, GameCard)
        assert app.focused.game.name == "quad"
        await pilot.resize_terminal(40, 12)
        await pilot.press("down", "down")
        await pilot.pause()
        assert app.focused.game.name == "snatchers"
        assert app.focused.region.overlaps(app.screen.region)
        assert "snatchers" in read_text(app)

    try_app(resize)


def test_the_theme_is_kept_and_follows_the_terminal(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    async def switch(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("t")

    assert SquarelyApp().theme == DARK
    for ground, theme in (("0;15", LIGHT), ("15;0", DARK), ("0;default;7", LIGHT)):
        monkeypatch.setenv("COLORFGBG", ground)
        assert SquarelyApp().theme == theme
    assert try_app(switch).theme == DARK
    assert (data_folder / "screen-theme").read_text() == "dark\n"
    assert SquarelyApp().theme == DARK


def test_unfinished_matches_are_listed_gone_on_with_and_deleted() -> None:
    older, newer = leave_match("level:2", "B2"), leave_match("random", "A1")
    assert older != newer

    async def clean(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await wait_for_text(pilot, "u  2 unfinished matches")
        await pilot.press("u")
        await wait_for_text(pilot, "you against level:2, 1 move")
        lines = [line for line in read_screen(app) if "you against" in line]
        assert ["random" in line for line in lines] == [True, False]
        await pilot.press("down", "d")
        await wait_for_text(pilot, "Delete this match for good?")
        await pilot.press("escape")
        await wait_for(pilot, lambda: screen_name(app) == "UnfinishedScreen")
        assert len(saved_matches.list_unfinished()) == 2
        await pilot.press("d", "d")
        await wait_for_text(pilot, "1 unfinished match\n")
        assert saved_matches.list_unfinished() == [newer]
        await pilot.press("enter")
        await wait_for(pilot, lambda: screen_name(app) == "MatchScreen")
        assert str(open_match(app).match.moves[0]) == "A1"
        assert open_match(app).settings.shown_as == "screen"

    app = try_app(clean)
    assert app.live is None, "a match that is left belongs to nobody"
    with saved_matches.lock_match(newer):
        pass


def test_a_match_in_use_is_refused_with_the_process() -> None:
    path = leave_match("human", "B2")

    async def try_it(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("u")
        await wait_for_text(pilot, "1 move")
        await pilot.press("enter")
        await wait_for_text(pilot, f"process {os.getpid()}")
        assert screen_name(app) == "UnfinishedScreen"

    with saved_matches.lock_match(path):
        try_app(try_it)


def test_a_file_that_is_no_match_is_left_out(data_folder: Path) -> None:
    leave_match("human", "B2")
    (data_folder / "unfinished" / "broken.match").write_text("nothing\n")

    async def look(app: SquarelyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("u")
        await wait_for_text(pilot, "Left out: 1 file that cannot be read.")
        assert read_screen(app)[0].strip() == "1 unfinished match"

    try_app(look)
