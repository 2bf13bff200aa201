"""The shortest match of each game that ends, found by looking at every one: what two people can play to an end."""

from collections import deque
from typing import NamedTuple

import squarely
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position


class Played(NamedTuple):
    """One move of a match: who makes it, the squares to touch, how it is written and told, and the board after it."""

    side: int
    squares: tuple[int, ...]
    words: str
    note: str
    told: str
    board: list[str]


# Where looking at every match would take too long, one that ends soon: four markers in a square, all nine numbers.
_LONG = {
    "quad": ("B2", "D4", "C2", "D1", "B3", "A4", "C3"),
    "numbers": ("3 3", "3 1", "2 2", "1 3", "1 2", "1 1"),
}


def shortest(name: str | Game) -> list[Played]:
    """The moves of a match from the usual start to an end."""
    game = squarely.load(name) if isinstance(name, str) else name
    words = _LONG.get(game.name) or _found(game)
    table, position = Tabletop(game), game.start()
    moves: list[Played] = []
    while not game.result(position):  # at the end the numbers that are left, one after the other
        legal = game.named_moves(position)
        move = next((each for each in legal if words[len(moves) : len(moves) + 1] == (str(each),)), legal[0])
        said = str(move), game.words.note(position, move), game.words.tell_move(position, move)
        side, squares = position.mover, table.touched_squares(position, move)
        position = game.play(position, move)
        moves.append(Played(side, squares, *said, [square.text for square in table.squares(position)]))
    return moves


def _found(game: Game) -> tuple[str, ...]:
    came_from: dict[Position, tuple[Position, str]] = {}
    todo = deque([game.start()])
    while todo:
        position = todo.popleft()
        if game.result(position):
            words: list[str] = []
            while position != game.start():
                position, said = came_from[position]
                words.append(said)
            return tuple(reversed(words))
        for move in game.named_moves(position):
            after = game.play(position, move)
            if after not in came_from and after != game.start():
                came_from[after] = position, str(move)
                todo.append(after)
    raise AssertionError(f"no match of {game.name} ends")
