"""Solved in layers, without edges: what the plain solver says, however the work is divided, interrupted or written."""

import json
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

from squarely import Game, load
from squarely.core.errors import TooLarge
from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.core.rules.options import Dial
from squarely.solver import exploring, prediction, settling
from squarely.solver import layers as layers_module
from squarely.solver.layered import solve_layers
from squarely.solver.layers import Layers
from squarely.solver.measure import ONE_LAYER, Measure, find_measure
from squarely.solver.prediction import predict_work
from squarely.solver.solution import SmallSolution
from squarely.solver.sorted_solution import SortedSolution
from squarely.solver.successors import make_entry, read_keys
from squarely.terminal.solve import solve
from tests.games.classics import classic
from tests.solver import plain
from tests.solver.odd.words import Odd

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled layers")]


class Walk(Odd):
    """Two pieces walk along a row of points, and one may be put down for good: layers with circles inside.

    The row is so long that a position takes more than one number. Who first stands on the last point wins.
    """

    length = Dial(7, 7, 42, "points of the row")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        stones: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.rows, self.columns = 1, self.length

    def start(self) -> Any:
        return self.Position(1, 2, 0, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            own = position.second if position.mover else position.first
            taken = position.first | position.second | position.stones
            for point in range(min(self.length - 1, 7)):
                if own >> point & 1:
                    if point > 0 and not taken >> point - 1 & 1:
                        yield 0
                    if not taken >> point + 1 & 1:
                        yield 1
                    if point + 2 < self.length and not taken >> point + 2 & 1:
                        yield 2
                    if not position.stones & 1 and point > 0 and not taken & 1:
                        yield 3

    def play(self, position: Any, move: int) -> Any:
        own = position.second if position.mover else position.first
        stones = position.stones | (move == 3)
        own = own >> 1 if move == 0 else own << move if move < 3 else own
        if position.mover:
            return self.Position(position.first, own, stones, 0)
        return self.Position(own, position.second, stones, 1)

    def outcome(self, position: Any) -> int:
        for point in range(6, self.length):
            if position.first >> point & 1:
                return FIRST_WINS
            if position.second >> point & 1:
                return SECOND_WINS
        if position.first == 8 and position.second == 2:
            return TIE
        return ONGOING


def solved(game: Game, measure: Measure | None = None, **given: Any) -> SortedSolution:
    start = game.start()
    return solve_layers(game, start, find_measure(game, start) if measure is None else measure, **given)


def test_layers_tell_what_the_plain_solver_tells() -> None:
    """Strict layers, layers with circles, one layer; one number and two; with and without rules about repetition."""
    check_games(load("quad", "size=3"), Walk(), Walk(repetition="first_loses"), Walk(length=42))


@pytest.mark.soak
def test_layers_of_other_games_tell_the_same() -> None:
    check_games(
        load("quad", "size=3,sudden_death=convert,repetition=second_loses"), load("quad", "mended,size=3"),
        load("center"), load("showdown"), classic("morris"), classic("dodgem"),
        classic("connect_four", "rows=3,columns=3,line=3"), classic("konane", "rows=4,columns=4"),
        classic("tictactoe"), classic("hex", "size=3"), classic("hare"), classic("pong"),
    )  # fmt: skip


def check_games(*games: Game) -> None:
    for game in games:
        small = SmallSolution(game, [game.start()])
        for measure in (find_measure(game, game.start()), ONE_LAYER):
            large = solved(game, measure)
            assert large.summary() == small.summary(), (game, measure)
            winners = solved(game, measure, has_distances=False)
            for position in small.graph.index:
                value, brief = small.value(position), winners.find_result(position)
                assert large.value(position) == value, (game, position)
                assert value is not None
                assert brief == {"win": 1 + (value.winner or 0), "tie": 3, "endless": 0}[value.ending], game
        if not small.summary().repeated:  # of rules about repetition the plain solver knows nothing
            plain.check(large, plain.solve(game, game.start()))


def test_a_measure_is_found_by_running_and_a_wrong_one_is_noticed() -> None:
    for name, options, strict in (("connect_four", "", True), ("hex", "", True), ("dodgem", "", False)):
        game = classic(name, options)
        assert find_measure(game, game.start()).is_strict == strict
    showdown = load("showdown")
    assert find_measure(showdown, showdown.start()) == ONE_LAYER
    quad = load("quad", "size=3")
    truth = solved(quad).summary()
    for wrong in (Measure(("p.first",), True), Measure(("-p.first - p.second",), True), Measure(("p.mover",), False)):
        assert solved(quad, wrong).summary() == truth


def test_the_entry_of_a_key_gives_it_back() -> None:
    random = Random(7)
    for bits in (63, 128):
        for _ in range(500):
            number = random.getrandbits(bits)
            key: Any = number if bits == 63 else (number & (1 << 64) - 1, number >> 64)
            found = read_keys(make_entry(key)).tolist()[0]
            assert found == key if bits == 63 else tuple(word % (1 << 64) for word in found) == key


def test_distances_beyond_a_byte_are_kept() -> None:
    small = SmallSolution(Walk(), [Walk().start()])
    game, narrow = Walk(), layers_module.FARTHEST | {"u1": 1}
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(settling, "FARTHEST", narrow)
        for measure in (find_measure(game, game.start()), ONE_LAYER):
            assert solved(game, measure).summary() == small.summary()


FOUR = ("connect_four", "rows=4,columns=4")


def work_in(folder: Path, measure: Measure | None, name: str, options: str) -> None:
    layers_module._OFTEN = 0.0
    vars(exploring)["NODES"] = 512
    game = classic(name, options)
    settling._SHARE, settling._SHARES = 1024, 2
    solved(game, measure, folder=folder, is_asked=True)


@pytest.mark.parametrize("measure", [None, pytest.param(ONE_LAYER, marks=pytest.mark.soak)])
def test_killed_at_any_moment_it_goes_on_and_tells_the_same(tmp_path: Path, measure: Measure | None) -> None:
    game, random, folder = classic(*FOUR), Random(3), tmp_path / "work"
    truth = solved(game, measure)  # and so everything is compiled for those that are killed
    begun = 0
    for _ in range(8):
        process = multiprocessing.get_context("fork").Process(target=work_in, args=(folder, measure, *FOUR))
        process.start()
        process.join(0.1 + random.random())
        process.kill()
        process.join()
        state = folder / "state.json"
        if state.exists():
            begun += 1
            json.loads(state.read_bytes())
    assert begun
    solution = solved(game, measure, folder=folder, is_asked=True)
    assert solution.summary() == truth.summary()
    for level, layer in truth.layers.items():
        for name, array in layer.items():
            assert np.array_equal(array, solution.layers[level][name]), (level, name)


def test_the_size_of_a_game_is_told_before_within_a_factor_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "measure_free_memory", lambda: 1 << 50)
    for name, options, positions in (
        ("connect_four", "rows=4,columns=5", 3_945_711),
        ("connect_four", "rows=5,columns=5", 69_763_700),
        ("connect_four", "rows=4,columns=6", 94_910_577),
        ("connect_four", "rows=6,columns=5", 1_044_334_437),
    ):
        game = classic(name, options)
        work = predict_work(Layers(game, game.start(), find_measure(game, game.start())))
        assert positions / 2 < work.positions < positions * 2, (name, options)


def test_what_does_not_fit_is_refused_from_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "measure_free_memory", lambda: 1 << 28)
    with pytest.raises(TooLarge, match=r"[\d,]+ positions, told from a sample.* GiB of memory; there are 0.2. A sma"):
        solved(classic("connect_four", "rows=6,columns=5"))


def test_a_folder_of_the_users_loses_nothing_and_only_winners_are_told(tmp_path: Path) -> None:
    (tmp_path / "log-of-mine").write_text("mine")
    for _ in range(2):
        said = (
            CliRunner().invoke(solve, ["quad", "--option", "size=3", "--no-distances", "--disk", str(tmp_path)]).output
        )
        assert "B2             play can go on for ever" in said
        assert "6,152 positions (2,343 endless, 515 first, 3,294 second)" in said
        assert [file.name for file in tmp_path.iterdir()] == ["log-of-mine"]
