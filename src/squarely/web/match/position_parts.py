"""What a state says about a position alone: worked out and written once, for all matches that come to it."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeAlias, cast

import msgspec

from squarely.core.rules.game import Game, Position
from squarely.web.protocol.messages import Board, LegalMove
from squarely.web.study import views

_KEPT = 16 * 1024 * 1024  # bytes of what is written
_EACH = 500  # bytes that it takes to keep one, besides


class PositionParts(NamedTuple):
    """The fields of a state that its position decides."""

    position: str
    board: Board
    legal: list[LegalMove]
    holdings: list[str]


def make_parts(game: Game, position: Position) -> PositionParts:
    """The parts, as they are."""
    return PositionParts(
        game.write_position(position),
        views.board_message(game, position),
        views.legal_messages(game, position),
        views.describe_holdings(game, position),
    )


FindParts: TypeAlias = Callable[[Game, Position], PositionParts]


class PartShelf:
    """The parts as they are sent, of the positions that were asked for last."""

    def __init__(self, most: int = _KEPT) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[tuple[Game, Position], PositionParts] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, game: Game, position: Position) -> PositionParts:
        """The parts of a position. Nobody can look into them: each is written already, and is sent as it is."""
        key = game, position
        parts = self._kept.get(key)
        if parts is None:
            parts = self._kept[key] = _write(make_parts(game, position))
            self._bytes += _measure(parts)
            while self._bytes > self._most and len(self._kept) > 1:
                self._bytes -= _measure(self._kept.popitem(last=False)[1])
        else:
            self._kept.move_to_end(key)
        return parts


def _write(parts: PositionParts) -> PositionParts:
    """The same, each spliced into a message later as it is here."""
    return PositionParts(*(msgspec.Raw(msgspec.json.encode(part)) for part in parts))  # type: ignore[arg-type]


def _measure(written: PositionParts) -> int:
    return _EACH + sum(len(memoryview(cast(msgspec.Raw, part))) for part in written)
