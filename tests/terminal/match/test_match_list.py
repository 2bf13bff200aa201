"""The list of saved matches: what it says of each, its order and pages, and how it is cleaned."""

import os
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from squarely.core.match.match import Match
from squarely.core.match.record import Record, write
from squarely.core.rules.registry import load
from squarely.terminal.match.match_list import MatchList, describe_players, describe_time
from tests.terminal.driving import Desk, read_until

NOW = datetime(2026, 11, 16, 0, 30)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (NOW - timedelta(minutes=25), "today 00:05"),
        (NOW - timedelta(minutes=31), "yesterday 23:59"),
        (datetime(2026, 11, 15, 0, 0), "yesterday 00:00"),
        (datetime(2026, 11, 14, 23, 59), "14 Nov"),
        (datetime(2026, 1, 1), "1 Jan"),
        (datetime(2025, 12, 31), "31 Dec 2025"),
        (NOW + timedelta(days=2), "18 Nov"),  # a clock that went wrong
    ],
)
def test_dates_as_a_person_says_them(then: datetime, said: str) -> None:
    assert describe_time(then, NOW) == said


@pytest.mark.parametrize(
    ("names", "players", "said"),
    [
        (None, {}, "Player 1 against Player 2"),
        (None, {"SecondPlayer": "level:3"}, "you against level:3"),
        (None, {"FirstPlayer": "perfect"}, "perfect against you"),
        (("Ann", "Bob"), {}, "Ann against Bob"),
        (("Ann", "Player 2"), {"SecondPlayer": "random"}, "Ann against random"),
        (None, {"FirstPlayer": "random", "SecondPlayer": "level:9"}, "random against level:9"),
        (None, {"SecondPlayer": "program:" + "x" * 80}, f"you against program:{'x' * 23}…"),
    ],
)
def test_who_plays_against_whom(names: tuple[str, str] | None, players: dict[str, str], said: str) -> None:
    assert describe_players(Record(Match.of(load("quad"), names=names), notes=players)) == said


def keep(desk: Desk, count: int, folder: str = "unfinished") -> list[Path]:
    """So many matches of showdown, one a minute, the latest last."""
    where = desk.data / "squarely" / folder
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
    desk.squarely("play", "quad", "--option", "size=5", "--second", "level:2", typed=["B2"])
    desk.squarely("play", "showdown", "--names", "Ann,Bob", typed=["right"])
    os.utime(desk.unfinished[0], (0, 0))
    said = desk.squarely("resume", typed=["what", "9", "2", "quit"]).out
    assert "  2  1 Jan 1970       quad (size=5), you against level:2, 2 moves\n  1  today " in said
    assert re.search(r"  1  today \d\d:\d\d      showdown, Ann against Bob, 1 move\nEnter a number", said)
    assert "Please enter a number from 1 to 2; 'what' is none." in said
    assert "Capture Square, resumed after move 2" in said


def test_a_page_at_a_time_and_only_that_is_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(desk, 50)
    unseen = desk.squarely("resume", typed=["21", "delete 21", "q"]).out
    assert "Enter a number, `more` for older ones, `delete 20` to delete that one, or `q` to leave." in unseen
    assert "Please enter a number from 1 to 20, or more; '21' is none." in unseen
    assert "There is no number 21 in the list; nothing was deleted." in unseen
    said = desk.squarely("resume", typed=["more", "more", "more", "50"]).out
    pages = [listed(page) for page in said.split("Which one?")]
    numbers = list(map(str, range(1, 51)))
    assert [page[::-1] for page in pages[:4]] == [numbers[:20], numbers[20:40], numbers[40:], []]
    assert "These are all." in said
    assert "resumed after move 1 (right)" in said
    read = list[Path]()

    def note(path: Path) -> Record:
        read.append(path)
        return Record(Match.of(load("showdown")))

    monkeypatch.setattr("squarely.terminal.match.match_list.load_record", note)
    assert len(MatchList(paths).read(5)) == 5
    assert read == paths[:5]


