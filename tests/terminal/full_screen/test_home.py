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

from .driving import User, arrange, open_app

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def leave_match(second: str, *moves: str) -> Path:
    live = arrange("quad", *moves, second=second)
    live.close()
    return live.saver.path


def focused(user: User) -> str:
    return user.app.focused.game.name if isinstance(user.app.focused, GameCard) else "come back"


async def test_home_shows_every_game_without_scrolling() -> None:
    async with open_app() as user:
        for size in ((80, 24), (120, 40), (200, 60)):
            await user.resize(*size)
            words = " ".join(user.screen.replace("│", " ").replace("┃", " ").split())
            cards = list(user.place.query(GameCard))
            assert [card.game.name for card in cards] == list(registry.names())
            for number, card in enumerate(cards, 1):
                assert f"{number} {card.game.name}: {card.game.title}" in words
                inside = [line[card.region.x + 1 : card.region.right - 1] for line in user.lines]
                text = " ".join("\n".join(inside[card.region.y : card.region.bottom]).split())
                for wanted in (*write_subtitle(card.game).split(), *write_goal(card.game).split()):
                    assert wanted in text
            for each in user.place.query(HomeCard):
                assert user.place.region.contains_region(each.region)
            assert all(word in words for word in ("P1", "P2", "d Puzzle of the day"))
            assert "Quit" in user.lines[-1], "the keys fit in a line"


async def test_a_newcomer_is_in_a_match_in_three_keys_and_keys_typed_at_once_act_one_after_the_other() -> None:
    async with open_app(size=(100, 30)) as user:
        await user.rush("down", "enter")
        await user.wait_until(lambda: "quad" in user.lines[0])
        await user.arrive("NewMatchScreen")
        await user.rush("escape", "down", "u", "escape", "2", "down", "right")
        await user.wait_until(lambda: "numbers" in user.lines[0])
        await user.wait_until(lambda: user.place.query_one("#side", ChoiceRow).value == "second")
    async with open_app() as user:
        await user.press("right", "enter", opens="NewMatchScreen")
        await user.press("enter", opens="MatchScreen")
        assert (user.live.match.game.name, user.live.match.game.rules_name) == ("numbers", "mended")
        assert (user.live.settings.first, user.live.settings.second) == ("human", "level:3")


async def test_arrows_numbers_and_clicks_lead_from_game_to_game_also_where_the_screen_is_resized() -> None:
    async with open_app() as user:
        visited = [focused(user)]
        for key in ("right", "down", "left", "up", "up", "down", "down", "right", "right"):
            await user.press(key)
            visited.append(focused(user))
        assert visited == [
            "center", "numbers", "showdown", "quad", "center", "center", "quad", "snatchers", "come back", "come back"
        ]  # fmt: skip
        await user.press("4", opens="NewMatchScreen")
        assert "showdown: Center Square Showdown" in user.lines[0]
        await user.press("escape", opens="HomeScreen")
        assert focused(user) == "showdown"
        await user.pilot.click(user.place.query(GameCard)[2], offset=(3, 3))
        await user.arrive("NewMatchScreen")
        await user.wait_until(lambda: "quad" in user.lines[0])  # it is drawn a little later
        await user.press("escape", opens="HomeScreen")
        await user.resize(120, 40)
        assert focused(user) == "quad"
        await user.resize(40, 12)
        await user.press("down", "down")
        await user.pilot.pause()
        assert focused(user) == "snatchers"
        assert user.app.focused
        assert user.app.focused.region.overlaps(user.place.region)
        assert "snatchers" in user.screen


async def test_the_theme_is_kept_and_follows_the_terminal(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    assert SquarelyApp().theme == DARK
    for ground, theme in (("0;15", LIGHT), ("15;0", DARK), ("0;default;7", LIGHT)):
        monkeypatch.setenv("COLORFGBG", ground)
        assert SquarelyApp().theme == theme
    async with open_app() as user:
        await user.press("t")
        assert user.app.theme == DARK
    assert (home / "squarely" / "screen-theme").read_text() == "dark\n"
    assert SquarelyApp().theme == DARK


async def test_a_streak_is_told_unfinished_matches_are_listed_refused_while_in_use_gone_on_with_and_deleted(
    home: Path,
) -> None:
    for days in range(4):
        my_results.note_daily(date.today() - timedelta(days), solved=True)
    leave_match("level:2", "B2")
    newer = leave_match("random", "A1")
    broken = home / "squarely" / "unfinished" / "broken.match"
    broken.write_text("nothing\n")
    async with open_app() as user:
        await user.see("u 3 unfinished matches", "Puzzle of the day: streak 4 days")
        await user.press("d", sees=f"Puzzle of {date.today().isoformat()}")
        await user.press("escape", opens="HomeScreen")
        await user.press("u", sees=("you against level:2, 1 move", "Left out: 1 file that cannot be read."))
        assert user.lines[0].strip() == "2 unfinished matches"
        lines = [line for line in user.lines if "you against" in line]
        assert ["random" in line for line in lines] == [True, False]
        with saved_matches.lock_match(newer):
            await user.press("enter", sees=f"process {os.getpid()}")
            assert type(user.place).__name__ == "UnfinishedScreen"
        await user.press("down", "d", sees="Delete this match for good?")
        await user.press("escape", opens="UnfinishedScreen")
        assert len(saved_matches.list_unfinished()) == 3
        await user.press("d", "d")
        await user.wait_until(lambda: user.lines[0].strip() == "1 unfinished match")
        assert {*saved_matches.list_unfinished()} == {newer, broken}
        await user.press("enter", opens="MatchScreen")
        assert user.moves[0] == "A1"
        assert user.live.settings.shown_as == "screen"
    assert user.app.live is None, "a match that is left belongs to nobody"
    with saved_matches.lock_match(newer):
        pass
