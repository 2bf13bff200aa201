"""`squarely puzzle`, as somebody uses it."""

import json
from contextlib import suppress
from typing import Any

import pytest

from squarely import Match
from squarely.core.errors import TooLarge
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.files import saved_matches
from squarely.files.saved_matches import MatchSaver
from squarely.review.puzzle_session import PuzzleProgress
from squarely.review.puzzles import NoPuzzle
from squarely.solver.oracle import Oracle
from squarely.terminal.puzzle import ask_puzzles, begin_puzzles
from tests.boards import played
from tests.terminal.driving import Desk, printed, refusal

from .line_mode.driven_console import DrivenConsole

pytestmark = pytest.mark.slow
SHOWDOWN = registry.load("showdown")


def one(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed("puzzle", *args, "--json"))
    return found


def answered(game: str, *answers: str, **asked: Any) -> tuple[int, str]:
    """The exit code, and what is said, where puzzles of a game, or of every game, are answered in this process."""
    console = DrivenConsole([(0.0, answer) for answer in answers])
    return ask_puzzles(begin_puzzles(registry.load(game) if game else None, **asked), console), console.said


@pytest.mark.parametrize("game", registry.names())
def test_a_right_and_a_wrong_answer(desk: Desk, game: str) -> None:
    asked = one(game, "--seed", "5")
    listed, rules = [move["move"] for move in asked["moves"]], registry.load(game)
    best, wrong = asked["keeping"][0], listed[-1]
    position = rules.read_position(asked["position"])
    assert sorted(listed) == sorted(map(str, rules.named_moves(position)))
    assert asked["mover"] == ("first", "second")[position.mover]
    assert " ".join(asked) == "game options position mover level winner ending distance margin keeping moves"
    kept = desk.data / "squarely" / "puzzles.json"
    assert not kept.exists(), "looking is not answering"
    code, said = answered(game, best, "quit", seed=5)
    for words in (f"level {asked['level']} of 5", f" of the {len(listed)} moves ", f"Right. With {best}: "):
        assert words in said
    assert "Best is" not in said, "nothing is better than the best"
    assert (code, said.endswith("Solved 1 of 1.\n")) == (0, True)
    _, said = answered(game, wrong, "quit", seed=5)
    for words in (f"Wrong. With {wrong}: ", f"\nBest is {best}", f"{game}: 1 solved, 1 failed so far."):
        assert words in said
    assert said.endswith("Solved 0 of 1.\n")
    assert [*json.loads(kept.read_text())["games"][game].values()] == [{"solved": 1, "failed": 1}]


def test_what_can_be_said_instead_of_a_move() -> None:
    best = one("quad", "--seed", "5")["keeping"][0]
    _, said = answered("quad", "", "nonsense", "Z9", f"  {best.lower()} ", "quit", seed=5)
    assert said.count("Sorry, ") == 3
    assert f"Right. With {best}: " in said
    code, said = answered("quad", "help", "board", "moves", "hint", "HINT", "skip", "QUIT", seed=5)
    for words in ("Answer the question, or enter one of these:", "none tells the answer", "As text: ", "choose from"):
        assert words in said
    assert "With best play: " in said
    assert "\nBest is " in said
    assert (code, said.endswith("Solved 0 of 1.\n")) == (0, True), "skipped is failed"


def test_a_puzzle_does_not_tell_its_answer() -> None:
    best = one("showdown", "--seed", "3")["keeping"][0]
    _, said = answered("showdown", "moves values", *["hint"] * 6, "quit", seed=3)
    assert "Sorry, I only know `moves`" in said
    assert said.count("That was the last hint. ") == 3
    assert f"Try {best}" not in said
    assert "loses in" not in said


def test_the_end_of_input_ends_as_in_a_match_and_what_is_skipped_is_kept(desk: Desk) -> None:
    for typed, end in ((["help"], "No more input.\n"), (["skip"], "No more input.\nSolved 0 of 1.\n")):
        said = desk.squarely("puzzle", "showdown", "--seed", "1", typed=typed)
        assert (said.code, said.err, said.out.endswith(end)) == (1, "", True)
        assert PuzzleProgress().counts("showdown") == (0, int(typed == ["skip"]))


