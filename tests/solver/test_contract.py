"""Rules that break a promise are refused with the position in which that shows, not solved and wrong."""

from typing import Any, NamedTuple

import pytest

from squarely.core.errors import BrokenRules
from squarely.core.game import Game, Side
from squarely.core.grid import Symmetries
from squarely.core.registry import make_game
from squarely.core.rules import ONGOING
from squarely.laws.examine import examine
from squarely.laws.symmetries import a_transformed_board_is_the_same_game
from squarely.laws.verbs import play_leads_to_a_position
from squarely.solver import contract
from squarely.solver.contract import sample_positions
from squarely.solver.large import solve
from squarely.solver.oracle import Oracle
from tests.laws.mistakes import ROW
from tests.solver.odd import counting
from tests.thorough import IS_THOROUGH


def changed(**functions: Any) -> Game:
    """Nim with other functions in the place of some."""
    return make_game(f"nim {' '.join(functions)}", {**vars(counting), **functions})


def mirrored(_: Any, position: Any, number: int) -> Any:
    """A symmetry that is none: a heap that is turned over is another heap."""
    return counting.Position(12 - position.heap, position.mover) if number else position


BROKEN: dict[str, dict[str, Any]] = {
    "has no legal move and has not ended": {"outcome": lambda _, __: ONGOING},
    "has ended and has legal moves": {"legal_moves": lambda _, __: iter(range(1, 4))},
    "are not in ascending order, each once": {
        "legal_moves": lambda _, position: reversed(range(1, min(3, position.heap) + 1))
    },
    "has the outcome 9": {"outcome": lambda law, position: counting.outcome(law, position) and 9},
    "is read as 1,0 A": {"read_position": lambda _, __: counting.Position(1, 0)},
    "is another game under symmetry 1": {
        "transform": mirrored,
        "symmetries": lambda _: Symmetries(((0,), (1,)), ((0,), (1,))),
    },
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


def write_row(old: str, new: str, size: int = 8) -> Game:
    """The game of a row of squares with something else in it."""
    text = ROW.replace('"size", 3, 2, 4', f'"size", {size}, 2, 9')
    assert old in text
    offered: dict[str, Any] = {"__name__": "row"}
    exec(text.replace(old, new), offered)
    return make_game(f"row {new}", offered)


OUTCOME, PLAY = "def outcome(law, position):\n", "def play(law, position, move):\n"
ASYMMETRIC = "    if position[:2] == (0b11010100, 0b00101011):\n        return FIRST_WINS\n"
NO_OUTCOME = "    if position.first in (0b11011000, 0b00011011):\n        return 7\n"
NOWHERE = "    if position[:2] == (0b1011, 0b110100):\n        return None\n"
NOBODY = "position.second, 2 if position[:2] == (0b1011, 0b110100) else SECOND)"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (OUTCOME, OUTCOME + ASYMMETRIC, "is another game under symmetry"),
        (PLAY, PLAY + NOWHERE, "which is no position"),
        ("position.second, SECOND)", NOBODY, "with the mover 2"),
    ],
)
def test_what_is_wrong_only_late_is_refused_too(old: str, new: str, says: str) -> None:
    """Where seeded play does not come to it, the solver does."""
    game = write_row(old, new)
    with pytest.raises(BrokenRules, match=f"cannot be solved: .*{says}"):
        Oracle(game).value(game.start())
    laws = (play_leads_to_a_position, a_transformed_board_is_the_same_game)
    assert says in examine(game, options=False, laws=laws).faults[0].what


@pytest.mark.skipif(not IS_THOROUGH, reason="compiles twice")
@pytest.mark.parametrize(
    ("new", "says"), [(ASYMMETRIC, "is another game under symmetry"), (NO_OUTCOME, "has the outcome 7")]
)
def test_compiled_rules_that_are_wrong_only_late_are_refused_too(new: str, says: str) -> None:
    game = write_row(OUTCOME, OUTCOME + new)
    with pytest.raises(BrokenRules, match=f"cannot be solved: .*{says}"):
        solve(game, game.start())


def test_rules_that_keep_their_promises_are_solved() -> None:
    game = changed()
    assert Oracle(game).value(game.start()).winner == Side.SECOND


def test_a_game_that_has_passed_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = changed()
    assert sample_positions(game)
    monkeypatch.setattr(contract, "_check_positions", lambda *_: pytest.fail("it was tried again"))
    assert sample_positions(game)[0] == game.start()


def test_a_field_that_counts_for_ever_is_refused_at_once() -> None:
    """Whoever takes nothing only lets the other one move, and somebody counts that."""

    class Counted(NamedTuple):
        heap: int
        turn: int
        mover: int

    endless = make_game(
        "patience",
        {
            **vars(counting),
            "Position": Counted,
            "start": lambda law: Counted(law.heap, 0, 0),
            "legal_moves": lambda _, __: iter((0,)),
            "play": lambda _, position, __: Counted(position.heap, position.turn + 1, 1 - position.mover),
            "read_position": lambda _, text: Counted(*map(int, text.split()[0].split(","))),
        },
    )
    with pytest.raises(BrokenRules, match=r"patience cannot be solved: `turn` grows with every move"):
        Oracle(endless).value(endless.start())
