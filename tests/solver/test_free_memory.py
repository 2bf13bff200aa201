"""What may still be used is what is really there: of the machine, of the process and of its group."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.solver import free_memory, large, oracle
from squarely.solver.large import GraphBuilder

UNDER_A_LIMIT = """
import resource, sys
from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.solver import free_memory
from squarely.solver.large import GraphBuilder
growing = GraphBuilder(registry.load("showdown"), registry.load("showdown").start())
limit = free_memory._free_of_process(free_memory._PROC)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), resource.RLIM_INFINITY))
print(limit == free_memory.NO_LIMIT, 0 < free_memory.measure_free_memory() <= 64 << 20)
try:
    growing._ask_for(1 << 24, 1 << 26, 1 << 26)
except TooLarge as refusal:
    print(refusal)
"""
SHOWDOWN = registry.load("showdown")


@pytest.mark.slow
def test_limits_of_the_process_count() -> None:
    said = subprocess.check_output([sys.executable, "-c", UNDER_A_LIMIT], text=True).splitlines()
    assert said[0] == "True True"
    assert "needs over 2 GiB; there are 0. A smaller size" in said[1]


@pytest.mark.slow
def test_memory_that_was_only_asked_for_is_not_counted_as_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays are long from the beginning; what nobody wrote to must not be added to what is free."""
    monkeypatch.setattr(large, "measure_free_memory", lambda: 2**30)
    growing = GraphBuilder(SHOWDOWN, SHOWDOWN.start())
    growing.children = np.empty(1 << 28, np.int32)
    with pytest.raises(TooLarge) as refused:
        growing._ask_for(1 << 30, 1 << 30, 1 << 30)
    assert re.search(r"there are (\d+)", str(refused.value))[1] == "1"  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.xdist_group("compiled quad")
def test_memory_is_asked_for_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "measure_free_memory", lambda: 50 * 2**20)
    quad = registry.load("quad", "size=5")
    with pytest.raises(TooLarge, match=r"needs over .* GiB; there are .* would help"):
        GraphBuilder(quad, quad.start()).explore()


def test_limits_of_groups_count_however_deep(tmp_path: Path) -> None:
    proc, groups = tmp_path / "proc", tmp_path / "cgroup"
    outer, inner, box = groups / "outer", groups / "outer" / "inner", groups / "memory" / "box"
    for folder in (proc / "self", inner, box):
        folder.mkdir(parents=True)
    (proc / "self" / "cgroup").write_text("0::/outer/inner\n")
    assert free_memory._free_of_group(proc, groups) == free_memory.NO_LIMIT
    for folder, most, used in ((outer, "5000", "1500"), (inner, "max", "1000")):
        for name, text in (("max", most), ("current", used), ("stat", "anon 1\ninactive_file 300")):
            (folder / f"memory.{name}").write_text(f"{text}\n")
    assert free_memory._free_of_group(proc, groups) == 5000 - 1500 + 300
    (proc / "self" / "cgroup").write_text("4:cpu,memory:/box\n1:name=systemd:/x\n")
    for name, text in (("limit_in_bytes", "900"), ("usage_in_bytes", "400"), ("stat", "total_inactive_file 50")):
        (box / f"memory.{name}").write_text(text)
    assert free_memory._free_of_group(proc, groups) == 900 - 400 + 50


def test_running_out_of_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(large, "solve_layers", gone)
    with pytest.raises(TooLarge, match=r"not enough memory .* would help"):
        large.solve(SHOWDOWN, SHOWDOWN.start())
    monkeypatch.setattr(oracle, "SmallSolution", gone)
    monkeypatch.setattr("squarely.solver.cache.load_solution", lambda *_: None)
    with pytest.raises(TooLarge, match=r"not enough memory .* would help"):
        oracle.Oracle(SHOWDOWN).value(SHOWDOWN.start())
