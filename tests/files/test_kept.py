"""What is kept on this machine: matches, of which no command leads to nothing, somebody's own results, and games that
were played from a file."""

import json
import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from squarely import Match, Side, load
from squarely.core.match.record import Record, read
from squarely.files import my_results, saved_matches
from squarely.files.my_results import delete, load_results, note_daily, note_match
from squarely.files.saved_matches import MatchSaver, replace_text
from tests.boards import played
from tests.terminal.driving import Desk, refusal

HOP = Path(__file__).parents[1] / "games" / "outside" / "squarely_hop.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path / "data" / "squarely")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


def after(turns: int) -> Record:
    return Record(played(Match.of(load("showdown")), *("right", "down", "down", "right")[:turns]))


def fill_disk(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_command_is_named_only_where_it_leads_to_something(folder: Path) -> None:
    saver = MatchSaver("showdown")
    assert saver.save(after(1))
    assert saver.find_command("resume") == "squarely resume"
    shutil.rmtree(folder)
    assert saver.find_command("resume") == ""
    assert saver.save(after(2))
    assert (saver.find_command("resume"), saver.trouble) == ("squarely resume", "")
    assert len(read(saver.path.read_text()).match.moves) == 2
    shutil.rmtree(folder)
    folder.write_text("")
    for turns in (2, 4):
        assert not saver.save(after(turns))
        assert (saver.find_command("resume"), saver.find_command("review")) == ("", "")
    assert str(folder) in saver.trouble
    # A file of their own is pointed to where the folder takes nothing.
    saver = MatchSaver("showdown", also_as=Path("there/x"))
    assert not saver.save(after(1))
    assert saver.find_command("resume") == ""
    with pytest.raises(OSError, match="No such file"):
        saver.save_as(Path("there/x"), after(1))
    saver.save_as(Path("my game"), after(1))
    assert saver.find_command("resume") == "squarely resume 'my game'"
    saver.save(after(4))
    assert saver.find_command("review") == "squarely review 'my game'"
    Path("my game").unlink()
    assert saver.find_command("review") == ""
    Path("there").mkdir()
    saver.save_as(Path("there/x"), after(1))  # what could not be written is tried again when asked
    assert read(Path("there/x").read_text()).match.moves
    assert saver.find_command("resume") == "squarely resume there/x"


def test_a_disk_that_is_full_at_the_last_move_leaves_no_word_of_a_review(folder: Path) -> None:
    saver = MatchSaver("showdown", also_as=Path("mine"))
    assert saver.save(after(3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fill_disk)
        assert not saver.save(after(4))
        assert (saver.find_command("resume"), saver.find_command("review")) == ("", "")
    assert saver.save(after(4))
    assert saver.find_command("review") == "squarely review"
    assert not list(folder.rglob("*.part"))


def test_what_is_not_kept_is_written_only_when_asked_and_what_is_not_saved_is_said_as_it_is(folder: Path) -> None:
    def trouble(also_as: Path | None) -> str:
        saver = MatchSaver("showdown", also_as=also_as)
        assert not saver.save(after(1))
        return saver.describe_trouble()

    saver = MatchSaver("showdown", keeps=False)
    assert saver.save(after(1))
    assert (saver.find_command("resume"), saver.find_command("review"), folder.exists()) == ("", "", False)
    saver.save_as(Path("mine"), after(1))
    assert saver.save(after(2))
    assert len(read(Path("mine").read_text()).match.moves) == 1
    copy = "The copy there/x cannot be written (No such file or directory). The match is saved all the same."
    assert trouble(Path("there/x")).startswith(copy)
    shutil.rmtree(folder)
    folder.write_text("a file, where a folder should be")
    for also_as in (None, Path("there/x")):
        assert trouble(also_as).startswith("This match cannot be saved (")
    assert trouble(Path("x")).startswith("The data folder cannot be written (")


def test_what_is_kept_here_is_private_and_what_a_user_names_is_theirs(folder: Path, tmp_path: Path) -> None:
    data = folder / "squarely"
    data.mkdir(mode=0o755, parents=True)  # as versions before have made it
    saver = MatchSaver("showdown", also_as=tmp_path / "mine.match")
    assert saver.save(after(1))
    note_daily(date(2026, 2, 1), True)
    kept = [data, *data.rglob("*")]
    assert len(kept) >= 6
    assert {(path.is_file(), path.stat().st_mode & 0o777) for path in kept} == {(True, 0o600), (False, 0o700)}
    assert (tmp_path / "mine.match").stat().st_mode & 0o044
    saver.release()
    shutil.rmtree(data)  # a folder that a link leads to is left as it is
    (tmp_path / "elsewhere").mkdir(mode=0o755)
    (folder / "squarely").symlink_to(tmp_path / "elsewhere")
    replace_text(folder / "squarely" / "file", "text")
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o755


def test_what_is_larger_than_any_match_is_refused_unread() -> None:
    for command in ("show", "review", "resume"):
        assert refusal(command, "/dev/zero") == "/dev/zero is not a record: it is larger than 1 MB"


# Somebody's own results: nothing that was noted is lost, whatever happens to the file or the process

LEVELS = tuple(-float(level) for level in range(9))


@pytest.fixture
def file(folder: Path) -> Path:
    return my_results.find_path()


def won_by(side: Side | None, options: str = "") -> Match:
    match = Match.of(load("quad", options)).play("A4")
    return match.agree_to_draw() if side is None else match.resign(side.other)


def test_matches_and_days_are_noted_and_forgotten_and_a_streak_ends_with_a_day_not_solved(file: Path) -> None:
    assert load_results() == ((), frozenset(), ())
    assert note_match("a", Match.of(load("quad")), "level:4", Side.FIRST) == ""
    assert not file.exists(), "a match that is not over"
    note_match("a", won_by(Side.FIRST, "mended"), "level:4", Side.FIRST, LEVELS)
    note_match("b", won_by(Side.FIRST), "level:4", Side.SECOND)
    note_match("c", won_by(None), "human", None)
    note_match("b", won_by(Side.SECOND), "level:4", Side.SECOND)  # taken back and finished again
    found = load_results().matches
    assert [(each.key, each.rules, each.side, each.result, each.moves) for each in found] == [
        ("a", "mended", "first", "won", 1), ("b", "", "second", "won", 1), ("c", "", "both", "tied", 1),
    ]  # fmt: skip
    assert (found[0].levels, found[0].day) == (LEVELS, date.today())
    delete()
    delete()
    assert load_results() == ((), frozenset(), ())
    assert load_results().streak(date(2026, 3, 1)) == 0
    for day, solved in ((24, True), (25, False), (26, True), (27, True), (28, False), (28, True)):
        note_daily(date(2026, 2, day), solved)
    days = [date(2026, 2, 25), date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 2)]
    assert [load_results().streak(day) for day in days] == [1, 3, 3, 0]


def test_a_damaged_line_is_left_out_and_nothing_else_and_what_cannot_be_noted_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_match("a", won_by(Side.FIRST), "level:4", Side.FIRST)
    line = json.loads(file.read_text())
    wrong: list[dict[str, object]] = [{"day": "never"}, {"levels": [1]}, {"levels": [float("inf")] * 9}]
    wrong += [{"moves": "1"}, {"result": "?"}, {"key": []}]
    damaged = [b"null", b'"daily"', b"[" * 100_000, b"\xff", *(json.dumps({**line, **each}).encode() for each in wrong)]
    with file.open("ab") as raw:
        raw.writelines(bad + b"\n" for bad in damaged)
        raw.write(b'{"key": "b", "da')  # cut short
    note_match("c", won_by(Side.FIRST), "level:4", Side.FIRST)
    found = load_results()
    assert [each.key for each in found.matches] == ["a", "c"]
    assert len(found.trouble) == 10
    assert found.trouble[0] == f"Line 2 of {file} is damaged and left out."
    monkeypatch.setattr(os, "fsync", fill_disk)
    assert note_daily(date(2026, 2, 2), True) == f"Your result cannot be noted in {file}: No space left on device."
    monkeypatch.setattr(saved_matches, "folder", lambda: file / "below a file")
    assert note_daily(date(2026, 2, 2), True).endswith("me.jsonl: Not a directory.")
    monkeypatch.setattr(my_results, "find_path", lambda: file.parent)
    assert load_results().trouble == (f"{file.parent} cannot be read: Is a directory.",)


@pytest.mark.slow
def test_processes_that_write_at_once_mix_no_lines(file: Path) -> None:
    code = (
        "import sys; from datetime import date, timedelta; from pathlib import Path\n"
        "from squarely.files import my_results, saved_matches\n"
        "saved_matches.folder = lambda: Path(sys.argv[1])\n"
        "for n in range(40): my_results.note_daily(date(2000, 1, 1) + timedelta(40 * int(sys.argv[2]) + n), True)\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(file.parent), str(number)]) for number in range(4)]
    assert [each.wait() for each in running] == [0] * 4
    assert (len(load_results().solved_days), load_results().trouble) == (160, ())


# A game that was played from a file is found again by its name, and so are its matches: from anywhere


@pytest.mark.slow
def test_matches_of_a_game_in_a_file_are_reviewed_shown_and_resumed(desk: Desk) -> None:
    (desk.here / "far").mkdir()
    file = desk.here / "far" / "leap.py"
    file.write_text(HOP.read_text(encoding="utf-8"), encoding="utf-8")
    play = ("play", "far/leap.py", "--option", "size=3", "--plain")
    assert desk.squarely(*play, "--first", "random", "--second", "random", "--seed", "1").code == 0
    reviewed = desk.squarely("review")
    assert (reviewed.code, reviewed.err) == (0, "")
    (finished,) = desk.finished
    assert desk.squarely("show", str(finished)).code == 0
    assert desk.squarely("rules", "leap").code == 0
    desk.squarely(*play, typed=["quit"])
    assert desk.squarely("resume", "--plain", typed=["1", "quit"]).code == 0
    file.rename(quad := file.with_name("quad.py"))
    assert "there is no game 'leap'" in desk.squarely("show", str(finished)).err
    assert "quad cannot be used" in desk.squarely("rules", f"far/{quad.name}").err
    assert "Capture Square" in desk.squarely("rules", "quad").out, "what is installed is not taken for it"
