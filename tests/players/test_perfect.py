"""The perfect player against a plain solver that shares nothing with the one it asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from squarely import Game, Match, Outcome
from squarely.cli import squarely
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING, TIE, Position
from squarely.players.perfect import Perfect
from squarely.solver import oracle
from tests.boards import playouts
from tests.review.plain import Plain, Truth, plain_from
from tests.solver.odd.graphs import Graph, game_of
from tests.thorough import IS_THOROUGH, many

pytestmark = pytest.mark.slow
WHOLE = [
    *(("showdown", "", 77), ("showdown", "first=2,reversal=allowed", 25), ("snatchers", "", 1_250)),
    *(("quad", "size=3", 6_152), ("quad", "size=3,sudden_death=none", 6_022)),
]


def standings(game: Game) -> Iterator[Match]:
    """For every position, one match from the start that stands there."""
    seen, todo = {game.start()}, [Match.of(game)]
    for match in todo:  # grows while it is read
        yield match
        new = [after for move in match.legal_moves if (after := match.play(move)).position not in seen]
        seen |= {after.position for after in new}
        todo += new


def liking(truth: Truth, mover: int) -> tuple[int, ...]:
    """How much the mover likes it; a tie is a tie, sooner or later."""
    return truth.liking(mover)[: 1 if truth.winner is None else 3]


def keeping(plain: Plain, position: Position) -> float:
    """How many replies keep the result; after an end nobody can be trapped."""
    return len(plain.keeping(position)) if plain.after[position] else float("inf")


def faults(plain: Plain, match: Match) -> Iterator[str]:
    """What is wrong with the move that the perfect player chooses."""
    after, mover, truth = plain.after[match.position], match.position.mover, plain.truth
    chosen = after[str(Perfect(len(match.moves)).choose(match))]
    if truth(chosen)[:2] != truth(match.position)[:2]:
        yield f"gives {truth(match.position)} away for {truth(chosen)}"
    liked = {rival: liking(truth(rival), mover) for rival in after.values()}
    if liked[chosen] != max(liked.values()):
        yield f"{truth(chosen)} is not the best there is"
    fewest = min(keeping(plain, rival) for rival in liked if liked[rival] == liked[chosen])
    if keeping(plain, chosen) > fewest:
        yield f"leaves {keeping(plain, chosen)} replies that keep the result, not {fewest}"


@pytest.mark.thorough
@pytest.mark.xdist_group("brute force")
@pytest.mark.parametrize(("name", "options", "positions"), WHOLE)
def test_from_every_position_of_a_small_game_nothing_is_lost(name: str, options: str, positions: int) -> None:
    """Of quad, in `make test`, from every third."""
    game = registry.load(name, options)
    plain = plain_from(game, game.start())
    assert len(plain.after) == positions
    every = [match for match in standings(game) if match.legal_moves]
    for match in every[:: 1 if IS_THOROUGH or len(every) < 2000 else 3]:
        assert list(faults(plain, match)) == [], game.write_position(match.position)


@pytest.mark.thorough
@pytest.mark.xdist_group("brute force")
@pytest.mark.parametrize(
    ("name", "options", "matches"),
    [("center", "", 80), ("numbers", "", 40), ("numbers", "komi=10", 40), ("numbers", "capture=choose", 4)],
)
def test_in_others_neither_a_result_nor_a_point_is_lost(name: str, options: str, matches: int) -> None:
    for match in playouts(game := registry.load(name, options), many(matches)):
        assert not match.legal_moves or list(faults(plain_from(game, match.start), match)) == []


def test_where_nothing_is_decided_the_move_is_played_that_leaves_the_fewest_good_replies() -> None:
    game = registry.load("snatchers")
    match = Match.of(game, game.read_position("...../...../1...2/...../..... 1"))
    plain = plain_from(game, match.start)
    safe = {move: after for move, after in plain.after[match.start].items() if plain.truth(after).winner is None}
    left = {move: keeping(plain, after) for move, after in safe.items()}
    assert left == {"up 1": 6, "up 2": 6, "down 1": 6, "down 2": 6, "right 1": 4}
    assert {str(Perfect(seed).choose(match)) for seed in range(10)} == {"right 1"}


def test_a_tie_is_not_put_off_for_ever() -> None:
    """Walking round in a circle sets a trap at every corner, but the tie is worth more than never ending."""
    corners, end = ((1, 4), (2, 4), (3, 4), (0, 4)), ()
    match = Match.of(game_of(Graph((*corners, end), (ONGOING,) * 4 + (TIE,))))
    while not match.outcome and len(match.moves) < 50:
        match = match.play(Perfect(0).choose(match))
    assert match.outcome == Outcome(None, "nobody has won")


def test_equally_good_moves_differ_by_seed_and_only_by_seed() -> None:
    match = Match.of(registry.load("center"))
    chosen, again = ([str(Perfect(seed).choose(match)) for seed in range(20)] for _ in range(2))
    assert chosen == again
    assert len(set(chosen)) > 1


@pytest.mark.xdist_group("compiled showdown")
def test_where_nothing_is_solved_it_searches_and_says_so_until_it_was_solved_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(oracle, "QUICK", 10)  # so that a small game is too large to be solved at a prompt
    oracle._make_oracle.cache_clear()
    match = Match.of(registry.load("showdown", "reversal=allowed"))
    command = ["solve", "showdown", "--option", "reversal=allowed"]
    try:
        assert Perfect(0).note(match) == (
            "This game is too large to be solved while you wait: perfect searches for 2 seconds a move, and can go "
            f"wrong. Once this has solved it, it cannot: squarely {' '.join(command)}"
        )
        Perfect(0).check(match)
        assert Perfect(0).choose(match) in match.legal_moves
        assert CliRunner().invoke(squarely, command).exit_code == 0
        oracle._make_oracle.cache_clear()  # as in the next process
        assert Perfect(0).note(match) == ""
        assert Perfect(0).choose(match) in match.legal_moves
    finally:
        oracle._make_oracle.cache_clear()
