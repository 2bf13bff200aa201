"""Compiled arithmetic is that of Python or is refused: never another number."""

from itertools import product

import pytest

from squarely.core.errors import BrokenRules
from squarely.solver.compiled import compile_game, geometry_as_arrays
from squarely.solver.flatten import flatten
from squarely.solver.large import solve
from tests.solver.odd.traps import ENDLESS, OPERATIONS, TRAPS, Reckoning, Traps

pytestmark = pytest.mark.slow
MOST = (1 << 63) - 1
NUMBERS = (0, 1, 2, 3, 7, 31, 62, 63, 64, 1 << 31, 3_037_000_500, 1 << 62, MOST - 1, MOST)
SHIFT = 3  # to the left


def test_every_operation_on_edge_numbers_is_that_of_python_or_raises() -> None:
    compiled, told, refused = compile_game(Reckoning()).outcome, 0, 0
    for operation, a, b in product(OPERATIONS, (*NUMBERS, *(-number for number in NUMBERS)), (*NUMBERS, -1, -3, -MOST)):
        game = Reckoning(operation=operation)
        position, law = game.Position(a, b, 0), geometry_as_arrays(flatten(game).law)
        try:
            truth = None if operation == SHIFT and b > 999 else game.outcome(position)  # too large even for Python
        except (ArithmeticError, ValueError, IndexError):
            truth = None
        try:
            number = compiled(law, position)
            assert (number, type(truth)) == (truth, int), (operation, a, b)
            told += 1
        except (ArithmeticError, IndexError):
            fits = truth is not None and -MOST <= truth <= MOST
            assert not fits or operation in (9, 12, 13, 14, 16) or (operation == SHIFT and not 0 <= b < 64), (
                operation,
                a,
                b,
            )
            refused += 1
    assert told > refused > 1_000


def test_a_number_that_leaves_its_width_in_a_few_positions_is_never_solved_and_wrong() -> None:
    """What each trap asks is true in Python, so that the truth is that of the game without one."""
    truth = solve(Traps(), Traps().start()).summary()
    assert truth.counts == {"first": 66_708, "second": 42_205, "tie": 3_060}
    for trap in TRAPS[:-2]:
        game = Traps(trap=trap)
        with pytest.raises(BrokenRules, match=r"a number .* look at .* \(traps.py, line \d+, `"):
            solve(game, game.start())
    for trap in TRAPS[-2:]:  # what is as it is in Python, although plain machine code would do otherwise
        assert solve(Traps(trap=trap), Traps().start()).summary() == truth


def test_a_loop_without_end_is_refused_when_it_runs_compiled() -> None:
    game = Traps(trap=ENDLESS)
    with pytest.raises(BrokenRules, match=r"a loop has not ended after 10,000,000 rounds: look at .*`while self.trap"):
        solve(game, game.start())