def test_what_was_solved_is_not_asked_again_until_a_game_runs_out_of_puzzles() -> None:
    assert len({begin_puzzles(None, seed=seed).find_next().game.name for seed in range(6)}) > 2
    progress, solved = PuzzleProgress(), set[str]()
    with suppress(NoPuzzle):
        while key := begin_puzzles(SHOWDOWN, level=1).find_next().key:
            assert key not in solved
            solved.add(key)
            progress.note_answer("showdown", key, solved=True)
    assert len(solved) > 5
    none_left = "There is no puzzle of level 1 of showdown that you have not solved.\n"
    assert answered("showdown", level=1) == (1, none_left)
    (saved_matches.folder() / "puzzles.json").unlink()
    code, said = answered("showdown", *["skip"] * len(solved), level=1)
    assert (code, said.endswith(f"That was the last one.\nSolved 0 of {len(solved)}.\n")) == (0, True)


def test_progress_that_is_damaged_or_cannot_be_kept_is_reported() -> None:
    counts = '{"version": 1, "games": {"quad": {"x": {"solved": %s, "failed": 0}}}}'
    kept = saved_matches.folder() / "puzzles.json"
    kept.parent.mkdir(parents=True)
    for damage in (
        *("", "{", "\xff\xfe\x00", "[]", "[" * 100_000, '{"version": 2, "games": {}}'),
        *('{"version": 1, "games": {"quad": []}}', '{"version": 1, "games": null}', counts % "-1", counts % "true"),
    ):
        kept.write_bytes(damage.encode("latin-1"))
        assert PuzzleProgress(kept).trouble, damage
    code, said = answered("showdown", "skip", "quit", seed=1)
    assert (code, "puzzles.json is damaged; progress begins anew.)\n" in said) == (0, True)
    assert PuzzleProgress().counts("showdown") == (0, 1)
    kept.unlink()
    kept.mkdir()
    code, said = answered("showdown", "skip", "skip", "quit", seed=1)
    assert (code, said.count("This cannot be remembered (")) == (0, 2)


def test_two_that_solve_at_a_time_forget_nothing() -> None:
    here, there = PuzzleProgress(), PuzzleProgress()
    for each, key in ((here, "a"), (there, "b"), (here, "c")):
        each.note_answer("center", key, solved=True)
    assert PuzzleProgress().solved_puzzles("center") == {"a", "b", "c"}


def test_where_there_is_no_puzzle_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    none = "there is no puzzle of level 5 of showdown"
    assert none in refusal("puzzle", "showdown", "--level", "5", "--json")

    def too_large(*_: object) -> None:
        raise TooLarge

    monkeypatch.setattr(Oracle, "value", too_large)
    assert refusal("puzzle", "showdown").endswith("it is too large to be solved while you wait")
    assert "there is no puzzle that you have not solved" in refusal("puzzle", "--json")


def test_ones_own_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    assert answered("", own=True) == (1, "There is no mistake of yours in your finished matches.\n")
    match = played(Match.of(registry.load("center")), "place 0 0", "place 0 1", "place 2 2", "move 0 1 1 1")
    MatchSaver("center").save(Record(match))
    asked = one("--mistakes")
    assert (asked["position"], asked["played"]) == ("---/---/--- A", "place 0 0")
    (saved_matches.folder() / "finished" / "broken.match").write_bytes(b"\xff")
    code, said = answered("", "place 0 1", own=True)
    assert "(left out: " in capsys.readouterr().err
    right = "Right. With place 0 1: Player A wins in 3 moves (both sides counted).\n"
    assert f"{right}In your match place 0 0 was played.\n" in said
    assert (code, said.endswith("That was the last one.\nSolved 1 of 1.\n")) == (0, True)
    assert answered("numbers", own=True)[0] == 1
    assert answered("center", own=True, level=5)[0] == 1
