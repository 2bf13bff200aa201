"""Solve a game of a billion positions whole, with distances: Connect Four, 5 wide and 6 high.

The number is John Tromp's (tromp.github.io/c4/c4.html), as is who wins: nobody. Interrupted, it goes on where it was.
"""

import os
import re
import resource
import sys
import time
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
PAGE = ROOT / "docs" / "solving.md"
OPTIONS, POSITIONS, TIED = "rows=6,columns=5", 1_044_334_437, "a tie in 30 moves"
MARK = re.compile(r"(<!-- make bench-billion -->\n).*?(\n<!-- -->)", re.DOTALL)


def main() -> None:
    """Solve it, check what is known of it, and write the line in the page about solving."""
    from squarely.solver.cache import folder
    from squarely.solver.large import solve
    from squarely.solver.shelf import Shelf
    from tests.games.classics import classic

    game, began, begun = classic("connect_four", OPTIONS), time.perf_counter(), folder() / "billion.begun"
    is_resumed = (begun / "state.json").exists()
    solution = solve(game, game.start(), lambda count: print(f"\r{count:,}", end="", file=sys.stderr), begun)
    seconds, value, summary = time.perf_counter() - began, solution.value(game.start()), solution.summary()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    cores = len(os.sched_getaffinity(0))
    line = (
        f"Connect Four, 5 wide and 6 high, {date.today()}, {cores} cores: {summary.positions:,} positions, {value}, in "
        f"{seconds:,.0f} s with at most {memory / 1e9:.1f} GB ({memory / summary.positions:.1f} bytes a position)"
    )
    print(f"\n{line}{', the last part of it' if is_resumed else ''}.")
    assert (summary.positions, str(value)) == (POSITIONS, TIED), "not what is published"
    if not is_resumed:
        PAGE.write_text(MARK.sub(rf"\g<1>{line}.\g<2>", PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    Shelf(begun).clear()


if __name__ == "__main__":
    main()
