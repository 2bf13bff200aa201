"""A new package: its name, board and files; every way to move plays to an end, keeps the laws and is solved."""

import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

from squarely.authoring.new_package import MOVES, BadName, PackageName, read_board, read_name, write_package
from squarely.authoring.rulebook import split_rulebook
from squarely.core.match.match import Match
from squarely.core.rules.rulebook import write_rulebook
from squarely.files.output_file import BadFile
from squarely.laws.examine import require_laws
from squarely.review.court import find_claims, judge_claims
from squarely.solver.oracle import Oracle
from squarely.testing import LAWS
from tests.authoring.packages import imported, write_new


def test_names_and_boards_are_read_or_refused_with_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_name("three-men", ()) == PackageName("three-men", "squarely_three_men", "ThreeMen")
    assert read_name("a" * 32, ()).game == "a" * 32
    monkeypatch.setattr("squarely.authoring.new_package.find_spec", lambda name: name == "squarely_taken" or None)
    for typed, why in (
        ("", "such as corners"),
        ("my game!", "such as my-game$"),
        ("../corners", "such as corners$"),
        ("9men", "such as men$"),
        ("corners-", "such as corners$"),
        ("a" * 33, "up to 32"),
        ("über", "small letters"),
        ("class", "a word of Python"),
        ("play", "a word of the command line"),
        ("quad", "there is a game 'quad' already"),
        ("taken", "a module squarely_taken already"),
    ):
        with pytest.raises(BadName, match=why):
            read_name(typed, ("quad",), ("play", "class"))
    assert [read_board(typed) for typed in ("4x4", "2X4", " 7 × 9 ", "5")] == [(4, 4), (2, 4), (7, 9), (5, 5)]
    for typed, why in (("8x8", "2 to 7 rows"), ("3x10", "2 to 9 columns"), ("2x2", "not 2x2"), ("x", "such as 4x4")):
        with pytest.raises(BadName, match=why):
            read_board(typed)


def test_nothing_is_written_over_and_what_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "corners"
    for there in (folder.mkdir, lambda: folder.symlink_to("nowhere"), lambda: folder.write_text("mine")):
        there()
        with pytest.raises(BadFile, match="exists already"):
            write_package(folder, {"a.txt": "a"})
        folder.rmdir() if folder.is_dir() else folder.unlink()
    for files in ({"a.txt": "a", "a.txt/b.txt": "b"}, {"a.txt": "a", "b" * 300: "b"}):
        with pytest.raises(BadFile, match="cannot be written"):
            write_package(folder, files)
        assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot be written: Not a directory"):
        write_package(tmp_path / "file" / "corners", {"a.txt": "a"})


BOOK = '''# The "Four" Corners

## 1. Goal
Take all four corners of a board of 3 rows and 5 columns. Is that hard?

## Setup
He said "go". It's {not} a \\ "trap" @name@ % """ '.

| corner | worth |
|---|---|
| A1 | 3 |

A sentence that is much longer than any line of code should be, with 'single' and "double" quotes and more than that, \
so that it has to be written in several lines, one below the other, which Squarely joins again when it reads them.
'''


def test_a_rulebook_gives_title_docstring_board_and_claims(tmp_path: Path) -> None:
    book, setup, long = split_rulebook(BOOK), BOOK.splitlines()[6], BOOK.splitlines()[12]
    assert book.board == "3x5"
    folder = write_new(tmp_path, board=book.board, rulebook=book)
    written = [file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.is_file()]
    assert len(written) == 6
    assert not any("://" in text or ".org" in text for text in written), "it names nobody's host"
    with imported(folder) as game:
        assert game.title == 'The "Four" Corners'
        assert game.shape == (3, 5)
        assert game.goal == "Take all four corners of a board of 3 rows and 5 columns. Is that hard?"
        assert game.subtitle.startswith("Take all four corners")
        assert "\n| A1 | 3 |\n" in write_rulebook(game)
        told = " ".join(write_rulebook(game).split())
        assert setup in told
        assert long in told
        assert [(claim.section, claim.text) for claim in find_claims(game)] == [
            ("Goal", "Take all four corners of a board of 3 rows and 5 columns."),
            *(("Setup", text) for text in ('He said "go".', 'It\'s {not} a \\ "trap" @name@ % """ \'.', long)),
        ]


# What perfect play says of 3x3.
WORTH = {
    "place": "a tie in 9 moves",
    "step": "Light wins in 5 moves",
    "take": "Ann wins by 5 points in 5 moves",
}


@pytest.mark.slow
@pytest.mark.parametrize("moves", MOVES)
def test_it_plays_to_an_end_keeps_the_laws_and_is_solved_and_its_claims_wait(tmp_path: Path, moves: str) -> None:
    for board in ("3x3", "2x4", "7x9"):
        with imported(write_new(tmp_path / board, moves, board)) as game:
            rows, columns = game.shape
            assert (f"{rows}x{columns}", game.title, game.options) == (board, "Corners", "")
            assert f"{rows} rows and {columns} columns" in write_rulebook(game)
            assert "3 rows and 5 columns" in write_rulebook(game.with_options(rows=3, columns=5))
            random, match = Random(board), Match.of(game)
            while not match.outcome:
                match = match.play(str(random.choice(match.legal_moves)))
            assert match.outcome.reason
            for position, law in product(match.positions[len(match.moves) // 2 :: len(match.moves)], LAWS):
                law(game, position)
    with imported(write_new(tmp_path, moves)) as game:
        require_laws(game)
        assert Oracle(game).value(game.start()).describe_briefly(game.players) == WORTH[moves]
        findings = list(judge_claims(game))
        assert {finding.verdict.word for finding in findings} == {"not judged yet"}
        assert {finding.claim.section for finding in findings} == {"Goal", "Setup", "Moving", "Winning"}
        assert all(finding.claim.text in write_rulebook(game, 1000) for finding in findings)


@pytest.mark.slow
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
        run = [sys.executable, "-m", *command]
        done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
