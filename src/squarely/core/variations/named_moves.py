"""Variations that name moves of the game: one that nobody may begin with, and an opening that is played for both."""

from collections.abc import Iterator

from squarely.core.board.grid import Symmetries, Symmetry
from squarely.core.errors import BadMove, BadOption
from squarely.core.rules.fields import derive_transform
from squarely.core.rules.game import ONGOING, Game, Position
from squarely.core.rules.options import Option, Setting

NONE = "none"


class MoveOption(Option[str]):
    """Moves in the words of the game, joined by + and with _ for spaces: `B2+C3`, `up_2`; or none."""

    allowed, choices = "none or moves, joined by + and with _ for spaces", (NONE,)

    def read(self, text: str) -> str | None:
        plain = text.replace("_", "").replace("+", "").replace("-", "").isalnum()
        return NONE if text.casefold() == NONE else text if plain else None

    def describe_change(self, setting: Setting) -> str:
        return super().describe_change(str(setting).replace("+", ", then ").replace("_", " "))


def follow_moves(game: Game, position: Position, setting: str) -> list[tuple[Position, int]]:
    """Each position that these moves come to, with the move that is made there; BadOption where one is not legal."""
    if setting != NONE and game.is_dealt:
        raise BadOption(f"{setting} makes no game: the start is dealt, and it may not be legal there")
    made: list[tuple[Position, int]] = []
    for text in [] if setting == NONE else setting.split("+"):
        try:
            meant = game.words.read_move(position, text.replace("_", " "))
        except BadMove as error:
            raise BadOption(f"{setting} makes no game: {error}") from None
        legal = [move for move in game.legal_moves(position) if move in meant]
        if len(legal) != 1:
            raise BadOption(f"{setting} makes no game: {text.replace('_', ' ')} is not one legal move there")
        made.append((position, legal[0]))
        position = game.play(position, legal[0])
    return made


class ForbiddenFirst(Game):
    """The first move may not be this one, nor one that is the same when the board is turned or reflected."""

    forbidden_first = MoveOption(
        NONE, "the forbidden first move", change="nobody may begin with {}, or with the same move on a turned board"
    )

    def set_up(self) -> None:
        super().set_up()
        self.banned: tuple[int, ...] = (-1,)
        if "+" in self.forbidden_first:
            raise BadOption(f"forbidden_first={self.forbidden_first} makes no game: it is one move")
        start, turned = super().start(), range(len(self.symmetries.squares))
        for _, move in follow_moves(self, start, self.forbidden_first):
            self.banned = tuple(sorted({self.transform_move(start, move, number) for number in turned}))
            if not list(self.legal_moves(start)):
                raise BadOption(f"forbidden_first={self.forbidden_first} makes no game: there is no other move")

    def legal_moves(self, position: Position) -> Iterator[int]:
        begins = position == super().start()
        for move in super().legal_moves(position):
            if not (begins and move in self.banned):
                yield move

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        """Only what leaves the start as it is: on a board that is turned otherwise nothing is forbidden."""
        start, turned = super().start(), Symmetries((symmetry.squares,), (symmetry.directions,))
        same = self.forbidden_first == NONE or derive_transform(self.Position)(turned, start, 0) == start
        return same and super().is_symmetry(symmetry)


class Opening(Game):
    """A start that is fairer than the usual one: the lab names those of equal value."""

    opening = MoveOption(NONE, "the moves with which every match begins", change="every match begins with {}")

    def set_up(self) -> None:
        self.opening_moves: tuple[int, ...] = ()
        super().set_up()
        self.opening_moves = tuple(move for _, move in follow_moves(self, super().start(), self.opening))
        if self.outcome(self.start()) != ONGOING:
            raise BadOption(f"opening={self.opening} makes no game: it is over then")

    def start(self) -> Position:
        position = super().start()
        for move in self.opening_moves:
            position = self.play(position, move)
        return position
