"""The inner loops of the vector environment: a game's own rules as machine code, over arrays of matches.

Matches are independent and each has its own random streams, so play does not depend on how threads share them.
Indices are unsigned (uint64), which spares the check for negative ones.
"""

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba.core.errors import NumbaError

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.environments.encoding import observe_bits
from squarely.environments.vector_steps.legal_masks import choose_actions, clear_mask, compile_marker, draw_bits
from squarely.laws.law import flatten as flatten_numbers
from squarely.laws.walk import play_seeded
from squarely.solver.compiled import Compiled, check_width, compile_game, difference_error, explain_compile_errors, jit
from squarely.solver.flatten import flatten
from squarely.solver.kept_code import jit_kept
from squarely.solver.rows import RowFunctions

BEGIN, STEP, CHOOSE = -1, -2, -3  # orders; one above 0 is that many random steps

_BLOCK = 1024  # matches whose arrays stay in the processor's cache
_PLAYS, _LONGEST = 40, 40  # in which compiled rules are held against interpreted ones

_Step: TypeAlias = tuple[Position, int, Position]  # from where, which move, and where it leads
_checked_games: set[Game] = set()


class MatchArrays(NamedTuple):
    """Matches in lock step: arrays with one row for each."""

    rows: Any  # the positions
    ended: Any  # the last position of the match that ended there last
    masks: Any
    words: Any  # the masks, eight actions to a number
    observations: Any
    rng_states: Any  # the state of the random stream that deals and chooses starts
    choices: Any  # the state of the random stream that chooses random actions
    turns: Any  # moves made so far
    movers: Any
    legal: Any  # how many actions are legal
    actions: Any
    rewards: Any
    terminated: Any
    truncated: Any
    over: Any
    finished: Any  # how many have ended in random steps


NUMBERS = {  # those that have one number for each match
    **dict.fromkeys(("rng_states", "choices"), np.uint64),
    **dict.fromkeys(("turns", "legal", "actions", "finished"), np.int64),
    **dict.fromkeys(("terminated", "truncated", "over"), np.bool_),
    "movers": np.int8,
    "rewards": np.float32,
}


class Bounds(NamedTuple):
    """How matches begin, when they are stopped, and how many actions there are."""

    starts: Any  # rows to choose from
    deals: int  # how many deals there are; 0 where a start is chosen
    max_turns: int
    actions: int


class Machine(NamedTuple):
    """The compiled functions of one game."""

    perform: Any  # an order, in some of the matches
    show: Any  # what is seen of positions


def build_machine(game: Game, kept: RowFunctions, law: Any, matches: MatchArrays, bounds: Bounds) -> Machine:
    """The functions for one game, compiled for matches like these and checked against the rules as they are.

    BrokenRules names the line that cannot be compiled. No reference counting (`_nrt=False`), on whose counters all
    threads would contend, except for rules that allocate lists or arrays.
    """
    with explain_compile_errors(game):
        for counts in (False, True):
            made = _compile_machine(compile_game(game, is_checked=False), flatten(game).legal_moves, kept, counts)
            try:
                made.perform(law, matches, bounds, BEGIN, 0, 0)
                break
            except NumbaError:
                if counts:
                    raise
    if game not in _checked_games:
        _check_faithful(game, made, law, matches, bounds)
        _checked_games.add(game)
    return made


