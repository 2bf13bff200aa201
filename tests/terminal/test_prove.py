"""`squarely prove` and `squarely check`, as somebody uses them."""

from pathlib import Path

import pytest

from squarely.proofs.checker import check_proof
from tests.proofs.made import made
from tests.terminal.driving import Desk


@pytest.mark.parametrize(
    ("args", "proved", "counted"),
    [
        (
            ["center"],
            "center from ---/---/--- A: Player A wins in at most 3 moves, whatever Player B does.",
            "8 entries",
        ),
        (["showdown"], "showdown from *..../...../...../...../..... 1 -: neither side can force a win.", "45 entries"),
        (
            ["numbers", "--position", "53./291/647 2 8-0"],
            "numbers from 53./291/647 2 8-0: Player 2 wins in at most 4 moves, whatever Player 1 does, "
            "by 5 points or more; Player 1 can keep it to 5 points.",
            "32 entries",
        ),
        (
            ["numbers", "--option", "size=2", "-o", "komi=4", "--position", "14/32 1 0-0"],
            "numbers (size=2,komi=4) from 14/32 1 0-0: neither side can force a win, "
            "and neither need end with fewer points.",
            "5 entries",
        ),
        (["center", "--position", "-A-/-B-/--- A"], "center from -A-/-B-/--- A: Player B has won.", "0 entries"),
    ],
)
def test_what_is_proved_is_checked(desk: Desk, args: list[str], proved: str, counted: str) -> None:
    made_now = desk.squarely("prove", *args, "--out", "a.proof")
    assert (made_now.code, made_now.err) == (0, "")
    assert made_now.out == f"Proved: {proved}\nWritten to a.proof: {counted}.\n"
    checked = desk.squarely("check", "a.proof")
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith(f"Proved: {proved}\nChecked: {counted}, ")
    assert [path.name for path in desk.here.iterdir()] == ["a.proof"], "nothing is left half-written"


def test_quad_is_proved_from_its_start(desk: Desk) -> None:
    said = desk.squarely("prove", "quad", "--out", "quad.proof")
    assert said.code == 0
    assert said.out.startswith("Proved: quad from ..../..../..../.... X: Player 1 wins in at most 17 moves")
    assert check_proof((desk.here / "quad.proof").read_text()).moves == 17


def test_a_bad_proof_is_rejected_with_its_line(desk: Desk) -> None:
    file = desk.here / "bad.proof"
    file.write_text(made("center").replace("move 0 1 1 1", "move 0 1 0 2", 1))
    said = desk.squarely("check", "bad.proof")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("Rejected: bad.proof, line 8: ")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"squarely proof 1\n\x80", made("center").encode("utf-16")])
def test_what_is_no_text_is_rejected(desk: Desk, content: bytes) -> None:
    (desk.here / "no.proof").write_bytes(content)
    said = desk.squarely("check", "no.proof")
    assert said.code == 1
    assert said.err.startswith("Rejected: no.proof, line ")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["check", "nowhere.proof"], "does not exist"),
        (["check", "."], "is a directory"),
        (["prove", "quad"], "Missing option '--out'"),
        (["prove", "quod", "--out", "a"], "did you mean quad?"),
        (["prove", "quad", "-o", "size=9", "--out", "a"], "size is a whole number from 3 to 6"),
        (["prove", "quad", "--position", "XX", "--out", "a"], "a position is BOARD MOVER"),
    ],
)
def test_mistakes_are_explained(desk: Desk, args: list[str], why: str) -> None:
    said = desk.squarely(*args)
    assert said.code == 2
    assert why in said.err
    assert not list(desk.here.iterdir())


def test_a_game_from_outside_is_proved(desk: Desk) -> None:
    """Nothing was written for proofs in its file."""
    outside = desk.here.parent / "outside"
    (outside / "hop-1.dist-info").mkdir(parents=True)
    (outside / "hop-1.dist-info" / "entry_points.txt").write_text("[squarely.games]\nhop = squarely_hop\n")
    rules = Path(__file__).parents[1] / "games" / "outside" / "squarely_hop.py"
    (outside / "squarely_hop.py").write_text(rules.read_text(encoding="utf-8"), encoding="utf-8")
    said = desk.squarely("prove", "hop", "-o", "size=3", "--out", "hop.proof", PYTHONPATH=str(outside))
    assert said.code == 0, said.err
    assert said.out.startswith("Proved: hop (size=3) from DDD/.../LLL L: ")
    assert desk.squarely("check", "hop.proof", PYTHONPATH=str(outside)).code == 0
    said = desk.squarely("check", "hop.proof")
    assert (said.code, said.out) == (1, "")
    assert "line 2: there is no game 'hop'" in said.err
    asked = desk.squarely(
        "puzzle", "hop", "-o", "size=3", "--seed", "1", typed=["skip", "quit"], PYTHONPATH=str(outside)
    )
    assert asked.code == 0, asked.err
    assert "Hop (hop) (size=3), level " in asked.out
