"""Asking the court about one claim, or all of a game; what was worked out once serves every test."""

from functools import cache
from importlib.metadata import entry_points

from squarely.core.rules import registry
from squarely.review.court import Finding, Verdict, find_claims, judge_claim
from squarely.review.court.case import Case

OURS = sorted(e.name for e in entry_points(group=registry.GROUP) if e.value.startswith("squarely.games."))


def judge(case: Case, words: str) -> Verdict:
    """The verdict on the one sentence in which these words stand."""
    [claim] = [claim for claim in find_claims(case.game) if words in claim.text]
    return judge_claim(case, claim).verdict


@cache
def verdict(game: str, words: str, options: str = "") -> Verdict:
    return judge(case(game, options), words)


@cache
def case(game: str, options: str = "") -> Case:
    return Case(registry.load(game, options))


@cache
def findings(game: str) -> list[Finding]:
    return [judge_claim(case(game), claim) for claim in find_claims(case(game).game)]
