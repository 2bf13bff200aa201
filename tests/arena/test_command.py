"""`squarely arena`: run, killed and called again, reported, ranked and asked; and what it says when it cannot."""

import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from squarely.arena.run.plan import generate_fixtures, parse_plan
from squarely.cli import squarely
from tests.arena.runs import program
from tests.patience import PATIENCE, wait_until
from tests.players.model_server import plays, says, serving
from tests.terminal.driving import Desk, refusal

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
PLAN = 'players = ["random", "level:1", "perfect"]\nseeds = "1-10"\ngames = ["center", "showdown"]\nturn_limit = 20\n'
MATCHES = 10 * 2 * 8


@pytest.fixture(autouse=True)
def _at_the_desk(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process is where the command is run, too."""
    monkeypatch.chdir(desk.here)
    monkeypatch.setenv("XDG_DATA_HOME", str(desk.data))


def arena(*args: str) -> Result:
    return CliRunner().invoke(squarely, ["arena", *args])


def written(text: str = PLAN, name: str = "plan.toml") -> None:
    Path(name).write_text(text)


def started(desk: Desk, place: str, lines: int) -> subprocess.Popen[bytes]:
    """A run of the plan in the middle, with so many matches in its log; or one that has ended."""
    log, running = desk.here / "plan.jsonl", desk.started("arena", "run", "plan.toml", "--on", place)
    wait_until(lambda: running.poll() is not None or (log.exists() and log.read_bytes().count(b"\n") >= lines))
    return running


def table(said: Result) -> str:
    """What was printed, but for what depends on the machine."""
    return said.stdout.partition("\nTime and cost")[0]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    with chdir(tmp_path_factory.mktemp("arena")):
        written()
        said = arena("run", "plan.toml", "--html", "out.html")
        assert said.exit_code == 0, said.stderr
        assert said.stdout.startswith(f"{MATCHES} matches: center from 10 openings, showdown from 10 openings.")
        assert f"0 of {MATCHES} matches\n" in said.stderr
        assert f"{MATCHES} of {MATCHES} matches\n" in said.stderr
        assert Path("out.html").read_text().startswith("<!DOCTYPE html>")
        return table(said), Path("plan.jsonl").read_bytes()


@pytest.fixture
def log(whole: tuple[str, bytes]) -> Path:
    written()
    Path("plan.jsonl").write_bytes(whole[1])
    return Path("plan.jsonl")


def test_a_second_run_plays_nothing_and_a_damaged_log_is_mended_by_playing(log: Path, whole: tuple[str, bytes]) -> None:
    printed, complete = whole
    again = arena("run", "plan.toml")
    assert (again.exit_code, table(again), log.read_bytes()) == (0, printed, complete)
    assert table(arena("report", "plan.jsonl")) == printed
    assert json.loads(arena("report", "plan.jsonl", "--json").stdout)["matches"] == MATCHES
    lines = complete.splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:3], b"rubbish\n", *lines[4:-1], lines[-1][:50]]))
    assert "line 4 of plan.jsonl is left out" in arena("report", "plan.jsonl").stderr
    said = arena("run", "plan.toml")
    assert (said.exit_code, table(said)) == (0, printed)
    assert "line 4 of plan.jsonl is left out: it is not JSON." in said.stderr
    assert f"line {MATCHES} of plan.jsonl is left out: it was cut short." in said.stderr


def test_a_run_killed_at_any_moment_loses_and_repeats_nothing(desk: Desk, whole: tuple[str, bytes]) -> None:
    written(PLAN + "batch = 5\n")
    log = desk.here / "plan.jsonl"
    for wanted, place in ((1, "here"), (90, "processes:2")):
        running = started(desk, place, wanted)
        running.kill()
        running.communicate(timeout=PATIENCE)
    before = log.read_bytes()
    said = arena("run", "plan.toml")
    assert (said.exit_code, table(said)) == (0, whole[0])
    assert log.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    lines = [json.loads(line) for line in log.read_bytes().splitlines()]
    seats = [tuple(line[name] for name in ("game", "seed", "leg", "first", "second")) for line in lines]
    planned = [(f.game, f.seed, f.leg, f.first, f.second) for f in generate_fixtures(parse_plan(PLAN))]
    assert sorted(seats) == sorted(planned)


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_the_workers_of_a_run_that_ends_leave_too_and_what_was_played_is_kept(desk: Desk, sent: signal.Signals) -> None:
    written(PLAN.replace('"1-10"', '"1-2000"'))
    running = started(desk, "processes:2", 1)
    children = [int(number) for number in Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()]
    assert len(children) >= 2
    running.send_signal(sent)
    _, err = running.communicate(timeout=PATIENCE)
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    if sent == signal.SIGINT:
        assert (running.returncode, b"Traceback" in err) == (130, False)
        assert (desk.here / "plan.jsonl").read_bytes().endswith(b"\n")


def test_a_log_of_another_plan_is_kept_and_a_budget_stops_a_run(log: Path) -> None:
    written(f"{PLAN.replace('turn_limit = 20', 'turn_limit = 10')}budget.matches = {MATCHES + 10}\n")
    said = arena("run", "plan.toml")
    assert said.exit_code == 1
    assert f"{MATCHES} matches in plan.jsonl are not of this plan; they stay there." in said.stderr
    stopped = f"Stopped: the budget of {MATCHES + 10} matches is spent.\n{MATCHES - 10} of {MATCHES} matches are left"
    assert stopped in said.stderr
    assert said.stdout.startswith("10 matches: ")
    assert len(log.read_bytes().splitlines()) == MATCHES + 10


def test_a_dead_model_is_told_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    written('players = ["random", "level:1", "llm:m"]\nseeds = "1-2"\ngames = ["center"]\ntime_limit = 0.5\n')
    monkeypatch.setenv("SQUARELY_LLM_URL", "http://127.0.0.1:9/v1")
    said = arena("run", "plan.toml")
    assert "could not be played: " in said.stderr
    (left,) = map(int, re.findall(r"(\d+) of 16 matches are left: none of them counts; call it again to", said.stderr))
    assert (said.exit_code, 0 < left <= 8) == (1, True)
    with serving(plays(lambda moves: moves[0])) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        said = arena("run", "plan.toml")
    assert said.exit_code == 0
    assert said.stdout.startswith("16 matches: center from 2 openings.")


def test_faults_have_a_table_of_their_own(desk: Desk) -> None:
    players = ["perfect", program(desk.here, "print(7, flush=True)")]
    written(f'players = {players}\nseeds = "1-10"\ngames = ["center"]\n')
    refused = refusal("arena", "run", "plan.toml")
    assert refused.startswith(f"plan.toml wants to run {shlex.quote(sys.executable)} ")
    assert refused.endswith(" on this machine; if you trust it, add: --allow-programs")
    assert not (desk.here / "plan.jsonl").exists(), "nothing was played"
    said = arena("run", "plan.toml", "--allow-programs")
    assert said.exit_code == 0, said.stderr
    found = dict(part.split("\n", 1) for part in said.stdout.split("\n\n") if "\n" in part)
    (row,) = [line for line in found["Faults"].splitlines() if "program:" in line]
    turns, *counts = map(int, row.split()[-8:])
    assert counts == [0, turns, 0, 0, 0, 0, 0]
    assert re.search(r"perfect +100\.0 \(\d\d\.\d to 100\.0\)", said.stdout)
    answered = found["Skill when it answered, without its faults"]
    assert re.search(r"player0\.py +-", answered)
    assert "perfect" not in answered


def test_a_mistake_is_a_sentence(desk: Desk) -> None:
    written()
    written('player = ["random"]', "bad.toml")
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
        assert said in refusal("arena", *arguments.split())


def test_the_leaderboard_counts_a_run_once(desk: Desk, log: Path) -> None:
    assert arena("rank").stdout == "Nobody is ranked yet; add a run: squarely arena rank LOG\n"
    first = arena("rank", "plan.jsonl")
    assert first.stderr == f"{MATCHES} new matches added.\n"
    assert re.search(r"^  perfect +100\.0 ", first.stdout, re.MULTILINE)
    shutil.copy(log, desk.here / "copy.jsonl")
    again = arena("rank", "plan.jsonl", "copy.jsonl")
    assert (again.stderr, again.stdout) == ("0 new matches added.\n", first.stdout)
    written(PLAN.replace('"1-10"', '"9-12"'))  # two of them played once more, with the same moves
    arena("run", "plan.toml", "--log", "more.jsonl")
    assert arena("rank", "more.jsonl").stderr == f"{2 * 2 * 8} new matches added.\n"
    assert json.loads(arena("rank", "--json").stdout)["matches"] == MATCHES + 2 * 2 * 8
    board = desk.data / "squarely" / "arena" / "leaderboard.jsonl"
    board.write_bytes(board.read_bytes()[:-30])
    assert "was cut short" in arena("rank").stderr


def test_a_data_set_is_the_same_for_the_same_seed_and_a_model_is_examined(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in ("one.jsonl", "two.jsonl"):
        said = arena("probe", "showdown", "snatchers", "--export", "40", file, "--seed", "4")
        assert said.stdout == f"Written: {file}, 40 questions\n"
    assert (desk.here / "one.jsonl").read_bytes() == (desk.here / "two.jsonl").read_bytes()
    lines = [json.loads(line) for line in (desk.here / "one.jsonl").read_text().splitlines()]
    assert (len(lines), {line["game"] for line in lines}) == (40, {"showdown", "snatchers"})
    monkeypatch.setattr("squarely.solver.oracle.QUICK", 100)  # it gives up sooner on what is too large anyway
    said = arena("probe", "quad", "--option", "size=6", "--count", "12", "--json")
    assert "quad is too large to be solved at once: only legal, over can be asked." in said.stderr
    assert {json.loads(line)["kind"] for line in said.stdout.splitlines()} == {"legal", "over"}
    with serving(says("ANSWER: yes")) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        said = arena("probe", "showdown", "--player", "llm:m", "--count", "30", "--kind", "over")
    assert re.match(r"llm:m: \d+ of 30 questions right\. Faults: none\.\n", said.stdout)
    assert "not told apart from plain" in said.stdout


def test_a_game_from_outside_is_measured_too(desk: Desk, installed: str) -> None:
    written('players = ["random", "perfect"]\nseeds = "1-10"\ngames = [{name = "hop", options = "size=3"}]\n')
    said = desk.squarely("arena", "run", "plan.toml", "--on", "processes:1", PYTHONPATH=installed)
    assert said.code == 0, said.err
    assert "perfect is better than random" in said.out


def test_the_example_is_a_plan_and_the_page_shows_it() -> None:
    example = (ROOT / "examples" / "arena.toml").read_text()
    assert len(list(generate_fixtures(parse_plan(example)))) == 20 * 3 * 14
    page = (ROOT / "docs" / "arena.md").read_text()
    lines = [line.removeprefix("    ") for line in page.splitlines() if line.startswith("    ") or not line]
    assert example.strip() in "\n".join(lines)


def test_a_core_install_is_told_what_to_add_before_anything_is_played(desk: Desk) -> None:
    missing = ("numpy", "numba", "openskill", "ray", "anyio", "httpx2", "mcp", "starlette", "uvicorn")
    code = f"""
import sys
sys.modules.update(dict.fromkeys({missing}))
from squarely.cli import main
for line in sys.stdin:
    sys.argv[1:] = line.split()
    print(main())
"""
    written()
    (desk.here / "old.jsonl").touch()
    needed = "the arena needs numpy and openskill; install the extra: pip install 'squarely[agents]'"
    commands = {
        **dict.fromkeys(("arena run plan.toml", "arena report old.jsonl", "arena rank old.jsonl"), needed),
        "serve": "pip install 'squarely[web]'",
        "mcp": "squarely: squarely mcp needs mcp.server; install it with: pip install 'squarely[agents]'",
        "play quad --second llm:x": "pip install 'squarely[agents]'",
        "solve quad -o size=5": "pip install 'squarely[solve]'",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], input="\n".join(commands), env=desk.environment(), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout == "2\n" * len(commands)
    for told, said in zip(commands.values(), done.stderr.splitlines(), strict=True):
        assert told in said
    assert not (desk.here / "plan.jsonl").exists()
