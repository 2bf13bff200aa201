"""What is said of a match that is kept, or is not: whatever happens to the folder, no command leads to nothing."""

import os
import shlex
import shutil
import time
from pathlib import Path

import pytest

from squarely import Match, load
from squarely.core.match.record import Record, read
from squarely.files import saved_matches
from squarely.files.saved_matches import MatchSaver

MOVES = ("right", "down", "down", "right")
Folder = Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """Where matches are kept."""
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path / "data" / "squarely")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


def after(turns: int) -> Record:
    match = Match.of(load("showdown"))
    for move in MOVES[:turns]:
        match = match.play(move)
    return Record(match)


def named_file(command: str) -> Path | None:
    """The file that a command names, if it does."""
    _, _, *named = shlex.split(command)
    return Path(*named) if named else None


def test_a_folder_that_vanishes_is_not_pointed_to_and_comes_again(folder: Folder) -> None:
    saver = MatchSaver("showdown")
    assert saver.save(after(1))
    assert saver.resume_with == "squarely resume"
    shutil.rmtree(folder)
    assert saver.resume_with == ""
    assert saver.save(after(2))
    assert (saver.resume_with, saver.trouble) == ("squarely resume", "")
    assert len(read(saver.path.read_text()).match.moves) == 2


def test_a_folder_that_became_a_file_is_not_pointed_to(folder: Folder) -> None:
    saver = MatchSaver("showdown")
    assert saver.save(after(1))
    shutil.rmtree(folder)
    folder.write_text("")
    for turns in (2, 4):
        assert not saver.save(after(turns))
        assert (saver.resume_with, saver.review_with) == ("", "")
    assert str(folder) in saver.trouble


def test_a_file_of_their_own_is_pointed_to_where_the_folder_takes_nothing(folder: Folder) -> None:
    folder.write_text("")
    saver = MatchSaver("showdown")
    assert not saver.save(after(1))
    assert saver.resume_with == ""
    saver.save_as(Path("my game"), after(1))
    assert saver.resume_with == "squarely resume 'my game'"
    saver.save(after(4))
    assert saver.review_with == "squarely review 'my game'"
    Path("my game").unlink()
    assert saver.review_with == ""


def test_a_file_that_could_not_be_written_is_tried_again_when_asked(folder: Folder) -> None:
    folder.write_text("")
    Path("there").mkdir()
    saver = MatchSaver("showdown", also_as=Path("there/x"))
    Path("there").rmdir()
    assert not saver.save(after(1))
    assert saver.resume_with == ""
    with pytest.raises(OSError, match="No such file"):
        saver.save_as(Path("there/x"), after(1))
    Path("there").mkdir()
    saver.save_as(Path("there/x"), after(1))
    assert read(Path("there/x").read_text()).match.moves
    assert saver.resume_with == "squarely resume there/x"


def test_a_disk_that_is_full_at_the_last_move_leaves_no_word_of_a_review(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    saver = MatchSaver("showdown", also_as=Path("mine"))
    assert saver.save(after(3))
    real = os.fsync

    def fill(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill)
    assert not saver.save(after(4))
    assert (saver.resume_with, saver.review_with) == ("", "")
    monkeypatch.setattr(os, "fsync", real)
    assert saver.save(after(4))
    assert saver.review_with == "squarely review"
    assert not list(folder.rglob("*.part"))


def test_a_match_that_would_not_be_the_one_reviewed_is_named(folder: Folder) -> None:
    other, saver = MatchSaver("showdown"), MatchSaver("showdown")
    other.save(after(4))
    (first,) = saved_matches.list_finished()
    os.utime(first, (time.time() + 1e6, time.time() + 1e6))  # a clock that was wrong
    saver.save(after(4))
    named = named_file(saver.review_with)
    assert named is not None
    assert named != first
    assert read(named.read_text()).match.outcome


def test_what_a_crash_has_left_on_a_disk_that_takes_nothing_is_passed_by(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    saver = MatchSaver("showdown")
    saver.save(after(1))
    stale = saver.path.with_name(".x.match.1.part")
    stale.write_text("")
    os.utime(stale, (1, 1))

    def refuse(_: Path, missing_ok: bool = False) -> None:
        raise OSError(30, "Read-only file system", missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    assert saved_matches.list_unfinished() == [saver.path]
    assert folder.exists()
