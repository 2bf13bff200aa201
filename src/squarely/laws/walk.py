"""Positions to try the laws in: every one of a small game; of a large one the nearest and those of some seeded play."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from squarely.core.first_look import find_odd_part
from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.laws.law import list_moves

MOST = 6_000  # positions of a small game
_OF_A_LARGE_GAME = 800
_DEALS = 4  # starts that are tried where they are dealt
_PLAYS, _LONGEST = 40, 80

Progress: TypeAlias = Callable[[int], None]


class Step(NamedTuple):
    """How a position was reached: from where, and by which move."""

    before: Position
    move: int


class Walk(NamedTuple):
    """Positions of a game, each with the step that led there; a start has none."""

    steps: dict[Position, Step | None]
    is_whole: bool  # whether these are all that play can reach

    def trace(self, position: Position) -> tuple[Position, list[int]]:
        """The start from which a position was reached, and the moves that led there."""
        moves: list[int] = []
        while step := self.steps.get(position):
            position = step.before
            moves.append(step.move)
        return position, moves[::-1]

    @property
    def positions(self) -> list[Position]:
        """The positions, as far as they are known nearest first."""
        return list(self.steps)


def walk_through(game: Game, most: int = MOST) -> Walk:
    """Every position that play can reach, if there are so many at most; else the nearest, and those of seeded play."""
    steps = dict[Position, Step | None].fromkeys(_list_starts(game))
    todo, is_whole = list(steps), game.deals <= _DEALS
    for position in todo:  # grows while it is read
        if len(steps) > most:
            is_whole = False
            break
        for move, after in follow(game, position):
            if after not in steps:
                steps[after] = Step(position, move)
                todo.append(after)
    if is_whole:
        return Walk(steps, True)
    half = min(most, _OF_A_LARGE_GAME) // 2
    nearest = dict(list(steps.items())[:half])
    for before, after in pairwise_of_plays(game, half):
        nearest.setdefault(after, before)
    return Walk(nearest, False)


def _list_starts(game: Game) -> list[Position]:
    return list(dict.fromkeys([game.start(), *(_start(game, seed) for seed in range(min(game.deals, _DEALS)))]))


def _start(game: Game, seed: int) -> Position:
    """What is dealt, or the usual start where that fails: what is declared is held against it elsewhere."""
    try:
        return game.start(seed)
    except Exception:
        return game.start()


def find_reachable(game: Game) -> list[Position]:
    """Every position that play from the usual start can reach, nearest first, however many there are."""
    found, seen = [game.start()], {game.start()}
    for position in found:  # grows while it is read
        for move in game.rules.legal_moves(game.law, position):
            after = game.rules.play(game.law, position, move)
            if after not in seen:
                seen.add(after)
                found.append(after)
    return found


def follow(game: Game, position: Position, random: Random | None = None) -> Iterator[tuple[int, Position]]:
    """Every legal move with where it leads, or one by chance, as far as the rules keep the laws that tell the rest."""
    try:
        moves = list_moves(game, position)
        for move in [random.choice(moves)] if random and moves else moves:
            after = game.rules.play(game.law, position, move)
            if type(after) is type(position) and not find_odd_part(after) and after.mover in (0, 1):
                yield move, after
    except (Exception, SystemExit):  # told by the law that it breaks
        return


def pairwise_of_plays(game: Game, most: int) -> Iterator[tuple[Step, Position]]:
    """The steps of some seeded play and where each led, until there are so many."""
    left = most
    for number in range(_PLAYS):
        played = play_seeded(game, number, min(_LONGEST, left))
        for (before, _), (after, move) in pairwise(played):
            yield Step(before, move), after
        left -= len(played) - 1
        if left <= 0:
            return


def play_seeded(game: Game, number: int, longest: int) -> list[tuple[Position, int]]:
    """The positions of one seeded play with the moves that led there, two thirds of it for the points of one side."""
    random, position = Random(f"contract {number}"), _start(game, number)
    played = [(position, -1)]
    while len(played) <= longest and (ways := _list_ways(game, position, number % 3, random)):
        move, position = random.choice(ways)
        played.append((position, move))
    return played


def _list_ways(game: Game, position: Position, manner: int, random: Random) -> Sequence[tuple[int, Position]]:
    """How play may go on: anyhow, or in the second and third manner as the first or the second side scores most."""
    if manner == 0 or not game.rules.has_points:
        return list(follow(game, position, random))
    ways = list(follow(game, position))
    try:
        points = [game.points(after) or (0, 0) for _, after in ways]
        ahead = [(first - second) * (1 if manner == 1 else -1) for first, second in points]
    except Exception:  # told by the law of points
        return ways
    return [way for way, lead in zip(ways, ahead, strict=True) if lead == max(ahead)]
