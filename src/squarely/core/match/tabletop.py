"""The table top: what stands on each square of a board, and which squares a hand touches to make a move."""

from collections import Counter
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
        self._seen: tuple[Position, dict[int, Looks]] | None = None  # the results that were worked out last
        self._pointed: tuple[Position, dict[int, tuple[int, ...]]] | None = None

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
        """Whether a text that is nobody's is a marker (burnt, trail), not a piece or a number."""
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
        return _find_differences(self._words.shown(before), self._words.shown(after))

    def results(self, position: Position) -> dict[int, Looks]:
        """For each legal move the squares that will look different, and how."""
        if self._seen is None or self._seen[0] != position:
            self._seen = position, self._play_each(position)
        return self._seen[1]

    def _play_each(self, position: Position) -> dict[int, Looks]:
        texts, results = self._words.shown(position), {}
        for move in self.game.legal_moves(position):
            after = self._words.shown(self.game.play(position, move))
            results[move] = {at: after[at] for at in _find_differences(texts, after)}
        return results

    def touched_squares(self, position: Position, move: int) -> tuple[int, ...]:
        """The squares a hand touches to make a legal move, in order: the piece that moves first, then where it goes."""
        touched = self._words.touched_squares(position, int(move))
        if touched is not None:
            return touched
        if self._pointed is None or self._pointed[0] != position:
            self._pointed = position, self._touched_by_default(position)
        return self._pointed[1][int(move)]

    def _touched_by_default(self, position: Position) -> dict[int, tuple[int, ...]]:
        """For each legal move what a hand points at; all that it changes where that could mean another move."""
        texts, moves = self._words.shown(position), {}
        for move, looks in self.results(position).items():
            pointed = self._pointed_at(texts, self.game.role(position, Side(position.mover)), looks)
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
        first, second = (self._words.name_role(self.game.role(position, side)) for side in Side)
        return first, second

    def _side(self, text: str) -> Side | None:
        return Side(self._words.tokens.index(text)) if text in self._words.tokens else None

    def _owner(self, position: Position, text: str) -> Side | None:
        side = self._side(text)
        return None if side is None else self.game.role(position, side)


def _find_differences(before: list[str], after: list[str]) -> tuple[int, ...]:
    """The squares whose texts differ; none where there is not a text of each for every square."""
    if len(before) != len(after):
        return ()
    return tuple(square for square, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
