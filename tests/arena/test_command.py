"""`squarely arena`: run, killed and called again, reported, ranked and asked; and what it says when it cannot."""

import json
import os
import re
import shlex
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from squarely.arena.run import plan as plans
from squarely.arena.run.plan import generate_fixtures
from tests.patience import PATIENCE, wait_until
from tests.players.model_server import plays, says, serving
from tests.terminal.driving import Desk, Said

from .runs import program, quoted

ROOT = Path(__file__).resolve().parents[2]
PLAN = 'players = ["random", "level:1", "perfect"]\nseeds = "1-10"\ngames = ["center", "showdown"]\nturn_limit = 20\n'
MATCHES = 10 * 2 * 8


def written(desk: Desk, text: str = PLAN, name: str = "plan.toml") -> None:
    (desk.here / name).write_text(text)


def table(said: Said) -> str:
    """What was printed, but for what depends on the machine."""
    return said.out.partition("\nTime and cost")[0]


def test_a_run_reports_and_a_second_one_plays_nothing(desk: Desk) -> None:
    written(desk)
    said = desk.squarely("arena", "run", "plan.toml", "--html", "out.html")
    assert said.code == 0, said.err
    assert said.out.startswith(f"{MATCHES} matches: center from 10 openings, showdown from 10 openings.")
    assert f"0 of {MATCHES} matches\n" in said.err
    assert f"{MATCHES} of {MATCHES} matches\n" in said.err
    assert (desk.here / "out.html").read_text().startswith("<!DOCTYPE html>")
    log = (desk.here / "plan.jsonl").read_bytes()
    again = desk.squarely("arena", "run", "plan.toml")
    assert (again.code, table(again)) == (0, table(said))
    assert (desk.here / "plan.jsonl").read_bytes() == log
    reported = desk.squarely("arena", "report", "plan.jsonl")
    assert table(reported) == table(said)
    data = json.loads(desk.squarely("arena", "report", "plan.jsonl", "--json").out)
    assert data["matches"] == MATCHES


@pytest.mark.parametrize("place", ["here", "processes:2"])
def test_a_run_killed_at_any_moment_loses_and_repeats_nothing(desk: Desk, place: str) -> None:
    written(desk, PLAN + "batch = 5\n")
    log = desk.here / "plan.jsonl"
    kills = 0
    for wanted in (1, 40, 90):
        running = desk.started("arena", "run", "plan.toml", "--on", place)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and running.poll() is None:
            if log.exists() and log.read_bytes().count(b"\n") >= wanted:
                running.send_signal(signal.SIGKILL)
                kills += 1
                break
            time.sleep(0.002)
        running.communicate(timeout=PATIENCE)
    assert kills
    before = log.read_bytes()
    whole = before[: before.rfind(b"\n") + 1]
    said = desk.squarely("arena", "run", "plan.toml", "--on", place)
    assert said.code == 0, said.err
    assert log.read_bytes().startswith(whole)
    lines = [json.loads(line) for line in log.read_bytes().splitlines()]
    seats = [tuple(line[name] for name in ("game", "seed", "leg", "first", "second")) for line in lines]
    planned = [(f.game, f.seed, f.leg, f.first, f.second) for f in generate_fixtures(plans.parse_plan(PLAN))]
    assert sorted(seats) == sorted(planned)
    written(desk, name="whole.toml")
    assert table(desk.squarely("arena", "run", "whole.toml")) == table(said)


def test_the_workers_of_a_killed_run_leave_too(desk: Desk) -> None:
    written(desk, PLAN.replace('"1-10"', '"1-2000"'))
    running = desk.started("arena", "run", "plan.toml", "--on", "processes:2")
    while not (desk.here / "plan.jsonl").exists() or not (desk.here / "plan.jsonl").stat().st_size:
        assert running.poll() is None
        time.sleep(0.05)
    children = [int(number) for number in Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()]
    assert len(children) >= 2
    running.kill()
    running.communicate()
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_ctrl_c_keeps_what_was_played(desk: Desk) -> None:
    written(desk, PLAN.replace('"1-10"', '"1-2000"'))
    running = desk.started("arena", "run", "plan.toml", "--on", "processes:2")
    while not (desk.here / "plan.jsonl").exists() or not (desk.here / "plan.jsonl").stat().st_size:
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert (desk.here / "plan.jsonl").read_bytes().endswith(b"\n")


