"""The pie rule: whoever answers the first move may swap sides instead. One cuts, the other chooses.

The sides of a position are seats: after a swap, the first seat plays what the game itself calls the second side, its
role. The game's own verbs are given positions in which the mover is the role that is to move, and no swap is made.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from squarely.core.errors import BadPosition
from squarely.core.rules.fields import Count, PositionLine
from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, Game, Position, Side
from squarely.core.rules.moves import MoveKind
from squarely.core.rules.options import Ruling
from squarely.core.text.notation import join_with_or
from squarely.core.variations.pie_words import PieWords

OPENING, CHOICE, KEPT, SWAPPED = 0, 1, 2, 3
STATES = ("opening", "choice", "kept", "swapped")  # as a position line ends
SWAP = MoveKind("swap sides")
_BEYOND_ALL = 1 << 62  # the number of the swap where a game does not say how many moves it has


class Pie(Game):
    pie = Ruling(
        "Where it is good to begin, whoever begins is made to share: one cuts, the other chooses.",
        no="the sides stay as they are",
        yes="whoever answers the first move may swap sides instead: from then on each plays what the other had",
    )
    fields = {"pie": Count}
    field_names = {"pie": "the swap of sides: 0 before it, 1 now, 2 not made, 3 made"}
    points_only_at_end = False  # what a swap is worth depends on the points that it exchanges
    Words = PieWords

    def set_up(self) -> None:
        super().set_up()
        self.swap, self.is_cut = (self.move_count() or _BEYOND_ALL) - 1, self.pie == "yes"

    def move_count(self) -> int:
        own = super().move_count()
        return own + 1 if own and not self.has_moves else own

    def move_kinds(self) -> tuple[MoveKind, ...]:
        own = super().move_kinds()
        return (*own, SWAP) if own else ()

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "pie": SWAPPED if self.pie == "yes" else 0}

    def own(self, position: Position) -> Position:
        """The position as the game itself knows it: its mover is the role that is to move."""
        return position._replace(mover=1 - position.mover, pie=KEPT) if position.pie == SWAPPED else position

    def legal_moves(self, position: Position) -> Iterator[int]:
        goes_on = False
        for move in super().legal_moves(self.own(position)):
            goes_on = True
            yield move
        if goes_on and position.pie == CHOICE:
            yield self.swap

    def play(self, position: Position, move: int) -> Position:
        if move == self.swap:
            return position._replace(mover=1 - position.mover, pie=SWAPPED)
        after = super().play(self.own(position), move)
        if position.pie == SWAPPED:
            return after._replace(mover=1 - after.mover, pie=SWAPPED)
        if not self.is_cut or (position.pie == OPENING and after.mover == position.mover):
            return after
        return after._replace(pie=CHOICE if position.pie == OPENING else KEPT)

    def outcome(self, position: Position) -> int:
        result = super().outcome(self.own(position))
        if position.pie == SWAPPED and result in (FIRST_WINS, SECOND_WINS):
            return FIRST_WINS + SECOND_WINS - result
        return result

    def points(self, position: Position) -> Any:
        points = super().points(self.own(position))
        return points if points is None or position.pie != SWAPPED else (points[1], points[0])

    def role(self, position: Position, side: Side) -> Side:
        return Side(1 - side) if position.pie == SWAPPED else side

    def observe(self, position: Position, planes: Any) -> None:
        own = self.own(position)
        super().observe(own._replace(pie=position.pie), planes)

    def transform_move(self, position: Position, move: int, number: int) -> int:
        return int(move) if move == self.swap else super().transform_move(self.own(position), move, number)

    @cached_property
    def uncut(self) -> Game:
        """The game without the swap."""
        return self.with_options(pie="no")

    def cut_out(self, position: Position) -> Position:
        """The position as the game without the swap knows it."""
        own, kind = self.own(position), self.uncut.Position
        return kind(*(getattr(own, field) for field in kind._fields))

    def position_line(self, position: Position) -> PositionLine:
        line = self.uncut.position_line(self.cut_out(position))
        return line._replace(rest=(*line.rest, STATES[position.pie]))

    def write_position(self, position: Position) -> str:
        return f"{self.uncut.write_position(self.cut_out(position))} {STATES[position.pie]}"

    def read_position(self, text: str) -> Position:
        line, _, last = text.rstrip().rpartition(" ")
        state = STATES.index(last.casefold()) if last.casefold() in STATES else OPENING
        try:
            own = self.uncut.read_position(line if last.casefold() in STATES else text)
        except BadPosition as error:
            raise BadPosition(f"{error}; with pie=yes, {join_with_or(STATES)} follows") from None
        position = self.Position(**own._asdict(), pie=state)
        return position._replace(mover=1 - own.mover) if state == SWAPPED else position
