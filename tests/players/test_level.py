"""The dialled player: its levels are ordered in fact, and its errors are those of somebody who did not see.

And the level at which somebody played: exact chances, and intervals that hold as often as they claim.
"""

import re
from collections import Counter, defaultdict
from itertools import count, pairwise
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import pytest

from squarely import Game, Match, Side
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, SECOND_WINS
from squarely.players import level_estimate as estimate
from squarely.players import sight
from squarely.players.level import (
    _LONGEST,
    _NODES,
    _TEMPERATURES,
    LEVELS,
    LevelPlayer,
    find_skill,
    judge_view,
    look_ahead,
)
from squarely.players.level_words import LEVEL_WORDS, describe_level, find_level
from squarely.players.perfect import _SECONDS
from squarely.players.sight import UNKNOWN, find_chance
from squarely.solver.oracle import find_oracle
from tests.boards import at, playouts
from tests.games.outside_games import load_file

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
QUAD, SNATCHERS, NUMBERS = registry.load("quad", "size=3"), registry.load("snatchers"), registry.load("numbers")
GAMES = (("center", ""), ("numbers", ""), ("quad", "size=3"), ("showdown", ""), ("snatchers", ""))
benchmark = load_file(ROOT / "benchmarks" / "strength.py")  # the program that writes docs/strength.md


def read_page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(benchmark.LADDER)))
def test_every_strength_scores_more_than_the_one_below_it(lower: str, upper: str) -> None:
    sample = (("numbers", "", 6), ("quad", "size=3", 32), ("snatchers", "", 32))
    scores = [benchmark.score(upper, lower, name, options, range(seeds)) for name, options, seeds in sample]
    assert sum(scores) > len(scores) / 2


