"""OpenSpiel's plain Monte Carlo search as an opponent: `MCTSBot` as it comes, over our own rules.

Its tree is OpenSpiel's own Python. Only its random playouts run compiled, so that it is not slowed by our interpreter.
"""

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot

from squarely.core.match.match import Match
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game
from squarely.players.player import Player
from squarely.solver.compiled import compile_game, geometry_as_arrays, jit
from squarely.solver.flatten import flatten

SIMULATIONS, UCT_C = 1_000, 2.0
_LONGEST = 200  # moves of a playout, which counts as a tie then


class _State:
    """As much of a state of OpenSpiel as the bot asks for."""

    def __init__(self, game: Game, position: Any) -> None:
        self.game, self.position, self.result = game, position, game.outcome(position)

    def clone(self) -> "_State":
        copied = object.__new__(_State)
        copied.game, copied.position, copied.result = self.game, self.position, self.result
        return copied

    def apply_action(self, action: int) -> None:
        self.position = self.game.play(self.position, action)
        self.result = self.game.outcome(self.position)

    def current_player(self) -> int:
        return int(self.position.mover)

    def legal_actions(self, _: int | None = None) -> list[int]:
        return list(self.game.legal_moves(self.position))

    def is_terminal(self) -> bool:
        return self.result != ONGOING

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        return {FIRST_WINS: [1.0, -1.0], SECOND_WINS: [-1.0, 1.0]}.get(self.result, [0.0, 0.0])


class _Rollout:
    """`RandomRolloutEvaluator(1)`, compiled."""

    def __init__(self, game: Game) -> None:
        self._law, rules = geometry_as_arrays(flatten(game).law), compile_game(game)
        legal_moves, play, outcome = rules.legal_moves, rules.play, rules.outcome

        @jit  # type: ignore[untyped-decorator]
        def roll(law: Any, position: Any, seed: int) -> int:
            np.random.seed(seed)
            moves = np.empty(4096, np.int64)
            for _ in range(_LONGEST):
                result = outcome(law, position)
                if result != ONGOING:
                    return result  # type: ignore[no-any-return]
                count = 0
                for move in legal_moves(law, position):
                    moves[count] = move
                    count += 1
                position = play(law, position, moves[np.random.randint(count)])
            return ONGOING

        self._roll = roll

    def evaluate(self, state: _State) -> Any:
        result = self._roll(self._law, state.position, np.random.randint(1 << 30))
        return np.array({FIRST_WINS: [1.0, -1.0], SECOND_WINS: [-1.0, 1.0]}.get(result, [0.0, 0.0]))

    def prior(self, state: _State) -> list[tuple[int, float]]:
        moves = list(state.game.legal_moves(state.position))
        return [(move, 1 / len(moves)) for move in moves]


class _Terms:
    """What the bot asks of a game."""

    def get_type(self) -> Any:
        return pyspiel.load_game("tic_tac_toe").get_type()

    def max_utility(self) -> float:
        return 1.0


class Rival(Player):
    """The bot as a player of ours; it counts its moves and its seconds."""

    def __init__(self, game: Game, simulations: int = SIMULATIONS) -> None:
        self.game, self.rollout, self.simulations, self.moves, self.seconds = game, _Rollout(game), simulations, 0, 0.0
        self.rollout.evaluate(_State(game, game.start()))  # compiles

    @property
    def mean(self) -> float:
        """The seconds that a move of its has taken so far, a tenth before its first."""
        return self.seconds / self.moves if self.moves else 0.1

    def seed(self, seed: int) -> None:
        """Every match has a seed of its own."""
        np.random.seed(seed)
        self._random = np.random.RandomState(seed)

    def choose(self, match: Match) -> int:
        began = time.monotonic()
        bot = MCTSBot(_Terms(), UCT_C, self.simulations, self.rollout, solve=True, random_state=self._random)
        move = bot.step(_State(self.game, match.position))
        self.moves += 1
        self.seconds += time.monotonic() - began
        return int(move)
