"""Faults: what a player does instead of moving, told apart from moving badly; and what asking a model has taken."""

from dataclasses import dataclass, field
from typing import NamedTuple

from squarely.core.errors import AmbiguousMove, BadMove, BadPlayer, UnreadableMove

ILLEGAL, UNREADABLE, CUT_OFF, TIMED_OUT, REFUSED, FAILED = KINDS = (
    "illegal", "unreadable", "cut off", "timed out", "refused", "failed",
)  # fmt: skip


class PlayerFault(BadPlayer):
    """A player that was there and did not move. `kind` says how; an arena can go on without it."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind

    def __reduce__(self) -> tuple[type["PlayerFault"], tuple[str, str]]:
        return type(self), (self.kind, str(self))

    @classmethod
    def of(cls, refused: BadMove, why: str) -> "PlayerFault":
        """The fault of an answer that was refused as a move."""
        return cls(UNREADABLE if isinstance(refused, UnreadableMove | AmbiguousMove) else ILLEGAL, why)


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

    def count(self, tokens: tuple[int, int] | None) -> None:
        self.answers += 1
        self.uncounted += tokens is None
        self.prompt_tokens += tokens[0] if tokens else 0
        self.completion_tokens += tokens[1] if tokens else 0

    @property
    def tokens(self) -> int:
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
