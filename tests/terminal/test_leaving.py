"""However somebody leaves, nothing is lost, and they are told how to go on."""

import os
import pty
import re
import signal
import subprocess

import pytest

from tests.patience import wait_until

from .driving import GAMES, PATIENCE, Desk, enter, moves_in, read_until
from .stands import STANDS, Stand

SAVED = "Your match is saved. To continue: squarely resume\n"
OVER = ["right", "down", "down", "right"]
some_stands = pytest.mark.parametrize(
    "stand", [stand for stand in STANDS if stand.name in ("quad-cell", "center-target", "snatchers-spaces")]
)


# The end of input


@pytest.mark.parametrize("stand", STANDS, ids=lambda stand: stand.name)
def test_the_end_of_input_says_how_to_resume(desk: Desk, stand: Stand) -> None:
    said = desk.squarely(*stand.args, typed=[*stand.typed, *stand.lead])
    assert said.out.endswith(f"{stand.prompt}\nNo more input. {SAVED}")
    assert said.code == 1
    assert len(desk.kept_moves()) == len(stand.typed)


@pytest.mark.slow
def test_before_a_move_there_is_nothing_to_resume(desk: Desk) -> None:
    nothing = "No move was made, so there is nothing to resume.\n"
    for game in GAMES:
        for typed, code, end in (((), 1, f"No more input. {nothing}"), (("quit",), 0, f"quit\n{nothing}")):
            said = desk.squarely("play", game, typed=typed)
            assert (said.code, said.out.endswith(end)) == (code, True), (game, said)
    assert desk.unfinished == []
    nothing = "There is no unfinished match. Begin one with: squarely play GAME\n"
    assert desk.squarely("resume") == (0, nothing, "")


@pytest.mark.slow
def test_exit_codes_of_a_match(desk: Desk) -> None:
    for typed, code in ((OVER, 0), (OVER[:3], 1), ([*OVER[:3], "quit"], 0), (["resign", "yes"], 0)):
        assert desk.squarely("play", "showdown", typed=typed).code == code, typed
    assert len(desk.finished) == len(desk.unfinished) == 2
    assert OVER in map(moves_in, desk.finished)


def test_the_end_of_input_while_a_draw_is_offered(desk: Desk) -> None:
    """Lines end as on Windows here, and the last one not at all."""
    said = desk.squarely("play", "showdown", typed=b"right\r\ndraw")
    assert (said.code, SAVED in said.out) == (1, True)
    assert desk.kept_moves() == ["right"]


@pytest.mark.slow
def test_end_of_input_on_a_terminal(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.answer("Player 1 (X), enter your move (e.g., A1): ", "B2")
    terminal.expect("Player 2 (O), enter your move (e.g., A1): ")
    terminal.child.sendeof()
    ended = terminal.ended()
    assert (ended.code, ended.out.endswith(SAVED)) == (1, True)
    assert desk.kept_moves() == ["B2"]


@pytest.mark.slow
def test_closed_standard_streams(desk: Desk) -> None:
    said = desk.bash("squarely play quad <&-; echo $?; squarely play quad </dev/null >&-; echo $?; squarely plya 2>&-")
    assert said.out.endswith("nothing to resume.\n1\n1\n")
    assert (said.code, said.err) == (2, "")


# Ctrl-C


@pytest.mark.slow
@some_stands
def test_an_interrupt_through_a_pipe(desk: Desk, stand: Stand) -> None:
    process = desk.started(*stand.args)
    answers = [*stand.typed, *stand.lead]
    enter(process, *answers)
    prompt = re.escape(stand.prompt).encode()
    read_until(process, re.escape(f"{answers[-1]}\n").encode() + rb"[\s\S]*" + prompt + rb"\Z")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, f"\n{SAVED}".encode(), b"")
    assert len(desk.kept_moves()) == len(stand.typed)


@pytest.mark.slow
@some_stands
def test_an_interrupt_on_a_terminal(desk: Desk, stand: Stand) -> None:
    terminal = desk.terminal(*stand.args)
    for answer in [*stand.typed, *stand.lead]:
        terminal.answer(": " if stand.args[1] != "center" else "> ", answer)
    terminal.expect(stand.prompt.splitlines()[-1])
    terminal.child.send("half an answ")
    terminal.child.sendintr()
    said = terminal.ended()
    assert (said.code, said.out.endswith(f"\n{SAVED}")) == (130, True)
    assert len(desk.kept_moves()) == len(stand.typed)


@pytest.mark.slow
def test_an_interrupt_elsewhere(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    for args, typed, prompt in (
        (("--plain",), "", "Which game, by number or name? "),
        (("--plain",), "quad\n", "Who is your opponent"),
        (("resume",), "", "Which one? [1] "),
        (("play", "showdown"), "right\ndraw\n", "Do you accept? (yes/no): "),
        (("play", "showdown", "--time-limit", "600"), "right\n", "Enter move (up/down/left/right): "),
    ):
        terminal = desk.terminal(*args)
        terminal.child.send(typed)
        terminal.expect(prompt)
        terminal.child.sendintr()
        assert terminal.ended().code == 130, args
    assert ["B2"] in map(moves_in, desk.unfinished)


# A closed terminal


@pytest.mark.slow
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


@pytest.mark.slow
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
    said = desk.squarely("resume")
    assert (said.code, said.err) == (1, "The input has ended before a match began.\n")
    unknown = ["3", "zero", "1" * 5000, "²", "-1"]
    said = desk.squarely("resume", typed=[*unknown, "", "down", "right"])
    assert re.search(r"(?m)^  1  today \d\d:\d\d +showdown, Player 1 against Player 2, 2 moves\n", said.out)
    assert said.out.count("Sorry, I do not know ") == len(unknown)
    assert "Center Square Showdown, resumed after move 2 (down).\n" in said.out
    assert said.match.endswith("Winner: Player 2 wins by moving the token to the center square (3,3).\n")
    assert (said.code, desk.unfinished) == (0, [older])
    assert [moves_in(path) for path in desk.finished] == [OVER]


@pytest.mark.slow
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
