"""`squarely lab` as people call it: the same bytes wherever it works, killed and gone on, and what it refuses."""

import json
import os
import re
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from squarely.arena.run.plan import read_plan
from squarely.cli import squarely
from squarely.core.rules import registry
from squarely.solver.oracle import Oracle
from tests.patience import PATIENCE, wait_until
from tests.terminal.driving import Desk, Said, refusal

pytestmark = pytest.mark.slow

SMALL = ("lab", "showdown", "-o", "size=3,sealed=0", "--truth")  # quick to solve, and some dozens of rule sets
RULE_SETS = 36


def whole(desk: Desk, *args: str) -> Said:
    said = desk.squarely(*args)
    assert said.code == 0, said.err
    return said


def test_a_table_is_the_same_again_in_processes_and_killed_at_any_moment(desk: Desk) -> None:
    kept = (*SMALL, "--log", "lab.jsonl")
    said = whole(desk, *kept)
    assert max(map(len, said.out.splitlines())) <= 80
    assert f"{RULE_SETS} measured." in said.out
    assert "\n reversal" not in said.out
    assert re.search(r"reversal +does nothing: every value stays as it was", said.out)
    log = (desk.here / "lab.jsonl").read_bytes()
    again = whole(desk, *kept, "--html", "out.html")
    assert again.out == f"{said.out}\nWritten: out.html\n"
    assert (desk.here / "lab.jsonl").read_bytes() == log
    assert f"{RULE_SETS} of {RULE_SETS} rule sets, {RULE_SETS} known before" in again.err
    page = (desk.here / "out.html").read_text()
    assert page.count("<code>squarely play showdown --option ") == RULE_SETS + 1  # and the best once more
    data = json.loads(whole(desk, *kept, "--json").out)
    assert len(data["rule_sets"]) == RULE_SETS
    assert data["rule_sets"][0]["command"].startswith("squarely play showdown --option ")
    assert {rule["option"] for rule in data["rules"] if rule["does_nothing"]} >= {"reversal"}
    _kill_and_go_on(desk, said.out)


def _kill_and_go_on(desk: Desk, expected: str) -> None:
    """First a worker is killed, then the whole command, and then it goes on."""
    log = desk.here / "there.jsonl"
    for wanted, victim in ((1, "worker"), (RULE_SETS // 2, "command")):
        running = desk.started(*SMALL, "--on", "processes:1", "--log", "there.jsonl")
        wait_until(lambda wanted=wanted: log.exists() and log.read_bytes().count(b"\n") >= wanted)  # type: ignore[misc]
        os.kill(running.pid if victim == "command" else _find_worker(running.pid), signal.SIGKILL)
        out, _ = running.communicate(timeout=PATIENCE)
        if victim == "worker":
            assert (running.returncode, out.decode()) == (0, expected)
            lines = log.read_bytes().splitlines(keepends=True)
            log.write_bytes(b"".join(lines[: RULE_SETS // 3]) + lines[RULE_SETS // 3][:40])
        else:
            assert running.returncode == -signal.SIGKILL
    assert whole(desk, *SMALL, "--log", "there.jsonl").out == expected
    questions = [line.partition(b'"found"')[0] for line in log.read_bytes().splitlines()]
    assert len(questions) == len(set(questions)) > RULE_SETS


def _find_worker(parent: int) -> int:
    """A process of the pool; not the one that keeps an eye on what they share."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return next(int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())


def test_one_rule_set_is_told_in_words(desk: Desk) -> None:
    said = whole(desk, "lab", "snatchers", "--report", "--truth", "-o", "size=3,reach=1", "--log", "lab.jsonl")
    assert "result: the second side wins in 6 moves (both sides counted)" in said.out
    assert "the longest forced win takes 6 moves (both sides counted)" in said.out
    assert re.search(r"up +does nothing: every value stays as it was", said.out)
    assert re.search(r"diagonal +decides the result: forbidden: the second side wins;", said.out)


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    Path("mine.txt").write_text("mine\n")
    for args, said in (
        ("nosuch", "there is no game 'nosuch'"),
        ("showdown --sweep sise=3", "there is no option 'sise'; did you mean size?"),
        ("showdown --sweep size=4", "no rule set of showdown could be measured: size=4 makes no game"),
        ("showdown -o size=3 --sweep size=5", "size is both fixed and swept"),
        ("showdown --rules nosuch", "there is no rule set 'nosuch'"),
        ("showdown --on mars", "--on is here, processes:N (1 to 1000), ray or ray:ADDRESS, not 'mars'"),
        ("showdown --report --sweep size", "--report is about one rule set; leave out --sweep"),
        ("showdown --changes 2", "--changes is for --mend"),
        ("showdown --mend --html x.html", "--mend prints what it finds; leave out --html"),
        ("showdown --mend --sort long", "--sort is for a table; leave out --mend"),
        ("showdown --sort weigh", "'weigh' is not one of 'best',"),
        ("showdown --html x --log x", "x cannot be both the log and the page"),
        ("showdown --log none/lab.jsonl", "there is no such folder"),
        ("showdown --log mine.txt", "mine.txt exists already and is not a log of the lab"),
        ("export --count 0 x.toml", "0 is not in the range 1<=x<=1000"),
        ("export --game nosuch x.toml", "there is no game 'nosuch'"),
    ):
        assert said in refusal("lab", *args.split())
        assert Path("mine.txt").read_text() == "mine\n"


def test_a_suite_that_the_arena_takes(tmp_path: Path) -> None:
    plan_file, texts = tmp_path / "suite.toml", []
    for _ in range(2):  # its own plan it writes over
        command = f"lab export --count 2 --game showdown --seed 4 --log {tmp_path}/lab.jsonl {plan_file}"
        said = CliRunner().invoke(squarely, command.split())
        assert said.exit_code == 0, said.output
        texts.append(plan_file.read_text())
    assert texts[0] == texts[1]
    plan = read_plan(plan_file)
    assert len({contest.options for contest in plan.contests}) == len(plan.contests) == 2
    truths = re.findall(r"^# (.+?);", texts[0].partition("[[games]]")[2], re.MULTILINE)
    for contest, truth in zip(plan.contests, truths, strict=True):
        game = registry.load(contest.game, contest.options)
        assert truth == Oracle(game).value(game.start()).describe(("the first side", "the second side")), contest
