"""A plain solver: slow, obviously correct, sharing nothing with the one it checks.

It knows the rules only through the four verbs, works them out interpreted, uses no symmetry, and looks at every
position again and again until nothing changes any more.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from squarely.core.rules.game import ONGOING, Game

Position = Any
Verdict = tuple[str | None, str, int | None, int | None]  # winner, ending, distance, margin

WINNERS = {1: "first", 2: "second"}


def as_verdict(value: Any) -> Verdict:
    """What the solver under test says, in the terms of this one."""
    return (None if value.winner is None else str(value.winner), value.ending, value.distance, value.margin)


def verdicts(solution: Any, positions: Iterable[Position]) -> dict[Position, Verdict]:
    return {position: as_verdict(value) for position in positions if (value := solution.value(position))}


def check(solution: Any, truth: dict[Position, Verdict]) -> None:
    """Every position has the value that it has in truth, and what is told of all of them together follows from that."""
    assert verdicts(solution, truth) == truth
    summary = solution.summary()
    assert summary.positions == len(truth)
    assert summary.counts == Counter(winner or ending for winner, ending, _, _ in truth.values())
    assert summary.longest == max(distance or 0 for _, _, distance, _ in truth.values())
    assert summary.longest_win == max((distance or 0 for winner, _, distance, _ in truth.values() if winner), default=0)


def reachable(game: Game, start: Position) -> dict[Position, list[Position]]:
    """Every position that can follow, with what follows it at once."""
    return explore(start, lambda position: (game.play(position, move) for move in game.legal_moves(position)))


def explore(start: Position, follow: Callable[[Position], Iterable[Position]]) -> dict[Position, list[Position]]:
    """The same by a function that says what follows at once."""
    found: dict[Position, list[Position]] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        if position not in found:
            found[position] = list(follow(position))
            todo += found[position]
    return found


def solve(game: Game, start: Position) -> dict[Position, Verdict]:
    return solve_graph(reachable(game, start), game.outcome)


def solve_graph(
    after: dict[Position, list[Position]], outcome: Callable[[Position], int], patient: int | None = None
) -> dict[Position, Verdict]:
    """The same for any graph of positions that have a mover; a side that likes to go on for ever may be patient."""
    known: dict[Position, Verdict] = {}
    for position in after:
        result = outcome(position)
        if result != ONGOING:
            known[position] = (WINNERS.get(result), "win" if result in WINNERS else "tie", 0, None)
    ties = {position: 0 for position, verdict in known.items() if verdict[1] == "tie"}
    for moves in count(1):
        news = {p: v for p in after if p not in known if (v := _decided(p, after[p], known, moves))}
        if not news:
            break
        known |= news
    for moves in count(1):
        near = [p for p in after if p not in known and p.mover != patient and any(q in ties for q in after[p])]
        near += [p for p in after if p not in known and p.mover == patient and all(q in known for q in after[p])]
        if not near:
            break
        ties |= dict.fromkeys(near, moves)
        known |= dict.fromkeys(near, (None, "tie", moves, None))
    return {position: known.get(position, (None, "endless", None, None)) for position in after}


def _decided(position: Position, following: Iterable[Position], known: dict[Position, Verdict], moves: int) -> Any:
    """Won or lost in exactly this many moves, if everything shorter is known."""
    mover, other = ("first", "second")[position.mover], ("second", "first")[position.mover]
    verdicts = [known.get(p) for p in following]
    if any(v and v[0] == mover for v in verdicts):
        return mover, "win", moves, None
    return (other, "win", moves, None) if verdicts and all(v and v[1] == "win" for v in verdicts) else None


def solve_points(game: Game, start: Position) -> dict[Position, Verdict]:
    """The truth about every position that can follow the start, in a game with points and without cycles."""
    known: dict[Position, Verdict] = {}

    def liking(verdict: Verdict, side: str) -> tuple[int, int]:
        winner, _, moves, margin = verdict
        mine = 1 if winner == side else -1
        return (margin or 0) * mine, (moves or 0) * (-1 if winner in (side, None) else 1)

    def truth(position: Position) -> Verdict:
        if position not in known:
            moves = list(game.legal_moves(position))
            if not moves:
                first, second = game.points(position) or (0, 0)
                winner = None if first == second else "first" if first > second else "second"
                known[position] = (winner, "win" if winner else "tie", 0, abs(first - second))
            else:
                side = ("first", "second")[position.mover]
                best = max((truth(game.play(position, move)) for move in moves), key=lambda v: liking(v, side))
                known[position] = (best[0], best[1], (best[2] or 0) + 1, best[3])
        return known[position]

    truth(start)
    return known
