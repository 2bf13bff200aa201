"""Playing on from a record: which match that is, against whom, and what is refused."""

import pytest

from squarely.core.errors import IllegalMove, SquarelyError
from squarely.core.match.record import Record
from squarely.files import saved_matches
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.match.new_match import play_on
from tests.terminal.full_screen.studying import WON_BY_MISTAKE, record_of


def keep(record: Record) -> None:
    """Keep a record on this machine, as playing it does."""
    saver = MatchSaver(record.match.game.name)
    assert saver.save(record)
    saver.release()


def test_a_new_match_begins_from_the_position_against_the_same_opponent() -> None:
    record = record_of("center", *WON_BY_MISTAKE, SecondPlayer="level:3")
    live = play_on(record, 4)
    assert live.match.position == record.match.positions[4]
    assert (live.match.names, live.match.moves) == (("Ann", "Bob"), ())
    assert live.settings.seats.computers == (None, "level:3")
    live.play(live.match.read("move 0 1 1 1"))
    assert [path.parent.name for path in saved_matches.list_finished()] == ["finished"]
    live.close()


def test_options_go_with_it() -> None:
    from squarely import Match
    from squarely.core.rules import registry

    match = Match.of(registry.load("quad", "size=3,sudden_death=none")).play("A1").play("B2")
    live = play_on(Record(match), 1)
    assert (live.match.game, live.match.names) == (match.game, match.names)
    live.close()


def test_an_unfinished_match_of_this_machine_goes_on_itself() -> None:
    record = record_of("center", *WON_BY_MISTAKE[:3])
    keep(record)
    live = play_on(record, 3)
    assert len(live.match.moves) == 3
    live.play(live.match.read("place 2 2"))
    live.close()
    assert len(saved_matches.list_unfinished()) == 1
    earlier = play_on(record, 1)
    assert earlier.match.moves == (), "from before its end it is another match"
    earlier.close()


def test_where_it_is_over_nobody_plays_on() -> None:
    with pytest.raises(IllegalMove, match=r"it is over here: .* Step back to where you would like to play on\."):
        play_on(record_of("center", *WON_BY_MISTAKE), 6)


def test_a_record_from_elsewhere_runs_nothing() -> None:
    record = record_of("center", *WON_BY_MISTAKE, SecondPlayer="program:touch /tmp/never")
    with pytest.raises(SquarelyError, match="names a program or a language model"):
        play_on(record, 2)
    keep(record)
    play_on(record, 2).close()
