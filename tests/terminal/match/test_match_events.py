"""A match at this machine as it is told: before it, what happens in it, how it ends."""

import re
from typing import Any

import pytest

from squarely import Match, Side, load
from squarely.core.rules.game import ONGOING, SECOND_WINS, SIDES
from squarely.games.snatchers.rules import Snatchers
from squarely.play.seats import Seats
from squarely.solver.oracle import Oracle
from squarely.terminal.match import match_events as words
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import Told
from squarely.terminal.match.new_match import NewMatch, prepare_match
from tests.terminal.driving import GAMES, Desk

NEVER = "can never win this game"
PEOPLE, AGAINST, FOR = Seats(), Seats((None, "level:3")), Seats(("level:3", None))
NAMES = ("Ann", "Bob")


def play_all(match: Match, *moves: str) -> Match:
    for move in moves:
        match = match.play(move)
    return match


def test_who_is_who_is_told_before_a_match_and_at_a_turn(desk: Desk) -> None:
    for game, names, seats, said in (
        ("quad", None, PEOPLE, ""),
        ("quad", NAMES, PEOPLE, "Ann is X and Bob is O."),
        ("center", NAMES, PEOPLE, "Ann is A and Bob is B."),
        ("snatchers", NAMES, PEOPLE, "Ann is P1 and Bob is P2."),
        ("showdown", NAMES, PEOPLE, "Ann is Player 1 and Bob is Player 2."),
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
    for game, names, said in (("quad", NAMES, "Bob (O)"), ("center", None, "Player B"), ("numbers", NAMES, "Bob")):
        assert words.name_with_token(Match.of(load(game), names=names), Side.SECOND) == said

    said = desk.squarely("play", "center", "--names", "Ann,Bob", typed=["0 0", "2 2"]).out
    assert said.index("Ann is A and Bob is B.\n") < said.index("Welcome")
    assert "(Ann is A.)\nIt's your turn, Ann.\nChoose an action ('place' or 'move'):\n> 0 0\n" in said
    assert "(Bob is B.)\nIt's your turn, Bob.\n" in said
    again = desk.squarely("resume", typed=["1"]).out
    assert "resumed after move 2 (place 2 2).\nAnn is A and Bob is B.\n\n" in again


def test_who_is_who_after_sides_were_swapped() -> None:
    for game, names, seats, said in (
        ("quad", None, PEOPLE, "Player 1 plays O and Player 2 plays X."),
        ("quad", NAMES, PEOPLE, "Ann plays O and Bob plays X."),
        ("snatchers", NAMES, PEOPLE, "Ann plays P2 and Bob plays P1."),
        ("numbers", NAMES, PEOPLE, "Ann plays side 2 and Bob plays side 1."),
        ("numbers", None, PEOPLE, "Player 1 plays side 2 and Player 2 plays side 1."),
        ("quad", None, AGAINST, "You are Player 1 (O) and it is your turn; Player 2 (X) is the computer (level:3)."),
        ("numbers", NAMES, FOR, "You are Bob (side 1); Ann (side 2) is the computer (level:3)."),
    ):
        match = Match.of(load(game, "pie=yes"), names=names)
        swapped = match.play(match.legal_moves[0]).play("swap sides")
        assert words.introduce_players(swapped, seats) == said, game
        tokens = [words.name_with_token(each, Side.FIRST) for each in (match, swapped)]
        assert (tokens[0] != tokens[1]) == (game != "numbers")


@pytest.mark.slow
def test_a_seat_that_cannot_win_is_found_where_the_solver_finds_one() -> None:
    """A side cannot win from a start exactly where no position that can follow is won for it."""
    for game, options in (*((game, "") for game in GAMES), ("showdown", "size=7,start=1-2")):
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
    for game in GAMES:
        assert (NEVER in desk.squarely("play", game).out) == (game == "showdown")


# The coin


def toss(name: str, **given: object) -> list[NewMatch]:
    return [prepare_match(name, toss=True, seed=seed, **given) for seed in range(16)]  # type: ignore[arg-type]


POSITIONS = {"showdown": "*..../...../...../...../..... 2 up", "quad": "X.../..../..../.... O"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "at"), [*((name, None) for name in GAMES), *POSITIONS.items()])
def test_the_coin_falls_either_way_and_the_words_are_true(name: str, at: str | None) -> None:
    sides = load(name).players
    for players in (("human", "human"), ("human", "level:3"), ("level:3", "human")):
        for names in (None, "Ann,Bob"):
            seen = set()
            for new in toss(name, first=players[0], second=players[1], names=names, position=at):
                match, seated = new.live.match, (new.live.settings.first, new.live.settings.second)
                coin = r"The coin is tossed: (.+) begins\. (Player .) is (.+), (Player .) is (.+)\."
                found = re.fullmatch(coin, new.toss)
                assert found, new.toss
                assert found[1] == match.mover_name
                assert (found[2], found[4]) == sides
                for side, told, player in zip(SIDES, (found[3], found[5]), seated, strict=True):
                    if names:
                        computer = "" if player == "human" else f" (the computer, {player})"
                        assert told == match.names[side] + computer
                    elif player != "human":
                        assert told == f"the computer ({player})"
                    else:
                        assert told == "you" if "level:3" in seated else told.startswith("the player on the ")
                if names and players[0] != players[1]:  # a name goes with its player
                    assert dict(zip(match.names, seated, strict=True)) == dict(zip(NAMES, players, strict=True))
                seen.add(((found[3], found[5])[match.mover], found[3], found[5]))
            assert len(seen) == 2
            assert len({begins for begins, *_ in seen}) == 2, "whoever begins is another one"


