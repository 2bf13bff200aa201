"""What a player tells about itself besides its moves: tokens, cost, and the answers that it was told back."""

from squarely.players import Player
from squarely.players.token_usage import Slip, UsageReport


class UsageReader:
    """Reads the report of a player that has one. Others take no tokens, cost nothing and are told nothing back."""

    def __init__(self, player: Player) -> None:
        found = getattr(player, "report", None)
        self._report = found if isinstance(found, UsageReport) else None
        self._seen = 0

    @property
    def cost(self) -> float | None:
        """None where a model's prices are not known."""
        return self._report.usage.cost if self._report else 0.0

    @property
    def tokens(self) -> int:
        return self._report.usage.tokens if self._report else 0

    def take_slips(self) -> list[Slip]:
        """What it was told back since this was last asked."""
        new = self._report.slips[self._seen :] if self._report else []
        self._seen += len(new)
        return new
