"""Two rule sets of one game held against each other, position by position."""

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from squarely.core.errors import TooLarge
from squarely.core.game import Game
from squarely.core.rules import FIRST_WINS, SECOND_WINS, TIE
from squarely.lab.explored import Explored, explore_game
from squarely.lab.starts import choose_deals
from squarely.solver.free_memory import NO_MEMORY
from squarely.solver.scoring import compute_lead

_WORDS = {FIRST_WINS: "first", SECOND_WINS: "second", TIE: "tie"}
_ENDLESS = "endless"
_UNKNOWN = -1
_DEALS = 10  # that are compared where there are more

_Value: TypeAlias = tuple[str, int | None, int | None]  # who wins, in how many moves, by how many points
_Values: TypeAlias = frozenset[_Value]


class _Known(NamedTuple):
    values: dict[str, _Values]  # of positions that look alike, by what is drawn and who moves
    start: tuple[str, int | None]


class Comparison(NamedTuple):
    """What is otherwise under other options. Positions are the same if the same is drawn and the same side moves."""

    before: tuple[str, int | None]  # the result of the start, `first`, `second`, `tie` or `endless`, and its distance
    after: tuple[str, int | None]
    shared: int | None = None  # positions that there are under both; None where only the results are known
    changed: int | None = None  # of these, with another result or another distance
    results_changed: int | None = None  # of these, with another result

    def as_data(self) -> dict[str, Any]:
        """Everything by its name, as JSON has it."""
        return {**self._asdict(), "before": list(self.before), "after": list(self.after)}

    @property
    def is_idle(self) -> bool:
        """Whether every value stays as it was."""
        return bool(self.shared) and not self.changed and self.before == self.after

    @property
    def decides(self) -> bool:
        """Whether somebody else wins, or the game ends otherwise."""
        return self.before[0] != self.after[0]


def read_comparison(data: dict[str, Any]) -> Comparison:
    """The comparison that was written as data."""
    (was, moves), (becomes, more) = data["before"], data["after"]
    return Comparison((was, moves), (becomes, more), data["shared"], data["changed"], data["results_changed"])


def compare_values(before: Game, after: Game, limit: int) -> Comparison:
    """Hold the values of all positions under one rule set against those under another. TooLarge beyond `limit`.

    Where several positions look alike, as where the last move matters, all of their values together are compared.
    """
    old, new = _require_values(before, limit), _require_values(after, limit)
    shared = old.values.keys() & new.values.keys()
    changed = [key for key in shared if old.values[key] != new.values[key]]
    results = sum(_list_results(old.values[key]) != _list_results(new.values[key]) for key in changed)
    return Comparison(old.start, new.start, len(shared), len(changed), results)


def _require_values(game: Game, limit: int) -> _Known:
    found = _collect_values(game, limit)
    if isinstance(found, str):
        raise TooLarge(found)
    return found


@lru_cache(maxsize=2)  # the same rule set is held against several others
def _collect_values(game: Game, limit: int) -> _Known | str:
    """The values of all ongoing positions, and what the start is worth; or why there are too many of them."""
    values: dict[str, _Values] = {}
    starts: Counter[tuple[str, int | None]] = Counter()
    same: dict[_Values, _Values] = {}  # there are few values and many positions
    for root in choose_deals(game, 0)[:_DEALS]:
        try:
            explored = explore_game(game, root, limit, strips=False)
        except TooLarge as too_large:
            if str(too_large) == NO_MEMORY:  # which may be otherwise the next time
                raise
            return str(too_large)
        for node in range(len(explored.movers)):
            position = explored.position(node)
            value = _value_node(explored, node, compute_lead(game, position))
            if node == 0:
                starts[value[:2]] += 1
            if explored.first[node] == explored.first[node + 1]:
                continue  # an end is what it is
            key = f"{game.write_position(position).split(' ')[0]} {position.mover}"
            alike = values.get(key, frozenset()) | {value}
            values[key] = same.setdefault(alike, alike)
    return _Known(values, max(starts, key=lambda found: (starts[found], found[0], found[1] or 0)))


def _value_node(explored: Explored, node: int, lead: int) -> _Value:
    """What a node is worth: who wins, in how many moves, by how many points."""
    result, distance, margin = explored.value(node, lead)
    return _WORDS.get(result, _ENDLESS), None if distance == _UNKNOWN else distance, margin


def _list_results(values: _Values) -> set[str]:
    return {value[0] for value in values}
