"""Measure everything that Squarely promises to be fast at, in one run, and write docs/benchmarks.md.

Machines are noisy, so each figure stands beside another that was measured in the same run: read the ratios.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # for the plain solver, which lives in the tests

PAGE = """# Benchmarks

Made by `make bench` on {when}, {machine}, Python {python}. Machines are noisy: read the ratios, which were
measured in one run, not the absolute times.

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{rows}

## At a terminal

On a pseudo-terminal of 80 by 24, all in turn, {rounds} rounds: the shortest of what starts, the median of what a
key does.

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{terminals}

## Serving matches

{load}

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{serving}

## Moves in a browser

A move by mouse in Chromium, timed inside the page, medians of {moves}: all handlers of the click / until a frame is
drawn that shows it / until the server has acknowledged it and that is drawn. Beside it an empty handler on the same
page, clicked in turns with the moves.

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{clicks}

## Visits

Over a line of {latency:.0f} ms there and back, connecting included: a match on the first visit of a browser and on
its next one, medians of {visits}. It is usable when a click on a square plays. Beside it a page without a script or a
style.

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{visited}

Each page as Lighthouse sees it, on a phone that it makes slow: performance, medians of {runs}, and accessibility.

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{judged}

## Environments

Random play through masks, in turns: our vector environment beside the tic-tac-toe of others.

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{environments}

{loaded}

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{beside}

## The version before

The same work done by the version before the last rewrite, in turns, the best of some rounds. A ratio above 1 says that
this version is better. `SQUARELY_BEFORE=PATH make bench` names where the other is checked out and installed.

| what | measured | beside it, in the same run | ratio | wanted |
|---|---|---|---|---|
{before}

How each is measured: `benchmarks/run.py`, for the terminal `benchmarks/terminals.py`, for the matches
`benchmarks/load.py`, for the browser `benchmarks/clicks.py`, `benchmarks/visits.py` and `benchmarks/lighthouse.py`, for
the environments `benchmarks/environments.py`, for the lab `benchmarks/lab.py`, for the version before
`benchmarks/before.py`. The strength of the computer levels has
a page of its own, [strength](strength.md).
"""


class Row(NamedTuple):
    """One line of the table."""

    what: str
    measured: str
    beside: str
    ratio: str
    wanted: str


Measure: TypeAlias = Callable[[], list[Row]]


def best(action: Callable[[], object], times: int) -> float:
    """The shortest of several runs, in seconds: what the machine can do when nobody disturbs it."""
    shortest = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        action()
        shortest = min(shortest, time.perf_counter() - began)
    return shortest


def starting() -> list[Row]:
    """How long until the first sign of life, beside an empty Python."""
    squarely = str(Path(sys.executable).parent / "squarely")
    home = {**os.environ, "XDG_DATA_HOME": tempfile.mkdtemp()}

    def run(*command: str) -> Callable[[], object]:
        return lambda: subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=home)

    empty = best(run(sys.executable, "-c", "pass"), 25)
    took = best(run(squarely, "--help"), 25)
    beside = f"`python3 -c pass` {empty * 1e3:.0f} ms"
    return [Row("`squarely --help`", f"{took * 1e3:.0f} ms", beside, f"{took / empty:.1f} ×", "≤ 6 ×")]


def at_a_terminal() -> list[Row]:
    """The first prompt, the app's first frame, and what a key does, beside Python and Textual alone."""
    from terminals import terminals

    return [Row(*line) for line in terminals()]


_SOLVE = """
import os, resource, sys, time
sys.path[:0] = [".", "examples/games"]
cores, turns = int(sys.argv[2]), int(sys.argv[3])
os.sched_setaffinity(0, {*sorted(os.sched_getaffinity(0))[:cores]})
from squarely.core.rules import registry
from squarely.solver.exploring import explore
from squarely.solver.layers import Layers
from squarely.solver.measure import find_measure
from squarely.solver.prediction import predict_work
from squarely.solver.settling import settle
from tests.games.classics import classic
name, _, options = sys.argv[1].partition(":")
game = registry.load(name, options) if name == "quad" else classic(name, options)
small = registry.load("quad", "size=3") if name == "quad" else classic(name)
def work(game):
    layers = Layers(game, game.start(), find_measure(game, game.start()))
    layers.part_bits = predict_work(layers).part_bits
    began = time.perf_counter()
    with layers.pool:
        explore(layers)
        return settle(layers).positions, time.perf_counter() - began
work(small)  # compiles
bare, seconds = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, []
for turn in range(turns):
    positions, took = work(game)
    seconds.append(took)
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(positions, min(seconds), (most - bare) * 1024 / positions)
"""


