"""What happens in a match at this machine, as it is told."""

import pytest

from squarely import Match, Side, load
from squarely.play.seats import Seats
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import Told, tell_end
from squarely.terminal.match.new_match import prepare_match
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
        (played(*WON), FIRST, f"You won in 7 moves: {SQUARE}."),
        (played(*WON), SECOND, f"You lost in 7 moves: {SQUARE}."),
        (played(*WON), PEOPLE, f"Player 1 wins in 7 moves: {SQUARE}."),
        (played("B2").resign(Side.SECOND), FIRST, "You won: Player 2 resigned."),
        (played("B2").resign(Side.SECOND), PEOPLE, "Player 1 wins: Player 2 resigned."),
        (played("B2").agree_to_draw(), FIRST, "The match ends without a winner: a draw was agreed."),
        (TIED, FIRST, "A draw: all cells are filled and nobody formed a square."),
    ],
)
def test_the_end_in_the_words_of_its_reader(match: Match, seats: Seats, said: str) -> None:
    assert tell_end(match, seats).text == said


def begin(**given: object) -> LiveMatch:
    return prepare_match("quad", seed=1, **given).live  # type: ignore[arg-type]


def play(live: LiveMatch, *moves: str) -> list[Told]:
    return [told for move in moves for told in live.play(live.match.read(move))]


def test_every_act_is_told_and_nothing_is_raised() -> None:
    live = begin(names="Ann,Bob")
    assert live.undo() == [Told("refused", "Sorry, there is no move to take back.")]
    assert live.redo() == [Told("refused", "Sorry, there is nothing to play again.")]
    assert play(live, "B2", "A1") == [Told("move", "Ann (X) plays B2."), Told("move", "Bob (O) plays A1.")]
    assert live.undo() == [Told("back", "Taken back: A1.")]
    assert live.undo() == [Told("back", "Taken back: B2.")]
    assert live.redo() == [Told("again", "Played again: B2.")]
    assert live.offer_draw() is None
    assert live.answer_draw(False) == [Told("declined", "Ann plays on.")]
    assert live.offer_draw() == [Told("refused", "Sorry, you have offered a draw already; wait for the next move.")]
    stale = live.match.read("A1")
    assert live.resign() == [Told("over", "Ann wins: Bob resigned.")]
    assert live.play(stale)[0].kind == "refused"


def test_a_person_who_ends_a_match_against_a_computer_is_called_you() -> None:
    assert begin(second="random").resign() == [Told("over", "You lost: you resigned.")]
    late = begin(second="random", time_limit=0.001)
    late.begin_turn()
    while not (told := late.run_out()):
        pass
    assert [each.text for each in told] == ["Time is up, Player 1.", "You lost: you ran out of time."]


def test_a_random_move_in_place_of_one_that_came_too_late() -> None:
    live = begin(time_limit=1.0, on_timeout="random")
    time, move = live.run_out()
    assert move == Told("move", f"Player 1 (X) plays {live.match.moves[-1]}.")
    assert time == Told("time", f"Time is up, Player 1. A random move is played: {live.match.moves[-1]}.")


def test_at_the_third_time_a_draw_is_proposed() -> None:
    live = prepare_match("showdown").live
    told = play(live, *(["right", "down", "left", "up"] * 4)[:9])
    assert [each.text for each in told if each.kind == "repeated"] == [
        "This position has come three times. Enter `draw` to end it, or go on."
    ]
    assert told[-1].kind == "repeated"
    assert {each.kind for each in play(live, *(["down", "left", "up", "right"] * 2))} == {"move"}


def test_a_person_is_told_after_the_rulebooks_own_words(desk: Desk) -> None:
    position = "-A-/---/B-- A"
    lost = desk.squarely("play", "center", "--first", "perfect", "--position", position).out
    final = "Final Board State:\n   -          -          -\n   -          A          -\n   B          -          -\n"
    assert f"Congratulations, Player A! You have captured the center square and won the game!\n\n{final}" in lost
    assert f"{final}\nYou lost in 1 move: A captured the center square.\n" in lost
    won = desk.squarely("play", "center", "--second", "random", "--position", position, typed=["move 0 1 1 1"]).out
    assert f"{final}\nYou won in 1 move: A captured the center square.\n" in won
    people = desk.squarely("play", "center", "--position", position, typed=["move 0 1 1 1"]).out
    assert "You won" not in people
