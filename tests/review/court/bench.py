"""Asking the court about one claim."""

from functools import cache
from importlib.metadata import entry_points

from squarely.core import registry
from squarely.core.claims import Claim
from squarely.core.verdict import Verdict
from squarely.review.court import find_claims
from squarely.review.court.case import SolvedCase

OURS = sorted(e.name for e in entry_points(group=registry.GROUP) if e.value.startswith("squarely.games."))


def claim(game: str, name: str) -> Claim:
    """The claim that is checked by the function of this name."""
    [found] = [claim for claim in find_claims(registry.load(game)) if claim.name == name]
    return found


def verdict(game: str, name: str, options: str = "") -> Verdict:
    """The verdict on that claim under these options."""
    check = claim(game, name).check
    assert check is not None
    return check(case(game, options))


@cache
def case(game: str, options: str = "") -> SolvedCase:
    """A case, opened once for all tests."""
    return SolvedCase(registry.load(game, options))
