"""A match at this machine as it is told: before it, what happens in it, how it ends."""

import re
from typing import Any

import pytest

from squarely import Match, Side, load
from squarely.core.rules.game import ONGOING, SECOND_WINS
from squarely.games.snatchers.rules import Snatchers
from squarely.play.seats import Seats
from squarely.solver.oracle import Oracle
from squarely.terminal.match import match_events as words
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import Told
from squarely.terminal.match.new_match import NewMatch, prepare_match
from tests.boards import at, played
from tests.terminal.driving import Desk
from tests.terminal.full_screen.driving import arrange

NEVER = "can never win this game"
PEOPLE, AGAINST, FOR = Seats(), Seats((None, "level:3")), Seats(("level:3", None))
NAMES = ("Ann", "Bob")


def test_who_is_who_is_told_before_a_match_at_a_turn_and_after_sides_were_swapped(desk: Desk) -> None:
    for game, names, seats, said in (
        ("quad", None, PEOPLE, ""),
        ("quad", NAMES, PEOPLE, "Ann is X and Bob is O."),
        ("center", NAMES, PEOPLE, "Ann is A and Bob is B."),
        ("snatchers", NAMES, PEOPLE, "Ann is P1 and Bob is P2."),
        ("numbers", NAMES, PEOPLE, "Ann is Player 1 and Bob is Player 2."),
        ("quad", None, AGAINST, "You are Player 1 (X) and begin; Player 2 (O) is the computer (level:3)."),
        ("center", None, FOR, "You are Player B; Player A is the computer (level:3)."),
        ("numbers", NAMES, FOR, "You are Bob (Player 2); Ann (Player 1) is the computer (level:3)."),
    ):
        match = Match.of(load(game), names=names)
        assert words.introduce_players(match, seats) == said, game
        tokens = {"center": "A", "snatchers": "P1"} if names else {}  # quad's question has the mark
        assert words.remind_of_token(match) == (f"(Ann is {tokens[game]}.)" if game in tokens else ""), game
    for game, names, said in (("showdown", NAMES, ""), ("center", NAMES, "Ann is A and Bob is B."), ("quad", None, "")):
        told = words.introduce_players(Match.of(load(game), names=names), AGAINST, is_told=True)
        assert told == said, "what a toss has told is not told again"
    for game, names, seats, said in (
        ("quad", NAMES, PEOPLE, "Ann plays O and Bob plays X."),
        ("numbers", None, PEOPLE, "Player 1 plays side 2 and Player 2 plays side 1."),
        ("quad", None, AGAINST, "You are Player 1 (O) and it is your turn; Player 2 (X) is the computer (level:3)."),
        ("numbers", NAMES, FOR, "You are Bob (side 1); Ann (side 2) is the computer (level:3)."),
    ):
        match = Match.of(load(game, "pie=yes"), names=names)
        swapped = match.play(match.legal_moves[0]).play("swap sides")
        assert words.introduce_players(swapped, seats) == said, game
        marked = words.name_with_token(swapped, Side.FIRST)
        assert marked == swapped.names[0] + (" (O)" if game == "quad" else "")
    told = desk.squarely("play", "center", "--names", "Ann,Bob", typed=["0 0", "2 2"]).out
    assert told.index("Ann is A and Bob is B.\n") < told.index("Welcome")
    assert "(Ann is A.)\nIt's your turn, Ann.\nChoose an action ('place' or 'move'):\n> 0 0\n" in told
    assert "(Bob is B.)\nIt's your turn, Bob.\n" in told
    again = desk.squarely("resume", typed=["1"]).out
    assert "resumed after move 2 (place 2 2).\nAnn is A and Bob is B.\n\n" in again


