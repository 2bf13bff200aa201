"""What the solver needs of a game's rules, tried in play before they are believed.

Rules that do not keep to it would be solved, and wrongly; so they are refused, with a sentence that says where.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from squarely.game import ONGOING, TIE, Game, Position
from squarely.solver.refusals import BrokenRules

_PLAYS, _LONGEST, _POSITIONS = 30, 60, 300
_TURNED = 40  # positions that are tried in every way they can lie


def tried_positions(game: Game) -> list[Position]:
    """Positions of some seeded play, two thirds of it for the points of one side; BrokenRules if one is not lawful."""
    positions: dict[Position, None] = {}
    for play in range(_PLAYS):
        random, position = Random(f"contract {play}"), game.start(play)
        for _ in range(_LONGEST):
            positions[position] = None
            moves = checked_moves(game, position, game.rules.outcome(game.law, position))
            if not moves or len(positions) > _POSITIONS:
                break
            position = _followed(game, position, moves, play % 3, random)
    found = list(positions)
    for position in found[:: len(found) // _TURNED + 1]:
        _check_line(game, position)
        _check_turns(game, position)
    return found


def checked_moves(game: Game, position: Position, result: int) -> list[int]:
    """The legal moves of a position. BrokenRules if it has an outcome and moves, neither, or moves out of order."""
    moves = list(game.rules.legal_moves(game.law, position))
    if result not in range(ONGOING, TIE + 1):
        raise broken(game, position, f"has the outcome {result!r}; it is one of ONGOING, FIRST_WINS, SECOND_WINS, TIE")
    if not moves and result == ONGOING:
        raise broken(game, position, "has no legal move and has not ended; `outcome` must say who wins there")
    if moves and result != ONGOING:
        raise broken(game, position, "has ended and has legal moves; `legal_moves` must give none there")
    if any(later <= move for move, later in pairwise(moves)):
        raise broken(game, position, "has legal moves that are not in ascending order, each once")
    return moves


def broken(game: Game, position: Position, what: str) -> BrokenRules:
    """What is wrong with a position, as a refusal."""
    return BrokenRules(f"{game.name} cannot be solved: {line(game, position)} {what}")


def line(game: Game, position: Position) -> str:
    """A position as its line; as its numbers where the rules have no words."""
    return game.write_position(position) if hasattr(game.rules, "write_position") else str(tuple(position))


def _followed(game: Game, position: Position, moves: Sequence[int], manner: int, random: Random) -> Position:
    """How play goes on: anyhow, or in the second and third manner so that the first or the second side scores most."""
    if manner == 0 or game.points(position) is None:
        return game.play(position, random.choice(moves))
    after = [game.play(position, move) for move in moves]
    points = [game.points(each) or (0, 0) for each in after]
    ahead = [(first - second) * (1 if manner == 1 else -1) for first, second in points]
    return random.choice([each for each, lead in zip(after, ahead, strict=True) if lead == max(ahead)])


def _check_line(game: Game, position: Position) -> None:
    if hasattr(game.rules, "read_position") and game.read_position(game.write_position(position)) != position:
        raise broken(game, position, f"is read as {line(game, game.read_position(game.write_position(position)))}")


def _check_turns(game: Game, position: Position) -> None:
    """Whether a turned board is the same game: the same mover and outcome, and what follows is what follows, turned."""
    turned: Callable[..., Position] | None = getattr(game.rules, "turned", None)
    if turned is None:
        return
    law, rules = game.law, game.rules

    def seen(here: Position, turn: int) -> tuple[Any, ...]:
        after = {turned(law, rules.play(law, here, move), turn) for move in rules.legal_moves(law, here)}
        return here.mover, rules.outcome(law, here), game.points(here), after

    for turn in range(len(law.turns)):
        if seen(turned(law, position, turn), 0) != seen(position, turn):
            raise broken(game, position, f"is another game when it is turned by turn {turn}; see `turned` and `turns`")
