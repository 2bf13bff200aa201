"""The table top: what stands on each square of a board, and which squares a hand touches to make a move.

A game that knows better than the defaults at the end has functions of the same names in its file.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from squarely.core.errors import AmbiguousMove, BrokenGame, IllegalMove, UnreadableMove
from squarely.core.game import Game, Side
from squarely.core.grid import EIGHT_DIRECTIONS, NO_DIRECTION
from squarely.core.notation import count_noun, join_with_and, join_with_or
from squarely.core.pie_dialogue import name_role
from squarely.core.position import PIECES, Kind, PositionLine, fields_in_use, side_of_field
from squarely.core.rules import Law, Position, Rules
from squarely.core.text_wrapping import WIDTH, wrap

_WAYS = (*EIGHT_DIRECTIONS[:NO_DIRECTION], "none", *EIGHT_DIRECTIONS[NO_DIRECTION:])  # as a field has them

Looks: TypeAlias = dict[int, str]  # what stands on some squares, by their numbers; nothing is an empty text


class SeenSquare(NamedTuple):
    """What a square is called, what stands on it and whose that is, and what the square itself is."""

    name: str
    text: str
    side: Side | None
    place: str
    is_mark: bool = False  # what stands there is no piece and no number: the square is burnt, or a line is drawn on it


class Tabletop:
    """The board of one game, to be seen and touched. Squares are numbered row by row from 0."""

    def __init__(self, game: Game) -> None:
        self._game, self._rules, self._law = game, game.rules, game.law
        self._shape = game.rules.shape(game.law)
        self._seen: tuple[Position, dict[int, Looks]] | None = None  # the results that were worked out last
        self._pointed: tuple[Position, dict[int, tuple[int, ...]]] | None = None

    def fits(self, position: Position) -> bool:
        """Whether there is a board with a text for every square; else there is only the game's drawing."""
        return self._shape.squares > 0 and len(self._texts(position)) == self._shape.squares

    def squares(self, position: Position) -> tuple[SeenSquare, ...]:
        """Every square, row by row."""
        return tuple(
            SeenSquare(name, text, side := self._owner(position, text), place, side is None and self._is_mark(text))
            for text, (name, place) in zip(self._texts(position), self._named, strict=False)
        )

    @cached_property
    def shared_tokens(self) -> tuple[str, ...]:
        """The texts that are one token each which both sides move, not a set of squares."""
        rules = self._rules
        shared = [field for field, kind in rules.kinds.items() if kind is Kind.SQUARE and side_of_field(field) is None]
        return tuple(rules.LOOKS.get(rules.PIECES[field], rules.PIECES[field]) for field in shared)

    def _is_mark(self, text: str) -> bool:
        """Whether a text that is nobody's is a sign on the square, not something to be moved or taken."""
        return bool(text) and text not in self.shared_tokens and not text.isdigit()

    @cached_property
    def _named(self) -> tuple[tuple[str, str], ...]:
        """What each square is called and what it is."""
        places = self._rules.places(self._law)
        return tuple(
            (self._rules.square_name(self._law, square), places.get(square, ""))
            for square in range(self._shape.squares)
        )

    def labels(self) -> tuple[list[str], list[str]]:
        """What the columns and the rows are called."""
        return self._rules.SQUARES.columns(self._shape), self._rules.SQUARES.rows(self._shape)

    def holdings(self, position: Position) -> tuple[str, str]:
        """What each side holds, in words: its points where nothing else is said."""
        return self._rules.holdings(self._law, position)

    def beside(self, position: Position, names: Sequence[str], marks: Sequence[str] = ()) -> tuple[str, ...]:
        """What a drawing does not show, in sentences: what each side holds, and what else the game says decides.

        `marks` is how the two are drawn, where that is not as the game has it.
        """
        pairs = zip(names, self.holdings(position), strict=True)
        held = ", ".join(f"{name} has {holding}" for name, holding in pairs if holding)
        roles = self._describe_roles(position, names, marks or self.roles(position))
        return tuple(filter(None, (f"{held}." if held else "", roles, self._rules.unseen(self._law, position))))

    def _describe_roles(self, position: Position, names: Sequence[str], marks: Sequence[str]) -> str:
        """Who plays what, once the two have swapped sides."""
        if self._game.role(position, Side.FIRST) == Side.FIRST:
            return ""
        plays = [f"{name} plays {mark}" for name, mark in zip(names, marks, strict=True) if name]
        return f"Sides are swapped: {join_with_and(plays)}." if plays else "Sides are swapped."

    def draw(self, position: Position, names: Sequence[str], width: int = WIDTH) -> str:
        """The board where it stands alone: as the rulebook prints it, and below it what that does not show."""
        beside = [wrap(line, width) for line in self.beside(position, names)]
        return "\n".join([self._game.draw(position), *beside])

    def changed_squares(self, before: Position, after: Position) -> tuple[int, ...]:
        """The squares that do not show the same in both positions; none where the board itself has another size."""
        return _find_differences(self._texts(before), self._texts(after))

    def results(self, position: Position) -> dict[int, Looks]:
        """For each legal move the squares that will look different, and how."""
        if self._seen is None or self._seen[0] != position:
            self._seen = position, self._play_each(position)
        return self._seen[1]

    def _play_each(self, position: Position) -> dict[int, Looks]:
        texts, results = self._texts(position), {}
        for move in self._game.rules.legal_moves(self._game.law, position):  # without their names, which take as long
            after = self._texts(self._game.play(position, move))
            results[move] = {at: after[at] for at in _find_differences(texts, after)}
        return results

    def touched_squares(self, position: Position, move: int) -> tuple[int, ...]:
        """The squares a hand touches to make a legal move, in order: the piece that moves first, then where it goes."""
        if self._rules.touched_squares:
            return tuple(self._rules.touched_squares(self._law, position, int(move)))
        if self._pointed is None or self._pointed[0] != position:
            self._pointed = position, self._touched_by_default(position)
        return self._pointed[1][int(move)]

    def _touched_by_default(self, position: Position) -> dict[int, tuple[int, ...]]:
        """For each legal move what a hand points at; all that it changes where that could mean another move."""
        texts, moves = self._texts(position), {}
        for move, looks in self.results(position).items():
            pointed = self._pointed_at(texts, self._game.role(position, Side(position.mover)), looks)
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

    def read_touch(self, position: Position, squares: Sequence[int]) -> str:
        """The words of the move that touching these squares means, legal or not; BadMove where there are none."""
        if outcome := self._game.outcome(position):
            raise IllegalMove(f"the match is over: {outcome.reason}.")
        last = len(self._texts(position)) - 1
        for square in squares:
            if not 0 <= square <= last:
                raise UnreadableMove(f"there is no square {square}. Squares are numbered from 0 to {last}.")
        if self._rules.read_touch:
            return self._rules.read_touch(self._law, position, tuple(squares))
        return self._legal(position, tuple(squares))

    def _legal(self, position: Position, squares: tuple[int, ...]) -> str:
        """The words of the legal move that touches these squares, in this order."""
        touched = {move: self.touched_squares(position, move) for move in self._game.legal_moves(position)}
        meant = [str(move) for move, touches in touched.items() if touches == squares]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise AmbiguousMove(f"that could mean {join_with_or(meant)}. Please say which.")
        near = (move for move, touches in touched.items() if squares and touches[:1] == squares[:1])
        example = next(near, next(iter(touched)))
        names = [square.name for square in self.squares(position)]
        wrong, right = ([names[square] for square in each] or ["nothing"] for each in (squares, touched[example]))
        raise IllegalMove(
            f"no move touches {join_with_and(wrong)}; {example}, for one, touches {join_with_and(right)}."
        )

    def _texts(self, position: Position) -> list[str]:
        return list(self._rules.shown(self._law, position))

    def tokens(self, position: Position) -> tuple[str, ...]:
        """The texts that are pieces, the first side's first. A game that shows squares in its own way may have none."""
        return tuple(self._rules.TOKENS[self._game.role(position, side)] for side in Side) if self._rules.TOKENS else ()

    def marks(self, position: Position) -> tuple[str, str]:
        """How each side is written in few characters, also where it has no pieces."""
        first, second = (self._rules.MARKS[self._game.role(position, side)] for side in Side)
        return first, second

    def roles(self, position: Position) -> tuple[str, str]:
        """What each side plays: its token or, where it has none, `side 1`."""
        first, second = (name_role(self._rules, self._game.role(position, side)) for side in Side)
        return first, second

    def _side(self, text: str) -> Side | None:
        """Which of the game's sides a piece is of, if it is of any."""
        return Side(self._rules.TOKENS.index(text)) if text in self._rules.TOKENS else None

    def _owner(self, position: Position, text: str) -> Side | None:
        """Whose piece this is, if it is anybody's."""
        side = self._side(text)
        return None if side is None else self._game.role(position, side)


