"""Faults: what a player does instead of moving. They are told apart from moving badly."""

from squarely.core.errors import AmbiguousMove, BadMove, BadPlayer, UnreadableMove

ILLEGAL, UNREADABLE, CUT_OFF, TIMED_OUT, REFUSED, FAILED = KINDS = (
    "illegal", "unreadable", "cut off", "timed out", "refused", "failed",
)  # fmt: skip


class PlayerFault(BadPlayer):
    """A player that was there and did not move. `kind` says how; whoever keeps count can go on without it."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind

    def __reduce__(self) -> tuple[type["PlayerFault"], tuple[str, str]]:
        return type(self), (self.kind, str(self))


def classify_refusal(refused: BadMove) -> str:
    """The fault of an answer that was refused."""
    return UNREADABLE if isinstance(refused, UnreadableMove | AmbiguousMove) else ILLEGAL
