"""gg-bench: drop-ins for the five environments of that collection whose rulebooks are games of ours, as `env(463)`."""

from operator import index
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces

from squarely.core.errors import BadOption, UnknownGame
from squarely.core.text.notation import join_with_or
from squarely.core.variations.pie import SWAP
from squarely.environments.encoding import Observation
from squarely.environments.episode import MAX_TURNS, Episode, load_game

ILLEGAL = -10.0  # the reward of an action that is not legal

_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_THREE = [(row, column) for row in range(3) for column in range(3)]


class DropIn(NamedTuple):
    """One environment of the collection: a game, its options, and what each action number says."""

    game: str
    options: dict[str, str]
    words: tuple[tuple[str, ...], ...]  # for each action the moves it can mean; never two of them at once
    free: tuple[str, ...] = ()  # options that leave the meaning of the numbers alone
    head: int | None = None  # lines above the rows of a drawing that is turned upside down, so that up is up


DROP_INS = {
    463: DropIn(
        "center",
        {},
        (
            *((f"place {row} {column}",) for row, column in _THREE if (row, column) != (1, 1)),
            *(
                (f"move {row} {column} {row + down} {column + right}",)
                for row, column in _THREE
                for down, right in _WAYS.values()
                if (row + down, column + right) in _THREE
            ),
        ),
        ("stalemate",),
    ),
    601: DropIn(
        "quad",
        {"sudden_death": "convert"},
        tuple((f"{column}{row}", f"swap {column}{row}") for row in range(1, 5) for column in "ABCD"),
    ),
    866: DropIn("numbers", {}, tuple((f"{row + 1} {column + 1}",) for row, column in _THREE), ("komi",)),
    711: DropIn("showdown", {}, tuple((way,) for way in _WAYS), ("first", "reversal", "start", "goal")),
    77: DropIn(
        "snatchers", {"up": "cartesian"}, tuple((f"{way} {spaces}",) for way in _WAYS for spaces in (1, 2)), head=2
    ),
}


class SharedSeat(gymnasium.Env[Observation, np.int64]):
    """Both sides in one environment, which turns from one to the other by itself."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012
    render_mode = "ansi"

    def __init__(self, number: int, max_turns: int = MAX_TURNS, **options: object) -> None:
        drop_in = DROP_INS.get(number)
        if drop_in is None:
            raise UnknownGame(f"there is no drop-in for {number}; there are {join_with_or([str(n) for n in DROP_INS])}")
        for name in options:
            if name not in (*drop_in.free, "pie"):
                may = f"; {number} takes {join_with_or([*drop_in.free, 'pie', 'max_turns'])}"
                raise BadOption(f"{name} is no option of drop-in {number}{may}")
        self.number = number
        self.episode = Episode(load_game(drop_in.game, {**drop_in.options, **options}), max_turns)
        self.words, self._head = drop_in.words, drop_in.head
        if self.episode.game.settings["pie"] != "no":
            self.words = (*self.words, (SWAP.word,))
        self.action_space = spaces.Discrete(len(self.words))
        self.observation_space = spaces.Box(0, self.episode.encoding.high.ravel(), dtype=np.uint8)
        self._stopped = False  # by an action that is not legal
        self._legal: dict[int, int] = {}  # the move that each legal action means
        self.reset()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match. options["position"] is a position line to begin from."""
        super().reset(seed=seed)
        self.episode.begin(self.np_random, options)
        self._stopped = False
        self._pass_over()
        return self.episode.observe().ravel(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move for the side whose turn it is. What comes back is the reward of that side."""
        if self._stopped or self.episode.is_over:
            return self._result(0.0, {"illegal": "the match is over; call reset to begin another."})
        number = _read_number(action)
        if number not in self._legal:
            self._stopped = True
            return self._result(ILLEGAL, {"illegal": self._explain_refusal(action, number)})
        mover = self.episode.match.mover
        self.episode.play(self._legal[number])
        reward = self.episode.reward(mover)
        self._pass_over()
        return self._result(reward, {})

    def valid_moves(self) -> list[int]:
        """The numbers of the legal actions, in ascending order; none at an end."""
        return [] if self._stopped or self.episode.is_over else list(self._legal)

    def render(self) -> str:
        """The drawn board and the position line, which says all that the board does not."""
        drawn = self.episode.draw()
        if self._head is None:
            return drawn
        lines = drawn.splitlines()
        foot = len(self.episode.game.words.draw(self.episode.position).splitlines()) - 1  # the lower edge
        lines[self._head : foot] = reversed(lines[self._head : foot])
        return "\n".join(lines) + "\n"

    def _pass_over(self) -> None:
        """Know what is legal. A blocked player passes, the one move that the collection has no number for."""
        while True:
            legal = {str(move): int(move) for move in self.episode.match.legal_moves}
            said = ((number, words) for number, meanings in enumerate(self.words) for words in meanings)
            self._legal = {number: legal[words] for number, words in said if words in legal}
            if self._legal or self.episode.is_over:
                break
            [move] = self.episode.match.legal_moves
            self.episode.play(move)

    def _result(self, reward: float, more: dict[str, str]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """What a step gives. The third value tells every end: the collection knows no other."""
        truncated, is_over = self.episode.is_truncated and not self._stopped, self._stopped or self.episode.is_over
        return self.episode.observe().ravel(), reward, is_over, truncated, {**self._info(), **more}

    def _info(self) -> dict[str, Any]:
        return {
            "mover": str(self.episode.match.mover),
            "position": self.episode.game.write_position(self.episode.position),
        }

    def _explain_refusal(self, action: Any, number: int | None) -> str:
        if number is None or not 0 <= number < len(self.words):
            return f"{action!r} is no action of {self.number}; there are the actions 0 to {len(self.words) - 1}."
        legal = ", ".join(f"{valid} ({self.words[valid][0]})" for valid in self._legal)
        return f"action {number} ({self.words[number][0]}) is not legal here; legal are {legal}."


def _read_number(action: Any) -> int | None:
    try:
        return index(action)
    except TypeError:
        return None


env = SharedSeat  # the drop-in for the environment with this number in the collection
