"""A rulebook taken apart into its title, its board, paragraphs and sentences."""

from pathlib import Path

import pytest

from squarely.authoring.rulebook import read_rulebook, split_rulebook
from squarely.core.errors import SquarelyError

RULEBOOK = """# Corners, the game

## 1. Goal

Take **all four** corners. The [last](https://example.com) one `counts` twice!

Setup
-----
- Draw a grid, e.g. 4x4. Label it (A to D).
- *Black* begins.
  White follows.
1. Roll 3.5 times? Yes.
2) "Well done!" Then stop.

Turn order:

| a table. | is none |
|---|---|

```text
Code. Is. None.
```

> Quoted words count. So they do.
- Black begins.
"""
GOAL = ["Take all four corners.", "The last one counts twice!"]
SETUP = ["Draw a grid, e.g. 4x4.", "Label it (A to D).", "Black begins.", "White follows.", "Yes.", '"Well done!"']
SETUP += ["Then stop.", "Quoted words count.", "So they do."]
DOCSTRING = """\
Goal.    Take all four corners. The last one counts twice!
Setup.   Draw a grid, e.g. 4x4. Label it (A to D).
         Black begins. White follows.
         Roll 3.5 times? Yes.
         "Well done!" Then stop.
         Turn order:
| a table. | is none |
         Quoted words count. So they do.
         Black begins."""


def test_every_sentence_stands_under_its_heading_once_and_no_question() -> None:
    book = split_rulebook(RULEBOOK)
    assert (book.title, book.board) == ("Corners, the game", "4x4")
    assert book.sentences == [*(("Goal", said) for said in GOAL), *(("Setup", said) for said in SETUP)]
    assert book.docstring.splitlines() == DOCSTRING.splitlines(), "it has every word and the tables"
    text = "Goal.    Be first. Be\n         quick.\nSetup.   Nothing.\nWinning. None.\n"
    sections = [("Goal", "Be first."), ("Goal", "Be quick."), ("Setup", "Nothing."), ("Winning", "None.")]
    assert split_rulebook(text).sentences == sections, "paragraphs of a docstring are sections"
    book = split_rulebook("Four corners\n\nTake a corner on a board of 3 by 5 squares.\n")
    assert (book.title, book.board, len(book.sentences)) == ("Four corners", "3x5", 1)


def test_where_there_is_no_sentence_there_is_none_and_what_never_ends_is_looked_through_once() -> None:
    for text in ("", "\n\n", "---\n", "```\nnothing but code\n", "| a | b |\n", "!!! ...\n", "Turns:\n", "Why?\n"):
        assert split_rulebook(text).sentences == [], text
    for again in ("e.g. A ", "<!-- a ", "[", "[a](", "A. ", "*a "):  # looking on to the end would take minutes
        assert len(split_rulebook(f"Begin. {again * 20_000}").sentences) <= 2, again


def test_links_and_comments_leave_their_words_and_nothing_that_moves_a_cursor_comes_through() -> None:
    text = "Play 3 > 2 [Go](https://go.example/a_b) <!-- not [this](x) --> well. See ![a board](b.png) <!-- or not.\n"
    assert [said for _, said in split_rulebook(text).sentences] == ["Play 3 > 2 Go well.", "See a board <!-- or not."]
    (said,) = split_rulebook("A \x1b[31mred\x07 one \u202e is \\ here.\n").sentences
    assert said == ("Rules", "A [31mred one is \\ here.")


def test_a_rulebook_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    contents = {"binary.md": b"\xff\xfe\x00", "empty.md": b" \n", "long.md": b"a" * 1_000_001}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    for name, why in (
        *(("binary.md", "not a text in UTF-8"), ("empty.md", "has no sentence in it"), ("long.md", "too long")),
        *(("gone.md", "No such file"), (".", "Is a directory"), ("/dev/zero", "too long")),
    ):
        with pytest.raises(SquarelyError, match=why):
            read_rulebook(tmp_path / name)
