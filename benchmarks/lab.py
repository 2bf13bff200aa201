"""How many rule sets the lab measures in a minute on two cores, beside the plain lab of the tests and beside Ray."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # for the plain lab, which lives in the tests

# What is swept: every measure of rule sets with hundreds to thousands of positions, so that the plain lab can follow.
SWEEP = ("lab", "snatchers", "--sweep", "size=4-7", "--sweep", "reach=1-3", "--sweep", "stuck", "--sweep", "diagonal")
PLAINLY = 3  # rule sets that the plain lab measures


class LabSpeed(NamedTuple):
    """What was measured."""

    rule_sets: int
    a_minute: float  # on two cores
    ray_a_minute: float
    plainly_a_minute: float
    is_same: bool  # whether both tables are the same, byte for byte


def measure_lab() -> LabSpeed:
    """Both places in turn, each with a log of its own; then the plain lab on some of the rule sets."""
    from squarely.core.rules import registry
    from squarely.lab.sweep.rule_sets import list_rule_sets, read_axes

    base = registry.load(SWEEP[1])
    options = list_rule_sets(base, read_axes(base, SWEEP[3::2])).options
    with tempfile.TemporaryDirectory() as folder:
        (table, seconds), (other, by_ray) = (_sweep(place, Path(folder)) for place in ("processes:2", "ray"))
    plainly = _measure_plainly(base.name, options[:: max(1, len(options) // PLAINLY)][:PLAINLY])
    count = len(options)
    return LabSpeed(count, 60 * count / seconds, 60 * count / by_ray, 60 / plainly, table == other)


def _sweep(place: str, folder: Path) -> tuple[bytes, float]:
    """The table as it was printed, and the seconds it took, starting and compiling included."""
    environment = os.environ | {"RAY_OVERRIDE_RESOURCES": '{"CPU": 2}'}
    log = str(folder / f"{place.partition(':')[0]}.jsonl")
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "squarely", *SWEEP, "--on", place, "--log", log],
        env=environment,
        capture_output=True,
        check=True,
    )
    return done.stdout, time.perf_counter() - began


def _measure_plainly(name: str, options: tuple[str, ...]) -> float:
    """Seconds that the plain lab takes for a rule set."""
    from squarely.core.rules import registry
    from tests.lab.measure.plain_lab import Plain, measure_play, measure_truth

    began = time.perf_counter()
    for text in options:
        game = registry.load(name, text)
        starts = [Plain(game, game.start())]
        measure_truth(game, starts)
        measure_play(game, starts)
    return (time.perf_counter() - began) / len(options)


if __name__ == "__main__":
    print(measure_lab())
