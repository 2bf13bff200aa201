"""A match in the full-screen app as it goes on: computers, the clock, players that fail, its room."""

import asyncio
import shlex
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

from squarely.core.board.square_names import Shape
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules.game import Move
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.full_screen.app import FAILED, SquarelyApp, run_app
from squarely.terminal.full_screen.match_screen import SMALLEST, MatchScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.board_painter import Labels, choose_layout, write_big
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_list import load_record
from squarely.terminal.match.match_settings import RANDOM_MOVE, MatchSettings
from tests.games.outside_games import Heap
from tests.terminal.driving import Desk, moves_in
from tests.terminal.full_screen.at_table import SMALL, arrange, sit_down

ROOT = Path(__file__).parents[3]


class Time:
    """What time it is, as the test says."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def arrange_with_clock(**agreed: Any) -> tuple[LiveMatch, Time]:
    """Half a minute for each turn of quad."""
    live, time = arrange("quad", time_limit=30.0, **agreed), Time()
    return LiveMatch(live.record, live.settings, live.saver, now=time), time


def test_the_clock_is_seen_stands_still_while_a_draw_is_offered_and_then_loses() -> None:
    async def play() -> None:
        live, time = arrange_with_clock()
        async with sit_down(live) as guest:
            assert "0:30" in guest.screen
            time.now += 21
            await guest.see("! 0:09")
            await guest.press("o")
            await guest.see("Do you accept?")
            time.now += 79
            await guest.pilot.pause(0.25)  # the clock is looked at meanwhile
            assert live.match.outcome is None
            await guest.press("n")
            await guest.see("! 0:09")
            time.now += 10
            await guest.see("Player 2 wins")
            assert live.match.outcome is not None

    asyncio.run(play())


def test_where_it_was_agreed_a_random_move_is_played_when_time_is_up() -> None:
    async def play() -> None:
        live, time = arrange_with_clock(on_timeout=RANDOM_MOVE)
        async with sit_down(live) as guest:
            await guest.press("b")  # somebody has begun to type
            time.now += 31
            await guest.wait_until(lambda: len(guest.moves) == 1)
            await guest.see(f"Time is up, Player 1. A random move is played: {guest.moves[0]}. Player 2")
            assert "0:30" in guest.screen

    asyncio.run(play())


def test_two_computers_pause_and_stop_where_they_get_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.terminal.full_screen.match_screen.MatchScreen.PACE", 0.05)

    async def play() -> None:
        async with sit_down(arrange("showdown", first="perfect", second="perfect")) as guest:
            await guest.wait_until(lambda: len(guest.moves) > 1)
            await guest.press("space")
            await guest.see("Paused: space goes on.")
            played = guest.moves
            await guest.pilot.pause(0.15)
            assert guest.moves == played
            await guest.press("space")
            await guest.see("the same positions come again and again", "squarely resume")
            played = guest.moves
            await guest.press("space")  # all the same
            await guest.wait_until(lambda: len(guest.moves) > len(played))

    asyncio.run(play())


def test_whoever_fails_can_be_replaced_and_no_file_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, choose = list[LiveMatch](), LiveMatch.choose_for_computer

    def note_and_choose(live: LiveMatch) -> Move:
        asked.append(live)
        return choose(live)

    monkeypatch.setattr(LiveMatch, "choose_for_computer", note_and_choose)

    async def play() -> None:
        failing = f"program:{shlex.quote(sys.executable)} -c pass"
        kept = tmp_path / "kept.match"
        async with sit_down(arrange("quad", second=failing, save_as=kept)) as guest:
            await guest.type("a1")
            await guest.see("Player 2 cannot move", "Do you want to move for Player 2 yourself?")
            await guest.press("n")  # it is asked again, and fails again
            await guest.wait_until(lambda: len(asked) == 2)
            await guest.see("Do you want to move for Player 2 yourself?")
            await guest.press("y")
            await guest.see("Player 2 (O), enter your move")
            await guest.type("b2")
            await guest.wait_until(lambda: len(guest.moves) == 2)
            assert moves_in(kept) == moves_in(guest.live.saver.path) == ["A1", "B2"]
            assert MatchSettings.from_tags(load_record(kept).notes).second == "human"

    asyncio.run(play())


def test_resizing_keeps_the_cursor_and_what_is_typed_also_where_it_was_too_small() -> None:
    async def play() -> None:
        async with sit_down(arrange("center", options=("size=7",)), SMALL) as guest:
            await guest.press("down", "down", "right")
            await guest.pilot.resize_terminal(40, 12)
            await guest.see("A match needs at least 56 columns and 20 lines.")
            await guest.pilot.resize_terminal(120, 40)
            await guest.see("Player A")
            assert (guest.board.cursor, guest.board.has_focus) == (15, True)
            await guest.press("p", "l")
            await guest.pilot.resize_terminal(30, 10)
            await guest.see("A match needs")
            await guest.pilot.resize_terminal(*SMALL)
            await guest.see("pl ")
            await guest.type("ace 0 0")
            assert guest.moves == ["place 0 0"]

    asyncio.run(play())


def test_the_smallest_size_is_that_of_the_docs_and_has_room_for_every_board() -> None:
    page = (ROOT / "docs" / "full-screen.md").read_text(encoding="utf-8")
    assert "A match needs {} columns and {} lines at least".format(*SMALLEST) in " ".join(page.split())

    async def look(game: str) -> None:
        async with sit_down(arrange(game), SMALLEST) as guest:
            columns, rows = guest.board._table.labels()
            lines = guest.screen.splitlines()
            assert any(line.split("│")[0].split()[-len(columns) :] == columns for line in lines), guest.screen
            assert all(any(line[:14].split()[:1] == [row] for line in lines) for row in rows), guest.screen

    for game in ("center", "numbers", "quad", "showdown", "snatchers"):
        asyncio.run(look(game))


def test_a_board_uses_the_room_it_has_and_its_letters_grow_with_it() -> None:
    labels, heights = Labels("ABCD", "1234"), []
    for room in ((48, 19), (76, 33), (139, 52)):
        layout = choose_layout(Shape(4, 4), labels, 1, room)
        assert room[1] - 4 <= layout.size[1] <= room[1]
        heights.append(len(write_big("X", layout.across - 5, layout.down - 3)))
    assert heights == [0, 3, 6]


def test_a_computers_move_is_seen_to_move_unless_motion_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> list[list[int]]:
        live = arrange("snatchers")
        start = live.match.position
        live.play(live.match.read("right 2"))
        async with sit_down(live) as guest:
            guest.board.glide(start)
            return [[at for at, square in enumerate(frame) if square.text == "P1"] for frame in guest.board._frames]

    assert asyncio.run(play()) == []
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")
    assert asyncio.run(play()) == [[0], [1], [2]]


def test_a_large_board_and_a_game_without_one() -> None:
    async def play() -> None:
        async with sit_down(arrange("snatchers", options=("size=9",)), SMALL) as guest:
            lines = guest.screen.splitlines()
            assert all(any(line[:12].split()[:1] == [row] for line in lines) for row in "123456789")
        match = Match.of(Heap("stones=4"))
        live = LiveMatch(Record(match), MatchSettings(), MatchSaver("heap"))
        async with sit_down(live) as guest:
            await guest.see("Heap", "▸ take 1", "· take 3", "Choose a move with the arrow keys and Enter")
            await guest.type("9")
            await guest.see("Sorry")
            await guest.press("escape")
            await guest.type("take 1")
            await guest.press("down", "down", "down", "enter")  # not further than to the last
            await guest.see("Ben", "wins in 2 moves", "v Review")
            assert guest.moves == ["take 1", "take 3"]

    asyncio.run(play())


def test_an_app_that_fails_says_so_on_the_normal_terminal_and_the_match_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data_folder: Path
) -> None:
    async def play(pilot: Any) -> None:
        await pilot.pause(0.1)
        await pilot.press("a", "1", "enter", "left_square_bracket")

    def fail(self: MatchScreen, moves: int) -> None:
        raise RuntimeError(f"nobody has foreseen {moves}")

    def run(self: SquarelyApp, loop: asyncio.AbstractEventLoop) -> int | None:
        return App.run(self, headless=True, size=SMALL, auto_pilot=play, loop=loop)

    monkeypatch.setattr("threading.excepthook", threading.excepthook)  # which the app changes
    monkeypatch.setattr("os._exit", str)  # with which it leaves whoever still thinks
    monkeypatch.setattr(MatchScreen, "action_walk", fail)
    monkeypatch.setattr(SquarelyApp, "run", run)
    live = arrange("quad")
    assert run_app(Go("match", live)) == FAILED
    said = capsys.readouterr()
    assert "squarely resume" in said.out
    assert "the full-screen app has stopped because of an error in it (RuntimeError)." in " ".join(said.err.split())
    assert "Traceback" not in said.err
    assert "nobody has foreseen -1" in (data_folder / "screen-error.txt").read_text(encoding="utf-8")
    assert moves_in(live.saver.path) == ["A1"]


def test_resume_opens_a_match_where_it_was_played_last(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad", "--screen")
    terminal.expect("enter your move")
    terminal.child.send("a1\r")
    terminal.expect("plays A1")
    terminal.child.send("q")
    assert terminal.ended().code == 0
    again = desk.terminal("resume")
    again.answer("Which one? [1] ", "")
    again.expect("\x1b[?1049h")
    again.expect("resumed after move 1")
    again.child.send("q")
    assert again.ended().code == 0
    assert desk.kept_moves() == ["A1"]
