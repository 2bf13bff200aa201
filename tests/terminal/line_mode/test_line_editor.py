"""Typing at a terminal: arrow keys, editing, history, Ctrl-Z, and a clock that overwrites nothing."""

import contextlib
import re
import time
from pathlib import Path

import pexpect
import pytest

from squarely.terminal.line_mode.line_editor import measure_width
from tests.terminal.driving import AFTER_A_MATCH, Desk, Terminal, moves_in

ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D"}
TICK = re.compile(r"\x1b7\r\[\d:\d\d\] *\x1b8")
QUAD = "enter your move (e.g., A1): "
SHOWDOWN = "Enter move (up/down/left/right): "


def key(name: str, mode: str = "[") -> str:
    """What the arrow key of this name sends; keypads in application mode send O instead of the bracket."""
    return f"\x1b{mode}{ARROWS[name]}"


def made(desk: Desk) -> list[str]:
    (path,) = desk.unfinished
    return moves_in(path)


@pytest.mark.parametrize("mode", ["[", "O"], ids=["usual", "application"])
def test_arrow_keys_are_directions_where_directions_are_asked(desk: Desk, mode: str) -> None:
    terminal = desk.terminal("play", "showdown")
    for direction in ("right", "down", "left", "down"):
        terminal.answer(SHOWDOWN, key(direction, mode))
    terminal.answer(SHOWDOWN, "quit")
    said = terminal.ended()
    assert made(desk) == ["right", "down", "left", "down"]
    assert "^[" not in terminal.raw
    assert "Sorry" not in said.out
    for direction in ("right", "down", "left"):
        assert f"{SHOWDOWN}{direction}\n" in said.out


def test_the_last_arrow_key_counts_and_needs_enter(desk: Desk) -> None:
    terminal = desk.terminal("play", "showdown")
    terminal.answer(SHOWDOWN, f"rig{key('left')}{key('down')}")
    terminal.answer(SHOWDOWN, "quit")
    terminal.ended()
    assert made(desk) == ["down"]


def test_arrow_keys_where_a_direction_is_the_first_of_two_questions(desk: Desk) -> None:
    terminal = desk.terminal("play", "snatchers")
    terminal.answer("Direction (up/down/left/right): ", key("up"))
    terminal.answer("Number of spaces (1 or 2): ", f"1{key('left')}{key('right')}")
    terminal.answer("Direction (up/down/left/right): ", "quit")
    terminal.ended()
    assert made(desk) == ["up 1"]


def test_arrow_keys_edit_where_nothing_has_a_direction(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.answer(QUAD, f"2{key('left')}B")
    terminal.answer(QUAD, f"C4{key('left')}{key('right')}\x7f3")
    terminal.answer(QUAD, "quit")
    terminal.ended()
    assert made(desk) == ["B2", "C3"]
    assert "^[" not in terminal.raw


def test_what_was_typed_before_comes_back(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.answer(QUAD, "B2")
    terminal.answer(QUAD, "moves")
    terminal.answer(QUAD, key("up") + key("up") + "\x7f3")
    terminal.answer(QUAD, "quit")
    terminal.ended()
    assert made(desk) == ["B2", "B3"]


def test_a_terminal_prints_what_a_pipe_does(desk: Desk) -> None:
    """No byte more than the prompt and what is typed, where nothing is edited."""
    typed = ["B2", "", "nonsense", "C3", "quit"]
    terminal = desk.terminal("play", "quad", "--plain")
    for answer in typed:
        terminal.answer(QUAD, answer)
    assert terminal.ended().out == desk.squarely("play", "quad", typed=typed).out
    assert "\x1b" not in terminal.raw
    assert "\x07" not in terminal.raw


@pytest.mark.parametrize("options", [(), ("--time-limit", "300")], ids=["no clock", "clock"])
def test_the_prompt_and_what_was_typed_come_back_after_a_stop(desk: Desk, options: tuple[str, ...]) -> None:
    shell = desk.shell()
    shell.answer("ready$ ", " ".join(["squarely", "play", "quad", *options]))
    shell.expect(QUAD)
    shell.child.send("B")
    shell.expect("B")
    shell.child.sendcontrol("z")
    shell.expect("Stopped")
    shell.answer("ready$ ", "fg")
    shell.expect(f"{QUAD}B")
    before = len(shell.raw)
    if options:
        shell.child.expect(TICK)  # the clock goes on, on the row of the prompt
        assert "\n" not in shell.raw[before:]
    shell.child.sendline("2")
    shell.answer(QUAD, "quit")
    shell.answer("ready$ ", "exit")
    shell.ended()
    assert made(desk) == ["B2"]


def test_time_runs_while_a_match_is_stopped(desk: Desk) -> None:
    shell = desk.shell()
    shell.answer("ready$ ", "squarely play quad --time-limit 6")
    shell.expect(QUAD)
    shell.child.sendcontrol("z")
    shell.expect("Stopped")
    time.sleep(6)
    shell.answer("ready$ ", "fg")
    shell.expect("Time is up, Player 1.")
    shell.answer(AFTER_A_MATCH, "quit")
    shell.answer("ready$ ", "exit")
    shell.ended()


def ticks_within(terminal: Terminal, seconds: float) -> int:
    """How often the clock ticks from now on."""
    before, end = len(terminal.raw), time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        with contextlib.suppress(pexpect.TIMEOUT):
            terminal.child.expect(TICK, timeout=left)
    return len(TICK.findall(terminal.raw[before:]))


def test_the_clock_stands_still_while_a_line_is_wrapped(desk: Desk) -> None:
    """Nobody knows then on which row it stands; as soon as all is on one row again it goes on."""
    terminal = desk.terminal_of(60, "play", "quad", "--time-limit", "300")
    terminal.expect(QUAD)
    terminal.child.send("word " * 7 + "end")
    terminal.expect("end")
    assert ticks_within(terminal, 2.2) == 0
    terminal.child.sendcontrol("u")
    terminal.child.expect(TICK)
    terminal.child.sendline("quit")
    terminal.ended()


def test_the_clock_stands_still_where_the_question_itself_is_too_wide(desk: Desk) -> None:
    name = "x" * 32
    terminal = desk.terminal_of(50, "play", "quad", "--time-limit", "300", "--names", f"{name},Bob")
    terminal.expect("[5:00]  ")
    assert ticks_within(terminal, 2.2) == 0
    terminal.child.sendline("quit")
    terminal.ended()


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("A1", 2), ("日本", 4), ("e\u0301", 1), ("Zoë", 3), ("👩\u200d🚀", 4), ("❤\ufe0f", 1), ("नि", 2)],
)
def test_how_wide_a_text_is(text: str, width: int) -> None:
    assert measure_width(text) == width


