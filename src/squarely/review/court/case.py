"""A case before the court: one game, everything that play of it can reach, and what perfect play says of it.

Nothing here knows a rule. Whatever a check needs of a game it asks of its case; what was worked out is remembered.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from random import Random

from squarely.core.errors import BadMove, TooLarge
from squarely.core.match.match import Match
from squarely.core.match.questions import Questions
from squarely.core.rules.game import ONGOING, WINNERS, Game, Move, Position
from squarely.review.explain import BestLine
from squarely.solver.oracle import Oracle
from squarely.solver.values import ENDLESS, Value

SAMPLED = 150  # matches between random movers
_TURNS = 60  # when one of them is left unfinished
_DEALS = 8  # boards that are walked through completely where the start is dealt
_MOST_STEPS = 300_000  # moves that are looked through


class Step:
    """One legal move: where it was made, where it led, and what is written on the squares before and after."""

    def __init__(self, case: "Case", before: Position, move: Move) -> None:
        self.case, self.before, self.move, self.after = case, before, move, case.game.play(before, move)
        self.mover, self.kind = int(before.mover), str(move).partition(" ")[0]
        self.mark, self.other_mark = case.marks[self.mover], case.marks[1 - self.mover]
        self.was, self.now = case.board(before), case.board(self.after)
        ended = case.game.outcome(self.after)
        self.ends, self.winner = ended != ONGOING, WINNERS.get(ended)

    @property
    def changes(self) -> list[tuple[int, str, str]]:
        """Each square that is not what it was, with what stood on it and what does now."""
        squares = enumerate(zip(self.was, self.now, strict=True))
        return [(square, was, now) for square, (was, now) in squares if was != now]

    def shift(self, mark: str) -> tuple[int, int]:
        """How many rows down and columns to the right this piece went."""
        return self.case.offset(self.was.index(mark), self.now.index(mark))

    @property
    def keeps_result(self) -> bool:
        """Whether, with best play, the result is still what it was."""
        return self.case.value(self.after).has_same_result(self.case.value(self.before))


class Case:
    """One game and what a check may ask about it."""

    def __init__(self, game: Game) -> None:
        self.game, self.names, self.marks, self.points = game, game.players, game.marks, game.points
        self.write, self.draw, self.outcome = game.write_position, game.words.draw, game.result
        self._variants: dict[Game, Case] = {game: self}
        self._is_too_large = False  # to be walked through
        # What is written on each square of a position, in reading order.
        self.board = cache(lambda position: game.position_line(position).glyphs)

    def with_options(self, **options: object) -> "Case":
        """The same game with some of its options changed."""
        game = self.game.with_options(**options)
        return self._variants.setdefault(game, Case(game))

    @cached_property
    def squares(self) -> list[str]:
        """What the squares are called, in reading order."""
        return [self.game.words.square_name(square) for square in range(self.game.shape.squares)]

    def offset(self, square: int, other: int) -> tuple[int, int]:
        """How many rows down and columns to the right the other square lies."""
        columns = self.game.shape.columns
        return other // columns - square // columns, other % columns - square % columns

    def distance(self, square: int, other: int) -> int:
        """The steps up, down, left or right between two squares."""
        return sum(map(abs, self.offset(square, other)))

    def moves(self, position: Position, kind: str = "") -> list[str]:
        """The legal moves that begin so, as the rulebook writes them."""
        return [text for text in map(str, self.game.named_moves(position)) if text.startswith(kind)]

    def lead(self, position: Position) -> int:
        """The mover's points less the opponent's."""
        points = self.points(position) or (0, 0)
        return points[position.mover] - points[1 - position.mover]

    def deals(self, count: int) -> list[Position]:
        """The boards of the first seeds where the start is dealt, else the one start."""
        return [self.game.start_for(seed) for seed in range(count if self.game.is_dealt else 1)]

    @cached_property
    def starts(self) -> list[Position]:
        return self.deals(_DEALS)

    @property
    def start(self) -> Position:
        return self.starts[0]

    def steps_from(self, position: Position) -> list[Step]:
        """Every legal move from this position."""
        return [Step(self, position, move) for move in self.game.named_moves(position)]

    @cached_property
    def steps(self) -> list[Step]:
        """Every legal move that play can come to, the nearest first; TooLarge beyond a limit."""
        steps, todo = list[Step](), self.starts.copy()
        reached = set(todo)
        for position in todo:  # grows while it is read
            self._is_too_large |= len(steps) > _MOST_STEPS
            if self._is_too_large:
                raise TooLarge(f"play can come to more than {_MOST_STEPS:,} moves, too many to look through")
            for step in self.steps_from(position):
                steps.append(step)
                if step.after not in reached:
                    reached.add(step.after)
                    todo.append(step.after)
        return steps

    @cached_property
    def positions(self) -> list[Position]:
        """Every position that play can reach, the nearest first."""
        return list(dict.fromkeys([*self.starts, *(step.after for step in self.steps)]))

    @cached_property
    def ongoing(self) -> list[Position]:
        """Those of them that are no ends."""
        return [position for position in self.positions if not self.outcome(position)]

    @property
    def scope(self) -> str:
        """What was looked through, in words."""
        of = f" of {len(self.starts)} dealt boards" if self.game.is_dealt else ""
        return f"all {len(self.positions):,} positions and {len(self.steps):,} moves{of} that play can reach"

    @cached_property
    def sampled_steps(self) -> list[Step]:
        """Every move of matches between random movers, each from its own seed."""
        steps = []
        for seed in range(SAMPLED):
            chance, position = Random(f"court {seed}"), self.game.start_for(seed)
            for _ in range(_TURNS):
                if not self.outcome(position):
                    steps.append(Step(self, position, chance.choice(self.game.named_moves(position))))
                    position = steps[-1].after
        return steps

    def play(self, moves: str | Iterable[int] = "", start: Position | str = "") -> Match:
        """The match with these moves, `A1, B2`, from a position or the line of one."""
        at = self.game.read_position(start) if isinstance(start, str) and start else start or None
        match = Match.of(self.game, at)
        for move in filter(None, moves.split(", ")) if isinstance(moves, str) else moves:
            match = match.play(move)
        return match

    def play_best(self, start: Position) -> Match:
        """How a decided position goes: the winner wins as soon and the loser loses as late as possible."""
        return self.play(BestLine.of(self._oracle, start).moves, start)

    def play_round(self, choose: Callable[[Position], Sequence[Move]], match: Match | None = None) -> Match | None:
        """Play on by the last of these moves until a position comes again; None if the play ends first."""
        match = match or self.play()
        while match.position not in match.positions[:-1]:
            if match.outcome or not (moves := choose(match.position)):
                return None
            match = match.play(moves[-1])
        return match

    def peaceful_moves(self, position: Position) -> list[Move]:
        """Those that do not end the game."""
        return [step.move for step in self.steps_from(position) if not step.ends]

    def find_shortest(self, is_wanted: Callable[[Position], bool]) -> Match | None:
        """A shortest match from the start to a position that is wanted."""
        found = next(filter(is_wanted, self.positions), None)
        arrivals, moves = {step.after: step for step in reversed(self.steps)}, list[Move]()
        while found is not None and found not in self.starts:
            moves.append(arrivals[found].move)
            found = arrivals[found].before
        return None if found is None else self.play(reversed(moves), found)

    def talk(self, answers: str, start: str = "") -> str:
        """What is printed in a match in which these answers are given; the next question stands last."""
        match, words = self.play("", start), self.game.words
        said, questions = [words.welcome(match)], None
        for answer in (*filter(None, answers.split(", ")), ""):
            if not questions and not match.outcome:
                said.append(words.announce_turn(match))
                questions = Questions(match)
            said.append(f"{questions.question}{answer}" if questions else words.closing(match))
            try:
                move = questions.answer(answer) if questions and answer else None
            except BadMove as refusal:
                said.append(f"Sorry, {refusal}")
                continue
            if move is not None:
                match, questions = match.play(move), None
                said.append(words.show_move(match, True))
        return "\n".join(filter(None, said))

    @cached_property
    def _oracle(self) -> Oracle:
        """Asked about the start first, so that it knows all that follows."""
        oracle = Oracle(self.game)
        for start in self.starts:
            oracle.value(start)
        return oracle

    def value(self, position: Position) -> Value:
        return self._oracle.value(position)

    def describe_value(self, position: Position) -> str:
        """What a position is worth in words, with the winner's name."""
        return self.value(position).describe(self.names)

    def is_endless(self, position: Position) -> bool:
        """Whether with best play the game can go on for ever from here."""
        return self.value(position).ending == ENDLESS

    def is_lost(self, position: Position) -> bool:
        """Whether the mover loses, whatever is played."""
        return bool(self.value(position).winner == 1 - position.mover)

    def keeping_moves(self, position: Position) -> list[Move]:
        """The moves after which the result is still what it was, the best first."""
        return [judged.move for judged in self._oracle.find_keeping_moves(position)]
