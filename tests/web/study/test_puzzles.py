"""Puzzles for the browser: right is what a plain solver calls right."""

from datetime import date, timedelta

import pytest

from squarely import Match
from squarely.core.errors import BadPosition, IllegalMove, UnknownGame, UnreadableMove
from squarely.core.rules import registry
from squarely.core.text.notation import join_with_and
from squarely.review.puzzles import LEVELS, NoPuzzle
from squarely.solver.oracle import Oracle
from squarely.web.study.analysis import check_answer, find_levels, pose_daily_puzzle, pose_puzzle
from tests.boards import line, refusal
from tests.solver import plain
from tests.web.visiting import posted

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("studied")]


@pytest.mark.parametrize("name", registry.names())
def test_a_seed_gives_the_same_puzzle_and_a_level_is_heeded(name: str) -> None:
    asked = [posted(pose_puzzle(name, None, seed)) for seed in (0, 1, 0)]
    assert asked[0] == asked[2] != asked[1]
    assert {task.game for task in asked} == {name}
    there_are = find_levels(name)
    for level in LEVELS:
        if level in there_are:
            assert pose_puzzle(name, level, 11).level == level
        else:
            said = refusal(NoPuzzle, pose_puzzle, name, level, 11)
            assert f"of level {join_with_and(list(map(str, there_are)))}" in said


def test_without_a_name_any_game_may_come() -> None:
    assert len({pose_puzzle(None, None, seed).game for seed in range(8)}) > 2
    assert [pose_puzzle(None, level, 4).level for level in range(1, 6)] == [1, 2, 3, 4, 5]
    said = refusal(NoPuzzle, pose_puzzle, "showdown", 5, 1)
    assert said == "there is no puzzle of level 5 of showdown; there are some of level 1 and 2"
    assert "did you mean" in refusal(UnknownGame, pose_puzzle, "quat", None, 1)


def test_a_day_has_one_puzzle_with_something_to_decide() -> None:
    """Of some days: the same again, every game in its turn, easy on Mondays, and hard ones only where there are."""
    days = [date(2026, 11, 16) + timedelta(each) for each in range(10)]
    posed = [posted(pose_daily_puzzle(day)) for day in days]
    assert posed[0] == pose_daily_puzzle(days[0])
    assert len({task.position for task in posed}) == len(days)
    games = len(registry.names())
    first = next(at for at, day in enumerate(days) if day.toordinal() % games == 0)
    assert {task.game for task in posed[first : first + games]} == set(registry.names())
    assert {task.level for task, day in zip(posed, days, strict=True) if day.weekday() == 0} == {1}
    oracles = {name: Oracle(registry.load(name)) for name in registry.names()}
    for task, day in zip(posed, days, strict=True):
        assert task.level <= (1, 2, 2, 3, 3, 4, 5)[day.weekday()]
        oracle = oracles[task.game]
        position = oracle.game.read_position(task.position)
        kept = [each.value.has_same_result(oracle.value(position)) for each in oracle.value_moves(position)]
        assert 0 < sum(kept) < len(kept) == len(task.legal)


def test_a_wrong_answer_is_refuted_without_the_right_one() -> None:
    game, refuted = registry.load("quad"), 0
    for seed in range(3):
        task = pose_puzzle("quad", None, seed)
        for move in task.legal:
            solved = check_answer(game, task.position, move.move)
            assert bool(solved.refuted) != solved.right
            told = solved.refuted.replace(move.move, "", 1).partition(":")[0]  # what follows is the opponent's answer
            assert not [right for right in solved.keeping if right in told]
            assert "does." not in solved.refuted
            refuted += not solved.right
    assert refuted > 5


@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_every_answer_is_judged_as_a_plain_solver_judges_it(name: str) -> None:
    game = registry.load(name)
    truths = plain.solve(game, game.start())
    for seed in range(6):
        task = pose_puzzle(name, None, seed)
        position = game.read_position(task.position)
        right = set()
        for move in task.legal:
            after = Match.of(game, position).play(move.move).position
            solved = posted(check_answer(game, task.position, move.move))
            assert solved.right == (truths[after][:2] == truths[position][:2])
            assert solved.move == move.move
            assert solved.because.endswith(".")
            assert solved == check_answer(game, task.position, "", move.squares)
            right |= {move.move} if solved.right else set()
            assert set(solved.keeping) >= right
        assert 0 < len(right) < len(task.legal)


def test_an_answer_says_why() -> None:
    """Of a position that play cannot reach, too."""
    game, drawn = registry.load("center"), "---/--A/-B- A"
    wrong = check_answer(game, drawn, "place 0 0")
    assert not wrong.right
    assert wrong.because.startswith("place 0 0 misses a win at once: move 1 2 1 1")
    assert wrong.keeping == ["move 1 2 1 1"]
    assert [square.text for square in wrong.board.squares] == ["A", "", "", "", "", "A", "", "B", ""]
    assert wrong.changed == [0]
    assert check_answer(game, drawn, "", [5, 4]).right
    showdown = registry.load("showdown")
    drawn = line(". . * . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n2 right")
    assert showdown.read_position(drawn) not in plain.reachable(showdown, showdown.start())
    assert [check_answer(showdown, drawn, move).right for move in ("down", "right")] == [False, True]


def test_what_is_no_answer_is_explained() -> None:
    start = "---/---/--- A"
    for name, position, move, squares, error, why in [
        ("center", start, "jump", None, UnreadableMove, "'jump' is not a move."),
        ("center", start, "place 1 1", None, IllegalMove, "cannot be placed on the center"),
        ("center", start, "", [4], IllegalMove, "cannot be placed on the center"),
        ("center", start, "", [99], UnreadableMove, "there is no square 99"),
        ("center", "---/--- A", "place 0 0", None, BadPosition, "it needs 3"),
        ("showdown", "*..../...../...../...../..... 1 -", "down", None, NoPuzzle, "every move keeps"),
    ]:
        assert why in refusal(error, check_answer, registry.load(name), position, move, squares)
