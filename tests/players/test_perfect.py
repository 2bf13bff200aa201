"""The perfect player against a plain solver that shares nothing with the one it asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from squarely import Game, Match, Outcome
from squarely.cli import squarely
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING, TIE
from squarely.players.perfect import Perfect
from squarely.solver import oracle
from tests.boards import playouts, refusal
from tests.solver.odd.graphs import Graph, game_of
from tests.solver.plain import Position, Verdict, solve, solve_points

pytestmark = pytest.mark.slow
SIDES = ("first", "second")
WHOLE = [
    *(("showdown", "", 77), ("showdown", "first=2,reversal=allowed", 25), ("snatchers", "", 1_250)),
    *(("quad", "size=3", 6_152), ("quad", "size=3,sudden_death=none", 6_022)),
]
Truth = dict[Position, Verdict]


def standings(game: Game, start: Position) -> Iterator[Match]:
    """For every position that can follow the start, one match that stands there and goes on."""
    seen, todo = {start}, [Match.of(game, start)]
    for match in todo:
        yield match
        for move in match.legal_moves:
            after = game.play(match.position, move)
            if after not in seen:
                seen.add(after)
                todo.append(match.play(move))


def liking(verdict: Verdict, mover: int) -> tuple[int, int, int]:
    """How much the mover likes a verdict: winning by most and soonest, a tie, going on, losing by least and latest."""
    winner, ending, distance, margin = verdict
    if winner is None:
        return {"tie": 2, "endless": 1}[ending], 0, 0
    if winner == SIDES[mover]:
        return 3, margin or 0, -(distance or 0)
    return 0, -(margin or 0), distance or 0


def keeping(game: Game, truth: Truth, position: Position) -> float:
    """How many replies keep the result; after an end nobody can be trapped."""
    replies = [truth[game.play(position, move)][:2] for move in game.legal_moves(position)]
    return replies.count(truth[position][:2]) if replies else float("inf")


def faults(game: Game, truth: Truth, match: Match, seed: int) -> Iterator[str]:
    """What is wrong with the move that the perfect player chooses."""
    afters = {int(move): game.play(match.position, move) for move in match.legal_moves}
    mover, after = match.position.mover, afters[int(Perfect(seed).choose(match))]
    if truth[after][:2] != truth[match.position][:2]:
        yield f"gives {truth[match.position]} away for {truth[after]}"
    if liking(truth[after], mover) != max(liking(truth[rival], mover) for rival in afters.values()):
        yield f"{truth[after]} is not the best there is"
    rivals = [rival for rival in afters.values() if liking(truth[rival], mover) == liking(truth[after], mover)]
    fewest = min(keeping(game, truth, position) for position in rivals)
    if keeping(game, truth, after) > fewest:
        yield f"leaves {keeping(game, truth, after)} replies that keep the result, not {fewest}"


@pytest.mark.parametrize(("name", "options", "positions"), WHOLE)
def test_from_every_position_of_a_small_game_nothing_is_lost(name: str, options: str, positions: int) -> None:
    game = registry.load(name, options)
    truth = solve(game, game.start())
    assert len(truth) == positions
    for match in filter(lambda match: match.legal_moves, standings(game, game.start())):
        assert list(faults(game, truth, match, seed=len(match.moves))) == [], game.write_position(match.position)


@pytest.mark.parametrize(
    ("name", "options", "matches"),
    [("center", "", 60), ("numbers", "", 20), ("numbers", "komi=10", 20), ("numbers", "capture=choose", 4)],
)
def test_in_others_neither_a_result_nor_a_point_is_lost(name: str, options: str, matches: int) -> None:
    game, truths = registry.load(name, options), dict[Position, Truth]()
    for match in filter(lambda match: match.legal_moves, playouts(game, matches)):
        if match.start not in truths:
            truths[match.start] = (solve_points if name == "numbers" else solve)(game, match.start)
        assert list(faults(game, truths[match.start], match, seed=len(match.moves))) == []


def test_where_nothing_is_decided_the_move_is_played_that_leaves_the_fewest_good_replies() -> None:
    game = registry.load("snatchers")
    match = Match.of(game, game.read_position("...../...../1...2/...../..... 1"))
    truth = solve(game, match.start)
    safe = {str(m): after for m in match.legal_moves if truth[after := game.play(match.position, m)][0] is None}
    left = {move: keeping(game, truth, after) for move, after in safe.items()}
    assert left == {"up 1": 6, "up 2": 6, "down 1": 6, "down 2": 6, "right 1": 4}
    assert {str(Perfect(seed).choose(match)) for seed in range(10)} == {"right 1"}


def test_a_tie_is_not_put_off_for_ever() -> None:
    """Walking round in a circle sets a trap at every corner, but the tie is worth more than never ending."""
    corners, end = ((1, 4), (2, 4), (3, 4), (0, 4)), ()
    match = Match.of(game_of(Graph((*corners, end), (ONGOING,) * 4 + (TIE,))))
    while not match.outcome and len(match.moves) < 50:
        match = match.play(Perfect(0).choose(match))
    assert match.outcome == Outcome(None, "nobody can move")


def test_equally_good_moves_differ_by_seed_and_only_by_seed() -> None:
    match = Match.of(registry.load("center"))
    chosen = {seed: str(Perfect(seed).choose(match)) for seed in range(20)}
    assert {seed: str(Perfect(seed).choose(match)) for seed in range(20)} == chosen
    assert len(set(chosen.values())) > 1


def test_a_game_too_large_to_solve_is_refused_in_a_sentence() -> None:
    match = Match.of(registry.load("quad", "size=5"))
    for asked in (Perfect(0).choose, Perfect(0).check):
        assert refusal(BadPlayer, asked, match) == (
            "perfect cannot play this game, it is too large to be solved while you wait; it can once this has solved "
            "it: squarely solve quad --option size=5; level:1 to level:9 can play now"
        )


def test_what_was_solved_once_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(oracle, "QUICK", 10)  # so that a small game is too large to be solved at a prompt
    oracle._make_oracle.cache_clear()
    match = Match.of(registry.load("showdown", "size=7"))
    try:
        command = refusal(BadPlayer, Perfect(0).check, match).split(": ")[1].split("; ")[0]
        solved = CliRunner().invoke(squarely, command.split()[1:])
        oracle._make_oracle.cache_clear()  # as in the next process
        assert solved.exit_code == 0
        Perfect(0).check(match)
        assert Perfect(0).choose(match) in match.legal_moves
    finally:
        oracle._make_oracle.cache_clear()
