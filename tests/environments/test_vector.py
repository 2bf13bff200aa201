"""Matches in lock step, held against the same matches played one by one."""

import re
from contextlib import nullcontext
from random import Random
from typing import Any

import numpy as np
import pytest

from squarely import Game, Match
from squarely.core.errors import BadOption, BadPosition, IllegalMove, SquarelyError
from squarely.core.rules import registry
from squarely.environments.vector import Vector
from squarely.environments.vector_steps import legal_masks
from squarely.solver.compiled import compile_function
from squarely.solver.flatten import flatten
from tests.environments.twins import FOLLOW
from tests.solver.odd.counting import Counting, Wide

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled steps")]

MATCHES, STEPS, MAX_TURNS = 12, 120, 30
MORE_GAMES = (  # tested with the games when they are compiled; here they are noise
    *("center", "center stalemate=loses,diagonal=allowed", "numbers capture=choose,komi=5", "quad"),
    *("quad size=3,sudden_death=none", "snatchers turn_limit=12,pie=yes", "showdown reversal=allowed,first=2"),
)


class Listing(Wide):
    def play(self, position: Any, move: int) -> Any:
        taken = [position.last, move]
        return self.Position(max(taken), 1 - position.mover)


class OneByOne:
    """The twin: matches of the core, interpreted, that begin where the vector environment began them."""

    def __init__(self, vector: Vector) -> None:
        self.vector, self.game = vector, vector.game
        self.matches = [self.begun(at) for at in range(vector.count)]
        self.ended = 0

    def begun(self, at: int) -> Match:
        start = self.vector.position(at)
        if self.game.is_dealt:
            board, _, score = self.game.write_position(start).split()
            assert (sorted(board.replace("/", "")), score) == (list("123456789"), "0-0")
        else:
            assert start == self.game.start()
        return Match.of(self.game, start)

    def agree(self, observations: Any, masks: Any) -> None:
        for at, match in enumerate(self.matches):
            assert self.vector.position(at) == match.position
            assert self.vector.movers[at] == match.mover
            assert np.flatnonzero(masks[at]).tolist() == [int(move) for move in match.legal_moves]
            assert np.array_equal(observations[at], self.vector.encoding.observe(match.position))

    def step(self, actions: list[int], rewards: Any, terminated: Any, truncated: Any) -> None:
        finals = dict(zip(*self.vector.final_observations(), strict=True))
        for at, action in enumerate(actions):
            mover, match = self.matches[at].mover, self.matches[at].play(action)
            outcome, stopped = match.outcome, len(match.moves) == MAX_TURNS
            won = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == mover else -1
            assert (rewards[at], terminated[at], truncated[at]) == (won, bool(outcome), stopped and not outcome)
            assert (at in finals) == bool(outcome or stopped)
            if at in finals:
                assert np.array_equal(finals[at], self.vector.encoding.observe(match.position))
                match = self.begun(at)
                self.ended += bool(outcome)
            self.matches[at] = match


@pytest.mark.parametrize(
    "spec",
    [
        *("numbers", "snatchers up=screen", "listing"),
        *(pytest.param(spec, marks=pytest.mark.soak) for spec in MORE_GAMES),
    ],
)
def test_lock_step_is_the_same_as_one_by_one(spec: str) -> None:
    name, _, options = spec.partition(" ")
    game, random = Listing() if name == "listing" else registry.load(name, options), Random(spec)
    vector = Vector(game, MATCHES, max_turns=MAX_TURNS)
    observations, masks = vector.reset(seed=7)
    twin = OneByOne(vector)
    twin.agree(observations, masks)
    for _ in range(STEPS):
        actions = [random.choice(np.flatnonzero(mask).tolist()) for mask in masks]
        observations, rewards, terminated, truncated, masks = vector.step(np.array(actions))
        twin.step(actions, rewards, terminated, truncated)
        twin.agree(observations, masks)
    assert twin.ended > 20


