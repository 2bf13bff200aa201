"""The log: every match once, whatever happened to the file, and nothing that no arena writes."""

import json
from pathlib import Path
from typing import Any

from squarely.arena.report.data import build_report
from squarely.arena.run.match_result import MATCH, MatchResult, write_line
from squarely.core.errors import SquarelyError
from squarely.files.line_log import BadLog, LineLog, seal
from tests.arena.runs import played
from tests.boards import refusal

FOUR = played('players = ["random", "level:2"]\nseeds = "1-1"\ngames = ["showdown"]')
LINES = [write_line(each).encode() + b"\n" for each in FOUR]


def test_what_is_added_is_there_once_and_two_runs_do_not_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "new" / "run.jsonl"
    with LineLog(path, MATCH) as log:
        assert [log.add(FOUR[:2]), log.add(FOUR), log.add(FOUR)] == [2, 2, 0]
        assert refusal(BadLog, LineLog(path, MATCH).__enter__) == (
            f"another run is writing {path}; wait for it, or choose another --log"
        )
    assert path.read_bytes() == b"".join(LINES)
    with LineLog(path, MATCH) as log:
        assert (list(log.entries.values()), log.trouble) == (list(MATCH.load(path)[0].values()), [])
        assert list(log.entries) == [each.fixture for each in FOUR]
    path.write_bytes(b"".join([*LINES, LINES[1]]))
    found, trouble = MATCH.load(path)
    assert (len(found), trouble) == (4, [f"line 5 of {path} is left out: this match was there before"])
    none = tmp_path / "none.jsonl"
    assert refusal(BadLog, MATCH.load, none) == f"{none} cannot be read: No such file or directory"
    assert refusal(BadLog, LineLog(tmp_path, MATCH).__enter__) == f"{tmp_path} cannot be written: Is a directory"


def test_a_line_torn_at_any_byte_is_played_again_and_nothing_else(tmp_path: Path) -> None:
    path, whole = tmp_path / "run.jsonl", b"".join(LINES)
    at = len(whole) - len(LINES[-1])
    for cut in (*range(at, len(whole), 9), len(whole) - 1):
        path.write_bytes(whole[:cut])
        with LineLog(path, MATCH) as log:
            assert list(log.entries) == [each.fixture for each in FOUR[:3]]
            assert log.trouble == ([f"line 4 of {path} is left out: it was cut short"] if cut > at else [])
            log.add(FOUR)
        assert path.read_bytes() == whole


def test_a_damaged_line_is_named_and_its_match_played_again(tmp_path: Path) -> None:
    path, changed = tmp_path / "run.jsonl", "it was changed after it was written"
    for number, line in enumerate(LINES):
        data = json.loads(line)
        damages = {
            b"garbage\n": "it is not JSON",
            b"\xff\xfe\n": "it is not text",
            b"\n": "it is not JSON",
            b"[" * 100_000 + b"\n": "it is not JSON",
            line[: len(line) // 2] + b"\n": "it is not JSON",
            b"[1]\n": "it is not a match of an arena",
            b'{"result":"1-0"}\n': "it is not a match of an arena",
            line.replace(b'"arena":2', b'"arena":99'): "it was written by another version of the arena (99, not 2)",
            line.replace(data["result"].encode(), b"1/2"): changed,
            line.replace(b'"seed":', b'"Seed":'): changed,
        }
        for damage, why in damages.items():
            path.write_bytes(b"".join([*LINES[:number], damage, *LINES[number + 1 :]]))
            with LineLog(path, MATCH) as log:
                assert log.trouble == [f"line {number + 1} of {path} is left out: {why}"]
                assert list(log.entries) == [each.fixture for at, each in enumerate(FOUR) if at != number]
                assert log.add(FOUR) == 1
            assert sorted(map(write_line, MATCH.load(path)[0].values())) == sorted(map(write_line, FOUR))
    line = LINES[0].rstrip()
    for at in range(0, len(line), 7):  # any changed letter is seen
        garbled = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
        found, trouble = MATCH.read_lines(garbled + b"\n", "run")
        assert (found, len(trouble)) == ({}, len(garbled.split(b"\n"))), garbled


def read_resealed(**changes: Any) -> tuple[list[MatchResult], list[str]]:
    """What is read of a line that somebody has changed and sealed again; a field that is ... is taken out."""
    data = {name: value for name, value in (json.loads(LINES[0]) | changes).items() if value is not ...}
    del data["seal"]
    found, trouble = MATCH.read_lines(seal(data).encode() + b"\n", "run")
    return [*found.values()], trouble


def test_a_line_that_somebody_made_up_is_left_out_or_can_be_reported() -> None:
    assert read_resealed()[1] == [], "as it is, it counts"
    big: list[Any] = [10**400, 10**13, float("inf"), float("nan")]
    for name in [name for name in json.loads(LINES[0]) if name not in ("arena", "seal")]:
        assert read_resealed(**{name: ...}) == ([], [f"line 1 of run is left out: it lacks {name!r}"])
        for value in [-1, 1.5, True, "\x1b[2J", [], {}, [[]], [None], "1/0", *big]:
            found, trouble = read_resealed(**{name: value})
            assert len(found) + len(trouble) == 1
            if found:
                build_report(found, mistakes=0)


def test_what_no_arena_writes_is_not_believed() -> None:
    def graded(*grade: Any) -> dict[str, Any]:
        return {"grades": [[*grade]] * len(FOUR[0].moves)}

    endless: dict[str, Any] = {"value": {"winner": "nobody", "ending": "win", "distance": 1, "margin": None}}
    lines: list[dict[str, Any]] = [
        *(graded(1, "1/0", 1, 2), graded(1, "1e999999999", 1, 2), graded(1, "1/2", 2, 2), graded(1, "1/2", 1, 0)),
        *(graded(10**50, "1/2", 1, 2), {"grades": []}, {"movers": "3" * len(FOUR[0].moves)}, {"movers": ""}),
        *({"result": "2-0"}, {"value": None}, endless, {"first": "a\u202eb"}),
        {"faults": [[1, "first", "sulked", "", False, None]]},
        {"faults": [[1, "first", "refused", "", False, [1, "1/0", 0, 1]]]},
        *({"efforts": [[0.1, 0, 1]]}, {"efforts": [[float("inf"), 0, 1], [0, 0, 0]]}),
    ]
    for changes in lines:
        found, (why,) = read_resealed(**changes)
        assert found == [], changes
        assert why.startswith("line 1 of run is left out: its ")
    mistakes: list[dict[str, Any]] = [{"moves": ["fly"] * len(FOUR[0].moves)}, {"game": "chess"}, {"start": "nowhere"}]
    for changes in (*mistakes, {}):  # a made-up mistake is told and is no traceback
        found, trouble = read_resealed(**graded(1, "1/2", 1, 2), **changes)
        assert trouble == []
        assert refusal(SquarelyError, build_report, found).startswith("the log ")
