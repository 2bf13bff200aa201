"""What is known of Capture Square without playing it out.

Cut the rows into pairs of neighbours, as bricks lie: every 2x2 square has a whole pair in one of its two rows. Who
answers in the other cell of a pair is never beaten, and a marker more does no harm. So without sudden death both sides
can tie.

With it, Player 1 wins if theirs is the first swap: they get three cells of a square in three or four moves, so that the
rest can still be cut into pairs, hold, and swap. With the bricks Player 2 holds until then.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from squarely.core.board.square_sets import squares_in
from squarely.core.rules.argument import Argument, Hold
from squarely.core.rules.game import FIRST, Position, Side

if TYPE_CHECKING:
    from squarely.games.quad.rules import Quad

_ABOUT = {"size", "block", "sudden_death", "begins_sudden_death", "repetition"}  # the options that this is true of
_TIED = "each side can answer in the other cell of a pair of neighbours, and there is one in every square"
_WON = "Player 1 gets three cells of a square, holds by pairs of cells, and completes it with the first swap"
_OPEN = "with best play it is an open question who wins here"


def argue(game: "Quad") -> Argument | None:
    """What is known under these options; None where nothing was looked into."""
    if not {each.partition("=")[0] for each in game.options.split(",") if each} <= _ABOUT:
        return None
    if game.settings["sudden_death"] == "none":
        return Argument(_TIED, None, game.cells, lambda side, position: _tie(game, side, position))
    if game.block != 2 or game.size == 3:
        return None
    begins = str(game.settings["begins_sudden_death"])
    if begins == "second" or (begins == "next" and game.cells % 2):
        return Argument(_OPEN)
    return Argument(_WON, Side.FIRST, game.cells + 1, lambda _, position: _win(game, position))


def _tie(game: "Quad", side: Side, position: Position) -> int | Hold:
    if position.mover == side:
        return 0  # wherever: a marker more does no harm
    empty, left = game.open_cells(position), [at for at in range(game.cells - 1) if (at + 1) % game.size]
    bricks = [at for at in left if (at // game.size + at % game.size) % 2 == 0]
    return Hold(tuple((at, at + 1) for at in bricks if empty >> at & 3 == 3))


def _win(game: "Quad", position: Position) -> int | Hold | None:
    own, other = position.first, position.second
    if position.mover != FIRST:
        return _find_hold(game, own, other)
    if not own:
        return (game.size - 1) // 2 * (game.size + 1)  # in the middle
    return next((move for depth in range(3) if (move := _find_move(game, own, other, depth)) is not None), None)


@lru_cache(maxsize=100_000)
def _find_hold(game: "Quad", own: int, other: int) -> Hold | None:
    """How Player 1 holds and wins, Player 2 being to move; None where no way is found."""
    for goal in game.blocks:
        if (goal & own).bit_count() == 3:
            pairs = _cut([block for block in game.blocks if not block & own], game.full & ~(own | other | goal))
            if pairs is not None:
                return Hold(tuple(pairs), tuple(squares_in(goal)))
    return None


def _cut(blocks: Sequence[int], empty: int) -> list[tuple[int, int]] | None:
    """Pairs of empty cells, none in two of them, of which each block has one."""
    if not blocks:
        return []
    scarce = min(blocks, key=lambda block: (block & empty).bit_count())
    pairs = {1 << one | 1 << two: (one, two) for one, two in combinations(squares_in(scarce & empty), 2)}
    for both in sorted(pairs, key=lambda both: -sum(both & ~block == 0 for block in blocks)):
        rest = _cut([block for block in blocks if both & ~block], empty & ~both)
        if rest is not None:
            return [pairs[both], *rest]
    return None


def _find_threats(game: "Quad", own: int, other: int) -> list[int]:
    """The cells that would complete a square."""
    lacks = (block & ~own for block in game.blocks if not block & other)
    return [cells.bit_length() - 1 for cells in lacks if cells.bit_count() == 1]


@lru_cache(maxsize=100_000)
def _find_move(game: "Quad", own: int, other: int, depth: int) -> int | None:
    """A move after which Player 1 has won or holds, or will so many moves later; None where none is found."""
    if wins := _find_threats(game, own, other):
        return wins[0]
    empty = game.full & ~(own | other)
    for cell in squares_in(empty):
        if _find_hold(game, own | 1 << cell, other):
            return cell
    for cell in squares_in(empty if depth else 0):
        after = own | 1 << cell
        # To the second move there is any reply. The third one threatens, and only to meet that does not lose at once.
        replies = _find_threats(game, after, other) if own & own - 1 else [*squares_in(empty & ~after)]
        if replies and all(_find_move(game, after, other | 1 << reply, depth - 1) is not None for reply in replies):
            return cell
    return None
