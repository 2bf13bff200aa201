"""The court in the full-screen app: claims walked, evidence put on the board, what cannot be judged said."""

import asyncio

import pytest

from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.review.court import PROVED, Claim, Finding, judge_claim, judge_claims
from squarely.review.court.case import Case
from squarely.terminal.full_screen import court_screen
from squarely.terminal.full_screen.court_screen import CourtScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.record_screen import ReplayScreen
from tests.terminal.full_screen.piloting import rush_keys

from .studying import LARGE, study

SHOWDOWN = registry.load("showdown")


def test_claims_are_walked_and_their_evidence_is_put_on_the_board() -> None:
    findings = list(judge_claims(SHOWDOWN))
    proved = sum(finding.verdict.word == PROVED for finding in findings)
    shown = next(finding for finding in findings[1:] if finding.verdict.match)
    text, says = shown.claim.text, shown.verdict.says[0]

    async def walk() -> None:
        async with study(Go("court", SHOWDOWN), LARGE) as student:
            await student.see("The court: Center Square Showdown (showdown)", f" {proved} proved, ")
            await rush_keys(student.pilot, *["down"] * (shown.claim.number - 1))
            await student.see(f"{shown.claim.number}. {text}", shown.verdict.word.capitalize(), says, "b: on the board")
            await student.press("b")
            await student.wait_until(lambda: isinstance(student.place, ReplayScreen))
            assert student.place.match == shown.verdict.match  # type: ignore[attr-defined]
            await student.press("escape")
            await student.see(f"{shown.claim.number}. {text}")
            await student.press("escape")
            await student.wait_until(lambda: not isinstance(student.place, CourtScreen))

    asyncio.run(walk())


def test_what_cannot_be_judged_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge_most(case: Case, claim: Claim) -> Finding:
        if claim.number == 1:
            raise TooLarge("it needs the extra: pip install 'squarely[solve]'")
        return judge_claim(case, claim)

    monkeypatch.setattr(court_screen, "judge_claim", judge_most)

    async def look() -> None:
        async with study(Go("court", SHOWDOWN)) as student:
            await student.see(
                "1 not judged here", "Not judged: it needs the extra: pip install 'squarely[solve]'.", "! 1."
            )

    asyncio.run(look())
