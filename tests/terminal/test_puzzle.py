"""`squarely puzzle`, as somebody uses it: through a pipe, with a home of its own."""

import json
from pathlib import Path

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.review.puzzle_session import PuzzleProgress
from tests.terminal.driving import Desk, Said


def one(desk: Desk, *args: str) -> dict[str, object]:
    """The puzzle that the same seed asks first."""
    said = desk.squarely("puzzle", *args, "--json")
    assert said.code == 0, said.err
    found: dict[str, object] = json.loads(said.out)
    return found


def moves(puzzle: dict[str, object], right: bool) -> list[str]:
    keeping, listed = puzzle["keeping"], puzzle["moves"]
    assert isinstance(keeping, list)
    assert isinstance(listed, list)
    return [move["move"] for move in listed if (move["move"] in keeping) == right]


def progress(desk: Desk) -> Path:
    return desk.data / "squarely" / "puzzles.json"


def kept(desk: Desk) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = json.loads(progress(desk).read_text())["games"]
    return found


@pytest.mark.parametrize("game", registry.names())
def test_a_right_and_a_wrong_answer(desk: Desk, game: str) -> None:
    asked = one(desk, game, "--seed", "5")
    best, wrong = moves(asked, right=True)[0], moves(asked, right=False)[-1]
    said = desk.squarely("puzzle", game, "--seed", "5", typed=[best, "quit"])
    assert said.code == 0
    assert f"level {asked['level']} of 5" in said.out
    legal = len(moves(asked, right=True) + moves(asked, right=False))
    assert f" of the {legal} moves " in said.out
    assert f"Right. With {best}: " in said.out
    assert "Best is" not in said.out, "nothing is better than the best"
    assert said.out.endswith("Solved 1 of 1.\n")
    said = desk.squarely("puzzle", game, "--seed", "5", typed=[wrong, "quit"])
    assert f"Wrong. With {wrong}: " in said.out
    assert f"\nBest is {best}" in said.out
    assert said.out.endswith("Solved 0 of 1.\n")
    assert f"{game}: 1 solved, 1 failed so far." in said.out
    assert list(kept(desk)[game].values()) == [{"solved": 1, "failed": 1}]


def test_the_facts_for_programs_are_those_of_the_oracle(desk: Desk) -> None:
    asked = one(desk, "quad", "--seed", "2")
    quad = registry.load("quad")
    position = quad.read_position(str(asked["position"]))
    assert {*moves(asked, True), *moves(asked, False)} == {str(move) for move in quad.named_moves(position)}
    assert asked["mover"] == ("first", "second")[position.mover]
    assert set(asked) == {
        *("game", "options", "position", "mover", "level"),
        *("winner", "ending", "distance", "margin", "keeping", "moves"),
    }
    assert not progress(desk).exists(), "looking is not answering"


def test_every_game_is_asked_about(desk: Desk) -> None:
    games = {str(one(desk, "--seed", str(seed))["game"]) for seed in range(12)}
    assert len(games) > 2
    assert games <= set(registry.names())


def test_input_is_as_forgiving_as_in_a_match(desk: Desk) -> None:
    best = moves(one(desk, "quad", "--seed", "5"), right=True)[0]
    said = desk.squarely("puzzle", "quad", "--seed", "5", typed=["", "nonsense", "Z9", f"  {best.lower()} ", "quit"])
    assert said.out.count("\nSorry, ") + said.out.count(": \nSorry, ") >= 3
    assert f"Right. With {best}: " in said.out


def test_what_can_be_said_instead_of_a_move(desk: Desk) -> None:
    typed = ["help", "board", "moves", "hint", "HINT", "skip", "QUIT"]
    said = desk.squarely("puzzle", "quad", "--seed", "5", typed=typed)
    assert said.code == 0
    for words in ("Answer the question, or enter one of these:", "none tells the answer", "As text: ", "choose from"):
        assert words in said.out
    assert "With best play: " in said.out
    assert "\nBest is " in said.out
    assert said.out.endswith("Solved 0 of 1.\n"), "skipped is failed"


def test_a_puzzle_does_not_tell_its_answer(desk: Desk) -> None:
    asked = one(desk, "showdown", "--seed", "3")
    said = desk.squarely("puzzle", "showdown", "--seed", "3", typed=["moves values", *["hint"] * 6, "quit"])
    assert "Sorry, I only know `moves`" in said.out
    assert said.out.count("That was the last hint. ") == 3
    assert f"Try {moves(asked, right=True)[0]}" not in said.out
    assert "loses in" not in said.out


def test_the_end_of_input_ends_as_in_a_match(desk: Desk) -> None:
    for typed in ([], ["help"]):
        said = desk.squarely("puzzle", "center", "--seed", "1", typed=typed)
        assert (said.code, said.err) == (1, "")
        assert said.out.endswith("No more input.\n")
    assert not progress(desk).exists()


