"""What it costs that compiled rules check their arithmetic: the same games solved with it and without, by turns.

python benchmarks/checked_arithmetic.py
"""

import sys
import time
from importlib import import_module
from pathlib import Path

from squarely import Game
from squarely.core.rules import registry
from squarely.core.rules.registry import find_game_in
from squarely.solver import compiled
from squarely.solver.large import solve

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "games"))

_TIMES = 5


def main() -> None:
    connect_four = find_game_in(import_module("squarely_classics.connect_four"))
    games = registry.load("quad"), connect_four(columns=5, rows=4), connect_four(columns=5, rows=5)
    for game in games[: int(sys.argv[1]) if sys.argv[1:] else len(games)]:
        rules = {checked: compiled.compile_game(game, is_checked=checked) for checked in (False, True)}
        times: dict[bool, list[float]] = {False: [], True: []}
        for number in range(2 * _TIMES + 2):
            checked = bool(number % 2)
            compiled._compiled[type(game), True] = rules[checked]  # whoever asks has these
            seconds = _measure_solve(game)
            if number > 1:  # the first of each compiles
                times[checked].append(seconds)
        plain, slower = min(times[False]), min(times[True])
        print(f"{game.name} {game.options}: {plain:.2f} s without, {slower:.2f} s with: {slower / plain - 1:+.1%}")


def _measure_solve(game: Game) -> float:
    began = time.process_time()
    solve(game, game.start())
    return time.process_time() - began


if __name__ == "__main__":
    main()
