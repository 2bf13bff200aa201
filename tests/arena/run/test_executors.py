"""Wherever matches are played, the table is the same; whoever dies over one is replaced, and nothing counts twice."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
from squarely.jobs.work import BadExecutor, Failed, do_each
from squarely.jobs.work import Executor as AnyExecutor
from tests.arena.runs import SMALL, plan, played, program, quoted
from tests.boards import refusal

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster with two workers."""
    from ray.cluster_utils import Cluster

    started: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    yield started.address
    started.shutdown()


Results = list[MatchResult | FailedMatch | Failed[Fixture]]
play_all = partial(do_each, play)
Executor = AnyExecutor[Fixture, MatchResult | FailedMatch]
FEW = SMALL.replace('"1-12"', '"1-2"')
BOTH = pytest.mark.parametrize("kind", ["processes", "ray"])


@pytest.fixture
def place(kind: str, request: pytest.FixtureRequest) -> Callable[[Any], Executor]:
    """Where work is done."""
    return partial(OnRay, request.getfixturevalue("cluster")) if kind == "ray" else partial(Processes, 2)


def table(matches: Any) -> bytes:
    """The report, but for what depends on the machine."""
    return msgspec.json.encode(msgspec.structs.replace(build_report(matches), effort=[]))


def without_time(log: bytes) -> list[bytes]:
    return sorted(line.partition(b'"efforts"')[0] for line in log.splitlines())


def run_on(place: Executor, path: Path, text: str = SMALL) -> tuple[RunProgress, dict[Any, MatchResult]]:
    with LineLog(path, MATCH) as log:
        return carry_out(plan(text), list(generate_fixtures(plan(text))), log, place), log.entries


@BOTH
def test_the_table_is_the_same_byte_for_byte(tmp_path: Path, place: Callable[[Any], Executor]) -> None:
    progress, found = run_on(place(play_all), tmp_path / "run.jsonl")
    assert (progress.left, progress.failed) == (0, [])
    assert table(found.values()) == table(played())
    assert len((tmp_path / "run.jsonl").read_bytes().splitlines()) == len(played()) == progress.planned


def killing(marker: str, deadly: tuple[Any, ...], batch: list[Fixture]) -> Results:
    """Plays, but the first to come, or whoever gets a deadly match, dies in the middle."""
    results = play_all(batch[:2])
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if any(fixture in deadly for fixture in batch):
        os.kill(os.getpid(), signal.SIGKILL)
    return results + play_all(batch[2:])


@BOTH
def test_a_worker_that_dies_is_replaced(tmp_path: Path, place: Callable[[Any], Executor]) -> None:
    work = partial(killing, str(tmp_path / "killed"), ())
    progress, found = run_on(place(work), tmp_path / "run.jsonl", FEW)
    assert (tmp_path / "killed").exists()
    assert (progress.left, progress.failed) == (0, [])
    assert table(found.values()) == table(played(FEW))
    assert len((tmp_path / "run.jsonl").read_bytes().splitlines()) == len(played(FEW))


@BOTH
def test_a_deadly_match_does_not_stop_the_rest_and_is_not_lost(
    tmp_path: Path, place: Callable[[Any], Executor]
) -> None:
    text = FEW
    last = list(generate_fixtures(plan(text)))[-1]
    path = tmp_path / "run.jsonl"
    (tmp_path / "killed").touch()
    progress, found = run_on(place(partial(killing, str(tmp_path / "killed"), (last,))), path, text)
    assert last in {failed.fixture for failed in progress.failed}
    assert progress.left == len(progress.failed) <= plan(text).batch
    assert all("died" in failed.why for failed in progress.failed)
    again, found = run_on(Here(play_all), path, text)
    assert again.left == 0
    assert len(path.read_bytes().splitlines()) == len(found) == progress.planned