def test_what_was_solved_is_not_asked_again(desk: Desk) -> None:
    while (said := desk.squarely("puzzle", "showdown", "--level", "1", "--json")).code == 0:
        position = json.loads(said.out)["position"]
        already = kept(desk)["showdown"] if progress(desk).exists() else {}
        assert position not in already
        already[position] = {"solved": 1, "failed": 0}
        progress(desk).parent.mkdir(parents=True, exist_ok=True)
        progress(desk).write_text(json.dumps({"version": 1, "games": {"showdown": already}}))
    assert len(kept(desk)["showdown"]) > 5


def test_a_game_runs_out_of_puzzles(desk: Desk) -> None:
    said = desk.squarely("puzzle", "showdown", "--level", "5")
    assert said.code == 1
    assert said.out == "There is no puzzle of level 5 of showdown that you have not solved.\n"
    said = desk.squarely("puzzle", "showdown", "--level", "1", typed=["skip"] * 40)
    assert said.code == 0
    assert "That was the last one.\nSolved 0 of " in said.out


DAMAGED = (
    *(b"", b"{", b"\xff\xfe\x00", b"[]", b"[" * 100_000, b'{"version": 2, "games": {}}'),
    *(b'{"version": 1, "games": {"quad": []}}', b'{"version": 1, "games": null}'),
    *(b'{"version": 1, "games": {"quad": {"x": {"solved": %s, "failed": 0}}}}' % count for count in (b"-1", b"true")),
)


def test_damaged_progress_is_reported_and_replaced(desk: Desk) -> None:
    progress(desk).parent.mkdir(parents=True)
    for damage in DAMAGED:
        progress(desk).write_bytes(damage)
        said = desk.squarely("puzzle", "center", "--seed", "1", typed=["skip", "quit"])
        assert said.code == 0
        assert "puzzles.json is damaged; progress begins anew.)\n" in said.out
        assert [sum(counts.values()) for counts in kept(desk)["center"].values()] == [1]
    assert "damaged" not in desk.squarely("puzzle", "center", "--seed", "1").out


def test_progress_that_cannot_be_kept_is_reported(desk: Desk) -> None:
    desk.data.write_text("a file where the folder should be")
    said = desk.squarely("puzzle", "center", "--seed", "1", typed=["skip", "skip", "quit"])
    assert said.code == 0
    assert "This cannot be remembered (" in said.out


def test_mistakes_are_explained(desk: Desk) -> None:
    for args, why in (
        (["quod"], "did you mean quad?"),
        (["quad", "--level", "6"], "6 is not in the range 1<=x<=5"),
        (["quad", "-o", "size=6", "--seed", "1"], "too large"),
        (["-o", "size=3"], "options belong to a game"),
        (["showdown", "--level", "5", "--json"], "there is no puzzle of level 5 of showdown"),
    ):
        said = desk.squarely("puzzle", *args)
        assert (said.code, said.out) == (2, "")
        assert why in said.err


# One's own mistakes


def lost_match(desk: Desk, *args: str) -> Said:
    return desk.squarely("play", "center", *args, typed=["place 0 0", "place 0 1", "place 2 2", "move 0 1 1 1"])


def test_ones_own_mistakes(desk: Desk) -> None:
    said = desk.squarely("puzzle", "--mistakes")
    assert (said.code, said.out) == (1, "There is no mistake of yours in your finished matches.\n")
    lost_match(desk)
    asked = one(desk, "--mistakes")
    assert (asked["position"], asked["played"]) == ("---/---/--- A", "place 0 0")
    said = desk.squarely("puzzle", "--mistakes", typed=["place 0 1"])
    assert said.code == 0
    assert (
        "Right. With place 0 1: Player A wins in 3 moves (both sides counted).\nIn your match place 0 0 was played.\n"
        in said.out
    )
    assert said.out.endswith("That was the last one.\nSolved 1 of 1.\n")
    assert desk.squarely("puzzle", "numbers", "--mistakes").code == 1
    assert desk.squarely("puzzle", "center", "--mistakes", "--level", "5").code == 1


def test_a_damaged_match_is_left_out(desk: Desk) -> None:
    lost_match(desk)
    (desk.data / "squarely" / "finished" / "broken.match").write_bytes(b"\xff")
    said = desk.squarely("puzzle", "--mistakes", typed=["quit"])
    assert said.code == 0
    assert "(left out: " in said.err
    assert "Find " in said.out


def test_a_puzzle_is_a_position_one_can_play_on_from(desk: Desk) -> None:
    asked = one(desk, "snatchers", "--seed", "3")
    game = registry.load("snatchers")
    match = Match.of(game, game.read_position(str(asked["position"])))
    assert match.play(moves(asked, right=True)[0]).moves


def test_two_that_solve_at_a_time_forget_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "data" / "puzzles.json"
    here, there = (PuzzleProgress(kept) for _ in range(2))
    for each, key in ((here, "a"), (there, "b"), (here, "c")):
        each.note_answer("center", key, solved=True)
    assert PuzzleProgress(kept).solved_puzzles("center") == {"a", "b", "c"}
    kept.unlink()
    kept.mkdir()
    here.note_answer("center", "x", solved=True)
    assert here.trouble
