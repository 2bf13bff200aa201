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


def test_every_sentence_stands_under_its_heading_once_and_no_question() -> None:
    book = split_rulebook(RULEBOOK)
    assert (book.title, book.board) == ("Corners, the game", "4x4")
    assert book.sentences == [
        ("Goal", "Take all four corners."),
        ("Goal", "The last one counts twice!"),
        ("Setup", "Draw a grid, e.g. 4x4."),
        ("Setup", "Label it (A to D)."),
        ("Setup", "Black begins."),
        ("Setup", "White follows."),
        ("Setup", "Yes."),
        ("Setup", '"Well done!"'),
        ("Setup", "Then stop."),
        ("Setup", "Quoted words count."),
        ("Setup", "So they do."),
    ]


def test_its_docstring_has_every_word_and_the_tables() -> None:
    assert split_rulebook(RULEBOOK).docstring.splitlines() == [
        "Goal.    Take all four corners. The last one counts twice!",
        "Setup.   Draw a grid, e.g. 4x4. Label it (A to D).",
        "         Black begins. White follows.",
        "         Roll 3.5 times? Yes.",
        '         "Well done!" Then stop.',
        "         Turn order:",
        "| a table. | is none |",
        "         Quoted words count. So they do.",
        "         Black begins.",
    ]


def test_the_paragraphs_of_a_docstring_are_sections() -> None:
    text = "Goal.    Be first. Be\n         quick.\nSetup.   Nothing.\nWinning. None.\n"
    assert split_rulebook(text).sentences == [
        ("Goal", "Be first."), ("Goal", "Be quick."), ("Setup", "Nothing."), ("Winning", "None.")
    ]  # fmt: skip


def test_a_first_line_that_is_no_sentence_is_the_title() -> None:
    book = split_rulebook("Four corners\n\nTake a corner on a board of 3 by 5 squares.\n")
    assert (book.title, book.board, len(book.sentences)) == ("Four corners", "3x5", 1)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "---\n", "```\nnothing but code\n", "| a | b |\n", "!!! ...\n", "Turns:\n", "Why?\n"]
)
def test_where_there_is_no_sentence_there_is_none(text: str) -> None:
    assert split_rulebook(text).sentences == []


@pytest.mark.parametrize("again", ["e.g. A ", "<!-- a ", "[", "[a](", "A. ", "*a "])
def test_what_never_ends_is_looked_through_once(again: str) -> None:
    """Looking on to the end of the text from each of these would take minutes."""
    assert len(split_rulebook(f"Begin. {again * 20_000}").sentences) <= 2


def test_links_and_comments_leave_their_words() -> None:
    text = "Play 3 > 2 [Go](https://go.example/a_b) <!-- not [this](x) --> well. See ![a board](b.png) <!-- or not.\n"
    sentences = [sentence for _, sentence in split_rulebook(text).sentences]
    assert sentences == ["Play 3 > 2 Go well.", "See a board <!-- or not."]


def test_nothing_that_moves_a_cursor_or_ends_a_string_comes_through() -> None:
    ((_, sentence),) = split_rulebook("A \x1b[31mred\x07 one \u202e is \\ here.\n").sentences
    assert sentence == "A [31mred one is \\ here."


def test_a_rulebook_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    for name, content, why in (
        ("binary.md", b"\xff\xfe\x00", "not a text in UTF-8"),
        ("empty.md", b" \n", "has no sentence in it"),
        ("long.md", b"a" * 1_000_001, "too long"),
        ("gone.md", None, "No such file"),
    ):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(SquarelyError, match=why):
            read_rulebook(tmp_path / name)
    with pytest.raises(SquarelyError, match="Is a directory"):
        read_rulebook(tmp_path)
    with pytest.raises(SquarelyError, match="too long"):
        read_rulebook(Path("/dev/zero"))