@pytest.mark.slow
def test_a_seat_that_cannot_win_is_found_where_the_solver_finds_one() -> None:
    """A side cannot win from a start exactly where no position that can follow is won for it."""
    for game, options in (("center", ""), ("showdown", ""), ("showdown", "size=7,start=1-2")):
        chosen = load(game, options)
        match = Match.of(chosen, chosen.start_for(1))
        counts = Oracle(chosen).solution(match.start).summary().counts
        hopeless = [side for side in Side if str(side) not in counts]
        assert [*words.find_hopeless(match)] == hopeless, game

    class Second(Snatchers):
        """Every capture wins for the second side: found out on a small board, unknown on a large one."""

        def outcome(self, position: Any) -> int:
            return SECOND_WINS if position.first == position.second else ONGOING

    assert words.find_hopeless(Match.of(Second("size=4"))) == (Side.FIRST,)
    assert words.find_hopeless(Match.of(Second("size=8"))) == ()


def test_only_people_are_told_that_they_cannot_win_and_once(desk: Desk) -> None:
    match = Match.of(load("showdown"), names=NAMES)
    for seats in (PEOPLE, AGAINST):
        assert words.warn_of_seats(match, seats) == f"Note: Ann {NEVER}. As Ann, try not to lose."
    for seats in (FOR, Seats(("level:3", "level:3"))):
        assert words.warn_of_seats(match, seats) == ""
    tied = load("snatchers", "burnt=yes,size=3,reach=1,stuck=passes")
    both = words.warn_of_seats(Match.of(tied, tied.read_position("#../#2./1## 1")), PEOPLE)
    assert both == "Note: nobody can ever win from here."
    said = desk.squarely("play", "showdown", typed=["right"])
    assert said.out.count(NEVER) == 1
    assert said.out.index(NEVER) < said.out.index("Welcome")
    assert NEVER not in desk.squarely("resume", typed=["1", "quit"]).out
    assert NEVER not in desk.squarely("play", "quad").out


def toss(name: str, **given: object) -> list[NewMatch]:
    return [prepare_match(name, toss=True, seed=seed, **given) for seed in range(8)]  # type: ignore[arg-type]


def test_the_coin_falls_either_way_as_the_seed_has_it_and_the_words_are_true() -> None:
    """Also where a position says that the second side begins. Capitals make no difference."""
    coin = r"The coin is tossed: (.+) begins\. (Player .) is (.+), (Player .) is (.+)\."
    for name, begins in (("quad", None), ("showdown", None), ("showdown", "*..../...../...../...../..... 2 up")):
        for first, second, names, who in (
            ("human", "human", None, ["the player on the left", "the player on the right"]),
            ("human", "level:3", None, ["the computer (level:3)", "you"]),
            ("level:3", "human", "Ann,Bob", ["Ann (the computer, level:3)", "Bob"]),
        ):
            seen = set()
            for new in toss(name, first=first, second=second, names=names, position=begins):
                match, settings = new.live.match, new.live.settings
                found = re.fullmatch(coin, new.toss)
                assert found, new.toss
                assert (found[1], found[2], found[4]) == (match.mover_name, *match.game.players)
                told = (found[3], found[5])
                assert sorted(told) == who
                for each, player in zip(told, (settings.first, settings.second), strict=True):
                    assert ("level:3" in each) == (player == "level:3")
                seen.add((told[match.mover], *told))
            assert len(seen) == 2
            assert len({mover for mover, *_ in seen}) == 2, "whoever begins is another one"
    assert [new.toss for new in toss("quad")] == [new.toss for new in toss("quad")]
    capitals = toss("quad", first="HUMAN", second="Human")
    assert {new.live.settings.second for new in capitals} == {"human"}
    assert all("the player on the" in new.toss for new in capitals)


# What happens, and the end


