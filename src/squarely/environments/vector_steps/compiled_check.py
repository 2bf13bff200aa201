"""Compares the compiled rules with the interpreted ones, in lock step, before the first match."""

from random import Random
from typing import Any

import numpy as np

from squarely.core.rules.game import ONGOING, Game, Position
from squarely.environments.vector_steps.machine import STEP, Bounds, Machine, MatchArrays
from squarely.environments.vector_steps.position_rows import list_numbers
from squarely.solver.compiled import check_width, difference_error
from squarely.solver.flatten import flatten

_PLAYS, _LONGEST = 40, 40

_checked_games: set[Game] = set()


def check_faithful(game: Game, machine: Machine, matches: MatchArrays, bounds: Bounds) -> None:
    """Make the moves of some seeded play both ways, once for each game; BrokenRules where they differ."""
    if game in _checked_games:
        return
    steps = _play_samples(game)
    check_width(game, [position for step in steps for position in (step[0], step[2])])
    for begin in range(0, len(steps), len(matches.rows)):
        _compare(game, machine, matches, bounds, steps[begin : begin + len(matches.rows)])
    for array in (matches.terminated, matches.truncated, matches.over, matches.rewards, matches.actions):
        array[:] = 0
    _checked_games.add(game)


def _compare(
    game: Game, machine: Machine, matches: MatchArrays, bounds: Bounds, steps: list[tuple[Position, int, Position]]
) -> None:
    """Make one move in as many matches as there are steps, and look at what comes of it."""
    for at, (before, move, _) in enumerate(steps):
        matches.rows[at], matches.actions[at], matches.turns[at] = [*list_numbers(before)], move, 0
    machine.perform(flatten(game).law, matches, bounds, STEP, 0, len(steps))
    for at, (before, _, after) in enumerate(steps):
        ended = game.outcome(after) != ONGOING
        shown: Any = matches.ended[at] if matches.over[at] else matches.rows[at]
        same = bool(matches.terminated[at]) == ended and shown.tolist() == [*list_numbers(after)]
        if same and not matches.over[at]:
            legal = [move for move in game.legal_moves(after) if move < bounds.actions]
            same = np.flatnonzero(matches.masks[at]).tolist() == sorted(legal)
        if not same:
            raise difference_error(game, before)


def _play_samples(game: Game) -> list[tuple[Position, int, Position]]:
    """Moves of seeded random play: from where, which, and where they lead."""
    steps = {}
    for play in range(_PLAYS):
        random, position = Random(f"faithful {play}"), game.start_for(play)
        for _ in range(_LONGEST):
            moves = list(game.legal_moves(position))
            if not moves or game.outcome(position) != ONGOING:
                break
            move = random.choice(moves)
            after = game.play(position, move)
            steps[position, move] = after
            position = after
    return [(before, move, after) for (before, move), after in steps.items()]
