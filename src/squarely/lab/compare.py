"""Two rule sets of one game held against each other, position by position."""

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from squarely.core.game import Game
from squarely.core.rules import FIRST_WINS, SECOND_WINS, TIE
from squarely.lab.explored import explore_game
from squarely.lab.starts import choose_deals
from squarely.solver.scoring import compute_lead

_WORDS = {FIRST_WINS: "first", SECOND_WINS: "second", TIE: "tie"}
_ENDLESS = "endless"
_UNKNOWN = -1
_DEALS = 10  # that are compared where there are more

_Values: TypeAlias = dict[tuple[str, int], set[tuple[str, int | None, int | None]]]


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
    old, old_start = _collect_values(before, limit)
    new, new_start = _collect_values(after, limit)
    shared = old.keys() & new.keys()
    changed = sum(old[key] != new[key] for key in shared)
    results = sum({value[0] for value in old[key]} != {value[0] for value in new[key]} for key in shared)
    return Comparison(old_start, new_start, len(shared), changed, results)


@lru_cache(maxsize=2)  # the same rule set is held against several others
def _collect_values(game: Game, limit: int) -> tuple[_Values, tuple[str, int | None]]:
    """The values of all ongoing positions by what is drawn and who moves, and what the start is worth."""
    values: _Values = {}
    starts: Counter[tuple[str, int | None]] = Counter()
    for root in choose_deals(game, 0)[:_DEALS]:
        explored = explore_game(game, root, limit, strips=False)
        for node in range(len(explored.movers)):
            position = explored.position(node)
            result, distance, margin = explored.value(node, compute_lead(game, position))
            word = _WORDS.get(result, _ENDLESS)
            known = None if distance == _UNKNOWN else distance
            if node == 0:
                starts[word, known] += 1
            if explored.first[node] == explored.first[node + 1]:
                continue  # an end is what it is
            key = game.write_position(position).split(" ")[0], int(position.mover)
            values.setdefault(key, set()).add((word, known, margin))
    return values, max(starts, key=lambda found: (starts[found], found[0], found[1] or 0))
