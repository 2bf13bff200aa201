"""The court in the full-screen app: claims walked, evidence put on the board, what cannot be judged said."""

import pytest

from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.review.court import PROVED, Claim, Finding, judge_claim, judge_claims
from squarely.review.court.case import Case
from squarely.terminal.full_screen import court_screen
from squarely.terminal.full_screen.places import Go

from .driving import LARGE, open_app

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHOWDOWN = registry.load("showdown")


async def test_claims_are_walked_and_their_evidence_is_put_on_the_board() -> None:
    findings = list(judge_claims(SHOWDOWN))
    proved = sum(finding.verdict.word == PROVED for finding in findings)
    shown = next(finding for finding in findings[1:] if finding.verdict.match)
    text, says = shown.claim.text, shown.verdict.says[0]
    async with open_app(Go("court", SHOWDOWN), LARGE) as user:
        await user.see("The court: Center Square Showdown (showdown)", f" {proved} proved, ")
        await user.rush(*["down"] * (shown.claim.number - 1))
        await user.see(f"{shown.claim.number}. {text}", shown.verdict.word.capitalize(), says, "b: on the board")
        await user.press("b", opens="ReplayScreen")
        assert user.place.match == shown.verdict.match  # type: ignore[attr-defined]
        await user.press("escape", sees=f"{shown.claim.number}. {text}")
        await user.press("escape", opens="HomeScreen")


async def test_what_cannot_be_judged_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge_most(case: Case, claim: Claim) -> Finding:
        if claim.number == 1:
            raise TooLarge("it needs the extra: pip install 'squarely[solve]'")
        return judge_claim(case, claim)

    monkeypatch.setattr(court_screen, "judge_claim", judge_most)
    async with open_app(Go("court", SHOWDOWN)) as user:
        await user.see("1 not judged here", "Not judged: it needs the extra: pip install 'squarely[solve]'.", "! 1.")
