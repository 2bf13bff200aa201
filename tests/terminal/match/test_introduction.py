"""What is told before a match: the coin, whose token is whose, and a seat from which nobody can win."""

import re
from typing import Any

import pytest

from squarely import Match, Side, load
from squarely.core.rules.game import ONGOING, SECOND_WINS, SIDES
from squarely.games.snatchers.rules import Snatchers
from squarely.play.seats import Seats
from squarely.solver.oracle import Oracle
from squarely.terminal.match import match_events as words
from squarely.terminal.match.new_match import NewMatch, prepare_match
from tests.terminal.driving import GAMES, Desk

NEVER = "can never win this game"
SEEDS = range(16)
POSITIONS = {"showdown": "*..../...../...../...../..... 2 up", "quad": "X.../..../..../.... O"}
PEOPLE, AGAINST, FOR = Seats(), Seats((None, "level:3")), Seats(("level:3", None))
NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("game", "names", "seats", "said"),
    [
        ("quad", None, PEOPLE, ""),
        ("quad", NAMES, PEOPLE, "Ann is X and Bob is O."),
        ("center", NAMES, PEOPLE, "Ann is A and Bob is B."),
        ("snatchers", NAMES, PEOPLE, "Ann is P1 and Bob is P2."),
        ("showdown", NAMES, PEOPLE, "Ann is Player 1 and Bob is Player 2."),
        ("numbers", NAMES, PEOPLE, "Ann is Player 1 and Bob is Player 2."),
        ("quad", None, AGAINST, "You are Player 1 (X) and begin; Player 2 (O) is the computer (level:3)."),
        ("center", None, FOR, "You are Player B; Player A is the computer (level:3)."),
        ("numbers", NAMES, FOR, "You are Bob (Player 2); Ann (Player 1) is the computer (level:3)."),
    ],
)
def test_before_a_match(game: str, names: tuple[str, str] | None, seats: Seats, said: str) -> None:
    assert words.introduce_players(Match.of(load(game), names=names), seats) == said


def test_what_a_toss_has_told_is_not_told_again() -> None:
    assert words.introduce_players(Match.of(load("showdown"), names=NAMES), AGAINST, is_told=True) == ""
    assert (
        words.introduce_players(Match.of(load("center"), names=NAMES), AGAINST, is_told=True)
        == "Ann is A and Bob is B."
    )
    assert words.introduce_players(Match.of(load("quad")), AGAINST, is_told=True) == ""


@pytest.mark.parametrize(
    ("game", "names", "said"),
    [
        ("center", NAMES, "(Ann is A.)"),
        ("snatchers", NAMES, "(Ann is P1.)"),
        ("center", None, ""),
        ("snatchers", None, ""),
        ("quad", NAMES, ""),  # its question has the mark
        ("showdown", NAMES, ""),
        ("numbers", NAMES, ""),
    ],
)
def test_at_a_turn(game: str, names: tuple[str, str] | None, said: str) -> None:
    assert words.remind_of_token(Match.of(load(game), names=names)) == said


def test_a_name_with_its_token() -> None:
    assert words.name_with_token(Match.of(load("quad"), names=NAMES), Side.SECOND) == "Bob (O)"
    assert words.name_with_token(Match.of(load("center")), Side.SECOND) == "Player B"
    assert words.name_with_token(Match.of(load("numbers"), names=NAMES), Side.SECOND) == "Bob"


def test_in_a_match_and_when_it_is_resumed(desk: Desk) -> None:
    said = desk.squarely("play", "center", "--names", "Ann,Bob", typed=["0 0", "2 2"]).out
    assert said.index("Ann is A and Bob is B.\n") < said.index("Welcome")
    assert "(Ann is A.)\nIt's your turn, Ann.\nChoose an action ('place' or 'move'):\n> 0 0\n" in said
    assert "(Bob is B.)\nIt's your turn, Bob.\n" in said
    again = desk.squarely("resume", typed=["1"]).out
    assert "resumed after move 2 (place 2 2).\nAnn is A and Bob is B.\n\n" in again


@pytest.mark.parametrize(
    ("game", "names", "seats", "said"),
    [
        ("quad", None, PEOPLE, "Player 1 plays O and Player 2 plays X."),
        ("quad", NAMES, PEOPLE, "Ann plays O and Bob plays X."),
        ("snatchers", NAMES, PEOPLE, "Ann plays P2 and Bob plays P1."),
        ("numbers", NAMES, PEOPLE, "Ann plays side 2 and Bob plays side 1."),
        ("numbers", None, PEOPLE, "Player 1 plays side 2 and Player 2 plays side 1."),
        ("quad", None, AGAINST, "You are Player 1 (O) and it is your turn; Player 2 (X) is the computer (level:3)."),
        ("numbers", NAMES, FOR, "You are Bob (side 1); Ann (side 2) is the computer (level:3)."),
    ],
)
def test_after_sides_were_swapped(game: str, names: tuple[str, str] | None, seats: Seats, said: str) -> None:
    match = Match.of(load(game, "pie=yes"), names=names)
    swapped = match.play(match.legal_moves[0]).play("swap sides")
    assert words.introduce_players(swapped, seats) == said
    assert words.name_with_token(match, Side.FIRST) != words.name_with_token(swapped, Side.FIRST) or game == "numbers"


