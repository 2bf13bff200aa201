"""What a rulebook claims, in our own words.

A game files its claims in a Docket called `claims`. Each is checked by a function of a Case, which the court makes.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from squarely.core.case import Case
from squarely.core.game import Game
from squarely.core.verdict import Verdict, leave_unjudged

Check: TypeAlias = Callable[[Case], Verdict]


class Claim(NamedTuple):
    """One checkable sentence of a rulebook. A claim without a check is an opinion, and `why` says why."""

    number: int
    name: str
    section: str
    text: str
    ruling: str  # what it led to: `name=value` where an option was made of it, else a sentence, else nothing
    check: Check | None
    why: str = ""


class Docket:
    """The claims of one rulebook, numbered in the order in which they are filed. Calling it gives them all.

    One that is made of others has theirs, one after the other.
    """

    def __init__(self, *parts: "Docket") -> None:
        self._claims: list[Claim] = []
        for claim in (claim for part in parts for claim in part._claims):
            self._claims.append(claim._replace(number=len(self._claims) + 1))

    def __call__(self, game: Game) -> tuple[Claim, ...]:  # noqa: ARG002, a game from outside may look at its options
        return tuple(self._claims)

    def claim(self, section: str, text: str, ruling: str = "") -> Callable[[Check], Check]:
        """File the claim that the decorated function checks."""

        def file(check: Check) -> Check:
            self._file(check.__name__.strip("_"), section, text, ruling, check)
            return check

        return file

    def opinion(self, section: str, text: str, why: str) -> None:
        """File what cannot be computed, and why not."""
        self._file("", section, text, "", None, why)

    def unjudged(self, section: str, text: str) -> None:
        """File a sentence that waits for its check."""
        self._file("", section, text, "", lambda _: leave_unjudged("Nobody has written a check of it yet."))

    def _file(self, name: str, section: str, text: str, ruling: str, check: Check | None, why: str = "") -> None:
        self._claims.append(Claim(len(self._claims) + 1, name, section, text, ruling, check, why))
