"""What is to be seen in the picture of a link: boards, a title, how it stands. A value, so that it is drawn once."""

from hashlib import sha256
from typing import NamedTuple

from squarely.web.protocol.messages import Board, SideName, Square

DRAWING = 2  # counts whenever the same scene is drawn in another way, so that nobody keeps the old picture


class SceneSquare(NamedTuple):
    """A square: what stands on it and whose that is, whether the square is special, and whether it changed last."""

    text: str = ""
    side: SideName | None = None
    is_place: bool = False
    is_last: bool = False
    is_mark: bool = False  # what stands there is no piece: the square is burnt, for one


class SceneBoard(NamedTuple):
    """Squares row by row. None where a game shows no squares."""

    across: int
    squares: tuple[SceneSquare, ...]

    @classmethod
    def of(cls, board: Board, changed: tuple[int, ...] = ()) -> "SceneBoard":
        squares = tuple(
            SceneSquare(each.text, each.side, bool(each.place), at in changed, _is_mark(each, board))
            for at, each in enumerate(board.squares)
        )
        return cls(len(board.columns) or round(len(squares) ** 0.5) or 1, squares)


def _is_mark(square: Square, board: Board) -> bool:
    """Whether what stands there is nobody's, no number, and no token that both move."""
    return bool(square.text) and not (square.side or square.text in board.shared or square.text.isdigit())


class Scene(NamedTuple):
    """The picture of a link."""

    title: str
    about: str
    boards: tuple[SceneBoard, ...]
    players: tuple[str, ...] = ()  # by side
    status: str = ""
    side: SideName | None = None  # whose turn it is, or who won

    @property
    def hash(self) -> str:
        """What its picture is known by."""
        return sha256(f"{DRAWING} {self!r}".encode()).hexdigest()[:12]

    @property
    def alt(self) -> str:
        """The picture in words."""
        shown = f"A board of {self.title}" if len(self.boards) == 1 else f"{self.title}, with boards of several games"
        return ". ".join(filter(None, [shown if self.boards else self.title, self.status]))
