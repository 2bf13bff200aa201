"""`squarely me`: what is noted is shown, copied and deleted."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from squarely import Match, Side, load
from squarely.files import my_results, saved_matches
from squarely.terminal.me import me

from .driving import refusal

STRONG = [-50.0 * abs(level - 7) for level in range(1, 10)]


def run(*args: str) -> Result:
    return CliRunner().invoke(me, args)


def note_some() -> None:
    for number, (options, opponent, person, winner) in enumerate([
        ("mended", "level:4", Side.FIRST, Side.FIRST),
        ("mended", "level:4", Side.SECOND, Side.FIRST),
        ("mended", "level:4", Side.FIRST, None),
        ("", "human", None, Side.FIRST),
        ("", "human", None, None),
    ]):  # fmt: skip
        match = Match.of(load("quad", options))
        match = match.agree_to_draw() if winner is None else match.resign(winner.other)
        my_results.note_match(str(number), match, opponent, person, STRONG if number == 0 else ())
    for days in (1, 3):
        my_results.note_daily(date.today() - timedelta(days), True)


def test_results_level_and_streak_are_shown_copied_and_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path / "squarely")
    file, copy = my_results.find_path(), tmp_path / "copy"
    assert run().output == "No results yet. Play: squarely play center --second level:3\n"
    assert refusal("me", "--export", str(copy)) == "there are no results yet, so nothing is copied"
    my_results.note_daily(date.today(), True)
    assert run().output == "Daily puzzle: 1 day in a row.\n"
    note_some()
    assert run().stdout.splitlines() == [
        "game  rules    opponent           won-lost-tied",
        "quad  printed  two people         2 played",
        "quad  mended   level 4 (careful)  1-1-1",
        "quad: you play about like level 7.",
        "Daily puzzle: 2 days in a row.",
    ]
    facts = json.loads(run("--json").stdout)
    assert [match["result"] for match in facts["matches"]] == ["won", "lost", "tied", "won", "tied"]
    assert (facts["streak"], facts["levels"]) == (2, {"quad": {"level": 7, "low": 7, "high": 7}})
    with file.open("a") as raw:
        raw.write("?\n")
    assert run().stderr == f"(Line 9 of {file} is damaged and left out.)\n"
    assert run("--export", str(copy)).output == f"Your results are copied to {copy}.\n"
    assert copy.read_bytes() == file.read_bytes()
    assert refusal("me", "--export", str(copy)) == f"{copy} exists already; please choose another name"
    assert refusal("me", "--delete") == "to delete your results without being asked, add --yes"
    assert file.exists()
    assert run("--delete", "--yes").output == "Your results are deleted.\n"
    assert not file.exists()
