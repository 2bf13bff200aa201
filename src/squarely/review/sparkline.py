"""The history of a match as one line of text: a character for the value of every position."""

from collections.abc import Sequence

from squarely.core.rules.game import Side
from squarely.core.text.notation import with_verb
from squarely.solver.values import Value

_WIDTH = 72  # characters of a line; a longer match goes on below
_RESULTS = {False: ("▀", "▄", "─"), True: ("^", "v", "-")}  # first wins, second wins, neither; and the same in ASCII
_LEVELS = "▁▂▃▄▅▆▇█"


def draw_sparkline(values: Sequence[Value], names: Sequence[str], plain: bool, width: int = _WIDTH) -> list[str]:
    """The picture, and in its last line what its characters mean."""
    by_points = not plain and all(value.margin is not None for value in values)
    drawn = _draw_levels(values) if by_points else "".join(_mark_result(value, plain) for value in values)
    first, second, neither = _RESULTS[plain]
    if by_points:
        meaning = f"the higher, the better for {names[0]}"
    else:
        said = {first: with_verb(names[0], "wins"), second: with_verb(names[1], "wins"), neither: "neither"}
        meaning = ", ".join(f"{mark} {words}" for mark, words in said.items() if mark in drawn)
    width = min(width, _WIDTH)
    lines = [drawn[at : at + width] for at in range(0, len(drawn), width)]
    return [*lines, f"({meaning})"]


def _mark_result(value: Value, plain: bool) -> str:
    return _RESULTS[plain][2 if value.winner is None else value.winner]


def _draw_levels(values: Sequence[Value]) -> str:
    """The margins as bars between the largest of either side."""
    leads = [value.lead(Side.FIRST) for value in values]
    most = max(*map(abs, leads), 1)
    return "".join(_LEVELS[round((lead + most) * (len(_LEVELS) - 1) / (2 * most))] for lead in leads)
