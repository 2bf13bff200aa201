"""What the rulebook of Capture Square with markers prints, and how its claims look at positions and moves."""

from collections.abc import Callable
from itertools import combinations

from squarely.core.case import Case
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import SECOND
from squarely.core.verdict import Verdict, decide
from squarely.games.quad.rules import Position

SAMPLE = (
    ("B2", "..../.X../..../...."),
    ("A1", "O.../.X../..../...."),
    ("B1", "OX../.X../..../...."),
    ("C3", "OX../.X../..O./...."),
    ("A2", "OX../XX../..O./...."),
)
ANNOUNCED = ("A1", "A2", "B1", "B2")  # where the example says X has a square
GRID = [
    "  A   B   C   D",
    *["1 . | . | . | . ", "  ---+---+---+---", "2 . | . | . | . ", "  ---+---+---+---"],
    *["3 . | . | . | . ", "  ---+---+---+---", "4 . | . | . | . "],
]
ANSWERS = ("B2", "B2", "C3", "B1", "D4", "A2", "D1", "A1")  # the second B2 is refused
TALK = (
    "Welcome to Capture Square!\n\nPlayer 1 (X), you go first.",
    "\n".join(GRID),
    "Player 1 (X), enter your move (e.g., A1): B2",
    "Sorry, B2 is already occupied. Please choose another cell.",
    "Player 2 (O), enter your move (e.g., A1): C3",
    "Congratulations, Player 1! You've formed a square and won the game!",
)

_FULL = "XOXXOXOXXOXXOOOO"  # a full board without a square; one swap can complete two


def list_cells(case: Case) -> list[str]:
    """The cells by their names, in reading order."""
    return case.write_moves(case.starts[0])


def find_blocks(case: Case) -> list[tuple[int, ...]]:
    """Every four cells, numbered in reading order, whose markers win: found by trying all. Three O do no harm."""
    cells, found = range(len(list_cells(case))), list[tuple[int, ...]]()
    for four in combinations(cells, 4):
        others = [cell for cell in cells if cell not in four][:3]
        first, second = (sum(1 << cell for cell in each) for each in (four, others))
        if case.game.outcome(Position(first, second, SECOND)):
            found.append(four)
    return found


def fill_grid(case: Case) -> Match:
    """A game that fills the grid without a square, X and O each in reading order."""
    glyphs = list(zip(list_cells(case), _FULL, strict=True))
    turns = zip(*([cell for cell, glyph in glyphs if glyph == mark] for mark in "XO"), strict=True)
    return case.play([cell for turn in turns for cell in turn])


def check_always(case: Case, obeys: Callable[[Case, Step], bool]) -> Verdict:
    """Whether all moves obey: every move of the 3x3 board, and on those of random games on this one."""
    small = case.with_options(size=3)
    broken = next((step for step in case.sampled_steps if not obeys(case, step)), None)
    verdict = case.refute_by(broken) if broken else small.prove_always(lambda step: obeys(small, step))
    here = f"On this board looked at {len(case.sampled_steps):,} moves of {len(case.sampled_matches)} seeded games."
    return verdict if verdict.match else decide(True, f"On the 3x3 board looked through {small.scope}.", here)