def test_an_interrupt_ends_the_line(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.expect(QUAD)
    terminal.child.send("B")
    terminal.expect("B")
    terminal.child.sendintr()
    said = terminal.ended()
    assert said.code == 130
    assert said.out.endswith(f"{QUAD}B\nNo move was made, so there is nothing to resume.\n")


def test_bytes_that_are_no_text_are_refused_in_words(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.expect(QUAD)
    terminal.child.ptyproc.write(b"\xff\xfe\r")
    terminal.expect("Sorry, ")
    terminal.answer(QUAD, "quit")
    assert terminal.ended().code == 0


def test_a_machine_without_an_editor(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError('there is none')")
    terminal = desk.terminal("play", "quad", "--time-limit", "300", PYTHONPATH=str(tmp_path))
    terminal.expect("(Player 1 has 300 seconds.)")
    terminal.answer(QUAD, "B2")
    terminal.answer(QUAD, "quit")
    assert terminal.ended().code == 0
    assert made(desk) == ["B2"]


def test_where_no_shell_controls_jobs_a_stop_changes_nothing(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.expect(QUAD)
    terminal.child.send("B")
    terminal.expect("B")
    terminal.child.sendcontrol("z")
    terminal.expect(f"\r\x1b[KPlayer 1 (X), {QUAD}B")
    terminal.child.sendline("2")
    terminal.answer(QUAD, "quit")
    terminal.ended()
    assert made(desk) == ["B2"]


def test_the_clock_stands_still_when_the_window_becomes_too_narrow(desk: Desk) -> None:
    """What was typed stays as it is, and is taken as it was typed."""
    terminal = desk.terminal_of(100, "play", "quad", "--time-limit", "300")
    terminal.expect(QUAD)
    terminal.child.send("moves and more")
    terminal.expect("moves and more")
    terminal.child.expect(TICK)
    terminal.child.setwinsize(60, 40)
    ticks_within(terminal, 0.2)  # one may be on its way
    assert ticks_within(terminal, 2.2) == 0
    terminal.child.setwinsize(60, 120)
    terminal.child.expect(TICK)
    terminal.child.sendcontrol("u")
    terminal.child.sendline("quit")
    terminal.ended()


def test_history_goes_on_from_question_to_question_and_into_the_match(desk: Desk) -> None:
    terminal = desk.terminal("--plain")
    terminal.answer("[center] ", "quad")
    terminal.answer("[human] ", "human")
    terminal.answer("[level:3] ", key("up"))  # human once more
    terminal.answer("[no] ", "")
    terminal.answer(QUAD, "B2")
    terminal.answer(QUAD, key("up") + "\x7f3")
    terminal.answer(QUAD, "quit")
    terminal.ended()
    assert made(desk) == ["B2", "B3"]
