"""Programs as players: what they are told, what they may answer, and what happens to those that fail."""

import os
import shlex
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from squarely import Match
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from squarely.players import dismiss_players, seat_player
from squarely.players.player_faults import PlayerFault
from squarely.players.program import Program
from tests.boards import playouts, refusal
from tests.patience import wait_until
from tests.players.ring import Ring
from tests.terminal.driving import Desk

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = {
    "player.py": shlex.join([sys.executable, f"{ROOT}/examples/player.py"]),
    "player.sh": shlex.join([f"{ROOT}/examples/player.sh"]),
}
SOON = 0.3  # seconds; patience for those that never answer


def program(code: str) -> str:
    """The command that runs this Python code."""
    return shlex.join([sys.executable, "-c", f"exec({code!r})"])


def opened() -> Match:
    return Match.of(registry.load("showdown"))


def is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def is_gone(number: int) -> bool:
    """Whether a process that may still be ending has ended."""
    wait_until(lambda: not is_running(number))
    return True


# Examples


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_short(example: str) -> None:
    assert len((ROOT / "examples" / example).read_text(encoding="utf-8").splitlines()) <= 15


@pytest.mark.parametrize(("example", "which"), [("player.py", -1), ("player.sh", 0)])
@pytest.mark.parametrize(
    ("name", "options"),
    [("center", ""), ("numbers", "capture=choose"), ("quad", "size=3"), ("showdown", ""), ("snatchers", "")],
)
def test_an_example_plays_every_game(example: str, which: int, name: str, options: str) -> None:
    player = Program(EXAMPLES[example])
    for match in playouts(registry.load(name, options), matches=2, turns=12):
        if match.legal_moves:
            assert player.choose(match) == match.legal_moves[which]
    player.close()


def test_two_programs_play_a_match_at_the_terminal(desk: Desk) -> None:
    first, second = (f"program:{command}" for command in EXAMPLES.values())
    said = desk.squarely("play", "numbers", "--seed", "4", "--first", first, "--second", second)
    assert said.code == 0
    assert said.err == ""
    assert "Winner: Player" in said.out


# The protocol


def heard(path: Path, answers: list[str]) -> str:
    """A program that writes down all it is told and gives these answers."""
    code = f"""
import sys
answers = iter({answers!r})
with open({str(path)!r}, "a") as notes:
    for line in sys.stdin:
        notes.write(line)
        notes.flush()
        if line == "go\\n":
            print(next(answers), flush=True)
    notes.write("(the input ends)\\n")
"""
    return program(code)


