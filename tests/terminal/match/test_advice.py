"""Advice during a match: reasons for both last moves, what is still being worked out, and what never will be."""

import re
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from squarely import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Position, Side
from squarely.core.text.notation import whose
from squarely.solver import background, believer, cache, oracle, search
from squarely.solver.solution import SMALL, SmallSolution
from squarely.solver.values import Value
from squarely.terminal.match.advice import Advice
from tests.boards import played
from tests.patience import PATIENCE, wait_until

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
    anew.setattr(cache, "solve_and_keep", lambda game, root, *_: SmallSolution(game, [root], SMALL))
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


def test_what_is_too_large_is_searched_and_deeper_while_people_think(anew: pytest.MonkeyPatch) -> None:
    for name, small in (("_MOST", 1000), ("_DEEP", 3000), ("_REST", 0.0)):
        anew.setattr(background, name, small)
    anew.setattr(cache, "solve_and_keep", lambda _, __, progress, ___: progress(1001))
    anew.setattr(search, "find_spec", lambda _: None)
    anew.setattr(believer, "NODES", 1000)
    believer.share_search.cache_clear()
    game = registry.load("quad", "size=5")
    advice, match = Advice(game, PATIENCE), Match.of(game, names=("Ann", "Bob")).play("B2")
    assert re.fullmatch(r"This is not solved. A search believes: .*, \d\d% \(.*\)\.", opening := advice.hint(match))
    shared = believer.share_search(game, None)
    wait_until(lambda: shared.look(match, 0, 0.0).nodes >= 3000)
    assert Advice(game, PATIENCE).hint(match).split(":")[0] == opening.split(":")[0]
    told = [advice.hint(match) for _ in range(3)]
    assert re.fullmatch(r"\S+ of your 24 moves looks? .*\.", told[0])
    assert re.fullmatch(
        r"Try (\S+)\. (Any other move is as good\. )?\1 looks (best of|as good as any of) 24 moves\. .*", told[2]
    )
    listed = advice.value_moves(match, 300).splitlines()
    assert listed[0].startswith("Bob has 24 moves, the best first, as a search believes; percent of the points;")
    percents = [int(line.split("%")[0][-2:]) for line in listed[1:]]
    assert percents == sorted(percents, reverse=True), "the best first"
    assert advice.why(match).startswith(("After B2: ", "B2 looks "))
    after = match.play("C3")
    advice.follow(after)
    wait_until(lambda: shared.look(after, 0, 0.0).nodes >= 3000)
    over = after.resign(Side.FIRST)
    said = advice.review(over, True, "", 300)
    assert "Not solved: a search believes or proves this" in said
    assert "Where it stopped: " in said
    assert advice.look_back(over, Side.FIRST) == ("", ()), "no turning point is told of what is only believed"


def test_nobody_who_leaves_waits_for_it() -> None:
    code = (
        "from squarely import Match, load; from squarely.terminal.match.advice import Advice\n"
        "from squarely.solver import cache\ncache.load_solution = lambda *_: None\n"
        "import time; game = load('quad', 'mended'); Advice(game).begin(Match.of(game)); time.sleep(1)"
    )
    left = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (left.returncode, left.stdout, left.stderr) == (0, b"", b"")
