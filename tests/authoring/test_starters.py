"""Every way to move on several boards: a package that loads, plays to an end, keeps the laws and can be solved."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from squarely.authoring.new_package import MOVES
from squarely.core.match.match import Match
from squarely.core.rules.rulebook import write_rulebook
from squarely.laws.examine import require_laws
from squarely.review.court import judge_claims
from squarely.solver.oracle import Oracle
from squarely.testing import LAWS
from tests.authoring.packages import imported, write_new
from tests.solver import plain
from tests.solver.test_solution import as_verdict

BOARDS = ("3x3", "2x4", "7x9")

# What perfect play says of 3x3, as the plain solver of the tests has it, too.
WORTH = {
    "place": "a tie in 9 moves",
    "step": "Light wins in 5 moves",
    "take": "Ann wins by 5 points in 5 moves",
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("moves", MOVES)
def test_it_plays_to_an_end_and_keeps_the_laws(tmp_path: Path, moves: str, board: str) -> None:
    with imported(write_new(tmp_path, moves, board)) as game:
        rows, columns = game.shape
        assert (f"{rows}x{columns}", game.title, game.options) == (board, "Corners", "")
        assert f"{rows} rows and {columns} columns" in write_rulebook(game)
        assert "3 rows and 5 columns" in write_rulebook(game.with_options(rows=3, columns=5))
        if game.shape.squares < 20:
            require_laws(game)
        random, match = Random(board), Match.of(game)
        while not match.outcome:
            match = match.play(str(random.choice(match.legal_moves)))
        assert match.outcome.reason
        for position in match.positions[:: len(match.positions) // 3 or 1]:
            for law in LAWS:
                law(game, position)


@pytest.mark.parametrize("moves", MOVES)
def test_the_smallest_board_is_solved(tmp_path: Path, moves: str) -> None:
    with imported(write_new(tmp_path, moves)) as game:
        value = Oracle(game).value(game.start())
        assert value.describe(game.players).removesuffix(" (both sides counted)") == WORTH[moves]
        solve = plain.solve_points if game.has_points else plain.solve
        assert as_verdict(value) == solve(game, game.start())[game.start()]


@pytest.mark.parametrize("moves", MOVES)
def test_its_claims_wait(tmp_path: Path, moves: str) -> None:
    with imported(write_new(tmp_path, moves)) as game:
        findings = list(judge_claims(game))
        assert {finding.verdict.word for finding in findings} == {"not judged yet"}
        assert {finding.claim.section for finding in findings} == {"Goal", "Setup", "Moving", "Winning"}
        for finding in findings:
            assert finding.claim.text in write_rulebook(game, 1000)


def test_what_is_written_is_clean(tmp_path: Path) -> None:
    """For ruff, its formatter and mypy --strict, all ways to move in one go."""
    for number, moves in enumerate(MOVES):
        write_new(tmp_path, moves, "3x5", name=f"game{number}")
    modules = [str(tmp_path / f"game{number}" / f"squarely_game{number}") for number in range(len(MOVES))]
    for command in (
        ["ruff", "check", "--no-cache", str(tmp_path)],
        ["ruff", "format", "--check", "--no-cache", str(tmp_path)],
        ["mypy", "--strict", f"--cache-dir={tmp_path}", *modules],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stdout + done.stderr
