"""What a language model has taken and done wrong so far, for whoever keeps count."""

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass
class Usage:
    """What asking a model has taken. Tokens are what the endpoint says they are."""

    answers: int = 0
    uncounted: int = 0  # answers for which no tokens were named, and those that came too late
    retries: int = 0  # requests sent again after trouble on the way
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    prices: tuple[float, float] | None = None  # for a million tokens of each kind

    @property
    def tokens(self) -> int:
        """Of both kinds."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def cost(self) -> float | None:
        """In the currency of the prices; None where there are none, or where an answer was not counted."""
        if self.prices is None or self.uncounted:
            return None
        return (self.prompt_tokens * self.prices[0] + self.completion_tokens * self.prices[1]) / 1_000_000


class Slip(NamedTuple):
    """An answer that could not be played: which fault it was, and what was said about it."""

    kind: str
    says: str


@dataclass
class UsageReport:
    """Usage, the slips that were told back to the model, and the faults that ended its turn without a move."""

    usage: Usage = field(default_factory=Usage)
    slips: list[Slip] = field(default_factory=list)
    faults: list[Slip] = field(default_factory=list)
