"""The table top: what stands on each square of a board, and which squares a hand touches to make a move.

A game that knows better than these defaults has functions of the same names in its file.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from squarely.errors import AmbiguousMove, IllegalMove, UnreadableMove
from squarely.game import Game, Position, Side
from squarely.notation import choice, counted, listing

_NOTHING = ".-_ "  # how position lines write an empty square


class Square(NamedTuple):
    """What a square is called, what stands on it and whose that is, and what the square itself is."""

    name: str
    text: str
    side: Side | None
    place: str


class Tabletop:
    """The board of one game, to be seen and touched. Squares are numbered row by row from 0."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def squares(self, position: Position) -> tuple[Square, ...]:
        """Every square, row by row."""
        columns, places = len(self._rows(position)[0]), self._own("places") or {}
        return tuple(
            Square(self._name(square, columns), text, self._side(text), places.get(square, ""))
            for square, text in enumerate(self._texts(position))
        )

    def labels(self, position: Position) -> tuple[list[str], list[str]]:
        """What the game's own drawing calls the columns and the rows; numbers from 1 where it does not say."""
        board, (header, *lines) = self._rows(position), self._game.draw(position).splitlines()
        columns = re.findall(r"(?<!\S)\w(?!\S)", header)[-len(board[0]) :]
        named = [found[1] for line in lines if (found := re.match(r"\s*(?:[A-Za-z]{2,}\s+)?(\w)\s", line))]
        return _in_order(columns, len(board[0])), _in_order(named, len(board))

    def holdings(self, position: Position) -> tuple[str, str]:
        """What each side holds, in words: its points where nothing else is said."""
        held = self._own("holdings", position)
        if held is None:
            points = self._game.points(position)
            held = [counted(each, "point") for each in points] if points else ("", "")
        first, second = held
        return first, second

    def beside(self, position: Position, names: Sequence[str]) -> tuple[str, ...]:
        """What a drawing does not show, in sentences: what each side holds, and what else the game says decides."""
        pairs = zip(names, self.holdings(position), strict=True)
        held = ", ".join(f"{name} has {holding}" for name, holding in pairs if holding)
        return tuple(filter(None, (f"{held}." if held else "", self._own("unseen", position))))

    def drawn(self, position: Position, names: Sequence[str]) -> str:
        """The board where it stands alone: as the rulebook prints it, and below it what that does not show."""
        return "\n".join([self._game.draw(position), *self.beside(position, names)])

    def changed(self, before: Position, after: Position) -> tuple[int, ...]:
        """The squares that do not show the same in both positions."""
        pairs = zip(self._texts(before), self._texts(after), strict=True)
        return tuple(square for square, (old, new) in enumerate(pairs) if old != new)

    def touched(self, position: Position, move: int) -> tuple[int, ...]:
        """The squares a hand touches to make a legal move, in order: those it changes, first where something stands."""
        own = self._own("touched", position, int(move))
        if own is not None:
            return tuple(own)
        texts = self._texts(position)
        return tuple(sorted(self.changed(position, self._game.play(position, move)), key=lambda at: not texts[at]))

    def said(self, position: Position, squares: Sequence[int]) -> str:
        """The words of the move that touching these squares means, legal or not; BadMove where there are none."""
        if outcome := self._game.outcome(position):
            raise IllegalMove(f"the match is over: {outcome.reason}.")
        last = len(self._texts(position)) - 1
        for square in squares:
            if not 0 <= square <= last:
                raise UnreadableMove(f"there is no square {square}. Squares are numbered from 0 to {last}.")
        words = self._own("said", position, tuple(squares))
        return self._legal(position, tuple(squares)) if words is None else str(words)

    def _legal(self, position: Position, squares: tuple[int, ...]) -> str:
        """The words of the legal move that touches these squares, in this order."""
        touched = {move: self.touched(position, move) for move in self._game.legal_moves(position)}
        meant = [str(move) for move, touches in touched.items() if touches == squares]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise AmbiguousMove(f"that could mean {choice(meant)}. Please say which.")
        near = (move for move, touches in touched.items() if squares and touches[:1] == squares[:1])
        example = next(near, next(iter(touched)))
        names = [square.name for square in self.squares(position)]
        wrong, right = ([names[square] for square in each] or ["nothing"] for each in (squares, touched[example]))
        raise IllegalMove(f"no move touches {listing(wrong)}; {example}, for one, touches {listing(right)}.")

    def _texts(self, position: Position) -> list[str]:
        shown = self._own("shown", position)
        if shown is None:
            shown = ["" if glyph in _NOTHING else glyph for glyph in "".join(self._rows(position))]
        return list(shown)

    def _side(self, text: str) -> Side | None:
        """Whose piece this is. On squares shown in the game's own way only its TOKENS are anybody's."""
        rules = self._game.rules
        tokens = getattr(rules, "TOKENS", ()) if hasattr(rules, "shown") else rules.MARKS
        return Side(tokens.index(text)) if text in tokens else None

    def _name(self, square: int, columns: int) -> str:
        own = self._own("square_name", square)
        return f"({square // columns + 1},{square % columns + 1})" if own is None else str(own)

    def _rows(self, position: Position) -> list[str]:
        """The rows of a position line, top to bottom, all equally long."""
        found = self._game.write_position(position).split()[0].split("/")
        width = max(map(len, found))
        return [row.ljust(width) for row in found]

    def _own(self, name: str, *given: Any) -> Any:
        """What the game's own function of this name answers; None where it has no such function."""
        function = getattr(self._game.rules, name, None)
        return function(self._game.law, *given) if function else None


def _in_order(found: list[str], count: int) -> list[str]:
    """What was found if it counts on without a gap, else numbers from 1."""
    follows = all(ord(after) - ord(before) == 1 for before, after in pairwise(found))
    return found if len(found) == count and follows else [str(number + 1) for number in range(count)]
