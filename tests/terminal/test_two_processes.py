"""Two processes at one match, one of them perhaps killed: what the first has called saved is there.

A move is acknowledged by a board that shows it.
"""

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from squarely import Match, load
from squarely.core.match import record
from squarely.core.match.record import Record
from squarely.files.saved_matches import InUse, MatchSaver
from tests.boards import played
from tests.thorough import IS_THOROUGH

from .driving import PATIENCE, Desk, enter, moves_in, read_until

pytestmark = pytest.mark.slow


class Side:
    def __init__(self, desk: Desk, *args: str) -> None:
        self.process = desk.started(*args)
        self.printed = ""

    def move(self, words: str = "") -> None:
        """Answer, and wait until the next question is asked."""
        if words:
            enter(self.process, words)
        self.printed += read_until(self.process, rb"enter your move").decode()

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


def begun(desk: Desk, *moves: str) -> Side:
    side = Side(desk, "play", "quad")
    for move in ("", *moves):
        side.move(move)
    return side


def test_a_match_in_play_is_neither_gone_on_with_nor_deleted_and_its_terminal_named(desk: Desk) -> None:
    first = desk.terminal("play", "quad")
    first.answer("enter your move", "B2")
    first.expect("enter your move")
    plays = f"process {first.child.pid} at {os.readlink(f'/proc/{first.child.pid}/fd/0')} plays this match."
    said = desk.squarely("resume", typed=["1", "A1", "C3", "quit"])
    assert (said.code, said.err) == (2, f"squarely: {plays} Close it there first.\n")
    said = desk.squarely("resume", typed=["delete 1", "yes", "q"])
    assert f"It was not deleted: {plays}" in said.out
    first.child.sendline("D4")
    first.answer("enter your move", "quit")
    first.ended()
    assert list((desk.data / "squarely" / "locks").iterdir()) == []
    desk.squarely("resume", typed=["1", "A1"])
    assert desk.kept_moves() == ["B2", "D4", "A1"]


def test_a_copy_is_a_match_of_its_own(desk: Desk) -> None:
    first = begun(desk, "B2")
    (desk.here / "copy.match").write_bytes(desk.unfinished[0].read_bytes())
    assert desk.squarely("resume", "copy.match", typed=["A1"]).code == 1
    first.move("D4")
    first.end()
    assert moves_in(desk.here / "copy.match") == ["B2", "A1"]
    assert sorted(moves_in(path) for path in desk.unfinished) == [["B2", "A1"], ["B2", "D4"]]


# What two processes do, done by two savers of this one

OURS = f"process {os.getpid()}"


def after(*moves: str) -> Record:
    return Record(played(Match.of(load("quad")), *moves))


def test_two_at_one_file_of_their_own_or_at_a_link_to_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.here)
    game, link = Path("game.match"), Path("link.match")
    link.symlink_to(game)
    first = MatchSaver("quad", also_as=game)
    assert first.save(after("B2"))
    for path in (game, link):
        with pytest.raises(InUse, match=f"^{OURS}.* plays this match. Close it there first.$"):
            MatchSaver("quad", also_as=path).take()
    first.release()
    second = MatchSaver("quad", also_as=link)
    assert second.take() == game.read_bytes()
    assert second.save(after("B2", "A1"))
    assert link.is_symlink()
    assert moves_in(game) == ["B2", "A1"]
    assert sorted(path.name for path in desk.here.iterdir()) == ["game.match", "link.match"]


def test_two_that_begin_with_one_name(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither found the file when it began: the first to move has it, the other one's match is saved all the same."""
    monkeypatch.chdir(desk.here)
    first, second, third = (MatchSaver("quad", also_as=Path("game.match")) for _ in range(3))
    assert first.save(after("B2"))
    assert not second.save(after("A1"))
    told = second.describe_trouble()
    assert told.startswith(f"The copy game.match cannot be written ({OURS}")
    assert told.endswith("The match is saved all the same.")
    first.release()
    assert not third.save(after("C3"))
    assert "The copy game.match cannot be written (game.match exists already)." in third.describe_trouble()
    assert moves_in(desk.here / "game.match") == ["B2"]
    assert sorted(moves_in(path) for path in desk.unfinished) == [["A1"], ["B2"], ["C3"]]


def test_where_nothing_can_be_locked_a_match_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    first = MatchSaver("quad")
    assert first.save(after("B2"))
    with pytest.raises(InUse):
        MatchSaver("quad", kept_as=first.path).take()
    monkeypatch.setattr("fcntl.flock", unavailable)
    assert MatchSaver("quad", kept_as=first.path).take() == first.path.read_bytes()


# One is killed

# No square of four comes of either of these, nor of the beginning of one with the rest of the other.
ROWS = ["A1", "B1", "C1", "D1", "B2", "A2", "D2", "C2"]
BACK = ["D4", "C4", "B4", "A4", "C3", "D3", "A3", "B3"]


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(48 if IS_THOROUGH else 4))
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
