"""Home: every game with a picture, a match in three keys, what is unfinished, the puzzle of the day."""

import os
from datetime import date, timedelta
from pathlib import Path

import pytest

from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal, write_subtitle
from squarely.files import my_results, saved_matches
from squarely.terminal.full_screen.app import SquarelyApp
from squarely.terminal.full_screen.home_screen import GameCard, HomeCard
from squarely.terminal.full_screen.new_match_screen import ChoiceRow
from squarely.terminal.full_screen.theme import DARK, LIGHT
from squarely.terminal.match.new_match import prepare_match

from .driving import open_app

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def leave_match(second: str, *moves: str) -> Path:
    """A match of quad that somebody has left."""
    live = prepare_match("quad", second=second, seed=1).live
    for move in moves:
        live.play(live.match.read(move))
    live.close()
    return live.saver.path


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_home_shows_every_game_without_scrolling(size: tuple[int, int]) -> None:
    async with open_app(size=size) as user:
        await user.pilot.pause()
        words = " ".join(user.screen.replace("│", " ").replace("┃", " ").split())
        cards = list(user.app.screen.query(GameCard))
        assert [card.game.name for card in cards] == list(registry.names())
        for number, card in enumerate(cards, 1):
            assert f"{number} {card.game.name}: {card.game.title}" in words
            assert user.app.screen.region.contains_region(card.region)
            inside = [line[card.region.x + 1 : card.region.right - 1] for line in user.lines]
            text = " ".join("\n".join(inside[card.region.y : card.region.bottom]).split())
            for wanted in (*write_subtitle(card.game).split(), *write_goal(card.game).split()):
                assert wanted in text
        for each in user.app.screen.query(HomeCard):
            assert user.app.screen.region.contains_region(each.region)
        assert "P1" in words
        assert "P2" in words
        assert "d Puzzle of the day" in words
        assert "Quit" in user.lines[-1], "the keys fit in a line"


async def test_a_newcomer_is_in_a_match_in_three_keys() -> None:
    async with open_app() as user:
        await user.press("right", "enter")
        await user.arrive("NewMatchScreen")
        await user.press("enter")
        await user.arrive("MatchScreen")
        live = user.live
        assert live.match.game.name == "numbers"
        assert (live.settings.first, live.settings.second) == ("human", "level:3")
        assert live.match.game.rules_name == "mended"


async def test_keys_that_are_typed_at_once_act_one_after_the_other() -> None:
    async with open_app(size=(100, 30)) as user:
        await user.rush("down", "enter")
        await user.wait_until(lambda: "quad" in "".join(user.lines[:1]))
        assert user.place_name == "NewMatchScreen"
        await user.rush("escape", "down", "u", "escape", "2", "down", "right")
        await user.wait_until(lambda: "numbers" in "".join(user.lines[:1]))
        await user.wait_until(lambda: user.app.screen.query_one("#side", ChoiceRow).value == "second")


async def test_the_streak_of_the_daily_puzzle_stands_on_the_home_screen() -> None:
    for days in range(4):
        my_results.note_daily(date.today() - timedelta(days), solved=True)

    async with open_app() as user:
        await user.see("Puzzle of the day: streak 4 days")
        await user.press("d")
        await user.see(f"Puzzle of {date.today().isoformat()}")


async def test_arrows_and_numbers_lead_from_game_to_game() -> None:
    async with open_app() as user:

        def focused() -> str:
            return user.app.focused.game.name if isinstance(user.app.focused, GameCard) else "come back"

        visited = [focused()]
        for key in ("right", "down", "left", "up", "up", "down", "down", "right", "right"):
            await user.press(key)
            visited.append(focused())
        assert visited == [
            "center", "numbers", "showdown", "quad", "center", "center", "quad", "snatchers", "come back", "come back"
        ]  # fmt: skip
        await user.press("4")
        await user.arrive("NewMatchScreen")
        assert "showdown: Center Square Showdown" in user.lines[0]
        await user.press("escape")
        await user.arrive("HomeScreen")
        assert focused() == "showdown"


async def test_a_click_on_a_card_opens_it() -> None:
    async with open_app() as user:
        card = user.app.screen.query(GameCard)[2]
        await user.pilot.click(card, offset=(3, 3))
        await user.arrive("NewMatchScreen")
        await user.wait_until(lambda: "quad" in "".join(user.lines[:1]))  # it is drawn a little later


async def test_resizing_keeps_where_somebody_was() -> None:
    async with open_app() as user:
        await user.press("down")
        await user.pilot.resize_terminal(120, 40)
        await user.pilot.pause()
        assert isinstance(user.app.focused, GameCard)
        assert user.app.focused.game.name == "quad"
        await user.pilot.resize_terminal(40, 12)
        await user.press("down", "down")
        await user.pilot.pause()
        assert user.app.focused.game.name == "snatchers"
        assert user.app.focused.region.overlaps(user.app.screen.region)
        assert "snatchers" in user.screen


async def test_the_theme_is_kept_and_follows_the_terminal(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    assert SquarelyApp().theme == DARK
    for ground, theme in (("0;15", LIGHT), ("15;0", DARK), ("0;default;7", LIGHT)):
        monkeypatch.setenv("COLORFGBG", ground)
        assert SquarelyApp().theme == theme
    async with open_app() as user:
        await user.press("t")
        assert user.app.theme == DARK
    assert (data_folder / "screen-theme").read_text() == "dark\n"
    assert SquarelyApp().theme == DARK


async def test_unfinished_matches_are_listed_gone_on_with_and_deleted() -> None:
    older, newer = leave_match("level:2", "B2"), leave_match("random", "A1")
    assert older != newer

    async with open_app() as user:
        await user.see("u 2 unfinished matches")
        await user.press("u")
        await user.see("you against level:2, 1 move")
        lines = [line for line in user.lines if "you against" in line]
        assert ["random" in line for line in lines] == [True, False]
        await user.press("down", "d")
        await user.see("Delete this match for good?")
        await user.press("escape")
        await user.arrive("UnfinishedScreen")
        assert len(saved_matches.list_unfinished()) == 2
        await user.press("d", "d")
        await user.wait_until(lambda: user.lines[0].strip() == "1 unfinished match")
        assert saved_matches.list_unfinished() == [newer]
        await user.press("enter")
        await user.arrive("MatchScreen")
        assert str(user.live.match.moves[0]) == "A1"
        assert user.live.settings.shown_as == "screen"

    assert user.app.live is None, "a match that is left belongs to nobody"
    with saved_matches.lock_match(newer):
        pass


async def test_a_match_in_use_is_refused_with_the_process() -> None:
    path = leave_match("human", "B2")

    with saved_matches.lock_match(path):
        async with open_app() as user:
            await user.press("u")
            await user.see("1 move")
            await user.press("enter")
            await user.see(f"process {os.getpid()}")
            assert user.place_name == "UnfinishedScreen"


async def test_a_file_that_is_no_match_is_left_out(data_folder: Path) -> None:
    leave_match("human", "B2")
    (data_folder / "unfinished" / "broken.match").write_text("nothing\n")

    async with open_app() as user:
        await user.press("u")
        await user.see("Left out: 1 file that cannot be read.")
        assert user.lines[0].strip() == "1 unfinished match"
