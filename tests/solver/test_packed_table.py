"""The tables that come with the package are what the solver produces, and damage to them is noticed."""

import subprocess
import sys
from contextlib import suppress
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from squarely.core.errors import BadPosition, BrokenRules
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.solver.integrity import DamagedFile, fingerprint
from squarely.solver.large import solve
from squarely.solver.packed_table import PackedTable, load_packaged, table_name
from squarely.solver.solution import SmallSolution
from squarely.solver.successors import read_keys
from squarely.solver.table_maker import make_table, write_table
from squarely.solver.values import Value

pytestmark = pytest.mark.xdist_group("compiled quad")

PRINTED, CONVERT = registry.load("quad"), registry.load("quad", "sudden_death=convert")
SQUARES = [sum(1 << 4 * (r + y) + c + x for y in (0, 1) for x in (0, 1)) for r in range(3) for c in range(3)]


def content(game: Game) -> bytes:
    return (files("squarely.games.quad") / "tables" / table_name(game)).read_bytes()


def test_the_packaged_tables_are_those_of_the_rules_and_small() -> None:
    for game in (PRINTED, CONVERT):
        assert PackedTable(game, content(game)).rules == fingerprint(game), "quad has changed: run make tables"
        assert len(content(game)) < 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("game", [PRINTED, pytest.param(CONVERT, marks=pytest.mark.soak)])  # each takes ten seconds
def test_a_packaged_table_is_what_the_solver_produces(game: Game) -> None:
    solution = solve(game, game.start())
    assert make_table(solution) == content(game)
    ongoing = 0
    for layer in solution.layers.values():
        codes, keys = layer["codes"], read_keys(layer["entries"])
        keys = keys[(codes == 0) | (codes > 3)]
        boards = [keys & 0xFFFF, keys >> 16 & 0xFFFF]
        fixed = sum(np.all([turned[each] == each for each in boards], axis=0) for turned in images_of_sets())
        ongoing += int((8 // fixed).sum())
    assert ongoing == well_formed(convert=game == CONVERT)


def images_of_sets() -> list[np.ndarray[Any, Any]]:
    """Where each set of squares goes, turned and reflected in every way."""
    square = np.arange(16).reshape(4, 4)
    boards = [np.rot90(each, turns) for each in (square, square.T) for turns in range(4)]
    sets = np.arange(1 << 16)
    zero = np.zeros_like(sets)
    return [sum(((sets >> int(board.flat[at]) & 1) << at for at in range(16)), zero) for board in boards]


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


def test_a_table_names_the_winner_of_won_positions_and_is_not_used_for_other_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = load_packaged(PRINTED)
    assert table is not None
    assert table.value(PRINTED.read_position("XX../X.../OO../O... X")) == Value(Side.FIRST, "win", 1)
    monkeypatch.setattr("squarely.solver.packed_table.fingerprint", lambda _: "other rules")
    assert load_packaged(PRINTED) is None
    assert "that of other rules and is not used" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("sudden_death", [pytest.param("exchange", marks=pytest.mark.soak), "convert", "none"])
def test_a_table_has_the_value_of_every_ongoing_position(sudden_death: str) -> None:
    game = registry.load("quad", f"size=3,sudden_death={sudden_death}")
    solution, small = solve(game, game.start()), SmallSolution(game, [game.start()])
    table = PackedTable(game, make_table(solution))
    for position in small.graph.index:
        value = small.value(position)
        assert solution.value(position) == value
        assert game.result(position) or table.value(position) == value
    assert table.summary() == small.summary() == solution.summary()
    if sudden_death != "none":
        for line in lines_of_boards():
            with suppress(BadPosition):
                position = game.read_position(line)
                assert position in small.graph.index or game.result(position), line


def lines_of_boards() -> set[str]:
    """All boards of 3x3 whose numbers of X and O differ by one at most, with either to move."""
    lines = set()
    for xs in range(5 + 1):
        for os in {xs - 1, xs, xs + 1} & {*range(9 - xs + 1)}:
            for of_x in combinations(range(9), xs):
                for of_o in combinations([cell for cell in range(9) if cell not in of_x], os):
                    cells = "".join("X" if c in of_x else "O" if c in of_o else "." for c in range(9))
                    lines |= {f"{cells[:3]}/{cells[3:6]}/{cells[6:]} {mark}" for mark in "XO"}
    return lines


MARKS = """
from typing import NamedTuple
from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, TIE, BadPosition, Game, Mover, SquareSet

class Marks(Game):
    title, goal, players, marks, moves = "Marks", "Have a corner and the centre.", ("Ann", "Bob"), ("A", "B"), (PLACE,)
    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover
    def set_up(self): self.rows = self.columns = 3
    def start(self): return self.Position(0, 0, FIRST)
    def legal_moves(self, position):
        for square in range(9):
            if (position.first | position.second) >> square & 1 == 0:
                yield square
    def play(self, position, move):
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, 1)
        return self.Position(position.first, position.second | 1 << move, 0)
    def outcome(self, position):
        if position.first | position.second != 511:
            return ONGOING
        return FIRST_WINS if position.first & 17 == 17 else TIE
"""
CHECK = """
    def check(self, position):
        if position.first.bit_count() - position.second.bit_count() != position.mover:
            raise BadPosition("not so many")
"""


@pytest.mark.slow
def test_a_game_from_outside_brings_a_table_beside_its_module(tmp_path: Path) -> None:
    (tmp_path / "marks.py").write_text(MARKS + CHECK)
    (tmp_path / "loose.py").write_text(MARKS.replace("Marks", "Loose"))
    for name in ("marks", "loose"):
        registry.lend(registry.find_source(str(tmp_path / f"{name}.py")))
    game, loose = registry.load("marks"), registry.load("loose")
    assert load_packaged(game) is None
    assert "marks.table has" in write_table(game, tmp_path / "tables")
    small, table = SmallSolution(game, [game.start()]), load_packaged(game)
    assert table is not None
    for position in small.graph.index:
        assert game.result(position) or table.value(position) == small.value(position)
    with pytest.raises(BrokenRules, match=r"no table holds loose: .* where play never comes to"):
        write_table(loose, tmp_path / "tables")
    assert load_packaged(loose) is None


@pytest.mark.slow
def test_a_table_needs_no_compiler() -> None:
    code = (
        "import sys; from squarely.core.rules import registry; from squarely.solver.oracle import Oracle;"
        "quad = registry.load('quad'); print(Oracle(quad).value(quad.start()));"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "first wins in 17 moves\n"


def test_a_damaged_table_is_noticed() -> None:
    whole = content(PRINTED)
    for place in (0, 20, 400, 5_000, len(whole) - 1):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        with pytest.raises(DamagedFile, match="damaged"):
            PackedTable(PRINTED, changed)
    with pytest.raises(DamagedFile):
        PackedTable(PRINTED, whole[:-1])
