"""Every legal move with what it is worth to the mover, held against brute force."""

from random import Random

import pytest

from squarely.core.rules import registry
from squarely.review.hints import write_move_values
from squarely.solver.oracle import Oracle

from ..boards import at
from .matches import CENTER, CHOOSE, EXCHANGE, NUMBERS, SHOWDOWN
from .plain import Truth, plain_from
from .reproof import NAMES

SAMPLED = 40
LEGEND = "; moves of both sides are counted"


def test_the_best_come_first_and_those_that_are_worth_the_same_together() -> None:
    game = registry.load("center")
    position = at(game, "- - -\n- - -\n- - -\nA").position
    assert write_move_values(Oracle(game), position, NAMES, 60) == (
        "Ann has 8 moves, the best first; moves of both sides are\ncounted:\n"
        "  wins in 3   place 0 1, place 1 0, place 1 2, place 2 1\n"
        "  loses in 4  place 0 0, place 0 2, place 2 0, place 2 2"
    )


@pytest.mark.parametrize("named", [CENTER, SHOWDOWN, NUMBERS, CHOOSE, EXCHANGE], ids=",".join)
def test_every_move_is_listed_once_with_what_it_is_worth(named: tuple[str, str]) -> None:
    game = registry.load(*named)
    plain, oracle, chance = plain_from(game, game.start_for(0)), Oracle(game), Random(str(named))
    oracle.value(plain.start)
    going_on = [position for position in plain.after if not plain.ended(position)]
    for position in chance.sample(going_on, min(len(going_on), SAMPLED)):
        legal = {move: plain.truth(after) for move, after in plain.after[position].items()}
        heading, *lines = write_move_values(oracle, position, NAMES, 10_000).split("\n")
        counts = "1 move" if len(legal) == 1 else f"{len(legal)} moves"
        far = any(truth.moves for truth in legal.values())
        assert heading == f"{NAMES[position.mover]} has {counts}, the best first{LEGEND * far}:"
        room = max(len(worth(truth, position.mover)) for truth in legal.values())
        listed = [(move, line[2 : room + 2].rstrip()) for line in lines for move in split(line[room + 4 :], legal)]
        assert dict(listed) == {move: worth(truth, position.mover) for move, truth in legal.items()}
        liked = [legal[move].liking(position.mover) for move, _ in listed]
        assert liked == sorted(liked, reverse=True)
        narrow = write_move_values(oracle, position, NAMES, 40)
        assert narrow.replace(",", "").split() == "\n".join([heading, *lines]).replace(",", "").split()
        assert all(len(line) <= 40 for line in narrow.split("\n"))


def split(text: str, legal: dict[str, Truth]) -> list[str]:
    """The moves of a line; those that have commas of their own are apart by semicolons."""
    return (
        text.split("; " if any("," in move for move in legal) and "; " in text else ", ")
        if text not in legal
        else [text]
    )


def worth(truth: Truth, mover: int) -> str:
    """What a move that leads there is worth to whoever makes it, the move counted."""
    if truth.ending == "endless":
        return "never ends"
    how = "ties" if truth.winner is None else "wins" if truth.winner == mover else "loses"
    points = f" by {truth.points} point{'s' * (truth.points != 1)}" if truth.points else ""
    return f"{how}{points} {f'in {truth.moves + 1}' if truth.moves else 'at once'}"
