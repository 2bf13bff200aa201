"""`squarely review`, and hint, why and the short review in `squarely play`."""

import json
from pathlib import Path

import pytest

from squarely import Match, load
from squarely.core.errors import BrokenRules
from squarely.solver.oracle import Oracle
from squarely.terminal.line_mode.menu import play_matches
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.new_match import prepare_match
from tests.review.test_grading import EXAMPLES
from tests.terminal.driving import printed, refusal

from .line_mode.driven_console import DrivenConsole

pytestmark = pytest.mark.slow
MOVES = ["place 0 0", "place 0 1", "place 1 2", "place 0 2", "move 1 2 1 1"]
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
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("game.match")
    path.write_text(EXAMPLES[0][0], encoding="utf-8")
    return path


@pytest.mark.usefixtures("file")
def test_the_table_and_the_facts() -> None:
    said = printed("review", "game.match")
    assert "turning point; better: place 0 1, place 1 0 or 2 more" in said
    assert "▀▄▄▄▀▀" in said
    assert printed("review", "game.match", "--plain").isascii()
    assert printed("review", "game.match", charset="ascii").isascii()
    data = json.loads(printed("review", "game.match", "--json"))
    assert (data["game"], data["first"], data["winner"], data["turning_points"]) == ("center", "Ann", "first", [1, 4])
    assert data["accuracy"] == {"first": 26.3, "second": 22.2}
    assert [move["move"] for move in data["moves"]] == MOVES
    assert data["moves"][0] == FIRST_MOVE
    assert json.loads(printed("review", "game.match", "--html", "game.html", "--json")) == data
    assert Path("game.html").exists()


def test_what_cannot_be_reviewed_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_rules(*_: object) -> None:
        raise BrokenRules("a position leads nowhere")

    monkeypatch.setattr(Oracle, "value", break_rules)
    why = "game.match cannot be reviewed: a position leads nowhere"
    assert refusal("review", "game.match") == why
    file.write_text("The fog comes on little cat feet.\n")
    assert refusal("review", "game.match").startswith("game.match, line 1: ")


def play(*answers: str, max_turns: int | None = None) -> str:
    console = DrivenConsole([(0.0, answer) for answer in answers])
    assert play_matches(prepare_match("center", names="Ann,Bob", max_turns=max_turns).live, console) == 0
    return console.said


def test_a_match_ends_with_its_review() -> None:
    assert "no match has been finished on this machine yet" in refusal("review")
    for said in (play(*MOVES, max_turns=2), play(*MOVES[:2], "quit"), play("resign", "yes")):
        assert "Review" not in said
    closing, told = play(*MOVES).split("\nReview\n")
    assert "Congratulations, Ann!" in closing
    assert "  Ann  accuracy 26% in 2 choices\n  Bob  accuracy 22% in 2 choices\n" in told
    assert "  1. Ann: place 0 0 allows Bob to win in 3 moves" in told
    assert "Ann against Bob" in printed("review")


def test_hints_go_a_step_further_each_time_and_begin_again_after_a_move() -> None:
    match, advice = Match.of(load("center"), names=("Ann", "Bob")), Advice(load("center"))
    moved = match.play("place 0 0")
    told = [advice.hint(match) for _ in range(5)]
    assert len({*told}) == 4
    assert told[3] == told[4]
    assert told[3].startswith("Try place 0 1. ")
    again = [advice.hint(asked) for asked in (moved, moved, match, match)]
    assert (again[0] != again[1], again[2:]) == (True, told[:2])
