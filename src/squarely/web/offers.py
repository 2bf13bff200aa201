"""What one side proposes to the other: a draw, an undo, a rematch."""

from dataclasses import dataclass

from squarely.game import Side
from squarely.web.messages import OfferKind


@dataclass(frozen=True)
class Offered:
    """Something proposed by one side; it lapses with the next turn."""

    kind: OfferKind
    by: Side
    at: int

    def __str__(self) -> str:
        return f"{self.kind} {int(self.by)} {self.at}"

    @classmethod
    def read(cls, text: str) -> "Offered | None":
        """What was kept of an offer."""
        if not text:
            return None
        kind, by, at = text.split()
        return cls(kind, Side(int(by)), int(at))  # type: ignore[arg-type]