def _find_differences(before: list[str], after: list[str]) -> tuple[int, ...]:
    """The squares whose texts differ; none where there is not a text of each for every square."""
    if len(before) != len(after):
        return ()
    return tuple(square for square, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


# What holds where a game says nothing else


def bare_line(rules: Rules, law: Law, position: Position) -> PositionLine:  # noqa: ARG001
    """The line of a game that says nothing about its fields: only whose turn it is can be told."""
    return PositionLine((), rules.MARKS[position.mover])


def draw(rules: Rules, law: Law, position: Position) -> str:
    """The rows with their names, and the names of the columns above them."""
    shape = rules.shape(law)
    texts = [text or rules.EMPTY for text in rules.shown(law, position)]
    width = max(map(len, [*texts, *rules.SQUARES.columns(shape)]))
    margin = max(map(len, rules.SQUARES.rows(shape)))
    lines = [" ".join([" " * margin, *(name.rjust(width) for name in rules.SQUARES.columns(shape))])]
    for row, name in enumerate(rules.SQUARES.rows(shape)):
        cells = texts[row * shape.columns : (row + 1) * shape.columns]
        lines.append(" ".join([name.rjust(margin), *(text.rjust(width) for text in cells)]))
    return "\n".join(lines)


def square_name(rules: Rules, law: Law, square: int) -> str:
    """What a square is called."""
    return rules.SQUARES.name(rules.shape(law), square)


def places(rules: Rules, law: Law) -> dict[int, str]:  # noqa: ARG001
    """What some squares are: nothing special."""
    return {}


def holdings(rules: Rules, law: Law, position: Position) -> tuple[str, str]:
    """What each side holds: its points."""
    if not rules.has_points:
        return "", ""
    points = rules.points(law, position)
    if not isinstance(points, tuple) or len(points) != 2:
        raise BrokenGame(f"`points` of this game gives {points!r}; it gives two numbers, one for each side")
    first, second = points
    return count_noun(first, "point"), count_noun(second, "point")


def unseen(rules: Rules, law: Law, position: Position) -> str:
    """What decides and is not in the drawing: directions and numbers of things, by the names of their fields."""
    in_use = fields_in_use(rules.position_type, rules.maxima(law)) if rules.kinds else {}
    told = [
        f"{rules.FIELD_NAMES.get(field, field.replace('_', ' '))}: {_WAYS[value] if kind is Kind.DIRECTION else value}"
        for field, kind in in_use.items()
        if kind in (Kind.DIRECTION, Kind.COUNT)
        for value in [getattr(position, field)]
    ]
    return f"{told[0][0].upper()}{'; '.join(told)[1:]}." if told else ""


def shown(rules: Rules, law: Law, position: Position) -> list[str]:  # noqa: ARG001
    """The text on each square, where there are squares."""
    return []


def tokens(rules: Rules) -> tuple[str, ...]:
    """The texts that are pieces of the two sides, where each side has a field of its own for them."""
    if not all(rules.kinds.get(field) in PIECES for field in ("first", "second")):
        return ()
    return tuple(rules.LOOKS.get(rules.PIECES[field], rules.PIECES[field]) for field in ("first", "second"))


DEFAULTS: dict[str, Callable[..., Any]] = {
    function.__name__: function for function in (draw, square_name, places, holdings, unseen, shown)
}
