"""`squarely court`, as people and programs call it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from squarely.cli import squarely
from squarely.core.match import record
from squarely.review.court import VERDICTS


def court(*args: str) -> Result:
    return CliRunner().invoke(squarely, ["court", *args])


def test_findings_are_grouped_and_counted() -> None:
    said = court("showdown")
    assert said.exit_code == 0
    lines = said.output.splitlines()
    assert lines[0] == "Center Square Showdown (showdown)"
    assert "Winning the Game" in lines
    assert "  refuted: 12. Every game finds its winner; none is drawn." in lines
    assert lines[-2] == "showdown: 16 proved, 7 refuted, 1 contradicts itself, 2 silent, 1 opinion."
    assert max(map(len, lines)) <= 100


def test_moves_are_never_broken_across_lines() -> None:
    assert "Replay: place 0 0, place 0 1, place 0 2, place 1 0, place 1 2" in court("center").output
    assert "\u00a0" not in court("snatchers").output


def test_programs_get_a_list() -> None:
    said = court("snatchers", "--json")
    findings = json.loads(said.output)
    assert [finding["number"] for finding in findings] == list(range(1, len(findings) + 1))
    for finding in findings:
        assert set(finding) == {"game", "options", "number", "section", "claim", "verdict", "evidence", "ruling"}
        assert finding["verdict"] in VERDICTS
    assert next(f["ruling"] for f in findings if f["number"] == 2) == "up=forward"


def test_a_record_can_be_replayed_by_show(tmp_path: Path) -> None:
    said = court("showdown", "--record", "12")
    assert record.read(said.output).match.moves
    (tmp_path / "round.match").write_text(said.output)
    shown = CliRunner().invoke(squarely, ["show", str(tmp_path / "round.match"), "--end"])
    assert "Unfinished" in shown.output


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("showdown", "--record", "99"), "there is no claim 99"),
        (("showdown", "--record", "5"), "rests on counts alone"),
        (("--record", "3"), "--record needs a game"),
    ],
)
def test_a_record_that_is_not_there_is_an_error(args: tuple[str, ...], told: str) -> None:
    said = court(*args)
    assert said.exit_code == 2
    assert told in said.output


def test_a_game_nobody_filed_claims_about_is_told_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.terminal.court.find_claims", lambda _: ())
    said = court("showdown")
    assert said.exit_code == 0
    assert said.output.startswith("Nobody has filed claims about showdown.")
