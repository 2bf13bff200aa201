"""Thousands of matches in lock step, in NumPy arrays, played by the compiled rules."""

import os
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squarely.core.errors import BadOption, BadPosition, IllegalMove, SquarelyError
from squarely.core.rules.game import Game, Position
from squarely.environments.encoding import Encoding, Mask, Observation
from squarely.environments.episode import MAX_TURNS, check_max_turns, load_game
from squarely.environments.vector_steps.legal_masks import ALL_LEGAL, find_illegal
from squarely.environments.vector_steps.machine import BEGIN, CHOOSE, NUMBERS, STEP, Bounds, MatchArrays, build_machine
from squarely.environments.vector_steps.step_threads import StepThreads
from squarely.laws.law import flatten as flatten_numbers
from squarely.solver.compiled import check_width
from squarely.solver.flatten import flatten
from squarely.solver.rows import write_row_functions

Rewards: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]
Actions: TypeAlias = NDArray[np.int64]
StepResult: TypeAlias = tuple[Observation, Rewards, Flags, Flags, Mask]

_WORDS = 16  # actions whose masks are two numbers of 64 bits
_WORTH_A_THREAD = 1024  # matches


class Vector:
    """That many matches of one game. The caller plays both seats; `movers` says whose turn it is in each.

    A reward is that of the side that just acted: 1 for having won, -1 for having lost, 0 otherwise. A match that is
    over is replaced by a new one in the same step. Arrays that are handed out are the caller's, to keep and to change.
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
        copy: bool = True,
        **options: object,
    ) -> None:
        """`starts` are position lines, or positions, of which each match begins with one; without them the usual one.

        Where the start is dealt, each match is dealt anew. `check` refuses illegal actions; without it they corrupt
        the match. Without `copy` arrays are handed out that the next step writes over: faster, and not to be kept.
        """
        for name, given in (("count", count), ("threads", threads)):
            if given is not None and given < 1:
                raise BadOption(f"{name}={given} is not possible: {name} is a whole number from 1")
        self.game = load_game(game, options)
        self.encoding = Encoding(self.game)
        self.count, self.check, self.copy = count, check, copy
        begun = self._read_starts(starts)
        check_width(self.game, begun)
        kept = write_row_functions(begun[0])
        dealt = self.game.deals() if self.game.is_dealt and not starts else 0
        first_rows = np.array([[*flatten_numbers(start)] for start in begun], np.int64)
        bounds = Bounds(first_rows, dealt, check_max_turns(max_turns), self.encoding.actions)
        self._load, self._matches = kept.load, self._allocate(kept.width)
        self._machine = build_machine(self.game, kept, self._matches, bounds)
        workers = min(threads or _count_cores(), max(1, count // _WORTH_A_THREAD))
        self._law = flatten(self.game).law
        self._step_threads = StepThreads(self._machine.perform, (self._law, self._matches, bounds), count, workers)
        self._seeded = False
        self._drawn: Actions | None = None  # the random actions that would be legal now

    @property
    def movers(self) -> NDArray[np.int8]:
        """Whose turn it is in each match: 0 the first side's, 1 the second's."""
        movers: NDArray[np.int8] = self._hand_out(self._matches.movers)
        return movers

    @property
    def masks(self) -> Mask:
        """For every match and action, 1 if it is legal now."""
        masks: Mask = self._hand_out(self._masks)
        return masks

    def reset(self, seed: int | None = None) -> tuple[Observation, Mask]:
        """Begin all matches anew. The same seed and actions give the same play, however many threads there are.

        Without a seed the random streams continue; the first call seeds them from the operating system.
        """
        if seed is not None or not self._seeded:
            if seed is not None and seed < 0:
                raise BadOption(f"seed={seed} is not possible: a seed is a whole number from 0")
            dealing, choices = np.random.SeedSequence(seed).spawn(2)
            self._matches.rng_states[:] = dealing.generate_state(self.count, np.uint64)
            self._matches.choices[:] = choices.generate_state(self.count, np.uint64)
            self._seeded = True
        self._run(BEGIN)
        return self._hand_out(self._observations), self.masks

    def step(self, actions: Any) -> StepResult:
        """Play an action in every match. IllegalMove names the first that is not legal, and nothing is played."""
        if actions is not self._drawn:  # drawn by us, and so legal
            self._check_begun()
            self._drawn, taken = None, np.asarray(actions)
            if taken.shape != (self.count,) or not np.issubdtype(taken.dtype, np.integer):
                wanted = f"actions are {self.count} whole numbers, one for each match"
                raise IllegalMove(f"{wanted}, not {taken.dtype} of shape {taken.shape}.")
            self._matches.actions[:] = taken
            at = find_illegal(self._masks, self._matches.actions) if self.check else ALL_LEGAL
            if at != ALL_LEGAL:
                self._refuse(at)
        self._run(STEP)
        made, out = self._matches, self._hand_out
        return out(self._observations), out(made.rewards), out(made.terminated), out(made.truncated), self.masks

    def random_actions(self) -> Actions:
        """A legal action for every match, each as likely as the others. They cannot be changed; a copy of them can."""
        self._check_begun()
        self._run(CHOOSE)
        drawn: Actions = self._matches.actions.copy() if self.copy else self._matches.actions.view()
        drawn.flags.writeable = False
        self._drawn = drawn
        return drawn

    def random_rollout(self, steps: int) -> int:
        """Take that many steps of random play, masks and observations included; gives how many matches ended."""
        self._check_begun()
        self._matches.finished[:] = 0
        if steps > 0:
            self._run(steps)
        return int(self._matches.finished.sum())

    def final_observations(self) -> tuple[NDArray[np.int64], Observation]:
        """Which matches ended in the last step, and how each of them looked at its end."""
        which = np.flatnonzero(self._matches.over)
        seen = np.zeros_like(self._matches.observations, shape=(len(which), *self._matches.observations.shape[1:]))
        self._machine.show(self._law, self._matches.ended[which], seen)
        return which, seen.reshape(-1, *self.encoding.shape)

    def position(self, at: int) -> Position:
        return self._load(self._matches.rows[[at]].astype(object), 0)

    def close(self) -> None:
        self._step_threads.close()

    def _allocate(self, width: int) -> MatchArrays:
        count, actions = self.count, self.encoding.actions
        padded = np.zeros((count, -(-actions // _WORDS) * _WORDS), np.int8)
        self._masks: Mask = padded[:, :actions]
        self._observations: Observation = np.zeros((count, *self.encoding.shape), np.uint8)
        return MatchArrays(
            rows=np.zeros((count, width), np.int64),
            ended=np.zeros((count, width), np.int64),
            masks=padded,
            words=padded.view(np.uint64),
            observations=self._observations.reshape(count, len(self.encoding.planes), -1),
            **{name: np.zeros(count, kind) for name, kind in NUMBERS.items()},
        )

    def _hand_out(self, own: Any) -> Any:
        return own.copy() if self.copy else own

    def _run(self, order: int) -> None:
        self._drawn = None
        if not self._step_threads.run(order):
            raise SquarelyError(
                f"{self.game.name} has a position without an end or a legal move, or a move beyond its "
                f"{self.encoding.actions} moves; see moves and legal_moves in its class"
            )

    def _check_begun(self) -> None:
        if not self._seeded:
            raise SquarelyError("nothing has begun yet; call reset first.")

    def _refuse(self, at: int) -> None:
        try:
            self.encoding.move(self._matches.actions[at], self.position(at))
        except IllegalMove as why:
            raise IllegalMove(f"match {at}: {why}") from None

    def _read_starts(self, starts: Sequence[str | Position] | None) -> list[Position]:
        if starts is None:
            return [self.game.start()]
        if not starts:
            raise BadPosition("starts is empty; give at least one position, or none of it")
        read = [self.game.read_position(start) if isinstance(start, str) else start for start in starts]
        for start in read:
            if type(start) is not type(self.game.start()):
                raise BadPosition(f"{start!r} is no position of {self.game.name}; give position lines")
            if outcome := self.game.result(start):
                raise BadPosition(f"{self.game.write_position(start)} is over: {outcome.reason}")
        return read


def _count_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
