"""A claim with the verdict on it, as it is told to people and programs."""

from typing import Any, NamedTuple

from squarely.core import record
from squarely.core.claims import Claim
from squarely.core.game import Game
from squarely.core.verdict import Verdict


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

    def as_data(self) -> dict[str, Any]:
        """The finding for programs."""
        return {
            "game": self.game.name,
            "options": self.game.options,
            "number": self.claim.number,
            "section": self.claim.section,
            "claim": self.claim.text,
            "verdict": self.verdict.word,
            "evidence": {"says": list(self.verdict.says), "record": self.record or None},
            "ruling": self.claim.ruling or None,
        }
