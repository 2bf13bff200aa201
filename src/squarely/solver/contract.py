"""What the solver needs of a game's rules, tried in play before they are believed.

Rules that do not keep to it would be solved, and wrongly; so they are refused, with a sentence that says where.
"""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from squarely.core.errors import BrokenRules
from squarely.core.game import Game
from squarely.core.rules import ONGOING, TIE, Position

_PLAYS, _LONGEST, _POSITIONS = 30, 60, 300
_TRANSFORMED = 40  # positions that are tried under every symmetry


def sample_positions(game: Game) -> list[Position]:
    """Positions of some seeded play, two thirds of it for the points of one side; BrokenRules if one is not lawful."""
    positions: dict[Position, None] = {}
    for play in range(_PLAYS):
        random, position = Random(f"contract {play}"), game.start(play)
        for _ in range(_LONGEST):
            positions[position] = None
            moves = check_moves(game, position, game.rules.outcome(game.law, position))
            if not moves or len(positions) > _POSITIONS:
                break
            position = _follow(game, position, moves, play % 3, random)
    found = list(positions)
    for position in found:
        _check_ranges(game, position)
    for position in found[:: len(found) // _TRANSFORMED + 1]:
        _check_line(game, position)
        _check_symmetries(game, position)
    return found


def check_moves(game: Game, position: Position, result: int) -> list[int]:
    """The legal moves of a position. BrokenRules if it has an outcome and moves, neither, or moves out of order."""
    moves = list(game.rules.legal_moves(game.law, position))
    if result not in range(ONGOING, TIE + 1):
        raise position_error(
            game, position, f"has the outcome {result!r}; it is one of ONGOING, FIRST_WINS, SECOND_WINS, TIE"
        )
    if not moves and result == ONGOING:
        raise position_error(game, position, "has no legal move and has not ended; `outcome` must say who wins there")
    if moves and result != ONGOING:
        raise position_error(game, position, "has ended and has legal moves; `legal_moves` must give none there")
    if any(later <= move for move, later in pairwise(moves)):
        raise position_error(game, position, "has legal moves that are not in ascending order, each once")
    return moves


def position_error(game: Game, position: Position, what: str) -> BrokenRules:
    """What is wrong with a position, as a refusal."""
    return BrokenRules(f"{game.name} cannot be solved: {describe_position(game, position)} {what}")


def describe_position(game: Game, position: Position) -> str:
    """A position as its line."""
    return game.write_position(position)


def _follow(game: Game, position: Position, moves: Sequence[int], manner: int, random: Random) -> Position:
    """How play goes on: anyhow, or in the second and third manner so that the first or the second side scores most."""
    if manner == 0 or game.points(position) is None:
        return game.play(position, random.choice(moves))
    after = [game.play(position, move) for move in moves]
    points = [game.points(each) or (0, 0) for each in after]
    ahead = [(first - second) * (1 if manner == 1 else -1) for first, second in points]
    return random.choice([each for each, lead in zip(after, ahead, strict=True) if lead == max(ahead)])


def _check_line(game: Game, position: Position) -> None:
    if game.read_position(game.write_position(position)) != position:
        raise position_error(
            game, position, f"is read as {describe_position(game, game.read_position(game.write_position(position)))}"
        )


def _check_ranges(game: Game, position: Position) -> None:
    """Whether every field is as great at most as its kind and `maxima` say: the solver keeps no more bits of it."""
    ranges = game.rules.ranges(game.law) or {}
    for name, parts in ranges.items():
        value = getattr(position, name)
        for number, part in zip(value if isinstance(value, tuple) else (value,), parts, strict=True):
            if number & ~part.used:
                kind = game.rules.kinds[name].value
                raise position_error(
                    game, position, f"has {number} as its {name}, more than {kind} takes; see `maxima`"
                )


def _check_symmetries(game: Game, position: Position) -> None:
    """Whether a transformed board is the same game: mover, outcome, points, and what follows is what follows."""
    law, rules = game.law, game.rules

    def seen(here: Position, number: int) -> tuple[Any, ...]:
        after = {game.transform(rules.play(law, here, move), number) for move in rules.legal_moves(law, here)}
        return here.mover, rules.outcome(law, here), game.points(here), after

    for number in range(1, len(game.symmetries.squares)):
        if seen(game.transform(position, number), 0) != seen(position, number):
            raise position_error(game, position, f"is another game under symmetry {number}; see `is_symmetry`")
