"""Every game has as many sequences of moves as its perft file says, and as its plainly restated rules have."""

import shlex
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from squarely.core.rules import registry
from squarely.testing import find_reachable
from tests import restated
from tests.games.perft.count import COMMAND, Count, asked, counted, table

FOLDER = Path(__file__).parent / "perft"
OURS = [entry.name for entry in entry_points(group=registry.GROUP) if entry.value.startswith("squarely.games.")]
RESTATED = {
    "center": restated.center,
    "showdown": restated.showdown,
    "snatchers": restated.snatchers,
    "quad": restated.quad,
    "numbers": restated.numbers,
    "numbers capture=choose": restated.numbers_with_a_choice,
}


def sections(file: Path) -> Iterator[tuple[Count, str]]:
    """What each section of a perft file counts, and its text."""
    for section in file.read_text().split("\n\n"):
        command = section.splitlines()[0].removeprefix(f"# {COMMAND} ")
        yield asked(shlex.split(command)), section.rstrip("\n") + "\n"


SECTIONS = [section for file in sorted(FOLDER.glob("*.txt")) for section in sections(file)]


@pytest.mark.parametrize("name", OURS)
def test_every_game_of_ours_has_a_perft_file(name: str) -> None:
    assert (FOLDER / f"{name}.txt").exists(), f"write it with {COMMAND} {name} 5 > tests/games/perft/{name}.txt"
    assert {what.name for what, _ in sections(FOLDER / f"{name}.txt")} == {name}


def test_every_perft_file_has_a_game() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(OURS)


@pytest.mark.parametrize(("what", "text"), SECTIONS, ids=[str(what) for what, _ in SECTIONS])
def test_perft(what: Count, text: str) -> None:
    assert table(what) == text


@pytest.mark.parametrize("game", RESTATED)
def test_restated_rules_count_the_same(game: str) -> None:
    name, _, options = game.partition(" ")
    starts = {"quad": ["", "XXOO/OOXX/XXOO/OOXX X"], "numbers": ["538/291/647 1 0-0"]}.get(name, [""])
    depth = {"center": 6, "showdown": 20, "snatchers": 8, "quad": 3, "numbers": 9}[name]
    for start in starts:
        usual = registry.load(name, options)
        line = start or usual.write_position(usual.start())
        assert restated.sequences(RESTATED[game], line, depth) == counted(Count(name, depth, options, start))


@pytest.mark.parametrize("game", ["center", "showdown", "snatchers", "numbers", "numbers capture=choose"])
def test_restated_rules_agree_in_every_reachable_position(game: str) -> None:
    """Same moves by name, each to the same position; same winners; nothing reached that the other does not reach."""
    name, _, options = game.partition(" ")
    ours = registry.load(name, options)
    lines = restated.reachable(RESTATED[game], ours.write_position(ours.start()))
    assert lines == {ours.write_position(position) for position in find_reachable(ours)}
    for line in lines:
        position = ours.read_position(line)
        outcome = ours.result(position)
        winner = "" if outcome is None or outcome.winner is None else str(outcome.winner)
        moves = {str(move): ours.write_position(ours.play(position, move)) for move in ours.named_moves(position)}
        assert RESTATED[game](line) == (winner, moves), line


@pytest.mark.parametrize("mover", ["X", "O"])
def test_restated_quad_agrees_on_swaps_that_end_the_game(mover: str) -> None:
    """A square for each side at once is the mover's win; one for the opponent alone is the opponent's."""
    game = registry.load("quad")
    drawn = """
    X X O O
    O O O X
    X X X X
    O O O X
    """
    board = "/".join(drawn.replace(" ", "").split())
    if mover == "X":
        board = board.translate(str.maketrans("XO", "OX"))
    before = game.read_position(f"{board} {mover}")
    winners = {}
    for move in game.named_moves(before):
        after = game.play(before, move)
        outcome = game.result(after)
        winner = restated.quad(game.write_position(after))[0]
        assert winner == ("" if outcome is None else str(outcome.winner)), str(move)
        winners[str(move)] = winner
    both = winners["swap C4 B1"]  # B1, C1, B2 and C2 for the mover, C3, D3, C4 and D4 for the other
    assert both == ("first" if mover == "X" else "second")
    assert set(winners.values()) == {"", "first", "second"}
