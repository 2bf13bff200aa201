"""What moves have done, to be seen: where pieces slid, what was captured where, and the squares that decided."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from squarely.core.errors import BrokenGame
from squarely.core.game import Game, Side
from squarely.core.grid import Squares
from squarely.core.match import Match
from squarely.core.notation import join_with_and
from squarely.core.rules import Position
from squarely.core.tabletop import Tabletop


class Captured(NamedTuple):
    """What a side has captured on a square."""

    text: str  # what stood there; the mark of whoever captured it where nothing did
    captor: Side


def find_slides(before: Sequence[str], after: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """From where to where pieces have gone between two boards, seen from the texts on their squares alone.

    Where two that look the same have gone, nobody can tell which is which, and they are left out.
    """
    if len(before) != len(after):
        return ()
    changed = [square for square, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    slides = []
    for reached in changed:
        left = [square for square in changed if after[reached] and before[square] == after[reached]]
        alike = [square for square in changed if after[square] == after[reached]]
        if len(left) == len(alike) == 1:
            slides.append((left[0], reached))
    return tuple(slides)


def find_captures(game: Game, before: Position, after: Position) -> dict[int, Captured]:
    """What a move has captured on squares that are bare now."""
    rules = game.rules
    if not rules.captured_squares:
        return {}
    texts, captor = rules.shown(game.law, before), Side(before.mover)
    mark = rules.MARKS[game.role(before, captor)]
    captured = _require_squares(game, "captured_squares", rules.captured_squares(game.law, before, after))
    return {square: Captured(texts[square] or mark, captor) for square in captured}


def find_remains(match: Match) -> dict[int, Captured]:
    """What was captured on each square that is bare now."""
    game, remains = match.game, dict[int, Captured]()
    if not game.rules.captured_squares:
        return remains
    for before, after in pairwise(match.positions):
        for square, each in find_captures(game, before, after).items():
            counts_for = game.role(match.position, game.role(before, each.captor))  # now, if sides were swapped since
            remains[square] = each._replace(captor=counts_for)
    now = game.rules.shown(game.law, match.position)
    return {square: captured for square, captured in remains.items() if not now[square]}


def describe_captures(match: Match) -> str:
    """Who has captured which squares that are bare now, in a sentence; nothing where nobody has."""
    remains, game = find_remains(match), match.game
    told = []
    for side in Side:
        squares = sorted(square for square, captured in remains.items() if captured.captor == side)
        names = [game.rules.square_name(game.law, square) for square in squares]
        told += [f"{match.names[side]} has captured {join_with_and(names)}"] if names else []
    return f"{'; '.join(told)}." if told else ""


def find_deciding(match: Match) -> Squares:
    """The squares that decided a match which the rules have ended with a winner; else none."""
    if match.ending or not match.moves or (outcome := match.outcome) is None or outcome.winner is None:
        return ()
    return _require_squares(match.game, "deciding_squares", match.game.rules.deciding_squares(match))


def _require_squares(game: Game, name: str, squares: Iterable[int]) -> Squares:
    """These squares; BrokenGame if the board has no such."""
    given, count = tuple(squares), game.rules.shape(game.law).squares
    if any(not 0 <= square < count for square in given):
        raise BrokenGame(f"`{name}` of {game.name} gives {given}; squares go from 0 to {count - 1}")
    return given


# What holds where a game says nothing else


def deciding_squares(match: Match) -> Squares:
    """Where the last move has brought something; where it has brought nothing, all that it changed."""
    table = Tabletop(match.game)
    changed = table.changed_squares(*match.positions[-2:])
    texts = match.game.rules.shown(match.law, match.position)
    return tuple(square for square in changed if texts[square]) or changed


DEFAULTS: dict[str, Callable[..., Any]] = {deciding_squares.__name__: deciding_squares}
