"""Solutions that are kept: once worked out, never half written, never believed when damaged."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner

from squarely.core.rules import registry
from squarely.core.rules.game import Game, Position
from squarely.files.cache_folder import remove_unused
from squarely.solver import cache, integrity, large
from squarely.solver.solution import SmallSolution
from squarely.solver.sorted_solution import SortedSolution
from squarely.terminal.solutions import solutions
from tests.patience import PATIENCE, wait_until
from tests.web.http.flooding import worked

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled showdown")]

SHOWDOWN, SMALL = registry.load("showdown"), registry.load("showdown", "size=3")  # the same machine code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    return tmp_path


def cached(game: Game = SHOWDOWN) -> SortedSolution:
    return cache.load_solution(game, game.start()) or cache.solve_and_keep(game, game.start())


def test_a_solution_is_worked_out_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cached()
    with monkeypatch.context() as unsolvable:
        unsolvable.setattr(large, "solve", lambda *_, **__: pytest.fail("solved again"))
        again = cached()
    small = SmallSolution(SHOWDOWN, [SHOWDOWN.start()])
    assert again.summary() == first.summary() == small.summary()
    assert all(again.value(position) == small.value(position) for position in small.graph.index)
    cached(SMALL)
    assert len(list(folder.iterdir())) == 2, "other options are another solution"
    monkeypatch.setattr(integrity, "fingerprint", lambda _: "other rules")
    cached()
    assert len(list(folder.iterdir())) == 3


def test_a_damaged_file_is_noticed_and_worked_out_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = cached().summary()
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for broken in (whole[:-9] + b"\x55" + whole[-8:], whole[:-5], b"", b"{}\n{}\n"):
        file.write_bytes(broken)
        assert cached().summary() == truth
        assert "is damaged; it is worked out again" in capsys.readouterr().err, broken
        assert file.read_bytes() == whole


def test_killed_while_writing_leaves_the_whole_old_file_or_the_whole_new_one(tmp_path: Path) -> None:
    path, solution, about = tmp_path / "x.solution", large.solve(SHOWDOWN, SHOWDOWN.start()), {"about": "showdown"}
    for layer in solution.layers.values():
        layer |= {name: array.repeat(50_000, 0) for name, array in layer.items()}

    def write_for_ever() -> None:
        while True:
            solution.write(path, about)

    process = multiprocessing.get_context("fork").Process(target=write_for_ever)
    process.start()
    wait_until(lambda: path.exists() and len(os.listdir(tmp_path)) > 1)  # in the middle of writing it again
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert SortedSolution.read(path, SHOWDOWN, about) is not None


def test_an_interrupted_solve_leaves_at_once_and_nothing_behind(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "squarely"), "solve", "quad", "--option", "size=5"]
    home = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=home)
    wait_until(lambda: worked(process.pid) > 1)  # seconds of its own: it is in the middle of it
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaint.strip()) == (130, "")
    assert list(tmp_path.rglob("*.solution")) == []


def test_what_is_kept_is_listed_with_where_it_lies_and_can_be_removed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("squarely.terminal.solutions.find_cache_folder", lambda _: folder)

    def ask(*args: str) -> str:
        return CliRunner().invoke(solutions, args).output

    assert ask() == f"0.0 MB in {folder}. `--clean` removes them; of solutions, 2 GiB are kept.\n"
    cached()
    cached(SMALL)
    (folder / "half.solution").write_bytes(b"squarely" * 100_000)
    lines = ask().splitlines()
    assert [line.split("  ")[-1] for line in lines[:-1]] == [
        "showdown size=3 from *../.../... 1 -",
        "showdown from *..../...../...../...../..... 1 -",
        "1 file of compiled code and the like",
    ]
    for path in folder.iterdir():
        os.utime(path, (1000, 1000))
    cached()  # whatever is used again is not the first to go
    assert [kept.options for kept in cache.list_solutions()] == ["", "size=3"]
    told = json.loads(ask("--older-than", "1", "--json"))
    assert [each["options"] for each in told["solutions"]] == ["size=3"]
    assert told["bytes"] == 800_000 + told["solutions"][0]["size"]
    assert "0.0 MB were removed" in ask("quad", "--clean")
    assert "were removed" in ask("--older-than", "1", "--clean")
    assert [kept.options for kept in cache.list_solutions()] == [""]
    ask("--clean")
    assert [*folder.iterdir()] == []


def test_interrupted_work_is_listed_too_and_that_of_another_version_of_the_solver_is_marked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("squarely.terminal.solutions.find_cache_folder", lambda _: folder)
    about = integrity.describe_content(SMALL, SMALL.start())
    states = json.dumps({"about": about}), json.dumps({"about": {**about, "solver": "?"}}), ""
    for age, state in enumerate(states):
        (begun := folder / f"showdown-{age}.begun").mkdir()
        (begun / "log-1").write_bytes(b"x" * 1_000_000)
        (begun / "state.json").write_text(state)
        for path in (*begun.iterdir(), begun):
            os.utime(path, (2_000 - age, 2_000 - age))
    line, orphan = "showdown size=3 from *../.../... 1 -, interrupted", ", of another version of the solver"
    told = [each.split("  ") for each in CliRunner().invoke(solutions, []).output.splitlines()]
    assert [each[-1] for each in told[:-1]] == [line, line + orphan, f"showdown from ?, interrupted{orphan}"]
    assert "3.0 MB were removed" in CliRunner().invoke(solutions, ["showdown", "--clean"]).output
    assert [*folder.iterdir()] == []


def test_beyond_a_size_what_was_not_used_for_the_longest_is_removed(folder: Path) -> None:
    for age, name in enumerate(("new", "middle", "old")):
        (folder / f"{name}.solution").write_bytes(b"x" * 100)
        os.utime(folder / f"{name}.solution", (1000 - age, 1000 - age))
    assert remove_unused(folder, "*.solution", 250) == 1
    assert {path.stem for path in folder.iterdir()} == {"new", "middle"}
    assert remove_unused(folder, "*.solution", 50) == 1  # the last one used stays
    assert {path.stem for path in folder.iterdir()} == {"new"}


def test_two_threads_solve_the_same_game_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, solve_once, solved, begun = SHOWDOWN.start(), large.solve, list[Game](), Event()

    def solve_slowly(game: Game, root: Position, progress: None, **_: object) -> SortedSolution:
        solved.append(game)
        begun.wait(0.2)  # for as long as a second thread would need to come here
        if len(solved) > 1:
            begun.set()
        return solve_once(game, root, progress)

    monkeypatch.setattr(large, "solve", solve_slowly)
    with ThreadPoolExecutor(2) as threads:
        found = [each.result() for each in [threads.submit(cache.solve_and_keep, SHOWDOWN, root) for _ in range(2)]]
    assert len(solved) == 1
    assert found[0].value(root) == found[1].value(root)
    assert len([*folder.glob("*.solution")]) == 1
