"""The level at which somebody played: exact chances, and intervals that hold as often as they claim."""

from collections import Counter, defaultdict
from random import Random
from statistics import mean

from squarely import Game, Match, Side
from squarely.core.rules import registry
from squarely.players.level import LEVELS, LevelPlayer, judge_view
from squarely.players.level_estimate import (
    LevelEstimate,
    _compute_chances,
    _sample_chances,
    describe_played_level,
    estimate_level,
    measure_likelihoods,
)
from squarely.solver.oracle import find_oracle

QUAD, SNATCHERS, NUMBERS = registry.load("quad", "size=3"), registry.load("snatchers"), registry.load("numbers")


def play(game: Game, levels: tuple[int, int], seed: int) -> Match:
    match, players = Match.of(game, game.start_for(seed)), [LevelPlayer(levels[side], 2 * seed + side) for side in Side]
    while not match.outcome and len(match.moves) < 30:
        match = match.play(players[match.mover].choose(match))
    return match


def likelihoods(match: Match, side: Side) -> tuple[float, ...]:
    return measure_likelihoods(match, side, find_oracle(match))


def test_chances_are_how_often_the_levels_choose() -> None:
    for game, measure, compared in (
        (QUAD, _compute_chances, 3),
        (SNATCHERS, _compute_chances, 3),
        (NUMBERS, _sample_chances, 1),
    ):
        match, random = Match.of(game), Random(5)
        for _ in range(compared):
            match = match.play(random.choice(match.legal_moves))
            view = judge_view(game, match.position, find_oracle(match))
            chances = [measure(view, edge) for edge in range(len(match.legal_moves))]
            for level in (1, 4, 8):
                chosen = Counter(LevelPlayer(level, seed).choose(match) for seed in range(600))
                for move, chance in zip(match.legal_moves, chances, strict=True):
                    assert abs(chosen[move] / 600 - chance[level - 1]) < 0.08
                assert abs(sum(chance[level - 1] for chance in chances) - 1) < 1e-9


def test_an_interval_has_the_true_level_as_often_as_it_claims_and_grows_with_it() -> None:
    """180 matches without points, 45 with points. Of those that show a level at all, four fifths."""
    held, told = [], defaultdict(list)
    for game, matches in ((QUAD, 90), (SNATCHERS, 90), (NUMBERS, 45)):
        for seed in range(matches):
            side, level, other = Side(seed // 9 % 2), 1 + seed % 9, 1 + seed * 5 % 9
            match = play(game, (level, other) if side == Side.FIRST else (other, level), seed)
            if found := estimate_level([likelihoods(match, side)]):
                held.append(found.low <= level <= found.high)
                told[level].append(found.level)
    assert len(held) > 150
    assert mean(held) > 0.75
    low, middle, high = (
        mean(each for level in levels for each in told[level]) for levels in ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    )
    assert low + 0.7 < middle < high - 0.2


def test_several_matches_tell_more_than_one() -> None:
    for level in (1, 5, 9):
        played = [likelihoods(play(QUAD, (level, 5), seed), Side.FIRST) for seed in range(24)]
        found = estimate_level(played)
        assert found is not None
        assert abs(found.level - level) <= 1
        assert found.high - found.low <= 2


def test_what_does_not_show_a_level_is_said_to_be_so() -> None:
    assert estimate_level([]) is None
    forced = Match.of(QUAD).resign(Side.FIRST)
    assert describe_played_level(likelihoods(forced, Side.FIRST)) == "This match does not show your level."
    certain = [-50.0 * abs(level - 7) for level in LEVELS]
    assert describe_played_level(certain) == "You played about like level 7."
    assert LevelEstimate(5, 3, 8).describe() == "level 5 (between 3 and 8)"
