"""What reset is told besides the seed is understood or refused, whichever environment it is."""

from collections.abc import Callable
from typing import Any

import gymnasium
import pettingzoo
import pytest

import squarely.environments.gym
import squarely.environments.petting_zoo  # noqa: F401 - registers the games
from squarely.core.errors import BadOption, BadPosition
from squarely.environments import ggbench

MADE: dict[str, Callable[[], Any]] = {
    "Gymnasium": lambda: gymnasium.make("squarely/showdown-v0"),
    "Gymnasium, several": lambda: gymnasium.make_vec("squarely/showdown-v0", 2),
    "PettingZoo": lambda: pettingzoo.make("aec", "squarely/showdown-v0"),
    "gg-bench": lambda: ggbench.env(711),
}
LINE = "...../...../...../...../*.... 1 down"


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
@pytest.mark.parametrize(
    ("options", "error", "why"),
    [
        ({"positon": LINE}, BadOption, r"^'positon' is no option of reset; it takes position, a position line"),
        ({"position": LINE, "max_turns": 3}, BadOption, "^'max_turns' is no option of reset"),
        ({"position": "garbage"}, BadPosition, "garbage"),
        ({"position": 5}, BadPosition, "5"),
        ({"position": ""}, BadPosition, "BOARD"),
    ],
)
def test_what_reset_does_not_know_is_refused(
    made: Callable[[], Any], options: dict[str, Any], error: type[Exception], why: str
) -> None:
    env = made()
    for wanted in ({"position": LINE}, {}, None):
        env.reset(seed=1, options=wanted)
    with pytest.raises(error, match=why):
        env.reset(seed=1, options=options)
