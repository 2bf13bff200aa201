"""Whether compiled rules do in lock step what the rules do as they are: tried before the first match."""

from random import Random
from typing import Any

import numpy as np

from squarely.environments.lockstep import STEP, Bounds, Machine, Matches
from squarely.environments.rows import flat
from squarely.game import ONGOING, Game, Position
from squarely.solver.compiled import check_width, differ

_PLAYS, _LONGEST = 40, 40

_tried: set[Game] = set()


def check_faithful(game: Game, machine: Machine, matches: Matches, bounds: Bounds) -> None:
    """Make the moves of some seeded play both ways, once for each game; BrokenRules where they differ."""
    if game in _tried:
        return
    steps = _played(game)
    check_width(game, [position for step in steps for position in (step[0], step[2])])
    for begin in range(0, len(steps), len(matches.rows)):
        _compare(game, machine, matches, bounds, steps[begin : begin + len(matches.rows)])
    for array in (matches.terminated, matches.truncated, matches.over, matches.rewards, matches.actions):
        array[:] = 0
    _tried.add(game)


def _compare(
    game: Game, machine: Machine, matches: Matches, bounds: Bounds, steps: list[tuple[Position, int, Position]]
) -> None:
    """Make one move in as many matches as there are steps, and look at what comes of it."""
    for at, (before, move, _) in enumerate(steps):
        matches.rows[at], matches.actions[at], matches.turns[at] = [*flat(before)], move, 0
    machine.perform(game.law, matches, bounds, STEP, 0, len(steps))
    for at, (before, _, after) in enumerate(steps):
        ended = game.rules.outcome(game.law, after) != ONGOING
        shown: Any = matches.ended[at] if matches.over[at] else matches.rows[at]
        same = bool(matches.terminated[at]) == ended and shown.tolist() == [*flat(after)]
        if same and not matches.over[at]:
            legal = [move for move in game.rules.legal_moves(game.law, after) if move < bounds.actions]
            same = np.flatnonzero(matches.masks[at]).tolist() == sorted(legal)
        if not same:
            raise differ(game, before)


def _played(game: Game) -> list[tuple[Position, int, Position]]:
    """Moves of seeded random play: from where, which, and where they lead."""
    steps = {}
    for play in range(_PLAYS):
        random, position = Random(f"faithful {play}"), game.start(play)
        for _ in range(_LONGEST):
            moves = list(game.rules.legal_moves(game.law, position))
            if not moves or game.rules.outcome(game.law, position) != ONGOING:
                break
            move = random.choice(moves)
            after = game.rules.play(game.law, position, move)
            steps[position, move] = after
            position = after
    return [(before, move, after) for (before, move), after in steps.items()]
