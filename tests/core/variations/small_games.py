"""Small games as their authors write them, and each a second time as plainly as possible, sharing nothing."""

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, TypeAlias

from squarely.core.board.square_sets import covers_any, lines
from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game
from squarely.core.rules.moves import PLACE
from squarely.core.rules.words import Words as UsualWords


class TicTacToe(Game):
    """Goal. Three in a row."""

    title, players, marks = "Tic-tac-toe", ("Crosses", "Noughts"), ("X", "O")
    moves, symmetric = (PLACE,), True

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.rows = self.columns = 3
        self.lines = lines(3, 3, 3)

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in range(9):
                if not (position.first | position.second) >> square & 1:
                    yield square

    def play(self, position: Position, move: int) -> Position:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, 1)
        return self.Position(position.first, position.second | 1 << move, 0)

    def outcome(self, position: Position) -> int:
        if covers_any(position.first, self.lines):
            return FIRST_WINS
        if covers_any(position.second, self.lines):
            return SECOND_WINS
        return TIE if position.first | position.second == 511 else ONGOING


class Steps(Game):
    """Each side has steps of its own and takes one or two of them. Whoever cannot loses. It has no board."""

    title, goal, players, marks = "Steps", "Be the last who can step.", ("Ann", "Bob"), ("a", "b")

    class Position(NamedTuple):
        left: int
        right: int
        mover: int

    class Words(UsualWords["Steps"]):
        def write_move(self, _: Any, move: int) -> str:
            return f"step {move}"

        def read_move(self, _: Any, text: str) -> list[int]:
            return [int(text.rsplit(maxsplit=1)[-1])]

        def draw(self, position: Any) -> str:
            return f"{'<' * position.left}{'>' * position.right}"

    def start(self) -> Position:
        return self.Position(4, 3, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        own = position.left if position.mover == FIRST else position.right
        for count in range(1, 3):
            if count <= own:
                yield count

    def play(self, position: Position, move: int) -> Position:
        if position.mover == FIRST:
            return self.Position(position.left - move, position.right, 1)
        return self.Position(position.left, position.right - move, 0)

    def outcome(self, position: Position) -> int:
        if position.mover == FIRST:
            return ONGOING if position.left else SECOND_WINS
        return ONGOING if position.right else FIRST_WINS

    def write_position(self, position: Position) -> str:
        return f"{position.left}-{position.right} {self.marks[position.mover]}"

    def read_position(self, text: str) -> Position:
        numbers, mark = text.split()
        left, right = map(int, numbers.split("-"))
        return self.Position(left, right, self.marks.index(mark))


class Coins(Game):
    """Eight coins, of which a side takes one, two or three, and has as many points. The higher number wins."""

    title, goal, players, marks = "Coins", "Have more points.", ("Ann", "Bob"), ("a", "b")

    class Position(NamedTuple):
        coins: int
        first: int
        second: int
        mover: int

    def start(self) -> Position:
        return self.Position(8, 0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for count in range(1, 4):
            if count <= position.coins:
                yield count

    def play(self, position: Position, move: int) -> Position:
        if position.mover == FIRST:
            return self.Position(position.coins - move, position.first + move, position.second, 1)
        return self.Position(position.coins - move, position.first, position.second + move, 0)

    def outcome(self, position: Position) -> int:
        if position.coins:
            return ONGOING
        if position.first == position.second:
            return TIE
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def points(self, position: Position) -> tuple[int, int]:
        return position.first, position.second

    def write_position(self, position: Position) -> str:
        return f"{position.coins}:{position.first}:{position.second} {self.marks[position.mover]}"

    def read_position(self, text: str) -> Position:
        numbers, mark = text.split()
        coins, first, second = map(int, numbers.split(":"))
        return self.Position(coins, first, second, self.marks.index(mark))


# The plain twins. A board is whatever says all that stands on it, and sides are "first" and "second". Who has won, if
# anybody, is asked with the side that is next.

Board: TypeAlias = Any
OTHER = {"first": "second", "second": "first"}


class PlainTicTacToe:
    start = "........."
    line: ClassVar = {"first": "X", "second": "O"}

    def winner(self, board: str, _: str) -> str:
        for cells in ("012", "345", "678", "036", "147", "258", "048", "246"):
            marks = {board[int(cell)] for cell in cells}
            if marks in ({"X"}, {"O"}):
                return "first" if marks == {"X"} else "second"
        return "" if "." in board else "tie"

    def moves(self, board: str, side: str) -> dict[str, str]:
        names = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]
        free = [cell for cell in range(9) if board[cell] == "."]
        return {names[cell]: f"{board[:cell]}{self.line[side]}{board[cell + 1 :]}" for cell in free}

    def write(self, board: str, side: str) -> str:
        return f"{board[:3]}/{board[3:6]}/{board[6:]} {self.line[side]}"


class PlainSquares(PlainTicTacToe):
    """Capture Square on a grid of 3x3, where a full grid is a tie."""

    def winner(self, board: str, _: str) -> str:
        for cells in ("0134", "1245", "3467", "4578"):
            marks = {board[int(cell)] for cell in cells}
            if marks in ({"X"}, {"O"}):
                return "first" if marks == {"X"} else "second"
        return "" if "." in board else "tie"


class PlainSteps:
    start = ("aaaa", "bbb")

    def winner(self, board: tuple[str, str], following: str) -> str:
        return "" if board[following == "second"] else OTHER[following]

    def moves(self, board: tuple[str, str], side: str) -> dict[str, tuple[str, str]]:
        ann, bob = board
        if side == "first":
            return {f"step {count}": (ann[count:], bob) for count in (1, 2) if len(ann) >= count}
        return {f"step {count}": (ann, bob[count:]) for count in (1, 2) if len(bob) >= count}

    def write(self, board: tuple[str, str], side: str) -> str:
        return f"{len(board[0])}-{len(board[1])} {'a' if side == 'first' else 'b'}"
