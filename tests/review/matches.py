"""Matches to review: played by a mixture of the best moves and random ones, from nothing to perfect play."""

from collections.abc import Iterator
from itertools import count
from random import Random

from squarely import Game, Match
from squarely.core.rules import registry
from squarely.core.rules.game import Position

from .plain import Plain, plain_from
from .reproof import NAMES

CENTER, SHOWDOWN, SNATCHERS = ("center", ""), ("showdown", ""), ("snatchers", "")
NUMBERS, EXCHANGE, NO_SUDDEN_DEATH = ("numbers", ""), ("quad", "size=3"), ("quad", "size=3,sudden_death=none")
LATE = ("quad", "sudden_death=convert")  # too large for brute force from its start
ALL = (CENTER, SHOWDOWN, SNATCHERS, NUMBERS, EXCHANGE, NO_SUDDEN_DEATH)
LONGEST = 30


def generated(name: str, options: str, starts: int, matches: int) -> Iterator[tuple[Plain, list[Match]]]:
    """For each of several deals, the truth about it and matches from it; games that are not dealt have one start."""
    game = registry.load(name, options)
    for seed in range(starts):
        plain = plain_from(game, late(game, seed) if (name, options) == LATE else game.start_for(seed))
        yield plain, [played(plain, Random(f"{name} {options} {seed} {number}")) for number in range(matches)]


def late(game: Game, seed: int) -> Position:
    for attempt in count():
        match, chance = Match.of(game), Random(f"late {seed} {attempt}")
        while match.legal_moves and len(match.moves) < 10:
            match = match.play(chance.choice(match.legal_moves))
        if not match.outcome:
            return match.position
    raise AssertionError


def played(plain: Plain, chance: Random) -> Match:
    """A match between two players, each as likely to play its best as chance had it."""
    match = Match.of(plain.game, plain.start, NAMES)
    skill = chance.choice((0, 0.4, 0.7, 0.9, 1)), chance.choice((0, 0.4, 0.7, 0.9, 1))
    while match.legal_moves and len(match.moves) < LONGEST:
        mover, after = match.mover, plain.after[match.position]
        moves = list(after)
        if chance.random() < skill[mover]:
            liked = {move: plain.truth(position).liking(mover) for move, position in after.items()}
            moves = [move for move in moves if liked[move] == max(liked.values())]
        match = match.play(chance.choice(moves))
    return match
