"""The pie rule: after the first move, the other player may take over that side. One cuts, the other chooses.

The sides of a position are seats: after a swap, the first seat plays what the game itself calls the second side, its
role. The game's own verbs and words are given positions in which the mover is the role that is to move, and no swap is
made.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from squarely.core.board.grid import Squares
from squarely.core.errors import BadMove, BadPosition
from squarely.core.match.match import Match
from squarely.core.rules.fields import Count, PositionLine
from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, SIDES, Game, Outcome, Position, Side
from squarely.core.rules.moves import MoveKind
from squarely.core.rules.options import Ruling
from squarely.core.rules.words import Asking, Words
from squarely.core.text.notation import join_with_or, split_words

OPENING, CHOICE, KEPT, SWAPPED = 0, 1, 2, 3
STATES = ("opening", "choice", "kept", "swapped")  # as a position line ends
SWAP = MoveKind("swap sides")
_BEYOND_ALL = 1 << 62  # the number of the swap where a game does not say how many moves it has
_ALSO_SWAP = (["swap", "sides"], ["swap", "side"], ["pie"])
_TOO_LATE = "sides can be swapped once only, instead of the answer to the first move."


def _ask(name: str, of_swap: Any = None) -> Any:
    """A method that asks the game itself; of a swap, which that does not know, it says this."""

    def answer(self: "PieWords", about: Any, *given: Any) -> Any:
        if of_swap is not None and given[0] == self.game.swap:
            return of_swap
        return getattr(self.uncut, name)(self.own_match(about) if isinstance(about, Match) else self.own(about), *given)

    return answer


class PieWords(Words[Any]):
    """A game is asked about the match as it knows it: without the swap, and after one with the names exchanged."""

    shown, draw, goal_now, closed_places = map(_ask, ("shown", "draw", "goal_now", "closed_places"))
    deciding_squares, welcome, closing = map(_ask, ("deciding_squares", "welcome", "closing"))
    write_move, note = _ask("write_move", "swap sides"), _ask("note", "swap sides")
    tell_move = _ask("tell_move", "swapped sides")
    why_illegal, touched_squares = _ask("why_illegal", _TOO_LATE), _ask("touched_squares", ())

    @property
    def uncut(self) -> Words[Any]:
        return self.game.uncut.words  # type: ignore[no-any-return]

    def own(self, position: Position) -> Position:
        return self.game.cut_out(position)

    def own_match(self, match: Match) -> Match:
        kept = [at for at, move in enumerate(match.moves) if move != self.game.swap]
        first, second = (self.game.role(match.position, side) for side in SIDES)
        own = replace(
            match,
            game=self.game.uncut,
            names=(match.names[first], match.names[second]),
            moves=tuple(match.moves[at] for at in kept),
            positions=tuple(self.own(match.positions[at]) for at in (0, *(at + 1 for at in kept))),
            ending=self._in_roles(match, match.ending),
        )
        vars(own)["outcome"] = self._in_roles(match, match.outcome)  # where it is cached: with the reason as it is told
        return own

    def _in_roles(self, match: Match, outcome: Outcome | None) -> Outcome | None:
        if outcome is None or outcome.winner is None:
            return outcome
        return outcome._replace(winner=self.game.role(match.position, outcome.winner))

    def holdings(self, position: Position) -> tuple[str, str]:
        held = self.uncut.holdings(self.own(position))
        first, second = (held[self.game.role(position, side)] for side in SIDES)
        return first, second

    def unseen(self, position: Position) -> str:
        said = self.uncut.unseen(self.own(position))
        can_swap = position.pie == CHOICE and not self.game.outcome(position)
        return f"{said} Sides may be swapped now.".strip() if can_swap else said

    def reason(self, position: Position) -> str:
        """After a swap, sides are called by their marks where the game calls them by names."""
        said, marks = self.uncut.reason(self.own(position)), dict(zip(self.game.players, self.game.marks, strict=True))
        names = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(marks, key=len, reverse=True))
        return re.sub(names, lambda found: marks[found[0]], said) if position.pie == SWAPPED else said

    def read_move(self, position: Position, text: str) -> list[int]:
        words, swap = split_words(text), [self.game.swap]
        if words in _ALSO_SWAP:
            return swap
        swap = swap if words == ["swap"] and position.pie == CHOICE else []
        try:
            return self.uncut.read_move(self.own(position), text) + swap
        except BadMove:
            if not swap:
                raise
            return swap

    def read_touch(self, position: Position, squares: Squares) -> str | None:
        if not squares and position.pie == CHOICE:
            return "swap sides"
        return self.uncut.read_touch(self.own(position), squares)

    def captured_squares(self, before: Position, after: Position) -> Squares:
        return self.uncut.captured_squares(self.own(before), self.own(after))

    def news(self, match: Match) -> str:
        if not self._has_just_swapped(match):
            return self.uncut.news(self.own_match(match))
        return f"Sides are swapped: {self._describe_role(match, 1)}, {self._describe_role(match, 0)}."

    def show_move(self, match: Match, by_reader: bool = True) -> str:
        if not self._has_just_swapped(match):
            return self.uncut.show_move(self.own_match(match), by_reader)
        return f"\n{self.news(match)}\n\n{self.draw(match.position)}\n"

    def _has_just_swapped(self, match: Match) -> bool:
        return bool(match.moves) and match.moves[-1] == self.game.swap

    def _describe_role(self, match: Match, side: int) -> str:
        held = self.holdings(match.position)[side]
        plays = f"{match.names[side]} now plays {self.name_role(match.position, side)}"
        return f"{plays} and has {held}" if held else plays

    def announce_turn(self, match: Match) -> str:
        said = self.uncut.announce_turn(self.own_match(match))
        if match.position.pie != CHOICE or match.outcome:
            return said
        mover, waiting = match.mover_name, match.names[match.mover.other]
        here, there = (self.name_role(match.position, side) for side in (match.mover, match.mover.other))
        then = f"then {mover} plays {there}, and {waiting} plays {here} and moves"
        return f"Instead of moving, {mover} may answer swap sides: {then}.\n{said}".strip("\n")

    def ask(self, match: Match) -> Asking:
        asking = self.uncut.ask(self.own_match(match))
        question = next(asking)
        try:
            while True:
                answer = yield question
                if self._means_swap(match.position, answer):
                    return answer
                question = asking.send(answer)
        except StopIteration as done:
            return str(done.value)

    def _means_swap(self, position: Position, answer: str) -> bool:
        try:
            return self.game.swap in self.read_move(position, answer)
        except BadMove:
            return False


class Pie(Game):
    pie = Ruling(
        "To begin can be an advantage. The pie rule takes it away.",
        no="the sides stay as they are",
        yes="pie rule: after the first move, the other player may take over that side",
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

    def role(self, position: Position, side: int) -> Side:
        return SIDES[1 - side if position.pie == SWAPPED else side]

    def observe(self, position: Position, planes: Any) -> None:
        super().observe(self.own(position)._replace(pie=position.pie), planes)

    def transform_move(self, position: Position, move: int, number: int) -> int:
        return int(move) if move == self.swap else super().transform_move(self.own(position), move, number)

    @cached_property
    def uncut(self) -> Game:
        return self.with_options(pie="no")

    def cut_out(self, position: Position) -> Position:
        """The position as the game without the swap knows it."""
        return self.uncut.take_over(self.own(position))

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
