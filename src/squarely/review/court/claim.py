"""A claim that a rulebook makes, in our own words, and the verdict on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from squarely import record
from squarely.game import Game
from squarely.match import Match

if TYPE_CHECKING:
    from squarely.review.court.case import Case

PROVED, REFUTED, CONTRADICTS, SILENT, OPINION = "proved", "refuted", "contradicts itself", "silent", "opinion"
WORDS = (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION)


class Verdict(NamedTuple):
    """What the court found: a word, the evidence in sentences, and where one shows it, a match to replay."""

    word: str
    says: tuple[str, ...]
    match: Match | None = None


Check: TypeAlias = "Callable[[Case], Verdict]"


class Claim(NamedTuple):
    """One checkable sentence of a rulebook. A claim without a check is an opinion, and `why` says why."""

    number: int
    name: str
    section: str
    text: str
    ruling: str  # what it led to: `name=value` where an option was made of it, else a sentence, else nothing
    check: "Check | None"
    why: str = ""


class Finding(NamedTuple):
    """A claim with the verdict on it."""

    game: Game
    claim: Claim
    verdict: Verdict

    @property
    def record(self) -> str:
        """The match in evidence as a record, or nothing."""
        match = self.verdict.match
        return record.write(record.Record(match)) if match else ""

    def facts(self) -> dict[str, Any]:
        """The finding for programs."""
        return {
            "game": self.game.name,
            "number": self.claim.number,
            "section": self.claim.section,
            "claim": self.claim.text,
            "verdict": self.verdict.word,
            "evidence": {"says": list(self.verdict.says), "record": self.record or None},
            "ruling": self.claim.ruling or None,
        }


class Docket:
    """The claims of one rulebook, numbered in the order in which they are filed. Calling it gives them all."""

    def __init__(self) -> None:
        self._claims: list[Claim] = []

    def __call__(self, game: Game) -> tuple[Claim, ...]:  # noqa: ARG002, a game from outside may look at its options
        return tuple(self._claims)

    def claim(self, section: str, text: str, ruling: str = "") -> "Callable[[Check], Check]":
        """File the claim that the decorated function checks."""

        def file(check: "Check") -> "Check":
            self._file(check.__name__.strip("_"), section, text, ruling, check)
            return check

        return file

    def opinion(self, section: str, text: str, why: str) -> None:
        """File what cannot be computed, and why not."""
        self._file("", section, text, "", None, why)

    def _file(self, name: str, section: str, text: str, ruling: str, check: "Check | None", why: str = "") -> None:
        self._claims.append(Claim(len(self._claims) + 1, name, section, text, ruling, check, why))


def ruled(holds: bool, *says: str, match: Match | None = None) -> Verdict:
    """Proved or refuted."""
    return Verdict(PROVED if holds else REFUTED, tuple(filter(None, says)), match)


def contradiction(holds: bool, *says: str, match: Match | None = None) -> Verdict:
    """Whether the rulebook says two things that cannot both be; proved if they can."""
    return Verdict(CONTRADICTS if holds else PROVED, tuple(filter(None, says)), match)


def silence(*says: str, match: Match | None = None) -> Verdict:
    """The rulebook gives no answer here."""
    return Verdict(SILENT, says, match)
