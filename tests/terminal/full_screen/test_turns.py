"""A match in the full-screen app as it goes on: computers, the clock, players that fail, its room."""

import asyncio
import shlex
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

from squarely import Match, Move, Record, Shape
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.full_screen.app import FAILED, SquarelyApp, run_app
from squarely.terminal.full_screen.match_screen import SMALLEST, MatchScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.board_painter import Labels, choose_layout, write_big
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_list import load_record
from squarely.terminal.match.match_settings import RANDOM_MOVE, MatchSettings
from tests.games.outside_games import Heap
from tests.patience import PATIENCE
from tests.terminal.driving import GAMES, moves_in

from .driving import LARGE, SMALL, arrange, sit_down

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROOT = Path(__file__).parents[3]


def arrange_with_clock(time: list[float], **agreed: Any) -> LiveMatch:
    """Half a minute for each turn of quad; what time it is stands last on the list."""
    live = arrange("quad", time_limit=30.0, **agreed)
    return LiveMatch(live.record, live.settings, live.saver, now=lambda: time[-1])


async def test_the_clock_is_seen_stands_still_while_a_draw_is_offered_and_loses_or_plays_a_random_move() -> None:
    time = [1000.0]
    async with sit_down(arrange_with_clock(time)) as user:
        assert "0:30" in user.screen
        time[-1] += 21
        await user.see("! 0:09")
        await user.press("o", sees="Do you accept?")
        time[-1] += 79
        await user.pilot.pause(0.25)  # the clock is looked at meanwhile
        assert user.live.match.outcome is None
        await user.press("n", sees="! 0:09")
        time[-1] += 10
        await user.see("Player 2 wins")
        assert user.live.match.outcome is not None
        await user.sit_down(arrange_with_clock(time, on_timeout=RANDOM_MOVE))
        await user.press("b")  # somebody has begun to type
        time[-1] += 31
        await user.wait_until(lambda: len(user.moves) == 1)
        await user.see(f"Time is up, Player 1. A random move is played: {user.moves[0]}. Player 2")
        assert "0:30" in user.screen


async def test_two_computers_pause_and_stop_where_they_get_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on, wait_after, choose = threading.Event(), [2], LiveMatch.choose_for_computer

    def choose_when_allowed(live: LiveMatch) -> Move:
        if len(live.match.moves) in wait_after:
            may_go_on.wait(PATIENCE)
        return choose(live)

    monkeypatch.setattr(LiveMatch, "choose_for_computer", choose_when_allowed)
    async with sit_down(arrange("showdown", first="perfect", second="perfect")) as user:
        await user.wait_until(lambda: len(user.moves) == 2)
        await user.press("space", sees="Paused: space goes on.")
        may_go_on.set()
        await user.pilot.pause(0.15)
        assert len(user.moves) == 2
        await user.press("space", sees=("the same positions come again and again", "squarely resume"))
        may_go_on.clear()
        wait_after.append(len(user.moves) + 1)
        await user.press("space")  # all the same
        await user.wait_until(lambda: len(user.moves) == wait_after[-1])
    may_go_on.set()


async def test_whoever_fails_can_be_replaced_and_no_file_is_forgotten(tmp_path: Path) -> None:
    asked, kept = tmp_path / "asked", tmp_path / "kept.match"
    failing = f"program:sh -c {shlex.quote(f'echo >> {shlex.quote(str(asked))}')}"
    async with sit_down(arrange("quad", second=failing, save_as=kept)) as user:
        await user.type("a1", sees=("Player 2 cannot move", "Do you want to move for Player 2 yourself?"))
        await user.press("n")  # it is asked again, and fails again
        await user.wait_until(lambda: asked.read_text() == "\n\n")
        await user.see("Do you want to move for Player 2 yourself?")
        await user.press("y", sees="Player 2 (O), enter your move")
        await user.type("b2")
        await user.have_played("A1", "B2")
        assert moves_in(kept) == moves_in(user.live.saver.path) == ["A1", "B2"]
        assert MatchSettings.from_tags(load_record(kept).notes).second == "human"


