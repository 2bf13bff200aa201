"""`squarely solve`, `prove` and `check`, as people and programs use them."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.solver.oracle import Oracle
from tests.boards import line
from tests.proofs.made import made
from tests.review.plain import plain_from
from tests.solver import plain
from tests.terminal.driving import printed

COUNTED = " (both sides counted)"  # said once, above the list of moves
VALUE = ["winner", "ending", "distance", "margin"]


def facts(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed("solve", *arguments, "--json"))
    return found


def test_a_position_is_told_with_the_value_of_every_move() -> None:
    for name, options, drawn, *told in (
        ("center", "tokens=1", "-A-/---/--- B", "second", "first", "win", 2, None),
        ("quad", "size=3,sudden_death=none", ".X./.XO/.O. X", "first", None, "tie", 5, None),
    ):
        found, game = facts(name, "-o", options, "--position", drawn), registry.load(name, options)
        assert list(found) == ["game", "options", "position", "mover", *VALUE, "moves"]
        assert [found[name] for name in ("mover", *VALUE)] == told
        assert all(list(move) == ["move", "position", *VALUE] for move in found["moves"])
        position = game.read_position(drawn)
        truth = plain.solve(game, position)
        for move in found["moves"]:
            assert tuple(move[name] for name in VALUE) == truth[game.read_position(move["position"])]
        assert {move["move"] for move in found["moves"]} == {str(move) for move in game.named_moves(position)}


def test_a_person_reads_one_distance_for_one_move() -> None:
    """A move counts from where it is made, as the position does: the best one has the same number."""
    game = registry.load("quad", "size=3,sudden_death=none")
    for drawn in ("X O .\n. X .\n. . O\nX", ". X .\n. X O\n. O .\nX", "X O X\nO . O\n. X .\nX"):
        position = game.read_position(line(drawn))
        shown = printed("solve", "quad", "-o", game.options, "--position", line(drawn))
        truth, names = plain_from(game, position), game.players
        told = re.search(r"Player . to move: (.+)\.\n", shown)
        listed = dict(re.findall(r"^  ([A-C][1-3]) +(.+)$", shown, re.M))
        assert told
        assert told[1] == truth.truth(position).says(names)
        assert next(iter(listed.values())) == told[1].removesuffix(COUNTED)
        for move, after in truth.after[position].items():
            reached = truth.truth(after)
            counted = reached._replace(moves=(reached.moves or 0) + 1)
            assert listed.pop(move) == counted.says(names).removesuffix(COUNTED)
        assert not listed


def test_without_a_position_the_whole_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = facts("showdown")
    assert found["positions"] == 77
    assert found["counts"] == {"endless": 61, "second": 16}
    shown = printed("solve", "showdown")
    assert "Player 1 to move: play can go on for ever." in shown
    assert "The whole game: 77 positions (61 endless, 16 second); the longest way to an end takes 1 move." in shown
    assert re.search(r"\nWorked out in [0-9.]+ s with [0-9,]+ MB\.$", shown.strip())
    found = facts("numbers")
    assert (found["position"], found["margin"]) == ("123/456/789 1 0-0", 17), "a dealt game has one usual start"
    monkeypatch.setitem(sys.modules, "resource", None)  # as on a system that does not tell the memory
    assert re.search(r"\nWorked out in [0-9.]+ s\.$", printed("solve", "showdown").strip())


# Proofs

PROVED = (
    ("quad", "", "XXO./OOX./X.OX/.O.. X", "Player 1 wins in at most 7 moves, whatever Player 2 does.", 24),
    ("center", "", "-A-/-B-/--- A", "Player B has won.", 0),
    ("showdown", "", "*..../...../...../...../..... 1 -", "neither side can force a win.", 45),
    ("numbers", "", "53./291/647 2 8-0", "Player 2 wins in at most 4 moves, whatever Player 1 does, "
     "by 5 points or more; Player 1 can keep it to 5 points.", 32),
    ("numbers", "size=2,komi=4", "14/32 1 0-0", "neither side can force a win, and neither need end with fewer points.",
     5),
)  # fmt: skip


def test_what_is_proved_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for game, options, position, proved, count in PROVED:
        where = ("--position", position, *(("-o", options) if options else ()))
        written = printed("prove", game, *where, "--out", "a.proof")
        told = f"Proved: {game}{options and f' ({options})'} from {position}: {proved}\n"
        assert written == f"{told}Written to a.proof: {count} entries.\n"
        assert printed("check", "a.proof").startswith(f"{told}Checked: {count} entries, ")
        assert [path.name for path in tmp_path.iterdir()] == ["a.proof"], "nothing is left half-written"


def test_a_bad_proof_is_rejected_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.proof"
    good = made("showdown")
    for content, where in (
        *((good.replace("1 -\tdown", "1 -\tup").encode(), "7"), (b"", "")),
        *((b"\xff\xfe", "1"), (b"squarely proof 1\n\x80", "2"), (good.encode("utf-16"), "")),
        (good.replace("game showdown", "game hop").encode(), "2: there is no game 'hop'"),
    ):
        file.write_bytes(content)
        assert printed("check", str(file), code=1).startswith(f"Rejected: {file}, line {where}"), content


# What is known without a solution


def test_an_argument_answers_where_no_solution_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise TooLarge("this game is too large")

    monkeypatch.setattr(Oracle, "solution", refuse)
    shown = printed("solve", "quad", "-o", "size=5,begins_sudden_death=first")
    assert "Player 1 to move: Player 1 wins in 26 moves (both sides counted).\n\nKnown by an argument: " in shown
    command = re.search(r"The proof: squarely (prove .+) --out FILE", shown)
    assert command
    assert printed(*command[1].split(), "--out", str(tmp_path / "a.proof")).endswith(": 617 entries.\n")
    assert re.search(
        r"Relied on: .+ tried in [0-9,]+ positions\.$", printed("check", str(tmp_path / "a.proof")).strip()
    )
    found = facts("quad", "-o", "size=5,sudden_death=none")
    assert [found[name] for name in (*VALUE, "moves")] == [None, "tie", 25, None, []]
    assert "pair of neighbours" in found["because"]
    for options, why in (("size=5", "too large; with best play it is an open question"), ("shape=line", "too large$")):
        with pytest.raises(TooLarge, match=why):
            printed("solve", "quad", "-o", options)
    with pytest.raises(TooLarge, match=r"too large$"):
        printed("solve", "quad", "-o", "size=6", "--position", f"{'/'.join(['......'] * 5)}/X..... O")

    won = "O..../XXX../....O/...../....O X"
    monkeypatch.setattr("squarely.terminal.solve._SEARCH", 20)
    shown = printed("prove", "quad", "-o", "size=5", "--position", won, "--out", str(tmp_path / "b.proof"))
    assert "Player 1 wins in at most 3 moves" in shown
    monkeypatch.setattr("squarely.terminal.solve._SEARCH", 0.1)
    with pytest.raises(TooLarge, match="too large; a search of 0 s proves no win here either"):
        printed("prove", "quad", "-o", "size=5", "--out", str(tmp_path / "c.proof"))
