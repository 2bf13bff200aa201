"""Two processes at one match, one of them perhaps killed: what the first has called saved is there.

A move is acknowledged by a board that shows it.
"""

import os
import re
import select
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from squarely import Match, load
from squarely.core.match import record
from squarely.core.match.record import Record
from squarely.files import saved_matches
from squarely.files.saved_matches import InUse, MatchSaver
from tests.thorough import many

from .driving import PATIENCE, Desk, enter, moves_in

pytestmark = pytest.mark.slow


class Side:
    """One of the processes, and everything it has printed."""

    def __init__(self, desk: Desk, *args: str) -> None:
        self.process = desk.started(*args)
        self.printed = ""

    def wait_for_question(self, count: int) -> None:
        """Until it has asked so often, or has ended."""
        assert self.process.stdout
        while self.printed.count("enter your move") < count:
            assert select.select([self.process.stdout], [], [], PATIENCE)[0], self.printed
            chunk = os.read(self.process.stdout.fileno(), 65536)
            if not chunk:
                return
            self.printed += chunk.decode()

    def move(self, words: str) -> str:
        """What has been said once it has answered a move, and asked for the next."""
        enter(self.process, words)
        self.wait_for_question(self.printed.count("enter your move") + 1)
        return self.printed

    def end(self) -> None:
        """Leave it without input, and take in the rest of what it says."""
        out, err = self.process.communicate(timeout=PATIENCE)
        self.printed += out.decode()
        assert "Traceback" not in err.decode() + self.printed

    @property
    def acknowledged(self) -> str:
        """The last whole board that it has drawn."""
        boards: list[str] = re.findall(r"(?m)^  A   B   C   D\n(?:[1-4 ] .*\n){7}", self.printed)
        return boards[-1] if boards else ""


def begun(desk: Desk, *moves: str, save_as: str = "") -> Side:
    """A match of quad in play, after these moves."""
    side = Side(desk, "play", "quad", *(("--save", save_as) if save_as else ()))
    side.wait_for_question(1)
    for move in moves:
        side.move(move)
    return side


def test_a_match_in_play_is_neither_gone_on_with_nor_deleted(desk: Desk) -> None:
    first = begun(desk, "B2")
    said = desk.squarely("resume", typed=["1", "A1", "C3", "quit"])
    assert said.code == 2
    assert said.err == f"squarely: process {first.process.pid} plays this match. Close it there first.\n"
    said = desk.squarely("resume", typed=["delete 1", "yes", "q"])
    assert f"It was not deleted: process {first.process.pid} plays this match." in said.out
    first.move("D4")
    assert desk.kept_moves() == ["B2", "D4"]
    first.end()
    assert list((desk.data / "squarely" / "locks").iterdir()) == []
    desk.squarely("resume", typed=["1", "A1"])
    assert desk.kept_moves() == ["B2", "D4", "A1"]


def test_the_terminal_at_which_a_match_is_played_is_named(desk: Desk) -> None:
    desk.squarely("play", "quad", typed=["B2"])
    path = str(desk.unfinished[0])
    first = desk.terminal("resume", path)
    first.expect("enter your move")
    terminal = os.readlink(f"/proc/{first.child.pid}/fd/0")
    assert f"process {first.child.pid} at {terminal} plays this match." in desk.squarely("resume", path).err
    first.child.sendline("quit")
    first.ended()


def test_two_at_one_file_of_their_own_or_at_a_link_to_it(desk: Desk) -> None:
    first = begun(desk, "B2", save_as="game.match")
    (desk.here / "link.match").symlink_to("game.match")
    for name in ("game.match", "link.match"):
        said = desk.squarely("resume", name, typed=["A1"])
        assert (said.code, "plays this match." in said.err) == (2, True)
    first.end()
    desk.squarely("resume", "link.match", typed=["A1"])
    assert (desk.here / "link.match").is_symlink()
    assert moves_in(desk.here / "game.match") == ["B2", "A1"]
    assert sorted(path.name for path in desk.here.iterdir()) == ["game.match", "link.match"]


