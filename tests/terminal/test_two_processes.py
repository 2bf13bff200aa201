"""Two processes at one match: the second is refused and told who plays; what the first has called saved is there."""

import os
from pathlib import Path

import pytest

from squarely import Match, load
from squarely.core.match.record import Record
from squarely.files import saved_matches
from squarely.files.saved_matches import InUse, MatchSaver

from .driving import PATIENCE, Desk, moves_in, read_until

ASKED = rb"enter your move \(e\.g\., A1\): \Z"


class Playing:
    """A match that is being played through open pipes."""

    def __init__(self, desk: Desk, *args: str) -> None:
        self.process = desk.started(*args)
        read_until(self.process, ASKED)

    def move(self, words: str) -> str:
        """What is said to a move, up to the next prompt."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n".encode())
        self.process.stdin.flush()
        return read_until(self.process, ASKED).decode()

    def leave(self) -> None:
        self.process.communicate(timeout=PATIENCE)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def begun(desk: Desk, *args: str) -> Playing:
    playing = Playing(desk, "play", "quad", *args)
    playing.move("B2")
    return playing


def locks(desk: Desk) -> list[Path]:
    return list((desk.data / "squarely" / "locks").iterdir())


def test_a_match_in_play_is_refused_and_nothing_is_lost(desk: Desk) -> None:
    first = begun(desk)
    said = desk.squarely("resume", typed=["1", "A1", "C3", "quit"])
    assert said.code == 2
    assert said.err == f"squarely: process {first.process.pid} plays this match. Close it there first.\n"
    first.move("D4")
    assert desk.kept_moves() == ["B2", "D4"]
    first.leave()
    assert locks(desk) == []
    desk.squarely("resume", typed=["1", "A1"])
    assert desk.kept_moves() == ["B2", "D4", "A1"]


def test_the_terminal_at_which_a_match_is_played_is_named(desk: Desk) -> None:
    begun(desk).leave()
    path = str(desk.unfinished[0])
    first = desk.terminal("resume", path)
    first.expect("enter your move")
    terminal = os.readlink(f"/proc/{first.child.pid}/fd/0")
    assert f"process {first.child.pid} at {terminal} plays this match." in desk.squarely("resume", path).err
    first.child.sendline("quit")
    first.ended()


def test_a_match_in_play_is_not_deleted(desk: Desk) -> None:
    first = begun(desk)
    said = desk.squarely("resume", typed=["delete 1", "yes", "q"])
    assert f"It was not deleted: process {first.process.pid} plays this match." in said.out
    assert desk.kept_moves() == ["B2"]
    first.leave()


def test_two_at_one_file_of_their_own_or_at_a_link_to_it(desk: Desk) -> None:
    first = begun(desk, "--save", "game.match")
    (desk.here / "link.match").symlink_to("game.match")
    for name in ("game.match", "link.match"):
        said = desk.squarely("resume", name, typed=["A1"])
        assert (said.code, "plays this match." in said.err) == (2, True)
    first.leave()
    desk.squarely("resume", "link.match", typed=["A1"])
    assert (desk.here / "link.match").is_symlink()
    assert moves_in(desk.here / "game.match") == ["B2", "A1"]
    assert sorted(path.name for path in desk.here.iterdir()) == ["game.match", "link.match"]


def test_two_that_begin_with_one_name(desk: Desk) -> None:
    """Neither found the file when it began: the first to move has it, the other one's match is saved all the same."""
    first, second, third = (Playing(desk, "play", "quad", "--save", "game.match") for _ in range(3))
    first.move("B2")
    told = second.move("A1")
    assert f"The copy game.match cannot be written (process {first.process.pid} plays this match" in told
    assert "The match is saved all the same." in told
    first.leave()
    assert "The copy game.match cannot be written (game.match exists already)." in third.move("C3")
    second.leave()
    third.leave()
    assert moves_in(desk.here / "game.match") == ["B2"]
    assert sorted(moves_in(path) for path in desk.unfinished) == [["A1"], ["B2"], ["C3"]]


def test_a_copy_is_a_match_of_its_own(desk: Desk) -> None:
    first = begun(desk)
    (desk.here / "copy.match").write_bytes(desk.unfinished[0].read_bytes())
    assert desk.squarely("resume", "copy.match", typed=["A1"]).code == 1
    first.move("D4")
    first.leave()
    assert moves_in(desk.here / "copy.match") == ["B2", "A1"]
    assert sorted(moves_in(path) for path in desk.unfinished) == [["B2", "A1"], ["B2", "D4"]]


def test_a_killed_process_holds_nothing_up(desk: Desk) -> None:
    begun(desk).kill()
    assert desk.squarely("resume", typed=["1", "A1"]).code == 1
    assert desk.kept_moves() == ["B2", "A1"]


def test_a_file_that_was_removed_is_written_again(desk: Desk) -> None:
    first = begun(desk)
    desk.unfinished[0].unlink()
    first.move("D4")
    first.leave()
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
