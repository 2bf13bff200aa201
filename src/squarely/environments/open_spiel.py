"""OpenSpiel: every game as a Python game, with its options as parameters. Importing this registers them.

A game is called `squarely_NAME`. Where the start is dealt, chance draws the number of the deal digit by digit.
OpenSpiel knows no truncation: the turn limit ends a match, so the turns that are left are part of every state.
"""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from squarely.core.errors import BadOption, IllegalMove, SquarelyError, UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.core.rules.options import RULES, Setting
from squarely.core.rules.rulebook import PRINTED
from squarely.environments.encoding import Encoding
from squarely.environments.episode import MAX_TURNS, check_max_turns

DEALT_BY_CHANCE = -1
TEXT = "@"  # before a text that OpenSpiel would take for a number that it cannot read, such as 1-1


class SpielTerms:
    """What every state of one game shares. It is not copied with them, and travels as a class and parameters."""

    def __init__(self, kind: type[Game], params: dict[str, Any]) -> None:
        usual = list_parameters(kind)
        settings = {**usual, **params}
        self.max_turns = check_max_turns(settings.pop("max_turns"))
        deal = settings.pop("deal", DEALT_BY_CHANCE)
        given = {key: setting for key, setting in settings.items() if setting != usual.get(key)}  # all are told always
        self.game = kind({key: str(setting).removeprefix(TEXT) for key, setting in given.items()})
        in_force = {key: spell_setting(self.game.settings[key]) for key in settings if key != RULES}
        self.params = {**usual, **params, **in_force, RULES: PRINTED}  # the rule set spelled out
        self.encoding = Encoding(self.game)
        if not DEALT_BY_CHANCE <= deal < self.game.deals():
            raise BadOption(f"deal={deal} is not possible: deal is a whole number from 0 to {self.game.deals() - 1}")
        self.start = self.game.start() if deal == DEALT_BY_CHANCE else self.game.deal(deal)
        self.digits = factorize(self.game.deals()) if deal == DEALT_BY_CHANCE else []

    def __deepcopy__(self, memo: object) -> "SpielTerms":
        return self

    def __reduce__(self) -> tuple[type["SpielTerms"], tuple[type[Game], dict[str, Any]]]:
        return SpielTerms, (self.game.printed, self.params)


def list_parameters(kind: type[Game]) -> dict[str, Setting]:
    """The parameters of a game: a rule set, options, the turn limit, and where the start is dealt its number."""
    game = kind()
    options = {option.name: spell_setting(option.default) for option in game.declared if option.name != "repetition"}
    return {RULES: PRINTED, **options, "max_turns": MAX_TURNS, **({"deal": DEALT_BY_CHANCE} if game.is_dealt else {})}


def spell_setting(setting: Setting) -> Setting:
    """A setting that OpenSpiel can write and read back."""
    text = str(setting)
    if text.removeprefix("-").isdigit():
        return int(text)
    return f"{TEXT}{text}" if text[:1].isdigit() else text


def factorize(number: int) -> list[int]:
    """The prime factors of a number, ascending: the bases of the digits that count up to it (mixed radix)."""
    found, factor = [], 2
    while number > 1:
        while number % factor == 0:
            found.append(factor)
            number //= factor
        factor += 1
    return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games under the parameters it was loaded with."""

    kind: type[Game]  # each game has a class of its own

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.terms = SpielTerms(self.kind, params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.terms.encoding.actions,
            max_chance_outcomes=max(self.terms.digits, default=0),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.terms.max_turns,
        )
        super().__init__(game_type(self.kind, bool(self.terms.digits)), info, self.terms.params)

    def new_initial_state(self, state: object = None) -> "SpielState":
        if state is not None:
            raise SquarelyError("a match begins at its start; play its moves to go on from there")
        return SpielState(self)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return len(self.terms.digits)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Positions as planes and as lines, with the turns left; with perfect recall, the moves so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.terms, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or a deal that is not complete yet."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._terms = game.terms
        self._dealt: list[int] = []
        self._turns = 0
        self.position: Position | None = None if game.terms.digits else game.terms.start

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position is None else int(self.position.mover)

    def is_terminal(self) -> bool:
        """Whether it is won, tied, or at the turn limit."""
        if self.position is None:
            return False
        return self._turns >= self._terms.max_turns or self._terms.game.outcome(self.position) != ONGOING

    def returns(self) -> list[float]:
        """1 and -1 for winner and loser; 0 and 0 for everything else, the turn limit too."""
        outcome = ONGOING if self.position is None else self._terms.game.outcome(self.position)
        return {FIRST_WINS: [1.0, -1.0], SECOND_WINS: [-1.0, 1.0]}.get(outcome, [0.0, 0.0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        digits = self._terms.digits[len(self._dealt)]
        return [(digit, 1 / digits) for digit in range(digits)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.position is None or player != self.position.mover or self.is_terminal():
            return []
        return list(self._terms.game.legal_moves(self.position))

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self._deal(action)
        elif self._turns >= self._terms.max_turns:
            raise IllegalMove(f"the match was stopped after {self._turns} turns.")
        else:
            self.position = self._terms.game.play(self.position, self._terms.encoding.move(action, self.position))
            self._turns += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return f"deal {action}"
        return self._terms.game.name_move(self.position, self._terms.encoding.check_action(action)).text

    def _deal(self, digit: int) -> None:
        """Note the next digit of the deal; the last one completes it."""
        self._dealt.append(digit)
        if len(self._dealt) == len(self._terms.digits):
            number = 0
            for dealt, digits in zip(self._dealt, self._terms.digits, strict=True):
                number = number * digits + dealt
            self.position = self._terms.game.deal(number)

    def __str__(self) -> str:
        if self.position is None:
            return " ".join(["deal", *map(str, self._dealt)])
        return f"{self._terms.game.write_position(self.position)}, turns left: {self.turns_left}"

    @property
    def turns_left(self) -> int:
        """How many moves can still be made. They decide what a position is worth: at the last everything is over."""
        return self._terms.max_turns - self._turns


class Observer:
    """A position as planes, with one more for the share of turns that is left; and as its line."""

    def __init__(self, terms: SpielTerms, params: Any) -> None:
        if params:
            raise SquarelyError(f"an observation has no parameters; {params} were given")
        self._terms = terms
        planes, height, width = terms.encoding.shape
        self.tensor = np.zeros((planes + 1) * height * width, np.float32)
        self._planes = self.tensor.reshape(planes + 1, height, width)
        self.dict = {"observation": self._planes}

    def set_from(self, state: SpielState, player: int) -> None:  # noqa: ARG002
        """Show a position; nothing at all while it is being dealt."""
        self.tensor[:] = 0
        if state.position is not None:
            self._planes[:-1] = self._terms.encoding.observe(state.position)
            self._planes[-1] = state.turns_left / self._terms.max_turns

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002
        return str(state)


def game_type(kind: type[Game], by_chance: bool) -> Any:
    """What OpenSpiel is told about a game."""
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"squarely_{kind.name}",
        long_name=f"{kind.title} ({kind.name}, Squarely)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if by_chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=list_parameters(kind),
    )


def register(kind: type[Game]) -> None:
    """Make a game known to OpenSpiel."""
    # A class and not a function: OpenSpiel lets go of it when Python has ended, which only a class survives.
    pyspiel.register_game(game_type(kind, kind().is_dealt), type("SpielGame", (SpielGame,), {"kind": kind}))


for _name in registry.names():
    try:
        register(registry.load(_name).printed)
    except UnknownGame as _why:  # one broken file from outside does not keep the others away
        warnings.warn(str(_why), stacklevel=1)