def played(threads: int, count: int = 4096, seed: int = 5) -> tuple[Any, ...]:
    vector = Vector("numbers", count, threads=threads)
    vector.reset(seed)
    assert vector._step_threads.threads == threads
    total = np.zeros(count)
    for _ in range(25):
        _, rewards, *_ = vector.step(vector.random_actions())
        total += rewards
    ended = vector.random_rollout(30)
    vector.close()
    return vector._matches.rows.tolist(), total.tolist(), ended


def begun(vector: Vector, seed: int | None) -> list[Any]:
    vector.reset(seed)
    return [vector.position(at) for at in range(10)]


def test_the_same_seed_gives_the_same_play_whatever_the_threads_and_luck_goes_on_without_one() -> None:
    alone = played(1)
    assert played(3) == alone
    assert played(1, seed=6) != alone
    vector = Vector("numbers", 20)
    first, again = begun(vector, 5), begun(vector, None)
    assert begun(Vector("numbers", 50), 5) == begun(vector, 5) == first != again
    vector.random_actions()
    assert begun(vector, None) == again, "luck is not moved by choices"
    given = vector.game.read_position("538/291/647 1 0-0")
    assert set(begun(Vector("numbers", 20, starts=[given]), 5)) == {given}, "and deals nothing where starts are given"


def test_random_actions_are_legal_and_equally_likely() -> None:
    vector = Vector("numbers", 4096, starts=["123/456/789 1 0-0"])
    _, masks = vector.reset(2)
    for _ in range(12):
        actions = vector.random_actions()
        assert masks[np.arange(4096), actions].all()
        _, _, _, _, masks = vector.step(actions)
    _, masks = vector.reset(3)
    counts = np.sum([np.bincount(vector.random_actions(), minlength=144) for _ in range(20)], axis=0)
    assert np.flatnonzero(counts).tolist() == np.flatnonzero(masks[0]).tolist()
    assert counts[counts > 0].min() > 20 * 4096 / 9 * 0.95


def test_what_is_handed_out_can_be_kept_as_it_is_and_changed() -> None:
    """As a buffer of experience without a copy does; and what is written into it disturbs nobody."""
    vector, other = Vector("numbers", 30, max_turns=9), Vector("numbers", 30, max_turns=9)
    kept: list[Any] = [*vector.reset(1), vector.masks, vector.movers]
    other.reset(1)
    copies = [each.copy() for each in kept]
    for _ in range(25):
        actions = vector.random_actions()
        told: list[Any] = [actions, *vector.step(actions), vector.masks, vector.movers, *vector.final_observations()]
        same: list[Any] = [*other.step(actions)]
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(told[1:6], same, strict=True))
        kept += told
        copies += [each.copy() for each in told]
        actions = vector.random_actions()
        other.step(actions)
        spoilt: list[Any] = [*vector.step(actions), vector.masks, vector.movers]
        for each in spoilt:
            each[:] = 1
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(kept, copies, strict=True))
    own = Vector("numbers", 30, copy=False)  # written over, by request only
    observations, masks = own.reset(1)
    again, *_, masks_again = own.step(own.random_actions())
    assert (again is observations, np.shares_memory(masks, masks_again)) == (True, True)


def test_starts_are_chosen_from_those_given() -> None:
    lines = ["1..../...../...../...../...2. 1", ".1.../...../...../...../..2.. 2"]
    vector = Vector("snatchers", 200, starts=lines, up="screen")
    vector.reset(1)
    assert {vector.game.write_position(vector.position(at)) for at in range(200)} == set(lines)
    for wrong, why in (
        ([], "starts is empty"),
        (["...../..1../...../...../..... 2"], "is over: "),
        ([(1, 2)], "is no position of snatchers"),
    ):
        with pytest.raises(BadPosition, match=why):
            Vector("snatchers", 2, starts=wrong)


