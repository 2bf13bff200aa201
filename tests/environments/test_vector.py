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
from tests import restated
from tests.environments.seen import SEEN
from tests.games.outside_games import Hop
from tests.solver.odd.counting import Counting
from tests.solver.odd.summing import Summing
from tests.solver.odd.wide import Wide
from tests.thorough import many

MATCHES, STEPS, MAX_TURNS = many(48), 120, 30
GAMES = (
    ("center", ""),
    ("center", "stalemate=loses,diagonal=allowed"),
    ("numbers", ""),
    ("numbers", "capture=choose,komi=5"),
    ("quad", ""),
    ("quad", "size=3"),
    ("quad", "size=3,sudden_death=none"),
    ("quad", "size=3,sudden_death=convert"),
    ("quad", "size=3,turn_limit=12,pie=yes"),
    ("showdown", ""),
    ("showdown", "reversal=allowed,first=2"),
    ("snatchers", ""),
    ("snatchers", "up=screen"),
)


def loaded(name: str, options: str) -> Game:
    return Hop(options) if name == "hop" else registry.load(name, options)


class OneByOne:
    """The twin: matches of the core, interpreted, that begin where the vector environment began them."""

    def __init__(self, vector: Vector) -> None:
        self.vector, self.game = vector, vector.game
        self.matches = [self.begun(at) for at in range(vector.count)]
        self.ends = {"terminated": 0, "truncated": 0}

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
                self.ends["terminated" if outcome else "truncated"] += 1
            self.matches[at] = match


@pytest.mark.parametrize(("name", "options"), [*GAMES, ("hop", "size=3")])
def test_lock_step_is_the_same_as_one_by_one(name: str, options: str) -> None:
    game, random = loaded(name, options), Random(f"{name} {options}")
    vector = Vector(game, MATCHES, max_turns=MAX_TURNS)
    observations, masks = vector.reset(seed=7)
    twin = OneByOne(vector)
    twin.agree(observations, masks)
    for _ in range(STEPS):
        actions = [random.choice(np.flatnonzero(mask).tolist()) for mask in masks]
        observations, rewards, terminated, truncated, masks = vector.step(np.array(actions))
        twin.step(actions, rewards, terminated, truncated)
        twin.agree(observations, masks)
    assert twin.ends["terminated"] > 20


@pytest.mark.parametrize("name", sorted(SEEN))
def test_lock_step_follows_the_rules_restated(name: str) -> None:
    """Here not even the rules are shared: the twin plays on position lines, by a restatement of the rulebook."""
    vector = Vector(name, 16)
    game, follow = vector.game, getattr(restated, name)
    observations, masks = vector.reset(seed=3)
    for _ in range(80):
        before = [game.write_position(vector.position(at)) for at in range(16)]
        seats = vector.movers.tolist()
        for at, line in enumerate(before):
            assert observations[at].tolist() == SEEN[name](line)
            words = [str(game.name_move(vector.position(at), int(action))) for action in np.flatnonzero(masks[at])]
            assert sorted(words) == sorted(follow(line)[1])
        moves = [game.name_move(vector.position(at), int(act)) for at, act in enumerate(vector.random_actions())]
        observations, rewards, terminated, _, masks = vector.step(np.array(moves))
        for at, move in enumerate(moves):
            line = follow(before[at])[1][str(move)]
            winner = {"first": 0, "second": 1}.get(follow(line)[0])
            assert rewards[at] == (0 if winner is None else 1 if winner == seats[at] else -1)
            assert terminated[at] == (not follow(line)[1])
            if not terminated[at]:
                assert game.write_position(vector.position(at)) == line


def test_a_million_positions_do_not_look_the_same() -> None:
    for name in ("quad", "numbers"):
        vector = Vector(name, 8192)
        vector.reset(seed=1)
        kept = []
        for _ in range(64):
            observations, *_ = vector.step(vector.random_actions())
            rows = vector._matches.rows
            kept.append(np.hstack([rows.view(np.uint8).reshape(8192, -1), observations.reshape(8192, -1)]))
        both, width = np.vstack(kept), rows.shape[1] * 8
        assert len(both) > 500_000
        different = [len(np.unique(_as_one(part))) for part in (both[:, :width], both[:, width:], both)]
        assert min(different) == max(different) > 100_000


def _as_one(part: Any) -> Any:
    whole = np.ascontiguousarray(part)
    return whole.view(np.dtype((np.void, whole.shape[1]))).ravel()


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


def test_the_same_seed_gives_the_same_play_whatever_the_threads() -> None:
    alone = played(1)
    assert played(3) == alone
    assert played(1, seed=6) != alone
    few = Vector("numbers", 10)
    few.reset(5)
    many = Vector("numbers", 50)
    many.reset(5)
    assert [few.position(at) for at in range(10)] == [many.position(at) for at in range(10)]


def test_luck_goes_on_without_a_seed_and_is_not_moved_by_choices() -> None:
    vector = Vector("numbers", 20)
    vector.reset(1)
    vector.reset()
    again = [vector.position(at) for at in range(20)]
    vector.reset(1)
    first = [vector.position(at) for at in range(20)]
    vector.random_actions()
    vector.reset()
    assert [vector.position(at) for at in range(20)] == again != first


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


