"""Hints: a step at a time, true at every step, and not the whole answer before the last."""

import re
from random import Random

import pytest

from squarely import Game, Match
from squarely.core import registry
from squarely.core.rules import Position
from squarely.core.tabletop import Tabletop
from squarely.review.hints import STEPS, find_squares, give_hint
from squarely.solver.oracle import Oracle

from ..boards import at
from .matches import ALL
from .plain import Plain, plain_from
from .reproof import NAMES

CENTER, NUMBERS, SHOWDOWN = (registry.load(name) for name in ("center", "numbers", "showdown"))
MOST = 1200  # positions of one game, which is all of the small ones
REASONED = 40  # of them whose last hint, with its reason, is looked at too


def hints(match: Match) -> list[str]:
    oracle = Oracle(match.game)
    return [give_hint(oracle, match.position, NAMES, step) for step in range(1, STEPS + 1)]


def test_four_steps_to_the_move() -> None:
    assert hints(at(CENTER, "- - -\n- - -\n- - -\nA")) == [
        "With best play: Ann wins in 3 moves.",
        "4 of the 8 moves keep the result: Ann wins.",
        "Look at (0,0), (0,1) or (0,2): the best move goes to one of them.",
        "Try place 0 1. place 0 1 wins: after any reply Ann wins at once, after place 0 0 with move 0 1 1 1.",
    ]


def test_where_no_move_begins_like_another() -> None:
    board = ". . . . .\n. . . . .\n. * . . .\n. . . . .\n. . . . .\n1 down"
    assert hints(at(SHOWDOWN, board))[1:] == [
        "1 of the 3 moves keeps the result: Ann wins.",
        "Look at (3,1), (3,3) or (4,2): the best move goes to one of them.",
        "Try right. right wins at once: the token reached the center square (3,3).",
    ]


def test_where_everything_is_as_good() -> None:
    assert hints(Match.of(SHOWDOWN))[1:3] == [
        "All 2 moves keep the result: play need never end.",
        "No move is better than another.",
    ]


def test_points_are_counted_apart_from_the_result() -> None:
    """Five of the nine moves win, one of them by as much as can be."""
    assert hints(at(NUMBERS, "5 3 8\n2 9 1\n6 4 7\n1 0-0"))[:2] == [
        "With best play: Ann wins in 5 moves by 17 points.",
        "5 of the 9 moves keep the result: Ann wins. 1 of them costs no points.",
    ]


def test_whoever_has_lost_is_told_so() -> None:
    assert hints(at(CENTER, "- A -\n- - -\n- - -\nB"))[1:3] == [
        "All 7 moves lose: Ann wins whatever you play.",
        "No move is better than another.",
    ]


@pytest.mark.parametrize("named", ALL, ids=",".join)
def test_hints_are_true_in_every_position(named: tuple[str, str]) -> None:
    """Each of the first three steps, read back word by word, is what brute force counts; of large games in a sample."""
    game: Game = registry.load(*named)
    plain, oracle, chance = plain_from(game, game.start(0)), Oracle(game), Random(str(named))
    oracle.value(plain.start)
    going_on = [position for position in plain.after if not plain.ended(position)]
    for number, position in enumerate(chance.sample(going_on, min(len(going_on), MOST))):
        legal, mover = plain.after[position], position.mover
        first, second, third = (give_hint(oracle, position, NAMES, step) for step in (1, 2, 3))
        assert first == f"With best play: {plain.truth(position).says(NAMES)}."
        liked = {move: plain.truth(after).liking(mover) for move, after in legal.items()}
        best = [move for move in liked if liked[move] == max(liked.values())]
        assert second == how_many(plain, position)
        check_pointing(game, position, third, find_squares(oracle, position, 3), set(best))
        assert set(find_squares(oracle, position, 4)) in [set(touched(game, position, move)) for move in best]
        assert find_squares(oracle, position, 1) == find_squares(oracle, position, 2) == ()
        if number < REASONED:
            last = give_hint(oracle, position, NAMES, STEPS)
            assert last.startswith(tuple(f"Try {move}. " for move in best))
        assert ("that is left" in third) <= (plain.truth(position).winner == 1 - mover)


def touched(game: Game, position: Position, text: str) -> tuple[int, ...]:
    """The squares of a move in words."""
    move = next(each for each in game.legal_moves(position) if str(each) == text)
    return Tabletop(game).touched_squares(position, move)


def check_pointing(game: Game, position: Position, said: str, lit: tuple[int, ...], best: set[str]) -> None:
    """The third hint points at what a best move touches, and is no move by itself where there is another."""
    legal = {str(move): touched(game, position, str(move)) for move in game.legal_moves(position)}
    if said == "No move is better than another.":
        assert not lit
        assert best == set(legal)
        return
    if len(legal) == 1:
        assert said == f"The only move is {next(iter(legal))}."
        return
    names = [square.name for square in Tabletop(game).squares(position)]
    found = re.fullmatch(r"Look at (.+): the best (?:move|that is left) (begins|goes) (there|to one of them)\.", said)
    assert found
    assert re.split(", (?![0-9]+\\))| or ", found[1]) == [names[square] for square in lit]
    assert (found[3] == "there") == (len(lit) == 1)
    at = 0 if found[2] == "begins" else -1
    assert set(lit) & {legal[move][at] for move in best}
    assert set(lit) <= {squares[at] for squares in legal.values()}
    if found[2] == "begins":
        assert any(len(legal[move]) > 1 for move in best)
    elif len(lit) == 1:
        assert not {squares[at] for move, squares in legal.items() if move not in best} - set(lit)


def how_many(plain: Plain, position: Position) -> str:
    """The second hint, counted by hand."""
    truth, legal, mover = plain.truth(position), plain.after[position], position.mover
    winner = None if truth.winner is None else NAMES[truth.winner]
    result = "play need never end" if truth.ending == "endless" else f"{winner} wins" if winner else "a tie"
    keeping, count = plain.keeping(position), len(legal)
    if count == 1:
        return f"There is only one legal move; after it: {result}."
    if truth.winner == 1 - mover:
        said = f"All {count} moves lose: {result} whatever you play."
    elif len(keeping) == count:
        said = f"All {count} moves keep the result: {result}."
    else:
        said = f"{len(keeping)} of the {count} moves keep{'s' * (len(keeping) == 1)} the result: {result}."
    if truth.points is None:
        return said
    free = sum(plain.truth(legal[move])[::3] == truth[::3] for move in keeping)
    if len(keeping) == 1:
        return f"{said} It costs no points."
    return f"{said} {'All' if free == len(keeping) else free} of them cost{'s' * (free == 1)} no points."
