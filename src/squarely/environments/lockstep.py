"""The inner loops of the vector environment: a game's own rules as machine code, over arrays of matches.

Matches share nothing, and each draws its own random numbers. So it does not matter how they are parted among threads.
They are counted without a sign: then no index has to be looked at for being negative, which is a tenth of the time.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from squarely.environments.encoding import observe_bits
from squarely.environments.marking import mark, marking
from squarely.environments.rows import Rows
from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from squarely.solver.compiled import Compiled, compiled, jit

ALL_LEGAL = -1
_BLOCK = 1024  # matches whose arrays stay in the processor's cache
_STEP, _FIRST_MIX, _SECOND_MIX = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
_ONES, _HIGH_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_7, _27, _30, _31, _32, _56 = (np.uint64(shift) for shift in (7, 27, 30, 31, 32, 56))


class Matches(NamedTuple):
    """Matches in lock step: arrays with one row for each."""

    rows: Any  # the positions
    ended: Any  # the last position of the match that ended there last
    luck: Any  # where each stands in the random numbers it begins its matches with
    choices: Any  # and in those it chooses random actions with
    turns: Any  # moves made so far
    movers: Any
    legal: Any  # how many actions are legal
    masks: Any
    words: Any  # the masks, eight actions to a number
    observations: Any
    actions: Any
    rewards: Any
    terminated: Any
    truncated: Any
    over: Any


class Bounds(NamedTuple):
    """How matches begin, and when they are stopped."""

    starts: Any  # rows to choose from
    deals: int  # how many deals there are; 0 where a start is chosen
    max_turns: int


class Machine(NamedTuple):
    """The compiled functions. Each goes through the matches from `low` up to, not including, `high`."""

    begin: Any
    step: Any
    rollout: Any
    show: Any


@jit(inline="always")
def drawn(draws: Any, at: int) -> Any:
    """The next 32 random bits of a match (SplitMix64)."""
    draws[at] += _STEP
    mixed = draws[at]
    mixed = (mixed ^ (mixed >> _30)) * _FIRST_MIX
    mixed = (mixed ^ (mixed >> _27)) * _SECOND_MIX
    return np.int64((mixed ^ (mixed >> _31)) >> _32)


@jit(nogil=True)
def choose(draws: Any, legal: Any, words: Any, actions: Any, low: int, high: int) -> None:
    """Fill in a random legal action for each match, each as likely as the others.

    `words` are the masks, eight actions to a number: times _ONES, a byte counts the legal actions up to its own.
    """
    last = words.shape[1] - 1
    for at in range(np.uint64(low), np.uint64(high)):
        skip = drawn(draws, at) * legal[at] >> 32
        word, counts = 0, words[at, 0] * _ONES
        while np.int64(counts >> _56) <= skip and word < last:
            skip -= np.int64(counts >> _56)
            word += 1
            counts = words[at, word] * _ONES
        beyond = ((counts | _HIGH_BITS) - np.uint64(skip + 1) * _ONES) & _HIGH_BITS  # set where more than are skipped
        actions[at] = 8 * word + 8 - np.int64((beyond >> _7) * _ONES >> _56)


@jit(nogil=True)
def first_illegal(masks: Any, actions: Any) -> int:
    """Where the first action stands that is not legal, or ALL_LEGAL."""
    for at in range(actions.size):
        if actions[at] < 0 or actions[at] >= masks.shape[1] or masks[at, actions[at]] == 0:
            return at
    return ALL_LEGAL


@cache
def machine(rules: Any, kept: Rows) -> Machine:
    """The functions for one game, compiled when they are first called."""
    compiled_rules = Compiled(rules)
    play, outcome, mark_legal = compiled_rules.play, compiled_rules.outcome, _marker(rules)
    load, store = (jit(function, inline="always") for function in kept[:2])
    is_dealt, observes_itself = hasattr(rules, "deal"), hasattr(rules, "observe")
    deal: Any = compiled_rules.deal if is_dealt else None
    observe: Any = compiled_rules.observe if observes_itself else None
    bits = jit(observe_bits)

    @jit(nogil=True)
    def renew(
        law: Any, rows: Any, over: Any, turns: Any, draws: Any, starts: Any, deals: int, low: int, high: int
    ) -> None:
        """Begin a new match wherever one is over: a deal, or one of the starts."""
        for at in range(np.uint64(low), np.uint64(high)):
            if over[at]:
                turns[at] = 0
                if is_dealt and deals > 0:
                    number = drawn(draws, at) << 31 | drawn(draws, at) >> 1
                    store(deal(law, number % deals), rows[at])
                else:
                    rows[at] = starts[drawn(draws, at) * len(starts) >> 32]

    @jit(nogil=True)
    def advance(
        law: Any, rows: Any, actions: Any, turns: Any, limit: int, rewards: Any, terminated: Any, truncated: Any,
        over: Any, ended: Any, low: int, high: int,
    ) -> None:  # fmt: skip
        """Make a move in every match. The reward is that of whoever made it."""
        for at in range(np.uint64(low), np.uint64(high)):
            position = load(rows[at])
            after = play(law, position, actions[at])
            result = outcome(law, after)
            store(after, rows[at])
            turns[at] += 1
            terminated[at] = result != ONGOING
            truncated[at] = result == ONGOING and turns[at] >= limit
            over[at] = terminated[at] or truncated[at]
            rewards[at] = 0
            if over[at]:
                for number in range(rows.shape[1]):
                    ended[at, number] = rows[at, number]
                if result in (FIRST_WINS, SECOND_WINS):
                    rewards[at] = 1 if (result == FIRST_WINS) == (position.mover == FIRST) else -1

    @jit(nogil=True)
    def offer(law: Any, rows: Any, movers: Any, masks: Any, legal: Any, low: int, high: int) -> bool:
        """Say what is legal, and for whom; False if a move has no room in its mask."""
        fits = True
        for at in range(np.uint64(low), np.uint64(high)):
            position, mask = load(rows[at]), masks[at]
            mask[:] = 0
            legal[at] = mark_legal(law, position, mask)
            movers[at] = position.mover
            fits = fits and legal[at] > 0
        return fits

    @jit(nogil=True)
    def show(law: Any, rows: Any, observations: Any, low: int, high: int) -> None:
        for at in range(np.uint64(low), np.uint64(high)):
            if observes_itself:
                observe(law, load(rows[at]), observations[at])
            else:
                bits(rows[at], observations[at])

    @jit(nogil=True)
    def begin(law: Any, matches: Any, bounds: Any, low: int, high: int) -> bool:
        """Begin a match wherever one is over. False if a position has no legal move, or one that has no room."""
        renew(
            law, matches.rows, matches.over, matches.turns, matches.luck, bounds.starts, bounds.deals, low, high
        )  # fmt: skip
        show(law, matches.rows, matches.observations, low, high)
        return offer(law, matches.rows, matches.movers, matches.masks, matches.legal, low, high)

    @jit(nogil=True)
    def step(law: Any, matches: Any, bounds: Any, low: int, high: int) -> bool:
        """Play the actions, and begin another match wherever one is over. False as in `begin`."""
        advance(
            law, matches.rows, matches.actions, matches.turns, bounds.max_turns, matches.rewards, matches.terminated,
            matches.truncated, matches.over, matches.ended, low, high,
        )  # fmt: skip
        return begin(law, matches, bounds, low, high)

    @jit(nogil=True)
    def rollout(law: Any, matches: Any, bounds: Any, steps: int, ended: Any, low: int, high: int) -> bool:
        """Play so many random actions in every match, and count those that end, some matches at a time."""
        fits = True
        for block in range(low, high, _BLOCK):
            end = min(block + _BLOCK, high)
            for _ in range(steps):
                choose(matches.choices, matches.legal, matches.words, matches.actions, block, end)
                fits = step(law, matches, bounds, block, end) and fits
                for at in range(block, end):
                    ended[at] += matches.over[at]
        return fits

    return Machine(begin, step, rollout, show)


def _marker(rules: Any) -> Any:
    """A compiled function that marks the legal moves of a position in a mask and gives their count."""
    if marks := marking(rules.legal_moves):
        return compiled(marks)
    legal_moves, marked = Compiled(rules).legal_moves, compiled(mark)

    @jit
    def mark_each(law: Any, position: Any, mask: Any) -> int:
        count = 0
        for move in legal_moves(law, position):
            count += marked(mask, move)
        return count

    return mark_each
