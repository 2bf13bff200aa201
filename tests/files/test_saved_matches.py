"""What is said of a match that is kept, or is not: whatever happens to the folder, no command leads to nothing."""

import os
import shutil
from datetime import date
from pathlib import Path

import pytest

from squarely import Match, load
from squarely.core.match.record import Record, read
from squarely.files import my_results, saved_matches
from squarely.files.saved_matches import MatchSaver, replace_text
from tests.terminal.driving import Desk

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


def test_a_folder_that_vanishes_is_not_pointed_to_and_comes_again(folder: Folder) -> None:
    saver = MatchSaver("showdown")
    assert saver.save(after(1))
    assert saver.find_command("resume") == "squarely resume"
    shutil.rmtree(folder)
    assert saver.find_command("resume") == ""
    assert saver.save(after(2))
    assert (saver.find_command("resume"), saver.trouble) == ("squarely resume", "")
    assert len(read(saver.path.read_text()).match.moves) == 2


def test_a_folder_that_became_a_file_is_not_pointed_to(folder: Folder) -> None:
    saver = MatchSaver("showdown")
    assert saver.save(after(1))
    shutil.rmtree(folder)
    folder.write_text("")
    for turns in (2, 4):
        assert not saver.save(after(turns))
        assert (saver.find_command("resume"), saver.find_command("review")) == ("", "")
    assert str(folder) in saver.trouble


def test_a_file_of_their_own_is_pointed_to_where_the_folder_takes_nothing(folder: Folder) -> None:
    folder.write_text("")
    saver = MatchSaver("showdown")
    assert not saver.save(after(1))
    assert saver.find_command("resume") == ""
    saver.save_as(Path("my game"), after(1))
    assert saver.find_command("resume") == "squarely resume 'my game'"
    saver.save(after(4))
    assert saver.find_command("review") == "squarely review 'my game'"
    Path("my game").unlink()
    assert saver.find_command("review") == ""


def test_a_file_that_could_not_be_written_is_tried_again_when_asked(folder: Folder) -> None:
    folder.write_text("")
    Path("there").mkdir()
    saver = MatchSaver("showdown", also_as=Path("there/x"))
    Path("there").rmdir()
    assert not saver.save(after(1))
    assert saver.find_command("resume") == ""
    with pytest.raises(OSError, match="No such file"):
        saver.save_as(Path("there/x"), after(1))
    Path("there").mkdir()
    saver.save_as(Path("there/x"), after(1))
    assert read(Path("there/x").read_text()).match.moves
    assert saver.find_command("resume") == "squarely resume there/x"


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
    assert (saver.find_command("resume"), saver.find_command("review")) == ("", "")
    monkeypatch.setattr(os, "fsync", real)
    assert saver.save(after(4))
    assert saver.find_command("review") == "squarely review"
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize(
    ("data", "copy", "said"),
    [
        (True, "there/x", "The copy there/x cannot be written (No such file or directory). The match is saved all the"),
        (False, None, "This match cannot be saved ("),
        (False, "there/x", "This match cannot be saved ("),
        (False, "x", "The data folder cannot be written ("),
    ],
)
def test_what_is_not_saved_is_said_as_it_is(folder: Folder, data: bool, copy: str | None, said: str) -> None:
    if not data:
        folder.write_text("a file, where a folder should be")
    saver = MatchSaver("showdown", also_as=(copy and Path(copy)) or None)
    assert not saver.save(after(1))
    assert saver.describe_trouble().startswith(said)


def test_what_is_not_kept_is_written_only_when_asked(folder: Folder) -> None:
    saver = MatchSaver("showdown", keeps=False)
    assert saver.save(after(1))
    assert (saver.find_command("resume"), saver.find_command("review"), folder.exists()) == ("", "", False)
    saver.save_as(Path("mine"), after(1))
    assert saver.save(after(2))
    assert len(read(Path("mine").read_text()).match.moves) == 1


def test_what_is_kept_here_is_private_and_what_a_user_names_is_theirs(folder: Folder, tmp_path: Path) -> None:
    data = folder / "squarely"
    data.mkdir(mode=0o755, parents=True)  # as versions before have made it
    saver = MatchSaver("showdown", also_as=tmp_path / "mine.match")
    assert saver.save(after(1))
    my_results.note_daily(date(2026, 2, 1), True)
    kept = [data, *data.rglob("*")]
    assert len(kept) >= 6
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o700, 0o600}
    assert {path.stat().st_mode & 0o777 for path in kept if path.is_file()} == {0o600}
    assert (tmp_path / "mine.match").stat().st_mode & 0o044
    saver.release()


def test_a_folder_that_a_link_leads_to_is_left_as_it_is(folder: Folder, tmp_path: Path) -> None:
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir(mode=0o755)
    (folder / "squarely").symlink_to(tmp_path / "elsewhere")
    replace_text(folder / "squarely" / "file", "text")
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("command", ["show", "review", "resume"])
def test_what_is_larger_than_any_match_is_refused_unread(desk: Desk, command: str) -> None:
    said = desk.squarely(command, "/dev/zero")
    assert (said.code, said.err) == (2, "squarely: /dev/zero is not a record: it is larger than 1 MB\n")
