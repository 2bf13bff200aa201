"""Center Square Showdown: the game that its rulebook prints."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.board.grid import NO_DIRECTION, OFF, Symmetry, decode_direction, encode_direction, opposite, step
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules.fields import Direction, Mover, Square
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, Game
from squarely.core.rules.moves import DirectionPart, MoveKind
from squarely.core.rules.options import CoinToss, Dial
from squarely.games.showdown.words import ShowdownWords


class Showdown(Game):
    """Center Square Showdown.

    Goal.    Be the one who moves the shared token onto the center square.
    Setup.   A 5x5 grid, rows and columns numbered from 1. The token, *, stands on (1,1). The players agree, or toss
             a coin, who begins: here Player 1.
    Moving.  Move the token one square up, down, left or right, never off the grid and never straight back over the
             step just made. Passing is not allowed.
    Winning. The player who moves the token onto the center wins at once.
    """

    title, subtitle = "Center Square Showdown", "Push the one token home"
    players, marks = ("Player 1", "Player 2"), ("1", "2")
    pieces, field_names = {"token": "*"}, {"token": "the token", "last": "the last step"}
    # Found by the lab: docs/mended.md
    rule_sets = {"mended": "trail=closed,diagonal=allowed,size=4,start=1-2,goal=4-3,sealed=10"}
    mended_because = "With the printed rules, only Player 2 can ever force a win, and play can go on for ever."
    goal_name, Words = "center square", ShowdownWords
    variations_in = "squarely.games.showdown.variations"

    first = CoinToss(
        "Who begins is agreed or tossed for, the rulebook says; its example lets Player 1 begin.",
        **{"1": "Player 1 begins", "2": "Player 2 begins"},
    )
    size = Dial(5, 3, 9, "rows and columns of the grid", change="a {0}x{0} grid")

    class Position(NamedTuple):
        token: Square
        mover: Mover
        last: Direction  # the step that led here, NO_DIRECTION before there was one

    def set_up(self) -> None:
        self.begins = SECOND if self.first == "2" else FIRST
        self.ways = 4
        self.start_square, self.goal_square = 0, self.find_goal_square()

    def find_goal_square(self) -> int:
        if self.size % 2 == 0:
            grid = f"{self.size}x{self.size} grid"
            raise BadOption(f"size={self.size} makes no game: a {grid} has no center square; give goal=ROW-COLUMN too")
        return self.size * self.size // 2

    def start(self) -> Position:
        return self.Position(self.start_square, self.begins, NO_DIRECTION)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for direction in range(self.ways):
                if self.is_open(position, direction):
                    yield direction

    def is_open(self, position: Position, direction: int) -> bool:
        return self.may_enter(position, self.target(position, direction)) and not self.takes_back(position, direction)

    def target(self, position: Position, direction: int) -> int:
        """The square to which a step leads, or OFF."""
        return step(self.size, self.size, position.token, direction)

    def may_enter(self, position: Position, square: int) -> bool:
        return square != OFF

    def takes_back(self, position: Position, direction: int) -> bool:
        return position.last != NO_DIRECTION and direction == opposite(decode_direction(position.last))

    def play(self, position: Position, move: int) -> Position:
        return self.Position(self.target(position, move), 1 - position.mover, encode_direction(move))

    def outcome(self, position: Position) -> int:
        if position.token != self.goal_square:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def move_kinds(self) -> tuple[MoveKind, ...]:
        return (MoveKind("", DirectionPart(self.ways)),)

    def maxima(self) -> dict[str, int]:
        return {"last": self.ways}

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.squares[self.goal_square] == self.goal_square

    def check(self, position: Position) -> None:
        where = self.words.square_name(position.token)
        if position.last == NO_DIRECTION and position.token == self.goal_square:
            raise BadPosition(f"the token is on the {self.goal_name} {where}, so the last step cannot be -")
        if position.last != NO_DIRECTION:
            last = decode_direction(position.last)
            came_from, made = self.target(position, opposite(last)), f"a step {self.words.write_move(position, last)}"
            if came_from == OFF:
                raise BadPosition(f"{made} cannot lead to {where}: it would start off the grid")
            if came_from == self.goal_square:
                raise BadPosition(f"{made} to {where} starts on the goal, where the game had ended")
