"""A match to be looked at again, move by move."""

from msgspec import Struct

from squarely.web.protocol.messages.boards import Board
from squarely.web.protocol.messages.fields import SideName


class PlayedMove(Struct, omit_defaults=True):
    """A move of a match and what it did: how squares look after it, from where to where pieces went, what it captured.

    A position that does not fit its board has a drawing.
    """

    side: SideName
    move: str
    position: str  # after it
    looks: dict[int, str]  # the text on each square that it changed, by its number
    moved: list[tuple[int, int]] = []
    captured: dict[int, str] = {}  # what it captured, by the squares that are bare now
    drawing: str = ""


class Replay(Struct):
    """How a match came to where it stands: the board it began on, and every move that was not taken back."""

    turn: int  # the last one
    start: str
    board: Board
    moves: list[PlayedMove]
