"""Checks that a side holds by pairs of squares, whatever the other side does.

What loses and what wins follows from the rules, for all positions. Which moves there are cannot be asked of many
positions at once: there the word of the game is taken, `places_markers`, and tried along lines of play at random.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random

from squarely.core.board.square_sets import squares_in
from squarely.core.rules.fields import Kind
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, SIDES, TIE, Game, Position, Side
from squarely.proofs.boards import DoesNotHold, list_outcomes

_FIELDS = {"first": Kind.SQUARE_SET, "second": Kind.SQUARE_SET, "mover": Kind.MOVER}
_TRIED = 1_000  # positions, and at least one line from each that is checked


class Pairing:
    """What the rules of a game mean for a side that holds by pairs of squares."""

    def __init__(self, game: Game, owner: Side, may_tie: bool) -> None:
        if not game.places_markers or game.has_points or dict(game.kinds) != _FIELDS:
            raise DoesNotHold("these rules do not say that they place markers, which pairs rely on")
        self._game, self._owner, self._other, self._random = game, owner, owner.other, Random(0)
        self._all, self._won = (1 << game.shape.squares) - 1, (FIRST_WINS, SECOND_WINS)[owner]
        self._good = {ONGOING, self._won, TIE if may_tie else ONGOING}
        self._goals: set[int] = set()  # that were shown to win
        self.tried = self._filled = 0  # positions, and how many of them were full boards

    def check(self, position: Position, pairs: str, goal: str) -> int:
        """How many moves play lasts at most from here, the other side being to move; pairs and goal are in words."""
        own, empty = position[self._owner], self._find_empty(position)
        squares, aims = self._read(pairs), self._read(goal)
        both = [one | two for one, two in zip(squares[::2], squares[1::2], strict=False)]
        taken, aim = sum(squares), sum(set(aims))
        if position.mover != self._other or self._game.outcome(position) != ONGOING or empty.bit_count() < 3:
            raise DoesNotHold(f"{self._other} must be to move, and three squares be empty")
        if taken & (~empty | aim) or taken.bit_count() != 2 * len(both):
            raise DoesNotHold("the squares of pairs must be empty, none may be given twice, and none be of the goal")
        for loses in self._losing:
            if not loses & own and not any(pair & ~loses == 0 for pair in both):
                named = " ".join(self._game.words.name_squares(loses)) or "no square at all"
                raise DoesNotHold(f"play can fail with {named} held by {self._other}, where no pair prevents it")
        if bool(goal) == (TIE in self._good):
            raise DoesNotHold("whoever holds to win has a goal, and whoever holds to tie has none")
        if goal:
            self._check_goal(aim, aim & ~own)
        self._try_line(position, both, aim & ~own)
        while self.tried < _TRIED:
            self._try_line(position, both, aim & ~own)
        if goal and not self._filled:
            raise DoesNotHold("no line was found that fills the board")
        return empty.bit_count() + bool(goal)

    def _read(self, names: str) -> list[int]:
        numbers = {self._game.words.square_name(square): 1 << square for square in range(self._game.shape.squares)}
        if unknown := [name for name in names.split() if name not in numbers]:
            raise DoesNotHold(f"{unknown[0]} is no square")
        return [numbers[name] for name in names.split()]

    def _find_empty(self, position: Position) -> int:
        return int(self._all & ~(position.first | position.second))

    @cached_property
    def _losing(self) -> set[int]:
        """Sets of squares: where this side has not held, the other one has all squares of one of them."""
        found = set()
        for mover in SIDES:
            for outcome, may in list_outcomes(self._game, (self._all,) * 3, mover):
                if outcome not in self._good:
                    found.add(may[1 + self._other] & ~may[0] & ~may[1 + self._owner])
            full = list_outcomes(self._game, (0, self._all, self._all), mover)
            if TIE in self._good and ONGOING in [outcome for outcome, _ in full]:
                found.add(0)
        return found

    def _check_goal(self, aim: int, lacks: int) -> None:
        """A goal wins when it is complete, and one square of it is missing."""
        if lacks.bit_count() != 1:
            raise DoesNotHold(f"{self._owner} must hold all squares of the goal but one")
        may = [each & ~aim for each in (self._all,) * 3]
        may[1 + self._owner] |= aim
        if aim not in self._goals and {end for end, _ in list_outcomes(self._game, tuple(may), self._other)} != {
            self._won
        }:
            raise DoesNotHold(f"the goal does not win for {self._owner}")
        self._goals.add(aim)

    def _try_line(self, here: Position, pairs: Sequence[int], lacks: int) -> None:
        """Play this side as it holds, the other at random; refuse where moves are not what the game says."""
        game, answer = self._game, 0
        while game.outcome(here) == ONGOING:
            self.tried += 1
            empty, after = self._find_empty(here), {move: game.play(here, move) for move in game.legal_moves(here)}
            if not empty and here.mover == self._owner and self._won in map(game.outcome, after.values()):
                self._filled += 1
                return
            if not empty or [*after] != [*squares_in(empty)]:
                raise DoesNotHold(f"in {game.write_position(here)} other moves are legal than the game says")
            for move, then in after.items():
                placed = [marks | (side == here.mover) << move for side, marks in enumerate(here[:2])]
                if [*then[:2]] != placed or (then.mover == here.mover and empty != 1 << move):
                    raise DoesNotHold(f"in {game.write_position(here)} a move does more than the game says")
            wanted = lacks if here.mover == self._owner or self._random.random() < 0.9 else 0
            choice = wanted & empty or (answer & empty if here.mover == self._owner else 0) or empty
            move = self._random.choice([*squares_in(choice)])
            answer, here = next((pair for pair in pairs if pair >> move & 1), 0), after[move]
