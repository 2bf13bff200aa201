"""An episode: the match that an environment plays, and the next one after it."""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.random import Generator

from squarely.core.errors import BadOption, BadPosition
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Outcome, Position, Side
from squarely.core.text.notation import join_with_or
from squarely.environments.encoding import Encoding, Mask, Observation
from squarely.play.turns import computer_moves, is_stopped
from squarely.players import Player

MAX_TURNS = 200  # moves of a match, both sides counted, by default
SEEDS = 2**31
RENDER_MODES = ("human", "ansi")


def load_game(game: str | Game, options: Mapping[str, object]) -> Game:
    """The game of that name under these options; a game that is given gets them on top of its own."""
    return registry.load(game, options) if isinstance(game, str) else game.with_options(**options)


def check_max_turns(max_turns: int) -> int:
    """A turn limit of at least one move."""
    if max_turns < 1:
        raise BadOption(f"max_turns={max_turns} is not possible: max_turns is a whole number from 1")
    return max_turns


class Episode:
    """The match in hand, who has won it, and whether the turn limit stopped it."""

    def __init__(self, game: Game, max_turns: int, render_mode: str | None = None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            modes = join_with_or(RENDER_MODES)
            raise BadOption(f"render_mode={render_mode} is not possible: render_mode is {modes}")
        self.game, self.render_mode = game, render_mode
        self.encoding = Encoding(game)
        self.max_turns = check_max_turns(max_turns)
        self.match = Match.of(game)

    def begin(self, rng: Generator, options: Mapping[str, Any] | None = None) -> None:
        """A new match: from the start, dealt from this random stream, or from options["position"], a position line."""
        for name in options or {}:
            if name != "position":
                raise BadOption(f"{name!r} is no option of reset; it takes position, a position line to begin from")
        line = (options or {}).get("position")
        start = self.game.start_for(int(rng.integers(SEEDS))) if line is None else self.game.read_position(str(line))
        if line is not None and (outcome := self.game.result(start)):
            raise BadPosition(f"nothing can be played from {line}: {outcome.reason}")
        self.match = Match.of(self.game, start)

    def play(self, move: int) -> None:
        """Go on with a legal move; IllegalMove says why it is none."""
        self.match = self.match.play(move)

    def let_computers_move(self, players: Mapping[Side, Player]) -> None:
        """Play computer moves until an agent is to move."""
        for match in computer_moves(self.match, players, self.max_turns):
            self.match = match

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def is_truncated(self) -> bool:
        """Whether the turn limit stopped the match. A win with the last move allowed is a win."""
        return is_stopped(self.match, self.max_turns)

    @property
    def is_over(self) -> bool:
        return self.is_truncated or self.outcome is not None

    def reward(self, side: Side) -> float:
        """1 for having won, -1 for having lost, 0 for anything else: a tie, a match stopped or going on."""
        if self.outcome is None or self.outcome.winner is None:
            return 0.0
        return 1.0 if self.outcome.winner == side else -1.0

    def draw(self) -> str:
        """The board, the position line under it, and how the match ended."""
        lines = [self.game.words.draw(self.position), self.game.write_position(self.position)]
        if self.outcome:
            lines.append(f"The match is over: {self.outcome.reason}.")
        elif self.is_truncated:
            lines.append(f"The match was stopped after {self.max_turns} turns.")
        return "\n".join(lines) + "\n"

    def render(self) -> str | None:
        """The drawn board: a text, or nothing where the mode is human and it is printed."""
        if self.render_mode != "human":
            return self.draw()
        sys.stdout.write(self.draw())
        return None

    def show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def observe(self) -> Observation:
        return self.encoding.observe(self.position)

    def mask(self) -> Mask:
        mask = self.encoding.mask(self.position)
        return mask * np.int8(0) if self.is_over else mask
