"""A match is a value. It refuses what is not allowed, and once it is over nothing can be played."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import AmbiguousMove, BadMove, Game, IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from tests.strategies import games, matches


def started(name: str, *moves: str, options: str = "") -> Match:
    match = Match.of(registry.load(name, options))
    for move in moves:
        match = match.play(move)
    return match


def drawn(match: Match) -> str:
    """The board with a space between squares, and the mover below it."""
    board, rest = match.game.write_position(match.position).split(" ", 1)
    return "\n".join(" ".join(row) for row in board.split("/")) + f"\n{rest}"


def test_a_match_is_a_value() -> None:
    before = started("quad", "B2")
    after = before.play("A1")
    assert drawn(before) == "\n".join([". . . .", ". X . .", ". . . .", ". . . .", "O"])
    assert drawn(after) == "\n".join(["O . . .", ". X . .", ". . . .", ". . . .", "X"])
    assert after == started("quad", "B2", "A1")
    assert hash(after) == hash(started("quad", "B2", "A1"))
    assert after != before
    assert after != started("quad", "A1", "B2")
    assert after != started("quad", "B2", "A1", options="sudden_death=none")
    with pytest.raises(FrozenInstanceError):
        after.moves = ()  # type: ignore[misc]


def test_it_knows_its_start_its_moves_and_whose_turn_it_is() -> None:
    match = started("quad", "B2")
    assert match.start == match.game.start()
    assert match.positions == (match.start, match.position)
    assert [str(move) for move in match.moves] == ["B2"]
    assert (match.mover, match.mover_name) == (Side.SECOND, "Player 2")
    assert [str(move) for move in match.legal_moves][:3] == ["A1", "B1", "C1"]
    assert "B2" not in [str(move) for move in match.legal_moves]
    assert match.outcome is None


def test_names_are_the_rulebooks_or_given() -> None:
    game = registry.load("center")
    assert Match.of(game).names == ("Player A", "Player B")
    assert Match.of(game, names=("Ann", "Bob")).mover_name == "Ann"


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "bell\x07", "line\u2028end"])
def test_a_name_is_one_line_that_can_be_printed(name: str) -> None:
    with pytest.raises(BadPlayer):
        Match.of(registry.load("center"), names=("Ann", name))


def test_a_move_is_played_by_its_words_or_as_one_of_the_legal_moves() -> None:
    match = started("quad")
    by_words = match.play("b 2")
    assert by_words == match.play(by_words.moves[0])
    assert by_words == match.play(int(by_words.moves[0]))
    assert str(by_words.moves[0]) == "B2"
    assert str(match.play(int(by_words.moves[0])).moves[0]) == "B2"


@pytest.mark.parametrize("name", registry.names())
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_undo_gives_the_match_before(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(data.draw(games(registry.find_class(name))), most=15))
    earlier = [match]
    while earlier[-1].moves:
        earlier.append(earlier[-1].undo())
    assert earlier[-1] == Match.of(match.game, match.start)
    again = earlier.pop()
    for before in reversed(earlier):
        again = again.play(str(before.moves[-1]))
        assert again == before
    with pytest.raises(IllegalMove, match="no move to take back"):
        Match.of(match.game, match.start).undo()


def test_undo_takes_back_an_end_too() -> None:
    match = started("quad", "B2")
    assert match.play("A1").resign(Side.FIRST).undo() == match
    assert match.play("A1").agree_to_draw().undo() == match


ENDINGS: dict[str, tuple[Callable[[Match], Match], Outcome]] = {
    "resigned in turn": (lambda match: match.resign(Side.SECOND), Outcome(Side.FIRST, "Player 2 resigned")),
    "resigned out of turn": (lambda match: match.resign(Side.FIRST), Outcome(Side.SECOND, "Player 1 resigned")),
    "agreed": (Match.agree_to_draw, Outcome(None, "a draw was agreed")),
    "out of time": (Match.run_out_of_time, Outcome(Side.FIRST, "Player 2 ran out of time")),
    "otherwise": (lambda match: match.end_with(Outcome(None, "it rained")), Outcome(None, "it rained")),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_players_end_a_match(ending: str) -> None:
    end, outcome = ENDINGS[ending]
    going_on = started("quad", "B2")
    match = end(going_on)
    assert match.outcome == outcome
    assert match.position == going_on.position
    assert going_on.outcome is None


def over() -> dict[str, Match]:
    ended = {ending: end(started("quad", "B2")) for ending, (end, _) in ENDINGS.items()}
    ended["won"] = started("quad", "A1", "D4", "B1", "C4", "A2", "D1", "B2")
    ended["repeated"] = started("snatchers", *["up 1", "up 1", "down 1", "down 1"] * 2, options="repetition=draw")
    return ended


@pytest.mark.parametrize("how", [*ENDINGS, "won", "repeated"])
def test_after_the_end_nothing_can_be_played(how: str) -> None:
    match = over()[how]
    assert match.outcome is not None
    assert match.legal_moves == ()
    tries: list[Callable[[], object]] = [
        lambda: match.play("C3"),
        lambda: match.play("up 1"),
        lambda: match.play("nonsense"),
        lambda: match.play(10),
        lambda: match.resign(Side.FIRST),
        match.agree_to_draw,
        match.run_out_of_time,
        lambda: match.end_with(Outcome(Side.FIRST, "we say so")),
    ]
    for attempt in tries:
        with pytest.raises(IllegalMove, match="the match is over"):
            attempt()


def test_the_rules_say_who_won_and_why() -> None:
    assert over()["won"].outcome == Outcome(Side.FIRST, "X formed a square on A1, B1, A2 and B2")


CIRCLE = ("up 1", "up 1", "down 1", "down 1")


def test_the_third_occurrence_of_a_position_is_a_draw_where_that_is_agreed() -> None:
    match = started("snatchers", *CIRCLE, options="repetition=draw")
    assert match.position == match.start
    for move in CIRCLE:
        assert match.outcome is None
        match = match.play(move)
    assert match.outcome == Outcome(None, "the same position occurred three times")
    assert match.undo().outcome is None


@pytest.mark.parametrize(("reading", "winner"), [("first_loses", Side.SECOND), ("second_loses", Side.FIRST)])
def test_the_third_occurrence_of_a_position_is_lost_by_the_side_that_was_agreed(reading: str, winner: Side) -> None:
    match = started("snatchers", *CIRCLE * 2, options=f"repetition={reading}")
    assert match.outcome == Outcome(winner, "the same position occurred three times")
    assert match.undo().outcome is None


def test_play_goes_on_where_the_rulebook_has_its_way() -> None:
    match = started("snatchers", *CIRCLE * 5)
    assert match.outcome is None
    assert match.legal_moves


def test_the_same_board_with_the_other_side_to_move_is_no_repetition() -> None:
    """From the corner and back in two moves each time, but in showdown the turn alternates with the square."""
    match = started("showdown", "right", "left", "right", options="reversal=allowed,repetition=draw")
    assert match.outcome is None
    assert match.play("left").outcome == Outcome(None, "the same position occurred three times")


def test_a_win_that_repeats_nothing_is_a_win() -> None:
    match = started("showdown", "right", "down", "right", "down", options="repetition=draw")
    assert match.outcome == Outcome(Side.SECOND, "the token reached the center square (3,3)")


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("words", ["", "   ", "?", "fly me to the moon", "\n", "🙂"])
def test_words_that_are_no_move_are_unreadable(name: str, words: str) -> None:
    match = started(name)
    with pytest.raises(UnreadableMove):
        match.play(words)


@pytest.mark.parametrize(
    ("name", "words", "why"),
    [
        ("center", "place 1 1", "cannot be placed on the center square"),
        ("center", "pass", "may not pass"),
        ("center", "move 0 0 0 1", "none of your tokens can move. Please place a token."),
        ("quad", "E5", "E5 is off the grid"),
        ("quad", "swap A1 B1", "Sudden Death only"),
        ("numbers", "4 4", "off the grid"),
        ("showdown", "up", "off the grid"),
        ("snatchers", "left 1", "off the grid"),
    ],
)
def test_a_move_that_is_not_allowed_here_is_illegal(name: str, words: str, why: str) -> None:
    match = started(name)
    with pytest.raises(IllegalMove) as refused:
        match.play(words)
    assert why in str(refused.value)


def test_words_that_mean_several_moves_are_ambiguous() -> None:
    with pytest.raises(AmbiguousMove, match="up 1 or up 2"):
        started("snatchers").play("up")
    full = registry.load("quad").read_position("XXOO/OOXX/XXOO/OOXX X")
    with pytest.raises(AmbiguousMove, match=r"swap A1 C1.* or 2 more"):
        Match.of(registry.load("quad"), full).play("swap A1")


def test_words_that_could_mean_several_moves_of_which_one_is_legal_mean_that_one() -> None:
    match = Match.of(registry.load("snatchers", "reach=1")).play("up")
    assert [str(move) for move in match.moves] == ["up 1"]


@pytest.mark.parametrize("name", registry.names())
def test_any_number_is_a_legal_move_or_refused(name: str) -> None:
    match = started(name)
    played = set()
    for number in (*range(1_000), -1, -1_000_000, 10**6, 2**70):
        try:
            match.play(number)
        except BadMove:
            continue
        played.add(number)
    assert played == set(map(int, match.legal_moves))


def test_the_package_offers_its_names_in_any_order() -> None:
    """Whatever has been imported before, in whatever order."""
    program = (
        "import squarely; squarely.names(); import squarely.core.rules.game, squarely.core.match.record; "
        "squarely.load('quad')"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_the_outcome_of_a_position_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    worked_out = Game.result

    def result(game: Game, position: object) -> Outcome | None:
        asked.append(position)
        return worked_out(game, position)

    monkeypatch.setattr(Game, "result", result)
    match = Match.of(registry.load("quad"))
    for move in ("B2", "A1", "C3"):
        for _ in range(3):
            assert match.outcome is None
            assert match.legal_moves
        match = match.play(move)
    assert len(asked) == len(set(asked)) == 3