def test_arrays_that_are_written_over_are_handed_out_by_request_only() -> None:
    own = Vector("snatchers", 30, copy=False)
    observations, masks = own.reset(1)
    again, *_, masks_again = own.step(own.random_actions())
    assert again is observations
    assert np.shares_memory(masks, masks_again)


def test_starts_are_chosen_from_those_given() -> None:
    lines = ["X.../..../..../...O X", "..../.X../..../.... O"]
    vector = Vector("quad", 200, starts=lines)
    vector.reset(1)
    assert {vector.game.write_position(vector.position(at)) for at in range(200)} == set(lines)
    board = Vector("numbers", 50, starts=["538/291/647 1 0-0"])
    board.reset(1)
    assert {board.game.write_position(board.position(at)) for at in range(50)} == {"538/291/647 1 0-0"}
    for wrong, why in (
        ([], "starts is empty"),
        (["XX../XX../OO../O... O"], "is over: X formed a square"),
        ([(1, 2)], "is no position of quad"),
    ):
        with pytest.raises(BadPosition, match=why):
            Vector("quad", 2, starts=wrong)


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
        assert [vector.game.write_position(vector.position(at))[:4] for at in range(4)] == [
            "X...", ".X..", "..X.", "...X"
        ]  # fmt: skip


def test_random_actions_are_taken_unchecked_only_while_they_are_legal() -> None:
    vector = Vector("quad", 2, copy=False)
    for ask in (vector.random_actions, lambda: vector.random_rollout(1)):
        with pytest.raises(SquarelyError, match="call reset first"):
            ask()
    vector.reset(1)
    actions = vector.random_actions()
    with pytest.raises(ValueError, match="read-only"):
        actions[0] = 999
    with pytest.raises(IllegalMove, match="match 1: action 999"):
        vector.step([0, 999])
    with pytest.raises(IllegalMove, match="match 1: action 999"):
        vector.step(actions)  # they are what was asked for last
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


def test_rules_may_make_lists_of_their_own() -> None:
    for threads in (1, 2):
        usual, other = (Vector(kind(size=3), 2048, threads=threads) for kind in (Hop, Listing))
        for vector in (usual, other):
            vector.reset(4)
        for _ in range(30):
            made: list[Any] = [vector.step(vector.random_actions()) for vector in (usual, other)]
            assert all(np.array_equal(mine, theirs) for mine, theirs in zip(*made, strict=True))


@pytest.mark.parametrize("count", [81, 80, 79, 1])
def test_a_move_beyond_the_count_of_moves_is_noticed(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hop, "move_count", lambda _: count)  # which is not compiled
    fits = count > 79  # the highest move, C3 to B3
    refused = f"or a move beyond its {count} moves|moves are numbers from 0 to {count - 1}"
    with nullcontext() if fits else pytest.raises(SquarelyError, match=refused):
        vector = Vector(loaded("hop", "size=3"), 200)
        vector.reset(1)
        vector.random_rollout(50)


def test_bad_options_are_explained() -> None:
    for given, why in (
        ({"count": 0}, "count=0 is not possible"),
        ({"threads": 0}, "threads=0 is not possible"),
        ({"max_turns": 0}, "max_turns=0 is not possible"),
        ({"sise": 4}, "did you mean size"),
    ):
        with pytest.raises(BadOption, match=why):
            Vector("quad", **given)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="seed=-1 is not possible"):
        Vector("quad", 1).reset(-1)


# Masks made from the generator


def marker(kind: type[Game]) -> Any:
    return legal_masks.make_marker(flatten(kind()).legal_moves)


def test_legal_moves_are_marked_by_the_game_s_own_function() -> None:
    for name in sorted(SEEN):
        assert marker(registry.find_class(name)) is not None, name


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


def test_what_cannot_be_made_into_marks_is_left_a_generator() -> None:
    assert marker(Delegating) is None
    assert marker(Iterating) is None


def test_marks_count_and_notice_a_move_that_has_no_room() -> None:
    marks, law = compile_function(marker(Returning)), type(flatten(Returning()).law)
    for heap, position, marked, count in ((5, 0, [3, 5], 2), (5, 9, [3], 1)):
        masks = np.zeros((3, 8), np.int8)
        assert marks(law(heap), position, masks, 1, 6) == count
        assert np.argwhere(masks).tolist() == [[1, move] for move in marked]
    for beyond in (6, -1):
        masks = np.zeros((3, 8), np.int8)
        assert marks(law(beyond), 0, masks, 1, 6) < 0
        assert np.argwhere(masks).tolist() == [[1, 3]]


def test_rules_that_differ_when_they_are_compiled_are_refused() -> None:
    """Nine times nine squares do not fit into a set of 63 bits: legal moves were dropped without a word."""
    assert Vector(Wide(squares=60), 16).reset(seed=1)
    for options in ("squares=81", "squares=81,first=62"):
        with pytest.raises(SquarelyError, match="the rules of wide differ when they are compiled"):
            Vector(Wide(options), 16)


def test_rules_that_cannot_be_compiled_name_their_line() -> None:
    with pytest.raises(SquarelyError, match=r"summing cannot be compiled: summing.py, line \d+, `return sum"):
        Vector(Summing(), 2)
