"""A package on the disk, all of it or nothing: its name, its board, its files."""

from pathlib import Path

import pytest

from squarely.authoring.new_package import BadName, PackageName, read_board, read_name, write_package
from squarely.authoring.rulebook import split_rulebook
from squarely.core.rules.rulebook import write_rulebook
from squarely.files.output_file import BadFile
from squarely.review.court import find_claims
from tests.authoring.packages import imported, write_new


def test_a_name_gives_a_module_and_a_class() -> None:
    assert read_name("three-men", ()) == PackageName("three-men", "squarely_three_men", "ThreeMen")
    assert read_name("a" * 32, ()).game == "a" * 32


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "such as corners"),
        ("Corners", "such as corners$"),
        ("my game!", "such as my-game$"),
        ("../corners", "such as corners$"),
        ("9men", "such as men$"),
        ("a" * 33, "up to 32"),
        ("über", "small letters"),
        ("a\nb", "such as a-b$"),
        ("-corners", "such as corners$"),
        ("corners-", "such as corners$"),
        ("class", "a word of Python"),
        ("play", "a word of the command line"),
        ("quad", "there is a game 'quad' already"),
        ("taken", "a module squarely_taken already"),
    ],
)
def test_other_names_are_refused_with_what_would_do(typed: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.authoring.new_package.find_spec", lambda name: name == "squarely_taken" or None)
    with pytest.raises(BadName, match=why):
        read_name(typed, ("quad",), ("play", "class"))


def test_boards_are_rows_and_columns() -> None:
    assert read_board("4x4") == (4, 4)
    assert read_board("2X4") == (2, 4)
    assert read_board(" 7 × 9 ") == (7, 9)
    assert read_board("5") == (5, 5)


@pytest.mark.parametrize(
    ("typed", "why"),
    [("8x8", "2 to 7 rows"), ("3x10", "2 to 9 columns"), ("2x2", "not 2x2"), ("0x0", "2 to 7"), ("x", "such as 4x4")],
)
def test_other_boards_are_refused(typed: str, why: str) -> None:
    with pytest.raises(BadName, match=why):
        read_board(typed)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "corners"
    for there in (folder.mkdir, lambda: folder.symlink_to("nowhere"), lambda: folder.write_text("mine")):
        there()
        with pytest.raises(BadFile, match="exists already"):
            write_package(folder, {"a.txt": "a"})
        folder.rmdir() if folder.is_dir() else folder.unlink()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("files", [{"a.txt": "a", "a.txt/b.txt": "b"}, {"a.txt": "a", "b" * 300: "b"}])
def test_what_fails_leaves_nothing_behind(tmp_path: Path, files: dict[str, str]) -> None:
    with pytest.raises(BadFile, match="cannot be written"):
        write_package(tmp_path / "corners", files)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_nothing_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot be written: Not a directory"):
        write_package(tmp_path / "file" / "corners", {"a.txt": "a"})


def test_it_names_nobody_s_host(tmp_path: Path) -> None:
    written = [file.read_text(encoding="utf-8") for file in write_new(tmp_path).rglob("*") if file.is_file()]
    assert not any("://" in text or ".org" in text for text in written)


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
    book = split_rulebook(BOOK)
    assert book.board == "3x5"
    with imported(write_new(tmp_path, board=book.board, rulebook=book)) as game:
        assert game.title == 'The "Four" Corners'
        assert game.shape == (3, 5)
        assert game.goal == "Take all four corners of a board of 3 rows and 5 columns. Is that hard?"
        assert game.subtitle.startswith("Take all four corners")
        assert "\n| A1 | 3 |\n" in write_rulebook(game)
        told = " ".join(write_rulebook(game).split())
        for line in (BOOK.splitlines()[6], BOOK.splitlines()[12]):
            assert line in told
        assert [(claim.section, claim.text) for claim in find_claims(game)] == [
            ("Goal", "Take all four corners of a board of 3 rows and 5 columns."),
            ("Setup", 'He said "go".'),
            ("Setup", 'It\'s {not} a \\ "trap" @name@ % """ \'.'),
            ("Setup", BOOK.splitlines()[12]),
        ]
