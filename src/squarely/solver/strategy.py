"""Strategies: a move for every position that its owner can be led to, chosen so that these are few."""

from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.game import Game, Move, Side
from squarely.core.rules import ONGOING, Position

Keeps: TypeAlias = Callable[[Position, Position], bool]  # whether a move, from and to, keeps what the owner wants


class Strategy(NamedTuple):
    """What one side plays. Whatever the other does, a position that is reached has a move or is an end."""

    game: Game
    root: Position
    owner: Side
    moves: dict[Position, Move]
    following: dict[Position, tuple[Position, ...]]  # where each reached position can lead; nowhere at an end

    def in_order(self) -> Iterator[Position]:
        """The positions that have a move, in the order in which play can reach them."""
        found = {self.root: None}
        todo = [self.root]
        for position in todo:
            if position in self.moves:
                yield position
            new = [after for after in dict.fromkeys(self.following[position]) if after not in found]
            found.update(dict.fromkeys(new))
            todo.extend(new)

    def lengths(self) -> dict[Position, int]:
        """How many moves play can last from each position; SquarelyError if it need not end."""
        longest: dict[Position, int] = {}
        try:
            for position in TopologicalSorter(self.following).static_order():
                longest[position] = max((1 + longest[after] for after in self.following[position]), default=0)
        except CycleError:
            raise SquarelyError(
                f"{self.game.name} can go in circles here, which this kind of proof cannot have"
            ) from None
        return longest


def choose_strategy(game: Game, root: Position, owner: Side, keeps: Keeps) -> Strategy:
    """A strategy from the root that plays only what `keeps` allows: of that, what leads to the fewest new positions."""
    made = Strategy(game, root, owner, {}, {})
    todo = [root]
    while todo:
        position = todo.pop()  # the latest first: neighbouring lines meet again soon
        if position in made.following:
            continue
        if game.rules.outcome(game.law, position) != ONGOING:
            made.following[position] = ()
        elif position.mover != owner:
            made.following[position] = _list_successors(game, position)
        else:
            move, after = _choose_move(made, position, keeps)
            made.moves[position], made.following[position] = move, (after,)
        todo.extend(after for after in made.following[position] if after not in made.following)
    return made


def _choose_move(made: Strategy, position: Position, keeps: Keeps) -> tuple[Move, Position]:
    """The move that keeps what the owner wants and adds the fewest positions; of equal ones the first."""
    game = made.game
    for move, after in _order_by_burden(made, position):
        if keeps(position, after):
            return game.name_move(position, move), after
    raise SquarelyError(f"no move keeps the value of {game.write_position(position)}")  # the oracle contradicts itself


def _order_by_burden(made: Strategy, position: Position) -> Iterator[tuple[int, Position]]:
    """The legal moves and where they lead: ends, then the others by what they add. Lazy: one is mostly enough."""
    game = made.game
    going_on = []
    for move in game.rules.legal_moves(game.law, position):
        after = game.play(position, move)
        if game.rules.outcome(game.law, after) == ONGOING:
            going_on.append((move, after))
        else:
            yield move, after
    yield from sorted(going_on, key=lambda choice: _count_burden(made, choice[1]))


def _count_burden(made: Strategy, after: Position) -> int:
    """How many positions a move would add to those that need one."""
    game = made.game
    if after in made.following:
        return 0
    if after.mover == made.owner:
        return 1
    replies = [reply for reply in _list_successors(game, after) if reply not in made.following]
    return 1 + sum(game.rules.outcome(game.law, reply) == ONGOING for reply in replies)


def _list_successors(game: Game, position: Position) -> tuple[Position, ...]:
    return tuple(game.rules.play(game.law, position, move) for move in game.rules.legal_moves(game.law, position))
