"""The court: every checkable sentence of a rulebook, and a verdict that is computed when it is asked for."""

from collections.abc import Iterator

from squarely.core.claims import Claim
from squarely.core.errors import SquarelyError
from squarely.core.game import Game
from squarely.core.verdict import OPINION, Verdict, find_inapplicable
from squarely.review.court.case import SolvedCase
from squarely.review.court.finding import Finding

# How a check comes to nothing where the rules are others than those it was written for.
_NOT_THERE = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


def find_claims(game: Game) -> tuple[Claim, ...]:
    """The claims that a game brings about its rulebook, or none."""
    return tuple(game.rules.claims(game))


def judge_claims(game: Game, number: int | None = None) -> Iterator[Finding]:
    """Every claim about a game, or the one with this number, with the verdict on it, as they are found."""
    case = SolvedCase(game)
    for claim in (claim for claim in find_claims(game) if number in (None, claim.number)):
        yield judge_claim(case, claim)


def judge_claim(case: SolvedCase, claim: Claim) -> Finding:
    """One claim with the verdict on it.

    Claims are made about the rulebook's own rules. Under others what one speaks of may not be there, and its check
    comes to nothing: then it does not apply. Under the rulebook's own that is a mistake in the claim.
    """
    if not claim.check:
        return Finding(case.game, claim, Verdict(OPINION, (claim.why,)))
    options = case.game.options
    try:
        verdict = claim.check(case)
        if not isinstance(verdict, Verdict):
            raise TypeError(f"{verdict!r} is no Verdict")
        return Finding(case.game, claim, verdict)
    except SquarelyError as error:
        if not options:
            raise
        found = f"Under {options} it cannot be judged: {str(error).rstrip('.')}."
    except _NOT_THERE as error:
        if not options:
            what = f"claim {claim.number} of {case.game.name} ({claim.name}) cannot be judged"
            raise SquarelyError(f"{what}: its check ends with {type(error).__name__}: {error}") from error
        found = f"What it speaks of is not there under {options}."
    return Finding(case.game, claim, find_inapplicable(found))
