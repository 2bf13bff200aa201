"""What was found about a claim of a rulebook."""

from typing import NamedTuple

from squarely.core.match import Match

PROVED, REFUTED, CONTRADICTS, SILENT, OPINION = "proved", "refuted", "contradicts itself", "silent", "opinion"
NOT_APPLICABLE, UNJUDGED = "does not apply", "not judged yet"
VERDICTS = (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION, NOT_APPLICABLE, UNJUDGED)


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


def find_inapplicable(*says: str, match: Match | None = None) -> Verdict:
    """The claim is about the rulebook's own rules, and others are in force."""
    return Verdict(NOT_APPLICABLE, tuple(filter(None, says)), match)


def find_silent(*says: str, match: Match | None = None) -> Verdict:
    """The rulebook gives no answer here."""
    return Verdict(SILENT, says, match)


def leave_unjudged(*says: str) -> Verdict:
    """Nobody has said how to judge it."""
    return Verdict(UNJUDGED, says)
