"""The same work done by the version before, checked out beside this one: `SQUARELY_BEFORE=PATH make bench`.

Each piece of work is a program that both versions can run, each in its own `.venv`, in turns; the best of them counts.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from lab import SWEEP

ROOT = Path(__file__).parent.parent
_ROUNDS = 3
_SOLVE = """
import time, squarely
from squarely.solver.large import GraphBuilder
game, seconds = squarely.load("quad"), []
for turn in range(6):  # the first compiles
    growing, began = GraphBuilder(game, game.start()), time.process_time()
    growing.explore(), growing.values()
    seconds.append(time.process_time() - began)
print(min(seconds[1:]))
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
_WORK = (
    ("strong solve of quad", _SOLVE, (), "≥ 0.95 ×"),
    ("all boards of numbers", _BOARDS, (), "≥ 0.95 ×"),
    ("vector environment, 819,200 moves of quad", _VECTOR, (), "≥ 0.95 ×"),
    ("first prompt", _PROMPT, (), "≥ 0.95 ×"),
    ("first frame of the app", _AT_A_TERMINAL, ("frame",), "≥ 0.95 ×"),
    ("in the app, from a key until the screen changes", _AT_A_TERMINAL, ("key",), "≥ 0.95 ×"),
    ("line by line, from Enter until the next question", _AT_A_TERMINAL, ("move",), "≥ 0.95 ×"),
    (f"`squarely {' '.join(SWEEP)}`", _LAB, SWEEP, "≥ 0.8 ×"),
)


def beside_before() -> Iterator[tuple[str, str, str, str, str]]:
    """For each piece of work the seconds of this version and of the one before; nothing where none is named."""
    before = os.environ.get("SQUARELY_BEFORE")
    for what, program, arguments, wanted in _WORK if before else ():
        best = dict.fromkeys((ROOT, Path(str(before))), float("inf"))
        for _ in range(_ROUNDS):
            for tree in best:
                best[tree] = min(best[tree], _run(tree, program, arguments))
        new, old = best.values()
        yield what, f"{new:.3f} s", f"the version before: {old:.3f} s", f"{old / new:.2f} ×", wanted


def _run(tree: Path, program: str, arguments: tuple[str, ...]) -> float:
    python = str(tree / ".venv" / "bin" / "python")
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home}
        done = subprocess.run(
            [python, "-c", program, *arguments], cwd=tree, env=environment, stdout=subprocess.PIPE, check=True
        )
    return float(done.stdout)


if __name__ == "__main__":
    began = time.perf_counter()
    for row in beside_before():
        print(*row, sep=" | ", flush=True)
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
