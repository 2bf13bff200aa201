"""Programs as players: what they are told, what they may answer, and what happens to those that fail."""

import os
import shlex
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from squarely import Match
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from squarely.players import dismiss_players, program, seat_player
from squarely.players.player_faults import PlayerFault
from squarely.players.program import Program
from tests.boards import playouts, refusal
from tests.games.outside_games import HEAP, Heap
from tests.patience import wait_until
from tests.terminal.driving import Desk

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = (shlex.join([sys.executable, f"{ROOT}/examples/player.py"]), shlex.join([f"{ROOT}/examples/player.sh"]))
SOON = 0.3  # seconds; patience for those that never answer
OPENED = Match.of(registry.load("showdown"))


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", f"exec({code!r})"])


def is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_examples_play_every_game() -> None:
    games = {**dict.fromkeys(registry.names(), ""), "numbers": "capture=choose", "quad": "size=3"}
    for example, which in zip(EXAMPLES, (-1, 0), strict=True):
        player = Program(example)
        for name, options in games.items():
            for match in playouts(registry.load(name, options), matches=1, turns=12):
                assert not match.legal_moves or player.choose(match) == match.legal_moves[which]
        player.close()


def test_the_conversation_is_the_one_of_the_page_and_other_options_are_another_run(
    tmp_path: Path,
) -> None:
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8").splitlines()
    told, answers = ([line[6:] for line in page if line.startswith(f"    {who} ")] for who in "><")
    said = {told[0]: answers, "squarely 1 numbers size=2,capture=choose": ["2 1 : 1 1", "1,2"]}
    player = Program(python(f"""
import sys
with open({str(tmp_path / "notes")!r}, "a") as notes:
    for line in sys.stdin:
        notes.write(line)
        notes.flush()
        if line.startswith("squarely"):
            answers = iter({said!r}[line.strip()])
        if line == "go\\n":
            print(next(answers), flush=True)
    notes.write("(the input ends)\\n")
"""))  # fmt: skip
    game, other = registry.load("numbers"), registry.load("numbers", "size=2,capture=choose")
    for line in told:
        if line.startswith("position "):
            player.choose(Match.of(game, game.read_position(line.partition(" ")[2])))
    match = Match.of(other, other.read_position("12/34 1 0-0"))
    match = match.play(player.choose(match)).play("2 2")
    match = match.play(player.choose(match))
    player.close()
    assert [str(move) for move in match.moves] == ["2 1 : 1 1", "2 2", "1 2"]
    assert (tmp_path / "notes").read_text().splitlines() == [
        *(*told, "(the input ends)", "squarely 1 numbers size=2,capture=choose", "position 12/34 1 0-0"),
        *("moves 1 1 | 1 2 | 1 2 : 1 1 | 2 1 | 2 1 : 1 1 | 2 2 | 2 2 : 1 2 | 2 2 : 2 1 | 2 2 : 1 2, 2 1", "go"),
        *("position .2/.. 1 4-4", "moves 1 2", "go", "(the input ends)"),
    ]
    assert len(answers) == 2


def test_long_lines_arrive_whole_however_slowly_they_are_read_if_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position takes more words than a pipe holds."""
    monkeypatch.setattr(Heap, "write_position", lambda *_: "so " * 100_000 + "on")
    code = """
import sys, time
time.sleep(0.2)
for line in sys.stdin:
    if line.startswith("position"):
        whole = line == "position " + "so " * 100_000 + "on\\n"
    if line == "go\\n":
        print("take 1" if whole else "take 2", flush=True)
