"""What is said under the options of every game: exact sentences."""

from squarely import BadPosition, IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.match import record
from squarely.core.match.last_move import find_deciding, find_remains
from squarely.core.match.questions import Questions
from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.rulebook import describe_options, write_rulebook
from tests.boards import conversation, legal, played, refusal, written
from tests.core.variations.small_games import Steps
from tests.games.outside_games import Heap

NAMES = ("Ann", "Bob")
SQUARE = ("A1", "D4", "B1", "C4", "A2", "D1", "B2")  # of Player 1, with the seventh move


def begun(name: str, options: str, *moves: str) -> Match:
    return played(Match.of(registry.load(name, options), names=NAMES), *moves)


def test_misere_says_what_has_happened_and_that_it_loses() -> None:
    match = begun("quad", "misere=yes", *SQUARE)
    assert match.outcome == Outcome(Side.SECOND, "X formed a square on A1, B1, A2 and B2")
    assert match.game.words.closing(match) == "X formed a square on A1, B1, A2 and B2. With misère, Bob wins the game."
    assert sorted(find_deciding(match)) == [0, 1, 4, 5]
    tied = begun("quad", "size=3,sudden_death=none,misere=yes", "A1", "B1", "C1", "A2", "B2", "C2", "B3", "A3", "C3")
    assert tied.outcome == Outcome(None, "all cells are filled and nobody formed a square")
    assert tied.game.words.closing(tied) == "All cells are filled and nobody formed a square: the game is a tie."


def test_a_limit_of_turns_counts_them_and_ends_the_match_unless_the_last_turn_wins() -> None:
    match = begun("quad", "size=3,turn_limit=3", "A1", "B2")
    words = match.game.words
    assert written(match) == "X../.O./... X 2"
    assert words.beside(match.position, NAMES) == ("2 of 3 turns are made.",)
    assert words.draw_alone(match.position, NAMES).endswith("\n2 of 3 turns are made.")
    match = match.play("C3")
    assert match.outcome == Outcome(None, "the limit of 3 turns is reached")
    assert words.closing(match) == "The limit of 3 turns is reached: the game is a tie."
    assert find_deciding(match) == ()
    won = begun("quad", "turn_limit=7", *SQUARE)
    assert won.outcome == Outcome(Side.FIRST, "X formed a square on A1, B1, A2 and B2")


def test_lines_that_cannot_be_are_refused_and_what_is_counted_stands_behind_those_of_a_game_itself() -> None:
    for options, line, why in (
        ("turn_limit=3", "X../.../... O 4", "4 turns cannot be made: the limit is 3"),
        ("turn_limit=3", "X../.../... O", "has 2 parts; a position is BOARD MOVER TURNS"),
        ("turn_limit=3", "X../.../... X 1", "with 1 X and 0 O it cannot be X's turn"),
        ("double_moves=yes", "X../.../... O 3", "a turn has 2 moves, not 3"),
        ("double_moves=yes", "X../.../... O one", "the move of the turn is a whole number, not 'one'"),
    ):
        assert why in refusal(BadPosition, registry.load("quad", f"size=3,{options}").read_position, line), line
    game = Heap("turn_limit=5,double_moves=yes,pie=yes")
    match = played(Match.of(game), "take 2", "swap sides", "take 1")
    assert written(match) == "8 B 2 2 swapped"
    assert game.read_position("8 B 2 2 swapped") == match.position
    assert "a whole number: turns" in refusal(BadPosition, Heap("turn_limit=5").read_position, "8 A x")


def test_whoever_moves_again_is_told_so_once() -> None:
    match = begun("quad", "size=3,double_moves=yes", "A1")
    for said, which in (("", "This is move 1 of two."), ("Bob, it is your turn again.", "This is move 2 of two.")):
        assert match.mover_name == "Bob"
        assert match.game.words.announce_turn(match) == said
        assert match.game.words.unseen(match.position) == which
        before, match = match, match.play("C3") if not said else match
    assert conversation(before, "C1")[1] == "C1"
    assert match.play("C1").mover_name == "Ann"


def test_whoever_wins_with_the_first_of_two_moves_or_cannot_make_the_second_is_told() -> None:
    reason = "Ben took the last stone"
    for moves in (("take 1", "take 3"), ("take 3", "take 1"), ("take 2", "take 1", "take 1")):
        match = played(Match.of(Heap("stones=4,double_moves=yes"), names=NAMES), *moves)
        assert match.outcome == Outcome(Side.SECOND, reason)
        assert match.game.words.closing(match) == f"Congratulations, Bob! You have won the game: {reason}."
    won = begun("quad", "size=3,double_moves=yes", "C3", "A1", "B1", "C1", "C2", "A2", "B2")
    assert won.outcome == Outcome(Side.SECOND, "O formed a square on A1, B1, A2 and B2")
    assert sorted(find_deciding(won)) == [0, 1, 3, 4]
    steps = Match.of(Steps("double_moves=yes"))
    match = played(steps, "step 1", "step 2", "step 1", "step 1")
    assert (written(match), match.outcome) == ("2-0 a 2", Outcome(Side.FIRST, "Ann has won"))
    stuck = played(steps, *["step 1"] * 5)
    assert written(stuck) == "1-1 b 1"
    stuck = stuck.play("step 1")
    assert (stuck.mover, written(stuck)) == (Side.SECOND, "1-0 b 2")
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


