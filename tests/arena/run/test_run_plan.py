"""Wherever matches are played, the table is the same; whoever dies over one is replaced, and nothing counts twice."""

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from squarely.arena.report.data import build_report
from squarely.arena.run.match_result import MATCH, FailedMatch, MatchResult
from squarely.arena.run.plan import Fixture, generate_fixtures
from squarely.arena.run.play_match import play
from squarely.arena.run.run_plan import RunProgress, carry_out
from squarely.files.line_log import LineLog
from squarely.jobs.executors import Here, OnRay, Processes, executor
from squarely.jobs.work import BadExecutor, Executor, Failed, do_each
from tests.arena.runs import plan, played
from tests.boards import refusal

pytestmark = pytest.mark.slow
Results = list[MatchResult | FailedMatch | Failed[Fixture]]
Place = Executor[Fixture, MatchResult | FailedMatch]
FEW = """
players = ["random", "level:2", "perfect"]
seeds = "1-2"
games = ["center", "showdown"]
turn_limit = 30
batch = 7
"""
play_all = partial(do_each, play)


def table(matches: Any) -> bytes:
    """The report, but for what depends on the machine."""
    return msgspec.json.encode(msgspec.structs.replace(build_report(matches), effort=[]))


def run_on(place: Place, path: Path, text: str = FEW) -> tuple[RunProgress, dict[Any, MatchResult]]:
    with LineLog(path, MATCH) as log:
        return carry_out(plan(text), list(generate_fixtures(plan(text))), log, place), log.entries


def killing(marker: Path, deadly: Fixture, batch: list[Fixture]) -> Results:
    """Plays, but the first to come, and whoever gets the deadly match, dies in the middle."""
    results = play_all(batch[:2])
    if not marker.exists() or deadly in batch:
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return results + play_all(batch[2:])


@pytest.mark.parametrize("kind", ["processes", "ray"])
def test_whoever_dies_is_replaced_and_a_deadly_match_stops_no_other_and_is_not_lost(kind: str, tmp_path: Path) -> None:
    *_, last = fixtures = list(generate_fixtures(plan(FEW)))
    work, path = partial(killing, tmp_path / "killed", last), tmp_path / "run.jsonl"
    if kind == "ray":
        cluster_utils: Any = pytest.importorskip("ray.cluster_utils")
        cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        try:
            progress, found = run_on(OnRay(cluster.address, work), path)
        finally:
            cluster.shutdown()
    else:
        progress, found = run_on(Processes(1, work), path)
    assert [failed.fixture for failed in progress.failed] == fixtures[-(len(fixtures) % plan(FEW).batch) :]
    assert progress.left == len(progress.failed) == len(fixtures) - len(found)
    assert all("died" in failed.why for failed in progress.failed)
    again, found = run_on(Here(play_all), path)
    assert (again.left, again.failed, again.planned) == (0, [], len(fixtures))
    assert table(found.values()) == table(played(FEW))
    assert len(path.read_bytes().splitlines()) == len(fixtures)


def test_a_run_goes_on_where_it_stopped_and_a_budget_stops_it(tmp_path: Path) -> None:
    path, planned = tmp_path / "run.jsonl", len(played(FEW))
    for limit, stopped, count in (
        ("seconds = 0.000001", "the budget of 1e-06 seconds is spent", 0),
        ("matches = 1", "the budget of 1 matches is spent", 1),
        ("matches = 17", "the budget of 17 matches is spent", 17),
        ("cost = 1", "", planned),
    ):
        progress, found = run_on(Here(play_all), path, f"budget = {{{limit}}}\n{FEW}")
        assert (progress.stopped, progress.left, len(found)) == (stopped, planned - count, count)
        assert len(path.read_bytes().splitlines()) == count


def test_who_does_not_play_is_left_out_and_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SQUARELY_LLM_URL", "http://127.0.0.1:9/v1")
    text = "players = ['random', 'level:1', 'llm:m']\nseeds = '1-3'\ngames = ['center']\ncontrol = []\n"
    progress, found = run_on(Here(play_all), tmp_path / "run.jsonl", f"{text}batch = 1\ntime_limit = 0.5")
    pairs = [(each.fixture.first, each.fixture.second) for each in found.values()]
    assert sum("llm:m" not in pair for pair in pairs) == 6
    for each in found.values():
        assert "llm:m" not in {each.fixture.player(side) for side in each.movers}  # nothing but what it need not play
    assert progress.left == len(progress.failed) == 18 - len(found) > 3
    assert {failed.culprit.partition(" ")[0] for failed in progress.failed} == {"llm:m"}
    assert sum("could not play 3 matches in a row" in failed.why for failed in progress.failed) == progress.left - 3


def test_places_have_names(tmp_path: Path) -> None:
    for name, kind in {"here": Here, "processes:3": Processes, "ray": OnRay}.items():
        assert isinstance(executor(name, play_all), kind)
    for name in ("", "there", "processes", "processes:0", "processes:x", "ray:", "here:1"):
        assert refusal(BadExecutor, executor, name, play_all).startswith(
            "--on is here, processes:N (1 to 1000), ray or ray:ADDRESS"
        )
    wrong = msgspec.structs.replace(next(generate_fixtures(plan())), game="nosuch")
    (failed,) = play_all([wrong])
    assert isinstance(failed, Failed)
    assert failed.why.startswith("there is no game 'nosuch'")
    said = refusal(BadExecutor, run_on, executor("ray:127.0.0.1:1", play_all), tmp_path / "run.jsonl")
    assert said.startswith("the Ray cluster cannot be reached: ")
