"""The table top: what stands on each square of a board, and which squares a hand touches to make a move."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from squarely.core.errors import AmbiguousMove, IllegalMove, UnreadableMove
from squarely.core.rules.fields import Kind, side_of_field
from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import join_with_and, join_with_or

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
        self.game, self._words = game, game.words

    def fits(self, position: Position) -> bool:
        """Whether there is a board with a text for every square; else there is only the game's drawing."""
        return self.game.shape.squares > 0 and len(self._words.shown(position)) == self.game.shape.squares

    def squares(self, position: Position) -> tuple[SeenSquare, ...]:
        """Every square, row by row."""
        return tuple(
            SeenSquare(name, text, side := self._owner(position, text), place, side is None and self._is_mark(text))
            for text, (name, place) in zip(self._words.shown(position), self._named, strict=False)
        )

    @cached_property
    def shared_tokens(self) -> tuple[str, ...]:
        """The texts that are one token each which both sides move, not a set of squares."""
        kinds, pieces, looks = self.game.kinds, self.game.pieces, self._words.looks
        shared = [field for field, kind in kinds.items() if kind is Kind.SQUARE and side_of_field(field) is None]
        return tuple(looks.get(pieces[field], pieces[field]) for field in shared)

    def _is_mark(self, text: str) -> bool:
        """Whether a text that belongs to no side is a marker (burnt, trail), not a piece or a number."""
        return bool(text) and text not in self.shared_tokens and not text.isdigit()

    @cached_property
    def _named(self) -> tuple[tuple[str, str], ...]:
        places = self._words.places()
        return tuple((self._words.square_name(at), places.get(at, "")) for at in range(self.game.shape.squares))

    def labels(self) -> tuple[list[str], list[str]]:
        """What the columns and the rows are called."""
        return self._words.squares.columns(self.game.shape), self._words.squares.rows(self.game.shape)

    def changed_squares(self, before: Position, after: Position) -> tuple[int, ...]:
        """The squares that do not show the same in both positions; none where the board itself has another size."""
        return self._words.changed_squares(before, after)

    def results(self, position: Position) -> dict[int, Looks]:
        """For each legal move the squares that will look different, and how."""
        results = {}
        for move in self.game.legal_moves(position):
            texts = self._words.shown(after := self.game.play(position, move))
            results[move] = {at: texts[at] for at in self._words.changed_squares(position, after)}
        return results

    def touched_squares(self, position: Position, move: int) -> tuple[int, ...]:
        """The squares a hand touches to make a legal move, in order: the piece that moves first, then where it goes."""
        return self._words.touched_squares(position, int(move))

    def find_move(self, position: Position, squares: Sequence[int]) -> int | str:
        """The number of the legal move whose squares these are; where there is none, the words of what they mean."""
        legal, touched = self.game.legal_moves(position), tuple(squares)
        fitting = [move for move in legal if self.touched_squares(position, move) == touched]
        return fitting[0] if len(fitting) == 1 else self.read_touch(position, squares)

    def read_touch(self, position: Position, squares: Sequence[int]) -> str:
        """The words of the move that touching these squares means, legal or not; BadMove where there are none."""
        if outcome := self.game.result(position):
            raise IllegalMove(f"the match is over: {outcome.reason}.")
        last = self.game.shape.squares - 1
        for square in squares:
            if not 0 <= square <= last:
                raise UnreadableMove(f"there is no square {square}. Squares are numbered from 0 to {last}.")
        said = self._words.read_touch(position, tuple(squares))
        return self._find_legal(position, tuple(squares)) if said is None else said

    def _find_legal(self, position: Position, squares: tuple[int, ...]) -> str:
        touched = {move: self.touched_squares(position, move) for move in self.game.named_moves(position)}
        meant = [str(move) for move, touches in touched.items() if touches == squares]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise AmbiguousMove(f"that could mean {join_with_or(meant)}. Please say which.")
        example = next((each for each, at in touched.items() if at[:1] == squares[:1]), next(iter(touched)))
        names = [name for name, _ in self._named]
        wrong, right = ([names[square] for square in each] or ["nothing"] for each in (squares, touched[example]))
        raise IllegalMove(
            f"no move touches {join_with_and(wrong)}; {example}, for one, touches {join_with_and(right)}."
        )

    def tokens(self, position: Position) -> tuple[str, ...]:
        """The texts that are pieces, the first side's first. A game that shows squares in its own way may have none."""
        return tuple(self._words.tokens[self.game.role(position, side)] for side in Side) if self._words.tokens else ()

    def marks(self, position: Position) -> tuple[str, str]:
        """How each side is written in few characters, also where it has no pieces."""
        first, second = (self.game.marks[self.game.role(position, side)] for side in Side)
        return first, second

    def roles(self, position: Position) -> tuple[str, str]:
        """What each side plays: its token or, where it has none, `side 1`."""
        first, second = (self._words.name_role(position, side) for side in Side)
        return first, second

    def _owner(self, position: Position, text: str) -> Side | None:
        tokens = self._words.tokens
        return self.game.role(position, tokens.index(text)) if text in tokens else None
