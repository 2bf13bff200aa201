"""However somebody leaves, nothing is lost, and they are told how to go on."""

import os
import pty
import re
import signal
import subprocess

import pytest

from tests.patience import wait_until

from .driving import PATIENCE, Desk, enter, moves_in, read_until
from .stands import STANDS

pytestmark = pytest.mark.slow
SAVED = "Your match is saved. To continue: squarely resume\n"
NOTHING = "No move was made, so there is nothing to resume.\n"
OVER = ["right", "down", "down", "right"]


# The end of input; at every prompt it is tried in test_prompts.py


def test_exit_codes_of_a_match_and_before_a_move_there_is_nothing_to_resume(desk: Desk) -> None:
    for typed, code, end in (
        ([], 1, f"No more input. {NOTHING}"),
        *(([word], 0, f"{word}\n{NOTHING}") for word in ("quit", "q", "exit", " QUIT ")),
        (["draw"], 1, f"No more input. {NOTHING}"),
        (["resign", "yes"], 0, ""),
        (OVER, 0, ""),
    ):
        said = desk.squarely("play", "showdown", typed=typed)
        assert (said.code, said.out.endswith(end)) == (code, True), typed
    assert sorted(map(moves_in, desk.finished)) == [[], OVER]
    nothing = "There is no unfinished match. Begin one with: squarely play GAME\n"
    assert desk.squarely("resume") == (0, nothing, "")
    assert desk.squarely("play", "showdown", typed=[*OVER[:3], "quit"]).code == 0
    # Lines end as on Windows here, and the last one not at all.
    said = desk.squarely("play", "showdown", typed=b"right\r\ndraw")
    assert (said.code, said.out.endswith(f"No more input. {SAVED}")) == (1, True)
    assert sorted(map(moves_in, desk.unfinished)) == [["right"], OVER[:3]]


def test_closed_standard_streams(desk: Desk) -> None:
    said = desk.bash("squarely play quad <&-; echo $?; squarely play quad </dev/null >&-; echo $?; squarely plya 2>&-")
    assert said.out.endswith("nothing to resume.\n1\n1\n")
    assert (said.code, said.err) == (2, "")


# Ctrl-C


def test_an_interrupt_through_a_pipe_within_a_turn(desk: Desk) -> None:
    stand = next(stand for stand in STANDS if stand.name == "center-target")
    process = desk.started(*stand.args)
    answers = [*stand.typed, *stand.lead]
    enter(process, *answers)
    prompt = re.escape(stand.prompt).encode()
    read_until(process, re.escape(f"{answers[-1]}\n").encode() + rb"[\s\S]*" + prompt + rb"\Z")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, f"\n{SAVED}".encode(), b"")
    assert len(desk.kept_moves()) == len(stand.typed)


