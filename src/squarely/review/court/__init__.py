"""The court: every checkable sentence of a rulebook, and a verdict that is computed when it is asked for."""

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.match import record
from squarely.core.match.match import Match
from squarely.core.rules.game import Game
from squarely.review.court.case import Case

PROVED, REFUTED, CONTRADICTS, SILENT, OPINION = "proved", "refuted", "contradicts itself", "silent", "opinion"
NOT_APPLICABLE, UNJUDGED = "does not apply", "not judged yet"
VERDICTS = (PROVED, REFUTED, CONTRADICTS, SILENT, OPINION, NOT_APPLICABLE, UNJUDGED)
# How a check comes to nothing where the rules are others than those it was written for.
_NOT_THERE = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


class Verdict(NamedTuple):
    """What the court found: a word, the evidence in sentences, and where one shows it, a match to replay."""

    word: str
    says: tuple[str, ...]
    match: Match | None = None


Check: TypeAlias = Callable[[Case], Verdict]
# The sections of a rulebook, and each sentence with its check: None until it is written. Beside the check
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
        game, (number, section, text, _, ruling), (word, says, _) = self.case.game, self.claim, self.verdict
        about = {"game": game.name, "options": game.options, "number": number, "section": section, "claim": text}
        evidence = {"says": list(says), "record": self.record or None}
        return {**about, "verdict": word, "evidence": evidence, "ruling": ruling or None}


def find_claims(game: Game) -> tuple[Claim, ...]:
    """What a game brings about its rulebook, or nothing: `CLAIMS`, or what `claims(case)` gives.

    That stands beside the rules, in a file `claims`; of a game that is one file, in that.
    """
    home = game.printed.__module__
    beside = f"{home.removesuffix('rules')}claims"
    module = import_module(beside) if home.endswith(".rules") and find_spec(beside) else sys.modules[home]
    table: Claims = module.claims(Case(game)) if hasattr(module, "claims") else getattr(module, "CLAIMS", {})
    rows = ((section, *row) for section, sentences in table.items() for row in sentences.items())
    return tuple(
        Claim(number, section, text, *(check if isinstance(check, tuple) else (check, "")))
        for number, (section, text, check) in enumerate(rows, 1)
    )


def judge_claims(game: Game, number: int | None = None) -> Iterator[Finding]:
    """Every claim about a game, or the one with this number, with the verdict on it, as they are found."""
    case = Case(game)
    return (judge_claim(case, claim) for claim in find_claims(game) if number in (None, claim.number))


def judge_claim(case: Case, claim: Claim) -> Finding:
    """One claim with the verdict on it.

    Claims are made about the rulebook's own rules. Under others what one speaks of may not be there, and its check
    comes to nothing: then it does not apply. Under the rulebook's own that is a mistake in the claim.
    """
    options, told = case.game.options, f"claim {claim.number} of {case.game.name} ({claim.text}) cannot be judged"
    try:
        verdict = claim.check(case) if claim.check else Verdict(UNJUDGED, ("Nobody has written a check of it yet.",))
        if not isinstance(verdict, Verdict):
            raise TypeError(f"{verdict!r} is no Verdict")
    except SquarelyError as error:
        if not options:
            raise
        verdict = Verdict(NOT_APPLICABLE, (f"Under {options} it cannot be judged: {str(error).rstrip('.')}.",))
    except _NOT_THERE as error:
        if not options:
            raise SquarelyError(f"{told}: its check ends with {type(error).__name__}: {error}") from error
        verdict = Verdict(NOT_APPLICABLE, (f"What it speaks of is not there under {options}.",))
    return Finding(case, claim, verdict)
