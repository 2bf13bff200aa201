"""`squarely puzzle`, as somebody uses it: through a pipe, with a home of its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.review.puzzle_session import PuzzleProgress
from tests.terminal.driving import Desk, refusal

pytestmark = pytest.mark.slow


def one(desk: Desk, *args: str) -> dict[str, Any]:
    """The puzzle that the same seed asks first."""
    said = desk.squarely("puzzle", *args, "--json")
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def moves(puzzle: dict[str, Any], right: bool) -> list[str]:
    listed = [str(move["move"]) for move in puzzle["moves"]]
    return [move for move in listed if (move in puzzle["keeping"]) == right]


def progress(desk: Desk) -> Path:
    return desk.data / "squarely" / "puzzles.json"


def kept(desk: Desk, game: str) -> list[dict[str, int]]:
    """How often each of its puzzles was solved and failed."""
    return [*json.loads(progress(desk).read_text())["games"][game].values()]


@pytest.mark.parametrize("game", registry.names())
def test_a_right_and_a_wrong_answer(desk: Desk, game: str) -> None:
    asked = one(desk, game, "--seed", "5")
    best, wrong = moves(asked, right=True)[0], moves(asked, right=False)[-1]
    rules = registry.load(game)
    position = rules.read_position(asked["position"])
    legal = {str(move) for move in rules.named_moves(position)}
    assert {*moves(asked, True), *moves(asked, False)} == legal
    assert Match.of(rules, position).play(best).moves
    assert asked["mover"] == ("first", "second")[position.mover]
    assert " ".join(asked) == "game options position mover level winner ending distance margin keeping moves"
    assert not progress(desk).exists(), "looking is not answering"
    said = desk.squarely("puzzle", game, "--seed", "5", typed=[best, "quit"])
    assert said.code == 0
    assert f"level {asked['level']} of 5" in said.out
    assert f" of the {len(legal)} moves " in said.out
    assert f"Right. With {best}: " in said.out
    assert "Best is" not in said.out, "nothing is better than the best"
    assert said.out.endswith("Solved 1 of 1.\n")
    said = desk.squarely("puzzle", game, "--seed", "5", typed=[wrong, "quit"])
    assert f"Wrong. With {wrong}: " in said.out
    assert f"\nBest is {best}" in said.out
    assert said.out.endswith("Solved 0 of 1.\n")
    assert f"{game}: 1 solved, 1 failed so far." in said.out
    assert kept(desk, game) == [{"solved": 1, "failed": 1}]


def test_every_game_is_asked_about(desk: Desk) -> None:
    games = {one(desk, "--seed", str(seed))["game"] for seed in range(6)}
    assert len(games) > 2
    assert games <= set(registry.names())


def test_what_can_be_said_instead_of_a_move(desk: Desk) -> None:
    best = moves(one(desk, "quad", "--seed", "5"), right=True)[0]
    said = desk.squarely(
        "puzzle", "quad", "--seed", "5", typed=["", "nonsense", "Z9", f"  {best.lower()} ", "quit"]
    ).out
    assert said.count("\nSorry, ") + said.count(": \nSorry, ") >= 3
    assert f"Right. With {best}: " in said
    typed = ["help", "board", "moves", "hint", "HINT", "skip", "QUIT"]
    said = desk.squarely("puzzle", "quad", "--seed", "5", typed=typed).out
    for words in ("Answer the question, or enter one of these:", "none tells the answer", "As text: ", "choose from"):
        assert words in said
    assert "With best play: " in said
    assert "\nBest is " in said
    assert said.endswith("Solved 0 of 1.\n"), "skipped is failed"


def test_a_puzzle_does_not_tell_its_answer(desk: Desk) -> None:
    asked = one(desk, "showdown", "--seed", "3")
    said = desk.squarely("puzzle", "showdown", "--seed", "3", typed=["moves values", *["hint"] * 6, "quit"]).out
    assert "Sorry, I only know `moves`" in said
    assert said.count("That was the last hint. ") == 3
    assert f"Try {moves(asked, right=True)[0]}" not in said
    assert "loses in" not in said


def test_the_end_of_input_ends_as_in_a_match(desk: Desk) -> None:
    for typed in ([], ["help"]):
        said = desk.squarely("puzzle", "center", "--seed", "1", typed=typed)
        assert (said.code, said.err) == (1, "")
        assert said.out.endswith("No more input.\n")
    assert not progress(desk).exists()


def test_what_was_solved_is_not_asked_again_until_a_game_runs_out_of_puzzles(desk: Desk) -> None:
    solved: dict[str, dict[str, int]] = {}
    progress(desk).parent.mkdir(parents=True)
    while (said := desk.squarely("puzzle", "showdown", "--level", "1", "--json")).code == 0:
        position = json.loads(said.out)["position"]
        assert position not in solved
        solved[position] = {"solved": 1, "failed": 0}
        progress(desk).write_text(json.dumps({"version": 1, "games": {"showdown": solved}}))
    assert len(solved) > 5
    none_left = desk.squarely("puzzle", "showdown", "--level", "1")
    assert none_left == (1, "There is no puzzle of level 1 of showdown that you have not solved.\n", "")
    progress(desk).unlink()
    said = desk.squarely("puzzle", "showdown", "--level", "1", typed=["skip"] * 40)
    assert said.code == 0
    assert "That was the last one.\nSolved 0 of " in said.out


def test_progress_that_is_damaged_or_cannot_be_kept_is_reported(desk: Desk) -> None:
    counts = '{"version": 1, "games": {"quad": {"x": {"solved": %s, "failed": 0}}}}'
    progress(desk).parent.mkdir(parents=True)
    for damage in (
        *("", "{", "\xff\xfe\x00", "[]", "[" * 100_000, '{"version": 2, "games": {}}'),
        *('{"version": 1, "games": {"quad": []}}', '{"version": 1, "games": null}', counts % "-1", counts % "true"),
    ):
        progress(desk).write_bytes(damage.encode("latin-1"))
        assert PuzzleProgress(progress(desk)).trouble, damage
    said = desk.squarely("puzzle", "center", "--seed", "1", typed=["skip", "quit"])
    assert said.code == 0
    assert "puzzles.json is damaged; progress begins anew.)\n" in said.out
    assert [sum(answers.values()) for answers in kept(desk, "center")] == [1]
    progress(desk).unlink()
    progress(desk).mkdir()
    said = desk.squarely("puzzle", "center", "--seed", "1", typed=["skip", "skip", "quit"])
    assert said.code == 0
    assert "This cannot be remembered (" in said.out


def test_two_that_solve_at_a_time_forget_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "data" / "puzzles.json"
    here, there = (PuzzleProgress(kept) for _ in range(2))
    for each, key in ((here, "a"), (there, "b"), (here, "c")):
        each.note_answer("center", key, solved=True)
    assert PuzzleProgress(kept).solved_puzzles("center") == {"a", "b", "c"}


def test_mistakes_are_explained() -> None:
    for args, why in (
        (["quod"], "did you mean quad?"),
        (["quad", "--level", "6"], "6 is not in the range 1<=x<=5"),
        (["quad", "-o", "size=6", "--seed", "1"], "too large"),
        (["-o", "size=3"], "options belong to a game"),
        (["showdown", "--level", "5", "--json"], "there is no puzzle of level 5 of showdown"),
    ):
        assert why in refusal("puzzle", *args)


def test_ones_own_mistakes(desk: Desk) -> None:
    said = desk.squarely("puzzle", "--mistakes")
    assert (said.code, said.out) == (1, "There is no mistake of yours in your finished matches.\n")
    desk.squarely("play", "center", typed=["place 0 0", "place 0 1", "place 2 2", "move 0 1 1 1"])
    asked = one(desk, "--mistakes")
    assert (asked["position"], asked["played"]) == ("---/---/--- A", "place 0 0")
    (desk.data / "squarely" / "finished" / "broken.match").write_bytes(b"\xff")
    said = desk.squarely("puzzle", "--mistakes", typed=["place 0 1"])
    assert said.code == 0
    assert "(left out: " in said.err
    right = "Right. With place 0 1: Player A wins in 3 moves (both sides counted).\n"
    assert f"{right}In your match place 0 0 was played.\n" in said.out
    assert said.out.endswith("That was the last one.\nSolved 1 of 1.\n")
    assert desk.squarely("puzzle", "numbers", "--mistakes").code == 1
    assert desk.squarely("puzzle", "center", "--mistakes", "--level", "5").code == 1
