"""The truth about small games by plain brute force: nothing here comes from squarely.solver.

Without points: a position is won in n moves if the winner can move to one that is won in n - 1, or if all moves of
the other lead to such; tried for n = 1, 2, 3, … until nothing is added. With points: plain minimax to the end.
"""

from functools import cache, cached_property
from typing import NamedTuple

from squarely import Game
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Position

FIRST, SECOND = 0, 1


class Truth(NamedTuple):
    winner: int | None
    ending: str
    moves: int | None
    points: int | None = None

    def liking(self, side: int) -> tuple[int, int, int]:
        """How much a side likes it: a win, a tie, no end, a loss; then points; then to win soon or lose late."""
        moves, points = self.moves or 0, self.points or 0
        if self.ending == "endless":
            return 1, 0, 0
        if self.winner is None:
            return 2, 0, -moves
        return (3, points, -moves) if self.winner == side else (0, -points, moves)

    def says(self, names: tuple[str, str]) -> str:
        """How a review words it."""
        if self.ending == "endless":
            return "play can go on for ever"
        points = f" by {self.points} point{'s' * (self.points != 1)}" if self.points else ""
        moves = f" in {far(self.moves or 0)}" if self.moves else ""
        if self.winner is None:
            return f"a tie{moves}"
        if names[self.winner] == "you":
            return f"you {'win' if self.moves else 'have won'}{points}{moves}"
        return f"{names[self.winner]} {'wins' if self.moves else 'has won'}{points}{moves}"


def far(moves: int) -> str:
    """How many moves, as a review words it."""
    return "1 move" if moves == 1 else f"{moves} moves (both sides counted)"


class Plain:
    """Everything about the positions that follow a start."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game, self.start = game, start
        self._minimax: dict[Position, Truth] = {}

    @cached_property
    def after(self) -> dict[Position, dict[str, Position]]:
        """For each position that can come, the positions that its moves lead to."""
        found: dict[Position, dict[str, Position]] = {}
        todo = [self.start]
        while todo:
            position = todo.pop()
            if position in found:
                continue
            moves = self.game.named_moves(position)
            found[position] = {str(move): self.game.play(position, move) for move in moves}
            todo.extend(found[position].values())
        return found

    def ended(self, position: Position) -> Truth | None:
        result = self.game.outcome(position)
        if result == ONGOING:
            return None
        points = self.game.points(position)
        margin = abs(points[0] - points[1]) if points else None
        winner = {FIRST_WINS: FIRST, SECOND_WINS: SECOND, TIE: None}[result]
        return Truth(winner, "tie" if winner is None else "win", 0, margin)

    def truth(self, position: Position) -> Truth:
        if self.game.points(self.start):
            return self._by_minimax(position)
        return self._by_force[position]

    def keeping(self, position: Position) -> list[str]:
        """The moves after which the result, winner and ending, is what it was."""
        kept = self.truth(position)[:2]
        return [move for move, after in self.after[position].items() if self.truth(after)[:2] == kept]

    def _by_minimax(self, position: Position) -> Truth:
        if position not in self._minimax:
            self._minimax[position] = self.ended(position) or self._best(position)
        return self._minimax[position]

    def _best(self, position: Position) -> Truth:
        later = [self._by_minimax(after) for after in self.after[position].values()]
        best = max(later, key=lambda truth: truth.liking(position.mover))
        return best._replace(moves=(best.moves or 0) + 1)

    @cached_property
    def _by_force(self) -> dict[Position, Truth]:
        known = {position: end for position in self.after if (end := self.ended(position))}
        ties = {position: known.pop(position) for position, end in list(known.items()) if end.ending == "tie"}
        undecided = set(self.after) - set(known) - set(ties)
        count = 0
        while True:
            count += 1
            new = {position: truth for position in undecided if (truth := self._forced(position, known, count))}
            if not new:
                break
            known |= new
            undecided -= set(new)
        while True:
            count += 1
            reach = [p for p in undecided if any(after in ties for after in self.after[p].values())]
            if not reach:
                break
            ties |= {p: Truth(None, "tie", 1 + self._nearest(p, ties)) for p in reach}
            undecided -= set(reach)
        return {**dict.fromkeys(undecided, Truth(None, "endless", None)), **known, **ties}

    def _forced(self, position: Position, known: dict[Position, Truth], count: int) -> Truth | None:
        """Won in exactly `count` moves, given everything that is won in fewer."""
        later = [known.get(after) for after in self.after[position].values()]
        if any(truth and truth.winner == position.mover for truth in later):
            return Truth(position.mover, "win", count)
        return Truth(1 - position.mover, "win", count) if all(later) else None

    def _nearest(self, position: Position, ties: dict[Position, Truth]) -> int:
        return min(ties[after].moves or 0 for after in self.after[position].values() if after in ties)


@cache
def plain_from(game: Game, start: Position) -> Plain:
    """Everything about the positions that follow a start, worked out once."""
    return Plain(game, start)
