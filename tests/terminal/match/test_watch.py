"""Watching a match that another process plays: every position as it comes, and how it ends. Nothing is written."""

import os
import stat
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules.registry import load
from squarely.files import match_lock, saved_matches
from squarely.files.match_lock import LockedFile, find_holder
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.match.watch import Left, Played, Seen, Sighting, Vanished, watch_match
from tests.terminal.driving import PATIENCE, Desk, read_until
from tests.terminal.test_two_processes import Playing, begun

ONE = Match.of(load("quad")).play("B2")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MatchSaver:
    """A match after one move, which this process plays."""
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path)
    saver = MatchSaver("quad")
    saver.save(Record(ONE))
    return saver


def watched(path: Path) -> Iterator[Sighting]:
    return watch_match(path, pause=lambda _: None)


def seen(sighting: Sighting) -> list[str]:
    assert isinstance(sighting, Seen), sighting
    return [str(move) for move in sighting.record.match.moves]


def test_every_change_is_seen_and_the_end_is_the_last(kept: MatchSaver) -> None:
    looking = watched(kept.path)
    assert isinstance(next(looking), Played)
    assert seen(next(looking)) == ["B2"]
    kept.save(Record(ONE.play("A1")))
    assert seen(next(looking)) == ["B2", "A1"]
    kept.save(Record(ONE))
    assert seen(next(looking)) == ["B2"]
    kept.save(Record(ONE.resign(ONE.mover)))
    last = next(looking)
    assert isinstance(last, Seen)
    assert last.record.match.outcome
    assert list(looking) == []


def test_it_is_seen_when_nobody_plays_any_more(kept: MatchSaver) -> None:
    looking = watched(kept.path)
    player = next(looking)
    assert isinstance(player, Played)
    next(looking)
    kept.release()
    assert list(looking) == [Left(player.by)]


def test_it_is_seen_when_a_match_vanishes_or_is_ruined(kept: MatchSaver) -> None:
    looking = watched(kept.path)
    next(looking), next(looking)
    kept.path.unlink()
    assert list(looking) == [Vanished("")]
    kept.save(Record(ONE.play("A1")))
    looking = watched(kept.path)
    next(looking), next(looking)
    with kept.path.open("w") as file:
        file.write("rubbish")
    (ruined,) = looking
    assert isinstance(ruined, Vanished)
    assert "line 1" in ruined.why


def test_whoever_watches_is_in_nobodys_way(kept: MatchSaver, monkeypatch: pytest.MonkeyPatch) -> None:
    """To find out whether somebody has a match it is locked for a moment; whoever wants it just then gets it."""
    kept.release()
    is_locked = Event()
    try_lock = match_lock._try_lock

    def lock_slowly(file: int) -> bool:
        got = try_lock(file)
        if stat.S_ISREG(os.fstat(file).st_mode) and not is_locked.is_set():
            is_locked.set()
            time.sleep(0.1)
        return got

    monkeypatch.setattr(match_lock, "_try_lock", lock_slowly)
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(find_holder, kept.path)
        assert is_locked.wait(PATIENCE)
        LockedFile(kept.path).acquire()
    assert looking.result() is None


class Watching:
    """The command with --watch, through a pipe."""

    def __init__(self, desk: Desk, path: Path) -> None:
        self.process = desk.started("resume", str(path), "--watch")

    def shows(self, pattern: bytes) -> str:
        return read_until(self.process, pattern).decode()

    def ended(self) -> tuple[int, str]:
        out, err = self.process.communicate(timeout=PATIENCE)
        assert err == b""
        return self.process.returncode, out.decode()


def test_through_a_pipe_one_looks_on_until_the_end(desk: Desk) -> None:
    first = begun(desk)
    looking = Watching(desk, desk.unfinished[0])
    said = looking.shows(rb"4 \. \| \. \| \. \| \. \n")
    assert said.startswith(f"You are watching process {first.process.pid}.\n\nCapture Square after move 1 (B2).\n\n")
    first.move("A1")
    assert looking.shows(rb"4 \. \| \. \| \. \| \. \n").lstrip().startswith("2. Player 2: A1\n\n  A   B   C   D\n1 O |")
    first.move("undo")
    assert "1 move taken back.\n" in looking.shows(rb"4 \. \| \. \| \. \| \. \n")
    first.type_on("resign")
    first.last("yes")
    code, told = looking.ended()
    assert (code, told.strip()) == (0, "Player 1 won: Player 2 resigned.")


def test_a_match_taken_over_is_told_to_whoever_watches(desk: Desk) -> None:
    first = begun(desk)
    looking = Watching(desk, desk.unfinished[0])
    looking.shows(rb"4 \. \| \. \| \. \| \. \n")
    second = Playing(desk, "resume", str(desk.unfinished[0]), "--take-over")
    looking.shows(b"Process %d has taken the match over.\n" % second.process.pid)
    second.kill()
    code, told = looking.ended()
    path = desk.unfinished[0]
    assert told == (
        f"Process {second.process.pid} has left the match. Nobody plays it now. Go on with it: squarely resume {path}\n"
    )
    assert code == 0
    first.leave()


def test_nobody_plays_it(desk: Desk) -> None:
    begun(desk).leave()
    said = desk.squarely("resume", str(desk.unfinished[0]), "--watch")
    assert said.out.startswith("Capture Square after move 1 (B2).\n")
    assert "Nobody plays it now. Go on with it: squarely resume " in said.out
    both = desk.squarely("resume", str(desk.unfinished[0]), "--watch", "--take-over")
    assert (both.code, "cannot both be meant" in both.err) == (2, True)


@pytest.mark.parametrize("key", ["q", "\x03"], ids=["q", "Ctrl-C"])
def test_at_a_terminal_a_key_ends_it_and_the_match_goes_on(desk: Desk, key: str) -> None:
    first = begun(desk)
    looking = desk.terminal("resume", str(desk.unfinished[0]))
    looking.answer("[watch] ", "")
    looking.expect(f"You are watching process {first.process.pid}. Press q to stop watching.")
    first.move("D4")
    looking.expect("2. Player 2: D4")
    looking.child.send(key)
    said = looking.ended()
    assert said.code == (0 if key == "q" else 130)
    if key == "q":
        assert said.out.endswith("You have stopped watching; the match goes on without you.\n")
    first.move("C3")
    first.leave()
    assert desk.kept_moves() == ["B2", "D4", "C3"]