def test_the_page_shows_every_step_of_the_ladder_and_its_figures_come_out_again() -> None:
    page, _, _ = read_page("strength.md").partition("\n## Where nothing is solved")  # times are no one's to repeat
    lines = [line for line in page.splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert head == ["strength", "against", *(f"{n} {o}".strip() for n, o in benchmark.GAMES), "together"]
    assert [(row[1], row[0]) for row in rows] == list(pairwise(benchmark.LADDER))
    assert [row for row in rows if float(row[-1]) <= 50] == []
    assert [row for row in rows if abs(sum(map(float, row[2:-1])) / len(row[2:-1]) - float(row[-1])) > 0.1] == []
    scores = {(row[0], row[1]): [float(share) / 100 for share in row[2:-1]] for row in rows}
    without_means = re.compile(r"\| [\d.]+ \|$", re.MULTILINE)  # means of rounded figures
    assert without_means.sub("", page) == without_means.sub("", benchmark.page(scores))
    for lower, upper, game in (("level:1", "level:2", "numbers"), ("level:4", "level:5", "snatchers")):
        shown = next(row for row in rows if row[:2] == [upper, lower])[head.index(game)]
        assert f"{100 * benchmark.score(upper, lower, game, '', benchmark.OPENINGS):.1f}" == shown


def test_the_page_names_the_words_and_figures_that_the_player_uses() -> None:
    assert list(LEVEL_WORDS) == list(LEVELS)
    rows = [f"| {level} | {word} | {says} |" for level, (word, says) in LEVEL_WORDS.items()]
    assert "\n".join(rows) in read_page("opponents.md")
    assert [describe_level(name) for name in ("level:4", "perfect")] == ["level 4 (careful)", "perfect"]
    assert [find_level(name) for name in ("level:9", "level:10", "Ann")] == [9, None, None]
    page = " ".join(read_page("opponents.md").split())
    assert f"the further off the end is: {sight._DEPTH:g} for each doubling" in page
    assert f"the more replies hide it: {sight._REPLIES:g} for each doubling" in page
    assert f"the more moves there are to choose from: {sight._CHOICES:g} for each doubling" in page
    assert f"a skill, from {find_skill(1):g} to {find_skill(9):g}" in page
    assert f"Level 1 looks at {_NODES[1]:,} nodes a move" in page
    assert f"Level 9 looks at {_NODES[9]:,} and" in page
    assert (_TEMPERATURES[1], _TEMPERATURES[9], _LONGEST, _SECONDS) == (0.25, 0.0, 1.0, 2.0)


def test_more_is_missed_the_deeper_it_lies_and_less_the_higher_the_level() -> None:
    for lower, upper in pairwise(map(find_skill, LEVELS)):
        for difficulty in (0, 2, 4, 8):
            missed = find_chance(lower, difficulty)
            assert find_chance(upper, difficulty) < missed < find_chance(lower, difficulty + 1)


def find_candidates(match: Match) -> list[tuple[int, bool, int, float, int]]:
    """Moves of which something is known: the move, whether it wins, how far off, how hard to see, its refutation."""
    graph, sight, _ = look_ahead(match.game, match.start, match.position)
    wins = FIRST_WINS if match.mover == Side.FIRST else SECOND_WINS
    return [
        (int(move), graph.results[edge + 1] == wins, distance, sight.difficulties[edge], sight.refutations[edge])
        for edge, move in enumerate(match.legal_moves)
        if (distance := graph.distances[edge + 1]) != UNKNOWN
    ]


def test_what_is_further_off_is_harder_to_see_and_a_reply_that_is_missed_is_missed_after_every_move() -> None:
    compared = 0
    for match in playouts(registry.load("quad", "size=3"), matches=60):
        winning = sorted((distance, hard) for _, wins, distance, hard, _ in find_candidates(match) if wins)
        for (near, easy), (far, hard) in pairwise(winning):
            if near < far:
                compared += 1
                assert easy < hard
    assert compared > 20
    # X threatens D4, which O can only stop there: all other moves founder on that one reply.
    match = at(registry.load("quad"), "O.../.O../..XX/..X. O")
    (stopping,) = (int(move) for move in match.legal_moves if str(move) == "D4")
    refutations = {move: refutation for move, _, distance, _, refutation in find_candidates(match) if distance == 1}
    assert set(refutations) == set(map(int, match.legal_moves)) - {stopping}
    assert set(refutations.values()) == {stopping}
    assert str(LevelPlayer(9, 0).choose(match)) == "D4"


def test_a_beginner_usually_takes_a_win_at_once_and_the_best_always() -> None:
    for name, options in GAMES:
        game, taken = registry.load(name, options), Counter[int]()
        wins = [m for m in playouts(game, matches=60) if any(wins_at_once(m, move) for move in m.legal_moves)]
        assert len(wins) > 25
        for seed, match in enumerate(wins):
            for skill in (1, 9):
                taken[skill] += wins_at_once(match, LevelPlayer(skill, seed).choose(match))
        assert 0.85 * len(wins) < taken[1] < len(wins), name
        assert taken[9] == len(wins), name


def wins_at_once(match: Match, move: int) -> bool:
    outcome = match.game.result(match.game.play(match.position, move))
    return outcome is not None and outcome.winner == match.mover


def test_a_game_too_large_to_solve_is_played_by_searching() -> None:
    game = registry.load("quad", "size=5")
    winning = at(game, "O..../.XX../.X..O/...../O.... X")
    assert {str(LevelPlayer(9, seed).choose(winning)) for seed in range(2)} == {"C3"}
    threatened = at(game, "O..../.XX../.X.../...../O.... O")
    assert {str(LevelPlayer(9, seed).choose(threatened)) for seed in range(2)} == {"C3"}
    assert len({str(LevelPlayer(1, seed).choose(threatened)) for seed in range(10)}) > 1
    # With points: on this grid two squares are left, and 16 beats 1 now and later.
    match = at(registry.load("numbers", "size=4,capture=choose"), "1.../..../..../...G 1 60-59")
    assert str(LevelPlayer(9, 0).choose(match)) == "4 4"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("size=5", "XOXXO/OXXOX/OOXX./OXOOX/.OOXX O"),  # few moves now, 156 after the next two
        ("size=6", "XOXOXO/OXOXOX/XOXOXO/OXOXOX/XOXOXO/OXOXOX X"),  # 324 at once
        ("size=6,block=4", "XOXOXO/OXOXOX/XO.OXO/OX.XOX/XOXOXO/OXOX.. X"),
    ],
)
def test_a_level_looks_at_a_bounded_number_of_positions(
    options: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = at(registry.load("quad", options), line)
    find_oracle(match)  # whether the game can be solved is asked once, and not for every move
    looks, outcome = count(), type(match.game).outcome

    def counted(*given: Any) -> int:
        assert next(looks) < 400_000  # in the middle of it, so that a thought without end fails and does not hang
        return outcome(*given)

    monkeypatch.setattr(type(match.game), "outcome", counted)
    assert all(LevelPlayer(strength, 0).choose(match) in match.legal_moves for strength in (1, 9))


def test_a_resumed_match_goes_on_as_it_would_have_and_another_seed_is_another_player() -> None:
    for strength in (1, 5, 9):
        match = Match.of(SNATCHERS)
        while not match.outcome and len(match.moves) < 20:
            kept = record.read(record.write(record.Record(match))).match
            move = LevelPlayer(strength, 11).choose(match)
            look_ahead.cache_clear()
            assert LevelPlayer(strength, 11).choose(kept) == move
            match = match.play(move)
    assert len({int(LevelPlayer(1, seed).choose(Match.of(NUMBERS))) for seed in range(30)}) > 3


def play(game: Game, levels: tuple[int, int], seed: int) -> Match:
    match, players = Match.of(game, game.start_for(seed)), [LevelPlayer(levels[side], 2 * seed + side) for side in Side]
    while not match.outcome and len(match.moves) < 30:
        match = match.play(players[match.mover].choose(match))
    return match


def likelihoods(match: Match, side: Side) -> tuple[float, ...]:
    oracle = find_oracle(match)
    assert oracle
    return estimate.measure_likelihoods(match, side, oracle)


def test_chances_are_how_often_the_levels_choose() -> None:
    without_points = [(game, estimate._compute_chances, 3) for game in (QUAD, SNATCHERS)]
    for game, measure, compared in (*without_points, (NUMBERS, estimate._sample_chances, 1)):
        match, random = Match.of(game), Random(5)
        for _ in range(compared):
            match = match.play(random.choice(match.legal_moves))
            oracle = find_oracle(match)
            assert oracle
            view = judge_view(game, match.position, oracle)
            chances = [measure(view, edge) for edge in range(len(match.legal_moves))]
            for level in (1, 4, 8):
                chosen = Counter(LevelPlayer(level, seed).choose(match) for seed in range(600))
                for move, chance in zip(match.legal_moves, chances, strict=True):
                    assert abs(chosen[move] / 600 - chance[level - 1]) < 0.08
                assert abs(sum(chance[level - 1] for chance in chances) - 1) < 1e-9


def test_an_interval_has_the_true_level_as_often_as_it_claims_and_grows_with_it() -> None:
    """108 matches without points, 9 with points. Of those that show a level at all, four fifths."""
    held, told = [], defaultdict(list)
    for game, matches in ((QUAD, 54), (SNATCHERS, 54), (NUMBERS, 9)):
        for seed in range(matches):
            side, level, other = Side(seed // 9 % 2), 1 + seed % 9, 1 + seed * 5 % 9
            match = play(game, (level, other) if side == Side.FIRST else (other, level), seed)
            if found := estimate.estimate_level([likelihoods(match, side)]):
                held.append(found.low <= level <= found.high)
                told[level].append(found.level)
    assert len(held) > 80
    assert mean(held) > 0.75
    low, middle, high = (mean(each for level in range(at, at + 3) for each in told[level]) for at in (1, 4, 7))
    assert low + 0.7 < middle < high - 0.2


def test_several_matches_tell_more_than_one_and_what_does_not_show_a_level_is_said_to_be_so() -> None:
    for level in (1, 5, 9):
        found = estimate.estimate_level([likelihoods(play(QUAD, (level, 5), seed), Side.FIRST) for seed in range(24)])
        assert found
        assert abs(found.level - level) <= 1
        assert found.high - found.low <= 2
    assert estimate.estimate_level([]) is None
    forced = Match.of(QUAD).resign(Side.FIRST)
    assert estimate.describe_played_level(likelihoods(forced, Side.FIRST)) == "This match does not show your level."
    certain = [-50.0 * abs(level - 7) for level in LEVELS]
    assert estimate.describe_played_level(certain) == "You played about like level 7."
    assert estimate.LevelEstimate(5, 3, 8).describe() == "level 5 (between 3 and 8)"
