"""A move chosen square by square, until what was chosen is one legal move. It is given those, it knows no rules."""

from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Move, Position


class MoveChoice:
    """What is chosen of a move in one position, and what can be chosen next. Where it is over, nothing."""

    def __init__(self, game: Game, position: Position) -> None:
        self._match = Match.of(game, position)
        self._table = Tabletop(game)
        moves, fits = self._match.legal_moves, self._table.fits(position)
        self.listed: tuple[Move, ...] = () if fits else moves  # where there are no squares: chosen by their numbers
        self._touched = {move: self._table.touched_squares(position, move) for move in moves} if fits else {}
        self.chosen: tuple[int, ...] = ()
        self.release()

    def release(self) -> None:
        """Let go of what was chosen. Where every move begins with the same square, that one stays chosen."""
        starts = {squares[0] for squares in self._touched.values() if squares}
        goes_on = all(len(squares) != 1 for squares in self._touched.values())
        self.chosen = tuple(starts) if len(starts) == 1 and goes_on else ()

    @property
    def choosable(self) -> tuple[int, ...]:
        """The squares that can be chosen now."""
        return tuple(sorted({square for move in self._fitting(self.chosen) for square in self.next_squares(move)}))

    @property
    def spoken(self) -> tuple[Move, ...]:
        """The moves that no square stands for, such as a pass: they are chosen by a key, or typed."""
        return tuple(move for move, squares in self._touched.items() if not squares)

    @property
    def complete(self) -> tuple[Move, ...]:
        """The moves that are chosen already, though more could be."""
        return tuple(move for move in self._fitting(self.chosen) if len(self.chosen) == len(self._touched[move]))

    @property
    def fitting(self) -> tuple[Move, ...]:
        """The moves that what was chosen is the beginning of."""
        return self._fitting(self.chosen)

    def next_squares(self, move: Move) -> tuple[int, ...]:
        """The squares to be chosen next that lead to a fitting move."""
        squares = self._touched[move]
        return tuple(square for square in squares[1:] if square not in self.chosen) if self.chosen else squares[:1]

    def choose(self, square: int) -> Move | None:
        """The move that is complete with this square, or None while more is needed; BadMove if nothing fits.

        The same square again takes it back, or plays what is complete though more could be chosen.
        """
        if self.listed:
            return self.listed[square]
        if square in self.chosen:
            return self._choose_again(square)
        if self._fitting((*self.chosen, square)):
            return self._take((*self.chosen, square))
        alone = self._fitting((square,))
        # Another piece instead of the chosen one. A square that could only be a whole move alone was meant as a target.
        if any(len(self._touched[move]) > 1 for move in alone):
            return self._take((square,))
        self._match.play(self._table.read_touch(self._match.position, (*self.chosen, square)))  # says why not
        return None

    def _choose_again(self, square: int) -> Move | None:
        complete = self.complete
        if len(complete) == 1 and square == self.chosen[-1]:
            return complete[0]
        kept = () if square == self.chosen[0] else tuple(each for each in self.chosen if each != square)
        self.chosen = kept
        if not kept:
            self.release()
        return None

    def _take(self, squares: tuple[int, ...]) -> Move | None:
        self.chosen = squares
        fitting = self._fitting(squares)
        return fitting[0] if len(fitting) == 1 and len(self._touched[fitting[0]]) == len(squares) else None

    def _fitting(self, chosen: tuple[int, ...]) -> tuple[Move, ...]:
        """The moves that these squares are the beginning of: the first one first, the others in any order."""
        return tuple(
            move
            for move, squares in self._touched.items()
            if squares and squares[: len(chosen[:1])] == chosen[:1] and set(chosen[1:]) <= set(squares[1:])
        )
