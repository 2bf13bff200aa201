"""What `make bench` has measured is written at once; what fails twice is said to be missing, and loses nothing else."""

import runpy
from pathlib import Path
from typing import Any

RUN = Path(__file__).parents[1] / "benchmarks" / "run.py"


def test_each_part_is_tried_again_once_and_written_when_it_is_measured() -> None:
    run = runpy.run_path(str(RUN))
    tried, pages = list[str](), list[str]()

    def quick() -> Any:
        return [run["Row"]("quick", "1 s", "", "", "")]

    def shaky() -> Any:
        tried.append("shaky")
        if len(tried) == 1:
            raise ValueError("NO_NAVSTART")
        return [run["Row"]("shaky", "2 s", "", "", "")]

    def broken() -> Any:
        raise KeyError("score")

    parts = {"first": (quick, shaky), "second": (broken,)}
    run["measure_all"](parts, lambda found: pages.append("\n".join(found.values())))
    assert pages == [
        "| quick | 1 s |  |  |  |\n| shaky | missing | not measured |  |  |\n| broken | missing | not measured |  |  |",
        "| quick | 1 s |  |  |  |\n| shaky | 2 s |  |  |  |\n| broken | missing | not measured |  |  |",
        "| quick | 1 s |  |  |  |\n| shaky | 2 s |  |  |  |\n| broken | missing | failed twice: KeyError |  |  |",
    ]
    assert len(tried) == 2
