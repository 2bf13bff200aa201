"""A player that never gives anything away, and that hopes for mistakes where nothing else is left to hope for."""

from importlib.util import find_spec
from math import inf
from random import Random

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.players.player import Player
from squarely.players.searcher import Searcher
from squarely.solver.oracle import Oracle, ValuedMove, find_oracle, value_match_moves, write_solve_command
from squarely.solver.values import TIE, find_patient_side, has_repetition_rule

_SECONDS = 2.0  # for a move where nothing is solved


class Perfect(Player):
    """Wins soonest, holds out longest, by the best margin; among equally good moves sets the most traps."""

    def __init__(self, seed: int) -> None:
        self._seed, self._searcher = seed, Searcher((None, _SECONDS), seed)

    def check(self, match: Match) -> None:
        if find_oracle(match) is None:
            self._searcher.check(match)

    def note(self, match: Match) -> str:
        if find_oracle(match):
            return ""
        install = "" if find_spec("numba") else "pip install 'squarely[solve]' and "
        return (
            f"This game is too large to be solved while you wait: perfect searches for {_SECONDS:g} seconds a move, "
            "and can go wrong. Once this has solved it, it cannot: "
            f"{install}{write_solve_command(match.game, match.start)}"
        )

    def choose(self, match: Match) -> int:
        oracle = find_oracle(match) or find_oracle(Match.of(match.game, match.position))  # near the end
        if oracle is None:
            return self._searcher.choose(match)
        good = find_equally_good(oracle, match)
        if len(good) == 1:
            return good[0].move
        traps = {judged.move: measure_trap(oracle, judged) for judged in good}
        best = [judged for judged in good if traps[judged.move] == min(traps.values())]
        fewest = min(match.positions.count(judged.position) for judged in best)
        fresh = [judged.move for judged in best if match.positions.count(judged.position) == fewest]
        return Random(f"perfect {self._seed} {len(match.moves)}").choice(fresh)


def find_equally_good(oracle: Oracle, match: Match) -> list[ValuedMove]:
    """The moves between which only traps decide.

    While somebody wins they agree in margin and distance; where nobody does, a tie or play without end is all they
    need to keep. A tie is not put off by going back to where the match has been, or it might never come; and where
    the other side would win by repetition it is made as soon as possible.
    """
    mover = Side(match.position.mover)
    judged = value_match_moves(oracle, match)
    best = judged[0].value
    if best.winner is not None or find_patient_side(match.game) is not None:
        return [move for move in judged if move.value.appeal(mover) == best.appeal(mover)]
    keeping = [move for move in judged if move.value.has_same_result(best)]
    if best.ending == TIE and not has_repetition_rule(match.game):
        return [move for move in keeping if move.position not in match.positions] or keeping[:1]
    return keeping


def measure_trap(oracle: Oracle, judged: ValuedMove) -> tuple[float, ...]:
    """How well a move traps the side that answers it: the smaller, the better. An end is no trap.

    The replies that keep the result; those that keep margin and distance, too; the share of those that keep the result.
    """
    replies = oracle.value_moves(judged.position)
    if not replies:
        return (inf,)
    side = Side(judged.position.mover)
    keeping = sum(reply.value.has_same_result(judged.value) for reply in replies)
    holding = sum(reply.value.appeal(side) == replies[0].value.appeal(side) for reply in replies)
    return keeping, holding, keeping / len(replies)
