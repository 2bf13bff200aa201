"""Which positions of Capture Squares cannot be: asked of those that people write."""

from typing import TYPE_CHECKING

from squarely.core.board.grid import at
from squarely.core.errors import BadPosition
from squarely.core.rules.game import FIRST

if TYPE_CHECKING:
    from squarely.games.numbers.rules import Numbers


def check_position(game: "Numbers", position: "Numbers.Position") -> None:
    """Refuse numbers that are there twice, and scores that the captured ones cannot give, or not at this turn."""
    left = [number for square in range(game.squares) if (number := at(position.board, square))]
    for number in left:
        if (times := left.count(number)) > 1:
            raise BadPosition(f"the number {number} is on the grid {times} times; each number is there once")
    captured = {*range(1, game.squares + 1)} - {*left}
    first, second = position.first, position.second
    if first + second != sum(captured):
        raise BadPosition(f"the scores add up to {first + second}, the captured squares to {sum(captured)}")
    sums = {(0, 0)}  # what Player 1 may have, and of how many squares
    for number in captured:
        sums |= {(number + so_far, squares + 1) for so_far, squares in sums}
    shares = [(squares, len(captured) - squares) for so_far, squares in sums if so_far == first]
    if not shares:
        raise BadPosition(f"the captured numbers cannot be shared out {first} to {second}")
    if position.mover == FIRST:  # each turn has captured a square at least
        could_alternate = any((ones > 0) == (twos > 0) for ones, twos in shares)
    else:
        could_alternate = any(ones >= (2 if twos else 1) for ones, twos in shares)
    if not could_alternate:
        raise BadPosition(
            f"with {first} to {second} points it cannot be Player {game.marks[position.mover]}'s turn: "
            "Player 1 begins, turns alternate and every turn scores"
        )
