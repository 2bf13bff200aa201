"""`squarely court`, as people and programs call it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from squarely.cli import squarely
from squarely.core.match import record
from squarely.review.court import VERDICTS
from tests.terminal.driving import refusal

pytestmark = pytest.mark.slow


def court(*args: str) -> str:
    said = CliRunner().invoke(squarely, ["court", *args])
    assert said.exit_code == 0
    return said.output


def test_findings_are_grouped_and_counted_and_moves_are_never_broken_across_lines() -> None:
    lines = court("showdown").splitlines()
    assert lines[0] == "Center Square Showdown (showdown)"
    assert "Winning the Game" in lines
    assert "  refuted: 12. Every game finds its winner; none is drawn." in lines
    assert lines[-2] == "showdown: 16 proved, 7 refuted, 1 contradicts itself, 2 silent, 1 opinion."
    assert max(map(len, lines)) <= 100
    said = court("center")
    assert "Replay: place 0 0, place 0 1, place 0 2, place 1 0, place 1 2" in said
    assert "\u00a0" not in said


def test_programs_get_a_list() -> None:
    findings = json.loads(court("snatchers", "--json"))
    assert [finding["number"] for finding in findings] == list(range(1, len(findings) + 1))
    for finding in findings:
        assert set(finding) == {"game", "options", "number", "section", "claim", "verdict", "evidence", "ruling"}
        assert finding["verdict"] in VERDICTS
    assert findings[1]["ruling"] == "up=forward"


def test_a_record_can_be_replayed_by_show(tmp_path: Path) -> None:
    said = court("showdown", "--record", "12")
    assert record.read(said).match.moves
    (tmp_path / "round.match").write_text(said)
    shown = CliRunner().invoke(squarely, ["show", str(tmp_path / "round.match"), "--end"])
    assert "Unfinished" in shown.output


def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no claim 99" in refusal("court", "showdown", "--record", "99")
    assert "rests on counts alone" in refusal("court", "showdown", "--record", "5")
    assert "--record needs a game" in refusal("court", "--record", "3")
    assert "options belong to a game" in refusal("court", "-o", "size=3")
    monkeypatch.setattr("squarely.terminal.court.find_claims", lambda _: ())
    assert court("showdown").startswith("Nobody has filed claims about showdown.")
