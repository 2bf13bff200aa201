"""The court: every checkable sentence of a rulebook, and a verdict that is computed when it is asked for."""

from collections.abc import Iterator

from squarely.core.claims import Claim
from squarely.core.game import Game
from squarely.core.verdict import OPINION, Verdict
from squarely.review.court.case import SolvedCase
from squarely.review.court.finding import Finding


def find_claims(game: Game) -> tuple[Claim, ...]:
    """The claims that a game brings about its rulebook, or none."""
    return tuple(game.rules.claims(game))


def judge_claims(game: Game, number: int | None = None) -> Iterator[Finding]:
    """Every claim about a game, or the one with this number, with the verdict on it, as they are found."""
    case = SolvedCase(game)
    for claim in (claim for claim in find_claims(game) if number in (None, claim.number)):
        yield judge_claim(case, claim)


def judge_claim(case: SolvedCase, claim: Claim) -> Finding:
    """One claim with the verdict on it."""
    return Finding(case.game, claim, claim.check(case) if claim.check else Verdict(OPINION, (claim.why,)))
