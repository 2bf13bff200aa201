"""`squarely check-game`: a verdict first, exit codes for CI, by name, file or folder."""

import json
import shutil
from pathlib import Path

import pytest

from tests.laws.mistakes import MISTAKES, ROW
from tests.terminal.driving import Desk

OUTSIDE = Path(__file__).parents[1] / "games" / "outside"


def test_a_game_that_keeps_the_laws(desk: Desk) -> None:
    said = desk.squarely("check-game", "showdown", "-o", "size=3", "--interpreted")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("showdown (size=3) keeps the laws: all 22 hold wherever they were tried.\n")
    assert "Tried in all 21 positions that play can reach." in said.out
    assert "Play need not end: " in said.out
    assert "The rules were not compiled (as you wished)." in said.out


def test_a_file_that_is_not_installed(desk: Desk) -> None:
    shutil.copy(OUTSIDE / "squarely_hop.py", desk.here)
    said = desk.squarely("check-game", "squarely_hop.py", "-o", "size=3", "--interpreted")
    assert said.code == 0, said.out
    assert said.out.startswith("hop (size=3) keeps the laws")


def test_a_broken_law_is_told_with_its_board(desk: Desk) -> None:
    (desk.here / "row.py").write_text(MISTAKES["no move and no outcome"].text, encoding="utf-8")
    said = desk.squarely("check-game", "row.py")
    assert said.code == 1
    assert said.out.startswith("row breaks 1 law.\n")
    told = " ".join(said.out.split())
    assert "Broken: There are legal moves as long as there is no outcome, and none from then on. ABA B has no" in told
    assert "After 3 moves (A1, B1, C1): A B C 1 A B A To mend it: `legal_moves` gives none exactly where" in told


def test_facts_for_programs(desk: Desk) -> None:
    (desk.here / "row.py").write_text(MISTAKES["a third side"].text, encoding="utf-8")
    said = desk.squarely("check-game", "row.py", "--json", "--interpreted")
    told = json.loads(said.out)
    assert (said.code, told["game"], told["lawful"], told["laws"]) == (1, "row", False, 22)
    assert told["faults"][0]["law"] == "play leads to a position"
    assert (told["faults"][0]["position"], told["faults"][0]["moves"]) == ("A.. B", ["A1"])
    (desk.here / "row.py").write_text(ROW, encoding="utf-8")
    told = json.loads(desk.squarely("check-game", "row.py", "--json", "--interpreted").out)
    assert (told["lawful"], told["faults"]) == (True, [])


def test_a_game_that_cannot_be_loaded_is_broken(desk: Desk) -> None:
    (desk.here / "row.py").write_text(MISTAKES["no mover"].text, encoding="utf-8")
    said = desk.squarely("check-game", "row.py")
    assert (said.code, said.out.partition("\n")[0]) == (1, "row cannot be used yet.")
    assert "has a Position that is not a NamedTuple with a field `mover`" in said.out
    told = json.loads(desk.squarely("check-game", "row.py", "--json").out)
    assert (told["lawful"], "mover" in told["why"]) == (False, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nothing",), "there is no game 'nothing'"),
        (("nothing.py",), "there is no file or folder 'nothing.py'"),
        (("showdown", "-o", "size=99"), "size=99 is not possible"),
        (("showdown", "--positions", "0"), "--positions"),
        ((), "Missing argument 'GAME'"),
    ],
)
def test_misuse_is_told(desk: Desk, arguments: tuple[str, ...], says: str) -> None:
    said = desk.squarely("check-game", *arguments)
    assert (said.code, said.out) == (2, "")
    assert says in said.err
