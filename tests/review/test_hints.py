"""Hints: a step at a time, true at every step, and not the whole answer before the last."""

import re
from random import Random

import pytest

from squarely import Game, Match, registry
from squarely.review.hints import STEPS, hint
from squarely.solver.oracle import Oracle

from ..boards import at, playouts
from .matches import ALL
from .plain import Plain
from .reproof import NAMES

CENTER, SHOWDOWN = registry.load("center"), registry.load("showdown")


def hints(match: Match) -> list[str]:
    oracle = Oracle(match.game)
    return [hint(oracle, match.position, NAMES, step) for step in range(1, STEPS + 1)]


def test_four_steps_to_the_move() -> None:
    assert hints(at(CENTER, "- - -\n- - -\n- - -\nA")) == [
        "With best play: Ann wins in 3 moves.",
        "4 of the 8 moves keep it so (Ann wins).",
        "Look among the 3 moves that begin with 'place 0'.",
        "Try place 0 1. place 0 1 wins: after any reply Ann wins at once, after place 0 0 with move 0 1 1 1.",
    ]


def test_where_no_move_begins_like_another() -> None:
    board = ". . . . .\n. . . . .\n. * . . .\n. . . . .\n. . . . .\n1 down"
    assert hints(at(SHOWDOWN, board))[1:] == [
        "1 of the 3 moves keeps it so (Ann wins).",
        "It is not left.",
        "Try right. right wins at once: the token reached the center square (3,3).",
    ]


def test_where_everything_is_as_good() -> None:
    assert hints(Match.of(SHOWDOWN))[1:3] == [
        "Nothing is lost whatever you play: all 2 moves keep it so (play need never end).",
        "Look at down or right.",
    ]


@pytest.mark.parametrize("named", ALL, ids=",".join)
def test_hints_are_true(named: tuple[str, str]) -> None:
    game: Game = registry.load(*named)
    plain, oracle, chance = Plain(game, game.start(0)), Oracle(game), Random(str(named))
    for match in [Match.of(game, game.start(0)), *playouts(game, 20, 12)]:
        if match.start != plain.start or not match.legal_moves or chance.random() < 0.5:
            continue
        truth, legal = plain.truth(match.position), [str(move) for move in match.legal_moves]
        first, second, third, last = (hint(oracle, match.position, NAMES, step) for step in range(1, STEPS + 1))
        best = str(oracle.judged(match.position)[0].move)
        assert first == f"With best play: {truth.says(NAMES)}."
        liked = {
            move: plain.truth(after).liking(match.mover)[:2] for move, after in plain.after[match.position].items()
        }
        good = [move for move in liked if liked[move] == max(liked.values())]
        assert re.findall(r"\d+", second.partition("(")[0]) == figures(len(good), len(legal))
        if found := re.fullmatch(r"Look among the (\d+) moves that begin with '(.+)'\.", third):
            assert best.startswith(found[2])
            assert 1 < int(found[1]) == sum(move.startswith(found[2]) for move in legal) < len(legal)
        elif found := re.fullmatch(r"It is not (.+)\.", third):
            assert found[1] in set(legal) - set(good)
        else:
            assert third.startswith("Look at ")
            assert len(legal) <= 2 or len(good) == len(legal)
        assert best in good
        assert last.startswith(f"Try {best}. ")


def figures(good: int, legal: int) -> list[str]:
    """The numbers that the second hint names."""
    if legal == 1:
        return []
    return [str(legal)] if good == legal else [str(good), str(legal)]
