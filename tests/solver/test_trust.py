"""Rules that break a promise are refused with the position in which that shows, not solved and wrong."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import ONGOING, Game, Side
from squarely.solver.large import solve
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution
from squarely.solver.trust import find_compiled_fault
from tests.solver import plain
from tests.solver.odd.counting import Counting
from tests.solver.odd.row import Asymmetric, Nobody, NoOutcome, Overflowing, Row, Stuck
from tests.solver.odd.summing import Summing


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


@pytest.mark.parametrize("says", BROKEN)
def test_a_broken_promise_is_refused_with_its_position(says: str) -> None:
    game = changed(**BROKEN[says])
    for _ in range(2):  # and not only the first time
        with pytest.raises(BrokenRules) as refused:
            Oracle(game).value(game.start())
        assert says in str(refused.value)
        assert str(refused.value).startswith(f"{game.name} cannot be solved: ")
        assert "\n" not in str(refused.value)


def test_rules_that_keep_their_promises_are_solved() -> None:
    for game in (changed(), Row(columns=2)):
        assert Oracle(game).value(game.start()).winner == Side.SECOND


LATE = [
    (Asymmetric, "is another game under symmetry"),
    (NoOutcome, "the outcome"),
    (Stuck, "has no legal move and has not ended"),
    (Nobody, "the mover 2"),
]


@pytest.mark.parametrize(("kind", "says"), LATE)
def test_what_is_wrong_only_late_is_refused_too(kind: type[Game], says: str) -> None:
    """Where seeded play does not come to it, the solver does."""
    game = kind()
    with pytest.raises(BrokenRules, match=f"cannot be solved: .*{says}"):
        SmallSolution(game, [game.start()])


@pytest.mark.parametrize("kind", [Asymmetric, Stuck])
def test_compiled_rules_that_are_wrong_only_late_are_refused_too(kind: type[Game]) -> None:
    game = kind()
    with pytest.raises(BrokenRules, match=r"cannot be solved: .*(another game under symmetry|has no legal move)"):
        solve(game, game.start())


def test_a_number_that_overflows_in_one_end_of_all_is_noticed() -> None:
    """Of 73,789 positions every end is looked at, and a large part of the others."""
    game = Overflowing(columns=6)
    with pytest.raises(BrokenRules, match="the rules of overflowing differ when they are compiled: look at 3466,629"):
        solve(game, game.start())
    fault = find_compiled_fault(game, [game.Position(3466, 629, 0)])
    assert fault is not None
    assert "has another outcome, other moves, or leads elsewhere when the rules are compiled" in fault.sentence


def test_rules_that_do_the_same_compiled_have_no_fault() -> None:
    assert find_compiled_fault(Counting(), plain.reachable(Counting(), Counting().start())) is None


def test_rules_that_cannot_be_compiled_name_their_line() -> None:
    fault = find_compiled_fault(Summing(), [])
    assert fault is not None
    assert fault.what.startswith("cannot be compiled: summing.py, line 10, `return sum(")


def test_a_field_that_counts_for_ever_is_refused_at_once() -> None:
    """Whoever takes nothing only lets the other one move, and somebody counts that."""

    class Patience(Counting):
        class Position(NamedTuple):
            heap: int
            turn: int
            mover: int

        def start(self) -> Any:
            return self.Position(self.heap, 0, 0)

        def legal_moves(self, position: Any) -> Iterator[int]:
            yield 0

        def play(self, position: Any, move: int) -> Any:
            return self.Position(position.heap, position.turn + 1, 1 - position.mover)

    with pytest.raises(BrokenRules, match=r"patience cannot be solved: .*`turn` grows with every move"):
        Oracle(Patience()).value(Patience().start())