def solving() -> list[Row]:
    """Whole games with distances, on one core and on two, beside the plain solver; each in a process of its own."""
    from squarely.core.rules import registry
    from tests.solver import plain

    small = registry.load("quad", "size=3")
    plainly = len(plain.reachable(small, small.start())) / best(lambda: plain.solve(small, small.start()), 2)
    beside, rows = f"plain solver, quad 3x3: {plainly:,.0f} positions/s", []
    for what, game, turns, wanted in (
        ("quad", "quad", 6, "≥ 12 million/s"),
        ("Connect Four 5x5", "connect_four:columns=5,rows=5", 1, ""),
        ("Connect Four, 6 wide and 4 high", "connect_four:columns=6,rows=4", 1, ""),
    ):
        rates = []
        for cores in (1, 2):
            positions, seconds, size = solve_apart(game, cores, turns)
            rates.append(positions / seconds)
        one, two = rates
        whole = f"{what}, all {positions:,.0f} positions with distances"
        rows += [
            Row(f"{whole}, one core", f"{one / 1e6:.1f} million positions/s", beside,
                f"{one / plainly:,.0f} ×", wanted),
            Row("the same on two", f"{two / 1e6:.1f} million positions/s", f"one core: {one / 1e6:.1f} million/s",
                f"{two / one:.2f} ×", "≥ 1.7 ×"),
            Row("memory for a position, at most", f"{size:.1f} bytes", "", "", "≤ 24" if game == "quad" else "≤ 22"),
        ]  # fmt: skip
    return rows