def test_the_conversation_is_the_one_that_the_page_shows(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    shown = [line.strip() for line in page.splitlines() if line.startswith(("    > ", "    < "))]
    told = [line[2:] for line in shown if line.startswith("> ")]
    answers = [line[2:] for line in shown if line.startswith("< ")]
    game = registry.load(told[0].split()[2])
    player = Program(heard(tmp_path / "notes", answers))
    for line in told:
        if line.startswith("position "):
            player.choose(Match.of(game, game.read_position(line.partition(" ")[2])))
    player.close()
    assert len(answers) == 2
    assert (tmp_path / "notes").read_text().splitlines() == [*told, "(the input ends)"]


def test_what_a_program_is_told(tmp_path: Path) -> None:
    game = registry.load("numbers", "size=2,capture=choose")
    match = Match.of(game, game.read_position("12/34 1 0-0"))
    player = Program(heard(tmp_path / "notes", ["2 1 : 1 1", "1,2"]))
    match = match.play(player.choose(match)).play("2 2")
    match = match.play(player.choose(match))
    player.close()
    assert [str(move) for move in match.moves] == ["2 1 : 1 1", "2 2", "1 2"]
    assert (tmp_path / "notes").read_text().splitlines() == [
        "squarely 1 numbers size=2,capture=choose",
        "position 12/34 1 0-0",
        "moves 1 1 | 1 2 | 1 2 : 1 1 | 2 1 | 2 1 : 1 1 | 2 2 | 2 2 : 1 2 | 2 2 : 2 1 | 2 2 : 1 2, 2 1",
        "go",
        "position .2/.. 1 4-4",
        "moves 1 2",
        "go",
        "(the input ends)",
    ]


def test_the_rulebook_s_rules_are_told_as_the_game_alone(tmp_path: Path) -> None:
    player = Program(heard(tmp_path / "notes", ["down"]))
    player.choose(opened())
    player.close()
    assert (tmp_path / "notes").read_text().splitlines()[0] == "squarely 1 showdown"


def test_another_game_is_another_run(tmp_path: Path) -> None:
    player = Program(heard(tmp_path / "notes", ["down"]))
    player.choose(opened())
    player.choose(Match.of(registry.load("showdown", "size=7")))
    player.close()
    told = (tmp_path / "notes").read_text().splitlines()
    assert [line for line in told if line.startswith(("squarely", "("))] == [
        "squarely 1 showdown",
        "(the input ends)",
        "squarely 1 showdown size=7",
        "(the input ends)",
    ]


class Wordy(Ring):
    """A position that takes more words than a pipe holds."""

    def write_position(self, position: Ring.Position) -> str:
        return "so " * 100_000 + "on"


def test_long_lines_arrive_whole_however_slowly_they_are_read() -> None:
    code = """
import sys, time
time.sleep(0.2)
for line in sys.stdin:
    if line.startswith("position"):
        whole = line == "position " + "so " * 100_000 + "on\\n"
    if line == "go\\n":
        print("walk" if whole else "stop", flush=True)
"""
    match = Match.of(Wordy())
    player = Program(program(code))
    assert str(match.game.name_move(match.position, player.choose(match))) == "walk"
    player.close()


def test_a_program_that_answers_without_reading_is_refused_in_time() -> None:
    code = "import os, time; os.write(1, b'walk\\n'); time.sleep(600)"
    match = Match.of(Wordy())
    assert "within 0.3 seconds" in refusal(PlayerFault, Program(program(code), SOON).choose, match)


# Failures


FAILURES = {
    "illegal": ("print('up', flush=True); input()", "answered 'up': "),
    "unreadable": ("print('north', flush=True); input()", "answered 'north': "),
    "empty": ("print('', flush=True); input()", "answered '': "),
    "crash": ("import sys; sys.exit(3)", "ended with exit code 3 instead of answering"),
    "killed": ("import os; os.kill(os.getpid(), 9)", "was killed by signal 9 instead of answering"),
    "quiet end": ("pass", "ended with exit code 0 instead of answering"),
    "silence": ("import time; time.sleep(600)", "has not answered within 0.3 seconds"),
    "deafness": ("import os, time; os.close(0); time.sleep(600)", "has not answered within 0.3 seconds"),
    "half a line": (
        "import sys, time; sys.stdout.write('down'); sys.stdout.flush(); time.sleep(600)",
        "has not ended its line within 2 seconds",
    ),
    "half a line and the end": ("print('down', end='')", "ended with exit code 0 in the middle of a line"),
    "closed output": (
        "import os, time; os.close(1); os.close(2); time.sleep(600)",
        "closed its output instead of answering",
    ),
    "two lines": ("import os, time; os.write(1, b'down\\ndown\\n'); time.sleep(600)", "answered more than one line"),
    "a flood": ("while True: print('down' * 1000, end='')", "answered more than 4096 characters, which is no move"),
    "not text": (
        "import os, time; os.write(1, b'\\xff\\xfe\\n'); time.sleep(600)",
        "answered something that is not text",
    ),
    "a deaf ear for stopping": (
        "import signal, time; signal.signal(15, signal.SIG_IGN); print('x', flush=True); time.sleep(600)",
        "answered 'x': ",
    ),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failing_program_is_a_sentence_and_leaves_nothing_behind(failure: str, tmp_path: Path) -> None:
    code, says = FAILURES[failure]
    note = tmp_path / "number"
    patience = {"silence": SOON, "deafness": SOON, "half a line": 2.0}.get(failure)
    player = Program(program(f"import os; open({str(note)!r}, 'w').write(str(os.getpid()))\n{code}"), patience)
    if patience == SOON:
        warm_up(player, note)
    said = refusal(PlayerFault, player.choose, opened())
    while failure == "half a line" and "has not answered" in said:  # a slow machine needs longer to start Python
        said = refusal(PlayerFault, player.choose, opened())
    assert says in said
    assert said.startswith("the program '")
    assert not said.endswith(".")
    assert not is_running(int(note.read_text()))


def warm_up(player: Program, note: Path) -> None:
    """A slow machine may need longer to start Python than the patience; only that it wrote its number matters."""
    while not note.exists() or not note.read_text():
        try:
            player.choose(opened())
        except BadPlayer:
            continue


def test_a_program_that_speaks_before_it_is_asked_is_refused(tmp_path: Path) -> None:
    code = f"""
import os
input(); input(); input(); input()
os.write(1, b"down\\n")
while not os.path.exists({str(tmp_path / "asked")!r}):
    pass
os.write(1, b"again\\n")
open({str(tmp_path / "said")!r}, "w").close()
input()
"""
    player, match = Program(program(code)), opened()
    match = match.play(player.choose(match)).play("down")
    (tmp_path / "asked").touch()
    while not (tmp_path / "said").exists():
        time.sleep(0.01)
    assert "said 'again' before it was asked" in refusal(PlayerFault, player.choose, match)


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    script = tmp_path / "player.sh"
    script.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {tmp_path}/number\necho down\nwait\n")
    script.chmod(0o755)
    player = Program(str(script))
    player.choose(opened())
    started = int((tmp_path / "number").read_text())
    assert is_running(started)
    player.close()
    assert is_gone(started)


def test_a_program_that_ignores_the_end_is_stopped(tmp_path: Path) -> None:
    code = f"""
import os, signal, time
open({str(tmp_path / "number")!r}, "w").write(str(os.getpid()))
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("down", flush=True)
while True: time.sleep(600)
"""
    player = Program(program(code))
    player.choose(opened())
    dismiss_players(None, player)
    assert not is_running(int((tmp_path / "number").read_text()))


def test_ctrl_c_at_any_line_while_a_program_is_started_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    left = 0

    class Counted(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            started.append(self.pid)

    def interrupt(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        if Path(frame.f_code.co_filename).stem not in ("program", "contextlib", "signal", "thread", "threading"):
            return None
        left -= event == "line"
        if left == 0:
            signal.raise_signal(signal.SIGINT)
        return interrupt

    monkeypatch.setattr(subprocess, "Popen", Counted)

    def end_tracing(*_: Any) -> str:
        sys.settrace(None)
        raise BadPlayer("it was started, and every line before has been interrupted")

    monkeypatch.setattr(Program, "_ask", end_tracing)
    monkeypatch.setattr("squarely.players.program._GRACE", 0)
    match = opened()
    for line in count(1):
        left, player = line, Program("sleep 600")
        sys.settrace(interrupt)
        try:
            player.choose(match)
        except KeyboardInterrupt:
            pass
        except BadPlayer:
            break
        finally:
            sys.settrace(None)
        player.close()
    assert len(started) > 20
    assert all(map(is_gone, started))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("", "program: needs a command behind it, such as program:./player.sh"),
        ("'./player.sh", "the command ''./player.sh' cannot be read: no closing quotation"),
        ("./no-such-player --fast", "there is no program './no-such-player' here that can be run"),
        ("echo one\ntwo", "the command 'echo one?two' is not one line of printable text"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused_when_it_takes_its_seat(command: str, says: str) -> None:
    assert refusal(BadPlayer, seat_player, f"program:{command}", 0) == says


def test_a_file_that_only_looks_like_a_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "player").write_text("no program at all")
    (tmp_path / "player").chmod(0o755)
    said = refusal(BadPlayer, Program(str(tmp_path / "player")).choose, opened())
    assert said.endswith("cannot be started: Exec format error")


def test_nothing_is_a_shell(tmp_path: Path) -> None:
    player = Program(f"echo down; touch {tmp_path}/harm")
    assert "answered 'down; touch" in refusal(PlayerFault, player.choose, opened())
    assert list(tmp_path.iterdir()) == []


# At the terminal


def test_a_program_that_fails_in_the_middle_loses_no_match(desk: Desk) -> None:
    once = program("input(); input(); input(); input(); print('down', flush=True); input(); raise SystemExit(5)")
    said = desk.squarely("play", "showdown", "--second", f"program:{once}", typed=["right", "left"])
    assert said.code == 1
    assert said.err == ""
    assert "ended with exit code 5 instead of answering. Your match is saved. To continue: squarely resume" in said.out
    assert said.out.endswith("To seat another player there: squarely resume --second PLAYER\n")
    assert desk.kept_moves() == ["right", "down", "left"]
    again = desk.squarely("resume", "--second", "random", typed=[])
    assert again.code == 1  # the input has ended, not the match
    assert len(desk.kept_moves()) == 4


def test_the_time_limit_of_the_match_is_the_patience_with_a_program(desk: Desk) -> None:
    slow = program("import time; time.sleep(600)")
    said = desk.squarely("play", "showdown", "--first", f"program:{slow}", "--time-limit", "0.5")
    assert said.code == 1
    assert "has not answered within 0.5 seconds. No move was made" in said.out


def test_a_record_from_elsewhere_does_not_run_a_program_unasked(desk: Desk) -> None:
    harm = program(f"open({str(desk.here / 'harm')!r}, 'w')")
    lines = ['[Game "showdown"]', f'[SecondPlayer "program:{escaped(harm)}"]', '[Result "*"]', "", "1. right", "*", ""]
    (desk.here / "gift.match").write_text("\n".join(lines))
    said = desk.squarely("resume", "gift.match")
    assert said.code == 2
    assert said.err.startswith("squarely: gift.match wants to run a program; if you trust it, add: --second 'program:")
    assert not (desk.here / "harm").exists()
    assert desk.squarely("resume", "gift.match", "--second", f"program:{harm}").code == 1
    assert (desk.here / "harm").exists()


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
