"""The dialled player: its levels are ordered in fact, and its errors are those of somebody who did not see."""

import importlib.util
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from squarely import Game, Match, Side
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, SECOND_WINS
from squarely.players import level, sight
from squarely.players.level import LEVELS, LevelPlayer, find_skill, look_ahead
from squarely.players.sight import UNKNOWN, find_chance
from squarely.solver.oracle import find_oracle
from squarely.solver.values import Value
from tests.boards import at, playouts
from tests.games.outside_games import HOP

ROOT = Path(__file__).resolve().parents[2]
GAMES = (("center", ""), ("numbers", ""), ("quad", "size=3"), ("showdown", ""), ("snatchers", ""))


@cache
def benchmark() -> ModuleType:
    """The program that writes docs/strength.md."""
    spec = importlib.util.spec_from_file_location("strength", ROOT / "benchmarks" / "strength.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def value_after(match: Match, move: int) -> Value:
    oracle = find_oracle(match)
    assert oracle is not None
    return oracle.value(match.game.play(match.position, move))


def keeps(match: Match, level: int, seed: int) -> bool:
    """Whether the level keeps the result of where the match stands."""
    oracle = find_oracle(match)
    assert oracle is not None
    return value_after(match, LevelPlayer(level, seed).choose(match)).has_same_result(oracle.value(match.position))


# Strength


SAMPLE = [("numbers", "", 12), ("quad", "size=3", 32), ("snatchers", "", 32)]


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(benchmark().LADDER)))
def test_every_strength_scores_more_than_the_one_below_it(lower: str, upper: str) -> None:
    scores = [benchmark().score(upper, lower, name, options, range(seeds)) for name, options, seeds in SAMPLE]
    assert sum(scores) > len(scores) / 2


def table() -> list[list[str]]:
    page = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_shows_every_step_of_the_ladder_and_all_are_upward() -> None:
    head, _, *rows = table()
    assert head == ["strength", "against", *(f"{n} {o}".strip() for n, o in benchmark().GAMES), "together"]
    assert [(row[1], row[0]) for row in rows] == list(pairwise(benchmark().LADDER))
    assert [row for row in rows if float(row[-1]) <= 50] == []
    assert [row for row in rows if abs(sum(map(float, row[2:-1])) / len(row[2:-1]) - float(row[-1])) > 0.1] == []


@pytest.mark.parametrize(
    ("lower", "upper", "game"), [("level:1", "level:2", "numbers"), ("level:4", "level:5", "center")]
)
def test_a_figure_of_the_page_comes_out_again(lower: str, upper: str, game: str) -> None:
    head, _, *rows = table()
    shown = next(row for row in rows if row[:2] == [upper, lower])[head.index(game)]
    assert f"{100 * benchmark().score(upper, lower, game, '', benchmark().OPENINGS):.1f}" == shown


