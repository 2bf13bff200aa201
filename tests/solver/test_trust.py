"""Rules that break a promise, cannot be compiled or are others when they are: refused, not solved and wrong."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from squarely.core.errors import BrokenRules
from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Side
from squarely.core.rules.options import Dial
from squarely.solver.compiled import check_width, geometry_as_arrays
from squarely.solver.large import solve
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution
from squarely.solver.trust import find_compiled_fault
from tests.solver import plain
from tests.solver.odd import counting
from tests.solver.odd.counting import Counting, Summing, Wide
from tests.solver.odd.words import Odd

FIRST_HAS = (0b11011000, 0b00011011)  # what the first has marked then


class Row(Odd):
    """Mark an empty square of two rows; whoever cannot, because all are marked, has lost.

    Each subclass breaks a promise in one late position of all, where seeded play does not come.
    """

    columns = Dial(4, 2, 6, "squares of each row")
    symmetric = True

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.rows, self.squares = 2, 2 * self.columns
        self.full = (1 << self.squares) - 1

    def start(self) -> Any:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in range(self.squares):
                if not (position.first | position.second) >> square & 1:
                    yield square

    def play(self, position: Any, move: int) -> Any:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, 1)
        return self.Position(position.first, position.second | 1 << move, 0)

    def outcome(self, position: Any) -> int:
        if position.first | position.second != self.full:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS


class Asymmetric(Row):
    def outcome(self, position: Any) -> int:
        decided = position.first == 0b11010100 and position.second == 0b00101011
        return FIRST_WINS if decided else super().outcome(position)


class NoOutcome(Row):
    def outcome(self, position: Any) -> int:
        return 7 if position.first in FIRST_HAS else super().outcome(position)


class Stuck(Row):
    def outcome(self, position: Any) -> int:
        return ONGOING if position.first in FIRST_HAS else super().outcome(position)


class Nobody(Row):
    def play(self, position: Any, move: int) -> Any:
        after = super().play(position, move)
        return after._replace(mover=2) if after.first == FIRST_HAS[0] and self.outcome(after) else after


class Overflowing(Row):
    """In one end of all a number on the way does not fit into machine code, and is less than 0 there."""

    symmetric = False

    def outcome(self, position: Any) -> int:
        if position.first == 0b110110001010 and position.first * (1 << 52) < 0:
            return TIE if position.first | position.second == self.full else ONGOING
        return super().outcome(position)


def changed(**methods: Any) -> Game:
    """Nim with other methods in the place of some."""
    kind: type[Game] = type("Nim", (Counting,), methods)
    return kind()


BROKEN: dict[str, dict[str, Any]] = {
    "has no legal move and has not ended": {"outcome": lambda *_: ONGOING},
    "has ended and has legal moves": {"legal_moves": lambda *_: iter(range(1, 4))},
    "are not in ascending order, each once": {"legal_moves": lambda _, p: reversed(range(1, min(3, p.heap) + 1))},
    "has the outcome 9": {"outcome": lambda game, position: Counting.outcome(game, position) and 9},
}


def test_a_broken_promise_is_refused_with_its_position() -> None:
    for says, methods in BROKEN.items():
        game = changed(**methods)
        for _ in range(2):  # and not only the first time
            with pytest.raises(BrokenRules) as refused:
                Oracle(game).value(game.start())
            assert says in str(refused.value)
            assert str(refused.value).startswith(f"{game.name} cannot be solved: ")
            assert "\n" not in str(refused.value)
    for good in (changed(), Row(columns=2)):
        assert Oracle(good).value(good.start()).winner == Side.SECOND


LATE = [
    (Asymmetric, "is another game under symmetry", True),
    (NoOutcome, "the outcome", False),
    (Stuck, "has no legal move and has not ended", True),
    (Nobody, "the mover 2", False),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "says", "compiled"), LATE)
def test_what_is_wrong_only_late_is_refused_too(kind: type[Game], says: str, compiled: bool) -> None:
    """Where seeded play does not come to it, the solver does; of compiled ones two kinds, since they take long."""
    game = kind()
    with pytest.raises(BrokenRules, match=f"cannot be solved: .*{says}"):
        SmallSolution(game, [game.start()])
    if compiled:
        with pytest.raises(BrokenRules, match=f"cannot be solved: .*{says.removesuffix(' and has not ended')}"):
            solve(game, game.start())


@pytest.mark.slow
def test_a_number_that_overflows_in_one_end_of_all_is_noticed() -> None:
    """Of 73,789 positions every end is looked at, and a large part of the others."""
    game = Overflowing(columns=6)
    told = r"cannot be compiled: a number leaves the 63 bits .*look at 3466,.* \(test_trust.py, line \d+, `if pos"
    with pytest.raises(BrokenRules, match=told):
        solve(game, game.start())
    fault = find_compiled_fault(game, [game.Position(3466, 629, 0)])
    assert fault is not None
    assert re.search(told, fault.sentence)


@pytest.mark.slow
def test_sets_of_squares_beyond_the_bits_of_a_number_are_refused_and_rules_may_call_themselves() -> None:
    for good in (Wide(squares=60), Counting()):
        truth = plain.solve(good, good.start())
        plain.check(solve(good, good.start()), truth)
    assert find_compiled_fault(good, truth) is None
    for game in (Wide(squares=70), Wide(squares=90, first=63)):
        with pytest.raises(BrokenRules, match=r"wide cannot be compiled: .* two sets: look at .*counting.py, line"):
            solve(game, game.start())
    small = Wide(squares=70)
    assert SmallSolution(small, [small.start()]).value(small.start())  # interpreted rules have no such limit


@pytest.mark.slow
def test_what_cannot_be_compiled_is_told_with_its_line() -> None:
    game = Summing()
    lines = Path(str(counting.__file__)).read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "sum(" in text)
    told = f"cannot be compiled: counting.py, line {line}, `return sum(part for part in (position.heap, 0))` ("
    with pytest.raises(BrokenRules) as refused:
        solve(game, game.start())
    assert str(refused.value).startswith(f"summing {told}")
    assert "\n" not in str(refused.value)
    fault = find_compiled_fault(game, [game.start()])
    assert fault is not None
    assert fault.what.startswith(told)


def test_tables_of_the_law_need_not_be_rectangles_and_numbers_that_are_too_wide_are_told_before_anything_runs() -> None:
    class Tables(NamedTuple):
        size: int
        flat: tuple[int, ...]
        rows: tuple[tuple[int, ...], ...]
        uneven: tuple[tuple[int, ...], ...]
        deep: tuple[tuple[tuple[int, ...], ...], ...]

    law = Tables(3, (1, 2), ((1, 2), (3, 4)), ((1,), (0, 2)), (((1,), (2,)), ((3,), (4,))))
    made = geometry_as_arrays(law)
    assert (made.size, made.flat, made.uneven) == (law.size, law.flat, law.uneven)
    assert (made.rows.tolist(), made.deep.shape) == ([[1, 2], [3, 4]], (2, 2, 1))
    assert geometry_as_arrays(()) == ()
    game = Counting()
    check_width(game, [game.Position((1 << 63) - 1, 0)])
    with pytest.raises(BrokenRules, match="holds a number of 64 bits; compiled rules have 63"):
        check_width(game, [game.Position(1 << 63, 0)])


def test_a_field_that_counts_for_ever_is_refused_at_once() -> None:
    """Whoever takes nothing only lets the other one move, and somebody counts that."""

    class Turns(NamedTuple):
        heap: int
        turn: int
        mover: int

    game = changed(
        Position=Turns,
        start=lambda _: Turns(12, 0, 0),
        legal_moves=lambda *_: iter([0]),
        play=lambda _, position, __: Turns(position.heap, position.turn + 1, 1 - position.mover),
    )
    with pytest.raises(BrokenRules, match=r"nim cannot be solved: .*`turn` grows with every move"):
        Oracle(game).value(game.start())
