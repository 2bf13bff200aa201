"""Grid Snatchers: the game that its rulebook prints."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.board.grid import OFF, flip, step
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules.fields import Mover, Square
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, Game
from squarely.core.rules.moves import CountPart, DirectionPart, MoveKind
from squarely.core.rules.options import Dial
from squarely.games.snatchers.words import TOKENS, SnatchersWords


class Snatchers(Game):
    """Grid Snatchers.

    Goal.    Capture the opponent's token by moving onto it.
    Setup.   A 5x5 grid of squares (x,y). Player 1 stands in the top-left corner (1,1), Player 2 in the bottom-right
             corner (5,5). Player 1 begins.
    Moving.  Move your token one or two spaces in a straight line, up, down, left or right. Up leads toward the
             opponent's home edge. The token stays on the grid and does not pass through the other one.
    Winning. The first player to land on the other token captures it and wins at once.
    """

    title, subtitle = "Grid Snatchers", "Land on the other token"
    players, marks = ("Player 1", "Player 2"), ("1", "2")
    field_names = dict(zip(("first", "second"), TOKENS, strict=True))
    rule_sets = {"mended": "burnt=yes,diagonal=allowed,size=4,stuck=passes"}  # found by the lab: docs/mended.md
    mended_because = "With the printed rules, nobody can force a win from the start, and play can go on for ever."
    symmetric, Words = True, SnatchersWords
    variations_in = "squarely.games.snatchers.variations"

    size = Dial(5, 2, 9, "rows and columns of the grid")
    reach = Dial(2, 1, 8, "how many spaces a token may move at most", change="a token moves at most {:space}")

    class Position(NamedTuple):
        first: Square
        second: Square
        mover: Mover

    def set_up(self) -> None:
        self.ways = 4
        if self.reach >= self.size:
            raise BadOption(
                f"reach={self.reach} with size={self.size} makes no game: no move of {self.reach} fits; "
                f"reach is at most {self.size - 1}"
            )

    def start(self) -> Position:
        return self.Position(0, self.size * self.size - 1, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for move in range(self.ways * self.reach):
                if self.is_open(position, move):
                    yield move

    def is_open(self, position: Position, move: int) -> bool:
        other = position.second if position.mover == FIRST else position.first
        for shorter in range(move - move % self.reach, move + 1):
            square = self.target(position, shorter)
            if not self.may_enter(position, square) or (square == other and shorter < move):
                return False
        return True

    def target(self, position: Position, move: int) -> int:
        """The square where a move ends, or OFF."""
        own = position.first if position.mover == FIRST else position.second
        way = self.heading(position.mover, move // self.reach)
        return step(self.size, self.size, own, way, move % self.reach + 1)

    def heading(self, side: int, direction: int) -> int:
        """Where a direction leads on the screen, which has (1,1) top left: up is down there for Player 1."""
        return flip(direction) if side == FIRST else direction

    def may_enter(self, position: Position, square: int) -> bool:
        return square != OFF

    def play(self, position: Position, move: int) -> Position:
        landed = self.target(position, move)
        if position.mover == FIRST:
            return self.Position(landed, position.second, SECOND)
        return self.Position(position.first, landed, FIRST)

    def outcome(self, position: Position) -> int:
        if position.first != position.second:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def move_kinds(self) -> tuple[MoveKind, ...]:
        return (MoveKind("", DirectionPart(self.ways), CountPart(self.reach)),)

    def find_piece(self, field: str, glyphs: str, mover: int) -> int:
        """A token that was captured stands below its captor."""
        for mark in self.marks:
            if glyphs.count(mark) > 1:
                raise BadPosition(f"there are {glyphs.count(mark)} tokens {mark} on the board; each player has one")
        own, other = self.pieces[field], self.marks[1 - mover]
        if other not in glyphs:
            raise BadPosition(f"token {other} is missing; only the side to move can have been captured")
        return glyphs.index(own if own in glyphs else other)
