"""The table top: what stands on each square of a board, and which squares a hand touches to make a move.

A game that knows better than these defaults has functions of the same names in its file.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from squarely.errors import AmbiguousMove, IllegalMove, UnreadableMove
from squarely.game import Game, Position, Side
from squarely.notation import choice, counted, listing
from squarely.prose import WIDTH, wrapped

_NOTHING = ".-_ "  # how position lines write an empty square

Looks: TypeAlias = dict[int, str]  # what stands on some squares, by their numbers; nothing is an empty text


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
        self._pointed: tuple[Position, dict[int, tuple[int, ...]]] | None = None

    def fits(self, position: Position) -> bool:
        """Whether the board is as high and as wide as at the start, so that its squares are still the same ones."""
        rows, columns = self._size(position)
        return (rows, columns) == self._usual and len(self._texts(position)) == rows * columns

    @cached_property
    def _usual(self) -> tuple[int, int]:
        return self._size(self._game.start())

    def _size(self, position: Position) -> tuple[int, int]:
        rows = self._rows(position)
        return len(rows), len(rows[0])

    def squares(self, position: Position) -> tuple[Square, ...]:
        """Every square, row by row."""
        columns, places = len(self._rows(position)[0]), self._own("places") or {}
        return tuple(
            Square(self._name(square, columns), text, self._side(text), places.get(square, ""))
            for square, text in enumerate(self._texts(position))
        )

    def labels(self, position: Position) -> tuple[list[str], list[str]]:
        """What the game's own drawing calls the columns and the rows; numbers from 1 where it does not say."""
        board, (header, *lines) = self._rows(position), self._game.draw(position).splitlines() or [""]
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

    def drawn(self, position: Position, names: Sequence[str], width: int = WIDTH) -> str:
        """The board where it stands alone: as the rulebook prints it, and below it what that does not show."""
        beside = [wrapped(line, width) for line in self.beside(position, names)]
        return "\n".join([self._game.draw(position), *beside])

    def changed(self, before: Position, after: Position) -> tuple[int, ...]:
        """The squares that do not show the same in both positions; none where the board itself has another size."""
        return _differing(self._texts(before), self._texts(after))

    def results(self, position: Position) -> dict[int, Looks]:
        """For each legal move the squares that will look different, and how."""
        texts, results = self._texts(position), {}
        for move in self._game.rules.legal_moves(self._game.law, position):  # without their names, which take as long
            after = self._texts(self._game.play(position, move))
            results[move] = {at: after[at] for at in _differing(texts, after)}
        return results

    def touched(self, position: Position, move: int) -> tuple[int, ...]:
        """The squares a hand touches to make a legal move, in order: the piece that moves first, then where it goes."""
        own = self._own("touched", position, int(move))
        if own is not None:
            return tuple(own)
        if self._pointed is None or self._pointed[0] != position:
            self._pointed = position, self._touched_by_default(position)
        return self._pointed[1][int(move)]

    def _touched_by_default(self, position: Position) -> dict[int, tuple[int, ...]]:
        """For each legal move what a hand points at; all that it changes where that could mean another move."""
        texts, moves = self._texts(position), {}
        for move, looks in self.results(position).items():
            pointed = self._pointed_at(texts, Side(position.mover), looks)
            moves[move] = pointed, pointed + tuple(at for at in looks if at not in pointed)
        meant = Counter(squares for forms in moves.values() for squares in set(forms))
        return {move: pointed if meant[pointed] == 1 else every for move, (pointed, every) in moves.items()}

    def _pointed_at(self, texts: list[str], mover: Side, looks: Looks) -> tuple[int, ...]:
        """The mover's piece and where it goes, or what is put down: not what is captured or turned over by that."""
        filled = [at for at, text in looks.items() if text and not texts[at]]
        arrived = {looks[at] for at in filled}
        was, becomes = ({at for at in looks if self._side(each[at]) == mover} for each in (texts, looks))
        left = [at for at, text in looks.items() if at in was - becomes or (texts[at] in arrived and not text)]
        if left:  # where the piece goes, then what it leaves behind
            filled.sort(key=lambda at: at not in becomes)
        taken = [at for at in looks if at in becomes - was]
        return (*left, *(filled or taken)) or tuple(sorted(looks, key=lambda at: not texts[at]))

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

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The texts that are pieces, the first side's first. A game that shows squares in its own way may have none."""
        rules = self._game.rules
        return tuple(getattr(rules, "TOKENS", ()) if hasattr(rules, "shown") else rules.MARKS)

    def _side(self, text: str) -> Side | None:
        """Whose piece this is, if it is anybody's."""
        return Side(self.tokens.index(text)) if text in self.tokens else None

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


def _differing(before: list[str], after: list[str]) -> tuple[int, ...]:
    """The squares whose texts differ; none where there is not a text of each for every square."""
    if len(before) != len(after):
        return ()
    return tuple(square for square, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


def _in_order(found: list[str], count: int) -> list[str]:
    """What was found if it counts on without a gap, else numbers from 1."""
    follows = all(ord(after) - ord(before) == 1 for before, after in pairwise(found))
    return found if len(found) == count and follows else [str(number + 1) for number in range(count)]
