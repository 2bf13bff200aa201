"""Puzzles: positions where few moves keep the value, graded by how hard those are to find."""

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from random import Random

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.match.record import Record
from squarely.core.rules.game import Game, Move, Position, Side
from squarely.review.grading import grade_match, is_known
from squarely.review.hints import KEEPING
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.values import WIN, Value

LEVELS = range(1, 6)
_LOOKS = 1500  # positions that are looked at before giving up
_LONGEST = 40  # moves of the play that leads to them
_SENSIBLE = 0.5  # how often that play keeps the value, so that its positions look like those of a match
_HUMAN = "human"
_PASSED = 12  # puzzles at most that a day's is taken behind: the first ones found are the same too often
_WEEK = (1, 2, 2, 3, 3, 4, 5)  # the hardest level from Monday to Sunday
_LONGEST_MATCH, _NEAR = 500, (10, 7, 4)  # of a game too large to be solved: random play, and how far from its end


class NoPuzzle(SquarelyError):
    """There is none of this kind, or none any more."""


@dataclass(frozen=True)
class Puzzle:
    """A position whose mover has something to lose. At least one move keeps the value and at least one does not."""

    game: Game
    position: Position
    mover: Side
    value: Value
    keeping: tuple[ValuedMove, ...]  # the moves that solve it, the best first
    losing: tuple[ValuedMove, ...]
    played: Move | None  # what was played here, where it is the user's own mistake
    oracle: Oracle = field(compare=False, repr=False)

    @property
    def key(self) -> str:
        """What tells this puzzle from every other one of its game."""
        return " ".join(filter(None, [self.game.options, self.game.write_position(self.position)]))

    @property
    def task(self) -> str:
        """What the mover has to find, as words that can follow `find`: `a move that wins`."""
        return f"a move that {KEEPING.get(self.value.kind_for(self.mover), ['does not lose'])[0]}"

    @property
    def level(self) -> int:
        """From 1, a win at once, to 5: how far one must see, to the end of the win or the deepest refutation; whether
        at most a fifth of the moves are right; whether most of the wrong ones look well: no reply wins at once.
        """
        refuted = [judged.value.distance for judged in self.losing if judged.value.winner == self.mover.other]
        sight = self.value.distance if self.value.ending == WIN else None
        sight = sight or 1 + max(filter(None, refuted), default=2)
        far = sum(sight > moves for moves in (1, 3, 6))
        tempting = len(self.losing) - refuted.count(1)
        rare = 5 * len(self.keeping) <= len(self.keeping) + len(self.losing)
        return min(1 + far + rare + (2 * tempting > len(self.losing)), max(LEVELS)) if far else 1


def make_puzzle(oracle: Oracle, position: Position, played: Move | None = None) -> Puzzle | None:
    """The puzzle that a position is; None where nothing can be lost: it is over, or every move keeps the value."""
    if oracle.game.result(position):
        return None
    value, judged = oracle.value(position), oracle.value_moves(position)
    keeping = tuple(each for each in judged if each.value.has_same_result(value))
    losing = judged[len(keeping) :]  # the best come first
    known = oracle.game, position, Side(position.mover), value
    return Puzzle(*known, keeping, losing, played, oracle) if losing else None


def find_puzzles(game: Game, random: Random, level: int | None = None, known: Container[str] = ()) -> Iterator[Puzzle]:
    """Puzzles where one move is right, or a third at most; each once, none of those known, until none turns up."""
    oracle, seen, looks, is_whole = Oracle(game), set(), 0, True
    while looks < _LOOKS:
        position = game.start_for(random.randrange(2**32))
        if game.is_dealt or not is_whole:
            oracle = Oracle(game)  # what it knows of another deal, or end, is of no use
        is_whole = is_whole and is_known(oracle, position)  # the start first: then everything is worked out at once
        if not is_whole:
            position = _find_near_end(oracle, position, random)
        for _ in range(random.randrange(1, _LONGEST)):
            looks += 1
            made = make_puzzle(oracle, position)
            if made and position not in seen:
                seen.add(position)
                few = len(made.keeping) == 1 or 2 * len(made.keeping) <= len(made.losing)
                if few and level in (None, made.level) and made.key not in known:
                    looks = 0
                    yield made
            sensible = made if random.random() < _SENSIBLE else None
            moves = [each.move for each in sensible.keeping] if sensible else game.named_moves(position)
            if not moves:
                break
            position = game.play(position, random.choice(moves))


def _find_near_end(oracle: Oracle, start: Position, random: Random) -> Position:
    """A position of random play so near to its end that all that can follow is known; TooLarge if there is none."""
    game, played = oracle.game, [start]
    while len(played) < _LONGEST_MATCH and (moves := game.named_moves(played[-1])):
        played.append(game.play(played[-1], random.choice(moves)))
    for left in _NEAR:
        if is_known(oracle, position := played[max(0, len(played) - 1 - left)]):
            return position
    raise TooLarge("there are no puzzles of this game: even near its end it is too large to be solved while you wait")


def find_daily_puzzle(day: date, games: Sequence[Game]) -> Puzzle:
    """The puzzle of a day, the same wherever the same games are installed; NoPuzzle if none of them has one.

    One game after the other has its turn, in another order each time round. The week begins easy and ends hard, as far
    as the game has such puzzles.
    """
    order = list(games)
    round_, turn = divmod(day.toordinal(), len(order) or 1)
    Random(f"round {round_}").shuffle(order)
    random, hardest = Random(f"day {day.isoformat()}"), _WEEK[day.weekday()]
    for game in order[turn:] + order[:turn]:
        with suppress(TooLarge):
            for level in sorted(LEVELS, key=lambda level: (level > hardest, abs(level - hardest))):
                if found := list(islice(find_puzzles(game, random, level), 1 + random.randrange(_PASSED))):
                    return found[-1]
    raise NoPuzzle("none of the games here has a puzzle")


def find_mistakes(records: Iterable[Record], game: Game | None = None) -> Iterator[Puzzle]:
    """Where a human lost the value in finished matches, of one game or of all; what cannot be judged is left out."""
    oracles: dict[Game, Oracle] = {}
    for match, notes in ((record.match, record.notes) for record in records):
        if game and (match.game.name, match.game.options) != (game.name, game.options):
            continue
        oracle = oracles.setdefault(match.game, Oracle(match.game))
        with suppress(SquarelyError):  # too large to be solved: it can be played, not judged
            for grade in grade_match(match, oracle).turning_points:
                is_human = notes.get(f"{grade.side.name.title()}Player", _HUMAN) == _HUMAN
                if is_human and (made := make_puzzle(oracle, grade.position, grade.move)):
                    yield made