async def test_resizing_keeps_the_cursor_and_what_is_typed_also_where_it_was_too_small() -> None:
    async with sit_down(arrange("center", options=("size=7",))) as user:
        await user.press("down", "down", "right")
        await user.resize(40, 12, sees="A match needs at least 56 columns and 20 lines.")
        await user.resize(*LARGE, sees="Player A")
        assert (user.board.cursor, user.board.has_focus) == (15, True)
        await user.press("p", "l")
        await user.resize(30, 10, sees="A match needs")
        await user.resize(*SMALL, sees="pl ")
        await user.type("ace 0 0")
        assert user.moves == ["place 0 0"]


async def test_the_smallest_size_of_the_docs_has_room_for_every_board_and_the_usual_one_for_a_large_one() -> None:
    page = (ROOT / "docs" / "full-screen.md").read_text(encoding="utf-8")
    assert "A match needs {} columns and {} lines at least".format(*SMALLEST) in " ".join(page.split())
    boards = [(SMALLEST, game, ()) for game in GAMES] + [(SMALL, "snatchers", ("size=9",))]
    async with sit_down(arrange("center")) as user:
        for size, game, options in boards:
            await user.resize(*size)
            await user.sit_down(arrange(game, options=options))
            columns, rows = user.board._table.labels()
            assert any(line.split("│")[0].split()[-len(columns) :] == columns for line in user.lines), user.screen
            assert all(any(line[:14].split()[:1] == [row] for line in user.lines) for row in rows), user.screen


def test_a_board_uses_the_room_it_has_and_its_letters_grow_with_it() -> None:
    labels, heights = Labels("ABCD", "1234"), []
    for room in ((48, 19), (76, 33), (139, 52)):
        layout = choose_layout(Shape(4, 4), labels, 1, room)
        assert room[1] - 4 <= layout.size[1] <= room[1]
        heights.append(len(write_big("X", layout.across - 5, layout.down - 3)))
    assert heights == [0, 3, 6]


async def test_a_computers_move_is_seen_to_move_unless_motion_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    live = arrange("snatchers", "right 2")
    for motion, places in (("none", []), ("full", [[0], [1], [2]])):
        monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", motion)
        async with sit_down(live) as user:
            user.board.glide(live.match.positions[0])
            frames = user.board._frames
            assert [[at for at, square in enumerate(frame) if square.text == "P1"] for frame in frames] == places


async def test_a_game_without_a_board() -> None:
    live = LiveMatch(Record(Match.of(Heap("stones=4"))), MatchSettings(), MatchSaver("heap"))
    async with sit_down(live) as user:
        await user.see("Heap", "▸ take 1", "· take 3", "Choose a move with the arrow keys and Enter")
        await user.type("9", sees="Sorry")
        await user.press("escape")
        await user.type("take 1")
        await user.press("down", "down", "down", "enter")  # not further than to the last
        await user.see("Ben", "wins in 2 moves", "v Review")
        assert user.moves == ["take 1", "take 3"]


def test_an_app_that_fails_says_so_on_the_normal_terminal_and_the_match_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
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
    assert "nobody has foreseen -1" in (home / "squarely" / "screen-error.txt").read_text(encoding="utf-8")
    assert moves_in(live.saver.path) == ["A1"]


SCREENS = Path(__file__).parent / "screens"
WHOLE = {  # the squares that are chosen one after the other, numbered row by row
    "center": ((1, 8, 1, 4), "Player A"),
    "numbers": ((4, 8, 6, 2, 3, 7), "Player 2"),
    "quad": ((0, 10, 1, 11, 4, 14, 5), "Player 1"),
    "showdown": ((1, 2, 7, 12), "Player 2"),
    "snatchers": ((2, 22, 12, 12), "Player 2"),
}


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_whole_matches_by_keys_alone_and_one_by_mouse(size: tuple[int, int]) -> None:
    async with sit_down(arrange("center"), size) as user:
        for square in WHOLE["center"][0]:
            await user.click(square)
        await user.see("Player A wins")
        assert user.moves == ["place 0 1", "place 2 2", "move 0 1 1 1"]
        for game, (squares, winner) in WHOLE.items():
            await user.sit_down(arrange(game))
            await user.choose(*squares, sees=(f"{winner} wins in", "v Review", "accuracy"))
            expected = SCREENS / f"{game}-{size[0]}x{size[1]}.txt"
            assert user.screen + "\n" == expected.read_text(encoding="utf-8")
