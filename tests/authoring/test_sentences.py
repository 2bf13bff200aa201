"""A rulebook taken apart into sentences."""

import pytest

from squarely.authoring.sentences import Sentence, split_rulebook

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


def test_every_sentence_stands_under_its_heading_once() -> None:
    assert split_rulebook(RULEBOOK) == [
        Sentence("1. Goal", "Take all four corners."),
        Sentence("1. Goal", "The last one counts twice!"),
        Sentence("Setup", "Draw a grid, e.g. 4x4."),
        Sentence("Setup", "Label it (A to D)."),
        Sentence("Setup", "Black begins."),
        Sentence("Setup", "White follows."),
        Sentence("Setup", "Roll 3.5 times?"),
        Sentence("Setup", "Yes."),
        Sentence("Setup", '"Well done!"'),
        Sentence("Setup", "Then stop."),
        Sentence("Setup", "Quoted words count."),
        Sentence("Setup", "So they do."),
    ]


def test_the_paragraphs_of_a_docstring_are_sections() -> None:
    text = "Goal.    Be first. Be\n         quick.\nSetup.   Nothing.\n"
    assert split_rulebook(text) == [("Goal", "Be first."), ("Goal", "Be quick."), ("Setup", "Nothing.")]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "---\n", "```\nnothing but code\n", "| a | b |\n", "!!! ...\n", "Turns:\n"]
)
def test_where_there_is_no_sentence_there_is_none(text: str) -> None:
    assert split_rulebook(text) == []


@pytest.mark.parametrize("again", ["e.g. A ", "<!-- a ", "[", "[a](", "A. "])
def test_what_never_ends_is_looked_through_once(again: str) -> None:
    """Looking on to the end of the text from each of these would take minutes."""
    assert len(split_rulebook(f"Begin {again * 20_000}")) == 1


def test_links_and_comments_leave_their_words() -> None:
    text = "Play 3 > 2 [Go](https://go.example/a_(b)) <!-- not [this](x) --> well. See ![a board](b.png) <!-- or not.\n"
    assert [sentence.text for sentence in split_rulebook(text)] == ["Play 3 > 2 Go well.", "See a board <!-- or not."]


def test_nothing_that_moves_a_cursor_or_ends_a_string_comes_through() -> None:
    (sentence,) = split_rulebook("A \x1b[31mred\x07 one \u202e is \\ here.\n")
    assert sentence.text == "A [31mred one is \\ here."
