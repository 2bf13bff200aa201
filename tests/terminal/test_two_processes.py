"""Two processes at one match: whatever either of them has called saved is there afterwards, and both are told."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from squarely.core.match import record
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules.registry import load
from squarely.files import saved_matches
from squarely.files.match_lock import LockedFile, TakenOver
from squarely.files.saved_matches import MatchSaver

from .driving import PATIENCE, Desk, Terminal, moves_in, read_until

ASKED = rb"enter your move \(e\.g\., A1\): \Z"
WISH = "Do you watch it, take it over or leave it? [watch] "
GONE_ON = "has gone on with this match. To go on with it as it is there: squarely resume\n"


class Playing:
    """A match that is being played through open pipes."""

    def __init__(self, desk: Desk, *args: str) -> None:
        self.process = desk.started(*args)
        read_until(self.process, ASKED)

    def move(self, words: str) -> str:
        """What is said to a move, up to the next prompt."""
        self.type_on(words)
        return read_until(self.process, ASKED).decode()

    def last(self, words: str) -> tuple[int, str]:
        """What is said to a move that ends the process, and its exit code."""
        self.type_on(words)
        out, err = self.process.communicate(timeout=PATIENCE)
        assert err == b""
        return self.process.returncode, out.decode()

    def leave(self) -> None:
        self.process.communicate(timeout=PATIENCE)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def type_on(self, words: str) -> None:
        """Enter a line, and wait for nothing."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n".encode())
        self.process.stdin.flush()


def begun(desk: Desk, *args: str) -> Playing:
    playing = Playing(desk, "play", "quad", *args)
    playing.move("B2")
    return playing


def test_through_a_pipe_a_match_that_is_being_played_is_refused_and_nothing_is_lost(desk: Desk) -> None:
    first = begun(desk)
    said = desk.squarely("resume", typed=["1", "A1", "C3", "quit"])
    assert said.code == 2
    told = "plays this match; to look on, add: --watch; to take it over, add: --take-over\n"
    assert said.err == f"squarely: process {first.process.pid} {told}"
    first.move("D4")
    assert desk.kept_moves() == ["B2", "D4"]
    first.leave()
    desk.squarely("resume", typed=["1", "A1"])
    assert desk.kept_moves() == ["B2", "D4", "A1"]


def test_a_match_taken_over_is_noticed_with_the_next_move_and_not_overwritten(desk: Desk) -> None:
    first = begun(desk)
    said = desk.squarely("resume", "--take-over", typed=["1", "A1", "C3", "quit"])
    assert said.code == 0
    code, told = first.last("D4")
    assert (code, told.endswith(f"This was not saved: another process {GONE_ON}")) == (1, True), told
    assert desk.kept_moves() == ["B2", "A1", "C3"]


def test_a_match_taken_over_is_noticed_before_the_other_has_moved(desk: Desk) -> None:
    first = begun(desk)
    second = Playing(desk, "resume", str(desk.unfinished[0]), "--take-over")
    code, told = first.last("D4")
    assert (code, told.endswith(f"This was not saved: process {second.process.pid} {GONE_ON}")) == (1, True), told
    second.move("A1")
    second.leave()
    assert desk.kept_moves() == ["B2", "A1"]


@pytest.mark.parametrize("last", ["undo", "resign\nyes"], ids=["undo", "resign"])
def test_neither_undo_nor_an_end_touches_what_was_taken_over(desk: Desk, last: str) -> None:
    first = begun(desk)
    second = Playing(desk, "resume", str(desk.unfinished[0]), "--take-over")
    code, told = first.last(last)
    assert (code, GONE_ON in told) == (1, True)
    second.leave()
    assert desk.kept_moves() == ["B2"]
    assert desk.finished == []


def test_a_match_that_was_played_to_its_end_elsewhere_does_not_begin_again(desk: Desk) -> None:
    first = begun(desk)
    desk.squarely("resume", "--take-over", typed=["1", "A1", "resign", "yes"])
    code, told = first.last("D4")
    assert (code, "not saved: another process has played this match to its end." in told) == (1, True)
    assert desk.unfinished == []
    assert [moves_in(path) for path in desk.finished] == [["B2", "A1"]]


def test_on_a_terminal_one_is_asked(desk: Desk) -> None:
    first = begun(desk)
    path = str(desk.unfinished[0])
    question = f"This match is being played by process {first.process.pid}. {WISH}"
    leaving = desk.terminal("resume", path)
    leaving.answer(question, "maybe")
    leaving.answer("Please enter watch, take over or leave.", "q")
    assert leaving.ended().out.endswith("The match is left to them.\n")
    first.move("D4")
    taking = desk.terminal("resume", path)
    taking.answer(question, "Take  over")
    taking.answer("resumed after move 2 (D4)", "A1")
    taking.expect("enter your move")
    assert first.last("C3")[0] == 1
    terminal = os.readlink(f"/proc/{taking.child.pid}/fd/0")
    assert f"process {taking.child.pid} at {terminal} plays this match" in desk.squarely("resume", path).err
    closed(taking)
    assert desk.kept_moves() == ["B2", "D4", "A1"]


