"""The court: every checkable sentence of a rulebook, and a verdict that is computed when it is asked for."""

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Game
from squarely.review.court.case import Case
from squarely.review.court.claim import NOT_APPLICABLE, UNJUDGED, Claim, Claims, Finding, Verdict

# How a check comes to nothing where the rules are others than those it was written for.
_NOT_THERE = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


def find_claims(game: Game) -> tuple[Claim, ...]:
    """What a game brings about its rulebook, or nothing: `CLAIMS`, or what `claims(case)` gives.

    That stands beside the rules, in a file `claims`; of a game that is one file, in that.
    """
    home = game.printed.__module__
    beside = f"{home.removesuffix('rules')}claims"
    module = import_module(beside) if home.endswith(".rules") and find_spec(beside) else sys.modules[home]
    table: Claims = module.claims(Case(game)) if hasattr(module, "claims") else getattr(module, "CLAIMS", {})
    try:
        rows = [(section, text, row) for section, rows in table.items() for text, row in rows.items()]
    except AttributeError:
        raise SquarelyError(f"the claims of {game.name} are no table: sections, and in each its sentences") from None
    checks = [row if isinstance(row, tuple) else (row, "") for *_, row in rows]
    return tuple(Claim(n, *row[:2], *check) for n, (row, check) in enumerate(zip(rows, checks, strict=True), 1))


def judge_claims(game: Game, number: int | None = None) -> Iterator[Finding]:
    """Every claim about a game, or the one with this number, with the verdict on it, as they are found."""
    case = Case(game)
    for claim in (claim for claim in find_claims(game) if number in (None, claim.number)):
        yield judge_claim(case, claim)


def judge_claim(case: Case, claim: Claim) -> Finding:
    """One claim with the verdict on it.

    Claims are made about the rulebook's own rules. Under others what one speaks of may not be there, and its check
    comes to nothing: then it does not apply. Under the rulebook's own that is a mistake in the claim.
    """
    verdict, options = Verdict(UNJUDGED, ("Nobody has written a check of it yet.",)), case.game.options
    try:
        if claim.check:
            verdict = claim.check(case)
        if not isinstance(verdict, Verdict):
            raise TypeError(f"{verdict!r} is no Verdict")
    except SquarelyError as error:
        if not options:
            raise
        verdict = Verdict(NOT_APPLICABLE, (f"Under {options} it cannot be judged: {str(error).rstrip('.')}.",))
    except _NOT_THERE as error:
        if not options:
            what = f"claim {claim.number} of {case.game.name} ({claim.text}) cannot be judged"
            raise SquarelyError(f"{what}: its check ends with {type(error).__name__}: {error}") from error
        verdict = Verdict(NOT_APPLICABLE, (f"What it speaks of is not there under {options}.",))
    return Finding(case, claim, verdict)