@cache
def _compile_machine(rules: Compiled, legal_moves: Any, kept: RowFunctions, counts: bool) -> Machine:
    entry = jit_kept(nogil=True, _nrt=counts)
    play, outcome, mark_legal = rules.play, rules.outcome, compile_marker(rules, legal_moves)
    load, store = (jit(function, inline="always") for function in kept[:2])
    deal: Any = vars(rules).get("deal")
    observe: Any = vars(rules).get("observe")  # None where there are no deals, or planes
    is_dealt, observes_itself = deal is not None, observe is not None
    bits = jit(observe_bits, inline="always")

    @jit(inline="always")
    def renew(law: Any, matches: Any, bounds: Any, at: int) -> None:
        """Begin a new match: a deal, or one of the starts."""
        if is_dealt and bounds.deals > 0:
            number = draw_bits(matches.rng_states, at) << 31 | draw_bits(matches.rng_states, at) >> 1
            store(deal(law, number % bounds.deals), matches.rows, at)
        else:
            store(load(bounds.starts, draw_bits(matches.rng_states, at) * len(bounds.starts) >> 32), matches.rows, at)

    @jit(inline="always")
    def show(law: Any, rows: Any, observations: Any, at: int) -> None:
        if observes_itself:
            observe(law, load(rows, at), observations[at])
        else:
            bits(rows[at], observations[at])

    @jit(inline="always")
    def offer(law: Any, matches: Any, bounds: Any, at: int) -> bool:
        """Say how a match stands: what is seen, who is to move, what is legal. False if a move has no room."""
        position = load(matches.rows, at)
        matches.movers[at] = position.mover
        show(law, matches.rows, matches.observations, at)
        clear_mask(matches.words, matches.legal[at], at)
        legal = mark_legal(law, position, matches.masks, at, bounds.actions)
        matches.legal[at] = legal
        return legal > 0

    @entry
    def begin(law: Any, matches: Any, bounds: Any, low: int, high: int) -> bool:
        """Begin every match anew. False if a position has no legal move, or one that has no room."""
        fits = True
        for at in range(np.uint64(low), np.uint64(high)):
            matches.turns[at] = 0
            matches.over[at] = False
            renew(law, matches, bounds, at)
            fits &= offer(law, matches, bounds, at)
        return fits

    @entry
    def step(law: Any, matches: Any, bounds: Any, low: int, high: int) -> bool:
        """Play the actions, and begin another match wherever one is over. False as in `begin`.

        The reward is that of whoever made the move.
        """
        fits = True
        for at in range(np.uint64(low), np.uint64(high)):
            before = load(matches.rows, at)
            after = play(law, before, matches.actions[at])
            result = outcome(law, after)
            store(after, matches.rows, at)
            turns = matches.turns[at] + 1
            is_end = result != ONGOING
            is_over = is_end or turns >= bounds.max_turns
            matches.terminated[at] = is_end
            matches.truncated[at] = is_over and not is_end
            matches.over[at] = is_over
            reward = 0
            if is_over:
                if result in (FIRST_WINS, SECOND_WINS):
                    reward = 1 if (result == FIRST_WINS) == (before.mover == FIRST) else -1
                store(after, matches.ended, at)
                turns = 0
                renew(law, matches, bounds, at)
            matches.rewards[at] = reward
            matches.turns[at] = turns
            fits &= offer(law, matches, bounds, at)
        return fits

    @entry
    def perform(law: Any, matches: Any, bounds: Any, order: int, low: int, high: int) -> bool:
        """Carry out an order in the matches from `low` up to, not including, `high`. False as in `begin`.

        Random steps are taken by blocks of matches that fit into the processor's cache.
        """
        if order == BEGIN:
            return begin(law, matches, bounds, low, high)
        if order == STEP:
            return step(law, matches, bounds, low, high)
        if order == CHOOSE:
            choose_actions(matches.choices, matches.legal, matches.words, matches.actions, low, high)
            return True
        fits = True
        for block in range(low, high, _BLOCK):
            end = min(block + _BLOCK, high)
            for _ in range(order):
                choose_actions(matches.choices, matches.legal, matches.words, matches.actions, block, end)
                fits &= step(law, matches, bounds, block, end)
                for at in range(block, end):
                    matches.finished[at] += matches.over[at]
        return fits

    @entry
    def show_all(law: Any, rows: Any, observations: Any) -> None:
        for at in range(len(rows)):
            show(law, rows, observations, at)

    return Machine(perform, show_all)


def _check_faithful(game: Game, machine: Machine, law: Any, matches: MatchArrays, bounds: Bounds) -> None:
    """Make the moves of some seeded play both ways; BrokenRules where they differ."""
    played = [play_seeded(game, play, _LONGEST) for play in range(_PLAYS)]
    steps = [(before, move, after) for play in played for (before, _), (after, move) in pairwise(play)]
    check_width(game, [position for step in steps for position in (step[0], step[2])])
    for begin in range(0, len(steps), len(matches.rows)):
        _compare(game, machine, law, matches, bounds, steps[begin : begin + len(matches.rows)])
    for array in (matches.terminated, matches.truncated, matches.over, matches.rewards, matches.actions):
        array[:] = 0


def _compare(game: Game, machine: Machine, law: Any, matches: MatchArrays, bounds: Bounds, steps: list[_Step]) -> None:
    """Make one move in as many matches as there are steps, and look at what comes of it."""
    for at, (before, move, _) in enumerate(steps):
        matches.rows[at], matches.actions[at], matches.turns[at] = [*flatten_numbers(before)], move, 0
    machine.perform(law, matches, bounds, STEP, 0, len(steps))
    for at, (before, _, after) in enumerate(steps):
        ended = game.outcome(after) != ONGOING
        shown: Any = matches.ended[at] if matches.over[at] else matches.rows[at]
        same = bool(matches.terminated[at]) == ended and shown.tolist() == [*flatten_numbers(after)]
        if same and not matches.over[at]:
            legal = [move for move in game.legal_moves(after) if move < bounds.actions]
            same = np.flatnonzero(matches.masks[at]).tolist() == sorted(legal)
        if not same:
            raise difference_error(game, before)