def test_a_corrupted_log_is_named_and_mended_by_playing(desk: Desk) -> None:
    written(desk)
    first = desk.squarely("arena", "run", "plan.toml")
    log = desk.here / "plan.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:3], b"rubbish\n", *lines[4:-1], lines[-1][:50]]))
    said = desk.squarely("arena", "run", "plan.toml")
    assert said.code == 0
    assert "line 4 of plan.jsonl is left out: it is not JSON." in said.err
    assert f"line {MATCHES} of plan.jsonl is left out: it was cut short." in said.err
    assert table(said) == table(first)
    assert "line 4 of plan.jsonl is left out" in desk.squarely("arena", "report", "plan.jsonl").err


def test_a_log_of_another_plan_is_kept_and_not_counted(desk: Desk) -> None:
    written(desk)
    desk.squarely("arena", "run", "plan.toml")
    written(desk, PLAN.replace("turn_limit = 20", "turn_limit = 10"))
    said = desk.squarely("arena", "run", "plan.toml")
    assert f"{MATCHES} matches in plan.jsonl are not of this plan; they stay there." in said.err
    assert said.out.startswith(f"{MATCHES} matches: ")
    assert len((desk.here / "plan.jsonl").read_bytes().splitlines()) == 2 * MATCHES


def test_a_dead_model_is_told_and_the_rest_goes_on(desk: Desk) -> None:
    written(desk, 'players = ["random", "level:1", "llm:m"]\nseeds = "1-2"\ngames = ["center"]\ntime_limit = 1\n')
    said = desk.squarely("arena", "run", "plan.toml", SQUARELY_LLM_URL="http://127.0.0.1:9/v1")
    assert said.code == 1
    assert "could not be played: " in said.err
    (left,) = map(int, re.findall(r"(\d+) of 16 matches are left: none of them counts; call it again to", said.err))
    assert said.out.startswith(f"{16 - left} matches: center from 2 openings.")
    assert 0 < left <= 8
    with serving(plays(lambda moves: moves[0])) as server:
        said = desk.squarely("arena", "run", "plan.toml", SQUARELY_LLM_URL=server.url)
    assert said.code == 0
    assert said.out.startswith("16 matches: center from 2 openings.")
    assert "Nobody made a fault." in said.out


def test_faults_have_a_table_of_their_own(desk: Desk) -> None:
    players = quoted("perfect", program(desk.here, "print(7, flush=True)"))
    written(desk, f'players = {players}\nseeds = "1-12"\ngames = ["center"]\n')
    refused = desk.squarely("arena", "run", "plan.toml")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"squarely: plan.toml wants to run {shlex.quote(sys.executable)} ")
    assert refused.err.endswith(" on this machine; if you trust it, add: --allow-programs\n")
    assert not (desk.here / "plan.jsonl").exists(), "nothing was played"
    said = desk.squarely("arena", "run", "plan.toml", "--allow-programs")
    assert said.code == 0, said.err
    (row,) = [
        line
        for line in said.out.partition("\nFaults\n")[2].partition("\n\n")[0].splitlines()
        if line.startswith("  program:")
    ]
    turns, *counts = map(int, row.split()[-8:])
    assert counts == [0, turns, 0, 0, 0, 0, 0]
    assert re.search(r"perfect +100\.0 \(\d\d\.\d to 100\.0\)", said.out)
    assert re.search(r"player0\.py +-", said.out.partition("Skill when it answered")[2])
    (skill,) = [
        line for line in said.out.partition("\nSkill")[2].partition("\n\n")[0].splitlines() if "program:" in line
    ]
    assert re.search(r"player0\.py +-\d\d\d?\.\d \(", skill), "worse than chance: it loses all that can be lost"


