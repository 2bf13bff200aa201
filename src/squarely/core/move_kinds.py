"""What kinds of moves there are, and the parts that they consist of. A game declares its own as MOVES:

    MOVES = (MoveKind("", SQUARE), MoveKind("swap", SQUARE, SQUARE))

What follows from them is in `moves`.
"""

from squarely.core.grid import Squares


class SquarePart:
    """A square of the board, whichever it is."""


class StepPart:
    """The square next to the one before it, in one of so many directions; written as the square it leads to."""

    def __init__(self, directions: int = 4) -> None:
        self.directions = directions


class DirectionPart:
    """Up, down, left or right, from where the mover's own or the common piece stands; or one of eight directions."""

    def __init__(self, directions: int = 4) -> None:
        self.directions = directions


class CountPart:
    """A number from 1 to what this field of the law says."""

    def __init__(self, most: str) -> None:
        self.most = most


class NeighboursPart:
    """Any of the squares next to the one before it, one bit for each of these directions."""

    def __init__(self, directions: Squares) -> None:
        self.directions = directions


Part = SquarePart | StepPart | DirectionPart | CountPart | NeighboursPart
SQUARE, DIRECTION = SquarePart(), DirectionPart()


class MoveKind:
    """One kind of move: the word that begins it, which may be empty, and its parts."""

    def __init__(self, word: str, *parts: Part) -> None:
        self.word, self.parts = word, parts
