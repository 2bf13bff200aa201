"""The same work done by the version before, checked out beside this one: `SQUARELY_BEFORE=PATH make bench`.

Each piece of work is a program that both versions can run, each in its own `.venv`, in turns; the best of them counts.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lab import SWEEP

ROOT = Path(__file__).parent.parent
_BEFORE = os.environ.get("SQUARELY_BEFORE", "")
_SOLVE = """
import resource, sys, time
sys.path[:0] = [".", "examples/games"]
import squarely
from squarely.solver.large import GraphBuilder
from tests.games.classics import classic
name, _, options = sys.argv[1].partition(":")
game, seconds = squarely.load(name) if name == "quad" else classic(name, options), []
try:
    from squarely.solver.exploring import explore
    from squarely.solver.layers import Layers
    from squarely.solver.measure import find_measure
    from squarely.solver.settling import settle
except ImportError:
    def work():
        growing = GraphBuilder(game, game.start())
        growing.explore(), growing.values()
        return growing.positions
else:
    def work():
        layers = Layers(game, game.start(), find_measure(game, game.start()))
        explore(layers)
        return settle(layers).positions
for turn in range(int(sys.argv[2])):  # the first compiles
    began = time.process_time()
    positions = work()
    seconds.append(time.process_time() - began)
print(min(seconds[1:] or seconds), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / positions)
"""
_BOARDS = """
import sys, time, squarely
sys.path.insert(0, "benchmarks")
from deals import margins
game, seconds = squarely.load("numbers"), []
for turn in range(4):
    began = time.process_time()
    margins(game)
    seconds.append(time.process_time() - began)
print(min(seconds[1:]))
"""
_VECTOR = """
import time, squarely
from squarely.environments.vector import Vector
games, seconds = Vector(squarely.load("quad"), 8192, threads=1, copy=False), []
games.reset(seed=1)
for turn in range(40):
    began = time.process_time()
    for _ in range(100):
        games.step(games.random_actions())
    seconds.append(time.process_time() - began)
print(min(seconds[1:]))
"""
_PROMPT = """
import subprocess, sys, time
seconds = []
for turn in range(15):
    began = time.perf_counter()
    playing = subprocess.Popen([sys.executable, "-m", "squarely", "play", "quad", "--plain"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    said = b""
    while not said.endswith(b"(e.g., A1): "):
        said += playing.stdout.read1()
    seconds.append(time.perf_counter() - began)
    playing.communicate(b"quit\\n")
print(min(seconds))
"""
_AT_A_TERMINAL = """
import sys, tempfile
from pathlib import Path
from statistics import median
sys.path.insert(0, "benchmarks")
import terminals as t
with tempfile.TemporaryDirectory() as folder:
    measure = {
        "frame": lambda: t.first_sign(t.APP, t.SHOWN, Path(folder)),
        "key": lambda: t.key_shown(t.APP, t.SHOWN, "\\x1b[B", Path(folder)),
        "move": lambda: t.answer_shown(t.LINES, t.PROMPT, t.PROMPT, Path(folder)),
    }[sys.argv[1]]
    measure()
    print((min if sys.argv[1] == "frame" else median)([measure() for _ in range(9)]))
"""
_LAB = """
import subprocess, sys, tempfile, time
with tempfile.TemporaryDirectory() as folder:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "squarely", *sys.argv[1:], "--on", "processes:2", "--log", folder + "/log"],
                   capture_output=True, check=True)
    print(time.perf_counter() - began)
"""
_SERVING = """
import resource, sys, uvloop
sys.path.insert(0, "benchmarks")
import load
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
found = uvloop.run(load.served(load.Size(1000, 1000, 15, 8)))
print(found.per_second, 1e3 * found.times.most, 1e3 * found.cost, found.memory / 1024)
"""
_CLICKS = """
import sys, tempfile
from pathlib import Path
sys.path.insert(0, "benchmarks")
import clicks as c
with (tempfile.TemporaryDirectory() as folder, c.Served(Path(folder), *c.LIMITS) as server,
      c.sync_playwright() as playwright, c.opened(playwright) as browser):
    print(*(c.measured(browser, server.url, screen, game, 15)[0].shown
            for screen in c.SCREENS for game in ("quad", "numbers")))
"""
_VISITS = """
import sys, tempfile
from pathlib import Path
from statistics import median
sys.path.insert(0, "benchmarks")
import visits as v
with (tempfile.TemporaryDirectory() as folder, v.Served(Path(folder)) as server,
      v.slow_line(int(server.url.rpartition(":")[2]), v.ROUND_TRIP) as line, v.bare_page() as port,
      v.slow_line(port, v.ROUND_TRIP) as bare, v.sync_playwright() as playwright, v.opened(playwright) as browser):
    found = [v.visited(browser, server, (line, bare)) for _ in range(5)]
print(*(median(each[when][0].usable for each in found) for when in ("cold", "warm")))
"""
_JUDGED = """
import subprocess, sys, tempfile
from pathlib import Path
from statistics import median
sys.path.insert(0, "benchmarks")
import lighthouse as l
def judge(url, tries=5):  # now and then Lighthouse cannot record a page: NO_NAVSTART
    try:
        return l.judge(url).performance
    except subprocess.CalledProcessError:
        if tries == 1:
            raise
        return judge(url, tries - 1)