# The pie rule


def test_the_swap_is_offered_once_and_said_in_several_ways() -> None:
    opened = begun("quad", "pie=yes", "B2")
    assert legal(opened)[-1] == "swap sides"
    for swapped in map(opened.play, ("swap sides", "Swap Sides", "swap", "pie", "swap side")):
        assert (str(swapped.moves[-1]), swapped.mover, swapped.mover_name) == ("swap sides", Side.FIRST, "Ann")
    for match in (begun("quad", "pie=yes"), opened.play("A1"), played(opened, "swap", "A1")):
        assert "swap sides" not in legal(match)
        why = "sides can be swapped once only, instead of the answer to the first move."
        assert refusal(IllegalMove, match.play, "swap sides") == why
    refusal(UnreadableMove, begun("quad", "pie=yes").play, "swap")
    quad = opened.game  # in which markers are swapped, too
    full = Match.of(quad, quad.read_position("XXOO/OOXX/XXOO/OOXX X swapped"))
    assert "swap A1" in refusal(UnreadableMove, full.play, "swap")
    assert str(full.play("swap A1 C1").moves[-1]) == "swap A1 C1"
    for answers in (["swap sides"], ["place", "swap sides"]):  # to a question in two steps
        asked = Questions(begun("center", "pie=yes", "place 0 0"))
        assert str([asked.answer(each) for each in answers][-1]) == "swap sides"


def test_the_games_own_words_name_who_plays_what_now() -> None:
    opened = begun("quad", "pie=yes", "B2")
    swapped, words = opened.play("swap sides"), opened.game.words
    assert words.announce_turn(opened) == (
        "Instead of moving, Bob may answer swap sides: then Bob plays X, and Ann plays O and moves."
    )
    assert words.news(swapped) == "Sides are swapped: Bob now plays X, Ann now plays O."
    assert words.news(swapped) in words.show_move(swapped, True)
    assert words.announce_turn(swapped) == ""
    asked = [next(words.ask(match)) for match in (opened, swapped, swapped.play("A1"))]
    assert [said.partition(", enter")[0] for said in asked] == ["Bob (O)", "Ann (O)", "Bob (X)"]
    assert words.beside(swapped.position, NAMES) == ("Sides are swapped: Ann plays O and Bob plays X.",)
    won = played(swapped, "A1", "B1", "D1", "C2", "D4", "C1")
    assert won.outcome == Outcome(Side.SECOND, "X formed a square on B1, C1, B2 and C2")
    assert words.closing(won).startswith("Congratulations, Bob!")
    # A reason calls sides by their marks then.
    kept = played(Match.of(Heap("pie=yes")), "take 3", "take 3", "take 3", "take 2")
    assert kept.outcome == Outcome(Side.SECOND, "Ben took the last stone")
    swapped = played(Match.of(Heap("pie=yes")), "take 3", "swap sides", "take 3", "take 3", "take 2")
    said = swapped.game.words.closing(swapped)
    assert said == "Congratulations, Ada! You have won the game: B took the last stone."


def test_what_was_captured_and_what_stands_there_is_whose_it_is_now() -> None:
    for stage, moves in ((Side.FIRST, ["2 2"]), (Side.SECOND, ["2 2", "swap sides"])):
        assert {each.captor for each in find_remains(begun("numbers", "pie=yes", *moves)).values()} == {stage}
    swapped = begun("numbers", "pie=yes", "2 2", "swap sides")
    assert swapped.game.points(swapped.position) == (0, 11)
    assert "Bob now plays side 1 and has 11 points" in swapped.game.words.news(swapped)
    opened = begun("quad", "pie=yes", "B2")
    swapped, table = opened.play("swap sides"), Tabletop(opened.game)
    owners = [[each.side for each in table.squares(match.position) if each.text] for match in (opened, swapped)]
    assert owners == [[Side.FIRST], [Side.SECOND]]
    assert table.tokens(swapped.position) == ("O", "X")
    assert table.touched_squares(opened.position, opened.legal_moves[-1]) == ()
    assert table.read_touch(opened.position, ()) == "swap sides"


def test_a_line_without_the_word_is_where_a_match_begins_and_the_first_player_is_first_after_a_swap() -> None:
    swapped = begun("snatchers", "pie=yes", "up 1", "swap sides", "up 1")
    assert swapped.resign(Side.FIRST).outcome == Outcome(Side.SECOND, "Ann resigned")
    game = registry.load("numbers", "pie=yes")
    assert game.read_position("538/291/647 1 0-0") == game.read_position("538/291/647 1 0-0 Opening")
    for line in ("538/291/647 1 0-0 swaped", "538/291 1 0-0 kept"):
        assert "with pie=yes, opening, choice, kept or swapped" in refusal(BadPosition, game.read_position, line)
