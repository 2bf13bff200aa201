"""Every claim of the five rulebooks, and whether its evidence can be replayed."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from squarely.core.errors import SquarelyError
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.games.showdown.rules import Showdown
from squarely.review.court import (
    CONTRADICTS,
    NOT_APPLICABLE,
    OPINION,
    PROVED,
    REFUTED,
    SILENT,
    UNJUDGED,
    VERDICTS,
    Claims,
    Finding,
    decide,
    find_claims,
    judge_claims,
    opinion,
)
from squarely.review.court.case import Case
from tests.review.court.bench import OURS

OUTSIDE = Path(__file__).resolve().parents[2] / "games" / "outside"

Findings = dict[str, list[Finding]]

# How many claims of each game come out how. A rule that changes changes them.
COUNTS = {
    "center": (19, 3, 1, 1, 1),
    "numbers": (15, 2, 3, 1, 2),
    "quad": (12, 3, 1, 5, 2),
    "showdown": (16, 7, 1, 2, 1),
    "snatchers": (18, 4, 1, 0, 2),
}


@pytest.mark.parametrize("name", OURS)
def test_a_rulebook_has_two_dozen_claims_and_more(name: str) -> None:
    claims = find_claims(registry.load(name))
    assert len(claims) >= 23
    assert [claim.number for claim in claims] == list(range(1, len(claims) + 1))
    assert len({claim.text for claim in claims}) == len(claims)
    assert all(claim.section and claim.text.endswith(".") for claim in claims)


@pytest.mark.parametrize("name", OURS)
def test_verdicts_come_out_as_they_did(name: str, findings: Findings) -> None:
    words = [finding.verdict.word for finding in findings[name]]
    assert VERDICTS == (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION, NOT_APPLICABLE, UNJUDGED)
    assert tuple(words.count(word) for word in VERDICTS) == (*COUNTS[name], 0, 0)


@pytest.mark.parametrize("name", OURS)
def test_every_verdict_has_evidence(name: str, findings: Findings) -> None:
    for finding in findings[name]:
        assert finding.verdict.says
        assert all(finding.verdict.says)


@pytest.mark.parametrize("name", OURS)
def test_every_record_in_evidence_replays(name: str, findings: Findings) -> None:
    records = [finding for finding in findings[name] if finding.record]
    assert len(records) >= 6
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


class Hop(Showdown):
    """A game from outside: in one file, this one."""


@pytest.fixture
def file_claims(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    return lambda claims: monkeypatch.setattr(sys.modules[__name__], "CLAIMS", claims, raising=False)


def test_a_game_without_claims_has_none() -> None:
    assert find_claims(Hop()) == ()
    assert list(judge_claims(Hop())) == []


def test_a_game_from_outside_brings_its_own_claims(file_claims: Callable[[object], None]) -> None:
    claims: Claims = {
        "Winning": {"The start is a start.": lambda case: decide(case.start == case.game.start(), "It is.")},
        "Summary": {"It is fun.": opinion("Fun is not measured."), "It is short.": None},
    }
    file_claims(claims)
    findings = list(judge_claims(Hop()))
    assert [(f.claim.number, f.verdict.word) for f in findings] == [(1, PROVED), (2, OPINION), (3, UNJUDGED)]
    assert [f.verdict.says for f in findings[1:]] == [
        ("Fun is not measured.",),
        ("Nobody has written a check of it yet.",),
    ]
    assert [(f.claim, f.verdict) for f in judge_claims(Hop(), 2)] == [(findings[1].claim, findings[1].verdict)]


@pytest.mark.parametrize("found", [None, "proved"])
def test_a_check_that_finds_no_verdict_is_told_by_its_number(found: Any, file_claims: Callable[[object], None]) -> None:
    file_claims({"Winning": {"The start is a start.": lambda _: found}})
    with pytest.raises(SquarelyError, match=f"claim 1 of .* cannot be judged: .*{found!r} is no Verdict"):
        list(judge_claims(Hop()))


def test_a_case_of_a_game_that_is_not_installed_has_variants_too() -> None:
    case = Case(Hop())
    free = case.with_options(reversal="allowed")
    assert (case.game.options, free.game.options) == ("", "reversal=allowed")
    assert len(case.moves(case.play("right").position)) < len(free.moves(free.play("right").position))
    assert case.with_options(reversal="allowed") is free
    assert case.with_options(reversal="forbidden") is case


FILED = """

from squarely import Case, Verdict, decide


def _first_wins(case: Case) -> Verdict:
    upright = case.with_options(rows=4, columns=3)
    says = f"With best play: {case.describe_value(case.start)}; upright: {upright.describe_value(case.start)}."
    return decide(case.value(case.start).winner == FIRST, says)


def claims(case: Case):
    return {"Winning": {"Whoever begins can force a win.": (_first_wins, "columns=4")}}
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
    assert (finding.claim.section, finding.claim.ruling) == ("Winning", "columns=4")
    assert finding.verdict.word == PROVED
    counted = "(both sides counted)"
    assert finding.verdict.says == (
        f"With best play: Red wins in 9 moves {counted}; upright: a tie in 12 moves {counted}.",
    )


def test_claims_are_loaded_when_the_court_asks() -> None:
    loaded = "import sys, squarely; squarely.load('quad'); print('squarely.games.quad.claims' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
