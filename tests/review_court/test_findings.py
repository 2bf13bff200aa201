"""Every claim of the five rulebooks, and whether its evidence can be replayed."""

import re
from types import ModuleType

import pytest

from squarely import record, registry
from squarely.game import Game
from squarely.games import showdown
from squarely.review.court import claims_of, judged
from squarely.review.court.claim import CONTRADICTS, OPINION, PROVED, REFUTED, SILENT, WORDS, Docket, Finding, ruled
from tests.review_court.bench import OURS

Findings = dict[str, list[Finding]]

# How many claims of each game come out how. A rule that changes changes them.
COUNTS = {
    "center": (15, 3, 0, 1, 1),
    "numbers": (15, 2, 2, 1, 1),
    "quad": (11, 3, 1, 4, 1),
    "showdown": (12, 6, 1, 1, 1),
    "snatchers": (14, 4, 1, 0, 1),
}


@pytest.mark.parametrize("name", OURS)
def test_a_rulebook_has_a_dozen_claims_and_more(name: str) -> None:
    claims = claims_of(registry.load(name))
    assert len(claims) >= 12
    assert [claim.number for claim in claims] == list(range(1, len(claims) + 1))
    assert len({claim.text for claim in claims}) == len(claims)
    assert all(claim.section and claim.text.endswith(".") for claim in claims)


@pytest.mark.parametrize("name", OURS)
def test_verdicts_come_out_as_they_did(name: str, findings: Findings) -> None:
    words = [finding.verdict.word for finding in findings[name]]
    assert tuple(words.count(word) for word in WORDS) == COUNTS[name]
    assert WORDS == (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION)


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
    options = [c.ruling for c in claims_of(game) if re.fullmatch(r"\w+=\w+", c.ruling)]
    assert options
    for option, _, value in (ruling.partition("=") for ruling in options):
        assert str(game.settings[option]) == value


@pytest.mark.parametrize("name", OURS)
def test_facts_are_for_programs(name: str, findings: Findings) -> None:
    for finding in findings[name]:
        facts = finding.facts()
        assert list(facts) == ["game", "number", "section", "claim", "verdict", "evidence", "ruling"]
        assert facts["game"] == name
        assert facts["verdict"] in WORDS
        assert set(facts["evidence"]) == {"says", "record"}
        assert facts["evidence"]["record"] is None or record.read(facts["evidence"]["record"])


def elsewhere(name: str, **more: object) -> Game:
    """A game from outside: another file with the rules of showdown."""
    rules = ModuleType(name)
    rules.__dict__.update({**vars(showdown), **more})
    return Game.of(name, rules)


@pytest.mark.parametrize("name", ["hop", "case", "summary", "claim", "os.path"])
def test_a_game_without_claims_has_none(name: str) -> None:
    assert claims_of(elsewhere(name)) == ()
    assert list(judged(elsewhere(name))) == []


def test_a_game_from_outside_brings_its_own_claims() -> None:
    docket = Docket()
    docket.claim("Winning", "The start is a start.")(lambda case: ruled(case.starts == [case.game.start()], "It is."))
    docket.opinion("Summary", "It is fun.", "Fun is not measured.")
    hop = elsewhere("hop", claims=docket)
    findings = list(judged(hop))
    assert [(f.claim.number, f.verdict.word) for f in findings] == [(1, PROVED), (2, OPINION)]
    assert findings[1].verdict.says == ("Fun is not measured.",)
    assert list(judged(hop, 2)) == findings[1:]