def test_a_player_that_kills_its_worker_once(tmp_path: Path, cluster: str) -> None:
    code = f"""
if not os.path.exists({str(tmp_path / "killed")!r}):
    pathlib.Path({str(tmp_path / "killed")!r}).touch()
    os.kill(os.getppid(), signal.SIGKILL)
print(moves[0], flush=True)
"""
    players = quoted("random", program(tmp_path, code))
    text = f"players = {players}\nseeds = '1-3'\ncontrol = []\ngames = ['center']\nbatch = 2"
    places: list[Executor] = [Processes(2, play_all), OnRay(cluster, play_all)]
    for number, place in enumerate(places):
        (tmp_path / "killed").unlink(missing_ok=True)
        progress, found = run_on(place, tmp_path / f"{number}.jsonl", text)
        assert (tmp_path / "killed").exists()
        assert (progress.left, progress.failed, len(found)) == (0, [], 6)
        assert not any(each.faults for each in found.values())
    first, second = ((tmp_path / f"{number}.jsonl").read_bytes() for number in range(2))
    assert without_time(first) == without_time(second)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Stopped by its budget again and again, and each time somewhere else."""
    path, text = tmp_path / "run.jsonl", FEW
    places: list[Executor] = [Here(play_all), Processes(2, play_all)]
    whole = len(list(generate_fixtures(plan(text))))
    for number in range(1, whole, 30):
        progress, found = run_on(places[number // 30 % 2], path, f"budget = {{matches = {number}}}\n{text}")
        assert len(found) == len(path.read_bytes().splitlines()) == number
        assert progress.stopped == f"the budget of {number:,} matches is spent"
    progress, found = run_on(Here(play_all), path, text)
    assert progress.left == 0
    assert table(found.values()) == table([each for each in played() if each.fixture.seed <= 2])
    assert max(Counter(path.read_bytes().splitlines()).values()) == 1


def test_batches_have_what_is_left(tmp_path: Path) -> None:
    handed = list[list[Fixture]]()

    class Noting:
        def results(self, batches: Iterable[list[Fixture]]) -> Iterator[Results]:
            handed.extend(batches)
            return iter(())

    with LineLog(tmp_path / "run.jsonl", MATCH) as log:
        log.add(played()[::3])
        whole = list(generate_fixtures(plan()))
        carry_out(plan(), whole, log, Noting())
        assert [each for batch in handed for each in batch] == [each for each in whole if each not in log.entries]
    assert {len(batch) for batch in handed[:-1]} == {20}


def test_a_budget_of_time_or_cost_stops_a_run(tmp_path: Path) -> None:
    progress, found = run_on(Here(play_all), tmp_path / "a.jsonl", f"budget = {{seconds = 0.000001}}\n{SMALL}")
    assert (progress.stopped, len(found)) == ("the budget of 1e-06 seconds is spent", 0)
    progress, found = run_on(Here(play_all), tmp_path / "b.jsonl", f"budget = {{cost = 1}}\n{SMALL}")
    assert (progress.stopped, progress.left) == ("", 0)


def test_who_does_not_play_is_left_out_and_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SQUARELY_LLM_URL", "http://127.0.0.1:9/v1")
    text = "players = ['random', 'level:1', 'llm:m']\nseeds = '1-3'\ngames = ['center']\ncontrol = []\n"
    progress, found = run_on(Here(play_all), tmp_path / "run.jsonl", f"{text}batch = 1\ntime_limit = 1")
    pairs = [(each.fixture.first, each.fixture.second) for each in found.values()]
    assert sum("llm:m" not in pair for pair in pairs) == 6
    for each in found.values():
        assert "llm:m" not in {each.fixture.player(side) for side in each.movers}  # nothing but what it need not play
    assert progress.left == len(progress.failed) == 18 - len(found) > 3
    assert {failed.culprit.partition(" ")[0] for failed in progress.failed} == {"llm:m"}
    assert sum("could not play 3 matches in a row" in failed.why for failed in progress.failed) == progress.left - 3


def test_what_a_batch_is_made_of() -> None:
    assert [type(each) for each in play_all(list(generate_fixtures(plan()))[:2])] == [
        MatchResult,
        MatchResult,
    ]
    wrong = msgspec.structs.replace(next(generate_fixtures(plan())), game="nosuch")
    (failed,) = play_all([wrong])
    assert isinstance(failed, Failed)
    assert failed.why.startswith("there is no game 'nosuch'")


def test_places_have_names() -> None:
    assert isinstance(executor("here", play_all), Here)
    assert isinstance(executor("processes:3", play_all), Processes)
    assert isinstance(executor("ray", play_all), OnRay)
    for name in ("", "there", "processes", "processes:0", "processes:x", "ray:", "here:1"):
        assert refusal(BadExecutor, executor, name, play_all).startswith(
            "--on is here, processes:N (1 to 1000), ray or ray:ADDRESS"
        )


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    said = refusal(BadExecutor, run_on, executor("ray:127.0.0.1:1", play_all), tmp_path / "run.jsonl")
    assert said.startswith("the Ray cluster cannot be reached: ")
