"""A second opinion on proofs: plain, slow, and sharing nothing with the checker or the solver but the rules.

`holds` reads a proof by itself, plays its strategies through, and has the plain solver work out who wins.
"""

from collections import deque
from functools import cache
from typing import Any, NamedTuple

from squarely.core.rules import registry
from squarely.core.rules.game import Game
from tests.solver import plain

FIRST, SECOND, NOBODY = "first", "second", "nobody"


class Text(NamedTuple):
    """A proof as it is written, nothing in it believed."""

    game: Game
    position: Any
    claim: str
    margin: int | None
    strategies: dict[str, dict[str, tuple[str, str]]]  # by owner and position: moves to the end, and the move
    lasting: dict[str, str]


def read(text: str) -> Text:
    lines = text.splitlines()
    _, name, options, position, claim = (line.split(" ", 1)[1] for line in lines[:5])
    game = registry.load(name, "" if options == "rulebook" else options)
    winner, _, margin = claim.partition(" wins")
    strategies: dict[str, dict[str, tuple[str, str]]] = {}
    lasting = {}
    for line in lines[5:-1]:
        if line.startswith("strategy "):
            owner = line.split()[1].rstrip(",")
            strategies[owner] = {}
            lasting[owner] = line.split()[-1]
        else:
            moves, where, move = line.split("\t")
            assert where not in strategies[owner]
            strategies[owner][where] = (moves, move)
    points = int(margin.removeprefix(", margin ")) if margin else None
    return Text(game, game.read_position(position), winner, points, strategies, lasting)


def holds(text: str, truth_too: bool = True) -> bool:
    """Whether every strategy does what the claim says, and the claim is what brute force finds."""
    proof = read(text)
    needed = {FIRST, SECOND} if proof.margin is not None or proof.claim == NOBODY else {proof.claim}
    if set(proof.strategies) != needed:
        return False
    for owner in needed:
        used = played_through(proof, owner)
        if used is None or used != set(proof.strategies[owner]):
            return False
    return not truth_too or is_true(proof)


def played_through(proof: Text, owner: str) -> set[str] | None:
    """The entries used when the owner follows the strategy and the other side does anything; None if it fails."""
    game, entries, used = proof.game, proof.strategies[owner], set()
    ends = proof.claim != NOBODY or proof.margin is not None
    todo = deque([(proof.position, int(proof.lasting[owner]) if ends else 0)])
    seen = set(todo)
    while todo:
        position, left = todo.popleft()
        if game.result(position):
            if not good_end(proof, owner, position):
                return None
            continue
        moves = game.named_moves(position)
        if side_to_move(position) == owner:
            where = game.write_position(position)
            if where not in entries or (ends and int(entries[where][0]) > left):
                return None
            used.add(where)
            left = int(entries[where][0]) if ends else 0
            moves = tuple(move for move in moves if str(move) == entries[where][1])
        if not moves or (ends and left < 1):
            return None
        for move in moves:
            state = (game.play(position, move), left - 1 if ends else 0)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return used


def good_end(proof: Text, owner: str, position: Any) -> bool:
    outcome = proof.game.result(position)
    winner = NOBODY if outcome is None or outcome.winner is None else str(outcome.winner)
    if proof.claim == owner and winner != owner:
        return False
    if proof.claim == NOBODY and winner not in (owner, NOBODY):
        return False
    if proof.margin is None:
        return True
    points = proof.game.points(position)
    assert points is not None
    ahead = points[0] - points[1] if owner == FIRST else points[1] - points[0]
    return ahead >= (proof.margin if proof.claim == owner else -proof.margin)


def is_true(proof: Text) -> bool:
    if proof.margin is None and proof.claim != NOBODY and int(proof.lasting[proof.claim]) < 8:
        return can_win(proof.game, proof.claim, proof.position, int(proof.lasting[proof.claim]))
    winner, margin = truth(proof.game, proof.position)
    return (winner or NOBODY) == proof.claim and proof.margin in (margin, None)


@cache
def truth(game: Game, position: Any) -> tuple[str | None, int | None]:
    solve = plain.solve_points if game.has_points else plain.solve
    winner, _, _, margin = solve(game, position)[position]
    return winner, margin


@cache
def can_win(game: Game, side: str, position: Any, moves: int) -> bool:
    if outcome := game.result(position):
        return outcome.winner is not None and str(outcome.winner) == side
    if moves == 0:
        return False
    after = (can_win(game, side, game.play(position, move), moves - 1) for move in game.named_moves(position))
    return any(after) if side_to_move(position) == side else all(after)


def side_to_move(position: Any) -> str:
    return (FIRST, SECOND)[position.mover]
