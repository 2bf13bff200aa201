"""How a match has ended, as it is told to whoever played it."""

import pytest

from squarely import Match, Side, load
from squarely.play.seats import Seats
from squarely.terminal.match.outcome_words import tell_outcome
from tests.terminal.driving import Desk

WON = ("B2", "A1", "B3", "A2", "C2", "A4", "C3")
SQUARE = "X formed a square on B2, C2, B3 and C3"


def played(*moves: str, options: str = "") -> Match:
    match = Match.of(load("quad", options))
    for move in moves:
        match = match.play(move)
    return match


FULL = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "B3", "A3", "D3", "C3", "B4", "A4", "D4", "C4")
TIED = played(*FULL, options="sudden_death=none")
PEOPLE, FIRST, SECOND = Seats(), Seats((None, "random")), Seats(("random", None))


@pytest.mark.parametrize(
    ("match", "seats", "said"),
    [
        (played(*WON), FIRST, f"You won: {SQUARE}."),
        (played(*WON), SECOND, f"You lost: {SQUARE}."),
        (played(*WON), PEOPLE, f"Player 1 wins: {SQUARE}."),
        (played("B2").resign(Side.SECOND), SECOND, "You lost: you resigned."),
        (played("B2").resign(Side.SECOND), FIRST, "You won: Player 2 resigned."),
        (played("B2").run_out_of_time(), SECOND, "You lost: you ran out of time."),
        (played("B2").resign(Side.SECOND), PEOPLE, "Player 1 wins: Player 2 resigned."),
        (played("B2").agree_to_draw(), FIRST, "The match ends without a winner: a draw was agreed."),
        (TIED, FIRST, "A draw: all cells are filled and nobody formed a square."),
        (played("B2"), FIRST, ""),
    ],
)
def test_in_the_words_of_whoever_reads_it(match: Match, seats: Seats, said: str) -> None:
    assert tell_outcome(match, seats) == said


def test_a_person_is_told_after_the_rulebooks_own_words(desk: Desk) -> None:
    position = "-A-/---/B-- A"
    lost = desk.squarely("play", "center", "--first", "perfect", "--position", position).out
    final = "Final Board State:\n   -          -          -\n   -          A          -\n   B          -          -\n"
    assert f"Congratulations, Player A! You have captured the center square and won the game!\n\n{final}" in lost
    assert f"{final}\nYou lost: A captured the center square.\n" in lost
    won = desk.squarely("play", "center", "--second", "random", "--position", position, typed=["move 0 1 1 1"]).out
    assert f"{final}\nYou won: A captured the center square.\n" in won
    people = desk.squarely("play", "center", "--position", position, typed=["move 0 1 1 1"]).out
    assert "You won" not in people