def test_a_budget_stops_a_run_and_another_call_goes_on(desk: Desk) -> None:
    written(desk, f"{PLAN}[budget]\nmatches = 10\n")
    said = desk.squarely("arena", "run", "plan.toml")
    assert said.code == 1
    assert f"Stopped: the budget of 10 matches is spent.\n{MATCHES - 10} of {MATCHES} matches are left" in said.err
    assert said.out.startswith("10 matches: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "none.toml"), "File 'none.toml' does not exist."),
        (("run", "bad.toml"), "bad.toml: it has no 'player'; did you mean players?"),
        (("run", "plan.toml", "--on", "mars"), "--on is here, processes:N (1 to 1000), ray or ray:ADDRESS, not 'mars'"),
        (("report", "none.jsonl"), "File 'none.jsonl' does not exist."),
        (("report", "empty.jsonl"), "empty.jsonl has no match to report"),
        (("rank", "none.jsonl"), "File 'none.jsonl' does not exist."),
        (("probe", "quda"), "there is no game 'quda'; did you mean quad?"),
        (("probe", "quad", "--kind", "why"), "there are no questions of the kind 'why'"),
        (("probe", "--option", "size=3"), "options belong to one game"),
        (
            ("probe", "center", "--player", "level:3"),
            "level:3 cannot answer questions, it only moves; an llm:MODEL can",
        ),
        (("probe", "center", "--export", "5", "no/such/folder.jsonl"), "cannot be written"),
    ],
)
def test_a_mistake_is_a_sentence(desk: Desk, arguments: tuple[str, ...], said: str) -> None:
    written(desk)
    written(desk, 'player = ["random"]', "bad.toml")
    (desk.here / "empty.jsonl").touch()
    found = desk.squarely("arena", *arguments)
    assert found.code == 2
    assert said in found.err
    assert found.out == ""


def test_the_leaderboard_counts_a_run_once(desk: Desk) -> None:
    assert desk.squarely("arena", "rank").out == "Nobody is ranked yet; add a run: squarely arena rank LOG\n"
    written(desk)
    desk.squarely("arena", "run", "plan.toml")
    first = desk.squarely("arena", "rank", "plan.jsonl")
    assert first.err == f"{MATCHES} new matches added.\n"
    assert re.search(r"^  perfect +100\.0 ", first.out, re.MULTILINE)
    shutil.copy(desk.here / "plan.jsonl", desk.here / "copy.jsonl")
    again = desk.squarely("arena", "rank", "plan.jsonl", "copy.jsonl")
    assert (again.err, again.out) == ("0 new matches added.\n", first.out)
    (desk.here / "plan.jsonl").unlink()
    desk.squarely("arena", "run", "plan.toml")  # played once more, with the same moves
    assert desk.squarely("arena", "rank", "plan.jsonl").err == "0 new matches added.\n"
    written(desk, PLAN.replace('"1-10"', '"5-14"'))
    desk.squarely("arena", "run", "plan.toml", "--log", "more.jsonl")
    assert desk.squarely("arena", "rank", "more.jsonl").err == f"{4 * 2 * 8} new matches added.\n"
    data = json.loads(desk.squarely("arena", "rank", "--json").out)
    assert data["matches"] == MATCHES + 4 * 2 * 8
    board = desk.data / "squarely" / "arena" / "leaderboard.jsonl"
    board.write_bytes(board.read_bytes()[:-30])
    assert "was cut short" in desk.squarely("arena", "rank").err


def test_a_data_set_is_written_the_same_for_the_same_seed(desk: Desk) -> None:
    said = desk.squarely("arena", "probe", "center", "snatchers", "--export", "100", "one.jsonl", "--seed", "4")
    assert said.out == "Written: one.jsonl, 100 questions\n"
    desk.squarely("arena", "probe", "center", "snatchers", "--export", "100", "two.jsonl", "--seed", "4")
    assert (desk.here / "one.jsonl").read_bytes() == (desk.here / "two.jsonl").read_bytes()
    lines = [json.loads(line) for line in (desk.here / "one.jsonl").read_text().splitlines()]
    assert len(lines) == 100
    assert {line["game"] for line in lines} == {"center", "snatchers"}
    assert sorted(os.listdir(desk.here)) == ["one.jsonl", "two.jsonl"]


def test_a_large_game_says_what_can_be_asked(desk: Desk) -> None:
    said = desk.squarely("arena", "probe", "quad", "--option", "size=6", "--count", "12", "--json")
    assert "quad is too large to be solved at once: only legal, over can be asked." in said.err
    assert {json.loads(line)["kind"] for line in said.out.splitlines()} == {"legal", "over"}