def test_an_interrupt_and_the_end_of_input_on_a_terminal(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    for args, typed, prompt, key, code in (
        (("--plain",), "quad\n", "Who is your opponent", "c", 130),
        (("resume",), "", "Which one? [1] ", "c", 130),
        (("play", "showdown", "--time-limit", "600"), "right\ndraw\n", "Do you accept? (yes/no): ", "c", 130),
        (("play", "snatchers"), "up 1\nup\nhalf an answ", "Number of spaces (1 or 2): half an answ", "c", 130),
        (("play", "showdown"), "down\n", "Player 2's Turn.\r\nEnter move (up/down/left/right): ", "d", 1),
    ):
        terminal = desk.terminal(*args)
        terminal.child.send(typed)
        terminal.expect(prompt)
        terminal.child.sendcontrol(key)
        ended = terminal.ended()
        assert (ended.code, ended.out.endswith(SAVED)) == (code, args[0] == "play"), args
    assert sorted(map(moves_in, desk.unfinished)) == [["B2"], ["down"], ["right"], ["up 1"]]


# A closed terminal


def test_a_closed_terminal_loses_nothing(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.answer("(X), enter your move (e.g., A1): ", "B2")
    terminal.expect("(O), enter your move (e.g., A1): ")
    terminal.child.ptyproc.fileobj.close()
    terminal.child.ptyproc.wait()
    assert terminal.child.ptyproc.signalstatus == signal.SIGHUP
    said = desk.squarely("resume", typed=["1", "A1"])
    assert "Capture Square, resumed after move 1 (B2).\n" in said.out
    assert desk.kept_moves() == ["B2", "A1"]


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
    wait_until(lambda: desk.unfinished != [])
    os.close(ours)
    assert process.wait(timeout=PATIENCE) == 1
    assert not re.search("Traceback|Exception", complaints.read_text())
    assert desk.kept_moves() == ["B2"]
    if output == "file":
        assert complaints.read_text() == ""
        assert printed.read_text().endswith(SAVED)


# Going on


def test_resume_goes_on(desk: Desk) -> None:
    """The list of matches is tried in match/test_match_list.py."""
    desk.squarely("play", "quad", typed=["B2"])
    (older,) = desk.unfinished
    os.utime(older, (1, 1))
    desk.squarely("play", "showdown", typed=["right", "down"])
    unknown = ["3", "zero", "1" * 5000, "²", "-1"]
    said = desk.squarely("resume", typed=unknown)
    assert (said.code, said.err) == (1, "The input has ended before a match began.\n")
    assert said.out.count("Sorry, I do not know ") == len(unknown)
    said = desk.squarely("resume", typed=["", "down", "right"])
    assert "Center Square Showdown, resumed after move 2 (down).\n" in said.out
    assert said.match.endswith("Winner: Player 2 wins by moving the token to the center square (3,3).\n")
    assert (said.code, desk.unfinished) == (0, [older])
    assert [moves_in(path) for path in desk.finished] == [OVER]


def test_resume_keeps_what_was_agreed_and_can_change_who_plays(desk: Desk) -> None:
    args = ("--first", "human", "--second", "random", "--seed", "7", "--option", "size=5", "--names", "Ann,Zoë")
    desk.squarely("play", "quad", *args, typed=["A1"])
    before = desk.kept_moves()
    said = desk.squarely("resume", typed=["", "moves", "E5", "moves"])
    assert "Ann may choose from 23:" in said.out
    assert "▸ Zoë (O) plays " in said.out
    assert desk.kept_moves()[:2] == before
    assert len(desk.kept_moves()) in (2, 4)
    desk.unfinished[0].unlink()
    desk.squarely("play", "showdown", "--seed", "3", typed=["right"])
    said = desk.squarely("resume", "--first", "random", "--second", "random", typed=[""])
    assert (said.code, desk.unfinished) == (0, [])


def test_resume_a_file_goes_on_in_that_file(desk: Desk) -> None:
    desk.squarely("play", "quad", "--save", "game.match", typed=["B2"])
    desk.unfinished[0].unlink()
    said = desk.squarely("resume", "game.match")
    assert said.out.endswith("Your match is saved. To continue: squarely resume game.match\n")
    desk.squarely("resume", "game.match", typed=["A1", "C3"])
    assert moves_in(desk.here / "game.match") == desk.kept_moves() == ["B2", "A1", "C3"]
    (path,) = desk.unfinished  # by its own path it does not become a second match
    desk.squarely("resume", os.path.relpath(path, desk.here), typed=["D4", "resign", "yes"])
    assert desk.unfinished == []
    assert [moves_in(path) for path in desk.finished] == [["B2", "A1", "C3", "D4"]]
    over = desk.squarely("resume", str(desk.finished[0]))
    assert over.out.startswith("This match is over: Player 1 resigned. See it with: squarely show ")
    assert over.code == 0


def test_resume_a_match_without_moves(desk: Desk) -> None:
    desk.squarely("play", "quad", "--option", "size=5", typed=["save new.match"])
    where = desk.data / "squarely" / "unfinished"
    where.mkdir(parents=True)
    (desk.here / "new.match").rename(where / "new.match")
    said = desk.squarely("resume", typed=["", "E5"])
    assert re.search(r"(?m)^  1  today \d\d:\d\d +quad \(size=5\), Player 1 against Player 2, no move yet$", said.out)
    assert desk.kept_moves() == ["E5"]
