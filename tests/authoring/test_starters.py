"""Every way to move on several boards: a package that loads, plays to an end, keeps the laws and can be solved."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from squarely.authoring.package_files import MOVES
from squarely.core.match import Match
from squarely.core.move_kinds import CountPart, DirectionPart, NeighboursPart, SquarePart, StepPart
from squarely.core.rulebook import write_rulebook
from squarely.review.court import judge_claims
from squarely.solver.contract import sample_positions
from squarely.solver.oracle import Oracle
from squarely.testing import LAWS
from tests.authoring.packages import imported, write_new
from tests.solver import plain
from tests.solver.test_solution import as_verdict

BOARDS = ("3x3", "3x5", "7x9")
LARGEST = 90  # lines of rules, those that are not empty

# What perfect play says of 3x3, as the plain solver of the tests has it, too.
WORTH = {
    "place": "a tie in 9 moves",
    "drop": "a tie in 9 moves",
    "step": "Light wins in 5 moves",
    "jump": "Light wins in 2 moves",
    "slide": "Player 1 wins in 5 moves",
    "push": "Player 2 wins in 8 moves",
    "take": "Ann wins by 5 points in 5 moves",
}


def test_every_part_that_a_move_can_have_is_shown() -> None:
    shown = {type(part) for moves in MOVES for part in _parts_of(moves)}
    assert shown == {SquarePart, StepPart, DirectionPart, CountPart, NeighboursPart}


def _parts_of(moves: str) -> list[object]:
    rules = __import__(f"squarely.authoring.starters.{moves}.rules", fromlist=["MOVES"])
    return [part for kind in rules.MOVES for part in kind.parts]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("moves", MOVES)
def test_it_plays_to_an_end_and_keeps_the_laws(tmp_path: Path, moves: str, board: str) -> None:
    with imported(write_new(tmp_path, moves, board)) as game:
        assert "x".join(map(str, game.rules.shape(game.law))) == board
        rows, columns = game.rules.shape(game.law)
        assert f"{rows} rows and {columns} columns" in write_rulebook(game)
        assert game.rules.TITLE == "Corners"
        if game.rules.shape(game.law).squares < 20:
            sample_positions(game)
        random, match = Random(board), Match.of(game)
        while not match.outcome:
            match = match.play(str(random.choice(match.legal_moves)))
        assert match.outcome.reason
        for position in match.positions[:: len(match.positions) // 3]:
            for law in LAWS:
                law(game, position)


@pytest.mark.parametrize("moves", MOVES)
def test_the_smallest_board_is_solved(tmp_path: Path, moves: str) -> None:
    with imported(write_new(tmp_path, moves)) as game:
        value = Oracle(game).value(game.start())
        assert value.describe(game.rules.NAMES).removesuffix(" (both sides counted)") == WORTH[moves]
        solve = plain.solve_points if game.rules.has_points else plain.solve
        assert as_verdict(value) == solve(game, game.start())[game.start()]


@pytest.mark.parametrize("moves", MOVES)
def test_its_rules_are_short_and_its_claims_wait(tmp_path: Path, moves: str) -> None:
    folder = write_new(tmp_path, moves)
    lines = (folder / "squarely_corners" / "rules.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) < LARGEST
    with imported(folder) as game:
        findings = list(judge_claims(game))
        assert {finding.verdict.word for finding in findings} == {"not judged yet"}
        assert {finding.claim.section for finding in findings} == {"Goal", "Setup", "Moving", "Winning"}
        quoted = " ".join(finding.claim.text for finding in findings)
        rulebook = re.sub(r"\b(Goal|Setup|Moving|Winning)\.", "", game.rules.__doc__ or "").partition("\n")[2]
        assert quoted.split() == rulebook.split()


def test_what_is_written_is_clean(tmp_path: Path) -> None:
    """For ruff and its formatter, all ways to move in one go."""
    for number, moves in enumerate(MOVES):
        write_new(tmp_path, moves, "3x5", name=f"game{number}")
    for command in (["ruff", "check"], ["ruff", "format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", *command, "--no-cache", str(tmp_path)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
