"""The numbers of all moves, by the compiled rules of a game."""

from functools import cache
from typing import Any

from squarely.core.game import Game
from squarely.solver.compiled import compile_function, explain_compile_errors, jit
from squarely.solver.kernel import geometry_as_arrays


def fill_moves(game: Game, packing: Any, keys: Any, first: Any, moves: Any) -> None:
    """Fill in the numbers of the moves of every node, from its packed position."""
    fill = _compile_lister(game.rules, packing.functions)
    with explain_compile_errors(game):
        fill(geometry_as_arrays(game.law), packing.frame, keys, first, moves)


@cache
def _compile_lister(rules: Any, packing: Any) -> Any:
    legal_moves, unpack = compile_function(rules.legal_moves), jit(packing.unpack)

    def fill(law: Any, frame: Any, keys: Any, first: Any, moves: Any) -> None:
        for node in range(len(keys)):
            if first[node] < first[node + 1]:
                edge = first[node]
                for move in legal_moves(law, unpack(frame, keys[node])):
                    moves[edge] = move
                    edge += 1

    return jit(fill)
