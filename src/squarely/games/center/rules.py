"""Capture Square, with tokens: the game that its rulebook prints."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.board.grid import OFF, count_squares, neighbours
from squarely.core.board.square_sets import neighbour_sets
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, Game
from squarely.core.rules.moves import PASS, SQUARE, MoveKind, StepPart
from squarely.core.rules.options import Dial
from squarely.games.center.words import WAYS, CenterWords


class Center(Game):
    """Capture Square, with tokens.

    Goal.    Be the first to move a token onto the center square.
    Setup.   An empty 3x3 grid, rows and columns numbered from 0. Players A and B have four tokens each. A begins.
    Moving.  Either place one of your unused tokens on any empty square but the center, or move one of your tokens
             one square up, down, left or right onto an empty square.
    Winning. The first player to move a token onto the center wins at once. A token is never placed there.
    """

    title, subtitle = "Capture Square", "Walk a token to the middle"
    goal = "Be the first to move one of your tokens onto the center square."
    players, marks, empty = ("Player A", "Player B"), ("A", "B"), "-"
    # Found by the lab: docs/mended.md.
    rule_sets = {"mended": "beside_center=forbidden,size=5,tokens=2,guarded=yes,retreat=forbidden"}
    mended_because = "With the printed rules, Player A can always win in 3 moves."
    moves = (MoveKind("place", SQUARE), MoveKind("move", SQUARE, StepPart(WAYS)), PASS)
    symmetric, Words = True, CenterWords
    variations_in = "squarely.games.center.variations"

    size = Dial(3, 3, 7, "rows and columns of the grid, an odd number")
    tokens = Dial(4, 1, 12, "tokens of each player", change="each player has {:token}")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        size, squares = self.size, self.size * self.size
        if size % 2 == 0:
            raise BadOption(f"size={size} makes no game: a {size}x{size} grid has no center square; size is 3, 5 or 7")
        if 2 * self.tokens > squares - 1:
            most = f"only {squares - 1} squares can be placed on"
            raise BadOption(f"tokens={self.tokens} with size={size} makes no game: {most}")
        self.squares, self.center, self.passing = squares, squares // 2, squares * (1 + WAYS)
        self.open = (1 << squares) - 1 & ~(1 << self.center)  # where tokens may be placed
        self.steps, self.ways = neighbours(size, size, tuple(range(WAYS))), 4

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            open_squares = self.open_squares(position)
            for square in range(self.squares):
                if open_squares >> square & 1:
                    yield square
            for origin in range(self.squares):
                ways = self.open_ways(position, origin)
                for way in range(self.ways):
                    if ways >> way & 1:
                        yield self.squares + origin * WAYS + way
            if self.is_blocked(position):
                yield self.passing

    def is_blocked(self, position: Position) -> bool:
        if self.open_squares(position):
            return False
        for origin in range(self.squares):
            if self.open_ways(position, origin):
                return False
        return True

    def open_squares(self, position: Position) -> int:
        """Where the mover may place a token."""
        own = position.first if position.mover == FIRST else position.second
        return self.open & ~(position.first | position.second) if count_squares(own) < self.tokens else 0

    def free_squares(self, position: Position) -> int:
        """Where the mover may move a token from beside it."""
        return ~(position.first | position.second)

    def open_ways(self, position: Position, origin: int) -> int:
        """In which ways the mover may move a token from a square, one bit each."""
        own = position.first if position.mover == FIRST else position.second
        ways, free = 0, self.free_squares(position)
        if own >> origin & 1:
            for way in range(self.ways):
                target = self.steps[origin][way]
                if target != OFF and free >> target & 1:
                    ways |= 1 << way
        return ways

    def play(self, position: Position, move: int) -> Position:
        changed = 0
        if move < self.squares:
            changed = 1 << move
        elif move < self.passing:
            origin, way = divmod(move - self.squares, WAYS)
            changed = 1 << origin | 1 << self.steps[origin][way]
        if position.mover == FIRST:
            return position._replace(first=position.first ^ changed, mover=SECOND)
        return position._replace(second=position.second ^ changed, mover=FIRST)

    def outcome(self, position: Position) -> int:
        if position.first >> self.center & 1:
            return FIRST_WINS
        return SECOND_WINS if position.second >> self.center & 1 else ONGOING

    def first_in_hand(self, position: Position) -> int:
        return self.tokens - count_squares(position.first)

    def second_in_hand(self, position: Position) -> int:
        return self.tokens - count_squares(position.second)

    extra_planes = {"A's tokens in hand": first_in_hand, "B's tokens in hand": second_in_hand}

    def maxima(self) -> dict[str, int]:
        return dict.fromkeys(self.extra_planes, self.tokens)

    def find_beside(self) -> int:
        """The squares from which a token can move to the center."""
        return neighbour_sets(self.size, self.size, tuple(range(self.ways)))[self.center]

    def check(self, position: Position) -> None:
        """Refuse numbers of tokens that turns do not give, and a token on the center that no move has brought there."""
        counts, mark = [position.first.bit_count(), position.second.bit_count()], self.marks[position.mover]
        for side, count in zip(self.marks, counts, strict=True):
            if count > self.tokens:
                raise BadPosition(f"{side} has {count} tokens on the grid; each player has {self.tokens}")
        if 0 in counts and counts != [position.mover, 0]:
            raise BadPosition(
                f"with {counts[0]} A and {counts[1]} B it cannot be {mark}'s turn: "
                "A begins, turns alternate and the first turn of each player is a placing"
            )
        taken = position.first | position.second
        if not taken >> self.center & 1:
            return
        if position[position.mover] >> self.center & 1:
            raise BadPosition(f"{mark} holds the center square and has won, so it cannot be {mark}'s turn")
        if 0 in counts or not self.find_beside() & ~taken:
            holder = self.marks[1 - position.mover]
            raise BadPosition(f"{holder} cannot have moved onto the center square: it has come from nowhere")