def test_a_model_is_examined(desk: Desk) -> None:
    with serving(says("ANSWER: yes")) as server:
        said = desk.squarely(
            "arena",
            "probe",
            "center",
            "--player",
            "llm:m",
            "--count",
            "30",
            "--kind",
            "over",
            SQUARELY_LLM_URL=server.url,
        )
    assert said.code == 0, said.err
    assert re.match(r"llm:m: \d+ of 30 questions right\. Faults: none\.\n", said.out)
    assert "not told apart from plain" in said.out


def test_a_game_from_outside_is_measured_and_asked_too(desk: Desk, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "hop-1.dist-info").mkdir(parents=True)
    (outside / "hop-1.dist-info" / "entry_points.txt").write_text("[squarely.games]\nhop = squarely_hop\n")
    shutil.copy(ROOT / "tests" / "games" / "outside" / "squarely_hop.py", outside)
    written(desk, 'players = ["random", "perfect"]\nseeds = "1-10"\ngames = [{name = "hop", options = "size=3"}]\n')
    said = desk.squarely(
        "arena", "run", "plan.toml", "--on", "processes:1", "--html", "o.html", PYTHONPATH=str(outside)
    )
    assert said.code == 0, said.err
    assert "perfect is better than random" in said.out
    asked = desk.squarely("arena", "probe", "hop", "-o", "size=3", "--count", "25", "--json", PYTHONPATH=str(outside))
    assert len(asked.out.splitlines()) == 25


def test_the_example_is_a_plan_and_the_page_shows_it() -> None:
    example = (ROOT / "examples" / "arena.toml").read_text()
    assert len(example.splitlines()) < 40
    assert len(list(generate_fixtures(plans.parse_plan(example)))) == 20 * 3 * 14
    page = (ROOT / "docs" / "arena.md").read_text()
    shown = "".join(
        line.removeprefix("    ") + "\n" for line in page.splitlines() if line.startswith("    ") or not line
    )
    assert example.strip() in shown


CORE_ONLY = """
from importlib.machinery import PathFinder

found = PathFinder.find_spec


class Core(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        missing = ("numpy", "numba", "openskill", "ray")
        return None if name.partition(".")[0] in missing else found(name, path, target)


import sys

sys.meta_path[sys.meta_path.index(PathFinder)] = Core
"""


@pytest.mark.parametrize("command", [("run", "plan.toml"), ("report", "old.jsonl"), ("rank", "old.jsonl"), ("rank",)])
def test_a_core_install_is_told_what_to_add_before_anything_is_played(desk: Desk, command: tuple[str, ...]) -> None:
    (desk.here / "sitecustomize.py").write_text(CORE_ONLY)
    written(desk)
    (desk.here / "old.jsonl").touch()
    said = desk.squarely("arena", *command, PYTHONPATH=str(desk.here))
    sentence = "The arena needs numpy and openskill; install the extra: pip install 'squarely[agents]'"
    assert (said.code, said.out) == (2, "")
    assert said.err.strip().lower().endswith(sentence.lower())
    assert not (desk.here / "plan.jsonl").exists()


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("serve",), "web"),
        (("mcp",), "agents"),
        (("play", "quad", "--second", "llm:x"), "agents"),
        (("arena", "probe", "center", "--player", "llm:x"), "agents"),
        (("solve", "quad", "-o", "size=5"), "solve"),
        (("play", "quad", "-o", "size=5", "--second", "perfect"), "solve"),
    ],
)
def test_every_command_of_a_core_install_names_the_extra_it_needs(
    desk: Desk, command: tuple[str, ...], extra: str
) -> None:
    more = '("numpy", "anyio", "httpx2", "mcp", "msgspec", "starlette", "uvicorn",'
    (desk.here / "sitecustomize.py").write_text(CORE_ONLY.replace('("numpy",', more))
    said = desk.squarely(*command, PYTHONPATH=str(desk.here))
    assert (said.code, said.out) == (2, "")
    assert f"pip install 'squarely[{extra}]'" in said.err
