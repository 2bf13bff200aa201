"""`squarely court`, as people and programs call it."""

import json
from pathlib import Path

import pytest

from squarely import Match
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.core.text.wrapping import GLUE
from squarely.review.court import VERDICTS
from squarely.terminal.court import write_moves
from tests.boards import at, played
from tests.terminal.driving import printed, refusal

pytestmark = pytest.mark.slow


def test_findings_are_grouped_and_counted_with_their_evidence() -> None:
    lines = printed("court", "showdown").splitlines()
    assert lines[0] == "Center Square Showdown (showdown)"
    assert "Winning the Game" in lines
    assert "  refuted: 12. Every game finds its winner; none is drawn." in lines
    assert lines[-2] == "showdown: 16 proved, 7 refuted, 1 contradicts itself, 2 silent, 1 opinion."
    assert max(map(len, lines)) <= 100
    said = "\n".join(lines)
    assert "1) to (5,5).\n      Position: *..../...../...../...../..... 1 -\n  silent: 2. The rules settle" in said
    assert "\n      Replay: right, down, down, right; 0-1\n      Ruling: first=1\n\n" in said
    assert GLUE not in said


def test_moves_are_never_broken_across_lines() -> None:
    dealt = at(registry.load("numbers"), "538/291/647 1 0-0")
    for match, shown in (
        (played(Match.of(registry.load("center")), "place 0 0", "place 0 1"), "Replay: place_0_0, place_0_1"),
        (dealt.play("2 2"), "Replay from 538/291/647_1_0-0: 2_2"),
        (dealt, "Position: 538/291/647_1_0-0"),
    ):
        assert write_moves(match).replace(GLUE, "_") == shown


def test_programs_get_a_list() -> None:
    findings = json.loads(printed("court", "showdown", "--json"))
    assert [finding["number"] for finding in findings] == list(range(1, len(findings) + 1))
    for finding in findings:
        assert set(finding) == {"game", "options", "number", "section", "claim", "verdict", "evidence", "ruling"}
        assert finding["verdict"] in VERDICTS


def test_a_record_can_be_replayed_by_show(tmp_path: Path) -> None:
    said = printed("court", "showdown", "--record", "12")
    assert record.read(said).match.moves
    (tmp_path / "round.match").write_text(said)
    assert "Unfinished" in printed("show", str(tmp_path / "round.match"), "--end")


def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no claim 99" in refusal("court", "showdown", "--record", "99")
    assert "rests on counts alone" in refusal("court", "showdown", "--record", "5")
    assert "--record needs a game" in refusal("court", "--record", "3")
    assert "options belong to a game" in refusal("court", "-o", "size=3")
    monkeypatch.setattr("squarely.terminal.court.find_claims", lambda _: ())
    assert printed("court", "showdown").startswith("Nobody has filed claims about showdown.")