def test_the_end_in_the_words_of_its_reader(desk: Desk) -> None:
    quad = Match.of(load("quad"))
    won = played(quad, "B2", "A1", "B3", "A2", "C2", "A4", "C3")
    nearly = "X O X O\nX O X O\nO X O X\nO X . X\nO"
    tied = at(load("quad", "sudden_death=none"), nearly).play("C4")
    square = "X formed a square on B2, C2, B3 and C3"
    for match, seats, said in (
        (won, AGAINST, f"You won in 7 moves: {square}."),
        (won, FOR, f"You lost in 7 moves: {square}."),
        (won, PEOPLE, f"Player 1 wins in 7 moves: {square}."),
        (quad.play("B2").resign(Side.SECOND), AGAINST, "You won: Player 2 resigned."),
        (quad.play("B2").resign(Side.SECOND), PEOPLE, "Player 1 wins: Player 2 resigned."),
        (quad.play("B2").agree_to_draw(), AGAINST, "The match ends without a winner: a draw was agreed."),
        (tied, AGAINST, "A draw: all cells are filled and nobody formed a square."),
    ):
        assert words.tell_end(match, seats).text == said
    begun = ("play", "center", "--position", "BAB/A-A/BAB A")
    told = desk.squarely(*begun, "--second", "random", typed=["move 0 1 1 1"]).out
    final = "Final Board State:\n   B          -          B\n   A          A          A\n   B          A          B\n"
    assert f"Congratulations, Player A! You have captured the center square and won the game!\n\n{final}" in told
    assert f"{final}\nYou won in 1 move: A captured the center square.\n" in told
    assert "You won" not in desk.squarely(*begun, typed=["move 0 1 1 1"]).out


def play(live: LiveMatch, *moves: str) -> list[Told]:
    return [told for move in moves for told in live.play(live.match.read(move))]


def test_every_act_is_told_and_nothing_is_raised() -> None:
    live = arrange("quad", names="Ann,Bob")
    assert live.undo() == [Told("refused", "Sorry, there is no move to take back.")]
    assert live.redo() == [Told("refused", "Sorry, there is nothing to play again.")]
    assert play(live, "B2", "A1") == [Told("move", "Ann (X) plays B2."), Told("move", "Bob (O) plays A1.")]
    for move in ("A1", "B2"):
        assert live.undo() == [Told("back", f"Taken back: {move}.")]
    assert live.redo() == [Told("again", "Played again: B2.")]
    play(live, "C3")
    assert live.redo() == [Told("refused", "Sorry, there is nothing to play again.")], "it goes on in another way"
    assert live.undo() == [Told("back", "Taken back: C3.")]
    assert live.offer_draw() is None
    assert live.answer_draw(False) == [Told("declined", "Ann plays on.")]
    assert live.offer_draw() == [Told("refused", "Sorry, you have offered a draw already; wait for the next move.")]
    stale = live.match.read("A1")
    assert live.resign() == [Told("over", "Ann wins: Bob resigned.")]
    assert live.play(stale)[0].kind == "refused"


def test_time_that_is_up_and_a_person_who_ends_a_match_against_a_computer() -> None:
    assert arrange("quad", second="random").resign() == [Told("over", "You lost: you resigned.")]
    late = arrange("quad", second="random", time_limit=0.001)
    late.begin_turn()
    while not (told := late.run_out()):
        pass
    assert [each.text for each in told] == ["Time is up, Player 1.", "You lost: you ran out of time."]
    live = arrange("quad", time_limit=1.0, on_timeout="random")
    time, move = live.run_out()
    assert move == Told("move", f"Player 1 (X) plays {live.match.moves[-1]}.")
    assert time == Told("time", f"Time is up, Player 1. A random move is played: {live.match.moves[-1]}.")


def test_at_the_third_time_a_draw_is_proposed() -> None:
    live = prepare_match("showdown").live
    told = play(live, *(["right", "down", "left", "up"] * 4)[:9])
    proposed = Told("repeated", "This position has come three times. Enter `draw` to end it, or go on.")
    assert [each for each in told if each.kind == "repeated"] == [proposed] == told[-1:]
    assert {each.kind for each in play(live, *(["down", "left", "up", "right"] * 2))} == {"move"}
