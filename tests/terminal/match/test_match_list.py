"""The list of saved matches: what it says of each, its order, how one is deleted; and playing on from a record."""

import os
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from squarely.core.errors import IllegalMove, SquarelyError
from squarely.core.match.match import Match
from squarely.core.match.record import Record, write
from squarely.core.rules.registry import load
from squarely.files import saved_matches
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.match.match_list import describe_players, describe_time, read_matches
from squarely.terminal.match.new_match import play_on
from tests.terminal.driving import Desk
from tests.terminal.full_screen.driving import WON_BY_MISTAKE, record_of


def test_dates_as_a_person_says_them_and_who_plays_against_whom() -> None:
    now = datetime(2026, 11, 16, 0, 30)
    for then, said in {
        now - timedelta(minutes=25): "today 00:05",
        now - timedelta(minutes=31): "yesterday 23:59",
        datetime(2026, 11, 15, 0, 0): "yesterday 00:00",
        datetime(2026, 11, 14, 23, 59): "14 Nov",
        datetime(2026, 1, 1): "1 Jan",
        datetime(2025, 12, 31): "31 Dec 2025",
        now + timedelta(days=2): "18 Nov",  # a clock that went wrong
    }.items():
        assert describe_time(then, now) == said
    for names, players, said in (
        (None, {}, "Player 1 against Player 2"),
        (None, {"FirstPlayer": "perfect"}, "perfect against you"),
        (("Ann", "Player 2"), {"SecondPlayer": "random"}, "Ann against random"),
        (None, {"FirstPlayer": "random", "SecondPlayer": "level:9"}, "random against level:9"),
        (None, {"SecondPlayer": "program:" + "x" * 80}, f"you against program:{'x' * 23}…"),
    ):
        assert describe_players(Record(Match.of(load("quad"), names=names), notes=players)) == said


def keep_many(desk: Desk, count: int) -> list[Path]:
    """So many matches of showdown, one a minute, the latest last."""
    where = desk.data / "squarely" / "unfinished"
    where.mkdir(parents=True)
    text = write(Record(Match.of(load("showdown")).play("right")))
    noon = datetime.now().replace(hour=12, minute=0, second=0).timestamp() - 86_400
    paths = [where / f"{number}.match" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(text)
        os.utime(path, (noon + 60 * number,) * 2)
    return paths


def listed(said: str) -> list[str]:
    return re.findall(r"(?m)^ +(\d+)  (?:yesterday|today) ", said)


def test_the_latest_stands_next_to_the_question_and_is_number_one(desk: Desk) -> None:
    desk.squarely("play", "snatchers", "--option", "size=4", "--second", "random", typed=["up 1"])
    desk.squarely("play", "showdown", "--names", "Ann,Bob", typed=["right"])
    os.utime(next(path for path in desk.unfinished if "snatchers" in path.name), (0, 0))
    said = desk.squarely("resume", typed=["what", "9", "delete", "2", "quit"]).out
    assert "  2  1 Jan 1970       snatchers (size=4), you against random, 2 moves\n  1  today " in said
    assert re.search(r"  1  today \d\d:\d\d      showdown, Ann against Bob, 1 move\nEnter a number from 1 to 2", said)
    assert said.count("Sorry, I do not know ") == 3
    assert "Grid Snatchers, resumed after move 2" in said


def test_the_last_nine_are_shown_only_those_are_read_and_rubbish_is_told(desk: Desk) -> None:
    paths = keep_many(desk, 12)
    said = desk.squarely("resume", typed=["10", "", "quit"]).out
    assert listed(said) == list("987654321")
    assert "resumed after move 1 (right)" in said
    for path in paths[2:]:
        path.write_text("rubbish")
    found, unreadable = read_matches(paths, 2)
    assert ([each.path for each in found], unreadable) == (paths[:2], [])
    said = desk.squarely("resume", typed=["q"]).out
    assert listed(said) == ["2", "1"]
    (line,) = [line for line in said.splitlines() if "left out" in line]
    assert ".match, line 1: " in line
    assert "; and 9 other files that cannot be read." in line


def test_a_match_is_deleted_after_a_question_and_a_finished_one_never(desk: Desk) -> None:
    paths = keep_many(desk, 3)
    said = desk.squarely("resume", typed=["delete 2", "no", "Delete 2", "yes", "q"])
    assert "Delete yesterday 12:01 showdown, Player 1 against Player 2, 1 move for good?" in said.out
    assert "Nothing was deleted." in said.out
    assert listed(said.out) == [*"321", *"321", *"21"]
    assert desk.unfinished == [paths[0], paths[2]]
    assert said.code == 0
    desk.squarely("play", "showdown", typed=["right", "resign", "yes"])
    shown = desk.squarely("show", typed=["delete 1", "1"]).out
    assert "Sorry, I do not know 'delete 1'. Enter 1, or `q` to leave." in shown
    assert "1. Player 1: right\n" in shown
    assert len(desk.finished) == 1


def keep(record: Record) -> None:
    saver = MatchSaver(record.match.game.name)
    assert saver.save(record)
    saver.release()


def test_a_new_match_begins_from_the_position_with_options_and_opponent() -> None:
    larger = Match.of(load("quad", "size=5,sudden_death=none"))
    live = play_on(Record(larger.play("A1").play("B2")), 1)
    assert (live.match.game, live.match.names) == (larger.game, larger.names)
    record = record_of("center", *WON_BY_MISTAKE, SecondPlayer="level:3")
    live = play_on(record, 4)
    assert live.match.position == record.match.positions[4]
    assert (live.match.names, live.match.moves) == (("Ann", "Bob"), ())
    assert live.settings.seats.computers == (None, "level:3")
    live.play(live.match.read("move 0 1 1 1"))
    assert [path.parent.name for path in saved_matches.list_finished()] == ["finished"]
    live.close()


def test_an_unfinished_match_of_this_machine_goes_on_itself_and_one_over_or_from_elsewhere_is_refused() -> None:
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
    with pytest.raises(IllegalMove, match=r"it is over here: .* Step back to where you would like to play on\."):
        play_on(record_of("center", *WON_BY_MISTAKE), 6)
    record = record_of("center", *WON_BY_MISTAKE, SecondPlayer="program:touch /tmp/never")
    with pytest.raises(SquarelyError, match="names a program or a language model"):
        play_on(record, 2)
    keep(record)
    play_on(record, 2).close()
