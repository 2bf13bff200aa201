"""Every puzzle has a right move and a wrong one; a plain solver that shares nothing with ours agrees on which."""

from itertools import islice
from random import Random

import pytest

from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.review.puzzle_session import describe_task
from squarely.review.puzzles import LEVELS, find_mistakes, find_puzzles, make_puzzle
from squarely.solver.oracle import Oracle

from ..boards import played
from .plain import plain_from

pytestmark = pytest.mark.xdist_group("brute force")

GAMES = [("center", ""), ("numbers", "size=2"), ("quad", "size=3"), ("showdown", ""), ("snatchers", "")]
CENTER, QUAD, SHOWDOWN = (registry.load(name) for name in ("center", "quad", "showdown"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_plain_search_finds_the_same_moves_and_few_are_right(name: str, options: str) -> None:
    several = list(islice(find_puzzles(registry.load(name, options), Random(f"{name} {options}")), 25))
    assert len(several) >= 8
    for one in several:
        truth = plain_from(one.game, one.position if one.game.is_dealt else one.game.start())
        after, right = truth.after[one.position], set(truth.keeping(one.position))
        assert right == {str(each.move) for each in one.keeping}
        assert {*after} - right == {str(each.move) for each in one.losing}
        assert 0 < len(right) < len(after)
        assert len(right) == 1 or 3 * len(right) <= len(after)
        assert one.level in LEVELS
        best = max(truth.truth(reached).liking(one.mover) for reached in after.values())
        assert truth.truth(after[str(one.keeping[0].move)]).liking(one.mover) == best


def test_where_nothing_can_be_lost_there_is_no_puzzle() -> None:
    oracle = Oracle(CENTER)
    assert make_puzzle(oracle, CENTER.read_position("-A-/---/-B- A"))
    assert make_puzzle(oracle, CENTER.read_position("-A-/-B-/--- A")) is None, "it is over"
    assert make_puzzle(oracle, CENTER.read_position("BA-/---/--- B")) is None, "it is lost whatever is done"


def test_the_same_seed_finds_the_same_puzzle_and_none_that_is_known_and_the_task_says_how_many_moves_do_it() -> None:
    once, again, other = ([one.key for one in islice(find_puzzles(QUAD, Random(n)), 10)] for n in (1, 1, 2))
    assert once == again != other
    assert len(set(once)) == 10
    every = {one.key for one in find_puzzles(SHOWDOWN, Random(1))}
    known = set(sorted(every)[::2])
    assert len(every) > 20
    assert {one.key for one in find_puzzles(SHOWDOWN, Random(2), known=known)} == every - known
    tasks = {describe_task(one, ("A", "B")) for one in find_puzzles(SHOWDOWN, Random(1))}
    assert "A is to move. Two of the 3 moves lose. Find the third." in tasks
    assert {task.partition(" to move. ")[2] for task in tasks} <= {
        *("One of the 2 moves loses. Find the other.", "Two of the 3 moves lose. Find the third."),
        *("One of the 3 moves wins. Find it.", "One of the 2 moves wins. Find it."),
        *("One of the 4 moves wins. Find it.", "Three of the 4 moves lose. Find the one that does not."),
    }


@pytest.mark.slow
def test_a_win_at_once_is_easier_than_a_deep_one_and_levels_can_be_asked_for() -> None:
    oracle = Oracle(QUAD)
    at_once = make_puzzle(oracle, QUAD.read_position(".XX./O.XX/OO.O/.... X"))
    deep = make_puzzle(oracle, QUAD.read_position("XOO./.O../OXX./XXO. X"))
    assert at_once
    assert deep
    assert (at_once.value.distance, deep.value.distance) == (1, 7)
    assert at_once.level < deep.level == max(LEVELS)
    for level in LEVELS:
        puzzles = islice(find_puzzles(registry.load("numbers"), Random(level), level), 3)
        assert [one.level for one in puzzles] == [level] * 3
    assert not list(find_puzzles(SHOWDOWN, Random(0), max(LEVELS)))


LOST = ("place 0 0", "place 0 1", "place 2 2", "move 0 1 1 1")  # A could have won, then B did


def lost(**notes: str) -> Record:
    return Record(played(Match.of(CENTER), *LOST), notes=notes)


@pytest.mark.slow
def test_mistakes_are_where_a_human_lost_the_value() -> None:
    [own] = find_mistakes([lost()])
    assert (CENTER.write_position(own.position), str(own.played)) == ("---/---/--- A", "place 0 0")
    assert [str(each.move) for each in own.keeping] == ["place 0 1", "place 1 0", "place 1 2", "place 2 1"]
    assert own.played in {each.move for each in own.losing}
    assert not list(find_mistakes([lost(FirstPlayer="random")])), "a computer's mistakes are its own"
    assert len(list(find_mistakes([lost(SecondPlayer="random")]))) == 1
    records = [lost(), Record(played(Match.of(SHOWDOWN), "down", "down", "right", "right"))]
    assert {one.game.name for one in find_mistakes(records, CENTER)} == {"center"}
    assert not list(find_mistakes(records, registry.load("center", "tokens=2")))
    large = Match.of(registry.load("quad", "size=6")).play("A1").resign(Side.FIRST)
    assert len(list(find_mistakes([Record(large), lost()]))) == 1, "what is too large to be judged is left out"
