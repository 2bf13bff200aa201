"""What moves have done, to be seen: where pieces slid, what was captured where, and the squares that decided."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from squarely.core.board.grid import Squares
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import join_with_and


class Captured(NamedTuple):
    """What a side has captured on a square."""

    text: str  # what stood there; the mark of the side that captured it where nothing did
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


@lru_cache(maxsize=4096)  # all that was captured is told after every turn
def find_captures(game: Game, before: Position, after: Position) -> Mapping[int, Captured]:
    """What a move has captured on squares that are bare now."""
    if not (captured := game.words.captured_squares(before, after)):
        return {}
    texts, captor = game.words.shown(before), Side(before.mover)
    mark = game.marks[game.role(before, captor)]
    return {square: Captured(texts[square] or mark, captor) for square in captured}


def find_remains(match: Match) -> dict[int, Captured]:
    """What was captured on each square that is bare now."""
    game, remains = match.game, dict[int, Captured]()
    for before, after in pairwise(match.positions) if game.words.has_captures else ():
        for square, each in find_captures(game, before, after).items():
            counts_for = game.role(match.position, game.role(before, each.captor))  # now, if sides were swapped since
            remains[square] = each._replace(captor=counts_for)
    now = game.words.shown(match.position) if remains else []
    return {square: captured for square, captured in remains.items() if not now[square]}


def describe_captures(match: Match) -> str:
    """Who has captured which squares that are bare now, in a sentence; nothing if there are none."""
    remains, game = find_remains(match), match.game
    told = []
    for side in Side:
        squares = sorted(square for square, captured in remains.items() if captured.captor == side)
        names = [game.words.square_name(square) for square in squares]
        told += [f"{match.names[side]} has captured {join_with_and(names)}"] if names else []
    return f"{'; '.join(told)}." if told else ""


def find_deciding(match: Match) -> Squares:
    """The squares that decided a match which the rules have ended with a winner; else none."""
    if match.ending or not match.moves or (outcome := match.outcome) is None or outcome.winner is None:
        return ()
    return match.game.words.deciding_squares(match)
