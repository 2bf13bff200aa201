"""A player that searches, for a time or for a number of nodes: `search:2s`, `search:500ms`, `search:10k`."""

import re
from importlib.util import find_spec
from random import Random
from typing import TypeAlias

from squarely.core.errors import BadPlayer
from squarely.core.match.match import Match
from squarely.core.text.notation import quote
from squarely.players.player import Player
from squarely.solver.search import Findings, Search

_WORTH_COMPILING = 20_000  # nodes of a move: fewer are searched before a compiler has begun
_LONGEST = 3_600  # seconds
_MOST = 10**9  # nodes
_BUDGET = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)(ms|s|k|m|)", re.ASCII)
_UNITS = {"ms": 0.001, "s": 1.0, "k": 1_000, "m": 1_000_000, "": 1}


Budget: TypeAlias = tuple[int | None, float | None]  # nodes or seconds


def read_budget(text: str) -> Budget:
    """The budget that is written so; BadPlayer says how it is written."""
    if found := _BUDGET.fullmatch(text):
        number, is_time = float(found[1]) * _UNITS[found[2]], found[2] in ("ms", "s")
        if 0 < number <= (_LONGEST if is_time else _MOST) and (is_time or number >= 1):
            return (None, number) if is_time else (int(number), None)
    raise BadPlayer(
        f"{quote(f'search:{text}')} is no search; write a time up to an hour or a number of nodes behind it: "
        "search:2s, search:500ms, search:10k or search:5000"
    )


class Searcher(Player):
    """Plays what a search finds best. With a number of nodes it depends on the match and the seed alone."""

    def __init__(self, budget: Budget, seed: int) -> None:
        self._budget, self._seed = budget, seed
        self._search: Search | None = None

    def check(self, match: Match) -> None:
        """Begin to compile, so that it is ready early."""
        self._search = Search(match.game, self._seed)

    def choose(self, match: Match) -> int:
        nodes, seconds = self._budget
        if nodes is not None:  # what was searched before must not count: a match may be resumed
            return search_afresh(match, self._seed, nodes).moves[0].move
        if self._search is None or self._search.game != match.game:
            self._search = Search(match.game, self._seed)
        return self._search.run(match, seconds=seconds).moves[0].move

    def close(self) -> None:
        self._search = None


def search_afresh(match: Match, seed: int, nodes: int, seconds: float | None = None) -> Findings:
    """What a search without memory finds, the same for the same seed and number of moves.

    The seconds count only where there is no compiler.
    """
    chance = Random(f"search {seed} {len(match.moves)}").getrandbits(30)
    search = Search(match.game, chance, None if nodes > _WORTH_COMPILING else False)
    return search.run(match, nodes, None if find_spec("numba") else seconds)