with tempfile.TemporaryDirectory() as folder, l.Served(Path(folder)) as server:
    pages = ["/", "/games/quad", "/atlas/snatchers", *l.begin_matches(server.url).values()]
    print(*(median(judge(server.url + page) for _ in range(3)) for page in pages))
"""


class Figure(NamedTuple):
    """One number that a program prints: what it is, its unit, and what is wanted of it beside the version before."""

    what: str
    unit: str = "s"
    wanted: str = "≥ 0.8 ×"
    is_rate: bool = False  # the more the better


class Work(NamedTuple):
    """A program that both versions run, and the numbers that it prints; the best of several rounds counts."""

    program: str
    figures: tuple[Figure, ...]
    arguments: tuple[str, ...] = ()
    rounds: int = 3


_WORK = (
    *(
        Work(
            _SOLVE,
            (
                Figure(f"strong solve of {what}, processor time", wanted="≥ 0.95 ×"),
                Figure(f"strong solve of {what}, bytes a position with all that the process has", "", wanted=""),
            ),
            (game, str(turns)),
            rounds,
        )
        for what, game, turns, rounds in (
            ("quad", "quad", 6, 3),
            ("Connect Four 5x5", "connect_four:columns=5,rows=5", 1, 1),
            ("Connect Four, 6 wide and 4 high", "connect_four:columns=6,rows=4", 1, 1),
        )
    ),
    Work(_BOARDS, (Figure("all boards of numbers", wanted="≥ 0.95 ×"),)),
    Work(_VECTOR, (Figure("vector environment, 819,200 moves of quad", wanted="≥ 0.95 ×"),)),
    Work(_PROMPT, (Figure("first prompt", wanted="≥ 0.95 ×"),)),
    Work(_AT_A_TERMINAL, (Figure("first frame of the app", wanted="≥ 0.95 ×"),), ("frame",)),
    Work(_AT_A_TERMINAL, (Figure("in the app, from a key until the screen changes", wanted="≥ 0.95 ×"),), ("key",)),
    Work(_AT_A_TERMINAL, (Figure("line by line, from Enter until the next question", wanted="≥ 0.95 ×"),), ("move",)),
    Work(_LAB, (Figure(f"`squarely {' '.join(SWEEP)}`"),), SWEEP),
    Work(
        _SERVING,
        (
            Figure("durable moves a second, at most", "/s", is_rate=True),
            Figure("a move to the other seat at 1,000/s, p99", "ms"),
            Figure("a move costs, of the server's processor", "ms"),
            Figure("memory a socket", "KB"),
        ),
    ),
    Work(
        _CLICKS,
        (
            Figure("click until shown, quad, 1280×800", "ms"),
            Figure("click until shown, numbers, 1280×800", "ms"),
            Figure("click until shown, quad, 360×740, processor slowed 4 times", "ms"),
            Figure("click until shown, numbers, 360×740, processor slowed 4 times", "ms"),
        ),
        rounds=2,
    ),
    Work(
        _VISITS,
        (Figure("first visit, until a click plays", "ms"), Figure("next visit, until a click plays", "ms")),
        rounds=2,
    ),
    Work(
        _JUDGED,
        tuple(
            Figure(f"Lighthouse, performance: {page}", "", is_rate=True)
            for page in ("home", "a game", "an atlas", "a match in play", "a match that is over")
        ),
        rounds=1,
    ),
)


def find_work() -> Sequence[Work]:
    """All of it, where the version before is named."""
    return _WORK if _BEFORE else ()


def measure_beside(work: Work) -> Iterator[tuple[str, str, str, str, str]]:
    """Each figure of this version and of the one before."""
    found: dict[Path, list[list[float]]] = {ROOT: [], Path(_BEFORE): []}
    for _ in range(work.rounds):
        for tree, rounds in found.items():
            rounds.append(_run(tree, work))
    for at, (what, unit, wanted, is_rate) in enumerate(work.figures):
        choose = max if is_rate else min
        new, old = (choose(each[at] for each in rounds) for rounds in found.values())
        ratio = new / old if is_rate else old / new
        yield what, _write(new, unit), f"the version before: {_write(old, unit)}", f"{ratio:.2f} ×", wanted


def _write(number: float, unit: str) -> str:
    places = 3 if unit == "s" else 2 if number < 10 else 0
    return f"{number:,.{places}f} {unit}".rstrip()


def _run(tree: Path, work: Work) -> list[float]:
    python = str(tree / ".venv" / "bin" / "python")
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home}
        environment.setdefault("LIGHTHOUSE", str(ROOT / "benchmarks/node_modules/.bin/lighthouse"))
        done = subprocess.run(
            [python, "-c", work.program, *work.arguments], cwd=tree, env=environment, stdout=subprocess.PIPE, check=True
        )
    return [float(each) for each in done.stdout.split()]


if __name__ == "__main__":
    began = time.perf_counter()
    for each in find_work():
        for row in measure_beside(each):
            print(*row, sep=" | ", flush=True)
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
