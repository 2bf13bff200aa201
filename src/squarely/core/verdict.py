"""What was found about a claim of a rulebook."""

from typing import NamedTuple

from squarely.core.match import Match

PROVED, REFUTED, CONTRADICTS, SILENT, OPINION = "proved", "refuted", "contradicts itself", "silent", "opinion"
VERDICTS = (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION)


class Verdict(NamedTuple):
    """What the court found: a word, the evidence in sentences, and where one shows it, a match to replay."""

    word: str
    says: tuple[str, ...]
    match: Match | None = None


def decide(holds: bool, *says: str, match: Match | None = None) -> Verdict:
    """Proved or refuted."""
    return Verdict(PROVED if holds else REFUTED, tuple(filter(None, says)), match)


def decide_contradiction(holds: bool, *says: str, match: Match | None = None) -> Verdict:
    """Whether the rulebook says two things that cannot both be; proved if they can."""
    return Verdict(CONTRADICTS if holds else PROVED, tuple(filter(None, says)), match)


def find_silent(*says: str, match: Match | None = None) -> Verdict:
    """The rulebook gives no answer here."""
    return Verdict(SILENT, says, match)
