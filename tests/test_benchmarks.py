"""What `make bench` has measured is written at once; what fails twice is said to be missing, and loses nothing else."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

RUN = Path(__file__).parents[1] / "benchmarks" / "run.py"


@pytest.fixture
def run() -> Any:
    spec = importlib.util.spec_from_file_location("bench_run", RUN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_part_is_tried_again_once_and_written_when_it_is_measured(run: Any) -> None:
    tried: list[str] = []
    pages: list[str] = []

    def quick() -> Any:
        return [run.Row("quick", "1 s", "", "", "")]

    def shaky() -> Any:
        tried.append("shaky")
        if len(tried) == 1:
            raise ValueError("NO_NAVSTART")
        return [run.Row("shaky", "2 s", "", "", "")]

    def broken() -> Any:
        raise KeyError("score")

    def write(found: dict[str, str]) -> None:
        pages.append("\n".join(found.values()))

    run.measure_all({"first": (quick, shaky), "second": (broken,)}, write)
    assert pages == [
        "| quick | 1 s |  |  |  |\n| shaky | missing | not measured |  |  |\n| broken | missing | not measured |  |  |",
        "| quick | 1 s |  |  |  |\n| shaky | 2 s |  |  |  |\n| broken | missing | not measured |  |  |",
        "| quick | 1 s |  |  |  |\n| shaky | 2 s |  |  |  |\n| broken | missing | failed twice: KeyError |  |  |",
    ]
    assert len(tried) == 2
