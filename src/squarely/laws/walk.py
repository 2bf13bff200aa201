"""Positions to try the laws in: every one of a small game; of a large one the nearest and those of some seeded play."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from squarely.core.rules.game import Game, Position
from squarely.laws.law import find_odd_part, list_moves

MOST = 6_000  # positions of a small game
OF_A_LARGE_GAME = 800
_DEALS = 4  # starts that are tried where they are dealt
_LONGEST = 80  # moves of one play

Step: TypeAlias = tuple[Position, int]


class Walk(NamedTuple):
    """Positions of a game, nearest first, each with the step that led there; a start has none."""

    steps: dict[Position, Step | None]  # from where, and by which move
    is_whole: bool  # whether these are all that play can reach

    def trace(self, position: Position) -> tuple[Position, list[int]]:
        """The start from which a position was reached, and the moves that led there."""
        moves: list[int] = []
        while step := self.steps.get(position):
            position, move = step
            moves.append(move)
        return position, moves[::-1]


def walk_through(game: Game, most: int = MOST, of_a_large_game: int = OF_A_LARGE_GAME) -> Walk:
    """Every position that play can reach, up to a number; else the nearest, and those of seeded play."""
    starts = [game.start(), *map(game.start_for, range(min(game.deals(), _DEALS)))]
    steps = dict[Position, Step | None].fromkeys(starts)
    todo, is_whole = list(steps), game.deals() <= _DEALS
    for position in todo:  # grows while it is read
        if len(steps) > most:
            is_whole = False
            break
        for move, after in follow(game, position):
            if after not in steps:
                steps[after] = (position, move)
                todo.append(after)
    if is_whole:
        return Walk(steps, True)
    some = min(most, of_a_large_game)
    nearest = dict(list(steps.items())[: some // 2])
    for number in range(some):
        for (before, _), (after, move) in pairwise(play_seeded(game, number, _LONGEST)):
            nearest.setdefault(after, (before, move))
        if len(nearest) > some:
            break
    return Walk(dict(list(nearest.items())[:some]), False)


def follow(game: Game, position: Position, random: Random | None = None) -> Iterator[tuple[int, Position]]:
    """Every legal move with where it leads, or one by chance, as far as the rules keep the laws that tell the rest."""
    try:
        moves = list_moves(game, position)
        for move in [random.choice(moves)] if random and moves else moves:
            after = game.play(position, move)
            if not find_odd_part(game, after):
                yield move, after
    except (Exception, SystemExit):  # told by the law that it breaks
        return


def play_seeded(game: Game, number: int, longest: int) -> list[tuple[Position, int]]:
    """The positions of one seeded play with the moves that led there, two thirds of it for the points of one side."""
    random, position = Random(f"contract {number}"), game.start_for(number)
    played = [(position, -1)]
    while len(played) <= longest and (ways := _list_ways(game, position, number % 3, random)):
        move, position = random.choice(ways)
        played.append((position, move))
    return played


def _list_ways(game: Game, position: Position, manner: int, random: Random) -> Sequence[tuple[int, Position]]:
    """How play may go on: anyhow, or in the second and third manner as the first or the second side scores most."""
    if manner == 0 or not game.has_points:
        return list(follow(game, position, random))
    ways = list(follow(game, position))
    try:
        points = [game.points(after) or (0, 0) for _, after in ways]
        ahead = [(first - second) * (1 if manner == 1 else -1) for first, second in points]
    except Exception:  # told by the law of points
        return ways
    most = max(ahead, default=0)
    return [way for way, lead in zip(ways, ahead, strict=True) if lead == most]