def test_whoever_plays_on_while_the_other_is_asked_loses_nothing(desk: Desk) -> None:
    first = begun(desk)
    taking = desk.terminal("resume", str(desk.unfinished[0]))
    taking.expect(WISH)
    first.move("D4")
    taking.child.sendline("t")
    taking.expect("resumed after move 2 (D4)")
    taking.expect("enter your move (e.g., A1): ")  # before it asks, the end of input would be thrown away
    closed(taking)
    assert first.last("C3")[0] == 1
    assert desk.kept_moves() == ["B2", "D4"]


def test_two_at_one_file_of_their_own(desk: Desk) -> None:
    first = begun(desk, "--save", "game.match")
    said = desk.squarely("resume", "game.match", typed=["A1"])
    assert (said.code, "--take-over" in said.err) == (2, True)
    assert desk.squarely("resume", "game.match", "--take-over", typed=["A1", "C3"]).code == 1
    assert first.last("D4")[0] == 1
    assert moves_in(desk.here / "game.match") == ["B2", "A1", "C3"]
    assert desk.kept_moves() == ["B2", "A1", "C3"]


def test_two_that_begin_with_one_name(desk: Desk) -> None:
    """Neither found the file when it began."""
    first, second = (Playing(desk, "play", "quad", "--save", "game.match") for _ in range(2))
    first.move("B2")
    code, told = second.last("A1")
    assert (code, GONE_ON in told) == (1, True)
    assert moves_in(desk.here / "game.match") == ["B2"]
    first.leave()


def test_a_copy_is_a_match_of_its_own(desk: Desk) -> None:
    first = begun(desk)
    (desk.here / "copy.match").write_bytes(desk.unfinished[0].read_bytes())
    assert desk.squarely("resume", "copy.match", typed=["A1"]).code == 1
    first.move("D4")
    first.leave()
    assert moves_in(desk.here / "copy.match") == ["B2", "A1"]
    assert sorted(moves_in(path) for path in desk.unfinished) == [["B2", "A1"], ["B2", "D4"]]


def test_a_link_to_a_match_is_that_match(desk: Desk) -> None:
    first = begun(desk, "--save", "game.match")
    (desk.here / "link.match").symlink_to("game.match")
    assert desk.squarely("resume", "link.match", typed=["A1"]).code == 2
    first.leave()
    desk.squarely("resume", "link.match", typed=["A1"])
    assert (desk.here / "link.match").is_symlink()
    assert moves_in(desk.here / "game.match") == ["B2", "A1"]


def test_whoever_was_killed_holds_nothing_up(desk: Desk) -> None:
    begun(desk).kill()
    assert desk.squarely("resume", typed=["1", "A1"]).code == 1
    assert desk.kept_moves() == ["B2", "A1"]


def test_whoever_was_stopped_can_be_taken_over_and_notices(desk: Desk) -> None:
    first = begun(desk)
    first.process.send_signal(signal.SIGSTOP)
    desk.squarely("resume", "--take-over", typed=["1", "A1"])
    first.process.send_signal(signal.SIGCONT)
    assert first.last("D4")[0] == 1
    assert desk.kept_moves() == ["B2", "A1"]


def test_what_somebody_wrote_into_the_file_meanwhile_is_not_overwritten(desk: Desk) -> None:
    first = begun(desk, "--save", "game.match")
    edited = (desk.here / "game.match").read_text().replace("B2", "C3")
    (desk.here / "game.match").write_text(edited)
    assert first.last("D4")[0] == 1
    assert (desk.here / "game.match").read_text() == edited


def test_a_file_that_was_removed_is_written_again(desk: Desk) -> None:
    first = begun(desk)
    desk.unfinished[0].unlink()
    first.move("D4")
    first.leave()
    assert desk.kept_moves() == ["B2", "D4"]


def test_without_locks_nothing_is_overwritten_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", unavailable)
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path)
    one = Match.of(load("quad")).play("B2")
    first = MatchSaver("quad")
    assert first.save(Record(one))
    (path,) = saved_matches.list_unfinished()
    second = MatchSaver("quad", kept_as=path)
    second.take()
    assert second.save(Record(one.play("A1")))
    for lost in (one.play("D4"), one.resign(one.mover), one.undo()):
        with pytest.raises(TakenOver):
            first.save(Record(lost))
    assert record.read(path.read_text()).match.moves == one.play("A1").moves
    assert saved_matches.list_finished() == []


CLIMBING = """
import sys, time
from pathlib import Path
from squarely.files.match_lock import LockedFile, TakenOver
path, name, wins = Path(sys.argv[1]), sys.argv[2], 0
sys.stdin.readline()
held = LockedFile(path)
for number in range(60):
    content = held.acquire(by_force=True)
    time.sleep(0.003 * (number % 2))
    try:
        held.replace(content + f"{name}{number}\\n".encode())
    except TakenOver:
        continue
    wins += 1
print(wins)
"""


def test_of_many_that_take_over_without_end_each_line_called_saved_is_there_once(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"")
    many = [
        subprocess.Popen(
            [sys.executable, "-c", CLIMBING, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "ab"
    ]
    for each in many:
        assert each.stdin
        each.stdin.write("go\n")
        each.stdin.flush()
    wins = sum(int(each.communicate(timeout=PATIENCE)[0]) for each in many)
    lines = path.read_text().splitlines()
    assert len(lines) == len(set(lines)) == wins
    assert wins < 2 * 60, "they never met"
    assert LockedFile(path).acquire() == path.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


def closed(terminal: Terminal) -> None:
    """Leave with the end of input."""
    terminal.child.sendeof()
    terminal.ended()
