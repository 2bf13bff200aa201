"""The value of every start of a game that is dealt, each deal solved by itself with the compiled rules."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from squarely.core.board.grid import Symmetries
from squarely.core.errors import SquarelyError
from squarely.core.rules.game import FIRST, ONGOING, Game, Side
from squarely.solver.compiled import (
    Compiled,
    compile_game,
    difference_error,
    explain_compile_errors,
    geometry_as_arrays,
    jit,
)
from squarely.solver.flatten import flatten
from squarely.solver.kernel import DONE, EMPTY, compile_expander, find_slot
from squarely.solver.large import link_parents, settle_points
from squarely.solver.packing import PackingFunctions, find_fields, make_packing
from squarely.solver.scoring import compute_lead, find_scoring
from squarely.solver.solution import SmallSolution

_NODES, _EDGES, _SLOTS = 1 << 12, 1 << 17, 1 << 13  # room for one deal
_SAMPLES = 40
_COMPARED = 6  # deals that are solved by interpreted rules too


def margins(game: Game) -> Any:
    """The final margin, first side's points minus the second's, of every deal, by its number."""
    if not (game.is_dealt and game.has_symmetry):
        raise SquarelyError(f"{game.name} is not dealt or has no symmetries")
    starts = [game.deal(game.deals() * at // _SAMPLES) for at in range(_SAMPLES)]
    symmetries = game.symmetries
    images = [game.transform(start, number) for start in starts for number in range(len(symmetries.squares))]
    scoring = find_scoring(game)
    if not scoring.by_margin:
        raise SquarelyError(f"{game.name} has no margins: {scoring.note}")
    packed = make_packing(game, find_fields(game, images, 0, scoring.ignores_score))
    least = np.empty(game.deals(), np.int64)
    with explain_compile_errors(game):
        rules, law = compile_game(game), flatten(game).law
        fitting = _dealer(rules, packed.functions)(
            geometry_as_arrays(law), packed.frame, geometry_as_arrays(symmetries), least
        )
    roots, which = np.unique(least, return_inverse=True)  # deals that are equal up to symmetry
    gained, value = np.empty(roots.size, np.int16), _valuer(rules, packed.functions, scoring.ignores_score)
    none = Symmetries(*np.empty((2, 0, 0), np.int64))
    with explain_compile_errors(game):
        # The law as it is: its tables are short, and short tuples are looked up faster than arrays.
        value(law, packed.frame, none, roots[:1], gained[:1])  # compiled once, before the threads share it
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        parts = zip(np.array_split(roots, cores), np.array_split(gained, cores), strict=True)
        done = list(pool.map(lambda part: value(law, packed.frame, none, *part), parts))
    if not fitting or not all(done):
        raise SquarelyError(f"the deals of {game.name} are too large for this")
    margins: Any = gained[which] + compute_lead(game, starts[0])
    _compare(game, margins)
    return margins


@cache
def _seen(game: Game, number: int) -> int:
    """The margin of one deal by the rules as they are."""
    value = SmallSolution(game, [game.deal(number)]).value(game.deal(number))
    return value.lead(Side.FIRST) if value else 0


def _compare(game: Game, margins: Any) -> None:
    """Hold some of the deals against the rules as they are; BrokenRules where compiled ones differ."""
    for number in range(0, game.deals(), game.deals() // _COMPARED + 1):
        if int(margins[number]) != _seen(game, number):
            raise difference_error(game, game.deal(number))


@cache
def _dealer(rules: Compiled, packed: PackingFunctions) -> Any:
    """A function that fills in the least key of every deal."""
    deal, transform = rules.deal, rules.transform
    pack, fits = jit(packed.pack), jit(packed.fits)

    @jit
    def least_keys(law: Any, frame: Any, symmetries: Any, keys: Any) -> bool:
        for number in range(keys.size):
            start = deal(law, number)
            keys[number] = pack(frame, start)
            for symmetry in range(1, len(symmetries.squares)):
                image = transform(symmetries, start, symmetry)
                if not fits(frame, image):
                    return False
                keys[number] = min(keys[number], pack(frame, image))
        return True

    return least_keys


@cache
def _valuer(rules: Compiled, packed: PackingFunctions, strips: bool) -> Any:
    """A function that fills in the points still to be gained from each root, with one set of arrays for all."""
    expand = compile_expander(rules, packed, True, strips, False)

    @jit(nogil=True)
    def value_each(law: Any, frame: Any, symmetries: Any, roots: Any, found: Any) -> bool:
        keys, first, table = np.empty(_NODES, np.int64), np.zeros(_NODES + 1, np.int64), np.empty(_SLOTS, np.int64)
        movers, results, weights = np.empty(_NODES, np.int8), np.empty(_NODES, np.int8), np.empty(_NODES, np.int8)
        children, gains, parents = np.empty(_EDGES, np.int32), np.empty(_EDGES, np.int16), np.empty(_EDGES, np.int32)
        undecided, queue = np.empty(_NODES, np.int32), np.empty(_NODES, np.int32)
        gained, distances = np.empty(_NODES, np.int16), np.empty((3, _NODES), np.int16)
        for at in range(roots.size):
            table[:] = EMPTY
            keys[0], movers[0], results[0] = roots[at], FIRST, ONGOING
            slot = find_slot(table, roots[at])
            table[slot], table[slot + 1] = roots[at], 0
            status, _, nodes, _ = expand(
                law, frame, symmetries, keys, movers, results, weights, first, children, gains, table, 0, 1, 1,
                _NODES,
            )  # fmt: skip
            if status != DONE:
                return False
            parent_first = np.zeros(nodes + 1, np.int64)
            link_parents(first[: nodes + 1], children, parent_first, parents)
            settle_points(
                movers[:nodes], first[: nodes + 1], children, gains, parent_first, parents,
                undecided, queue, gained, distances,
            )  # fmt: skip
            found[at] = gained[0]
        return True

    return value_each