def test_a_page_fits_the_terminal(desk: Desk) -> None:
    keep(desk, 50)
    terminal = desk.terminal_of(40, "resume")  # 60 rows, and each match takes two
    terminal.answer("Which one? [1] ", "more")
    terminal.answer("Which one? [1] ", "?")
    terminal.answer("`list` shows", "q")
    first, second = terminal.ended().out.split("Which one?")[:2]
    assert listed(first) == [str(number) for number in range(28, 0, -1)]
    assert listed(second) == [str(number) for number in range(50, 28, -1)]
    assert all(len(line) <= 40 for line in first.splitlines())


def test_a_match_is_deleted_after_a_question_and_the_others_keep_their_numbers(desk: Desk) -> None:
    paths = keep(desk, 5)
    said = desk.squarely("resume", typed=["delete 2", "no", "delete 2 4-5", "yes", "delete 2", "list", "q"])
    assert "Delete number 2 (yesterday 12:03 showdown, Player 1 against Player 2, 1 move) for good?" in said.out
    assert "Nothing was deleted." in said.out
    assert "3 files deleted." in said.out
    assert "There is no number 2 in the list; nothing was deleted." in said.out
    assert listed(said.out)[5:] == ["2", "1"]
    assert desk.unfinished == [paths[2], paths[4]]
    assert said.code == 0


def test_where_a_whole_page_was_deleted_the_next_one_is_shown(desk: Desk) -> None:
    paths = keep(desk, 30)
    typed = ["delete 1-999999", "delete 1-20", "yes", "what", "delete 21-30", "yes"]
    said = desk.squarely("resume", typed=typed)
    assert "There is no number 21 in the list; nothing was deleted." in said.out
    assert "20 files deleted.\n 30  yesterday" in said.out
    assert "Please enter a number from 21 to 30; 'what' is none." in said.out
    assert said.out.endswith("10 files deleted.\nThere is no unfinished match. Begin one with: squarely play GAME\n")
    assert not any(path.exists() for path in paths)


def test_all_are_deleted_but_the_one_that_is_being_played(desk: Desk) -> None:
    paths = keep(desk, 30)
    paths[4].write_text("rubbish")
    paths[5].write_text("rubbish")
    playing = desk.started("resume", str(paths[3]))
    read_until(playing, rb"left/right\): \Z")
    said = desk.squarely("resume", "--clean", typed=["everything", "all", "yes", "unreadable", "yes", ""])
    assert "Please enter numbers of the list, such as 3 or 5-8, or all, or unreadable." in said.out
    assert f"27 files deleted. Not deleted: 3.match (process {playing.pid} plays it)." in said.out
    assert "(left out: " in said.out
    assert "2 files deleted." in said.out
    assert said.code == 0
    assert desk.unfinished == [paths[3]]
    playing.communicate()
    assert desk.squarely("resume", "--clean", typed=["1", "yes"]).out.endswith(
        "There is no unfinished match any more.\n"
    )
    assert desk.squarely("resume", "--clean").out == "There is no unfinished match.\n"


def test_what_cannot_be_read_is_told_in_one_line(desk: Desk) -> None:
    paths = keep(desk, 12)
    for path in paths[2:]:
        path.write_text("rubbish")
    said = desk.squarely("resume", typed=["q"]).out
    assert listed(said) == ["2", "1"]
    (line,) = [line for line in said.splitlines() if "left out" in line]
    assert "11.match, line 1: " in line
    assert "; and 9 other files that cannot be read." in line


def test_show_offers_what_was_finished_and_deletes_nothing(desk: Desk) -> None:
    desk.squarely("play", "showdown", typed=["right", "resign", "yes"])
    said = desk.squarely("show", typed=["delete 1", "1"]).out
    assert "'delete 1' is none." in said
    assert "1. Player 1: right\n" in said
    assert len(desk.finished) == 1
