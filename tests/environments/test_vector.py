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
from tests.games.outside_games import Hop
from tests.solver.odd.counting import Counting, Summing, Wide

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled steps")]
QUAD = pytest.mark.xdist_group("compiled steps of quad")
ODD = pytest.mark.xdist_group("compiled steps of odd games")

MATCHES, STEPS, MAX_TURNS = 12, 120, 30
# What compiled rules do in these games is tested with the games; here they are noise.
MORE_GAMES = (
    "showdown",
    *("center stalemate=loses,diagonal=allowed", "numbers capture=choose,komi=5", "quad size=3"),
    *("quad size=3,sudden_death=none", "quad size=3,sudden_death=convert", "showdown reversal=allowed,first=2"),
    "snatchers up=screen",
)


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
        *("center", "numbers", "snatchers"),
        *(pytest.param(spec, marks=QUAD) for spec in ("quad", "quad size=3,turn_limit=12,pie=yes")),
        pytest.param("hop size=3", marks=ODD),
        *(pytest.param(spec, marks=pytest.mark.soak) for spec in MORE_GAMES),
    ],
)
def test_lock_step_is_the_same_as_one_by_one(spec: str) -> None:
    name, _, options = spec.partition(" ")
    game, random = Hop(options) if name == "hop" else registry.load(name, options), Random(spec)
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
    vector = Vector("center", 4096)
    _, masks = vector.reset(2)
    for _ in range(12):
        actions = vector.random_actions()
        assert masks[np.arange(4096), actions].all()
        _, _, _, _, masks = vector.step(actions)
    vector.reset(3)
    counts = np.sum([np.bincount(vector.random_actions(), minlength=9)[:9] for _ in range(20)], axis=0)
    assert counts[4] == 0  # the center
    assert np.delete(counts, 4).min() > 20 * 4096 / 8 * 0.95


@pytest.mark.parametrize("name", ["snatchers", "numbers"])
def test_what_is_handed_out_can_be_kept_as_it_is_and_changed(name: str) -> None:
    """As a buffer of experience without a copy does; and what is written into it disturbs nobody."""
    vector, other = Vector(name, 30, max_turns=9), Vector(name, 30, max_turns=9)
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
    own = Vector(name, 30, copy=False)  # written over, by request only
    observations, masks = own.reset(1)
    again, *_, masks_again = own.step(own.random_actions())
    assert again is observations
    assert np.shares_memory(masks, masks_again)


@QUAD
def test_starts_are_chosen_from_those_given() -> None:
    lines = ["X.../..../..../...O X", "..../.X../..../.... O"]
    vector = Vector("quad", 200, starts=lines)
    vector.reset(1)
    assert {vector.game.write_position(vector.position(at)) for at in range(200)} == set(lines)
    for wrong, why in (
        ([], "starts is empty"),
        (["XX../XX../OO../O... O"], "is over: X formed a square"),
        ([(1, 2)], "is no position of quad"),
    ):
        with pytest.raises(BadPosition, match=why):
            Vector("quad", 2, starts=wrong)


@QUAD
def test_the_first_illegal_action_is_named_and_nothing_is_played() -> None:
    vector = Vector("quad", 4)
    with pytest.raises(SquarelyError, match="call reset first"):
        vector.step([0, 0, 0, 0])
    vector.reset(1)
    vector.step([0, 1, 2, 3])
    for actions, why in (
        ([1, 1, 2, 0], "match 1: action 1 is not legal here; legal are 0 (A1), 2 (C1)"),
        ([1, 0, 0, 999], "match 3: action 999 is out of range; quad has the actions 0 to 271."),
        ([-1, 0, 0, 0], "match 0: action -1 is out of range"),
        ([1, 0, 0], "actions are 4 whole numbers, one for each match, not int64 of shape (3,)."),
        ([0.5, 0, 0, 0], "not float64 of shape (4,)"),
    ):
        with pytest.raises(IllegalMove, match=re.escape(why)):
            vector.step(np.array(actions))
        rows = [vector.game.write_position(vector.position(at))[:4] for at in range(4)]
        assert rows == ["X...", ".X..", "..X.", "...X"]


@QUAD
def test_random_actions_are_taken_unchecked_only_while_they_are_legal() -> None:
    vector = Vector("quad", 2, copy=False)
    for ask in (vector.random_actions, lambda: vector.random_rollout(1)):
        with pytest.raises(SquarelyError, match="call reset first"):
            ask()
    vector.reset(1)
    actions = vector.random_actions()
    with pytest.raises(ValueError, match="read-only"):
        actions[0] = 999
    for asked in ([0, 999], actions):  # those are what was asked for last
        with pytest.raises(IllegalMove, match="match 1: action 999"):
            vector.step(asked)
    actions = vector.random_actions()
    vector.step(actions)
    with pytest.raises(IllegalMove, match="match 0: action"):
        vector.step(actions)


class Listing(Hop):  # type: ignore[misc, valid-type]
    def play(self, position: Any, move: int) -> Any:
        left, reached = divmod(move, self.size**2)
        sides = [position.first, position.second]  # a list is made while playing
        sides[position.mover] ^= 1 << left | 1 << reached
        return self.Position(sides[0], sides[1], 1 - position.mover)


@ODD
def test_rules_may_make_lists_of_their_own() -> None:
    for threads in (1, 2):
        usual, other = (Vector(kind(size=3), 2048, threads=threads) for kind in (Hop, Listing))
        for vector in (usual, other):
            vector.reset(4)
        for _ in range(30):
            made: list[Any] = [vector.step(vector.random_actions()) for vector in (usual, other)]
            assert all(np.array_equal(mine, theirs) for mine, theirs in zip(*made, strict=True))


@ODD
def test_a_move_beyond_the_count_of_moves_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for count in (81, 80, 79, 1):
        monkeypatch.setattr(Hop, "move_count", lambda _, count=count: count)  # which is not compiled
        fits = count > 79  # the highest move, C3 to B3
        refused = f"or a move beyond its {count} moves|moves are numbers from 0 to {count - 1}"
        with nullcontext() if fits else pytest.raises(SquarelyError, match=refused):
            vector = Vector(Hop(size=3), 200)
            vector.reset(1)
            vector.random_rollout(50)


@QUAD
def test_bad_options_are_explained() -> None:
    for name in ("count", "threads", "max_turns"):
        with pytest.raises(BadOption, match=f"{name}=0 is not possible"):
            Vector("quad", **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="seed=-1 is not possible"):
        Vector("quad", 1).reset(-1)


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


@ODD
def test_rules_that_are_not_the_same_compiled_or_cannot_be_are_refused() -> None:
    """Nine times nine squares do not fit into a set of 63 bits: legal moves were dropped without a word."""
    assert Vector(Wide(squares=60), 16).reset(seed=1)
    for options in ("squares=81", "squares=81,first=62"):
        with pytest.raises(SquarelyError, match="the rules of wide differ when they are compiled"):
            Vector(Wide(options), 16)
    with pytest.raises(SquarelyError, match=r"summing cannot be compiled: counting.py, line \d+, `return sum"):
        Vector(Summing(), 2)
