"""However somebody leaves, nothing is lost, and they are told how to go on."""

import contextlib
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

from squarely.core.match import record
from squarely.files import saved_matches

from .driving import GAMES, PATIENCE, Desk, moves_in, read_until
from .stands import STANDS, Stand

every_prompt = pytest.mark.parametrize("stand", STANDS, ids=lambda stand: stand.name)

# The end of input


@every_prompt
def test_the_end_of_input_says_how_to_resume(desk: Desk, stand: Stand) -> None:
    said = desk.squarely(*stand.args, typed=[*stand.typed, *stand.lead])
    farewell = "No more input. Your match is saved. To continue: squarely resume\n"
    assert said.out.endswith(f"{stand.prompt}\n{farewell}")
    assert said.code == 1
    assert len(desk.kept_moves()) == len(stand.typed)


def test_the_end_of_input_before_a_move(desk: Desk) -> None:
    for game in GAMES:
        said = desk.squarely("play", game)
        assert said.out.endswith("No more input. No move was made, so there is nothing to resume.\n")
        assert said.code == 1
    assert desk.unfinished == []


def test_the_end_of_input_after_the_end_of_the_match(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", typed=["right", "down", "down", "right"])
    assert said.code == 0
    assert desk.unfinished == []
    assert [moves_in(path) for path in desk.finished] == [["right", "down", "down", "right"]]
    assert "There is no unfinished match." in desk.squarely("resume").out


def test_the_end_of_input_while_a_draw_is_offered(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", typed=["right", "draw"])
    assert "Your match is saved. To continue: squarely resume" in said.out
    assert said.code == 1
    assert desk.kept_moves() == ["right"]


def test_a_last_line_without_an_end_is_an_answer(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=b"B2\nA1")
    assert desk.kept_moves() == ["B2", "A1"]
    assert said.code == 1


def test_end_of_input_on_a_terminal(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.answer("Player 1 (X), enter your move (e.g., A1): ", "B2")
    terminal.expect("Player 2 (O), enter your move (e.g., A1): ")
    terminal.child.sendeof()
    said = terminal.ended()
    assert said.out.endswith("Your match is saved. To continue: squarely resume\n")
    assert said.code == 1
    assert desk.kept_moves() == ["B2"]


def test_closed_standard_streams(desk: Desk) -> None:
    script = "squarely play quad <&- ; echo $?; squarely play quad </dev/null >&- ; echo $?; squarely frobnicate 2>&-"
    done = subprocess.run(
        ["bash", "-c", script],
        env=desk.environment(),
        cwd=desk.here,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout.endswith(b"nothing to resume.\n1\n1\n")
    assert done.stderr == b""
    assert done.returncode == 2


# Ctrl-C


@every_prompt
def test_an_interrupt_through_a_pipe(desk: Desk, stand: Stand) -> None:
    process = desk.started(*stand.args)
    assert process.stdin is not None
    answers = [*stand.typed, *stand.lead]
    process.stdin.write("".join(f"{line}\n" for line in answers).encode())
    process.stdin.flush()
    prompt = re.escape(stand.prompt).encode()
    read_until(process, re.escape(f"{answers[-1]}\n").encode() + rb"[\s\S]*" + prompt + rb"\Z")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == b"\nYour match is saved. To continue: squarely resume\n"
    assert err == b""
    assert len(desk.kept_moves()) == len(stand.typed)


@pytest.mark.parametrize("stand", [s for s in STANDS if s.name in ("quad-cell", "center-target", "snatchers-spaces")])
def test_an_interrupt_on_a_terminal(desk: Desk, stand: Stand) -> None:
    terminal = desk.terminal(*stand.args)
    prompts = [": " if stand.args[1] != "center" else "> "] * 9
    for prompt, answer in zip(prompts, [*stand.typed, *stand.lead], strict=False):
        terminal.answer(prompt, answer)
    terminal.expect(stand.prompt.splitlines()[-1])
    terminal.child.send("half an answ")
    terminal.child.sendintr()
    said = terminal.ended()
    assert said.code == 130
    assert said.out.endswith("\nYour match is saved. To continue: squarely resume\n")
    assert len(desk.kept_moves()) == len(stand.typed)


@pytest.mark.parametrize(
    ("args", "typed", "prompt"),
    [
        (("--plain",), "", "Which game, by number or name? "),
        (("--plain",), "quad\n", "Who is your opponent"),
        (("play", "quad"), "B2\ndraw\n", "Do you accept? (yes/no): "),
        (("play", "quad", "--time-limit", "60"), "B2\n", "Player 2 (O), enter your move (e.g., A1): "),
    ],
    ids=["menu game", "menu opponent", "draw", "clock"],
)
def test_an_interrupt_elsewhere(desk: Desk, args: tuple[str, ...], typed: str, prompt: str) -> None:
    terminal = desk.terminal(*args)
    terminal.child.send(typed)
    terminal.expect(prompt)
    terminal.child.sendintr()
    assert terminal.ended().code == 130


def test_an_interrupt_of_the_choice_what_to_resume(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    terminal = desk.terminal("resume")
    terminal.expect("Which one? [1] ")
    terminal.child.sendintr()
    assert terminal.ended().code == 130
    assert desk.kept_moves() == ["B2"]


# A closed terminal


def test_a_closed_terminal_loses_nothing(desk: Desk) -> None:
    terminal = desk.terminal("play", "center")
    for answer in ("place", "0 0", "place 2 2", "move", "0 0"):
        terminal.answer("> ", answer)
    terminal.expect("> ")
    terminal.child.ptyproc.fileobj.close()
    terminal.child.ptyproc.wait()
    assert terminal.child.ptyproc.signalstatus == signal.SIGHUP
    said = desk.squarely("resume", typed=["1", "move 0 0 0 1"])
    assert re.search(r"(?m)^  1  today \d\d:\d\d +center, Player A against Player B, 2 moves$", said.out)
    assert "Capture Square, resumed after move 2 (place 2 2).\n" in said.out
    assert desk.kept_moves() == ["place 0 0", "place 2 2", "move 0 0 0 1"]


@pytest.mark.parametrize("output", ["terminal", "file"])
def test_a_terminal_that_goes_away_from_under_a_command_that_ignores_it(desk: Desk, output: str) -> None:
    """As under nohup: the command outlives its terminal, notices, and ends without a traceback."""
    ours, theirs = pty.openpty()
    printed, complaints = desk.here / "printed", desk.here / "complaints"
    with printed.open("wb") as out, complaints.open("wb") as err:
        process = subprocess.Popen(
            ["bash", "-c", "trap '' HUP; exec squarely play quad"],
            stdin=theirs,
            stdout=theirs if output == "terminal" else out,
            stderr=err,
            env=desk.environment(),
            cwd=desk.here,
            start_new_session=True,
        )
    os.close(theirs)
    os.write(ours, b"B2\n")
    give_up = time.monotonic() + PATIENCE
    while not desk.unfinished:
        assert time.monotonic() < give_up
        time.sleep(0.02)
    os.close(ours)
    assert process.wait(timeout=PATIENCE) == 1
    assert "Traceback" not in complaints.read_text()
    assert "Exception" not in complaints.read_text()
    assert desk.kept_moves() == ["B2"]
    if output == "file":
        assert complaints.read_text() == ""
        assert printed.read_text().endswith("Your match is saved. To continue: squarely resume\n")


# Going on


def test_resume_offers_the_latest_first_and_goes_on(desk: Desk) -> None:
    desk.squarely("play", "quad", "--option", "size=5", "--names", "Ann,Bob", typed=["B2"])
    (older,) = desk.unfinished
    os.utime(older, (1, 1))
    desk.squarely("play", "showdown", typed=["right", "down"])
    said = desk.squarely("resume", typed=["3", "zero", "", "down", "right"])
    older_line, newer_line, words, *answered = said.out.splitlines()
    assert re.fullmatch(r"  2  1 Jan 1970 +quad \(size=5\), Ann against Bob, 1 move", older_line)
    assert re.fullmatch(r"  1  today \d\d:\d\d +showdown, Player 1 against Player 2, 2 moves", newer_line)
    assert answered[:4] == [
        "Which one? [1] 3",
        f"Sorry, I do not know '3'. {words}",
        "Which one? [1] zero",
        f"Sorry, I do not know 'zero'. {words}",
    ]
    assert "Center Square Showdown, resumed after move 2 (down).\n" in said.out
    assert said.match.endswith("Winner: Player 2 wins by moving the token to the center square (3,3).\n")
    assert said.code == 0
    assert desk.unfinished == [older]
    assert [moves_in(path) for path in desk.finished] == [["right", "down", "down", "right"]]


def test_which_of_several_to_resume_needs_an_answer(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    desk.squarely("play", "showdown", typed=["right"])
    said = desk.squarely("resume")
    assert said.err == "The input has ended before a match began.\n"
    assert said.code == 1


def test_a_very_long_number_is_no_choice(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    said = desk.squarely("resume", typed=["1" * 5000, "²", "-1", "1", "A1"])
    assert said.out.count("Sorry, I do not know ") == 3
    assert desk.kept_moves() == ["B2", "A1"]


def test_resume_keeps_what_was_agreed(desk: Desk) -> None:
    args = ("--first", "human", "--second", "random", "--seed", "7", "--option", "size=5", "--names", "Ann,Zoë")
    desk.squarely("play", "quad", *args, typed=["A1"])
    before = desk.kept_moves()
    said = desk.squarely("resume", typed=["", "moves", "E5", "moves"])
    assert "Ann may choose from 23:" in said.out
    assert "▸ Zoë (O) plays " in said.out
    assert desk.kept_moves()[:2] == before
    assert len(desk.kept_moves()) in (2, 4)


def test_resume_can_change_who_plays(desk: Desk) -> None:
    desk.squarely("play", "showdown", "--seed", "3", typed=["right"])
    said = desk.squarely("resume", "--first", "random", "--second", "random", typed=[""])
    assert said.code == 0
    assert "Winner: " in said.out
    assert desk.unfinished == []


def test_resume_a_file_goes_on_in_that_file(desk: Desk) -> None:
    desk.squarely("play", "quad", "--save", "game.match", typed=["B2"])
    desk.unfinished[0].unlink()
    said = desk.squarely("resume", "game.match")
    assert said.out.endswith("Your match is saved. To continue: squarely resume game.match\n")
    desk.squarely("resume", "game.match", typed=["A1", "C3"])
    assert moves_in(desk.here / "game.match") == ["B2", "A1", "C3"]
    assert desk.kept_moves() == ["B2", "A1", "C3"]


def test_resume_by_its_own_path_does_not_make_a_second_match(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    (path,) = desk.unfinished
    desk.squarely("resume", os.path.relpath(path, desk.here), typed=["A1", "resign", "yes"])
    assert desk.unfinished == []
    assert [moves_in(path) for path in desk.finished] == [["B2", "A1"]]


def test_resume_leaves_out_what_cannot_be_read(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    broken = desk.unfinished[0].with_name("0.match")
    broken.write_text('[Game "quad"]\n\n1. B2\n')
    said = desk.squarely("resume", typed=["1", "A1"])
    assert f"(left out: {broken}, line 3: " in said.out
    assert "resumed after move 1 (B2)" in said.out
    broken.unlink()
    assert desk.kept_moves() == ["B2", "A1"]


def test_resume_a_match_without_moves(desk: Desk) -> None:
    desk.squarely("play", "quad", "--option", "size=5", typed=["save new.match"])
    where = desk.data / "squarely" / "unfinished"
    where.mkdir(parents=True)
    (desk.here / "new.match").rename(where / "new.match")
    said = desk.squarely("resume", typed=["", "E5"])
    assert re.search(r"(?m)^  1  today \d\d:\d\d +quad \(size=5\), Player 1 against Player 2, no move yet$", said.out)
    assert desk.kept_moves() == ["E5"]


def test_resume_a_match_that_is_over(desk: Desk) -> None:
    desk.squarely("play", "quad", "--save", "over.match", typed=["B2", "resign", "yes"])
    said = desk.squarely("resume", "over.match")
    assert said.out == "This match is over: Player 2 resigned. See it with: squarely show over.match\n"
    assert said.code == 0


# kill -9

FULL = ("--position", "XOXO/XOXO/OXOX/OXOX X")
ENDLESS = {  # how to begin, moves that never end the game, and what the board after a move looks like
    "showdown": ((), (), ("right", "down", "left", "up"), rb"(?m)^Token moved to position \(.,.\)\.$"),
    "snatchers": ((), (), ("up 1", "up 1", "down 1", "down 1"), rb"(?m)^You moved to position \(.,.\)\.$"),
    "quad": (FULL, (), ("swap A1 B1",), rb"(?m)^4 . \| . \| . \| . $"),
    "center": (
        (),
        ("place 0 0", "place 2 2"),
        ("move 0 0 0 1", "move 2 2 2 1", "move 0 1 0 0", "move 2 1 2 2"),
        rb"(?m)^   . {10}. {10}.\n   . {10}. {10}.\n   . {10}. {10}.$",
    ),
}
ROUNDS = 11


def endless(game: str) -> Iterator[str]:
    """The moves of a match that never ends."""
    _, first, then, _ = ENDLESS[game]
    yield from first
    yield from cycle(then)


@pytest.mark.parametrize("game", ENDLESS)
def test_killed_at_any_moment_nothing_that_was_acknowledged_is_lost(desk: Desk, game: str) -> None:
    """One match, killed again and again while moves pour in, and resumed each time: 11 times for each of four games."""
    begin, _, _, board = ENDLESS[game]
    chance = random.Random(f"kill {game}")
    kept: list[str] = []
    for _ in range(ROUNDS):
        args = ("resume",) if kept else ("play", game, *begin)
        typed = [*([""] if kept else []), *islice(endless(game), len(kept), len(kept) + 2000)]
        acknowledged = _killed_after(desk, args, typed, board, chance) - (1 if game == "quad" else 0)
        (path,) = desk.unfinished
        text = path.read_text(encoding="utf-8")
        assert text.endswith("\n*\n")
        after = [str(move) for move in record.read(text).match.moves]
        assert after == list(islice(endless(game), len(after)))
        assert len(kept) + acknowledged <= len(after) <= len(kept) + acknowledged + 1
        assert acknowledged >= 1
        kept = after
    said = desk.squarely("resume", typed=[""])
    assert f"resumed after move {len(kept)} (" in said.out


def _killed_after(desk: Desk, args: tuple[str, ...], typed: list[str], board: bytes, chance: random.Random) -> int:
    """Kill the command at a random moment soon after a random move; returns how many boards it had printed."""
    process = desk.started(*args)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in typed).encode())
    process.stdin.flush()
    printed, wanted = b"", chance.randint(2, 20)
    while len(re.findall(board, printed)) < wanted:
        chunk = os.read(process.stdout.fileno(), 4096)
        assert chunk, printed
        printed += chunk
    time.sleep(chance.random() * 0.004)
    process.kill()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    printed += process.stdout.read()
    process.stdout.close()
    assert process.stderr is not None
    process.stderr.close()
    assert process.wait() == -signal.SIGKILL
    return len(re.findall(board, printed))


def test_killed_while_moves_are_made_and_taken_back(desk: Desk) -> None:
    """Numbers is over after nine moves, so here one player changes their mind without end."""
    chance = random.Random("kill numbers")
    position = ("--position", "538/291/647 1 0-0")
    for round_ in range(ROUNDS):
        args = ("resume",) if round_ else ("play", "numbers", *position)
        typed = ["" if round_ else "1 1", *["2 2", "undo"] * 1000]
        _killed_after(desk, args, typed, rb"(?m)^\+---\+---\+---\+\n\| [5 ]", chance)
        moves = desk.kept_moves()
        assert moves in (["1 1"], ["1 1", "2 2"])
        if len(moves) == 2:  # so that the next round begins where this one did
            desk.squarely("resume", typed=["", "undo"])
            assert desk.kept_moves() == ["1 1"]


REPLACING = """
import sys
from itertools import cycle
from pathlib import Path
from squarely.files.saved_matches import replace_text
path = Path(sys.argv[1])
for letter in cycle("abc"):
    replace_text(path, letter * 400_000 + "end")
"""


def test_replacing_a_file_is_all_or_nothing_when_killed(tmp_path: Path) -> None:
    path, chance, seen = tmp_path / "file", random.Random("replace"), set()
    path.write_text("a" * 400_000 + "end")
    for _ in range(12):
        before = path.stat().st_mtime_ns
        process = subprocess.Popen([sys.executable, "-c", REPLACING, str(path)])
        give_up = time.monotonic() + PATIENCE
        while path.stat().st_mtime_ns == before:
            assert time.monotonic() < give_up
            time.sleep(0.002)
        time.sleep(chance.random() * 0.01)
        process.kill()
        process.wait()
        text = path.read_text()
        assert text in {letter * 400_000 + "end" for letter in "abc"}
        seen.add(text[0])
    assert len(seen) > 1


def test_replacing_a_file_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    saved_matches.replace_text(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        saved_matches.replace_text(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
