"""What the lab asks about rule sets, one at a time: a question can be answered anywhere, and always alike."""

from collections import Counter
from functools import lru_cache
from importlib.util import find_spec
from typing import Literal, NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, TIE, Game, Position
from squarely.lab.measure.measures import LIMIT, Effort, Measures
from squarely.solver.free_memory import NO_MEMORY
from squarely.solver.scoring import compute_lead

Kind: TypeAlias = Literal["full", "truth", "compare"]
_WORDS = {FIRST_WINS: "first", SECOND_WINS: "second", TIE: "tie"}
_DEALS = 10  # that are compared where there are more

_Value: TypeAlias = tuple[str, int | None, int | None]  # who wins, in how many moves, by how many points
_Values: TypeAlias = frozenset[_Value]


class Question(NamedTuple):
    """What is asked: every measure, those that need no play, or what changes against other options."""

    kind: Kind
    game: str
    options: str
    against: str = ""  # options to compare with
    seed: int = 0
    limit: int = LIMIT  # positions


class Answer(NamedTuple):
    """What was found; or why nothing can be found, as a sentence."""

    question: Question
    found: "Measures | Comparison | None"
    refusal: str = ""


def answer(question: Question) -> Answer:
    """The answer to a question: the same in every process. What is too large is refused, and that is an answer."""
    game = registry.load(question.game, question.options)
    try:
        if question.kind == "compare":
            before = registry.load(question.game, question.against)
            return Answer(question, compare_values(before, game, question.limit))
        return Answer(question, measure(game, seed=question.seed, effort=question.kind, limit=question.limit))
    except TooLarge as too_large:
        if str(too_large) == NO_MEMORY:  # which may be otherwise the next time
            raise
        return Answer(question, None, str(too_large))


def measure(
    game: Game, *, seed: int = 0, effort: Effort = "full", limit: int = LIMIT, start: Position | None = None
) -> Measures:
    """Measure a game under its options, from its start or from another. TooLarge beyond `limit` positions.

    The same game, seed, effort and start give the same measures to the last bit.
    """
    if find_spec("numba") is None:
        raise SquarelyError("to measure rules, install the extra: pip install 'squarely[solve]'")
    from squarely.lab.measure.truth import choose_deals, measure_starts

    starts = choose_deals(game, seed) if start is None else [start]
    return Measures(game.name, game.options, **measure_starts(game, starts, seed, effort == "full", limit))


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
        """Whether the other side wins, or the game ends otherwise."""
        return self.before[0] != self.after[0]


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
    from squarely.lab.measure.truth import choose_deals

    values: dict[str, _Values] = {}
    starts: Counter[tuple[str, int | None]] = Counter()
    same: dict[_Values, _Values] = {}  # there are few values and many positions
    for root in choose_deals(game, 0)[:_DEALS]:
        explored = explore_game(game, root, limit, ignores_score=False)
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
