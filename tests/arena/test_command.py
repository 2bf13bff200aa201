"""`squarely arena`: run, killed and called again, reported, ranked and asked; and what it says when it cannot."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from squarely.arena.run.plan import generate_fixtures, parse_plan
from tests.arena.runs import program
from tests.patience import PATIENCE, wait_until
from tests.players.model_server import plays, says, serving
from tests.terminal.driving import Desk, Said

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
PLAN = 'players = ["random", "level:1", "perfect"]\nseeds = "1-10"\ngames = ["center", "showdown"]\nturn_limit = 20\n'
MATCHES = 10 * 2 * 8


def written(desk: Desk, text: str = PLAN, name: str = "plan.toml") -> None:
    (desk.here / name).write_text(text)


def started(desk: Desk, place: str, lines: int) -> subprocess.Popen[bytes]:
    """A run of the plan in the middle, with so many matches in its log; or one that has ended."""
    log, running = desk.here / "plan.jsonl", desk.started("arena", "run", "plan.toml", "--on", place)
    wait_until(lambda: running.poll() is not None or (log.exists() and log.read_bytes().count(b"\n") >= lines))
    return running


def table(said: Said) -> str:
    """What was printed, but for what depends on the machine."""
    return said.out.partition("\nTime and cost")[0]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """What a run of the whole plan has printed, and its log."""
    desk = Desk(tmp_path_factory.mktemp("arena"))
    written(desk)
    said = desk.squarely("arena", "run", "plan.toml", "--html", "out.html")
    assert said.code == 0, said.err
    assert said.out.startswith(f"{MATCHES} matches: center from 10 openings, showdown from 10 openings.")
    assert f"0 of {MATCHES} matches\n" in said.err
    assert f"{MATCHES} of {MATCHES} matches\n" in said.err
    assert (desk.here / "out.html").read_text().startswith("<!DOCTYPE html>")
    return table(said), (desk.here / "plan.jsonl").read_bytes()


@pytest.fixture
def log(desk: Desk, whole: tuple[str, bytes]) -> Path:
    """The log of such a run, on this desk, beside its plan."""
    written(desk)
    (desk.here / "plan.jsonl").write_bytes(whole[1])
    return desk.here / "plan.jsonl"


def test_a_second_run_plays_nothing_and_a_damaged_log_is_mended_by_playing(
    desk: Desk, log: Path, whole: tuple[str, bytes]
) -> None:
    printed, complete = whole
    again = desk.squarely("arena", "run", "plan.toml")
    assert (again.code, table(again), log.read_bytes()) == (0, printed, complete)
    assert table(desk.squarely("arena", "report", "plan.jsonl")) == printed
    assert json.loads(desk.squarely("arena", "report", "plan.jsonl", "--json").out)["matches"] == MATCHES
    lines = complete.splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:3], b"rubbish\n", *lines[4:-1], lines[-1][:50]]))
    assert "line 4 of plan.jsonl is left out" in desk.squarely("arena", "report", "plan.jsonl").err
    said = desk.squarely("arena", "run", "plan.toml")
    assert (said.code, table(said)) == (0, printed)
    assert "line 4 of plan.jsonl is left out: it is not JSON." in said.err
    assert f"line {MATCHES} of plan.jsonl is left out: it was cut short." in said.err


@pytest.mark.parametrize("place", ["here", "processes:2"])
def test_a_run_killed_at_any_moment_loses_and_repeats_nothing(desk: Desk, place: str, whole: tuple[str, bytes]) -> None:
    written(desk, PLAN + "batch = 5\n")
    log = desk.here / "plan.jsonl"
    for wanted in (1, 90):
        running = started(desk, place, wanted)
        running.kill()
        running.communicate(timeout=PATIENCE)
    before = log.read_bytes()
    said = desk.squarely("arena", "run", "plan.toml", "--on", place)
    assert (said.code, table(said)) == (0, whole[0])
    assert log.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    lines = [json.loads(line) for line in log.read_bytes().splitlines()]
    seats = [tuple(line[name] for name in ("game", "seed", "leg", "first", "second")) for line in lines]
    planned = [(f.game, f.seed, f.leg, f.first, f.second) for f in generate_fixtures(parse_plan(PLAN))]
    assert sorted(seats) == sorted(planned)


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_the_workers_of_a_run_that_ends_leave_too_and_what_was_played_is_kept(desk: Desk, sent: signal.Signals) -> None:
    written(desk, PLAN.replace('"1-10"', '"1-2000"'))
    running = started(desk, "processes:2", 1)
    children = [int(number) for number in Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()]
    assert len(children) >= 2
    running.send_signal(sent)
    _, err = running.communicate(timeout=PATIENCE)
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    if sent == signal.SIGINT:
        assert (running.returncode, b"Traceback" in err) == (130, False)
        assert (desk.here / "plan.jsonl").read_bytes().endswith(b"\n")


def test_a_log_of_another_plan_is_kept_and_a_budget_stops_a_run(desk: Desk, log: Path) -> None:
    written(desk, f"{PLAN.replace('turn_limit = 20', 'turn_limit = 10')}budget.matches = {MATCHES + 10}\n")
    said = desk.squarely("arena", "run", "plan.toml")
    assert said.code == 1
    assert f"{MATCHES} matches in plan.jsonl are not of this plan; they stay there." in said.err
    stopped = f"Stopped: the budget of {MATCHES + 10} matches is spent.\n{MATCHES - 10} of {MATCHES} matches are left"
    assert stopped in said.err
    assert said.out.startswith("10 matches: ")
    assert len(log.read_bytes().splitlines()) == MATCHES + 10


def test_a_dead_model_is_told_and_the_rest_goes_on(desk: Desk) -> None:
    written(desk, 'players = ["random", "level:1", "llm:m"]\nseeds = "1-2"\ngames = ["center"]\ntime_limit = 0.5\n')
    said = desk.squarely("arena", "run", "plan.toml", SQUARELY_LLM_URL="http://127.0.0.1:9/v1")
    assert "could not be played: " in said.err
    (left,) = map(int, re.findall(r"(\d+) of 16 matches are left: none of them counts; call it again to", said.err))
    assert said.out.startswith(f"{16 - left} matches: center from 2 openings.")
    assert (said.code, 0 < left <= 8) == (1, True)
    with serving(plays(lambda moves: moves[0])) as server:
        said = desk.squarely("arena", "run", "plan.toml", SQUARELY_LLM_URL=server.url)
    assert said.code == 0
    assert said.out.startswith("16 matches: center from 2 openings.")
    assert "Nobody made a fault." in said.out


def test_faults_have_a_table_of_their_own(desk: Desk) -> None:
    players = ["perfect", program(desk.here, "print(7, flush=True)")]
    written(desk, f'players = {players}\nseeds = "1-12"\ngames = ["center"]\n')
    refused = desk.squarely("arena", "run", "plan.toml")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"squarely: plan.toml wants to run {shlex.quote(sys.executable)} ")
    assert refused.err.endswith(" on this machine; if you trust it, add: --allow-programs\n")
    assert not (desk.here / "plan.jsonl").exists(), "nothing was played"
    said = desk.squarely("arena", "run", "plan.toml", "--allow-programs")
    assert said.code == 0, said.err

    def row_of_program(heading: str) -> str:
        section = said.out.partition(f"\n{heading}")[2].partition("\n\n")[0]
        (row,) = [line for line in section.splitlines() if "program:" in line]
        return row

    turns, *counts = map(int, row_of_program("Faults\n").split()[-8:])
    assert counts == [0, turns, 0, 0, 0, 0, 0]
    assert re.search(r"perfect +100\.0 \(\d\d\.\d to 100\.0\)", said.out)
    assert re.search(r"player0\.py +-", said.out.partition("Skill when it answered")[2])
    worse_than_chance = r"player0\.py +-\d\d\d?\.\d \("  # it loses all that can be lost
    assert re.search(worse_than_chance, row_of_program("Skill"))


def test_a_mistake_is_a_sentence(desk: Desk) -> None:
    written(desk)
    written(desk, 'player = ["random"]', "bad.toml")
    (desk.here / "empty.jsonl").touch()
    for arguments, said in {
        "run none.toml": "File 'none.toml' does not exist.",
        "run bad.toml": "bad.toml: it has no 'player'; did you mean players?",
        "run plan.toml --on mars": "--on is here, processes:N (1 to 1000), ray or ray:ADDRESS, not 'mars'",
        "report none.jsonl": "File 'none.jsonl' does not exist.",
        "report empty.jsonl": "empty.jsonl has no match to report",
        "rank none.jsonl": "File 'none.jsonl' does not exist.",
        "probe quda": "there is no game 'quda'; did you mean quad?",
        "probe quad --kind why": "there are no questions of the kind 'why'",
        "probe --option size=3": "options belong to one game",
        "probe center --player level:3": "level:3 cannot answer questions, it only moves; an llm:MODEL can",
        "probe center --export 5 no/such/folder.jsonl": "cannot be written",
    }.items():
        found = desk.squarely("arena", *arguments.split())
        assert (found.code, found.out) == (2, ""), arguments
        assert said in found.err


def test_the_leaderboard_counts_a_run_once(desk: Desk, log: Path) -> None:
    assert desk.squarely("arena", "rank").out == "Nobody is ranked yet; add a run: squarely arena rank LOG\n"
    first = desk.squarely("arena", "rank", "plan.jsonl")
    assert first.err == f"{MATCHES} new matches added.\n"
    assert re.search(r"^  perfect +100\.0 ", first.out, re.MULTILINE)
    shutil.copy(log, desk.here / "copy.jsonl")
    again = desk.squarely("arena", "rank", "plan.jsonl", "copy.jsonl")
    assert (again.err, again.out) == ("0 new matches added.\n", first.out)
    written(desk, PLAN.replace('"1-10"', '"5-14"'))  # six of them played once more, with the same moves
    desk.squarely("arena", "run", "plan.toml", "--log", "more.jsonl")
    assert desk.squarely("arena", "rank", "more.jsonl").err == f"{4 * 2 * 8} new matches added.\n"
    assert json.loads(desk.squarely("arena", "rank", "--json").out)["matches"] == MATCHES + 4 * 2 * 8
    board = desk.data / "squarely" / "arena" / "leaderboard.jsonl"
    board.write_bytes(board.read_bytes()[:-30])
    assert "was cut short" in desk.squarely("arena", "rank").err


def test_a_data_set_is_written_the_same_for_the_same_seed(desk: Desk) -> None:
    for file in ("one.jsonl", "two.jsonl"):
        said = desk.squarely("arena", "probe", "center", "snatchers", "--export", "100", file, "--seed", "4")
        assert said.out == f"Written: {file}, 100 questions\n"
    assert (desk.here / "one.jsonl").read_bytes() == (desk.here / "two.jsonl").read_bytes()
    lines = [json.loads(line) for line in (desk.here / "one.jsonl").read_text().splitlines()]
    assert (len(lines), {line["game"] for line in lines}) == (100, {"center", "snatchers"})
    assert sorted(os.listdir(desk.here)) == ["one.jsonl", "two.jsonl"]
    said = desk.squarely("arena", "probe", "quad", "--option", "size=6", "--count", "12", "--json")
    assert "quad is too large to be solved at once: only legal, over can be asked." in said.err
    assert {json.loads(line)["kind"] for line in said.out.splitlines()} == {"legal", "over"}


def test_a_model_is_examined(desk: Desk) -> None:
    with serving(says("ANSWER: yes")) as server:
        asked = ("arena", "probe", "center", "--player", "llm:m", "--count", "30", "--kind", "over")
        said = desk.squarely(*asked, SQUARELY_LLM_URL=server.url)
    assert said.code == 0, said.err
    assert re.match(r"llm:m: \d+ of 30 questions right\. Faults: none\.\n", said.out)
    assert "not told apart from plain" in said.out


def test_a_game_from_outside_is_measured_and_asked_too(desk: Desk, installed: str) -> None:
    written(desk, 'players = ["random", "perfect"]\nseeds = "1-10"\ngames = [{name = "hop", options = "size=3"}]\n')
    said = desk.squarely("arena", "run", "plan.toml", "--on", "processes:1", PYTHONPATH=installed)
    assert said.code == 0, said.err
    assert "perfect is better than random" in said.out
    asked = desk.squarely("arena", "probe", "hop", "-o", "size=3", "--count", "25", "--json", PYTHONPATH=installed)
    assert len(asked.out.splitlines()) == 25


def test_the_example_is_a_plan_and_the_page_shows_it() -> None:
    example = (ROOT / "examples" / "arena.toml").read_text()
    assert len(list(generate_fixtures(parse_plan(example)))) == 20 * 3 * 14
    page = (ROOT / "docs" / "arena.md").read_text()
    lines = [line.removeprefix("    ") for line in page.splitlines() if line.startswith("    ") or not line]
    assert example.strip() in "\n".join(lines)


def test_a_core_install_is_told_what_to_add_before_anything_is_played(desk: Desk) -> None:
    missing = ("numpy", "numba", "openskill", "ray", "anyio", "httpx2", "mcp", "starlette", "uvicorn")
    (desk.here / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({missing}))\n")
    written(desk)
    (desk.here / "old.jsonl").touch()
    needed = "rena needs numpy and openskill; install the extra: pip install 'squarely[agents]'"
    for commands, told in {
        ("arena run plan.toml", "arena report old.jsonl", "arena rank old.jsonl", "arena rank"): needed,
        ("serve",): "pip install 'squarely[web]'",
        ("mcp", "play quad --second llm:x", "arena probe center --player llm:x"): "pip install 'squarely[agents]'",
        ("solve quad -o size=5", "play quad -o size=5 --second perfect"): "pip install 'squarely[solve]'",
    }.items():
        for command in commands:
            said = desk.squarely(*command.split(), PYTHONPATH=str(desk.here))
            assert (said.code, said.out) == (2, ""), command
            assert told in said.err, command
    assert not (desk.here / "plan.jsonl").exists()
