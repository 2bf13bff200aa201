"""The time limit: it interrupts a waiting prompt, on a terminal and on a pipe, and shows the time left."""

import re
import subprocess
import threading
import time

import pytest

from .driving import PATIENCE, Desk, moves_in, read_until, tag
from .stands import STANDS, Stand

LIMIT = 6  # seconds for a turn in which something is done, on a machine however busy


def sent(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def waited(process: subprocess.Popen[bytes]) -> str:
    """All that a command says by itself, while its input stays open."""
    assert process.stdout is not None
    enough = threading.Timer(PATIENCE, process.kill)
    enough.start()
    out = process.stdout.read()
    enough.cancel()
    assert process.wait(timeout=PATIENCE) == 0, "it waits for ever"
    _, err = process.communicate()
    assert err == b""
    return out.decode()


@pytest.mark.parametrize("stand", STANDS, ids=lambda stand: stand.name)
def test_running_out_of_time_loses_at_every_prompt_of_a_pipe(desk: Desk, stand: Stand) -> None:
    process = desk.started(*stand.args, "--time-limit", "0.3")
    sent(process, "".join(f"{line}\n" for line in (*stand.typed, *stand.lead)).encode())
    begin = time.monotonic()
    said = waited(process)
    assert time.monotonic() - begin >= 0.3
    ending = f"Time is up, {stand.mover}.\n{stand.other} wins: {stand.mover} ran out of time.\n"
    assert f"{stand.prompt}\n{ending}" in said
    assert f"({stand.mover} has 0.3 seconds.)\n" in said
    (finished,) = desk.finished
    assert len(moves_in(finished)) == len(stand.typed)
    assert tag(finished, "Reason") == f"{stand.mover} ran out of time"


@pytest.mark.parametrize("game", ["center", "numbers", "quad", "showdown", "snatchers"])
def test_running_out_of_time_loses_on_a_terminal(desk: Desk, game: str) -> None:
    begin = time.monotonic()
    said = desk.terminal("play", game, "--time-limit", "0.3").left()
    assert time.monotonic() - begin >= 0.3
    first, second = ("Player A", "Player B") if game == "center" else ("Player 1", "Player 2")
    assert f"Time is up, {first}.\n{second} wins: {first} ran out of time.\n" in said.out
    assert said.code == 0


def test_a_second_question_does_not_start_the_clock_again(desk: Desk) -> None:
    process = desk.started("play", "center", "--time-limit", str(LIMIT))
    read_until(process, rb"> \Z")
    for answer in (b"place\n", b"9 9\n", b"place\n", b"help\n"):
        time.sleep(0.25)
        sent(process, answer)
    said = waited(process)
    assert said.count("Time is up, Player A.") == 1


def test_a_random_move_instead_of_losing(desk: Desk) -> None:
    args = ("play", "quad", "--time-limit", "0.3", "--on-timeout", "random", "--max-turns", "2", "--seed", "4")
    said = waited(desk.started(*args))
    moves = desk.kept_moves()
    assert len(moves) == 2
    assert f"Time is up, Player 1. A random move is played: {moves[0]}.\n" in said
    assert f"Time is up, Player 2. A random move is played: {moves[1]}.\n" in said
    assert "Stopped unfinished after 2 turns. Your match is saved. To continue: squarely resume\n" in said


def test_a_random_move_on_a_terminal_is_the_seeds(desk: Desk) -> None:
    args = ("play", "quad", "--time-limit", "0.3", "--on-timeout", "random", "--max-turns", "1")
    moves = []
    for seed in ("1", "1", "2", "3"):
        said = desk.terminal(*args, "--seed", seed).ended()
        moves += re.findall(r"A random move is played: (\w\d)\.", said.out)
    assert len(moves) == 4
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_who_answers_in_time_plays_on(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", "--time-limit", "20", typed=["right", "down", "down", "right"])
    assert "Winner: Player 2 wins" in said.out
    assert "Time is up" not in said.out


def test_each_turn_has_its_own_time(desk: Desk) -> None:
    """Five turns that are together too long, each in time."""
    process = desk.started("play", "showdown", "--time-limit", str(LIMIT), "--max-turns", "5")
    for move in (b"right", b"down", b"left", b"up", b"right"):
        read_until(process, rb"right\): \Z")
        time.sleep(LIMIT / 4)
        sent(process, move + b"\n")
    assert "Stopped unfinished after 5 turns." in waited(process)


def test_half_an_answer_is_not_the_next_players(desk: Desk) -> None:
    args = ("play", "quad", "--time-limit", str(LIMIT), "--on-timeout", "random", "--max-turns", "2", "--seed", "4")
    process = desk.started(*args)
    read_until(process, rb"A1\): \Z")
    sent(process, b"half of an ans")
    read_until(process, rb"Player 2 \(O\), enter your move \(e\.g\., A1\): \Z")
    sent(process, b"C2\n")
    assert "Sorry" not in waited(process)
    assert desk.kept_moves()[1] == "C2"


def test_half_an_answer_is_not_the_next_players_on_a_terminal(desk: Desk) -> None:
    args = ("play", "quad", "--time-limit", str(LIMIT), "--on-timeout", "random", "--max-turns", "2", "--seed", "4")
    terminal = desk.terminal(*args)
    terminal.expect("A1): ")
    terminal.child.send("half of an ans")
    terminal.answer("Player 2 (O), enter your move (e.g., A1): ", "C2")
    said = terminal.ended()
    assert "Sorry" not in said.out
    assert desk.kept_moves()[1] == "C2"


def test_the_time_left_is_said_with_every_prompt(desk: Desk) -> None:
    terminal = desk.terminal("play", "center", "--time-limit", "90")
    terminal.answer("(Player A has 90 seconds.)\r\nChoose an action ('place' or 'move'):\r\n> ", "place")
    terminal.answer("> ", "quit")
    said = terminal.ended()
    assert re.search(r"\(Player A has (89\.\d|90) seconds\.\)\nEnter the row and column", said.out)


@pytest.mark.parametrize(
    ("option", "environment"), [(["--plain"], {}), ([], {"TERM": "dumb"})], ids=["--plain", "TERM=dumb"]
)
def test_a_plain_terminal_is_told_the_time_in_words(desk: Desk, option: list[str], environment: dict[str, str]) -> None:
    terminal = desk.terminal("play", "showdown", "--time-limit", "1.2", *option, **environment)
    said = terminal.left()
    assert "\x1b" not in terminal.raw
    assert "(Player 1 has 1.2 seconds.)\nEnter move (up/down/left/right): \nTime is up, Player 1.\n" in said.out


def test_a_pipe_sees_no_escape_codes(desk: Desk) -> None:
    said = waited(desk.started("play", "showdown", "--time-limit", "1.2"))
    assert "Time is up" in said
    assert "\x1b" not in said


def test_a_resumed_match_keeps_its_limit_unless_it_is_changed(desk: Desk) -> None:
    desk.squarely("play", "quad", "--time-limit", "0.3", "--on-timeout", "random", typed=["B2"])
    process = desk.started("resume", "--max-turns", "2")
    sent(process, b"\n")
    assert "Time is up, Player 2. A random move is played: " in waited(process)
    process = desk.started("resume", "--max-turns", "3", "--on-timeout", "lose", "--time-limit", "0.4")
    sent(process, b"\n")
    said = waited(process)
    assert "(Player 1 has 0.4 seconds.)" in said
    assert "Player 2 wins: Player 1 ran out of time." in said


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "inf", "1e9", "soon", ""])
def test_a_limit_that_is_none(desk: Desk, limit: str) -> None:
    for command in (("play", "quad"), ("resume",)):
        said = desk.squarely(*command, "--time-limit", limit)
        assert f"Invalid value for '--time-limit': '{limit}' is not a number of seconds above 0" in said.err
        assert said.code == 2
