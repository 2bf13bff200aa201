"""Every claim of the five rulebooks, and whether its evidence can be replayed."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from squarely.core import record, registry
from squarely.core.claims import Docket
from squarely.core.errors import SquarelyError
from squarely.core.game import Game
from squarely.core.registry import make_game
from squarely.core.verdict import (
    CONTRADICTS,
    NOT_APPLICABLE,
    OPINION,
    PROVED,
    REFUTED,
    SILENT,
    UNJUDGED,
    VERDICTS,
    decide,
)
from squarely.games.showdown import rules, words
from squarely.review.court import find_claims, judge_claims
from squarely.review.court.case import SolvedCase
from squarely.review.court.finding import Finding
from tests.review.court.bench import OURS

OUTSIDE = Path(__file__).resolve().parents[2] / "games" / "outside"

Findings = dict[str, list[Finding]]

# How many claims of each game come out how. A rule that changes changes them.
COUNTS = {
    "center": (23, 3, 1, 1, 1),
    "numbers": (22, 2, 3, 1, 2),
    "quad": (16, 3, 1, 5, 2),
    "showdown": (17, 7, 1, 2, 1),
    "snatchers": (22, 4, 1, 0, 2),
}


@pytest.mark.parametrize("name", OURS)
def test_a_rulebook_has_two_dozen_claims_and_more(name: str) -> None:
    claims = find_claims(registry.load(name))
    assert len(claims) >= 24
    assert [claim.number for claim in claims] == list(range(1, len(claims) + 1))
    assert len({claim.text for claim in claims}) == len(claims)
    assert all(claim.section and claim.text.endswith(".") for claim in claims)


@pytest.mark.parametrize("name", OURS)
def test_verdicts_come_out_as_they_did(name: str, findings: Findings) -> None:
    words = [finding.verdict.word for finding in findings[name]]
    assert VERDICTS == (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION, NOT_APPLICABLE, UNJUDGED)
    assert tuple(words.count(word) for word in VERDICTS) == (*COUNTS[name], 0, 0)


@pytest.mark.parametrize("name", OURS)
def test_every_verdict_has_evidence_and_every_opinion_a_reason(name: str, findings: Findings) -> None:
    for finding in findings[name]:
        assert finding.verdict.says
        assert all(finding.verdict.says)
        assert (finding.verdict.word == OPINION) == (finding.claim.check is None)


@pytest.mark.parametrize("name", OURS)
def test_every_record_in_evidence_replays(name: str, findings: Findings) -> None:
    records = [finding for finding in findings[name] if finding.record]
    assert len(records) >= 7
    for finding in records:
        read = record.read(finding.record)
        assert record.write(read) == finding.record
        assert finding.verdict.match is not None
        assert read.match.position == finding.verdict.match.position
        assert read.match.game.name == name


@pytest.mark.parametrize("name", OURS)
def test_contradictions_and_silences_show_a_game_and_lead_to_a_ruling(name: str, findings: Findings) -> None:
    for finding in findings[name]:
        if finding.verdict.word in (CONTRADICTS, SILENT):
            assert finding.record
            assert finding.claim.ruling


@pytest.mark.parametrize("name", OURS)
def test_a_ruling_that_is_an_option_is_the_one_in_force(name: str) -> None:
    game = registry.load(name)
    options = [c.ruling for c in find_claims(game) if re.fullmatch(r"\w+=\w+", c.ruling)]
    assert options
    for option, _, value in (ruling.partition("=") for ruling in options):
        assert str(game.settings[option]) == value


@pytest.mark.parametrize("name", OURS)
def test_facts_are_for_programs(name: str, findings: Findings) -> None:
    for finding in findings[name]:
        facts = finding.as_data()
        assert list(facts) == ["game", "options", "number", "section", "claim", "verdict", "evidence", "ruling"]
        assert facts["game"] == name
        assert facts["verdict"] in VERDICTS
        assert set(facts["evidence"]) == {"says", "record"}
        assert facts["evidence"]["record"] is None or record.read(facts["evidence"]["record"])


def elsewhere(name: str, **more: object) -> Game:
    """A game from outside: one file with the rules and words of showdown."""
    return make_game(name, {**vars(words), **vars(rules), **more})


@pytest.mark.parametrize("name", ["hop", "showdown", "case", "summary", "claims", "os.path"])
def test_a_game_without_claims_has_none(name: str) -> None:
    assert find_claims(elsewhere(name)) == ()
    assert list(judge_claims(elsewhere(name))) == []


def test_a_game_from_outside_brings_its_own_claims() -> None:
    docket = Docket()
    docket.claim("Winning", "The start is a start.")(lambda case: decide(case.starts == [case.game.start()], "It is."))
    docket.opinion("Summary", "It is fun.", "Fun is not measured.")
    hop = elsewhere("hop", claims=docket)
    findings = list(judge_claims(hop))
    assert [(f.claim.number, f.verdict.word) for f in findings] == [(1, PROVED), (2, OPINION)]
    assert findings[1].verdict.says == ("Fun is not measured.",)
    assert list(judge_claims(hop, 2)) == findings[1:]


@pytest.mark.parametrize("found", [None, "proved"])
def test_a_check_that_finds_no_verdict_is_told_by_its_number(found: Any) -> None:
    docket = Docket()
    docket.claim("Winning", "The start is a start.")(lambda _: found)
    with pytest.raises(SquarelyError, match=f"claim 1 of .* cannot be judged: .*{found!r} is no Verdict"):
        list(judge_claims(elsewhere("hop", claims=docket)))


def test_a_case_of_a_game_that_is_not_installed_has_variants_too() -> None:
    case = SolvedCase(elsewhere("uninstalled"))
    free = case.with_options(reversal="allowed")
    assert (case.game.options, free.game.options) == ("", "reversal=allowed")
    assert len(case.write_moves(case.play(["right"]).position)) < len(case.write_moves(free.play(["right"]).position))
    assert case.with_options(reversal="allowed") is free
    assert case.with_options(reversal="forbidden") is case


FILED = """

from squarely import Case, Docket, Verdict, decide

claims = Docket()


@claims.claim("Winning", "Whoever begins can force a win.", "columns=4")
def _first_wins(case: Case) -> Verdict:
    start = case.starts[0]
    upright = case.with_options(rows=4, columns=3)
    says = f"With best play: {case.describe_value(start)}; upright: {upright.describe_value(start)}."
    return decide(case.value(start).winner == FIRST, says)
"""


def test_a_game_that_is_one_file_brings_claims_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (OUTSIDE / "squarely_drop.py").read_text(encoding="utf-8")
    (tmp_path / "drop_with_claims.py").write_text(source + FILED, encoding="utf-8")
    (about := tmp_path / "drop_with_claims-1.0.dist-info").mkdir()
    (about / "entry_points.txt").write_text("[squarely.games]\ndropped = drop_with_claims\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._find_packages.cache_clear()
    try:
        [finding] = judge_claims(registry.load("dropped"))
    finally:
        registry._find_packages.cache_clear()
    assert (finding.claim.name, finding.claim.ruling) == ("first_wins", "columns=4")
    assert finding.verdict.word == PROVED
    counted = "(both sides counted)"
    assert finding.verdict.says == (
        f"With best play: Red wins in 9 moves {counted}; upright: a tie in 12 moves {counted}.",
    )


def test_claims_are_loaded_when_the_court_asks() -> None:
    loaded = "import sys, squarely; squarely.load('quad'); print('squarely.games.quad.claims' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
