"""Games from outside the package, installed: found, played in line mode, recorded, reviewed, solved and proved.

`tests/games/outside` is such a package, with an entry point each; nothing of ours knows it. Other faces are tried where
they are: tests/web/browser/test_from_outside.py, tests/environments, tests/arena.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from squarely.authoring.starters import step
from squarely.games.quad import variations as quad_variations
from tests.games.outside_games import HOP_FILE
from tests.terminal.driving import Desk, Said

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
Run = Callable[..., Said]


@pytest.fixture
def run(desk: Desk, installed: str) -> Run:
    return partial(desk.squarely, PYTHONPATH=installed)


def test_it_is_there_with_its_rules_where_it_is_installed_and_nowhere_else(desk: Desk, run: Run) -> None:
    listed = {game["game"]: game for game in json.loads(run("games", "--json").out)}
    assert {"quad", "hop", "drop"} <= set(listed)
    assert listed["hop"]["start"] == "DDDD/..../..../LLLL L"
    rules = run("rules", "hop")
    assert (rules.code, "size" in rules.out) == (0, True)
    assert "hop straight forward over one piece" in " ".join(rules.out.split())
    run("play", "hop", "--save", "hop.match", typed=("A4 A3",))
    for command in (("play", "hop"), ("show", "hop.match")):
        said = desk.squarely(*command)
        assert (said.code, "there is no game 'hop'" in said.err) == (2, True)
    assert "line 1: there is no game 'hop'" in said.err


def test_it_is_played_recorded_resumed_and_shown(desk: Desk, run: Run) -> None:
    begun = run("play", "hop", "--option", "size=3", "--save", "hop.match", typed=("A3 B3", "A3 A2"))
    assert begun.code == 1, "the input has ended while the match has not"
    assert "Welcome to Hop!" in begun.out
    assert "A3 B3 is not allowed here. Please choose A3 A2, B3 B2 or C3 C2." in begun.out
    assert (desk.here / "hop.match").read_text().endswith("\n\n1. A3 A2\n*\n")
    ended = run("resume", "hop.match", typed=("B1 B2", "B3 B1"))
    assert (ended.code, "Congratulations, Light! You have won the game: Light reached" in ended.out) == (0, True)
    kept = (desk.here / "hop.match").read_text()
    for part in ('[Game "hop"]', '[Options "size=3"]', '[Reason "Light reached the far row"]'):
        assert part in kept
    assert kept.endswith("\n\n1. A3 A2\n2. B1 B2\n3. B3 B1\n1-0\n")
    assert "  A B C\n1 D L D\n2 L D .\n3 . . L\n" in run("show", "hop.match").out


def test_on_a_board_that_is_not_square_it_is_played_reviewed_solved_and_proved(run: Run) -> None:
    begun = run("play", "drop", "--save", "drop.match", typed=("B1", "b3", "B2"))
    assert "B1 is not allowed here. Please choose A3, B3, C3 or D3." in begun.out
    ended = run("resume", "drop.match", typed=("A3", "A2", "C3"))
    assert (ended.code, "Red has three in a line" in ended.out) == (0, True)
    for command in (("show", "drop.match"), ("puzzle", "drop", "--seed", "1")):
        assert "A B C D" in run(*command).out, command
    assert "Red" in run("review", "drop.match").out
    told = json.loads(run("solve", "drop", "--json").out)
    assert (told["winner"], told["distance"]) == ("first", 9)
    assert [run(*said).code for said in (("prove", "drop", "--out", "drop.proof"), ("check", "drop.proof"))] == [0, 0]


def test_a_broken_game_hides_no_other(desk: Desk, tmp_path: Path) -> None:
    """One that cannot be loaded and one that lacks its verbs, next to ours."""
    (about := tmp_path / "broken-1.0.dist-info").mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[squarely.games]\ngone = no_such_module\nbare = bare_game\n")
    bare = 'from squarely import Game\n\n\nclass Bare(Game):\n    title = "Bare"\n'
    (tmp_path / "bare_game.py").write_text(bare)
    said = desk.squarely("games", PYTHONPATH=str(tmp_path))
    assert "Be the first to form a 2x2 square" in said.out
    assert "no_such_module" in said.out + said.err
    assert "lacks players, marks" in said.out + said.err
    refused = desk.squarely("play", "bare", PYTHONPATH=str(tmp_path))
    assert (refused.code, "lacks players, marks" in refused.err) == (2, True)


def test_the_recipe_shows_these_rules() -> None:
    """What docs/adding-a-game.md shows is in the package, word for word."""
    text = PAGE.read_text(encoding="utf-8").partition("\n## Reference\n")[2]
    python = [part.partition("```")[0].strip("\n") for part in text.split("```python\n")[1:]]
    assert len(python) == 3
    files = (HOP_FILE.with_name("squarely_cram.py"), Path(quad_variations.__file__), Path(step.__file__))
    rules = "".join(file.read_text(encoding="utf-8") for file in files)
    for block in python:
        assert block in rules, block