"""
    match, player = Match.of(HEAP), Program(python(code))
    assert str(player.choose(match)) == "take 1"
    player.close()
    unread = python("import os, time; os.write(1, b'take 1\\n'); time.sleep(600)")
    assert "within 0.3 seconds" in refusal(PlayerFault, Program(unread, SOON).choose, match)


FAILURES = {
    "print('up', flush=True); input()": "answered 'up': ",
    "print('north', flush=True); input()": "answered 'north': ",
    "print('', flush=True); input()": "answered '': ",
    "import sys; sys.exit(3)": "ended with exit code 3 instead of answering",
    "import os; os.kill(os.getpid(), 9)": "was killed by signal 9 instead of answering",
    "pass": "ended with exit code 0 instead of answering",
    "print('down', end='')": "ended with exit code 0 in the middle of a line",
    "import os, time; os.close(1); os.close(2); time.sleep(600)": "closed its output instead of answering",
    "import os, time; os.write(1, b'down\\ndown\\n'); time.sleep(600)": "answered more than one line",
    "while True: print('down' * 1000, end='')": "answered more than 4096 characters, which is no move",
    "import os, time; os.write(1, b'\\xff\\xfe\\n'); time.sleep(600)": "answered something that is not text",
    "import signal, time; signal.signal(15, signal.SIG_IGN); print('x', flush=True); time.sleep(600)": "answered 'x': ",
    "import time; time.sleep(600)": "has not answered within 0.3 seconds",
    "import os, time; os.close(0); time.sleep(600)": "has not answered within 0.3 seconds",
    "import sys, time; print('down', end='', flush=True); time.sleep(600)": "has not ended its line within 0.3 seconds",
}


@pytest.mark.parametrize("code", FAILURES)
def test_a_failing_program_is_a_sentence_and_leaves_nothing_behind(code: str, tmp_path: Path) -> None:
    note, says = tmp_path / "number", FAILURES[code]
    command = python(f"import os; open({str(note)!r}, 'w').write(str(os.getpid()))\n{code}")
    player = Program(command, SOON if "within" in says else None)
    said = refusal(PlayerFault, player.choose, OPENED)
    # A slow machine may need longer to start Python than the patience.
    while not note.exists() or not note.read_text() or ("not ended" in says and "answered" in said):
        said = refusal(PlayerFault, player.choose, OPENED)
    assert said.startswith("the program '")
    assert says in said
    assert not said.endswith(".")
    assert not is_running(int(note.read_text()))


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
    player = Program(python(code))
    match = OPENED.play(player.choose(OPENED)).play("down")
    (tmp_path / "asked").touch()
    wait_until((tmp_path / "said").exists)
    assert "said 'again' before it was asked" in refusal(PlayerFault, player.choose, match)


def test_what_a_program_has_started_ends_with_it_and_one_that_ignores_the_end_is_stopped(tmp_path: Path) -> None:
    script = tmp_path / "player.sh"
    script.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {tmp_path}/number\necho down\nwait\n")
    script.chmod(0o755)
    code = f"""
import os, signal, time
open({str(tmp_path / "deaf")!r}, "w").write(str(os.getpid()))
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("down", flush=True)
while True: time.sleep(600)
"""
    parent, deaf = Program(str(script)), Program(python(code))
    parent.choose(OPENED)
    deaf.choose(OPENED)
    child = int((tmp_path / "number").read_text())
    assert is_running(child)
    dismiss_players(None, parent, deaf)
    wait_until(lambda: not is_running(child))
    assert not is_running(int((tmp_path / "deaf").read_text()))


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

    def end_tracing(*_: Any) -> str:
        sys.settrace(None)
        raise BadPlayer("it was started, and every line before has been interrupted")

    monkeypatch.setattr(subprocess, "Popen", Counted)
    monkeypatch.setattr(Program, "_ask", end_tracing)
    monkeypatch.setattr(program, "_GRACE", 0)
    for line in count(1):
        left, player = line, Program("sleep 600")
        sys.settrace(interrupt)
        try:
            player.choose(OPENED)
        except KeyboardInterrupt:
            pass
        except BadPlayer:
            break
        finally:
            sys.settrace(None)
        player.close()
    assert len(started) > 20
    wait_until(lambda: not any(map(is_running, started)))


def test_a_command_that_cannot_be_run_is_refused_and_nothing_is_a_shell(tmp_path: Path) -> None:
    for command, says in {
        "": "program: needs a command behind it, such as program:./player.sh",
        "'./player.sh": "the command ''./player.sh' cannot be read: no closing quotation",
        "./no-such-player --fast": "there is no program './no-such-player' here that can be run",
        "echo one\ntwo": "the command 'echo one?two' is not one line of printable text",
    }.items():
        assert refusal(BadPlayer, seat_player, f"program:{command}", 0) == says
    said = refusal(PlayerFault, Program(f"echo down; touch {tmp_path}/harm").choose, OPENED)
    assert "answered 'down; touch" in said
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "player").write_text("no program at all")
    (tmp_path / "player").chmod(0o755)
    said = refusal(BadPlayer, Program(str(tmp_path / "player")).choose, OPENED)
    assert said.endswith("cannot be started: Exec format error")


def test_a_program_that_fails_loses_no_match_and_has_the_patience_of_its_time_limit(desk: Desk) -> None:
    once = python("input(); input(); input(); input(); print('down', flush=True); input(); raise SystemExit(5)")
    said = desk.squarely("play", "showdown", "--second", f"program:{once}", typed=["right", "left"])
    assert (said.code, said.err) == (1, "")
    assert "ended with exit code 5 instead of answering. Your match is saved. To continue: squarely resume" in said.out
    assert desk.kept_moves() == ["right", "down", "left"]
    again = desk.squarely("resume", "--second", "random", typed=[])
    assert again.code == 1  # the input has ended, not the match
    assert len(desk.kept_moves()) == 4
    slow = python("import time; time.sleep(600)")
    said = desk.squarely("play", "showdown", "--first", f"program:{slow}", "--time-limit", "0.5")
    assert said.code == 1
    assert "has not answered within 0.5 seconds. No move was made" in said.out
