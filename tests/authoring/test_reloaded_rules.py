"""Rules that are saved: new ones are another game, broken ones are named, and nothing of the old ones is left."""

import os
import runpy
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from squarely.authoring.reloaded_rules import BrokenSave, ReloadedRules, replay_match
from squarely.core.errors import UnknownGame
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.registry import GameSource, find_source, lend
from squarely.solver.oracle import Oracle
from squarely.testing import check_game
from tests.authoring.packages import write_new
from tests.boards import played

pytestmark = pytest.mark.slow

MOVES_IN = "if (position.first | position.second) >> square & 1 == 0:"


class Desk:
    """A new package that is being written."""

    def __init__(self, here: Path) -> None:
        self.package = write_new(here) / "squarely_corners"
        self.source = find_source(str(self.package))
        lend(self.source)
        self.rules = ReloadedRules(self.source)

    def save(self, before: str, after: str, file: str = "rules.py") -> None:
        text = (self.package / file).read_text(encoding="utf-8")
        assert before in text
        stamp = (self.package / file).stat()
        (self.package / file).write_text(text.replace(before, after), encoding="utf-8")
        os.utime(self.package / file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 1000))  # in the same second


@pytest.fixture
def at_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("squarely.laws.examine._AT_EVERY_SAVE", 30)
    yield Desk(tmp_path)
    for name in [name for name in sys.modules if name.startswith("squarely_corners")]:
        del sys.modules[name]
    registry.look_again()


def solve(game: Game) -> str:
    return str(Oracle(game).value(game.start()))


def test_a_lent_game_is_one_of_the_games_and_its_own_test_passes(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `squarely new` writes for pytest, called as pytest would, in fewer positions."""
    assert "corners" in registry.names()
    assert registry.load("corners").title == "Corners"
    assert str(at_desk.package.parent) in os.environ["PYTHONPATH"].split(os.pathsep)
    ours = GameSource("quad", "squarely_corners", "squarely-quads", at_desk.package.parent)
    with pytest.raises(UnknownGame, match="'quad', but that is the name of a game of the package squarely"):
        lend(ours)
    monkeypatch.setattr("squarely.testing.check_game", partial(check_game, most=30, under_options=False))
    (file,) = (at_desk.package.parent / "tests").glob("test_*.py")
    tests = runpy.run_path(str(file))
    tests["test_the_laws_hold"]("stones=2")
    tests["test_it_is_played_to_an_end"]()


def test_new_rules_are_another_game_and_no_old_truth_answers_for_them(
    at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the file is as long as before and saved within the same second, and Python keeps what it compiled."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    before = at_desk.rules.load()
    (at_desk.package / "rules.py").touch()
    assert not at_desk.rules.have_changed(), "the same content is no change"
    assert solve(before) == "a tie in 9 moves"
    at_desk.save("stones = Dial(3,", "stones = Dial(2,")
    assert at_desk.rules.have_changed()
    after = at_desk.rules.load()
    assert after != before
    assert solve(after) == "first wins in 3 moves"
    assert solve(before) == "a tie in 9 moves"


def test_every_file_of_the_game_is_watched_and_loaded_anew(at_desk: Desk) -> None:
    at_desk.rules.load()
    for file in ("__init__.py", "claims.py", "rules.py"):
        with (at_desk.package / file).open("a", encoding="utf-8") as opened:
            opened.write("\nADDED = 1\n")
        assert at_desk.rules.have_changed(), file
        game = at_desk.rules.load()
        assert not at_desk.rules.have_changed()
    assert vars(sys.modules[game.printed.__module__])["ADDED"] == 1
    helper = at_desk.package.parent / "corner_helper.py"  # a module that the rules come to import is watched too
    at_desk.save("from typing import", "from corner_helper import WIDTH\nfrom typing import")
    assert at_desk.rules.have_changed()
    with pytest.raises(BrokenSave, match="No module named 'corner_helper'"):
        at_desk.rules.load()
    helper.write_text("WIDTH = 3\n")
    at_desk.save("from corner_helper import WIDTH", "from corner_helper import WIDTH  # now")
    assert at_desk.rules.have_changed()
    at_desk.rules.load()
    helper.write_text("WIDTH = 4\n")
    assert at_desk.rules.have_changed()
    at_desk.rules.load()
    assert sys.modules["corner_helper"].WIDTH == 4
    ours = ReloadedRules(find_source("snatchers")).files  # and nothing else of the house
    assert {file.name for file in ours} >= {"rules.py", "words.py", "claims.py"}
    assert not any("core" in file.parts for file in ours)


BROKEN = [
    (MOVES_IN, MOVES_IN[:-1], r"expected ':' \(rules.py, line \d+\)"),
    ("import NamedTuple", "import NamedTriple", "cannot import name 'NamedTriple'"),
    ("title, players,", "heading, players,", "lacks title"),
    ("self.full = ", "self.full = self.fuller = self.foul or ", r"rules.py, line \d+, .*no attribute 'foul'"),
    ("& 1 == 0:", "& 1 == 0 and not position.second:", r"rules.py, line \d+: .* has no legal move and has not ended"),
]


def test_what_cannot_be_played_is_said_with_its_place(at_desk: Desk) -> None:
    for before, after, why in BROKEN:
        good = at_desk.rules.load()
        at_desk.save(before, after)
        with pytest.raises(BrokenSave, match=why):
            at_desk.rules.load()
        assert vars(sys.modules["squarely_corners.rules"])["Corners"] is good.printed, "the rules before stay"
        at_desk.save(after, before)
    assert at_desk.rules.load() != good


GOING_ON: list[tuple[str, dict[str, str], str, str]] = [
    # what was played, what is saved in whose place, the moves that are left, and what is said
    ("B2 A1", {'"Corners"': '"Edges"'}, "B2 A1", "All 2 moves still stand."),
    ("A1 C3 A2 C1", {"Dial(3, 2, 5": "Dial(2, 2, 5"}, "A1 C3 A2", "Under the new rules it is over after 3 moves."),
    (
        "A1 B2 C3",
        {MOVES_IN: MOVES_IN.replace("if", "if square != 4 and"), "== self.full": "| 16 == self.full"},
        *("A1", "Move 2, B2, is no longer allowed: it goes on after 1 move."),
    ),
]


def test_a_match_goes_on_with_the_moves_that_still_stand_or_anew_where_its_position_cannot_be(at_desk: Desk) -> None:
    for moves, saved, left, told in GOING_ON:
        before = played(Match.of(at_desk.rules.load()), *moves.split())
        for old, new in saved.items():
            at_desk.save(old, new)
        game = at_desk.rules.load()
        match, says = replay_match(before, game, 0)
        assert (" ".join(map(str, match.moves)), says, match.game) == (left, told, game)
        assert bool(match.outcome) == ("it is over" in told)
        for old, new in saved.items():
            at_desk.save(new, old)
    line, game = "B../.W./... B", at_desk.rules.load()
    before = Match.of(game, game.read_position(line)).play("C3")
    assert replay_match(before, at_desk.rules.load(), 0, line)[0].moves
    at_desk.save('("B", "W")', '("X", "O")')
    match, says = replay_match(before, at_desk.rules.load(), 0, line)
    assert (match.moves, "a new match" in says) == ((), True)
