"""A case before the court: one game, everything that play can reach, and what the oracle says of it.

Nothing here knows a rule. Positions come from the game's own verbs, and boards and moves are looked at as they are
written, so that a check reads like the sentence it checks.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from squarely import registry
from squarely.game import Game, Move, Position
from squarely.match import Match
from squarely.review.court.claim import Verdict, ruled
from squarely.solver.oracle import Judged, Oracle
from squarely.solver.values import Value

_DEALS = 8  # boards that are walked through completely where the start is dealt
_OPENINGS = 100  # boards whose first moves are judged
_SAMPLED = 150  # matches between random movers
_TURNS = 60  # when a random match is left unfinished


class Step(NamedTuple):
    """One legal move, where it was made and where it led."""

    before: Position
    move: Move
    after: Position


class Opening(NamedTuple):
    """A dealt start, what it is worth, and what each first move is worth, the best first."""

    start: Position
    value: Value
    moves: tuple[Judged, ...]


class Case:
    """One game and what can be found out about it; what was worked out once is remembered."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._boards: dict[Position, str] = {}
        self._values: dict[Position, Value] = {}
        self._others: dict[str, Case] = {}

    @cached_property
    def starts(self) -> list[Position]:
        """The start, or where it is dealt, the boards of the first seeds."""
        return [self.game.start(seed) for seed in range(_DEALS)] if self.game.is_dealt else [self.game.start()]

    @cached_property
    def oracle(self) -> Oracle:
        """Asked about the start first, so that it knows all that follows."""
        oracle = Oracle(self.game)
        for start in self.starts:
            oracle.value(start)
        return oracle

    @cached_property
    def openings(self) -> list[Opening]:
        """Where the start is dealt: what the first move is worth on the boards of the first seeds."""
        dealt = []
        for seed in range(_OPENINGS):
            oracle, start = Oracle(self.game), self.game.start(seed)
            dealt.append(Opening(start, oracle.value(start), oracle.judged(start)))
        return dealt

    @property
    def positions(self) -> list[Position]:
        """Every position that play can reach, the nearest first."""
        return list(self._came)

    @cached_property
    def steps(self) -> list[Step]:
        """Every legal move from each of the positions."""
        game = self.game
        return [Step(p, move, game.play(p, move)) for p in self.positions for move in game.legal_moves(p)]

    @property
    def scope(self) -> str:
        """What was looked through, in words."""
        of = f" of {len(self.starts)} dealt boards" if self.game.is_dealt else ""
        return f"all {len(self._came):,} positions and {len(self.steps):,} moves{of} that play can reach"

    @cached_property
    def ongoing(self) -> list[Position]:
        return [position for position in self.positions if not self.game.outcome(position)]

    def under(self, **options: object) -> "Case":
        """The same game with some of its options changed."""
        game = registry.load(self.game.name, {**self.game.settings, **options})
        return self if game == self.game else self._others.setdefault(game.options, Case(game))

    def board(self, position: Position) -> str:
        """The squares as they are written, row by row, without the slashes."""
        if position not in self._boards:
            self._boards[position] = self.game.write_position(position).split()[0].replace("/", "")
        return self._boards[position]

    def value(self, position: Position) -> Value:
        """What the oracle says of a position."""
        if position not in self._values:
            self._values[position] = self.oracle.value(position)
        return self._values[position]

    def worth(self, position: Position) -> str:
        """The same in words, with the winner's name."""
        return self.value(position).told(self.game.rules.NAMES)

    def keeping(self, position: Position) -> list[Move]:
        """The moves after which the result is still what it was."""
        steps = (Step(position, move, self.game.play(position, move)) for move in self.game.legal_moves(position))
        return [step.move for step in steps if self.keeps(step)]

    def keeps(self, step: Step) -> bool:
        """Whether the result after the move is still what it was before."""
        return self.value(step.after).agrees(self.value(step.before))

    def line(self, position: Position) -> str:
        return self.game.write_position(position)

    def moves(self, position: Position) -> list[str]:
        """The legal moves, as the rulebook writes them."""
        return [str(move) for move in self.game.legal_moves(position)]

    def played(self, moves: Sequence[str], start: Position | None = None) -> Match:
        """The match with these moves."""
        match = Match.of(self.game, start)
        for move in moves:
            match = match.play(move)
        return match

    def always(self, obeys: Callable[[Step], bool], *says: str) -> Verdict:
        """Proved if every move there is obeys; else one that does not."""
        broken = next((step for step in self.steps if not obeys(step)), None)
        if broken:
            return self.broken_by(broken)
        return ruled(True, f"Looked through {self.scope}: no exception.", *says)

    def broken_by(self, step: Step) -> Verdict:
        """Refuted by one move."""
        match = Match.of(self.game, step.before).play(step.move)
        shown = f"In {self.line(step.before)} the move {step.move} leads to {self.line(step.after)}."
        return ruled(False, shown, match=match)

    def alternates(self, begins: int) -> Verdict:
        """Whether this side begins and every move hands over to the other."""
        first = all(start.mover == begins for start in self.starts)
        return self.always(lambda step: first and step.after.mover != step.before.mover)

    def scoreless(self) -> Verdict:
        """Whether the rules count no points."""
        points = self.game.points(self.starts[0])
        return ruled(points is None, "The rules count none." if points is None else f"At the start there are {points}.")

    def shortest(self, wanted: Callable[[Position], bool]) -> Match | None:
        """A shortest match from the start to a position that is wanted."""
        found = next((position for position in self._came if wanted(position)), None)
        if found is None:
            return None
        moves = []
        while step := self._came[found]:
            found, move = step
            moves.append(move)
        match = Match.of(self.game, found)
        for move in reversed(moves):
            match = match.play(move)
        return match

    @cached_property
    def _came(self) -> dict[Position, tuple[Position, int] | None]:
        """Every position that can be reached, and from where by which move it is reached."""
        rules, law = self.game.rules, self.game.law
        came: dict[Position, tuple[Position, int] | None] = dict.fromkeys(self.starts)
        todo = list(came)
        for position in todo:  # grows while it is read
            for move in rules.legal_moves(law, position):
                after = rules.play(law, position, move)
                if after not in came:
                    came[after] = (position, move)
                    todo.append(after)
        return came

    @cached_property
    def sampled(self) -> list[Match]:
        """Matches between random movers, each from its own seed."""
        return list(self._random_matches())

    @cached_property
    def sampled_steps(self) -> list[Step]:
        """Every move of these matches."""
        return [
            Step(before, move, after)
            for match in self.sampled
            for before, move, after in zip(match.positions, match.moves, match.positions[1:], strict=False)
        ]

    def _random_matches(self) -> Iterator[Match]:
        for seed in range(_SAMPLED):
            chance, match = Random(f"court {seed}"), Match.of(self.game, self.game.start(seed))
            while match.legal_moves and len(match.moves) < _TURNS:
                match = match.play(chance.choice(match.legal_moves))
            yield match
