"""Compiled rules that do something else, and rules that cannot be compiled, are told as broken laws."""

from typing import Any

from squarely.core.registry import make_game
from squarely.solver.compiled_law import find_compiled_fault
from squarely.testing import positions
from tests.solver.odd import counting
from tests.solver.odd.counting import outcome


def uncompilable(law: Any, position: Any) -> int:
    """How Nim ends, by a function that is called through its module."""
    return counting.outcome(law, position)


def overflowing(law: Any, position: Any) -> int:
    """How Nim ends, by a number that machine code does not have."""
    huge = 1 << (60 + law.heap - position.heap)
    return outcome(law, position) if huge > 0 else 3


def test_rules_that_do_the_same_compiled() -> None:
    game = make_game("nim", vars(counting))
    assert find_compiled_fault(game, positions(game)) is None


def test_rules_that_do_something_else_compiled() -> None:
    game = make_game("nim wide", {**vars(counting), "outcome": overflowing})
    fault = find_compiled_fault(game, positions(game))
    assert fault is not None
    assert "has another outcome, other moves, or leads elsewhere when the rules are compiled" in fault.sentence


def test_rules_that_cannot_be_compiled_name_their_line() -> None:
    game = make_game("nim apart", {**vars(counting), "outcome": uncompilable})
    fault = find_compiled_fault(game, positions(game))
    assert fault is not None
    assert "nim apart cannot be compiled: test_compiled_law.py, line 1" in fault.what
