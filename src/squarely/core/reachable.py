"""Everything that play of a game can reach: starts, positions and what stands there, moves, matches that lead there."""

from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random
from typing import NamedTuple, Self

from squarely.core.errors import TooLarge
from squarely.core.game import Game, Move
from squarely.core.match import Match
from squarely.core.moves import MoveParts, split_move
from squarely.core.position import PositionLine
from squarely.core.rules import Position
from squarely.core.tabletop import Tabletop

_DEALS = 8  # boards that are walked through completely where the start is dealt
_SAMPLED = 150  # matches between random movers
_TURNS = 60  # when a random match is left unfinished
_MOST_STEPS = 300_000  # moves that are looked through
_TOO_MANY = f"play can come to more than {_MOST_STEPS:,} moves, too many to look through"


class Step(NamedTuple):
    """One legal move, where it was made and where it led."""

    before: Position
    move: Move
    after: Position


class Reachable:
    """What play of one game can reach, found by its own verbs; what was worked out once is remembered."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._variants: dict[Game, Self] = {}
        self._boards: dict[Position, tuple[str, ...]] = {}
        self._is_too_large = False  # to be walked through

    def with_options(self, **options: object) -> Self:
        """The same game with some of its options changed."""
        game = Game.of(self.game.name, self.game.rules, {**self.game.settings, **options})
        return self if game == self.game else self._variants.setdefault(game, type(self)(game))

    @cached_property
    def starts(self) -> list[Position]:
        """The start, or where it is dealt, the boards of the first seeds."""
        return [self.game.start(seed) for seed in range(_DEALS if self.game.is_dealt else 1)]

    @cached_property
    def steps(self) -> list[Step]:
        """Every legal move that play can come to, the nearest first; TooLarge where nobody would wait for that."""
        if self._is_too_large:
            raise TooLarge(_TOO_MANY)
        steps: list[Step] = []
        reached = dict.fromkeys(self.starts)
        todo = list(reached)
        for position in todo:  # grows while it is read
            if len(steps) > _MOST_STEPS:
                self._is_too_large = True
                raise TooLarge(_TOO_MANY)
            moves = self.steps_from(position)
            new = dict.fromkeys(step.after for step in moves if step.after not in reached)
            steps += moves
            todo += new
            reached |= new
        return steps

    def steps_from(self, position: Position) -> list[Step]:
        """Every legal move from this position."""
        return [Step(position, move, self.game.play(position, move)) for move in self.game.legal_moves(position)]

    @cached_property
    def positions(self) -> list[Position]:
        """Every position that play can reach, the nearest first."""
        return list(dict.fromkeys([*self.starts, *(step.after for step in self.steps)]))

    @cached_property
    def ongoing(self) -> list[Position]:
        """Those of them that are no ends."""
        return [position for position in self.positions if not self.game.outcome(position)]

    @property
    def scope(self) -> str:
        """What was looked through, in words."""
        of = f" of {len(self.starts)} dealt boards" if self.game.is_dealt else ""
        return f"all {len(self.positions):,} positions and {len(self.steps):,} moves{of} that play can reach"

    @cached_property
    def sampled_matches(self) -> list[Match]:
        """Matches between random movers, each from its own seed."""
        matches = []
        for seed in range(_SAMPLED):
            chance, match = Random(f"court {seed}"), Match.of(self.game, self.game.start(seed))
            while match.legal_moves and len(match.moves) < _TURNS:
                match = match.play(chance.choice(match.legal_moves))
            matches.append(match)
        return matches

    @cached_property
    def sampled_steps(self) -> list[Step]:
        """Every move of these matches."""
        matches = self.sampled_matches
        return [step for each in matches for step in map(Step, each.positions, each.moves, each.positions[1:])]

    def find_shortest(self, is_wanted: Callable[[Position], bool]) -> Match | None:
        """A shortest match from the start to a position that is wanted."""
        found = next(filter(is_wanted, self.positions), None)
        if found is None:
            return None
        arrivals, moves = {step.after: step for step in reversed(self.steps)}, []
        while found not in self.starts:
            found, move, _ = arrivals[found]
            moves.append(move)
        return self.play(reversed(moves), found)

    def play(self, moves: Iterable[str | int], start: Position | None = None) -> Match:
        """The match with these moves."""
        match = Match.of(self.game, start)
        for move in moves:
            match = match.play(move)
        return match

    # What stands and moves there

    @property
    def square_names(self) -> list[str]:
        """What the squares are called, in reading order."""
        squares = self.game.rules.shape(self.game.law).squares
        return [self.game.rules.square_name(self.game.law, square) for square in range(squares)]

    def position_line(self, position: Position) -> PositionLine:
        """What is written on each square, whose turn it is and what else matters."""
        return self.game.rules.position_line(self.game.law, position)

    def board(self, position: Position) -> tuple[str, ...]:
        """What is written on each square, in reading order."""
        if position not in self._boards:
            self._boards[position] = self.position_line(position).glyphs
        return self._boards[position]

    def write(self, position: Position) -> str:
        """The position as one line."""
        return self.game.write_position(position)

    def write_moves(self, position: Position) -> list[str]:
        """The legal moves, as the rulebook writes them."""
        return [str(move) for move in self.game.legal_moves(position)]

    def split_move(self, move: Move) -> MoveParts:
        """The kind and the parts of a move."""
        return split_move(self.game.rules, self.game.law, int(move))

    def touched_squares(self, step: Step) -> tuple[int, ...]:
        """The squares that a hand touches to make a move, in order."""
        return Tabletop(self.game).touched_squares(step.before, step.move)
