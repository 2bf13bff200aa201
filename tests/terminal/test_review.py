"""`squarely review`, and hint, why and the short review in `squarely play`."""

import json
from pathlib import Path

import pytest

from squarely import SquarelyError
from squarely.core.errors import TooLarge
from squarely.solver.oracle import Oracle
from squarely.terminal.review import review
from tests.review.test_grading import EXAMPLES
from tests.terminal.driving import Desk

pytestmark = pytest.mark.slow
MOVES = ["place 0 0", "place 0 1", "place 1 2", "place 0 2", "move 1 2 1 1"]
CENTER = ("play", "center", "--names", "Ann,Bob")
ALLOWED = (
    "place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1, Ann place 0 2, Bob move 0 1 1 1; "
    "the end: B captured the center square."
)
VALUE = {"ending": "win", "distance": 3, "margin": None}
FIRST_MOVE = {
    **{"number": 1, "side": "first", "move": "place 0 0", "position": "A--/---/--- B", "kept": False},
    **{"before": {"winner": "first", **VALUE}, "after": {"winner": "second", **VALUE}, "points_lost": None},
    "better": ["place 0 1", "place 1 0", "place 1 2", "place 2 1"],
    **{"because": ALLOWED, "kind": "allows", "line": ["place 0 1", "place 0 2", "move 0 1 1 1"]},
}


@pytest.fixture
def file(desk: Desk) -> Path:
    path = desk.here / "game.match"
    path.write_text(EXAMPLES[0][0], encoding="utf-8")
    return path


@pytest.mark.usefixtures("file")
def test_the_table_and_the_facts(desk: Desk) -> None:
    said = desk.squarely("review", "game.match")
    assert said.code == 0
    assert "turning point; better: place 0 1, place 1 0 or 2 more" in said.out
    assert "▀▄▄▄▀▀" in said.out
    assert desk.squarely("review", "game.match", "--plain").out.isascii()
    assert desk.squarely("review", "game.match", LANG="C", PYTHONIOENCODING="ascii").out.isascii()
    data = json.loads(desk.squarely("review", "game.match", "--json").out)
    assert (data["game"], data["first"], data["winner"], data["turning_points"]) == ("center", "Ann", "first", [1, 4])
    assert data["accuracy"] == {"first": 26.3, "second": 22.2}
    assert [move["move"] for move in data["moves"]] == MOVES
    assert data["moves"][0] == FIRST_MOVE


def test_the_page_is_written_and_may_be_written_again(desk: Desk, file: Path) -> None:
    before = file.read_text(encoding="utf-8")
    for _ in range(2):
        said = desk.squarely("review", "game.match", "--html", "game.html")
        assert (said.code, said.out) == (0, "Written: game.html\n")
    assert (desk.here / "game.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    both = desk.squarely("review", "game.match", "--html", "game.html", "--json")
    assert json.loads(both.out)["game"] == "center"
    said = desk.squarely("review", "game.match", "--html", "./game.match")
    assert said.code == 2
    assert "game.match exists already and is not a page with a review; please choose another name" in said.err
    assert file.read_text(encoding="utf-8") == before


def test_what_cannot_be_reviewed_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object) -> None:
        raise TooLarge("this game has more positions than there is memory for")

    monkeypatch.setattr(Oracle, "value", too_large)
    with pytest.raises(SquarelyError) as told:
        review.main([str(file)], standalone_mode=False)
    assert str(told.value) == f"{file} cannot be reviewed: this game has more positions than there is memory for"
    file.write_text("The fog comes on little cat feet.\n")
    with pytest.raises(SquarelyError, match=r"game\.match, line 1: "):
        review.main([str(file)], standalone_mode=False)


def test_a_match_ends_with_its_review(desk: Desk) -> None:
    refused = desk.squarely("review")
    assert (refused.code, refused.out) == (2, "")
    assert "no match has been finished on this machine yet" in refused.err
    for more, typed in ((("--max-turns", "2"), MOVES), ((), [*MOVES[:2], "quit"]), ((), ["resign", "yes"])):
        said = desk.squarely(*CENTER, *more, typed=typed)
        assert said.code == 0
        assert "Review" not in said.out
    closing, review = desk.squarely(*CENTER, typed=MOVES).out.split("\nReview\n")
    assert "Congratulations, Ann!" in closing
    assert "  Ann  accuracy 26% in 2 choices\n  Bob  accuracy 22% in 2 choices\n" in review
    assert "  1. Ann: place 0 0 allows Bob to win in 3 moves" in review
    assert "Ann against Bob" in desk.squarely("review").out


def test_hints_go_a_step_further_each_time_and_begin_again_after_a_move(desk: Desk) -> None:
    typed = "why|hint|hint|hint|hint|hint|place 0 0|hint|hint|undo|hint|hint|place 0 0|undo|hint|quit"
    said = desk.squarely(*CENTER, typed=typed.split("|")).out
    assert "No move has been made yet." in said
    lines = said.splitlines()
    told = [line for line in lines if line.startswith(("With best play: ", "Look at", "Try ", "4 of your"))]
    stands = "With best play: you win in 3 moves (both sides counted)."
    four = "4 of your 8 moves win. All are equally fast."
    assert told[:2] == [stands, four]
    assert told[2].startswith("Look at")
    assert told[3] == told[4]
    assert told[3].startswith("Try place 0 1. ")
    assert told[5:] == [stands, "4 of your 7 moves win. All are equally fast.", stands, four, stands]
