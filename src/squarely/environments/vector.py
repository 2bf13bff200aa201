"""Thousands of matches in lock step, in NumPy arrays, played by the compiled rules."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squarely.environments.encoding import Encoding, Mask, Observation
from squarely.environments.lockstep import ALL_LEGAL, Bounds, Matches, choose, first_illegal, machine
from squarely.environments.rows import flat, rows
from squarely.environments.sitting import MAX_TURNS, checked, loaded
from squarely.errors import BadOption, BadPosition, IllegalMove, SquarelyError
from squarely.game import Game, Position

Rewards: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]
Actions: TypeAlias = NDArray[np.int64]
Step: TypeAlias = tuple[Observation, Rewards, Flags, Flags, Mask]

_WORD = 8  # actions whose mask is one number of 64 bits
_WORTH_A_THREAD = 1024  # matches


class Vector:
    """So many matches of one game. Both seats are played by whoever calls; `movers` says whose turn it is in each.

    A reward is that of the side that just acted: 1 for having won, -1 for having lost, 0 otherwise. A match that is
    over is replaced by a new one in the same step. The arrays are the environment's own, and the next step changes
    them: copy what is to be kept.
    """

    def __init__(
        self,
        game: str | Game,
        count: int = 1024,
        *,
        max_turns: int = MAX_TURNS,
        starts: Sequence[str | Position] | None = None,
        check: bool = True,
        threads: int | None = None,
        **options: object,
    ) -> None:
        """`starts` are position lines, or positions, of which each match begins with one; without them the usual one.

        Where the start is dealt, each match is dealt anew. `check` refuses illegal actions; without it they corrupt.
        """
        for name, given in (("count", count), ("threads", threads)):
            if given is not None and given < 1:
                raise BadOption(f"{name}={given} is not possible: {name} is a whole number from 1")
        self.game = loaded(game, options)
        self.encoding = Encoding(self.game)
        self.count, self.check = count, check
        begun = self._read(starts)
        kept = rows(begun[0])
        dealt = self.game.deals if self.game.is_dealt and not starts else 0
        self._bounds = Bounds(np.array([[*flat(start)] for start in begun], np.int64), dealt, checked(max_turns))
        self._machine, self._load = machine(self.game.rules, kept), kept.load
        self._matches = self._laid_out(kept.width)
        workers = min(threads or _cores(), max(1, count // _WORTH_A_THREAD))
        edges = [count * part // workers for part in range(workers + 1)]
        self._parts = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None
        self._seeded = False

    @property
    def movers(self) -> NDArray[np.int8]:
        """Whose turn it is in each match: 0 the first side's, 1 the second's."""
        movers: NDArray[np.int8] = self._matches.movers
        return movers

    def reset(self, seed: int | None = None) -> tuple[Observation, Mask]:
        """Begin all matches anew. The same seed and actions give the same play, however many threads there are.

        Without a seed luck goes on where it stands; the first time nobody can know where that is.
        """
        if seed is not None or not self._seeded:
            if seed is not None and seed < 0:
                raise BadOption(f"seed={seed} is not possible: a seed is a whole number from 0")
            luck, choices = np.random.SeedSequence(seed).spawn(2)
            self._matches.luck[:] = luck.generate_state(self.count, np.uint64)
            self._matches.choices[:] = choices.generate_state(self.count, np.uint64)
            self._seeded = True
        self._matches.over[:] = True
        self._run(self._machine.begin)
        return self._matches.observations, self.masks

    def step(self, actions: Any) -> Step:
        """Play an action in every match. IllegalMove names the first that is not legal, and nothing is played."""
        if not self._seeded:
            raise SquarelyError("nothing has begun yet; call reset first.")
        if actions is not self._matches.actions:
            self._matches.actions[:] = self._taken(actions)
        if self.check:
            at = first_illegal(self.masks, self._matches.actions)
            if at != ALL_LEGAL:
                self._refuse(at)
        self._run(self._machine.step)
        made = self._matches
        return made.observations, made.rewards, made.terminated, made.truncated, self.masks

    def random_actions(self) -> Actions:
        """A legal action for every match, each as likely as the others."""
        made = self._matches
        self._spread(lambda low, high: choose(made.choices, made.legal, made.words, made.actions, low, high))
        actions: Actions = made.actions
        return actions

    def random_rollout(self, steps: int) -> int:
        """Take so many steps of random play, masks and observations included; gives how many matches ended."""
        ended = np.zeros(self.count, np.int64)
        self._run(self._machine.rollout, steps, ended)
        return int(ended.sum())

    def final_observations(self) -> tuple[NDArray[np.int64], Observation]:
        """Which matches ended in the last step, and how each of them looked at its end."""
        which = np.flatnonzero(self._matches.over)
        seen = np.zeros((len(which), *self.encoding.shape), np.uint8)
        self._machine.show(self.game.law, self._matches.ended[which], self._by_square(seen), 0, len(which))
        return which, seen

    def position(self, at: int) -> Position:
        """The position of one match."""
        return self._load([int(number) for number in self._matches.rows[at]])

    def close(self) -> None:
        """Let go of the threads."""
        if self._pool:
            self._pool.shutdown()

    def _laid_out(self, width: int) -> Matches:
        count, actions = self.count, self.encoding.actions
        padded = np.zeros((count, -(-actions // _WORD) * _WORD), np.int8)
        self.masks: Mask = padded[:, :actions]
        return Matches(
            rows=np.zeros((count, width), np.int64),
            ended=np.zeros((count, width), np.int64),
            luck=np.zeros(count, np.uint64),
            choices=np.zeros(count, np.uint64),
            turns=np.zeros(count, np.int64),
            movers=np.zeros(count, np.int8),
            legal=np.zeros(count, np.int64),
            masks=padded,
            words=padded.view(np.uint64),
            observations=np.zeros((count, *self.encoding.shape), np.uint8),
            actions=np.zeros(count, np.int64),
            rewards=np.zeros(count, np.float32),
            terminated=np.zeros(count, np.bool_),
            truncated=np.zeros(count, np.bool_),
            over=np.zeros(count, np.bool_),
        )

    def _run(self, function: Any, *given: Any) -> None:
        law, bounds = self.game.law, self._bounds
        matches = self._matches._replace(observations=self._by_square(self._matches.observations))
        if not all(self._spread(lambda low, high: function(law, matches, bounds, *given, low, high))):
            raise SquarelyError(
                f"{self.game.name} has a position without an end or a legal move, or a move beyond its "
                f"{self.encoding.actions} moves; see move_count and legal_moves in its file"
            )

    def _by_square(self, observations: Observation) -> Observation:
        """The same planes with their squares in one row, as rules number them."""
        planes, height, width = self.encoding.shape
        return observations.reshape(len(observations), planes, height * width)

    def _spread(self, function: Callable[[int, int], Any]) -> list[Any]:
        """The function for every part of the matches: the first here, the others in threads of their own."""
        mine, *others = self._parts
        waiting = [self._pool.submit(function, *part) for part in others] if self._pool else []
        return [function(*mine), *(each.result() for each in waiting)]

    def _taken(self, actions: Any) -> NDArray[Any]:
        taken = np.asarray(actions)
        if taken.shape != (self.count,) or not np.issubdtype(taken.dtype, np.integer):
            raise IllegalMove(
                f"actions are {self.count} whole numbers, one for each match, not {taken.dtype} of shape {taken.shape}."
            )
        return taken

    def _refuse(self, at: int) -> None:
        try:
            self.encoding.move(self._matches.actions[at], self.position(at))
        except IllegalMove as why:
            raise IllegalMove(f"match {at}: {why}") from None

    def _read(self, starts: Sequence[str | Position] | None) -> list[Position]:
        if starts is None:
            return [self.game.start()]
        if not starts:
            raise BadPosition("starts is empty; give at least one position, or none of it")
        read = [self.game.read_position(start) if isinstance(start, str) else start for start in starts]
        for start in read:
            if type(start) is not type(self.game.start()):
                raise BadPosition(f"{start!r} is no position of {self.game.name}; give position lines")
            if outcome := self.game.outcome(start):
                raise BadPosition(f"{self.game.write_position(start)} is over: {outcome.reason}")
        return read


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
