"""Advice during a match: reasons for both last moves, what is still being worked out, and what never will be."""

import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from squarely import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Position, Side
from squarely.core.text.notation import whose
from squarely.solver import background, cache, oracle
from squarely.solver.solution import SMALL, SmallSolution
from squarely.solver.values import Value
from squarely.terminal.match.advice import Advice
from tests.boards import played
from tests.patience import PATIENCE

CENTER = Match.of(registry.load("center"), names=("Ann", "Bob"))
ALLOWED = (
    "place 0 0 allows {bob} to win in 3 moves (both sides counted): {bob} place 0 1, {ann} place 0 2, "
    "{bob} move 0 1 1 1; the end: B captured the center square."
)
WINS = "place 0 1 wins: after any reply {bob} at once, after place 0 2 with move 0 1 1 1."
ONE, BOTH = CENTER.play("place 0 0"), played(CENTER, "place 0 0", "place 0 1")


def test_the_last_move_is_explained_and_against_a_computer_both_and_whose_each_is() -> None:
    advice = Advice(CENTER.game, PATIENCE)
    assert advice.why(ONE) == ALLOWED.format(ann="Ann", bob="Bob")
    assert advice.why(BOTH) == WINS.format(bob="Bob wins")
    mine = f"Your move: {ALLOWED.format(ann='you', bob='Bob')}"
    assert advice.why(BOTH, Side.FIRST) == f"{mine}\nBob's move: {WINS.format(bob='Bob wins')}"
    anns = f"Ann's move: {ALLOWED.format(ann='Ann', bob='you')}"
    assert advice.why(BOTH, Side.SECOND) == f"{anns}\nYour move: {WINS.format(bob='you win')}"
    assert advice.why(ONE, Side.SECOND) == anns, "before the other has moved there is one to explain"
    assert advice.why(CENTER, Side.FIRST) == "No move has been made yet."


def test_the_values_of_all_moves_a_review_the_turning_point_and_the_level_of_who_was_not_helped() -> None:
    advice = Advice(CENTER.game, PATIENCE)
    listed = "Ann has 7 moves, the best first; moves of both sides are counted:\n  loses in 2  place 0 2, "
    assert advice.value_moves(BOTH, 80).startswith(listed)
    said = advice.review(BOTH, True, "", 80, Side.FIRST)
    assert "  You  accuracy unknown (1 choice)\n  Bob  accuracy unknown (1 choice)" in said
    assert "  (^ you win, v Bob wins)\n" in said
    assert "  1. You: place 0 0 allows Bob to win" in said
    over, alone = BOTH.resign(Side.FIRST), Advice(CENTER.game, PATIENCE)
    turned = "Turning point: {} move 1, place 0 0. Playing place 0 1 would have kept the win."
    assert advice.look_back(over, Side.FIRST) == (turned.format("your"), ()), "the values were asked for"
    turning, levels = alone.look_back(over, Side.FIRST)
    assert (turning, len(levels)) == (turned.format("your"), 9)
    assert alone.look_back(over) == (turned.format(whose("Ann")), ())
    assert alone.look_back(CENTER.resign(Side.FIRST)) == ("", ())
    alone.hint(CENTER)
    assert alone.look_back(over, Side.FIRST)[1] == ()


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """As if this machine had solved nothing."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    background.solve_beside.cache_clear()
    oracle._make_oracle.cache_clear()
    monkeypatch.setattr(oracle, "QUICK", 300)
    return monkeypatch


def test_what_is_being_worked_out_is_said_so_and_then_it_is_there(anew: pytest.MonkeyPatch) -> None:
    told, may_go_on = Event(), Event()
    solve, game = oracle.Oracle.value, registry.load("quad", "size=3,sudden_death=none")
    match = Match.of(game).play("A3")

    def solve_slowly(asked: oracle.Oracle, position: Position) -> Value:
        if asked._progress and not told.is_set():
            asked._progress(12_345)
            told.set()
            may_go_on.wait()
        return solve(asked, position)

    anew.setattr(oracle.Oracle, "value", solve_slowly)
    anew.setattr(cache, "solve_and_keep", lambda game, root, _: SmallSolution(game, [root], SMALL))
    anew.setattr(background, "_LONG", 0.0)
    hasty, patient = Advice(game, patience=0.0), Advice(game, patience=600.0)
    assert hasty.progress_line() == ""
    hasty.begin(match)
    told.wait()
    assert hasty.progress_line() == "Hints are being prepared: 12,345 positions so far."
    later = "these rules are still being worked out (12,345 positions so far); please ask again in a moment."
    assert hasty.hint(match) == f"There are no hints here: {later}"
    assert hasty.value_moves(match, 80) == f"There are no values here: {later}"
    assert hasty.why(match) == f"There is no explanation here: {later}"
    over = match.resign(Side.SECOND)
    said = hasty.review(over, True, "squarely review", 200)
    assert said == f"\nThere is no review of the whole match: {later} More with: squarely review"
    assert hasty.look_back(over, Side.FIRST) == ("", ())
    may_go_on.set()
    assert patient.hint(match) == "With best play: a tie in 8 moves (both sides counted)."
    assert hasty.hint(match) == patient.hint(Match.of(game).play("A3"))
    assert patient.progress_line() == ""
    assert "Review" in hasty.review(over, True, "", 80)


def test_what_is_too_large_says_what_would_help(anew: pytest.MonkeyPatch) -> None:
    anew.setattr(background, "_MOST", 1000)
    anew.setattr(cache, "solve_and_keep", lambda _, __, progress: progress(1001))
    game = registry.load("quad", "sudden_death=none")
    advice, match = Advice(game, PATIENCE), Match.of(game).play("B2")
    command = "squarely solve quad --option sudden_death=none"
    why = f"this game has over 1,000 positions, too many to solve while you play; try: {command}"
    assert advice.hint(match) == f"There are no hints here: {why}."
    assert advice.review(match, True, "", 300) == f"\nThere is no review of the whole match: {why}."
    background.solve_beside.cache_clear()
    anew.setattr(oracle, "SMALL", 300)
    anew.setattr(oracle, "find_spec", lambda _: None)
    assert advice.hint(match).endswith("to solve it, install the extra: pip install 'squarely[solve]'.")


def test_nobody_who_leaves_waits_for_it() -> None:
    code = (
        "from squarely import Match, load; from squarely.terminal.match.advice import Advice\n"
        "from squarely.solver import cache\ncache.load_solution = lambda *_: None\n"
        "import time; game = load('quad', 'mended'); Advice(game).begin(Match.of(game)); time.sleep(1)"
    )
    left = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (left.returncode, left.stdout, left.stderr) == (0, b"", b"")
