"""The same random matches, once interpreted and once as machine code, each telling everything it saw."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import numba
import numpy as np

from squarely.core.board.grid import Symmetries
from squarely.core.rules.game import ONGOING, Game
from squarely.solver.compiled import compile_game
from squarely.solver.flatten import flatten

LONGEST = 200  # moves; a longer match is cut here
MOST_TOLD = LONGEST * 80


def compared(game: Game, matches: int) -> Iterator[int]:
    """Play so many matches both ways and compare all that is told. Gives the length of each match."""
    play, law, random = told_by_machine_code(game), flatten(game).law, Random(f"{game.name} {game.options}")
    symmetries = Symmetries(*(cast(Any, np.array(table, np.int64)) for table in game.symmetries))
    buffer = np.zeros(MOST_TOLD, np.int64)
    for number in range(matches):
        start = game.deal(random.randrange(game.deals()))
        draws = np.array([random.randrange(1 << 30) for _ in range(LONGEST)])
        told, length = told_interpreted(game, start, draws.tolist())
        machine = buffer[: play(law, symmetries, start, draws, buffer)].tolist()
        assert told == machine, f"{game.name} {game.options} match {number} from {game.write_position(start)}"
        yield length


def told_interpreted(game: Game, position: Any, draws: list[int]) -> tuple[list[int], int]:
    """For every position of a match: its hash, its outcome, its legal moves, and the hash of an image."""
    told = []
    for length, draw in enumerate(draws):
        outcome, legal = game.outcome(position), list(game.legal_moves(position))
        image = game.transform(position, draw % len(game.symmetries.squares))
        told += [hash(position), outcome, len(legal), *legal, hash(image)]
        if outcome != ONGOING:
            return told, length
        position = game.play(position, legal[draw % len(legal)])
    return told, len(draws)


def told_by_machine_code(game: Game) -> Callable[..., int]:
    """The same, compiled: fills a buffer and gives how much of it."""
    compiled = compile_game(game)
    legal_moves, play, outcome, transform = compiled.legal_moves, compiled.play, compiled.outcome, compiled.transform

    @numba.njit
    def told(law: Any, symmetries: Any, position: Any, draws: Any, buffer: Any) -> int:
        used = 0
        for draw in draws:
            buffer[used] = hash(position)
            buffer[used + 1] = outcome(law, position)
            first = used + 3
            used = first
            for move in legal_moves(law, position):
                buffer[used] = move
                used += 1
            buffer[first - 1] = used - first
            buffer[used] = hash(transform(symmetries, position, draw % len(symmetries.squares)))
            used += 1
            if buffer[first - 2] != ONGOING:
                return used
            chosen = buffer[first + draw % buffer[first - 1]]
            position = play(law, position, chosen)
        return used

    return cast(Callable[..., int], told)
