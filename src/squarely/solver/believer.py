"""The believer: answers what an oracle is asked where nobody knows the truth, from a search."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Move, Position, Side
from squarely.solver.belief import TIED, Belief, Worth, find_share, is_known
from squarely.solver.oracle import Oracle
from squarely.solver.scoring import end_value
from squarely.solver.search import Findings, Search
from squarely.solver.values import TIE, WIN, Value, has_repetition_rule

NODES, SECONDS = 200_000, 1.0  # of one question: whichever is used up first
_PRIOR = 10  # visits for which a half counts
CLOSE = 0.03  # shares that are no further apart are alike
_REMEMBERED = 2000  # positions


class BelievedMove(NamedTuple):
    """A legal move, where it leads and what a search found of that; of an end, what that is worth."""

    move: Move
    position: Position
    value: Worth


def find_alike(judged: Sequence[BelievedMove], side: Side) -> tuple[BelievedMove, ...]:
    """The moves that look as good as the first; where that is known, those that are known to lead to the same."""
    if not judged:
        return ()
    best = judged[0].value
    if is_known(best):
        return tuple(each for each in judged if is_known(each.value) and each.value.winner == best.winner)
    least = find_share(best, side) - CLOSE
    return tuple(each for each in judged if find_share(each.value, side) >= least)


class SharedSearch:
    """The search of a game, for any thread and any match of it; what it found of a position is cached."""

    def __init__(self, game: Game, compiled: bool | None) -> None:
        self._search, self._lock = Search(game, compiled=compiled), Lock()
        self._found: dict[Sequence[Position], Findings] = {}

    def look(self, match: Match, nodes: int, seconds: float) -> Findings:
        """What was found where a match stands, once so many nodes have been looked at, or for so long this time."""
        key = match.positions if has_repetition_rule(match.game) else (match.position,)
        with self._lock:
            known = self._found.get(key)
            if known is None or known.nodes < nodes:
                before = known.nodes if known else 0
                found = self._search.run(match, nodes=nodes - before, seconds=seconds)
                known = found._replace(nodes=before + found.nodes)
                if len(self._found) >= _REMEMBERED:
                    self._found.clear()
                self._found[key] = known
            return known


share_search = lru_cache(maxsize=2)(SharedSearch)  # everybody in this process shares it


class Believer:
    """Judges the positions of one match, and what follows them. What it was asked once it answers alike for ever."""

    def __init__(self, match: Match, seconds: float = SECONDS, compiled: bool | None = None) -> None:
        """Each position is looked at for at most so long, with machine code once there is some, if that may be."""
        self.game, self.near_end = match.game, Oracle(match.game)
        self._match, self._seconds, self._search = match, seconds, share_search(match.game, compiled)
        self._found: dict[Position, Findings] = {}
        self._after: dict[Position, Worth] = {}  # of positions that a judged move leads to

    def value(self, position: Position) -> Worth:
        """Of an end exactly, else what is believed or proved."""
        if outcome := self._stand_at(position).outcome:
            winner, ending = outcome.winner, TIE if outcome.winner is None else WIN
            return end_value(self.game, position) or Value(winner, ending, 0)
        if position in self._after and position not in self._match.positions:
            return self._after[position]
        return self._look(position).belief

    def value_moves(self, position: Position) -> tuple[BelievedMove, ...]:
        """Every legal move, the best first. None is believed to be better than the one that the search would play."""
        if self._stand_at(position).outcome:
            return ()
        side, judged = Side(position.mover), list[BelievedMove]()
        for move, after, belief, visits in self._look(position).moves:
            worth: Worth = belief
            if not belief.is_proved:  # what was hardly tried is open, and no better than the first
                worth = Belief((belief.share * visits + TIED * _PRIOR) / (visits + _PRIOR))
                worth = min([worth, *(each.value for each in judged[:1])], key=lambda each: each.appeal(side))
            judged.append(BelievedMove(move, after, end_value(self.game, after) or worth))
        self._after |= {each.position: each.value for each in judged}
        return tuple(sorted(judged, key=lambda each: each.value.appeal(side), reverse=True))

    def _look(self, position: Position) -> Findings:
        if position not in self._found:
            self._found[position] = self._search.look(self._stand_at(position), NODES, self._seconds)
        return self._found[position]

    def _stand_at(self, position: Position) -> Match:
        """The match when it was there last, as what has occurred counts; elsewhere one that begins there."""
        positions = self._match.positions
        if position not in positions:
            return Match.of(self.game, position)
        moves = len(positions) - 1 - positions[::-1].index(position)
        return replace(self._match.rewind(moves), ending=None)
