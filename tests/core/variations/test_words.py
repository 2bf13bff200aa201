"""What is said under the options of every game: exact sentences."""

import pytest

from squarely import BadPosition, Match, Outcome, Side
from squarely.core.match import record
from squarely.core.match.last_move import find_deciding
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.rulebook import describe_options, write_rulebook
from tests.boards import conversation, played
from tests.core.variations.small_games import Steps
from tests.games.outside_games import Heap

NAMES = ("Ann", "Bob")


def begun(name: str, options: str, *moves: str) -> Match:
    return played(Match.of(registry.load(name, options), names=NAMES), *moves)


def test_misere_says_what_has_happened_and_that_it_loses() -> None:
    match = begun("quad", "misere=yes", "A1", "D4", "B1", "C4", "A2", "D1", "B2")
    assert match.outcome == Outcome(Side.SECOND, "X formed a square on A1, B1, A2 and B2")
    assert match.game.words.closing(match) == "X formed a square on A1, B1, A2 and B2. With misère, Bob wins the game."
    assert sorted(find_deciding(match)) == [0, 1, 4, 5]


def test_a_tie_is_a_tie_in_misere_too() -> None:
    match = begun("quad", "size=3,sudden_death=none,misere=yes", "A1", "B1", "C1", "A2", "B2", "C2", "B3", "A3", "C3")
    assert match.outcome == Outcome(None, "all cells are filled and nobody formed a square")
    assert match.game.words.closing(match) == "All cells are filled and nobody formed a square: the game is a tie."


def test_a_limit_of_turns_counts_them_and_ends_the_match() -> None:
    match = begun("quad", "size=3,turn_limit=3", "A1", "B2")
    assert match.game.write_position(match.position) == "X../.O./... X 2"
    assert match.game.words.beside(match.position, NAMES) == ("2 of 3 turns are made.",)
    assert match.game.words.draw_alone(match.position, NAMES).endswith("\n2 of 3 turns are made.")
    match = match.play("C3")
    assert match.outcome == Outcome(None, "the limit of 3 turns is reached")
    assert match.game.words.closing(match) == "The limit of 3 turns is reached: the game is a tie."
    assert find_deciding(match) == ()


def test_a_win_with_the_last_turn_of_all_is_a_win() -> None:
    match = begun("quad", "turn_limit=7", "A1", "D4", "B1", "C4", "A2", "D1", "B2")
    assert match.outcome == Outcome(Side.FIRST, "X formed a square on A1, B1, A2 and B2")
    assert match.game.words.closing(match).startswith("Congratulations, Ann!")


@pytest.mark.parametrize(
    ("options", "line", "why"),
    [
        ("size=3,turn_limit=3", "X../.../... O 4", "4 turns cannot be made: the limit is 3"),
        ("size=3,turn_limit=3", "X../.../... O", "has 2 parts; a position is BOARD MOVER TURNS"),
        ("size=3,turn_limit=3", "X../.../... X 1", "with 1 X and 0 O it cannot be X's turn"),
        ("size=3,double_moves=yes", "X../.../... O 3", "a turn has 2 moves, not 3"),
        ("size=3,double_moves=yes", "X../.../... O one", "the move of the turn is a whole number, not 'one'"),
    ],
)
def test_lines_that_cannot_be_are_refused(options: str, line: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        registry.load("quad", options).read_position(line)


def test_a_game_that_writes_lines_of_its_own_has_what_is_counted_behind_them() -> None:
    game = Heap("turn_limit=5,double_moves=yes,pie=yes")
    match = played(Match.of(game), "take 2", "swap sides", "take 1")
    assert game.write_position(match.position) == "8 B 2 2 swapped"
    assert game.read_position("8 B 2 2 swapped") == match.position
    with pytest.raises(BadPosition, match="does not end with a whole number: turns"):
        Heap("turn_limit=5").read_position("8 A x")


def test_whoever_moves_again_is_told_so_once() -> None:
    match = begun("quad", "size=3,double_moves=yes", "A1")
    assert match.mover_name == "Bob"
    assert match.game.words.announce_turn(match) == ""
    assert match.game.words.unseen(match.position) == "This is move 1 of two."
    match = match.play("C3")
    assert match.mover_name == "Bob"
    assert match.game.words.announce_turn(match) == "Bob, it is your turn again."
    assert match.game.words.unseen(match.position) == "This is move 2 of two."
    assert conversation(match, "C1")[1] == "C1"
    assert match.play("C1").mover_name == "Ann"


def test_whoever_wins_with_the_first_of_two_moves_is_named() -> None:
    reason = "Ben took the last stone"
    for moves in (("take 1", "take 3"), ("take 3", "take 1"), ("take 2", "take 1", "take 1")):
        match = played(Match.of(Heap("stones=4,double_moves=yes"), names=NAMES), *moves)
        assert match.outcome == Outcome(Side.SECOND, reason)
        assert match.game.words.closing(match) == f"Congratulations, Bob! You have won the game: {reason}."
    won = begun("quad", "size=3,double_moves=yes", "C3", "A1", "B1", "C1", "C2", "A2", "B2")
    assert won.outcome == Outcome(Side.SECOND, "O formed a square on A1, B1, A2 and B2")
    assert sorted(find_deciding(won)) == [0, 1, 3, 4]


def test_whoever_cannot_make_the_second_of_two_moves_has_lost_where_that_is_the_rule() -> None:
    match = played(Match.of(Steps("double_moves=yes")), "step 1", "step 2", "step 1", "step 1")
    assert match.game.write_position(match.position) == "2-0 a 2"
    assert match.outcome == Outcome(Side.FIRST, "Ann has won")
    stuck = played(Match.of(Steps("double_moves=yes")), "step 1", "step 1", "step 1", "step 1", "step 1")
    assert stuck.game.write_position(stuck.position) == "1-1 b 1"
    stuck = stuck.play("step 1")
    assert (stuck.mover, stuck.game.write_position(stuck.position)) == (Side.SECOND, "1-0 b 2")
    assert stuck.outcome == Outcome(Side.FIRST, "Ann has won")


def test_the_rulebook_and_a_record_say_all_of_them() -> None:
    options = "misere=yes,turn_limit=9,double_moves=yes,pie=yes,forbidden_first=place_0_1,opening=place_0_0+place_2_2"
    match = begun("center", options, "place 2 0")
    assert describe_options(match.game) == (
        "Changed rules: the player who would win by the rulebook loses instead. After 9 turns in all, the game is a "
        "tie. The first turn is one move; every other turn is two moves. Pie rule: after the first move, the other "
        "player may take over that side. Nobody may begin with place 0 1, or with the same move on a "
        "turned board. Every match begins with place 0 0, then place 2 2."
    )
    said = " ".join(write_rulebook(match.game).split())
    assert said.endswith("Also. Every match begins with place 0 0, then place 2 2.")
    assert said.count("Also.") == 6
    text = record.write(Record(match))
    assert f'[Options "{options}"]\n' in text
    assert "Start" not in text, "it is the usual one"
    assert record.read(text).match == match
