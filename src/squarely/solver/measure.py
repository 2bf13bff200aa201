"""What divides a game into layers: a number of each position that no move makes smaller.

It is found by running: each field whose number never falls, or never rises, in seeded play counts, and so do all
pieces on the board together. That is a guess, which the solver tries at every move that it makes; where no field is
left, all positions are one layer.
"""

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from squarely.core.board.grid import count_squares
from squarely.core.rules.fields import Kind, define_functions
from squarely.core.rules.game import Game, Position
from squarely.laws.walk import follow
from squarely.solver.packing import split_position

_PLAYS, _LONGEST = 60, 150
_MOST = 1 << 12  # layers
_ONES = sum(1 << 5 * square for square in range(12))  # the lowest bit of each square of a board


class Measure(NamedTuple):
    """The terms whose sum never falls along a move: expressions of a position `p`."""

    terms: tuple[str, ...]
    is_strict: bool  # whether each move makes it larger, as far as is known

    def weaken(self) -> "Measure":
        """What to try when this turns out wrong: moves within a layer, then a single layer."""
        return Measure(self.terms if self.is_strict else (), False)


ONE_LAYER = Measure((), False)


def find_measure(game: Game, root: Position) -> Measure:
    """The measure that seeded play from the root suggests."""
    steps = [step for number in range(_PLAYS) for step in pairwise(_play(game, root, Random(number)))]
    counts = _list_counts(game, root)
    board = tuple(f"({each})" for each, is_board in counts.items() if is_board)
    candidates = [*([" + ".join(board)] if board else []), *(each for each, is_board in counts.items() if not is_board)]
    candidates += board
    terms: list[str] = []
    within = steps  # a layer
    for each in candidates:
        count = derive_measure(game.Position, (each,))
        changes = [count(after) - count(before) for before, after in steps]
        if max(map(abs, changes), default=_MOST) < _MOST and (min(changes) >= 0 or max(changes) <= 0):
            still = [(before, after) for before, after in within if count(before) == count(after)]
            if len(still) < len(within):
                terms.append(f"({each})" if min(changes) >= 0 else f"-({each})")
                within = still
    return Measure(tuple(terms), bool(terms) and not within)


def _play(game: Game, position: Position, random: Random) -> list[Position]:
    played = [position]
    while len(played) <= _LONGEST and (ways := list(follow(game, played[-1], random))):
        played.append(ways[0][1])
    return played


def _list_counts(game: Game, root: Position) -> dict[str, bool]:
    """How many there are of everything that a position counts, and whether that is on the board."""
    counts: dict[str, bool] = {}
    for path in split_position(root):
        kind = game.kinds[path.partition("[")[0]]
        if kind is Kind.SQUARE_SET:
            counts[f"count_squares(p.{path})"] = True
        elif kind is Kind.CONTENTS:
            folded = " | ".join(f"p.{path} >> {bit}" for bit in range(5))
            counts[f"count_squares(({folded}) & {_ONES})"] = True
        elif kind in (Kind.COUNT, Kind.NUMBER, Kind.POINTS):
            counts[f"p.{path}"] = False
    return counts


@cache
def derive_measure(position_type: Any, terms: tuple[str, ...]) -> Any:
    """The sum of these terms as a function of a position, which runs compiled, too."""
    source = f"def measure(p): return {' + '.join(terms) or 0}\n"
    return define_functions(source, Position=position_type, count_squares=count_squares)["measure"]
