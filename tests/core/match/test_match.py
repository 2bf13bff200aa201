"""A match is a value. It refuses what is not allowed, and once it is over nothing can be played."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squarely import AmbiguousMove, BadMove, IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.errors import BadPlayer
from squarely.core.rules import registry
from tests.boards import legal, played, refusal, written
from tests.strategies import games, matches

CIRCLE = ("up 1", "up 1", "down 1", "down 1")
THREE_TIMES = "the same position occurred three times"


def started(name: str, *moves: str, options: str = "") -> Match:
    return played(Match.of(registry.load(name, options)), *moves)


def test_a_match_is_a_value() -> None:
    before = started("quad", "B2")
    after = before.play("A1")
    assert (written(before), written(after)) == ("..../.X../..../.... O", "O.../.X../..../.... X")
    assert (before.start, before.positions) == (before.game.start(), (before.start, before.position))
    assert ([*map(str, before.moves)], before.outcome) == (["B2"], None)
    assert (before.mover, before.mover_name) == (Side.SECOND, "Player 2")
    assert legal(before)[:3] == ["A1", "B1", "C1"]
    assert "B2" not in legal(before)
    assert after == started("quad", "B2", "A1")
    assert hash(after) == hash(started("quad", "B2", "A1"))
    for other in (before, started("quad", "A1", "B2"), started("quad", "B2", "A1", options="sudden_death=none")):
        assert after != other
    by_words = started("quad").play("b 2")  # as one of the legal ones, too
    for same in (by_words.moves[0], int(by_words.moves[0])):
        assert started("quad").play(same) == before
        assert str(started("quad").play(same).moves[0]) == "B2"
    with pytest.raises(FrozenInstanceError):
        after.moves = ()  # type: ignore[misc]


def test_names_are_the_rulebooks_or_given_on_one_line_that_can_be_printed() -> None:
    game = registry.load("center")
    assert Match.of(game).names == ("Player A", "Player B")
    assert Match.of(game, names=("Ann", "Bob")).mover_name == "Ann"
    for name in ("", " ", "two\nlines", "bell\x07", "line\u2028end"):
        with pytest.raises(BadPlayer):
            Match.of(game, names=("Ann", name))


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_undo_gives_the_match_before(data: st.DataObject) -> None:
    kind = registry.find_class(data.draw(st.sampled_from(registry.names())))
    match = data.draw(matches(data.draw(games(kind)), most=15))
    earlier = [match]
    while earlier[-1].moves:
        earlier.append(earlier[-1].undo())
    assert earlier[-1] == Match.of(match.game, match.start)
    again = earlier.pop()
    for before in reversed(earlier):
        again = again.play(str(before.moves[-1]))
        assert again == before
    assert refusal(IllegalMove, Match.of(match.game, match.start).undo) == "there is no move to take back."


def test_after_an_end_nothing_can_be_played_until_it_is_taken_back() -> None:
    going_on, rain = started("quad", "B2"), Outcome(None, "it rained")
    endings: list[tuple[Callable[[Match], Match], Outcome]] = [
        (lambda match: match.resign(Side.SECOND), Outcome(Side.FIRST, "Player 2 resigned")),  # in turn
        (lambda match: match.resign(Side.FIRST), Outcome(Side.SECOND, "Player 1 resigned")),  # out of turn
        (Match.agree_to_draw, Outcome(None, "a draw was agreed")),
        (Match.run_out_of_time, Outcome(Side.FIRST, "Player 2 ran out of time")),
        (lambda match: match.end_with(rain), rain),
    ]
    won = started("quad", "A1", "D4", "B1", "C4", "A2", "D1", "B2")
    repeated = started("snatchers", *CIRCLE * 2, options="repetition=draw")
    ended = [(won, Outcome(Side.FIRST, "X formed a square on A1, B1, A2 and B2"))]
    ended += [(repeated, Outcome(None, THREE_TIMES)), *((end(going_on), outcome) for end, outcome in endings)]
    for match, outcome in ended:
        assert match.outcome == outcome
        assert match.legal_moves == ()
        tries: list[tuple[Any, ...]] = [(match.play, move) for move in ("C3", "up 1", "nonsense", 10)]
        tries += [(match.resign, Side.FIRST), (match.end_with, Outcome(Side.FIRST, "we say so"))]
        for attempt, *told in [*tries, (match.agree_to_draw,), (match.run_out_of_time,)]:
            assert refusal(IllegalMove, attempt, *told) == f"the match is over: {outcome.reason}."
    for end, _ in endings:
        assert end(going_on).position == going_on.position
        assert end(going_on.play("A1")).undo() == going_on
    assert going_on.outcome is None


def test_the_third_occurrence_of_a_position_ends_a_match_where_that_is_agreed() -> None:
    for reading, winner in (("draw", None), ("first_loses", Side.SECOND), ("second_loses", Side.FIRST)):
        match = started("snatchers", *CIRCLE, options=f"repetition={reading}")
        assert match.position == match.start
        for move in CIRCLE:
            assert match.outcome is None
            match = match.play(move)
        assert match.outcome == Outcome(winner, THREE_TIMES), reading
        assert match.undo().outcome is None
    assert started("snatchers", *CIRCLE * 5).legal_moves
    # From the corner and back in two moves each time, but in showdown the turn alternates with the square.
    match = started("showdown", "right", "left", "right", options="reversal=allowed,repetition=draw")
    assert match.outcome is None
    assert match.play("left").outcome == Outcome(None, THREE_TIMES)
    won = started("showdown", "right", "down", "right", "down", options="repetition=draw")
    assert won.outcome == Outcome(Side.SECOND, "the token reached the center square (3,3)")


def test_what_is_no_move_is_refused_and_words_of_several_are_ambiguous_unless_one_alone_is_legal() -> None:
    """What is a move and not allowed, and which of many are told, is in the tests of each game."""
    for name in registry.names():
        for words in ("   ", "?", "fly me to the moon"):
            assert refusal(UnreadableMove, started(name).play, words).endswith("."), (name, words)
    assert "up 1 or up 2" in refusal(AmbiguousMove, started("snatchers").play, "up")
    assert [*map(str, started("snatchers", "up", options="reach=1").moves)] == ["up 1"]
    for name in ("numbers", "quad"):  # and any number is a legal move, or refused
        match, accepted = started(name), set()
        for number in (*range(200), -1, 2**70):
            try:
                match.play(number)
            except BadMove:
                continue
            accepted.add(number)
        assert accepted == set(map(int, match.legal_moves)), name
