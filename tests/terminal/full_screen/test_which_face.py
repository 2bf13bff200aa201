"""Which face opens when: the app on a terminal that can show it, else the lines; and how the app is left."""

import os
import signal
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.terminal.driving import Desk, Terminal

OPENED, CLOSED = "\x1b[?1049h", "\x1b[?1049l"  # the terminal's second screen, which the app has for itself
HOME = "small two-player grid games, fair and square"
MENU = "Which game"
INSTALL = "pip install 'squarely[screen]'"


@pytest.fixture
def without_textual(tmp_path: Path) -> str:
    """A folder that makes Python not find textual."""
    folder = tmp_path / "withheld"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("import sys\nsys.modules['textual'] = None\n")
    return str(folder)


def assert_closed(terminal: Terminal) -> None:
    """The app has given the terminal back: its normal screen, its cursor, no mouse."""
    raw = terminal.raw
    assert raw.rindex(CLOSED) > raw.rindex(OPENED)
    assert raw.rindex("\x1b[?25h") > raw.rindex("\x1b[?25l")
    assert raw.rindex("\x1b[?1003l") > raw.rindex("\x1b[?1003h")


def test_a_terminal_opens_the_app_and_q_leaves_it(desk: Desk) -> None:
    terminal = desk.terminal()
    terminal.expect(HOME)
    terminal.child.send("q")
    assert terminal.ended().code == 0
    assert_closed(terminal)


@pytest.mark.parametrize(("args", "term"), [(["--plain"], "xterm"), ([], "dumb"), ([], "")])
def test_who_wants_lines_gets_the_menu(desk: Desk, args: list[str], term: str) -> None:
    terminal = desk.terminal(*args, TERM=term)
    terminal.expect(MENU)
    assert OPENED not in terminal.raw
    assert INSTALL not in terminal.raw
    terminal.child.sendintr()
    assert terminal.ended().code == 130


def test_a_pipe_gets_the_menu(desk: Desk) -> None:
    said = desk.squarely(typed=["quad", "", "random", "", "B2", "quit"])
    assert MENU in said.out
    assert said.code == 0
    assert INSTALL not in said.out + said.err


def test_without_the_extra_a_terminal_is_told_how_to_get_it(desk: Desk, without_textual: str) -> None:
    terminal = desk.terminal(PYTHONPATH=without_textual)
    terminal.expect(INSTALL)
    terminal.expect(MENU)
    terminal.child.sendintr()
    terminal.ended()
    assert INSTALL not in desk.squarely(typed=["quit"], PYTHONPATH=without_textual).out


@pytest.mark.parametrize("command", [["play", "quad"], ["resume"]])
def test_the_screen_needs_a_terminal(desk: Desk, command: list[str]) -> None:
    said = desk.squarely(*command, "--screen")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "squarely: --screen needs a terminal that can move its cursor; without it, play goes line by line\n"
    )


def test_the_screen_needs_the_extra(desk: Desk, without_textual: str) -> None:
    said = desk.terminal("play", "quad", "--screen", PYTHONPATH=without_textual).ended()
    assert said.code == 2
    assert f"--screen needs textual; install it with: {INSTALL}" in said.out


def test_lines_and_the_screen_cannot_both_be_wanted(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--screen", "--plain")
    assert said.code == 2
    assert "give one of them" in said.err


def test_what_is_printed_is_not_shown_full_screen(desk: Desk) -> None:
    desk.squarely("play", "center", "--save", "one", typed=["place 0 0", "place 0 1", "place 2 2", "move 0 1 1 1"])
    for command, beside in (("show one", "json"), ("show one", "end"), ("review one", "json"), ("puzzle", "json")):
        said = desk.squarely(*command.split(), "--screen", f"--{beside}")
        assert said.err == f"squarely: --{beside} and --screen do not go together; give one of them\n"
        assert (said.code, said.out) == (2, "")


def test_plain_stands_behind_a_command(desk: Desk) -> None:
    said = desk.squarely("--plain", "play", "quad")
    assert said.code == 2
    assert "--plain goes behind the command: squarely play" in said.err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_ends_the_app_in_order(desk: Desk, number: signal.Signals, code: int) -> None:
    terminal = desk.terminal()
    terminal.expect(HOME)
    terminal.child.kill(number)
    assert terminal.ended().code == code
    assert_closed(terminal)


def test_ctrl_c_ends_the_app_as_it_ends_a_command(desk: Desk) -> None:
    terminal = desk.terminal()
    terminal.expect(HOME)
    terminal.child.send("\x03")
    assert terminal.ended().code == 130
    assert_closed(terminal)


def test_a_terminal_that_goes_away_takes_the_app_with_it(desk: Desk) -> None:
    terminal = desk.terminal()
    terminal.expect(HOME)
    pid = terminal.child.pid
    os.close(terminal.child.fileno())
    wait_until(lambda: os.waitpid(pid, os.WNOHANG) != (0, 0))


def test_ctrl_z_gives_the_terminal_back_and_fg_returns_to_the_app(desk: Desk) -> None:
    shell = desk.shell()
    shell.answer("ready$ ", "squarely")
    shell.expect(HOME)
    shell.child.send("\x1a")
    shell.expect(CLOSED)
    shell.expect("Stopped")
    shell.answer("ready$ ", "fg")
    shell.expect(OPENED)
    shell.expect(HOME)
    shell.child.send("q")
    shell.answer("ready$ ", "exit")
    assert shell.ended().code == 0
