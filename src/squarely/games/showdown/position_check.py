"""Which positions of Center Square Showdown cannot be: asked of those that people write."""

from typing import TYPE_CHECKING

from squarely.core.board.grid import EIGHT_DIRECTIONS, NO_DIRECTION, OFF, decode_direction, opposite
from squarely.core.board.square_sets import neighbour_sets, spread, squares_in
from squarely.core.errors import BadPosition
from squarely.core.rules.game import Position

if TYPE_CHECKING:
    from squarely.games.showdown.rules import Showdown


def check_last_step(game: "Showdown", position: "Showdown.Position") -> None:
    """Refuse a last step that cannot have led to where the token is."""
    where, goal = game.words.square_name(position.token), game.goal_square
    if position.last == NO_DIRECTION:
        if position.token == goal:
            raise BadPosition(f"the token is on the {game.goal_name} {where}, so the last step cannot be -")
        return
    last = decode_direction(position.last)
    came_from = game.target(position, opposite(last))
    if came_from == OFF:
        raise BadPosition(f"a step {EIGHT_DIRECTIONS[last]} cannot lead to {where}: it would start off the grid")
    if came_from == goal:
        raise BadPosition(f"a step {EIGHT_DIRECTIONS[last]} to {where} starts on the goal, where the game had ended")


def check_ends(game: "Showdown", position: Position) -> None:
    """Refuse a trail that does not begin at the start, or goes on behind the goal."""
    start, goal = map(game.words.square_name, (game.start_square, game.goal_square))
    if position.trail >> game.goal_square & 1:
        raise BadPosition(f"the {game.goal_name} {goal} is closed; the game ends there")
    has_left = position.trail or position.token != game.start_square
    if has_left and not position.trail >> game.start_square & 1:
        raise BadPosition(f"the token began on {start}, so that square is closed once it has left")


def check_path(game: "Showdown", position: Position) -> None:
    """Refuse closed squares from which the token cannot have come."""
    token, around = 1 << position.token, neighbour_sets(game.size, game.size, tuple(range(game.ways)))
    for square in squares_in(position.trail & ~spread(token, position.trail | token, around)):
        name = game.words.square_name(square)
        raise BadPosition(f"no path of steps joins the closed square {name} to the token")
