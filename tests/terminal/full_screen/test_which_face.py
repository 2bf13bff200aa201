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


def assert_closed(terminal: Terminal) -> None:
    """The app has given the terminal back: its normal screen, its cursor, no mouse."""
    raw = terminal.raw
    assert raw.rindex(CLOSED) > raw.rindex(OPENED)
    assert raw.rindex("\x1b[?25h") > raw.rindex("\x1b[?25l")
    assert raw.rindex("\x1b[?1003l") > raw.rindex("\x1b[?1003h")


def test_who_wants_lines_gets_the_menu(desk: Desk) -> None:
    for args, term in ((["--plain"], "xterm"), ([], "dumb"), ([], "")):
        terminal = desk.terminal(*args, TERM=term)
        terminal.expect(MENU)
        terminal.child.sendintr()
        assert terminal.ended().code == 130
        assert OPENED not in terminal.raw
        assert INSTALL not in terminal.raw


def test_without_the_extra_a_terminal_is_told_how_to_get_it_and_a_pipe_is_not(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "withheld").mkdir()
    (tmp_path / "withheld" / "sitecustomize.py").write_text("import sys\nsys.modules['textual'] = None\n")
    without = {"PYTHONPATH": str(tmp_path / "withheld")}
    terminal = desk.terminal(**without)
    terminal.expect(INSTALL)
    terminal.expect(MENU)
    terminal.child.sendintr()
    terminal.ended()
    said = desk.terminal("play", "quad", "--screen", **without).ended()
    assert said.code == 2
    assert f"--screen needs textual; install it with: {INSTALL}" in said.out
    for environment in (without, {}):
        said = desk.squarely(typed=["quit"], **environment)
        assert (said.code, said.err) == (0, "")
        assert MENU in said.out
        assert INSTALL not in said.out


def test_what_no_screen_can_be_opened_for_is_refused(desk: Desk) -> None:
    desk.squarely("play", "center", "--save", "one", typed=["place 0 0", "place 0 1", "place 2 2", "move 0 1 1 1"])
    needs = "--screen needs a terminal that can move its cursor; without it, play goes line by line"
    both = "--plain goes line by line and --screen opens the full-screen app; give one of them"
    printed = (("show one", "json"), ("show one", "end"), ("review one", "json"), ("puzzle", "json"))
    for command, why in (
        ("play quad --screen", needs),
        ("resume --screen", needs),
        ("play quad --screen --plain", both),
        *((f"{name} --screen --{what}", f"--{what} and --screen do not go together; give one of them")
          for name, what in printed),
    ):  # fmt: skip
        assert desk.squarely(*command.split()) == (2, "", f"squarely: {why}\n")
    said = desk.squarely("--plain", "play", "quad")
    assert (said.code, "--plain goes behind the command: squarely play" in said.err) == (2, True)


def test_resume_opens_a_match_where_it_was_played_last_and_q_leaves_it(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad", "--screen")
    terminal.expect("enter your move")
    terminal.child.send("a1\r")
    terminal.expect("plays A1")
    terminal.child.send("q")
    assert terminal.ended().code == 0
    assert_closed(terminal)
    again = desk.terminal("resume")
    again.answer("Which one? [1] ", "")
    again.expect(OPENED)
    again.expect("resumed after move 1")
    again.child.send("q")
    assert again.ended().code == 0
    assert desk.kept_moves() == ["A1"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, None])
def test_a_signal_and_ctrl_c_end_the_app_in_order(desk: Desk, number: signal.Signals | None) -> None:
    terminal = desk.terminal()
    terminal.expect(HOME)
    terminal.child.kill(number) if number else terminal.child.send("\x03")
    assert terminal.ended().code == 128 + (number or signal.SIGINT)
    assert_closed(terminal)


def test_a_terminal_that_goes_away_takes_the_app_with_it(desk: Desk) -> None:
    terminal = desk.terminal()
    terminal.expect(HOME)
    pid = terminal.child.pid
    os.close(terminal.child.fileno())
    wait_until(lambda: os.waitpid(pid, os.WNOHANG) != (0, 0))
