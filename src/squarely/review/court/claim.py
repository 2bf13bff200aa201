"""What a rulebook claims, in our own words, and what is found about it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from squarely.core.match import record
from squarely.core.match.match import Match
from squarely.review.court.case import Case

PROVED, REFUTED, CONTRADICTS, SILENT, OPINION = "proved", "refuted", "contradicts itself", "silent", "opinion"
NOT_APPLICABLE, UNJUDGED = "does not apply", "not judged yet"
VERDICTS = (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION, NOT_APPLICABLE, UNJUDGED)


class Verdict(NamedTuple):
    """What the court found: a word, the evidence in sentences, and where one shows it, a match to replay."""

    word: str
    says: tuple[str, ...]
    match: Match | None = None


Check: TypeAlias = Callable[[Case], Verdict]


# The sections of a rulebook, and each sentence with its check: None as long as nobody has written one. Beside the check
# may stand what the sentence led to: `name=value` where an option was made of it, else a sentence.
Claims: TypeAlias = Mapping[str, Mapping[str, Check | tuple[Check, str] | None]]


class Claim(NamedTuple):
    """One sentence of a rulebook, numbered in its order."""

    number: int
    section: str
    text: str
    check: Check | None
    ruling: str


def decide(holds: bool, *says: str, match: Match | None = None) -> Verdict:
    """Proved or refuted."""
    return Verdict(PROVED if holds else REFUTED, tuple(filter(None, says)), match)


def decide_contradiction(holds: bool, *says: str, match: Match | None = None) -> Verdict:
    """Whether the rulebook says two things that cannot both be; proved if they can."""
    return Verdict(CONTRADICTS if holds else PROVED, tuple(filter(None, says)), match)


def find_silent(*says: str, match: Match | None = None) -> Verdict:
    """The rulebook gives no answer here."""
    return Verdict(SILENT, says, match)


def opinion(why: str) -> Check:
    """Of what cannot be computed: `why` not."""
    return lambda _: Verdict(OPINION, (why,))


class Finding(NamedTuple):
    """A claim with the verdict on it, as it is told to people and programs."""

    case: Case
    claim: Claim
    verdict: Verdict

    @property
    def record(self) -> str:
        """The match in evidence as a record, or nothing."""
        match = self.verdict.match
        return record.write(record.Record(match)) if match else ""

    def as_data(self) -> dict[str, Any]:
        """The finding for programs."""
        return {
            "game": self.case.game.name,
            "options": self.case.game.options,
            "number": self.claim.number,
            "section": self.claim.section,
            "claim": self.claim.text,
            "verdict": self.verdict.word,
            "evidence": {"says": list(self.verdict.says), "record": self.record or None},
            "ruling": self.claim.ruling or None,
        }
