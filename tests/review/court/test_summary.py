"""What perfect play says of each game, and that README says the same."""

from pathlib import Path

from squarely.core.rules import registry
from squarely.review.court.summary import BOARDS, make_row, render_markdown
from tests.review.court.bench import OURS
from tests.solver import plain
from tests.solver.odd.rows import Rows

README = Path(__file__).resolve().parents[3] / "README.md"
BEGIN, END = "<!-- court:begin -->", "<!-- court:end -->"


def test_readme_has_the_table() -> None:
    text = README.read_text(encoding="utf-8")
    assert BEGIN in text
    assert END in text
    assert text.partition(BEGIN)[2].partition(END)[0].strip() == render_markdown(map(registry.load, OURS))


def test_the_rows_of_small_games_are_what_a_plain_solver_finds() -> None:
    for name in ("center", "showdown", "snatchers"):
        game = registry.load(name)
        values = plain.solve(game, game.start())
        found = make_row(game)
        first, second = (sum(value[0] == side for value in values.values()) for side in ("first", "second"))
        endless = sum(value[1] == "endless" for value in values.values())
        longest = max(value[2] or 0 for value in values.values())
        assert found.positions == f"{len(values):,}"
        assert found.won == f"{game.players[0]} {first:,}, {game.players[1]} {second:,}"
        assert found.endless == f"{endless:,} ({100 * endless / len(values):.1f} %)"
        assert found.longest.split()[0] == str(longest)


def test_the_longest_forced_win_is_a_win() -> None:
    """Tic-tac-toe lasts nine moves when it is a tie, and the longest win that can be forced takes five."""
    game = Rows()
    wins = [distance or 0 for winner, _, distance, _ in plain.solve(game, game.start()).values() if winner]
    assert max(wins) == 5
    assert make_row(game).longest == "5 moves"


def test_numbers_says_which_boards_it_is_about() -> None:
    found = make_row(registry.load("numbers"))
    assert found.positions.endswith(f" on {BOARDS} boards")
    assert found.start.startswith(f"Player 1 wins {BOARDS} of {BOARDS} dealt boards, by ")
    assert found.endless.startswith("0 ")


def test_quad_takes_the_whole_board() -> None:
    assert make_row(registry.load("quad")).start == "Player 1 wins in 17 moves"


def test_the_table_is_markdown() -> None:
    lines = render_markdown([registry.load("showdown")]).splitlines()
    assert lines[0].startswith("| game |")
    assert set(lines[1]) == set("| -")
    assert lines[2].startswith("| showdown | play can go on for ever |")
    assert {line.count("|") for line in lines} == {7}
