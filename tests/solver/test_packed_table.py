"""The tables that come with the package are what the solver produces, and damage to them is noticed."""

import sys
from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest

from squarely.core.errors import BadPosition
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING, Game
from squarely.solver.integrity import DamagedFile, fingerprint
from squarely.solver.large import solve
from squarely.solver.packed_table import PackedTable, load_packaged, table_name
from squarely.solver.solution import SmallSolution
from squarely.solver.table_maker import make_table
from squarely.solver.values import Value

TABLES = ["", "sudden_death=convert"]
SQUARES = [sum(1 << 4 * (r + y) + c + x for y in (0, 1) for x in (0, 1)) for r in range(3) for c in range(3)]


def content(game: Game) -> bytes:
    return (files("squarely.solver") / "tables" / table_name(game)).read_bytes()


@pytest.mark.parametrize("options", TABLES)
def test_a_packaged_table_is_that_of_the_rules(options: str) -> None:
    game = registry.load("quad", options)
    assert PackedTable(game, content(game)).rules == fingerprint(game), (
        "the rules of quad have changed: run make tables"
    )


@pytest.mark.parametrize("options", TABLES)
def test_a_packaged_table_is_what_the_solver_produces(options: str) -> None:
    game = registry.load("quad", options)
    solution = solve(game, game.start())
    assert make_table(solution) == content(game)
    ongoing = (solution.arrays["results"] == ONGOING) | (solution.arrays["distances0"] > 0)
    assert int(solution.arrays["weights"][ongoing].sum()) == well_formed(convert="convert" in options)


def well_formed(convert: bool) -> int:
    """How many boards without a square there are, with a number of X and O that turns can give: counted by itself."""
    masks = np.arange(1 << 16)
    free_of_squares = np.all([(masks & square) != square for square in SQUARES], axis=0)
    ones = np.array([mask.bit_count() for mask in range(1 << 16)])
    total = 0
    for xs in map(int, masks[free_of_squares]):
        possible = free_of_squares & (masks & xs == 0)
        x, both = ones[xs], ones[xs] + ones[possible]
        equal, one_more = both == 2 * x, both == 2 * x - 1
        total += int(equal.sum() + one_more.sum())
        if convert:
            total += int((both == 16)[ones[possible] == x - 2].sum())  # after X has converted one
        else:
            total += int((equal & (both == 16)).sum())  # after X has swapped, it is O's turn with the same counts
    return total


def test_a_table_of_other_rules_is_not_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.load("quad")
    assert load_packaged(game) is not None
    monkeypatch.setattr("squarely.solver.packed_table.fingerprint", lambda _: "other rules")
    assert load_packaged(game) is None
    assert "that of other rules and is not used" in capsys.readouterr().err


def test_the_tables_are_small() -> None:
    assert sum(len(content(registry.load("quad", options))) for options in TABLES) < 2_000_000


@pytest.mark.parametrize("options", ["size=3", "size=3,sudden_death=convert", "size=3,sudden_death=none"])
def test_a_table_has_the_value_of_every_ongoing_position(options: str) -> None:
    game = registry.load("quad", options)
    table, small = PackedTable(game, make_table(solve(game, game.start()))), SmallSolution(game, [game.start()])
    for position in small.graph.index:
        if not game.result(position):
            assert table.value(position) == small.value(position)
    assert table.summary() == small.summary()


@pytest.mark.parametrize("options", ["size=3", "size=3,sudden_death=convert"])
def test_every_well_formed_position_can_be_reached_so_that_a_table_knows_it(options: str) -> None:
    game = registry.load("quad", options)
    known = SmallSolution(game, [game.start()]).graph.index
    cells = range(9)
    for count in range(10):
        for taken in combinations(cells, count):
            for difference in (0, 1, -1):
                if (count + difference) % 2 == 0 and 0 <= (count + difference) // 2 <= count:
                    for xs in combinations(taken, (count + difference) // 2):
                        glyphs = "".join("X" if c in xs else "O" if c in taken else "." for c in cells)
                        for mark in "XO":
                            assert_known_or_refused(game, f"{glyphs[:3]}/{glyphs[3:6]}/{glyphs[6:]} {mark}", known)


def assert_known_or_refused(game: Game, line: str, known: dict[object, int]) -> None:
    try:
        position = game.read_position(line)
    except BadPosition:
        return
    assert position in known or game.result(position), line


def test_a_table_needs_no_compiler() -> None:
    import subprocess

    code = (
        "import sys; from squarely.core.rules import registry; from squarely.solver.oracle import Oracle;"
        "quad = registry.load('quad'); print(Oracle(quad).value(quad.start()));"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "first wins in 17 moves\n"


@pytest.mark.parametrize("place", [0, 20, 400, 5_000, -1])
def test_a_damaged_table_is_noticed(place: int) -> None:
    game = registry.load("quad")
    whole = bytearray(content(game))
    whole[place] ^= 1
    with pytest.raises(DamagedFile, match="damaged"):
        PackedTable(game, bytes(whole))
    with pytest.raises(DamagedFile):
        PackedTable(game, content(game)[:-1])


def test_the_values_of_won_positions_name_the_winner() -> None:
    game = registry.load("quad")
    table = load_packaged(game)
    assert table is not None
    one_to_go = game.read_position("XX../X.../OO../O... X")
    assert table.value(one_to_go) == Value(0, "win", 1)  # type: ignore[arg-type]
