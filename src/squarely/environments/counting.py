"""How many moves a game has that does not say so: found by looking at every position."""

from functools import cache
from typing import Any

from squarely.errors import SquarelyError
from squarely.game import Game
from squarely.solver.graph import TooLarge

_MOST = 5_000_000  # positions that are looked at


@cache
def counted(game: Game) -> int:
    """One more than the greatest number of a move anywhere; SquarelyError where that takes too long to find out."""
    hint = f"add move_count(law) to the file of {game.name}"
    if game.is_dealt:
        raise SquarelyError(f"{game.name} is dealt and does not say how many moves it has; {hint}")
    try:
        from squarely.solver.compiled import explained
        from squarely.solver.large import Growing
    except ImportError:
        raise SquarelyError(f"{game.name} does not say how many moves it has; {hint}, or install numba") from None

    def stop_in_time(positions: int) -> None:
        if positions > _MOST:
            raise TooLarge(f"it has more than {_MOST:,} positions")

    growing = Growing(game, game.start(), spare=1)
    try:
        if not growing.explore(stop_in_time):
            raise TooLarge("its positions are too wide")
    except TooLarge as too_large:
        raise SquarelyError(f"{game.name} does not say how many moves it has, and {too_large}; {hint}") from None
    keys, turns = growing.keys[: growing.nodes], growing.turns
    with explained(game):
        return 1 + int(_greatest_of(game.rules, growing.packing.unpack)(game.law, turns, keys))


def _greatest_of(rules: Any, unpack: Any) -> Any:
    """A compiled function that gives the greatest number of a move from any position, however it lies."""
    from squarely.solver.compiled import Compiled, jit

    machine, unpacked = Compiled(rules), jit(unpack)
    legal_moves, has_turns = machine.legal_moves, hasattr(rules, "turned_move")
    turned_move: Any = machine.turned_move if has_turns else None

    @jit
    def greatest(law: Any, turns: Any, keys: Any) -> int:
        most = 0
        for key in keys:
            position = unpacked(key)
            for move in legal_moves(law, position):
                most = max(most, move)
                if has_turns:
                    for turn in turns:
                        most = max(most, turned_move(law, position, move, turn))
        return most

    return greatest