def test_the_first_illegal_action_is_named_and_nothing_is_played_and_drawn_ones_need_no_look_once() -> None:
    vector = Vector("numbers", 4, starts=["123/456/789 1 0-0"], copy=False)
    for ask in (lambda: vector.step([0, 0, 0, 0]), vector.random_actions, lambda: vector.random_rollout(1)):
        with pytest.raises(SquarelyError, match="call reset first"):
            ask()
    vector.reset(1)
    start = vector.position(0)
    for actions, why in (
        ([0, 1, 2, 999], "match 1: action 1 is not legal here; legal are 0 (1 1), 18 (1 2), "),
        ([0, 18, 0, 999], "match 3: action 999 is out of range; numbers has the actions 0 to 143."),
        ([-1, 0, 0, 0], "match 0: action -1 is out of range"),
        ([0, 0, 0], "actions are 4 whole numbers, one for each match, not int64 of shape (3,)."),
        ([0.5, 0, 0, 0], "not float64 of shape (4,)"),
    ):
        with pytest.raises(IllegalMove, match=re.escape(why)):
            vector.step(np.array(actions))
        assert {vector.position(at) for at in range(4)} == {start}
    drawn = vector.random_actions()
    with pytest.raises(ValueError, match="read-only"):
        drawn[0] = 999
    for asked in ([0, 999, 0, 0], drawn):  # those are what was asked for last
        with pytest.raises(IllegalMove, match="match 1: action 999"):
            vector.step(asked)
    drawn = vector.random_actions()
    vector.step(drawn)
    with pytest.raises(IllegalMove, match="match 0: action"):
        vector.step(drawn)


def test_a_move_beyond_the_count_of_moves_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    snatchers = registry.load("snatchers", "up=screen")
    for count in (8, 7, 1):
        monkeypatch.setattr(snatchers.printed, "move_count", lambda _, count=count: count)  # which is not compiled
        refused = f"or a move beyond its {count} moves|moves are numbers from 0 to {count - 1}"
        with nullcontext() if count == 8 else pytest.raises(SquarelyError, match=refused):
            vector = Vector(snatchers, 200)
            vector.reset(1)
            vector.random_rollout(50)


def test_what_cannot_be_is_refused_in_words() -> None:
    """Nine times nine squares do not fit into a set of 63 bits: legal moves were dropped without a word."""
    for name in ("count", "threads", "max_turns"):
        with pytest.raises(BadOption, match=f"{name}=0 is not possible"):
            Vector("numbers", **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="seed=-1 is not possible"):
        Vector("numbers", 1).reset(-1)
    with pytest.raises(SquarelyError, match="the rules of listing differ when they are compiled"):
        Vector(Listing("squares=81,first=62"), 16)


# Masks made from the generator


def marker(kind: type[Game]) -> Any:
    return legal_masks.make_marker(flatten(kind()).legal_moves)


class Delegating(Counting):
    def legal_moves(self, position: Any) -> Any:
        yield from (position.heap, 2)


class Iterating(Counting):
    def legal_moves(self, position: Any) -> Any:
        return iter((position.heap, 2))


class Returning(Counting):
    def legal_moves(self, position: Any) -> Any:
        yield 3
        if position > 4:
            return
        yield self.heap


def test_legal_moves_are_marked_by_the_game_s_own_function_where_that_can_be_made_to() -> None:
    """Marks count, and notice a move that has no room."""
    assert None not in [marker(registry.find_class(name)) for name in FOLLOW]
    assert [marker(Delegating), marker(Iterating)] == [None, None]
    marks, law = compile_function(marker(Returning)), type(flatten(Returning()).law)
    for heap, position, marked, count in ((5, 0, [3, 5], 2), (5, 9, [3], 1)):
        masks = np.zeros((3, 8), np.int8)
        assert marks(law(heap), position, masks, 1, 6) == count
        assert np.argwhere(masks).tolist() == [[1, move] for move in marked]
    for beyond in (6, -1):
        masks = np.zeros((3, 8), np.int8)
        assert marks(law(beyond), 0, masks, 1, 6) < 0
        assert np.argwhere(masks).tolist() == [[1, 3]]
