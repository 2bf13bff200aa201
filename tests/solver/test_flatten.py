"""Methods become functions that say the same: interpreted, compiled, with variations, and with their lines."""

import importlib
import inspect
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from squarely.core.errors import BrokenRules
from squarely.games.quad.rules import Quad
from squarely.solver.compiled import compile_game
from squarely.solver.flatten import flatten
from squarely.solver.integrity import fingerprint
from tests.solver.odd.boxes import Boxes
from tests.solver.odd.counting import Counting
from tests.thorough import many

GAMES = [
    Quad(),
    Quad("sudden_death=convert,block=3"),
    Quad("shape=tilted,gravity=yes,sudden_death=none"),
    Quad("size=3,pie=yes,gravity=yes"),
    Quad("turn_limit=9,misere=yes,double_moves=yes"),
    Boxes(),
    Counting(),
]


@pytest.mark.slow
def test_functions_say_what_methods_say() -> None:
    for game in GAMES:
        flat, random = flatten(game), Random(1)
        law, planes = flat.law, np.zeros((2, len(game.planes), game.shape.squares), np.int64)
        assert flat.start(law) == game.start(), game
        for _ in range(many(20)):
            position = game.start()
            while moves := list(game.legal_moves(position)):
                assert list(flat.legal_moves(law, position)) == moves, game
                assert flat.without_points(law, position) == game.without_points(position), game
                number = random.randrange(len(game.symmetries.squares))
                assert flat.transform(game.symmetries, position, number) == game.transform(position, number), game
                if game.has_planes:
                    game.observe(position, planes[0])
                    flat.observe(law, position, planes[1])
                    assert (planes[0] == planes[1]).all(), game
                move = random.choice(moves)
                after = flat.play(law, position, move)
                assert after == game.play(position, move), game
                assert type(after) is game.Position
                position = after
                assert flat.outcome(law, position) == game.outcome(position), game
                assert (flat.points and flat.points(law, position)) == game.points(position), game


def test_one_flattening_serves_all_games_of_a_class_and_only_numbers_that_are_used_are_in_the_law() -> None:
    small, large = flatten(Quad(size=3)), flatten(Quad(size=5))
    assert small[1:] == large[1:]
    assert type(small.law) is type(large.law)
    assert (small.law.cells, large.law.cells) == (9, 25)
    assert compile_game(Quad(size=3)) is compile_game(Quad(size=5))
    assert compile_game(Quad(size=3)) is not compile_game(Quad("size=3,gravity=yes"))
    game = Quad()
    _ = game.words, game.shape, game.planes  # what is kept once it was asked for changes nothing
    assert flatten(game).law._fields == ("blocks", "cells", "full")


SOURCE = '''
"""A game that uses what a class can have."""
from typing import NamedTuple
from squarely.core.rules.options import Ruling
from tests.solver.odd.counting import Counting
from tests.thorough import many

STEP = 1


def shorten(game, heap, by):
    return heap - by * game.factor()


class Middle(Counting):
    def left(self, position):
        """What is left."""
        return position.heap

    def factor(self):
        return STEP


class Used(Middle):
    last = Ruling("Who wins.", wins="whoever takes the last", loses="the other")

    class Position(NamedTuple):
        heap: int
        mover: int
        turns: int = 0

    @staticmethod
    def other(side):
        return 1 - side

    def left(self, position):
        return super().left(position) * 1

    @property
    def start_of(self):
        return self.heap

    def start(self):
        return self.Position(mover=0, heap=self.start_of)

    def play(self, position, move):
        heap = shorten(self, position.heap, move)
        return super().play(position, move)._replace(mover=self.other(position.mover), heap=heap)._replace(turns=0)

    def outcome(self, position):
        if self.left(position) > 0:
            return 0
        return 2 - position.mover if self.last != "loses" else 1 + position.mover
'''


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module with that game, which can be written otherwise and loaded again."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # which tells files apart by their seconds
    name = f"used_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(SOURCE)
    return importlib.import_module(name)


def rewrite(module: Any, old: str, new: str) -> None:
    assert old in SOURCE
    Path(module.__file__).write_text(SOURCE.replace(old, new))


@pytest.mark.slow
def test_whatever_a_class_can_have_is_flattened(written: Any) -> None:
    for last in ("wins", "loses"):
        game = written.Used(last=last)
        rules, flat = compile_game(game), flatten(game)
        position, compiled = game.start(), flat.start(flat.law)
        assert position == compiled == (12, 0, 0)
        while moves := list(game.legal_moves(position)):
            assert list(rules.legal_moves(flat.law, compiled)) == moves
            position, compiled = game.play(position, moves[-1]), rules.play(flat.law, compiled, moves[-1])
            assert position == compiled
        assert rules.outcome(flat.law, compiled) == game.outcome(position) != 0
        assert (game.outcome(position) == 2 - position.mover) == (last == "wins")


def test_lines_stay_where_they_are_in_a_file_that_has_not_changed(written: Any) -> None:
    code, line = flatten(written.Used()).play.__code__, inspect.getsourcelines(written.Used.play)[1]
    assert (code.co_filename, code.co_firstlineno) == (written.__file__, line)
    importlib.reload(written)
    rewrite(written, "STEP = 1", "STEP = 1\n\n# and a word")
    with pytest.raises(BrokenRules, match=r"used_.*\.py was changed after `\w+` was loaded from it; start again"):
        flatten(written.Used())


def test_a_method_without_source_is_refused() -> None:
    made: dict[str, Any] = {"Counting": Counting}
    exec("class Made(Counting):\n    def outcome(self, position):\n        return 0\n", made)
    with pytest.raises(BrokenRules, match="the source of `outcome` cannot be found"):
        flatten(made["Made"]())


CHANGES = [
    ("return position.heap\n", "return position.heap + 0\n", True),  # a method of a base
    ("heap - by * game", "heap - 1 * by * game", True),  # a function that is called
    ("STEP = 1", "STEP = 2", True),  # a value that is used
    ("turns: int = 0", "steps: int = 0\n        turns: int = 0", True),
    ('"""What is left."""', '"""What is still left."""  # a comment', False),
]


@pytest.mark.parametrize(("old", "new", "matters"), CHANGES)
def test_whatever_decides_the_truth_changes_the_fingerprint(written: Any, old: str, new: str, matters: bool) -> None:
    before = fingerprint(written.Used())
    assert fingerprint(written.Used(heap=11)) != before
    rewrite(written, old, new)
    assert (fingerprint(importlib.reload(written).Used()) != before) == matters


def test_a_rule_about_repetition_leaves_the_fingerprint_as_it_is() -> None:
    assert fingerprint(Quad(repetition="draw")) == fingerprint(Quad())
    assert fingerprint(Quad("gravity=yes")) != fingerprint(Quad())
