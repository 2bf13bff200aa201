"""Every puzzle has a right move and a wrong one; a plain solver that shares nothing with ours agrees on which."""

from functools import cache
from itertools import islice
from random import Random

import pytest

from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.review.puzzle_session import describe_task
from squarely.review.puzzles import LEVELS, Puzzle, find_mistakes, find_puzzles, make_puzzle
from squarely.solver.oracle import Oracle

from ..boards import played
from .plain import plain_from

GAMES = [("center", ""), ("numbers", "size=2"), ("quad", "size=3"), ("showdown", ""), ("snatchers", "")]
CENTER, QUAD, SHOWDOWN = (registry.load(name) for name in ("center", "quad", "showdown"))


@cache
def several(name: str, options: str) -> list[Puzzle]:
    return list(islice(find_puzzles(registry.load(name, options), Random(f"{name} {options}")), 25))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_plain_search_finds_the_same_moves(name: str, options: str) -> None:
    assert len(several(name, options)) >= 8
    for one in several(name, options):
        truth = plain_from(one.game, one.position if one.game.is_dealt else one.game.start())
        right = set(truth.keeping(one.position))
        assert right == {str(each.move) for each in one.keeping}
        assert {*truth.after[one.position]} - right == {str(each.move) for each in one.losing}
        assert 0 < len(right) < len(truth.after[one.position])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [*GAMES, ("numbers", ""), ("quad", "")])
def test_a_puzzle_has_few_right_moves(name: str, options: str) -> None:
    for one in several(name, options):
        assert one.losing
        assert len(one.keeping) == 1 or 3 * len(one.keeping) <= len(one.game.named_moves(one.position))
        assert one.level in LEVELS
        assert all(each.value.has_same_result(one.value) for each in one.keeping)
        assert not any(each.value.has_same_result(one.value) for each in one.losing)
        best = max(each.value.appeal(one.mover) for each in (*one.keeping, *one.losing))
        assert one.keeping[0].value.appeal(one.mover) == best
    assert several(name, options)


def test_where_nothing_can_be_lost_there_is_no_puzzle() -> None:
    oracle = Oracle(CENTER)
    for line in ("-A-/---/-B- A", "-A-/-B-/--- A", "BA-/---/--- B", "ABA/B-B/ABA A"):
        position = CENTER.read_position(line)
        values = [each.value for each in oracle.value_moves(position)]
        nothing_to_lose = len({(value.winner, value.ending) for value in values}) < 2
        assert (make_puzzle(oracle, position) is None) == nothing_to_lose, line
    assert make_puzzle(oracle, CENTER.read_position("-A-/-B-/--- A")) is None, "it is over"
    assert make_puzzle(oracle, CENTER.read_position("BA-/---/--- B")) is None, "it is lost whatever is done"


def test_the_same_seed_finds_the_same_puzzle_and_none_that_is_known() -> None:
    once, again, other = ([one.key for one in islice(find_puzzles(QUAD, Random(n)), 10)] for n in (1, 1, 2))
    assert once == again != other
    assert len(set(once)) == 10
    every = {one.key for one in find_puzzles(SHOWDOWN, Random(1))}
    known = set(sorted(every)[::2])
    assert len(every) > 20
    assert {one.key for one in find_puzzles(SHOWDOWN, Random(2), known=known)} == every - known


def test_levels_can_be_asked_for() -> None:
    for level in LEVELS:
        puzzles = islice(find_puzzles(registry.load("numbers"), Random(level), level), 3)
        assert [one.level for one in puzzles] == [level] * 3
    assert not list(find_puzzles(SHOWDOWN, Random(0), max(LEVELS)))


def test_a_win_at_once_is_easier_than_a_deep_one() -> None:
    oracle = Oracle(QUAD)
    at_once = make_puzzle(oracle, QUAD.read_position(".XX./O.XX/OO.O/.... X"))
    deep = make_puzzle(oracle, QUAD.read_position("XOO./.O../OXX./XXO. X"))
    first = make_puzzle(Oracle(CENTER), CENTER.read_position("---/--A/-B- A"))
    assert at_once is not None
    assert deep is not None
    assert first is not None
    assert (at_once.value.distance, deep.value.distance) == (1, 7)
    assert first.level == 1
    assert at_once.level < deep.level == max(LEVELS)
    assert describe_task(first, ("A", "B")) == "A is to move. One of the 9 moves wins. Find it."


def test_the_task_says_how_many_moves_do_it() -> None:
    tasks = {describe_task(one, ("A", "B")).partition(". ")[2] for one in find_puzzles(SHOWDOWN, Random(1))}
    assert tasks <= {
        *("One of the 2 moves loses. Find the other.", "Two of the 3 moves lose. Find the third."),
        *("One of the 3 moves wins. Find it.", "One of the 2 moves wins. Find it."),
        *("One of the 4 moves wins. Find it.", "Three of the 4 moves lose. Find the one that does not."),
    }


LOST = ("place 0 0", "place 0 1", "place 2 2", "move 0 1 1 1")  # A could have won, then B did


def lost(**notes: str) -> Record:
    return Record(played(Match.of(CENTER), *LOST), notes=notes)


def test_mistakes_are_where_a_human_lost_the_value() -> None:
    [own] = find_mistakes([lost()])
    assert (CENTER.write_position(own.position), str(own.played)) == ("---/---/--- A", "place 0 0")
    assert [str(each.move) for each in own.keeping] == ["place 0 1", "place 1 0", "place 1 2", "place 2 1"]
    assert own.played in {each.move for each in own.losing}
    assert not list(find_mistakes([lost(FirstPlayer="random")])), "a computer's mistakes are its own"
    assert len(list(find_mistakes([lost(SecondPlayer="random")]))) == 1


@pytest.mark.slow
def test_mistakes_of_one_game_and_of_what_can_be_judged() -> None:
    records = [lost(), Record(played(Match.of(SHOWDOWN), "down", "down", "right", "right"))]
    assert {one.game.name for one in find_mistakes(records, CENTER)} == {"center"}
    assert not list(find_mistakes(records, registry.load("center", "tokens=2")))
    large = Match.of(registry.load("quad", "size=6")).play("A1").resign(Side.FIRST)
    assert len(list(find_mistakes([Record(large), lost()]))) == 1
