"""What the solver needs of a game's rules, tried in some seeded play before they are believed.

These are laws that every game obeys (`squarely.laws`). Rules that break one would be solved, and wrongly; so they are
refused, with a sentence that says where. Rules that have passed are not tried again.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from squarely.core.errors import BrokenRules
from squarely.core.game import Game
from squarely.core.rules import ONGOING, TIE, Position
from squarely.laws.every_law import BEFORE_SOLVING
from squarely.laws.law import describe_position, list_moves
from squarely.laws.notes import find_counter
from squarely.laws.symmetries import a_transformed_board_is_the_same_game
from squarely.laws.verbs import (
    moves_come_once_in_ascending_order,
    moves_end_where_the_game_ends,
    play_leads_to_a_position,
)
from squarely.laws.walk import play_seeded

_PLAYS, _LONGEST, _POSITIONS = 30, 60, 300
_COSTLY = 40  # positions in which a costly law is tried
_IMAGES = 8_000  # of the positions of a game under symmetry that are looked at while it is solved

_passed: set[Game] = set()
_images_seen: Counter[Game] = Counter()


def sample_positions(game: Game) -> list[Position]:
    """Positions of some seeded play, two thirds of it for the points of one side; BrokenRules if one is not lawful."""
    positions, is_long = dict[Position, None](), False
    for number in range(_PLAYS):
        played = play_seeded(game, number, _LONGEST)
        positions |= dict.fromkeys(position for position, _ in played)
        is_long = is_long or len(played) > _LONGEST
        if len(positions) > _POSITIONS:
            break
    found = list(positions)
    if game not in _passed:
        _check_positions(game, found)
        if is_long and (field := find_counter(game)):
            raise BrokenRules(
                f"{game.name} cannot be solved: `{field}` grows with every move and play need not end, so there is "
                "no end of positions; leave it out, or let the game end by it"
            )
        _passed.add(game)
    return found


def check_moves(game: Game, position: Position, result: int) -> list[int]:
    """The legal moves of a position. BrokenRules if it has an outcome and moves, neither, or moves out of order."""
    moves = list_moves(game, position)
    if len(moves) > game.most_moves:
        raise position_error(game, position, f"has more than {game.most_moves:,} legal moves; does `legal_moves` end?")
    if result not in range(ONGOING, TIE + 1):
        raise position_error(game, position, f"has the outcome {result!r}, which is none")
    if bool(moves) != (result == ONGOING):
        raise position_error(game, position, moves_end_where_the_game_ends.find_fault(game, position))
    if any(later <= move for move, later in pairwise(moves)):
        raise position_error(game, position, moves_come_once_in_ascending_order.find_fault(game, position))
    return moves


def check_reached(game: Game, position: Position, after: Position) -> None:
    """BrokenRules if what a move has led to is no position of the game."""
    if type(after) is not type(position) or after.mover not in (0, 1):
        what = play_leads_to_a_position.find_fault(game, position) or f"leads to {after!r}, which is no position"
        raise position_error(game, position, what)


def check_symmetry(game: Game, count: int, position_of: Callable[[int], Position]) -> None:
    """BrokenRules if one of so many positions is another game under a symmetry, in which it was taken for the same.

    All of a small game are looked at; of a large one some, from the first to the last. Play by chance comes to few of
    those in which a symmetry fails only late.
    """
    images = len(game.symmetries.squares) - 1
    left = _IMAGES - _images_seen[game]
    if images == 0 or left <= 0:
        return
    for number in range(0, count, count * images // left + 1):
        _images_seen[game] += images
        check_images(game, position_of(number))


def check_images(game: Game, position: Position) -> None:
    """BrokenRules if a position is another game under a symmetry."""
    if complaint := a_transformed_board_is_the_same_game.find_fault(game, position):
        raise position_error(game, position, f"{complaint}. {a_transformed_board_is_the_same_game.mend}")


def position_error(game: Game, position: Position, what: str) -> BrokenRules:
    """What is wrong with a position, as a refusal."""
    return BrokenRules(f"{game.name} cannot be solved: {describe_position(game, position)} {what}")


def _check_positions(game: Game, positions: list[Position]) -> None:
    some = positions[:: len(positions) // _COSTLY + 1]
    for law in BEFORE_SOLVING:
        for position in some if law.is_costly else positions:
            if complaint := law.find_fault(game, position):
                raise position_error(game, position, f"{complaint}. {law.mend}")