def test_two_that_begin_with_one_name(desk: Desk) -> None:
    """Neither found the file when it began: the first to move has it, the other one's match is saved all the same."""
    first, second, third = (begun(desk, save_as="game.match") for _ in range(3))
    first.move("B2")
    told = second.move("A1")
    assert f"The copy game.match cannot be written (process {first.process.pid} plays this match" in told
    assert "The match is saved all the same." in told
    first.end()
    assert "The copy game.match cannot be written (game.match exists already)." in third.move("C3")
    second.end()
    third.end()
    assert moves_in(desk.here / "game.match") == ["B2"]
    assert sorted(moves_in(path) for path in desk.unfinished) == [["A1"], ["B2"], ["C3"]]


def test_a_copy_is_a_match_of_its_own(desk: Desk) -> None:
    first = begun(desk, "B2")
    (desk.here / "copy.match").write_bytes(desk.unfinished[0].read_bytes())
    assert desk.squarely("resume", "copy.match", typed=["A1"]).code == 1
    first.move("D4")
    first.end()
    assert moves_in(desk.here / "copy.match") == ["B2", "A1"]
    assert sorted(moves_in(path) for path in desk.unfinished) == [["B2", "A1"], ["B2", "D4"]]


def test_a_removed_file_is_written_again(desk: Desk) -> None:
    first = begun(desk, "B2")
    desk.unfinished[0].unlink()
    first.move("D4")
    first.end()
    assert desk.kept_moves() == ["B2", "D4"]


def test_where_nothing_can_be_locked_a_match_is_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path)
    one = Match.of(load("quad")).play("B2")
    first = MatchSaver("quad")
    assert first.save(Record(one))
    with pytest.raises(InUse, match=f"^process {os.getpid()}.* plays this match"):
        MatchSaver("quad", kept_as=first.path).take()
    monkeypatch.setattr("fcntl.flock", unavailable)
    assert MatchSaver("quad", kept_as=first.path).take() == first.path.read_bytes()


# One is killed

# No square of four comes of either of these, nor of the beginning of one with the rest of the other.
ROWS = ["A1", "B1", "C1", "D1", "B2", "A2", "D2", "C2"]
BACK = ["D4", "C4", "B4", "A4", "C3", "D3", "A3", "B3"]


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(many(48)))
def test_no_acknowledged_move_is_lost(desk: Desk, number: int) -> None:
    """The second begins before or after the first is killed: it is refused, or goes on with what is there."""
    chance = Random(f"killed {number}")
    made = chance.randint(1, 4)
    first = begun(desk, *ROWS[:made])
    (path,) = desk.unfinished
    sides = [first]
    if is_early := chance.random() < 0.5:
        sides.append(Side(desk, "resume", str(path)))
    for move in ROWS[made:]:
        enter(first.process, move)
        time.sleep(chance.random() * 0.02)
    first.process.kill()
    first.end()
    if not is_early:
        sides.append(Side(desk, "resume", str(path)))
    second = sides[1]
    for move in BACK[: chance.randint(0, 8)]:
        with suppress(BrokenPipeError):  # it may have been refused
            enter(second.process, move)
        time.sleep(chance.random() * 0.01)
    if chance.random() < 0.5:
        second.process.kill()
    second.end()
    assert second.process.returncode != 2 or is_early, "nobody plays it any more"
    kept = record.read(path.read_text()).match
    boards = [kept.game.words.draw(position) + "\n" for position in kept.positions]
    assert len(kept.moves) >= made
    for side in sides:
        assert side.acknowledged in ["", *boards], f"kept: {kept.moves}, but it drew\n{side.acknowledged}"
    assert f"resumed after move {len(kept.moves)}" in desk.squarely("resume", str(path), typed=["quit"]).out
