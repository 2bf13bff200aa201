"""A sitting: one match after another, as an environment plays them."""

import sys
from collections.abc import Mapping
from typing import Any

from numpy.random import Generator

from squarely import registry
from squarely.environments.encoding import Encoding
from squarely.errors import BadOption, BadPosition
from squarely.game import Game, Outcome, Position, Side
from squarely.match import Match

MAX_TURNS = 200  # moves of a match, both sides counted, unless somebody says otherwise
SEEDS = 2**31


def loaded(game: str | Game, options: Mapping[str, object]) -> Game:
    """The game of that name under these options; a game that is given gets them on top of its own."""
    if isinstance(game, str):
        return registry.load(game, options)
    return Game.of(game.name, game.rules, {**game.settings, **options})


def checked(max_turns: int) -> int:
    """A turn limit that lets somebody move."""
    if max_turns < 1:
        raise BadOption(f"max_turns={max_turns} is not possible: max_turns is a whole number from 1")
    return max_turns


class Sitting:
    """The match in hand, who has won it, and whether the turn limit stopped it."""

    def __init__(self, game: Game, max_turns: int) -> None:
        self.game = game
        self.encoding = Encoding(game)
        self.max_turns = checked(max_turns)
        self.match = Match.of(game)

    def begin(self, luck: Generator, options: Mapping[str, Any] | None = None) -> None:
        """A new match: from the start, dealt by this luck, or from options["position"], a position line."""
        for name in options or {}:
            if name != "position":
                raise BadOption(f"{name!r} is no option of reset; it takes position, a position line to begin from")
        line = (options or {}).get("position")
        self.match = Match.of(self.game, self._dealt(luck) if line is None else self._read(str(line)))

    def play(self, move: int) -> None:
        """Go on with a legal move; IllegalMove says why it is none."""
        self.match = self.match.play(move)

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def truncated(self) -> bool:
        """Whether the turn limit stopped the match. A win with the last move allowed is a win."""
        return len(self.match.moves) >= self.max_turns and self.outcome is None

    @property
    def over(self) -> bool:
        return self.truncated or self.outcome is not None

    def reward(self, side: Side) -> float:
        """1 for having won, -1 for having lost, 0 for anything else: a tie, a match stopped or going on."""
        if self.outcome is None or self.outcome.winner is None:
            return 0.0
        return 1.0 if self.outcome.winner == side else -1.0

    def drawn(self) -> str:
        """The board, the position line under it, and how the match ended."""
        lines = [self.game.draw(self.position), self.game.write_position(self.position)]
        if self.outcome:
            lines.append(f"The match is over: {self.outcome.reason}.")
        elif self.truncated:
            lines.append(f"The match was stopped after {self.max_turns} turns.")
        return "\n".join(lines) + "\n"

    def render(self, mode: str | None) -> str | None:
        """The drawn board: a text, or nothing where the mode is human and it is printed."""
        if mode != "human":
            return self.drawn()
        sys.stdout.write(self.drawn())
        return None

    def _dealt(self, luck: Generator) -> Position:
        return self.game.start(int(luck.integers(SEEDS)))

    def _read(self, line: str) -> Position:
        position = self.game.read_position(line)
        if outcome := self.game.outcome(position):
            raise BadPosition(f"nothing can be played from {line}: {outcome.reason}")
        return position
