"""Every puzzle has a right move and a wrong one; a plain search that shares nothing with the solver agrees on which."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.review.puzzle_session import describe_task
from squarely.review.puzzles import LEVELS, Puzzle, find_mistakes, find_puzzles, make_puzzle
from squarely.solver.oracle import Oracle

GAMES = [("center", ""), ("numbers", "size=2"), ("quad", "size=3"), ("showdown", ""), ("snatchers", "")]
RULEBOOKS = [(name, "") for name in registry.names()]


def several(name: str, options: str, count: int) -> list[Puzzle]:
    return list(islice(find_puzzles(registry.load(name, options), Random(f"{name} {options}")), count))


# A plain search: who can force a win, else whether a tie can follow, else play need never end


@cache
def reached(game: Game, root: Any) -> dict[Any, list[Any]]:
    after: dict[Any, list[Any]] = {}
    todo = [root]
    while todo:
        position = todo.pop()
        if position not in after:
            after[position] = [game.play(position, move) for move in game.named_moves(position)]
            todo.extend(after[position])
    return after


@cache
def results(game: Game, root: Any) -> dict[Any, str]:
    """`first`, `second`, `tie` or `endless` for everything that can follow a position."""
    after = reached(game, root)
    known: dict[Any, str] = {}
    for position in after:
        if outcome := game.result(position):
            known[position] = "tie" if outcome.winner is None else str(outcome.winner)
    for wanted in ("win", "tie"):
        grown = True
        while grown:
            grown = False
            for position in after:
                if position not in known and (result := settled(position, after[position], known, wanted)):
                    known[position] = result
                    grown = True
    return {position: known.get(position, "endless") for position in after}


def settled(position: Any, after: list[Any], known: dict[Any, str], wanted: str) -> str:
    own, other = ("first", "second") if position.mover == 0 else ("second", "first")
    into = [known.get(each, "") for each in after]
    if wanted == "win":
        return own if own in into else other if set(into) == {other} else ""
    return "tie" if "tie" in into else ""


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_plain_search_finds_the_same_moves(name: str, options: str) -> None:
    puzzles = several(name, options, 25)
    assert len(puzzles) >= 8
    for one in puzzles:
        known = results(one.game, one.game.start() if not one.game.is_dealt else one.position)
        legal = one.game.named_moves(one.position)
        right = {move for move in legal if known[one.game.play(one.position, move)] == known[one.position]}
        assert right == {each.move for each in one.keeping}
        assert set(legal) - right == {each.move for each in one.losing}
        assert 0 < len(right) < len(legal)


@pytest.mark.parametrize(("name", "options"), [*GAMES, *RULEBOOKS])
def test_a_puzzle_has_few_right_moves(name: str, options: str) -> None:
    puzzles = several(name, options, 12)
    assert puzzles
    for one in puzzles:
        assert one.losing
        assert len(one.keeping) == 1 or 3 * len(one.keeping) <= len(one.game.named_moves(one.position))
        assert one.level in LEVELS
        assert all(each.value.has_same_result(one.value) for each in one.keeping)
        assert not any(each.value.has_same_result(one.value) for each in one.losing)
        best = max(each.value.appeal(one.mover) for each in (*one.keeping, *one.losing))
        assert one.keeping[0].value.appeal(one.mover) == best


def test_where_nothing_can_be_lost_there_is_no_puzzle() -> None:
    center = registry.load("center")
    oracle = Oracle(center)
    for line in ("-A-/---/-B- A", "-A-/-B-/--- A", "BA-/---/--- B", "ABA/B-B/ABA A"):
        position = center.read_position(line)
        values = [each.value for each in oracle.value_moves(position)]
        nothing_to_lose = len({(value.winner, value.ending) for value in values}) < 2
        assert (make_puzzle(oracle, position) is None) == nothing_to_lose
    assert make_puzzle(oracle, center.read_position("-A-/-B-/--- A")) is None, "it is over"
    assert make_puzzle(oracle, center.read_position("BA-/---/--- B")) is None, "it is lost whatever is done"


def test_the_same_seed_finds_the_same_puzzle() -> None:
    quad = registry.load("quad")
    once, again = (list(islice(find_puzzles(quad, Random(1)), 10)) for _ in range(2))
    assert once == again
    assert len({one.key for one in once}) == 10
    assert [one.key for one in once] != [one.key for one in islice(find_puzzles(quad, Random(2)), 10)]


def test_what_is_known_is_not_found_again() -> None:
    every = list(find_puzzles(registry.load("showdown"), Random(1)))
    known = {one.key for one in every[::2]}
    others = {one.key for one in find_puzzles(registry.load("showdown"), Random(2), known=known)}
    assert len(every) > 20
    assert not others & known
    assert others == {one.key for one in every} - known


def test_levels_can_be_asked_for() -> None:
    for level in LEVELS:
        puzzles = islice(find_puzzles(registry.load("numbers"), Random(level), level), 3)
        assert [one.level for one in puzzles] == [level] * 3
    assert not list(find_puzzles(registry.load("showdown"), Random(0), max(LEVELS)))


def test_a_win_at_once_is_easier_than_a_deep_one() -> None:
    game = registry.load("quad")
    oracle = Oracle(game)
    at_once = make_puzzle(oracle, game.read_position(".XX./O.XX/OO.O/.... X"))
    deep = make_puzzle(oracle, game.read_position("XOO./.O../OXX./XXO. X"))
    assert at_once is not None
    assert deep is not None
    assert (at_once.value.distance, deep.value.distance) == (1, 7)
    assert at_once.level < deep.level == max(LEVELS)


def test_a_win_at_once_is_of_level_one_and_the_task_says_how_many_moves_do_it() -> None:
    center = registry.load("center")
    for line, task in (("---/--A/-B- A", "A is to move. One of the 9 moves wins. Find it."),):
        one = make_puzzle(Oracle(center), center.read_position(line))
        assert one is not None
        assert one.level == 1
        assert describe_task(one, ("A", "B")) == task
    showdown = registry.load("showdown")
    tasks = {describe_task(one, ("A", "B")).partition(". ")[2] for one in find_puzzles(showdown, Random(1))}
    assert tasks <= {
        *("One of the 2 moves loses. Find the other.", "Two of the 3 moves lose. Find the third."),
        *("One of the 3 moves wins. Find it.", "One of the 2 moves wins. Find it."),
        *("One of the 4 moves wins. Find it.", "Three of the 4 moves lose. Find the one that does not."),
    }


# One's own mistakes


def played(name: str, moves: str, **notes: str) -> Record:
    match = Match.of(registry.load(name))
    for move in moves.split(", "):
        match = match.play(move)
    return Record(match, notes=notes)


LOST = "place 0 0, place 0 1, place 2 2, move 0 1 1 1"  # A could have won, then B did


def test_mistakes_are_where_a_human_lost_the_value() -> None:
    own = list(find_mistakes([played("center", LOST)]))
    assert [(one.game.write_position(one.position), str(one.played)) for one in own] == [("---/---/--- A", "place 0 0")]
    assert [str(each.move) for each in own[0].keeping] == ["place 0 1", "place 1 0", "place 1 2", "place 2 1"]
    assert own[0].played in {each.move for each in own[0].losing}


def test_a_computers_mistakes_are_its_own() -> None:
    assert not list(find_mistakes([played("center", LOST, FirstPlayer="random")]))
    assert len(list(find_mistakes([played("center", LOST, SecondPlayer="random")]))) == 1


def test_mistakes_of_one_game() -> None:
    records = [played("center", LOST), played("showdown", "down, down, right, right")]
    assert {one.game.name for one in find_mistakes(records, registry.load("center"))} == {"center"}
    assert not list(find_mistakes(records, registry.load("center", "tokens=2")))


def test_what_cannot_be_judged_is_left_out() -> None:
    large = Match.of(registry.load("quad", "size=6")).play("A1").resign(Side.FIRST)
    assert len(list(find_mistakes([Record(large), played("center", LOST)]))) == 1
