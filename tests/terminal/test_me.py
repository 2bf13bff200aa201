"""`squarely me`: what is noted is shown, copied and deleted."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from squarely import Match, Side, load
from squarely.core.errors import SquarelyError
from squarely.files import my_results, saved_matches
from squarely.terminal.me import me

STRONG = [-50.0 * abs(level - 7) for level in range(1, 10)]


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path / "squarely")
    return my_results.find_path()


def run(*args: str) -> Result:
    return CliRunner().invoke(me, args, catch_exceptions=True)


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
    for days in (0, 1, 3):
        my_results.note_daily(date.today() - timedelta(days), True)


def test_nothing_yet() -> None:
    assert run().output == "No results yet. Play: squarely play center --second level:3\n"
    my_results.note_daily(date.today(), True)
    assert run().output == "Daily puzzle: 1 day in a row.\n"


def test_results_level_and_streak_are_shown(file: Path) -> None:
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


def test_results_are_copied_and_deleted(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert isinstance(run("--export", str(copy)).exception, SquarelyError), "nothing to copy"
    note_some()
    assert run("--export", str(copy)).output == f"Your results are copied to {copy}.\n"
    assert copy.read_bytes() == file.read_bytes()
    assert isinstance(run("--export", str(copy)).exception, SquarelyError), "it exists"
    assert isinstance(run("--delete").exception, SquarelyError), "nobody can be asked"
    assert file.exists()
    assert run("--delete", "--yes").output == "Your results are deleted.\n"
    assert not file.exists()
