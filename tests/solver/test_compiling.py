"""Rules that cannot be compiled, or are others when they are, are refused in a sentence before anything long runs."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import Game
from squarely.solver.compiled import check_width, geometry_as_arrays
from squarely.solver.large import solve
from squarely.solver.solution import SmallSolution
from tests.solver import plain
from tests.solver.odd import summing
from tests.solver.odd.counting import Counting
from tests.solver.odd.wide import Wide
from tests.solver.test_solution import as_verdict


def solved(game: Game) -> dict[Any, Any]:
    truth, solution = plain.solve(game, game.start()), solve(game, game.start())
    assert {position: as_verdict(value) for position in truth if (value := solution.value(position))} == truth
    return truth


def test_sets_of_squares_beyond_the_bits_of_a_number_are_refused() -> None:
    assert len(solved(Wide(squares=60))) > 60
    for game in (Wide(squares=70), Wide(squares=90, first=63)):
        with pytest.raises(BrokenRules, match=r"the rules of wide differ when they are compiled: look at .*63 bits"):
            solve(game, game.start())
    small = Wide(squares=70)
    assert SmallSolution(small, [small.start()]).value(small.start())  # interpreted rules have no such limit


def test_rules_may_call_themselves() -> None:
    solved(Counting())


def test_what_cannot_be_compiled_is_told_with_its_line() -> None:
    game = summing.Summing()
    line = next(n for n, text in enumerate(Path(str(summing.__file__)).read_text().splitlines(), 1) if "sum(" in text)
    with pytest.raises(BrokenRules) as refused:
        solve(game, game.start())
    assert str(refused.value).startswith(
        f"summing cannot be compiled: summing.py, line {line}, `return sum(part for part in (position.heap, 0))` ("
    )
    assert "\n" not in str(refused.value)


def test_tables_of_the_law_need_not_be_rectangles() -> None:
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


def test_numbers_that_are_too_wide_are_told_before_anything_runs() -> None:
    game = Counting()
    check_width(game, [game.Position((1 << 63) - 1, 0)])
    with pytest.raises(BrokenRules, match="holds a number of 64 bits; compiled rules have 63"):
        check_width(game, [game.Position(1 << 63, 0)])
