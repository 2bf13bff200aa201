"""Small games as their authors write them, some a second time as plainly as possible, and both walked side by side."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from squarely import Side
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Position
from squarely.core.rules.words import Words as UsualWords


class Bare(Game):
    """A game without a board: a line has the numbers of a position, and the mark of whoever is to move."""

    players, marks = ("Ann", "Bob"), ("a", "b")

    def write_position(self, position: Any) -> str:
        numbers = position[: position._fields.index("mover")]
        return f"{'-'.join(map(str, numbers))} {self.marks[position.mover]}"

    def read_position(self, text: str) -> Any:
        numbers, mark = text.split()
        return self.Position(*map(int, numbers.split("-")), self.marks.index(mark))


class Steps(Bare):
    """Each side has steps of its own and takes one or two of them. Whoever cannot loses."""

    title, goal = "Steps", "Be the last who can step."

    class Position(NamedTuple):
        left: int
        right: int
        mover: int

    class Words(UsualWords["Steps"]):
        def write_move(self, _: Any, move: int) -> str:
            return f"step {move}"

        def read_move(self, _: Any, text: str) -> list[int]:
            return [int(text.rsplit(maxsplit=1)[-1])]

    def start(self) -> Position:
        return self.Position(4, 3, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        yield from range(1, min(position[position.mover], 2) + 1)

    def play(self, position: Position, move: int) -> Position:
        if position.mover == FIRST:
            return self.Position(position.left - move, position.right, 1)
        return self.Position(position.left, position.right - move, 0)

    def outcome(self, position: Position) -> int:
        return ONGOING if position[position.mover] else SECOND_WINS - position.mover


class Coins(Bare):
    """Eight coins, of which a side takes one, two or three, for as many points. Whoever takes two goes on."""

    title, goal = "Coins", "Have more points."

    class Position(NamedTuple):
        coins: int
        first: int
        second: int
        mover: int

    def start(self) -> Position:
        return self.Position(8, 0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        yield from range(1, min(position.coins, 3) + 1)

    def play(self, position: Position, move: int) -> Position:
        points, following = [position.first, position.second], position.mover if move == 2 else 1 - position.mover
        points[position.mover] += move
        return self.Position(position.coins - move, points[0], points[1], following)

    def outcome(self, position: Position) -> int:
        if position.coins:
            return ONGOING
        if position.first == position.second:
            return TIE
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def points(self, position: Position) -> tuple[int, int]:
        return position.first, position.second


# The plain twins. A board is whatever says all that stands on it, and sides are "first" and "second". Who has won, if
# anybody, is asked with the side that is next.

OTHER = {"first": "second", "second": "first"}
NAMES = {Side.FIRST: "first", Side.SECOND: "second", None: "tie"}


class PlainTicTacToe:
    start = "........."
    line: ClassVar = {"first": "X", "second": "O"}
    winning = ("012", "345", "678", "036", "147", "258", "048", "246")

    def winner(self, board: str, _: str) -> str:
        for cells in self.winning:
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

    winning = ("0134", "1245", "3467", "4578")  # type: ignore[assignment]


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


def walk_beside(
    game: Game, start: Any, follow: Callable[[Any], Mapping[str, Any]], most: int = 10_000
) -> Iterator[tuple[Position, Any]]:
    """Every position, or so many, beside what its twin has there; `follow` says where each of its moves leads."""
    todo, seen = [(game.start(), start)], {game.start()}
    for position, twin in islice(todo, most):  # grows while it is read
        yield position, twin
        moves, leads = game.named_moves(position), follow(twin)
        assert [str(move) for move in moves] == list(leads), game.write_position(position)
        for move, beside in zip(moves, leads.values(), strict=True):
            if (after := game.play(position, move)) not in seen:
                seen.add(after)
                todo.append((after, beside))
