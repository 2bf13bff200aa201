"""Rules that cannot be compiled, or are others when they are, are refused in a sentence before anything long runs."""

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from squarely.core.errors import BrokenRules
from squarely.core.registry import make_game
from squarely.solver.compiled import Compiled, check_width, compile_function, explain_compile_errors
from squarely.solver.kernel import geometry_as_arrays
from squarely.solver.large import solve
from squarely.solver.solution import SmallSolution
from tests.solver import plain
from tests.solver.odd import counting, summing, wide
from tests.solver.test_scoring import game_of
from tests.solver.test_solution import as_verdict


def solved(module: ModuleType, options: str) -> dict[Any, Any]:
    game = game_of(module, options)
    truth = plain.solve(game, game.start())
    solution = solve(game, game.start())
    assert {position: as_verdict(value) for position in truth if (value := solution.value(position))} == truth
    return truth


def test_sets_of_squares_beyond_the_bits_of_a_number_are_refused() -> None:
    assert len(solved(wide, "squares=60")) > 60
    for options in ("squares=70", "squares=90,first=63"):
        game = game_of(wide, options)
        with pytest.raises(BrokenRules, match=r"the rules of wide differ when they are compiled: look at .*63 bits"):
            solve(game, game.start())
    small = game_of(wide, "squares=70")
    assert SmallSolution(small, [small.start()]).value(small.start())  # interpreted rules have no such limit


def test_rules_may_call_themselves() -> None:
    solved(counting, "")


def test_what_cannot_be_compiled_is_told_with_its_line() -> None:
    game = game_of(summing, "")
    line = next(n for n, text in enumerate(Path(str(summing.__file__)).read_text().splitlines(), 1) if "sum(" in text)
    with pytest.raises(BrokenRules) as refused:
        solve(game, game.start())
    assert str(refused.value).startswith(
        f"summing cannot be compiled: summing.py, line {line}, `return sum(part for part in (position.heap, 0))` ("
    )
    assert "\n" not in str(refused.value)


def test_rules_may_be_made_by_a_function() -> None:
    """What they have taken along from there is part of them, functions too."""

    def make(count: int) -> Any:
        def add(number: int) -> int:
            return number + count

        return lambda number: add(number) * count

    assert compile_function(make(3))(4) == 21
    assert compile_function(make(5))(4) == 45


@pytest.mark.parametrize("wrapped", [partial(counting.play), cache(counting.play)])
def test_verbs_that_are_no_plain_functions_are_told_by_name(wrapped: Any) -> None:
    game = make_game("wrapped", {**vars(counting), "play": wrapped})
    with (
        pytest.raises(BrokenRules, match=r"cannot be compiled: TypeError: `play` is a \w+; machine code"),
        explain_compile_errors(game),
    ):
        _ = Compiled(game.rules).play


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


class Law(NamedTuple):
    squares: tuple[int, ...]


def test_numbers_that_are_too_wide_are_told_before_anything_runs() -> None:
    game = game_of(counting, "")
    check_width(game, [counting.Position((1 << 63) - 1, 0)])
    with pytest.raises(BrokenRules, match="holds a number of 64 bits; compiled rules have 63"):
        check_width(game, [counting.Position(1 << 63, 0)])
    too_wide = replace(game, law=Law((1, 1 << 80)))
    with (
        pytest.raises(BrokenRules, match="the law of counting holds a number of 81 bits"),
        explain_compile_errors(too_wide),
    ):
        pytest.fail("it was compiled")
