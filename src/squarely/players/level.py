"""A player whose strength is dialled from 1 to 9, and who errs as people do: by not seeing.

Of a move there is something to see: that it wins, loses or ties, so many moves later. The further off that is, the
more replies hide it and the more moves there are to choose from, the harder it is to see and the likelier it is
missed. Where it is a reply that is missed, it is missed after every move that it answers.

A move that is not understood is judged by its looks. Where there are points, these are a rough estimate of the lead
after the most that the other side can take at once; where there are none, it looks like any other.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, log2
from random import Random
from statistics import fmean
from typing import NamedTuple

from squarely.core.game import Game, Move, Side
from squarely.core.match import Match
from squarely.core.rules import Position
from squarely.players.lookahead import Lookahead
from squarely.solver.graph import compute_lead
from squarely.solver.repetition import find_endless_value
from squarely.solver.scoring import is_scored
from squarely.solver.shared_oracle import find_oracle
from squarely.solver.values import TIE, WIN, Value

LEVELS = range(1, 10)

# For each level the difficulty that it sees half of the time; a step of 1 changes the odds by a factor of e.
_SKILL = dict(zip(LEVELS, (2.6, 3.8, 4.7, 5.5, 6.3, 7.2, 8.2, 9.6, 12.0), strict=True))
# What makes something hard to see, for each doubling: its search depth, how many replies hide it, how many moves
# there are to choose from. To estimate points well is about as hard as to see a reply.
_DEPTH, _REPLIES, _CHOICES, _ESTIMATE = 2.0, 0.5, 0.25, 5.0
_ENOUGH = 40  # replies in a sample


class Candidate(NamedTuple):
    """A legal move: what is true of it, how hard that is to see, and how it looks to whoever misses it."""

    move: Move
    value: Value | None  # None where there is no end to be seen
    difficulty: float
    hinge: Move  # what has to be seen: the reply that refutes the move, or the move itself
    apparent_value: int  # the lead of the first side after the reply that takes most


class LevelPlayer:
    """Level 1 is a beginner, level 9 hardly ever misses anything."""

    def __init__(self, level: int, seed: int) -> None:
        self._level = level
        self._seed = seed

    def choose(self, match: Match) -> int:
        """The move that seems best, with what the player happens to see."""
        chance = Random(f"level {self._seed} {len(match.moves)}")
        candidates = find_candidates(match)
        attention = {hinge: chance.random() for hinge in sorted({candidate.hinge for candidate in candidates})}
        understood = [candidate for candidate in candidates if self._understands(candidate, attention)]
        guessed = self._guess_values(match, candidates, understood, chance)
        believed = guessed | {candidate.move: candidate.value for candidate in understood if candidate.value}
        return max(believed, key=lambda move: (believed[move].appeal(match.mover), chance.random()))

    def _understands(self, candidate: Candidate, attention: Mapping[Move, float]) -> bool:
        return candidate.value is not None and attention[candidate.hinge] >= chance_of_missing(
            self._level, candidate.difficulty
        )

    def _guess_values(
        self, match: Match, candidates: Sequence[Candidate], understood: Sequence[Candidate], chance: Random
    ) -> dict[Move, Value]:
        """What the moves look like, in the light of how much better or worse those are that were understood."""
        if not is_scored(match.game):
            return {candidate.move: find_endless_value(match.game) for candidate in candidates}  # as if it went on
        learnt = fmean(
            [known.value.lead(Side.FIRST) - known.apparent_value for known in understood if known.value] or [0]
        )
        looks = [candidate.apparent_value for candidate in candidates]
        rough = (max(looks) - min(looks)) * chance_of_misjudging(self._level)
        return {c.move: _value_of_lead(c.apparent_value + learnt + chance.gauss(0, rough)) for c in candidates}


def chance_of_missing(level: int, difficulty: float) -> float:
    """The chance that this level does not see something."""
    return find_chance(find_skill(level), difficulty)


def find_skill(level: int) -> float:
    """The difficulty that this level sees half of the time."""
    return _SKILL[level]


def find_chance(skill: float, difficulty: float) -> float:
    """The chance that something is not seen."""
    return 1 / (1 + exp(skill - difficulty))


def chance_of_misjudging(level: int) -> float:
    """How far off this level's estimates of points are, as a share of how much they differ from move to move."""
    return chance_of_missing(level, _ESTIMATE)


def rate_difficulty(distance: int, hidden: float, choices: int) -> float:
    """How hard it is to see an end so many moves off, behind so many replies, among so many moves."""
    return _DEPTH * log2(1 + distance) + _REPLIES * log2(hidden) + _CHOICES * log2(choices)


def sampling_step(replies: int) -> int:
    """Which of so many replies are looked at: every first, every second, every third."""
    return 1 + replies // _ENOUGH


def find_candidates(match: Match) -> tuple[Candidate, ...]:
    """Every legal move, with what there is to see about it."""
    return _work_out_candidates(match.game, match.start, match.position)


@lru_cache(maxsize=4096)
def _work_out_candidates(game: Game, start: Position, position: Position) -> tuple[Candidate, ...]:
    oracle, moves = find_oracle(Match.of(game, start)), game.legal_moves(position)
    reading, rules, law = None if oracle else Lookahead(game, position), game.rules, game.law

    def truth(later: Position, ahead: int) -> Value | None:
        return reading.value(later, ahead) if reading else oracle.value(later) if oracle else None

    def candidate(move: Move) -> Candidate:
        after = game.play(position, move)
        replies = list(rules.legal_moves(law, after))
        looks = _estimate_lead(game, after, replies)
        value = truth(after, 1)
        if value is None or value.distance is None:
            return Candidate(move, None, 0, move, looks)
        hinge, hidden = move, max(1.0, len(replies))  # to know that no reply helps, all of them must be looked at
        if value.winner != position.mover and replies:  # to know that one does, one has to be found
            looked_at = _sample_replies(replies)
            answers = [reply for reply in looked_at if _refutes(truth(game.play(after, reply), 2), value)]
            if answers:
                hinge, hidden = game.name_move(after, answers[0]), len(looked_at) / len(answers)
        return Candidate(move, value, rate_difficulty(value.distance, hidden, len(moves)), hinge, looks)

    return tuple(map(candidate, moves))


def _refutes(reply: Value | None, value: Value) -> bool:
    """Whether a reply leads straight to what a move is worth, one move nearer to the end."""
    if reply is None or reply.distance is None or value.distance is None:
        return False
    return reply.has_same_result(value) and (reply.margin, reply.distance + 1) == (value.margin, value.distance)


def _estimate_lead(game: Game, position: Position, replies: Sequence[int]) -> int:
    """The lead of the first side after the best that can be taken in reply; 0 in a game without points."""
    if game.points(position) is None:
        return 0
    leads = [compute_lead(game, game.play(position, reply)) for reply in replies] or [compute_lead(game, position)]
    return max(leads) if position.mover == Side.FIRST else min(leads)


def _sample_replies(replies: Sequence[int]) -> Sequence[int]:
    """A sample of the replies, large enough to estimate how many are like them."""
    return replies[:: sampling_step(len(replies))]


def _value_of_lead(ahead: float) -> Value:
    """What such a lead of the first side means, if it stays like that."""
    if round(ahead) == 0:
        return Value(None, TIE, 0, 0)
    return Value(Side.FIRST if ahead > 0 else Side.SECOND, WIN, 0, abs(round(ahead)))
