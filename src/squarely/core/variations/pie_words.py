"""What is said where sides may be swapped: the game's own words, with the names of who plays which side now.

What a game says about a match it is asked about the match as it knows it: without the swap, and after one with the
two names exchanged.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from squarely.core.errors import BadMove
from squarely.core.rules.words import Asking, Words
from squarely.core.text.notation import join_with_and, split_words

if TYPE_CHECKING:
    from squarely.core.board.grid import Squares
    from squarely.core.match.match import Match
    from squarely.core.rules.game import Outcome, Position

_ALSO_SWAP = (["swap", "sides"], ["swap", "side"], ["pie"])
_TOO_LATE = "sides can be swapped once only, instead of the answer to the first move."
CHOICE, SWAPPED = 1, 3  # see `pie`


class PieWords(Words[Any]):
    @property
    def uncut(self) -> Words[Any]:
        """The words of the game without the swap."""
        return self.game.uncut.words  # type: ignore[no-any-return]

    def own(self, position: "Position") -> "Position":
        return self.game.cut_out(position)

    def own_match(self, match: "Match") -> "Match":
        """The match as the game itself knows it."""
        kept = [at for at, move in enumerate(match.moves) if move != self.game.swap]
        roles = [self.game.role(match.position, side) for side in (0, 1)]
        own = replace(
            match,
            game=self.game.uncut,
            names=(match.names[roles[0]], match.names[roles[1]]),
            moves=tuple(match.moves[at] for at in kept),
            positions=tuple(self.own(match.positions[at]) for at in (0, *(at + 1 for at in kept))),
            ending=self._in_roles(match, match.ending),
        )
        vars(own)["outcome"] = self._in_roles(match, match.outcome)  # where it is cached: with the reason as it is told
        return own

    def _in_roles(self, match: "Match", outcome: "Outcome | None") -> "Outcome | None":
        if outcome is None or outcome.winner is None:
            return outcome
        return outcome._replace(winner=self.game.role(match.position, outcome.winner))

    def shown(self, position: "Position") -> list[str]:
        return self.uncut.shown(self.own(position))

    def draw(self, position: "Position") -> str:
        return self.uncut.draw(self.own(position))

    def holdings(self, position: "Position") -> tuple[str, str]:
        first, second = self.uncut.holdings(self.own(position))
        return (second, first) if position.pie == SWAPPED else (first, second)

    def unseen(self, position: "Position") -> str:
        said = self.uncut.unseen(self.own(position))
        can_swap = position.pie == CHOICE and not self.game.outcome(position)
        return f"{said} Sides may be swapped now.".strip() if can_swap else said

    def describe_roles(self, position: "Position", names: Sequence[str], marks: Sequence[str]) -> str:
        if position.pie != SWAPPED:
            return ""
        marks = marks or [self.name_role(self.game.role(position, side)) for side in (0, 1)]
        plays = [f"{name} plays {mark}" for name, mark in zip(names, marks, strict=True) if name]
        return f"Sides are swapped: {join_with_and(plays)}." if plays else "Sides are swapped."

    def reason(self, position: "Position") -> str:
        """After a swap, sides are called by their marks where the game calls them by names."""
        said, marks = (
            self.uncut.reason(self.own(position)),
            dict(zip(self.game.players, self.game.marks, strict=True)),
        )
        names = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(marks, key=len, reverse=True))
        return re.sub(names, lambda found: marks[found[0]], said) if position.pie == SWAPPED else said

    def write_move(self, position: "Position", move: int) -> str:
        return "swap sides" if move == self.game.swap else self.uncut.write_move(self.own(position), move)

    def read_move(self, position: "Position", text: str) -> list[int]:
        words, can_swap = split_words(text), position.pie == CHOICE
        if words in _ALSO_SWAP:
            return [self.game.swap]
        try:
            meant = self.uncut.read_move(self.own(position), text)
        except BadMove:
            if words != ["swap"] or not can_swap:
                raise
            return [self.game.swap]
        return [*meant, self.game.swap] if words == ["swap"] and can_swap else meant

    def why_illegal(self, position: "Position", move: int) -> str:
        return _TOO_LATE if move == self.game.swap else self.uncut.why_illegal(self.own(position), move)

    def touched_squares(self, position: "Position", move: int) -> "Squares | None":
        return () if move == self.game.swap else self.uncut.touched_squares(self.own(position), move)

    def read_touch(self, position: "Position", squares: "Squares") -> str | None:
        said = self.uncut.read_touch(self.own(position), squares) if squares or position.pie != CHOICE else None
        return "swap sides" if not squares and position.pie == CHOICE else said

    def captured_squares(self, before: "Position", after: "Position") -> "Squares":
        return self.uncut.captured_squares(self.own(before), self.own(after))

    def deciding_squares(self, match: "Match") -> "Squares":
        return self.uncut.deciding_squares(self.own_match(match))

    def welcome(self, match: "Match") -> str:
        return self.uncut.welcome(self.own_match(match))

    def closing(self, match: "Match") -> str:
        return self.uncut.closing(self.own_match(match))

    def news(self, match: "Match") -> str:
        if not self._has_just_swapped(match):
            return self.uncut.news(self.own_match(match))
        return f"Sides are swapped: {self._describe_role(match, 1)}, {self._describe_role(match, 0)}."

    def show_move(self, match: "Match", by_reader: bool = True) -> str:
        if not self._has_just_swapped(match):
            return self.uncut.show_move(self.own_match(match), by_reader)
        return f"\n{self.news(match)}\n\n{self.draw(match.position)}\n"

    def announce_turn(self, match: "Match") -> str:
        said = self.uncut.announce_turn(self.own_match(match))
        if match.position.pie != CHOICE or match.outcome:
            return said
        mover, waiting = match.mover_name, match.names[match.mover.other]
        here, there = (
            self.name_role(self.game.role(match.position, side)) for side in (match.mover, match.mover.other)
        )
        then = f"then {mover} plays {there}, and {waiting} plays {here} and moves"
        return f"Instead of moving, {mover} may answer swap sides: {then}.\n{said}".strip("\n")

    def ask(self, match: "Match") -> Asking:
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

    def _means_swap(self, position: "Position", answer: str) -> bool:
        try:
            return self.game.swap in self.read_move(position, answer)
        except BadMove:
            return False

    def _has_just_swapped(self, match: "Match") -> bool:
        return bool(match.moves) and match.moves[-1] == self.game.swap

    def _describe_role(self, match: "Match", side: int) -> str:
        """`Ann now plays X`, and what she holds."""
        held = self.holdings(match.position)[side]
        plays = f"{match.names[side]} now plays {self.name_role(self.game.role(match.position, side))}"
        return f"{plays} and has {held}" if held else plays
