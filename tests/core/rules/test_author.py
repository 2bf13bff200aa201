"""Where a method of a game failed is told as one sentence; the mistakes in tests/laws have what is refused at load."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from squarely.core.rules.author import check_class, describe_failure
from squarely.core.rules.game import Game
from tests.laws.mistakes import ROW


def make(folder: Path, old: str, new: str) -> Game:
    """The game of a file in which something is written otherwise."""
    assert old in ROW
    file = folder / "row_that_fails.py"
    file.write_text(ROW.replace(old, new, 1))
    module = sys.modules["row_that_fails"] = ModuleType("row_that_fails")
    exec(compile(file.read_text(), str(file), "exec"), vars(module))
    game: Game = module.Row()
    return game


def fail(call: Any) -> str | None:
    try:
        call()
    except Exception as error:
        return describe_failure(error)
    raise AssertionError("it did not fail")


def test_a_method_and_what_it_calls(tmp_path: Path) -> None:
    helper = "def helper(position):\n    return 1 // 0\n\n\nclass RowWords("
    game = make(
        tmp_path, ROW, ROW.replace("class RowWords(", helper).replace("return ONGOING", "return helper(position)")
    )
    assert fail(lambda: game.result(game.start())) == (
        "`outcome` of Row fails: row_that_fails.py, line 13, `return 1 // 0` "
        "(ZeroDivisionError: integer division or modulo by zero); run `squarely check-game row`"
    )


@pytest.mark.parametrize("words", ["reason", "draw"])
def test_words_of_a_game(tmp_path: Path, words: str) -> None:
    game = make(
        tmp_path, 'reason(self, position):\n        return "', f'{words}(self, position):\n        return [][0] or "'
    )
    assert f"`{words}` of Row fails: row_that_fails.py, line 14, `return [][0]" in str(
        fail(lambda: getattr(game.words, words)(game.start()))
    )


def test_what_runs_out_in_a_generator_and_what_is_not_theirs(tmp_path: Path) -> None:
    game = make(tmp_path, "yield square", "yield next(iter(()))")
    assert "`legal_moves` of Row fails: row_that_fails.py, line 37, `yield next(iter(()))` (StopIteration)" in str(
        fail(lambda: list(game.legal_moves(game.start())))
    )
    assert fail(lambda: 1 // 0) is None


def test_a_class_is_looked_at() -> None:
    assert check_class(7) == "is 7; it is a class: class Hop(Game)"

    class Hop(Game):
        title = "Hop"

    assert check_class(Hop) == "lacks players, marks, Position, legal_moves, outcome, play, start"
