"""Runs to look at: small, and played once for all tests that read them."""

import shlex
import sys
from functools import cache
from pathlib import Path

from squarely.arena.run.match_result import MatchResult
from squarely.arena.run.plan import Fixture, Plan, generate_fixtures, parse_plan
from squarely.arena.run.play_match import play

SMALL = """
players = ["random", "level:2", "perfect"]
seeds = "1-12"
games = ["center", "numbers", "showdown", {name = "quad", options = "size=3"}]
turn_limit = 30
"""


def plan(text: str = SMALL) -> Plan:
    return parse_plan(text)


def match(fixture: Fixture) -> MatchResult:
    found = play(fixture)
    assert isinstance(found, MatchResult), found
    return found


@cache
def played(text: str = SMALL) -> tuple[MatchResult, ...]:
    return tuple(match(fixture) for fixture in generate_fixtures(plan(text)))


def program(folder: Path, code: str) -> str:
    """A player that is this Python code, with `moves` and `position` known when it is its turn."""
    turn = "\n".join(f"        {line}" for line in code.strip().splitlines())
    file = folder / f"player{len(list(folder.glob('player*.py')))}.py"
    file.write_text(f"""import os, pathlib, signal, sys, time
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "position":
        position = rest
    elif word == "moves":
        moves = rest.split(" | ")
    elif word == "go":
{turn}
""")
    return f"program:{shlex.join([sys.executable, str(file)])}"
