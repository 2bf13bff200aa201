"""Somebody's own results: nothing that was noted is lost, whatever happens to the file or the process."""

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from squarely import Match, Side, load
from squarely.files import my_results, saved_matches
from squarely.files.my_results import delete, load_results, note_daily, note_match

LEVELS = tuple(-float(level) for level in range(9))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path / "squarely")
    return my_results.find_path()


def won_by(side: Side | None, options: str = "") -> Match:
    match = Match.of(load("quad", options)).play("A4")
    return match.agree_to_draw() if side is None else match.resign(side.other)


def test_matches_and_days_are_noted_and_forgotten(file: Path) -> None:
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
    assert found[0].levels == LEVELS
    assert found[0].day == date.today()
    delete()
    delete()
    assert load_results() == ((), frozenset(), ())


@pytest.mark.usefixtures("file")
def test_a_streak_ends_with_the_day_that_was_not_solved() -> None:
    assert load_results().streak(date(2026, 3, 1)) == 0
    for day, solved in ((24, True), (25, False), (26, True), (27, True), (28, False), (28, True)):
        note_daily(date(2026, 2, day), solved)
    days = [date(2026, 2, 25), date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 2)]
    assert [load_results().streak(day) for day in days] == [1, 3, 3, 0]


def test_a_damaged_line_is_left_out_and_nothing_else(file: Path) -> None:
    note_match("a", won_by(Side.FIRST), "level:4", Side.FIRST)
    line = json.loads(file.read_text())
    changed: list[dict[str, object]] = [
        {"day": "never"},
        {"levels": [1]},
        {"levels": [float("inf")] * 9},
        {"moves": "1"},
        {"result": "?"},
        {"key": []},
    ]
    with file.open("ab") as raw:
        for bad in (
            b"null",
            b'"daily"',
            b"[" * 100_000,
            b"\xff",
            *(json.dumps({**line, **each}).encode() for each in changed),
        ):
            raw.write(bad + b"\n")
        raw.write(b'{"key": "b", "da')  # cut short
    note_match("c", won_by(Side.FIRST), "level:4", Side.FIRST)
    found = load_results()
    assert [each.key for each in found.matches] == ["a", "c"]
    assert len(found.trouble) == 10
    assert found.trouble[0] == f"Line 2 of {file} is damaged and left out."


def test_what_cannot_be_noted_is_told_and_disturbs_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note_daily(date(2026, 2, 1), True)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    assert note_daily(date(2026, 2, 2), True) == f"Your result cannot be noted in {file}: No space left on device."
    monkeypatch.setattr(saved_matches, "folder", lambda: file / "below a file")
    assert note_daily(date(2026, 2, 2), True).endswith("me.jsonl: Not a directory.")
    monkeypatch.setattr(my_results, "find_path", lambda: file.parent)
    assert load_results().trouble == (f"{file.parent} cannot be read: Is a directory.",)


def test_processes_that_write_at_once_mix_no_lines(file: Path) -> None:
    code = (
        "import sys; from datetime import date, timedelta; from pathlib import Path\n"
        "from squarely.files import my_results, saved_matches\n"
        "saved_matches.folder = lambda: Path(sys.argv[1])\n"
        "for n in range(40): my_results.note_daily(date(2000, 1, 1) + timedelta(40 * int(sys.argv[2]) + n), True)\n"
    )
    command = [sys.executable, "-c", code, str(file.parent)]
    running = [subprocess.Popen([*command, str(number)]) for number in range(4)]
    assert [each.wait() for each in running] == [0] * 4
    assert (len(load_results().solved_days), load_results().trouble) == (160, ())
