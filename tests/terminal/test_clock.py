"""The time limit: it interrupts a waiting prompt, on a terminal and on a pipe, and shows the time left.

Whose clock runs when is tried in line_mode/test_session.py, with a clock of its own.
"""

import os
import sys
import time

import pytest

from squarely.terminal.line_mode.console import Console, TimeUp
from squarely.terminal.match.new_match import prepare_match

from .driving import AFTER_A_MATCH, PATIENCE, Desk, enter, moves_in, tag
from .stands import STANDS

pytestmark = pytest.mark.slow


def waited(desk: Desk, *args: str, typed: tuple[str, ...] = ()) -> str:
    """All that a command says by itself, while its input stays open."""
    process = desk.started(*args)
    enter(process, *typed)
    assert process.wait(timeout=PATIENCE) == 0
    out, err = process.communicate()
    assert (err, b"\x1b" in out) == (b"", False)
    return out.decode()


def test_running_out_of_time_loses_at_a_prompt_of_a_pipe_within_a_turn(desk: Desk) -> None:
    stand = next(stand for stand in STANDS if stand.name == "center-target")
    begin = time.monotonic()
    said = waited(desk, *stand.args, "--time-limit", "0.3", typed=(*stand.typed, *stand.lead))
    assert time.monotonic() - begin >= 0.3
    ending = f"Time is up, {stand.mover}.\n{stand.other} wins: {stand.mover} ran out of time.\n"
    assert f"{stand.prompt}\n{ending}" in said
    assert f"({stand.mover} has 0.3 seconds.)\n" in said
    (finished,) = desk.finished
    assert len(moves_in(finished)) == len(stand.typed)
    assert tag(finished, "Reason") == f"{stand.mover} ran out of time"


def test_running_out_of_time_loses_on_a_terminal(desk: Desk) -> None:
    for limit, told, options in (("0.2", "0.2 seconds", ()), ("1", "1 second", ("--plain",))):
        terminal = desk.terminal("play", "showdown", "--time-limit", limit, *options)
        terminal.answer(AFTER_A_MATCH, "quit")
        said = terminal.ended()
        up = f"(Player 1 has {told}.)\nEnter move (up/down/left/right): \nTime is up, Player 1.\n"
        assert f"{up}Player 2 wins: Player 1 ran out of time.\n" in said.out
        assert said.code == 0
    assert "\x1b" not in terminal.raw


def test_a_random_move_instead_of_losing_is_the_seeds() -> None:
    lives = [prepare_match("quad", time_limit=1.0, on_timeout="random", seed=seed).live for seed in (1, 1, 2)]
    played = [[live.run_out(), live.run_out()] for live in lives]
    assert played[0] == played[1] != played[2]


def test_half_an_answer_is_not_the_next_players(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader) as stdin, os.fdopen(writer, "w") as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        console = Console()
        typing.write("half of an ans")
        typing.flush()
        with pytest.raises(TimeUp):
            console.ask("first? ", time.monotonic() + 0.1)
        typing.write("C2\n")
        typing.flush()
        assert console.ask("second? ") == "C2"


# Its clock strikes as soon as half an answer has been typed.
ON_A_TERMINAL = """
import readline
from types import SimpleNamespace
from squarely.terminal.line_mode import console
console.time = SimpleNamespace(monotonic=lambda: 600.0 * readline.get_line_buffer().endswith("half of an ans"))
asking = console.Console()
try:
    asking.ask("first? ", 600.0)
except console.TimeUp:
    print("told:", asking.ask("second? "))
"""


def test_half_an_answer_is_not_the_next_players_on_a_terminal(desk: Desk) -> None:
    terminal = desk.python("-c", ON_A_TERMINAL)
    terminal.expect("first? ")
    terminal.child.send("half of an ans")
    terminal.answer("second? ", "C2")
    assert terminal.ended().out.endswith("told: C2\n")


def test_a_resumed_match_keeps_its_limit_unless_it_is_changed(desk: Desk) -> None:
    desk.squarely("play", "quad", "--time-limit", "0.1", "--on-timeout", "random", typed=["B2"])
    said = waited(desk, "resume", "--max-turns", "2", typed=("",))
    assert "Time is up, Player 2. A random move is played: " in said
    assert "Stopped unfinished after 2 turns." in said
    changed = ("resume", "--max-turns", "3", "--on-timeout", "lose", "--time-limit", "0.4")
    said = waited(desk, *changed, typed=("",))
    assert "(Player 1 has 0.4 seconds.)" in said
    assert "Player 2 wins: Player 1 ran out of time." in said
