"""Two rule sets of one game held against each other, position by position."""

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, TIE, Game
from squarely.solver.scoring import compute_lead

_WORDS = {FIRST_WINS: "first", SECOND_WINS: "second", TIE: "tie"}
_DEALS = 10  # that are compared where there are more

_Value: TypeAlias = tuple[str, int | None, int | None]  # who wins, in how many moves, by how many points
_Values: TypeAlias = frozenset[_Value]


class Comparison(NamedTuple):
    """What is otherwise under other options. Positions are the same if the same is drawn and the same side moves."""

    before: tuple[str, int | None]  # the result of the start, `first`, `second`, `tie` or `endless`, and its distance
    after: tuple[str, int | None]
    shared: int  # positions that there are under both
    changed: int  # of these, with another result or another distance
    results_changed: int  # of these, with another result

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
    return Comparison(**data | {"before": tuple(data["before"]), "after": tuple(data["after"])})


def compare_values(before: Game, after: Game, limit: int) -> Comparison:
    """Hold the values of all positions under one rule set against those under another. TooLarge beyond `limit`.

    Where several positions look alike, as where the last move matters, all of their values together are compared.
    """
    (old, before_start), (new, after_start) = _collect_values(before, limit), _collect_values(after, limit)
    shared = old.keys() & new.keys()
    changed = [key for key in shared if old[key] != new[key]]
    results = sum({each[0] for each in old[key]} != {each[0] for each in new[key]} for key in changed)
    return Comparison(before_start, after_start, len(shared), len(changed), results)


@lru_cache(maxsize=2)  # the same rule set is held against several others
def _collect_values(game: Game, limit: int) -> tuple[dict[str, _Values], tuple[str, int | None]]:
    """The values of ongoing positions, together of those of which the same is drawn, and what the start is worth."""
    from squarely.lab.measure.explored import explore_game
    from squarely.lab.measure.starts import choose_deals

    values: dict[str, _Values] = {}
    starts: Counter[tuple[str, int | None]] = Counter()
    same: dict[_Values, _Values] = {}  # there are few values and many positions
    for root in choose_deals(game, 0)[:_DEALS]:
        explored = explore_game(game, root, limit, strips=False)
        first = explored.graph.first
        for node in range(len(first) - 1):
            position = explored.position(node)
            result, distance, margin = explored.value(node, compute_lead(game, position))
            value = _WORDS.get(result, "endless"), None if distance < 0 else distance, margin
            starts[value[:2]] += node == 0
            if first[node] < first[node + 1]:  # an end is what it is
                key = f"{explored.game.write_position(position).split(' ')[0]} {position.mover}"
                alike = values.get(key, frozenset()) | {value}
                values[key] = same.setdefault(alike, alike)
    return values, max(starts, key=lambda found: (starts[found], found[0], found[1] or 0))
