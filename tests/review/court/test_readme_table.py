"""What README says of perfect play is so."""

from collections import Counter
from pathlib import Path

import pytest

from squarely.core.rules import registry
from squarely.core.text.notation import count_noun
from squarely.solver.oracle import Oracle
from tests.review.court.bench import OURS
from tests.solver import plain

README = Path(__file__).resolve().parents[3] / "README.md"
BEGIN, END = "<!-- court:begin -->", "<!-- court:end -->"


def read_table() -> dict[str, list[str]]:
    """The rows by the name of the game."""
    lines = README.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {name: rest for name, *rest in rows}


def test_every_game_has_a_row() -> None:
    assert sorted(read_table()) == OURS


@pytest.mark.parametrize("name", ["center", "showdown", "snatchers"])
def test_the_rows_of_small_games_are_what_a_plain_solver_finds(name: str) -> None:
    game = registry.load(name)
    values = plain.solve(game, game.start())
    first, second = (sum(value[0] == side for value in values.values()) for side in ("first", "second"))
    endless = sum(value[1] == "endless" for value in values.values())
    longest = max(value[2] or 0 for value in values.values())
    assert read_table()[name] == [
        Oracle(game).value(game.start()).describe_briefly(game.players),
        f"{len(values):,}",
        f"{game.players[0]} {first:,}, {game.players[1]} {second:,}",
        f"{endless:,} ({100 * endless / len(values):.1f} %)",
        count_noun(longest, "move"),
    ]


@pytest.mark.parametrize(("name", "boards"), [("quad", 1), ("numbers", 100)])
def test_the_rows_of_large_games_are_what_the_solver_finds(name: str, boards: int) -> None:
    game = registry.load(name)
    starts = [game.start_for(seed) for seed in range(boards)]
    found = [Oracle(game).solution(start).summary() for start in starts]
    counts: Counter[str] = sum((Counter(each.counts) for each in found), Counter())
    told, positions, won, endless, longest = read_table()[name]
    assert positions == f"{sum(counts.values()):,}" + (f" on {boards} boards" if boards > 1 else "")
    assert won.startswith(f"{game.players[0]} {counts['first']:,}, {game.players[1]} {counts['second']:,}")
    assert endless.startswith(f"{counts['endless']:,} (")
    assert longest == f"{max(each.longest_win for each in found)} moves"
    if boards == 1:
        assert told == Oracle(game).value(starts[0]).describe_briefly(game.players)
    else:
        values = [Oracle(game).value(start) for start in starts]
        margins = [value.margin or 0 for value in values]
        wins = sum(value.winner == 0 for value in values)
        assert told == (f"Player 1 wins {wins} of {boards} dealt boards, by {min(margins)} to {max(margins)} points")
