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

MOVES = ["place 0 0", "place 0 1", "place 1 2", "place 0 2", "move 1 2 1 1"]
CENTER = ("play", "center", "--names", "Ann,Bob")
ALLOWED = (
    "place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1, Ann place 0 2, Bob move 0 1 1 1; "
    "the end: B captured the center square."
)
STANDS = "With best play: "


@pytest.fixture
def file(desk: Desk) -> Path:
    path = desk.here / "game.match"
    path.write_text(EXAMPLES[0][0], encoding="utf-8")
    return path


def test_the_table(desk: Desk, file: Path) -> None:
    said = desk.squarely("review", "game.match")
    assert said.code == 0
    assert "turning point; better: place 0 1, place 1 0 or 2 more" in said.out
    assert "▀▄▄▄▀▀" in said.out
    assert desk.squarely("review", "game.match", "--plain").out.isascii()
    assert desk.squarely("review", "game.match", LANG="C", PYTHONIOENCODING="ascii").out.isascii()


def test_without_a_file_the_match_finished_last(desk: Desk) -> None:
    refused = desk.squarely("review")
    assert (refused.code, refused.out) == (2, "")
    assert "no match has been finished on this machine yet" in refused.err
    desk.squarely(*CENTER, typed=MOVES)
    assert "Ann against Bob" in desk.squarely("review").out


def test_json(desk: Desk, file: Path) -> None:
    data = json.loads(desk.squarely("review", "game.match", "--json").out)
    assert (data["game"], data["first"], data["winner"], data["turning_points"]) == ("center", "Ann", "first", [1, 4])
    assert data["accuracy"] == {"first": 26.3, "second": 22.2}
    assert [move["move"] for move in data["moves"]] == MOVES
    assert data["moves"][0] == {
        "number": 1,
        "side": "first",
        "move": "place 0 0",
        "position": "A--/---/--- B",
        "before": {"winner": "first", "ending": "win", "distance": 3, "margin": None},
        "after": {"winner": "second", "ending": "win", "distance": 3, "margin": None},
        "kept": False,
        "points_lost": None,
        "better": ["place 0 1", "place 1 0", "place 1 2", "place 2 1"],
        "because": ALLOWED,
        "kind": "allows",
        "line": ["place 0 1", "place 0 2", "move 0 1 1 1"],
    }


def test_the_page_is_written_and_may_be_written_again(desk: Desk, file: Path) -> None:
    for _ in range(2):
        said = desk.squarely("review", "game.match", "--html", "game.html")
        assert (said.code, said.out) == (0, "Written: game.html\n")
    assert (desk.here / "game.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    both = desk.squarely("review", "game.match", "--html", "game.html", "--json")
    assert json.loads(both.out)["game"] == "center"


def test_the_record_is_never_overwritten_and_no_folder_is_a_clear_error(desk: Desk, file: Path) -> None:
    before = file.read_text(encoding="utf-8")
    said = desk.squarely("review", "game.match", "--html", "./game.match")
    assert said.code == 2
    assert "game.match exists already and is not a page with a review; please choose another name" in said.err
    assert file.read_text(encoding="utf-8") == before
    (desk.here / "taken").write_text("")
    said = desk.squarely("review", "game.match", "--html", "taken/game.html")
    assert said.code == 2
    assert "taken/game.html cannot be written" in said.err


def test_what_cannot_be_reviewed_is_said(desk: Desk, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object) -> None:
        raise TooLarge("this game has more positions than there is memory for")

    monkeypatch.setattr(Oracle, "value", too_large)
    with pytest.raises(SquarelyError) as told:
        review.main([str(file)], standalone_mode=False)
    assert str(told.value) == f"{file} cannot be reviewed: this game has more positions than there is memory for"


def test_what_cannot_be_read_is_said(desk: Desk) -> None:
    assert desk.squarely("review", "missing.match").code == 2
    (desk.here / "poem.txt").write_text("The fog comes on little cat feet.\n")
    said = desk.squarely("review", "poem.txt")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("squarely: poem.txt, line 1: ")


def test_a_match_ends_with_its_review(desk: Desk) -> None:
    said = desk.squarely(*CENTER, typed=MOVES)
    closing, review = said.out.split("\nReview\n")
    assert "Congratulations, Ann!" in closing
    assert "  Ann  accuracy 26% in 2 choices\n  Bob  accuracy 22% in 2 choices\n" in review
    assert "  1. Ann: place 0 0 allows Bob to win in 3 moves" in review


def test_no_review_where_a_match_was_stopped_left_or_never_begun(desk: Desk) -> None:
    assert "Review" not in desk.squarely(*CENTER, "--max-turns", "2", typed=MOVES).out
    assert "Review" not in desk.squarely(*CENTER, typed=[*MOVES[:2], "quit"]).out
    assert "Review" not in desk.squarely(*CENTER, typed=["resign", "yes"]).out


def test_no_review_where_the_game_is_not_solved_at_once(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "-o", "size=6", typed=["B2", "resign", "yes"])
    assert said.code == 0
    assert "Player 1 wins: Player 2 resigned.\n" in said.out
    assert "\nReview\n" not in said.out


def test_hints_go_a_step_further_each_time_and_begin_again_after_a_move(desk: Desk) -> None:
    typed = ["hint"] * 5 + ["place 0 0", "hint", "hint", "undo", "hint", "quit"]
    lines = desk.squarely(*CENTER, typed=typed).out.splitlines()
    starts = (STANDS, "Look at", "Try ", "4 of your")
    told = [line for line in lines if line.startswith(starts)]
    assert told[0] == f"{STANDS}you win in 3 moves (both sides counted)."
    assert told[1] == "4 of your 8 moves win. All are equally fast."
    assert told[2].startswith("Look at")
    assert told[3] == told[4]
    assert told[3].startswith("Try place 0 1. ")
    assert told[5] == f"{STANDS}you win in 3 moves (both sides counted)."
    assert told[6] == "4 of your 7 moves win. All are equally fast."
    assert told[7] == told[0]


def test_a_move_and_its_undo_begin_the_hints_again(desk: Desk) -> None:
    typed = ["hint", "hint", "place 0 0", "undo", "hint", "quit"]
    assert desk.squarely(*CENTER, typed=typed).out.count(STANDS) == 2


def test_why_explains_the_last_move(desk: Desk) -> None:
    said = desk.squarely(*CENTER, typed=["why", "place 0 0", "why", "quit"]).out
    assert "No move has been made yet." in said
    assert ALLOWED in said


def test_help_lists_both(desk: Desk) -> None:
    said = desk.squarely(*CENTER, typed=["help", "quit"]).out
    assert "  hint  " in said
    assert "  why  " in said
