"""The court: every checkable sentence of a rulebook, and a verdict that is computed when it is asked for."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from squarely.game import Game
from squarely.review.court.case import Case
from squarely.review.court.claim import OPINION, Claim, Finding, Verdict


def claims_of(game: Game) -> tuple[Claim, ...]:
    """The claims about a game: those in its own file, else those filed here under its name, else none."""
    offered = getattr(game.rules, "claims", None)
    if offered is None and game.name.isidentifier() and find_spec(f"{__name__}.{game.name}"):
        offered = getattr(import_module(f"{__name__}.{game.name}"), "claims", None)
    return tuple(offered(game)) if offered else ()


def judged(game: Game, number: int | None = None) -> Iterator[Finding]:
    """Every claim about a game, or the one with this number, with the verdict on it, as they are found."""
    case = Case(game)
    for claim in (claim for claim in claims_of(game) if number in (None, claim.number)):
        yield Finding(game, claim, claim.check(case) if claim.check else Verdict(OPINION, (claim.why,)))