def solve_apart(game: str, cores: int, turns: int) -> tuple[float, float, float]:
    """Positions, seconds of the best of some turns, and bytes a position, of a game solved in its own process."""
    command = [sys.executable, "-c", _SOLVE, game, str(cores), str(turns)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    positions, seconds, size = (float(word) for word in printed.split())
    return positions, seconds, size


def every_board() -> list[Row]:
    """All deals of numbers, beside the plain solver on some of them."""
    import deals

    from squarely.core.rules import registry
    from tests.solver import plain

    game = registry.load("numbers")
    deals.margins(game)  # compiles
    seconds = best(lambda: deals.margins(game), 3)
    some = range(0, game.deals(), game.deals() // 20)
    plainly = best(lambda: [plain.solve_points(game, game.deal(number)) for number in some], 1) / len(some)
    ratio = plainly * game.deals() / seconds
    what = f"numbers, all {game.deals():,} boards"
    return [Row(what, f"{seconds:.2f} s", f"plain solver: {plainly * 1e3:.1f} ms a board", f"{ratio:,.0f} ×", "≤ 4 s")]


_ASK = """
import sys, time
from squarely.core.rules import registry
from squarely.solver.oracle import Oracle
game = registry.load("quad")
lines = ["XO../.X../..O./.... X", "XOXO/OXOX/..../.... X", "XOXO/OXOX/OX../.... X", "..../.X../..../.... O"]
positions = [game.read_position(line) for line in lines]
began = time.perf_counter()
oracle = Oracle(game)
loaded = time.perf_counter() - began
shortest = 1.0
for _ in range(200):
    began = time.perf_counter()
    for position in positions:
        oracle.value(position)
    shortest = min(shortest, (time.perf_counter() - began) / len(positions))
assert "numba" not in sys.modules and "numpy" not in sys.modules
print(loaded, shortest)
"""


def one_value() -> list[Row]:
    """A value of quad from the table, without a compiler, beside what the plain solver needs for a position."""
    from squarely.core.rules import registry
    from tests.solver import plain

    printed = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=True).stdout
    loaded, asked = (float(word) for word in printed.split())
    small = registry.load("quad", "size=3")
    plainly = best(lambda: plain.solve(small, small.start()), 2)
    beside = f"plain solver, quad 3x3: {plainly * 1e3:.0f} ms"
    return [
        Row("quad, table loaded", f"{loaded * 1e3:.1f} ms", beside, f"{plainly / loaded:,.0f} ×", "≤ 100 ms"),
        Row("quad, one value", f"{asked * 1e6:.0f} µs", beside, f"{plainly / asked:,.0f} ×", "≤ 100 µs"),
    ]


def the_lab() -> list[Row]:
    """Rule sets measured on two cores, beside the plain lab and beside Ray."""
    from lab import measure_lab

    speed = measure_lab()
    what = f"the lab, every measure of {speed.rule_sets} rule sets of snatchers, two processes"
    same = "the same table, byte for byte" if speed.is_same else "ANOTHER TABLE"
    return [
        Row(what, f"{speed.a_minute:,.0f} rule sets a minute", f"plain lab: {speed.plainly_a_minute:,.1f} a minute",
            f"{speed.a_minute / speed.plainly_a_minute:,.0f} ×", ""),
        Row("the same on Ray, two workers", f"{speed.ray_a_minute:,.0f} rule sets a minute", same,
            f"{speed.ray_a_minute / speed.a_minute:.2f} × of two processes", "the same table"),
    ]  # fmt: skip


def serving() -> list[Row]:
    """A thousand matches on one server, beside a bare echo under the same settings."""
    from load import FULL, measurements

    (_, squarely), (_, echo) = measurements(FULL)
    return [
        Row("a move, from when it is due to the other seat, p50 / p99 / max", f"{squarely.times} ms",
            f"echo: {echo.times} ms", f"{squarely.times.most / echo.times.most:.1f} × at p99", "p99 ≤ 10 ms"),
        Row("at most", f"{squarely.per_second:,.0f} durable moves/s", f"echo: {echo.per_second:,.0f} messages/s",
            f"{squarely.per_second / echo.per_second:.2f} ×", "≥ 5,000/s"),
        Row("a move costs, of the server's processor", f"{1e3 * squarely.cost:.2f} ms",
            f"echo: {1e3 * echo.cost:.2f} ms a message", f"{squarely.cost / echo.cost:.1f} ×", "≤ 0.20 ms"),
        Row("and of the driver's, which shares the cores", f"{1e3 * squarely.driving:.2f} ms",
            f"echo: {1e3 * echo.driving:.2f} ms a message", f"{squarely.driving / echo.driving:.1f} ×", ""),
        Row("memory a socket", f"{squarely.memory / 1024:.1f} KB", f"echo: {echo.memory / 1024:.1f} KB",
            f"{squarely.memory / echo.memory:.1f} ×", ""),
        Row("moves lost or doubled", f"0 of {squarely.done:,}", "", "", "0"),
    ]  # fmt: skip


def browser() -> list[Row]:
    """A move on the page, beside a click that does nothing."""
    from clicks import clicks

    return [Row(*line) for line in clicks()]


def visited() -> list[Row]:
    """A match over a long line, beside a bare page."""
    from visits import visits

    return [Row(*line) for line in visits()]


def judged() -> list[Row]:
    """Every page as Lighthouse sees it, beside a bare one."""
    from lighthouse import lighthouse

    return [Row(*line) for line in lighthouse()]


def environments() -> list[Row]:
    """Random play in our vector environment, beside the libraries that people use."""
    from environments import compared, growth

    return [Row(*line) for line in compared() + growth()]


def environments_beside() -> list[Row]:
    """What a second thread is worth to our vector environment, on a quiet machine and on a busy one."""
    from environments import beside

    return [Row(*line) for line in beside()]


def the_version_before() -> list[Measure]:
    """What the version before takes for the same: a measure for each piece of work."""
    from before import Work, find_work, measure_beside

    def beside(work: Work) -> Measure:
        def beside_the_version_before() -> list[Row]:
            return [Row(*line) for line in measure_beside(work)]

        return beside_the_version_before

    return [beside(work) for work in find_work()]


def try_twice(measure: Measure) -> list[Row]:
    """What is measured; where that fails twice, a line that says it is missing: nothing else is lost by it."""
    for _ in range(2):
        try:
            return measure()
        except Exception as error:  # whatever it is, the other measures are wanted
            failed = type(error).__name__
            print(f"{measure.__name__}: {error}", file=sys.stderr)
    return [missing(measure, f"failed twice: {failed}")]


def missing(measure: Measure, why: str) -> Row:
    """In place of what is not there."""
    return Row(measure.__name__.replace("_", " "), "missing", why, "", "")


def _line(row: Row) -> str:
    return f"| {' | '.join(row)} |"


def measure_all(tables: Mapping[str, Sequence[Measure]], write: Callable[[dict[str, str]], object]) -> None:
    """Measure everything, and write all tables anew whenever something has been measured."""
    found = {name: [[missing(each, "not measured")] for each in measures] for name, measures in tables.items()}
    for name, measures in tables.items():
        for place, measure in enumerate(measures):
            found[name][place] = try_twice(measure)
            for row in found[name][place]:
                print(" | ".join(row), flush=True)
            shown = {each: "\n".join(_line(row) for rows in parts for row in rows) for each, parts in found.items()}
            write({each: lines or _line(Row("nothing", "", "", "", "")) for each, lines in shown.items()})


def main() -> None:
    """Measure, print and write the page."""
    from clicks import MOVES
    from environments import LOADED
    from lighthouse import RUNS
    from load import FULL
    from terminals import ROUNDS
    from visits import ROUND_TRIP, VISITS

    known = {
        "when": time.strftime("%Y-%m-%d"),
        "machine": f"{os.cpu_count()} cores of {platform.machine()}",
        "python": platform.python_version(),
        "rounds": ROUNDS,
        "load": f"{FULL}, on one process with SQLite. At the end every match is compared with what was sent.",
        "moves": MOVES,
        "latency": 1000 * ROUND_TRIP,
        "visits": VISITS,
        "runs": RUNS,
        "loaded": LOADED,
    }
    tables = {
        "rows": (starting, solving, every_board, one_value, the_lab),
        "terminals": (at_a_terminal,),
        "serving": (serving,),
        "clicks": (browser,),
        "visited": (visited,),
        "judged": (judged,),
        "environments": (environments,),
        "beside": (environments_beside,),
        "before": the_version_before(),
    }
    page = ROOT / "docs" / "benchmarks.md"
    measure_all(tables, lambda found: page.write_text(PAGE.format(**known, **found), encoding="utf-8"))


if __name__ == "__main__":
    main()