def test_the_page_is_as_its_program_writes_it() -> None:
    _, _, *rows = table()
    scores = {(row[0], row[1]): [float(share) / 100 for share in row[2:-1]] for row in rows}
    written, page = benchmark().page(scores), (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    without_means = re.compile(r"\| [\d.]+ \|$", re.MULTILINE)  # means of rounded figures
    assert without_means.sub("", page) == without_means.sub("", written)


# Errors


def at_stake(game: Game, count: int) -> Iterator[Match]:
    """Matches that stand where not every move keeps the result."""
    return (benchmark().opening(game, seed) for seed in range(count))


@pytest.mark.parametrize(("name", "options"), [("numbers", ""), ("quad", "size=3"), ("snatchers", "")])
def test_the_higher_the_level_the_fewer_the_errors(name: str, options: str) -> None:
    kept, count = Counter[int](), 150
    for seed, match in enumerate(at_stake(registry.load(name, options), count)):
        kept.update(level for level in (1, 3, 5, 9) if keeps(match, level, seed))
    assert kept[1] < kept[3] < kept[5] <= kept[9]
    assert kept[9] > 0.9 * count


def test_the_page_names_the_figures_that_the_player_uses() -> None:
    page = " ".join((ROOT / "docs" / "opponents.md").read_text(encoding="utf-8").split())
    assert f"how many moves off the end is: {sight._DEPTH:g} for each doubling" in page
    assert f"how many replies hide it: {sight._REPLIES:g} for each doubling" in page
    assert f"how many moves there are to choose from: {sight._CHOICES:g} for each doubling" in page
    assert f"a skill, from {level._SKILL[1]:g} to {level._SKILL[9]:g}" in page


def test_more_is_missed_the_deeper_it_lies_and_less_the_higher_the_level() -> None:
    for lower, upper in pairwise(map(find_skill, LEVELS)):
        for difficulty in (0, 2, 4, 8):
            missed = find_chance(lower, difficulty)
            assert find_chance(upper, difficulty) < missed < find_chance(lower, difficulty + 1)


class Candidate(NamedTuple):
    """A move of a game without points: what is true of it, and how hard that is to see."""

    move: int
    wins: bool
    distance: int
    difficulty: float
    hinge: int


def find_candidates(match: Match) -> list[Candidate]:
    graph, sight, _ = look_ahead(match.game, match.start, match.position)
    wins = FIRST_WINS if match.mover == Side.FIRST else SECOND_WINS
    return [
        Candidate(int(move), graph.results[edge + 1] == wins, distance, sight.difficulties[edge], sight.hinges[edge])
        for edge, move in enumerate(match.legal_moves)
        if (distance := graph.distances[edge + 1]) != UNKNOWN
    ]


def test_what_is_further_off_is_harder_to_see() -> None:
    """Of moves that win, in the same position."""
    compared = 0
    for match in playouts(registry.load("quad", "size=3"), matches=60):
        winning = [candidate for candidate in find_candidates(match) if candidate.wins]
        for nearer, further in pairwise(sorted(winning, key=lambda candidate: candidate.distance)):
            if nearer.distance < further.distance:
                compared += 1
                assert nearer.difficulty < further.difficulty
    assert compared > 20


def test_a_reply_that_is_missed_is_missed_after_every_move() -> None:
    """X threatens D4, which O can only stop there: all other moves hinge on that one reply."""
    match = at(
        registry.load("quad"),
        """
        O . . .
        . O . .
        . . X X
        . . X .
        O
        """,
    )
    (stopping,) = (int(move) for move in match.legal_moves if str(move) == "D4")
    hinges = {candidate.move: candidate.hinge for candidate in find_candidates(match) if candidate.distance == 1}
    assert set(hinges) == set(map(int, match.legal_moves)) - {stopping}
    assert set(hinges.values()) == {stopping}
    assert str(LevelPlayer(9, 0).choose(match)) == "D4"


def test_the_rarer_the_refutation_the_harder_it_is_to_see() -> None:
    """Of moves that lose at once, in the same position."""
    game, compared = registry.load("snatchers"), 0
    for match in playouts(game, matches=30):
        losing = [(punished(match, c.move), c.difficulty) for c in find_candidates(match) if punished(match, c.move)]
        for (often, easy), (seldom, hard) in pairwise(sorted(losing, reverse=True)):
            if often > seldom:
                compared += 1
                assert hard > easy, game.write_position(match.position)
    assert compared > 100


def punished(match: Match, move: int) -> float:
    """The share of replies that win at once; 0 if the move ends the match itself."""
    after = match.play(int(move))
    wins = [wins_at_once(after, reply) for reply in after.legal_moves]
    return sum(wins) / len(wins) if wins else 0


def test_errors_are_not_a_coin_between_best_and_random() -> None:
    """Such a coin would give deep and shallow things away alike, each as often as there are moves to do so."""
    errors, by_chance = {True: 0, False: 0}, {True: 0.0, False: 0.0}
    for seed, match in enumerate(at_stake(registry.load("quad", "size=3"), 600)):
        oracle = find_oracle(match)
        assert oracle is not None
        judged, value = oracle.value_moves(match.position), oracle.value(match.position)
        is_near = value.distance is not None and value.distance <= 1
        if value.winner == match.mover:
            by_chance[is_near] += sum(not move.value.has_same_result(value) for move in judged) / len(judged)
            errors[is_near] += not keeps(match, 4, seed)
    near, far = (errors[is_near] / by_chance[is_near] for is_near in (True, False))
    assert far > 4 * near
    assert 0.3 < far < 1


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_beginner_usually_takes_a_win_at_once_and_the_best_always(name: str, options: str) -> None:
    game, taken = registry.load(name, options), Counter[int]()
    wins = [m for m in playouts(game, matches=100) if any(wins_at_once(m, move) for move in m.legal_moves)]
    assert len(wins) > 40
    for seed, match in enumerate(wins):
        for skill in (1, 9):
            taken[skill] += wins_at_once(match, LevelPlayer(skill, seed).choose(match))
    assert 0.85 * len(wins) < taken[1] < len(wins)
    assert taken[9] == len(wins)


def wins_at_once(match: Match, move: int) -> bool:
    outcome = match.game.result(match.game.play(match.position, move))
    return outcome is not None and outcome.winner == match.mover


# Any game, any time


def test_a_game_too_large_to_solve_is_played_by_reading_ahead() -> None:
    game = registry.load("quad", "size=5")
    winning = at(
        game,
        """
        O . . . .
        . X X . .
        . X . . O
        . . . . .
        O . . . .
        X
        """,
    )
    assert {str(LevelPlayer(9, seed).choose(winning)) for seed in range(10)} == {"C3"}
    threatened = at(
        game,
        """
        O . . . .
        . X X . .
        . X . . .
        . . . . .
        O . . . .
        O
        """,
    )
    assert {str(LevelPlayer(9, seed).choose(threatened)) for seed in range(10)} == {"C3"}
    assert len({str(LevelPlayer(1, seed).choose(threatened)) for seed in range(10)}) > 1


def test_points_are_read_ahead_where_a_game_is_too_large() -> None:
    """On this 4x4 grid two squares are left: 16 beats 1 now and later."""
    match = at(
        registry.load("numbers", "size=4,capture=choose"),
        """
        1 . . .
        . . . .
        . . . .
        . . . G
        1 60-59
        """,
    )
    assert str(LevelPlayer(9, 0).choose(match)) == "4 4"


class ThoughtTooLong(AssertionError):
    """Raised in the middle of it, so that a thought without end fails and does not hang."""


@pytest.mark.parametrize(
    ("size", "block", "drawn"),
    [
        (5, 2, "X O X X O  O X X O X  O O X X .  O X O O X  . O O X X  O"),  # few moves now, 156 after the next two
        (6, 2, "X O X O X O  O X O X O X  X O X O X O  O X O X O X  X O X O X O  O X O X O X  X"),  # 324 at once
        (6, 4, "X O X O X O  O X O X O X  X O . O X O  O X . X O X  X O X O X O  O X O X . .  X"),
    ],
)
@pytest.mark.parametrize("strength", [1, 9])
def test_a_level_looks_at_a_bounded_number_of_positions(
    size: int, block: int, drawn: str, strength: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.load("quad", f"size={size},block={block}")
    *rows, mover = drawn.split("  ")
    match = at(game, "\n".join([*rows, mover]))
    level.look_ahead.cache_clear()
    find_oracle(match)  # whether the game can be solved is asked once, and not for every move
    looks, outcome = Counter[str](), type(game).outcome

    def counted(*given: Any) -> int:
        looks["outcome"] += 1
        if looks["outcome"] > 400_000:
            raise ThoughtTooLong
        return outcome(*given)

    monkeypatch.setattr(type(game), "outcome", counted)
    assert LevelPlayer(strength, 0).choose(match) in match.legal_moves


def test_a_game_from_outside_is_played_like_ours() -> None:
    match = Match.of(HOP)
    while not match.outcome and len(match.moves) < 60:
        match = match.play(LevelPlayer(9 if match.mover == Side.FIRST else 1, 5).choose(match))
    assert match.outcome is not None
    assert match.outcome.winner == Side.FIRST


@pytest.mark.parametrize("strength", [1, 5, 9])
def test_a_resumed_match_goes_on_as_it_would_have(strength: int) -> None:
    match = Match.of(registry.load("snatchers"))
    while not match.outcome and len(match.moves) < 30:
        kept = record.read(record.write(record.Record(match))).match
        move = LevelPlayer(strength, 11).choose(match)
        level.look_ahead.cache_clear()
        assert LevelPlayer(strength, 11).choose(kept) == move
        match = match.play(move)


def test_another_seed_is_another_player() -> None:
    match = Match.of(registry.load("numbers"))
    assert len({int(LevelPlayer(1, seed).choose(match)) for seed in range(30)}) > 3