def test_the_coin_is_the_seeds_and_capitals_make_no_difference() -> None:
    assert [new.toss for new in toss("quad")] == [new.toss for new in toss("quad")]
    capitals = toss("quad", first="HUMAN", second="Human")
    assert {new.live.settings.second for new in capitals} == {"human"}
    assert all("the player on the" in new.toss for new in capitals)


# What happens, and the end


def test_the_end_in_the_words_of_its_reader(desk: Desk) -> None:
    quad = Match.of(load("quad"))
    won = play_all(quad, "B2", "A1", "B3", "A2", "C2", "A4", "C3")
    rows = zip("1234", ("ABCD", "ABCD", "BADC", "BADC"), strict=True)
    tied = play_all(
        Match.of(load("quad", "sudden_death=none")), *(column + row for row, each in rows for column in each)
    )
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

    at = ("--position", "-A-/---/B-- A")
    lost = desk.squarely("play", "center", "--first", "perfect", *at).out
    final = "Final Board State:\n   -          -          -\n   -          A          -\n   B          -          -\n"
    assert f"Congratulations, Player A! You have captured the center square and won the game!\n\n{final}" in lost
    assert f"{final}\nYou lost in 1 move: A captured the center square.\n" in lost
    told = desk.squarely("play", "center", "--second", "random", *at, typed=["move 0 1 1 1"]).out
    assert f"{final}\nYou won in 1 move: A captured the center square.\n" in told
    assert "You won" not in desk.squarely("play", "center", *at, typed=["move 0 1 1 1"]).out


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


def test_time_that_is_up_and_a_person_who_ends_a_match_against_a_computer() -> None:
    assert begin(second="random").resign() == [Told("over", "You lost: you resigned.")]
    late = begin(second="random", time_limit=0.001)
    late.begin_turn()
    while not (told := late.run_out()):
        pass
    assert [each.text for each in told] == ["Time is up, Player 1.", "You lost: you ran out of time."]
    live = begin(time_limit=1.0, on_timeout="random")
    time, move = live.run_out()
    assert move == Told("move", f"Player 1 (X) plays {live.match.moves[-1]}.")
    assert time == Told("time", f"Time is up, Player 1. A random move is played: {live.match.moves[-1]}.")


def test_at_the_third_time_a_draw_is_proposed() -> None:
    live = prepare_match("showdown").live
    told = play(live, *(["right", "down", "left", "up"] * 4)[:9])
    proposed = Told("repeated", "This position has come three times. Enter `draw` to end it, or go on.")
    assert [each for each in told if each.kind == "repeated"] == [proposed] == told[-1:]
    assert {each.kind for each in play(live, *(["down", "left", "up", "right"] * 2))} == {"move"}