@pytest.mark.parametrize(("game", "options"), [*((game, "") for game in GAMES), ("showdown", "size=7,start=1-2")])
def test_it_agrees_with_the_solver(game: str, options: str) -> None:
    """A side cannot win from a start exactly where no position that can follow is won for it."""
    chosen = load(game, options)
    match = Match.of(chosen, chosen.start_for(1))
    counts = Oracle(chosen).solution(match.start).summary().counts
    assert [str(side) for side in words.find_hopeless(match)] == [str(side) for side in Side if str(side) not in counts]


def test_where_there_is_too_much_to_look_through_nothing_is_said() -> None:
    """Snatchers in which every capture wins for the second side: found out on a small board, unknown on a large one."""

    class Second(Snatchers):
        def outcome(self, position: Any) -> int:
            return SECOND_WINS if position.first == position.second else ONGOING

    assert words.find_hopeless(Match.of(Second("size=4"))) == (Side.FIRST,)
    assert words.find_hopeless(Match.of(Second("size=8"))) == ()


PERSON, COMPUTER = None, "level:3"
SAID = f"Note: Ann {NEVER}. As Ann, try not to lose."


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((PERSON, COMPUTER), SAID),
        ((PERSON, PERSON), SAID),
        ((COMPUTER, PERSON), ""),
        ((COMPUTER, COMPUTER), ""),
    ],
)
def test_only_people_are_told(seats: tuple[str | None, str | None], said: str) -> None:
    assert words.warn_of_seats(Match.of(load("showdown"), names=("Ann", "Bob")), Seats(seats)) == said


def test_where_nobody_can_win_there_is_one_sentence_for_both() -> None:
    tied = load("snatchers", "burnt=yes,size=3,reach=1,stuck=passes")
    match = Match.of(tied, tied.read_position("#../#2./1## 1"))
    assert words.warn_of_seats(match, Seats((None, None))) == "Note: nobody can ever win from here."


def test_it_is_said_before_the_match_and_not_again(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", typed=["right"])
    assert said.out.count(NEVER) == 1
    assert said.out.index(NEVER) < said.out.index("Welcome")
    assert NEVER not in desk.squarely("resume", typed=["1", "quit"]).out
    for game in GAMES:
        assert (NEVER in desk.squarely("play", game).out) == (game == "showdown")


def tossed(name: str, **given: object) -> list[NewMatch]:
    return [prepare_match(name, toss=True, seed=seed, **given) for seed in SEEDS]  # type: ignore[arg-type]


def read(new: NewMatch) -> tuple[str, dict[str, str]]:
    """Who begins, and who has which side, as it is told."""
    found = re.fullmatch(r"The coin is tossed: (.+) begins\. (Player .) is (.+), (Player .) is (.+)\.", new.toss)
    assert found, new.toss
    return found[1], {found[2]: found[3], found[4]: found[5]}


@pytest.mark.parametrize("names", [None, "Ann,Bob"])
@pytest.mark.parametrize("players", [("human", "human"), ("human", "level:3"), ("level:3", "human")])
@pytest.mark.parametrize(("name", "at"), [*((name, None) for name in GAMES), *POSITIONS.items()])
def test_the_coin_falls_either_way_and_the_words_are_true(
    name: str, at: str | None, players: tuple[str, str], names: str | None
) -> None:
    seen = set()
    for new in tossed(name, first=players[0], second=players[1], names=names, position=at):
        match, settings = new.live.match, new.live.settings
        beginner, seats = read(new)
        assert beginner == match.mover_name
        sides = load(name).players
        assert tuple(seats) == sides
        seated = (settings.first, settings.second)
        for side in SIDES:
            told, player = seats[sides[side]], seated[side]
            if names:
                assert told == match.names[side] + ("" if player == "human" else f" (the computer, {player})")
            elif player != "human":
                assert told == f"the computer ({player})"
            else:
                assert told == "you" if "level:3" in seated else told.startswith("the player on the ")
        if names and players[0] != players[1]:  # a name goes with its player
            assert dict(zip(match.names, seated, strict=True)) == dict(zip(("Ann", "Bob"), players, strict=True))
        seen.add((seats[sides[match.mover]], *seats.values()))
    assert len(seen) == 2
    assert len({begins for begins, *_ in seen}) == 2, "whoever begins is another one"


def test_the_coin_is_the_seeds() -> None:
    assert [new.toss for new in tossed("quad")] == [new.toss for new in tossed("quad")]


def test_capitals_make_no_difference() -> None:
    assert {new.live.settings.second for new in tossed("quad", first="HUMAN", second="Human")} == {"human"}
    assert all("the player on the" in new.toss for new in tossed("quad", first="HUMAN", second="Human"))
