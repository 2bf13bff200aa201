"""The log: every match once, whatever happened to the file."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from squarely.arena.report.data import build_report
from squarely.arena.run.match_result import MATCH, write_line
from squarely.core.errors import SquarelyError
from squarely.files.line_log import BadLog, LineLog
from tests.arena.runs import played
from tests.boards import refusal

FOUR = played()[:4]
LINES = [write_line(each).encode() + b"\n" for each in FOUR]


def kept(path: Path) -> list[str]:
    return [write_line(each) for each in MATCH.load(path)[0].values()]


def test_what_is_added_is_there(tmp_path: Path) -> None:
    path = tmp_path / "new" / "run.jsonl"
    with LineLog(path, MATCH) as log:
        assert log.add(FOUR[:2]) == 2
        assert log.add(FOUR) == 2
        assert log.add(FOUR) == 0
    assert path.read_bytes() == b"".join(LINES)
    with LineLog(path, MATCH) as log:
        assert list(log.entries.values()) == [MATCH.load(path)[0][each.fixture] for each in FOUR]
        assert log.trouble == []


def test_a_line_torn_at_any_byte_is_played_again_and_nothing_else(tmp_path: Path) -> None:
    path, whole = tmp_path / "run.jsonl", b"".join(LINES)
    at = len(whole) - len(LINES[-1])
    for cut in range(at, len(whole)):
        path.write_bytes(whole[:cut])
        with LineLog(path, MATCH) as log:
            assert list(log.entries) == [each.fixture for each in FOUR[:3]]
            assert log.trouble == ([f"line 4 of {path} is left out: it was cut short"] if cut > at else [])
            log.add(FOUR)
        assert path.read_bytes() == whole


@pytest.mark.parametrize("number", range(4))
def test_a_damaged_line_is_named_and_its_match_played_again(tmp_path: Path, number: int) -> None:
    path, line = tmp_path / "run.jsonl", LINES[number]
    data = json.loads(line)
    damages = {
        b"garbage\n": "it is not JSON",
        b"\xff\xfe\n": "it is not text",
        b"\n": "it is not JSON",
        b"[" * 100_000 + b"\n": "it is not JSON",
        b"[1]\n": "it is not a match of an arena",
        b'{"result":"1-0"}\n': "it is not a match of an arena",
        json.dumps({**data, "arena": 99}).encode()
        + b"\n": "it was written by another version of the arena (99, not 2)",
        line.replace(data["result"].encode(), b"1/2"): "it was changed after it was written",
        line.replace(b'"seed":', b'"Seed":'): "it was changed after it was written",
        line[: len(line) // 2] + b"\n": "it is not JSON",
    }
    for damage, why in damages.items():
        path.write_bytes(b"".join([*LINES[:number], damage, *LINES[number + 1 :]]))
        with LineLog(path, MATCH) as log:
            assert log.trouble == [f"line {number + 1} of {path} is left out: {why}"]
            assert list(log.entries) == [each.fixture for at, each in enumerate(FOUR) if at != number]
            assert log.add(FOUR) == 1
        assert sorted(kept(path)) == sorted(map(write_line, FOUR))


def test_any_changed_letter_is_seen() -> None:
    line = LINES[0].rstrip()
    for at in range(0, len(line), 7):
        changed = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
        found, trouble = MATCH.read_lines(changed + b"\n", "run")
        assert (found, len(trouble)) == ({}, len(changed.split(b"\n"))), changed


def test_a_match_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"".join([*LINES, LINES[1]]))
    found, trouble = MATCH.load(path)
    assert len(found) == 4
    assert trouble == [f"line 5 of {path} is left out: this match was there before"]


def test_two_runs_do_not_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with LineLog(path, MATCH):
        assert refusal(BadLog, LineLog(path, MATCH).__enter__) == (
            f"another run is writing {path}; wait for it, or choose another --log"
        )
    with LineLog(path, MATCH) as log:
        assert log.add(FOUR) == 4


def test_a_log_that_cannot_be_had_is_told(tmp_path: Path) -> None:
    assert (
        refusal(BadLog, MATCH.load, tmp_path / "none.jsonl")
        == f"{tmp_path}/none.jsonl cannot be read: No such file or directory"
    )
    assert refusal(BadLog, LineLog(tmp_path, MATCH).__enter__) == f"{tmp_path} cannot be written: Is a directory"


def resealed(line: bytes, **changes: Any) -> bytes:
    """A line that somebody has changed and sealed again; a field that is ... is taken out."""
    data = {name: value for name, value in (json.loads(line) | changes).items() if value is not ... and name != "seal"}
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    seal = sha256(packed.encode()).hexdigest()[:16]
    return json.dumps(data | {"seal": seal}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


NAMES = [name for name in json.loads(LINES[0]) if name not in ("arena", "seal")]
NONSENSE: tuple[Any, ...] = (
    -1,
    1.5,
    True,
    "\x1b[2J",
    [],
    {},
    [[]],
    [None],
    10**400,
    float("inf"),
    float("nan"),
    "1/0",
    10**13,
)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_somebody_made_up_is_left_out_or_can_be_reported(name: str) -> None:
    assert MATCH.read_lines(resealed(LINES[0]), "run")[1] == [], "as it is, it counts"
    assert MATCH.read_lines(resealed(LINES[0], **{name: ...}), "run")[1] == [
        f"line 1 of run is left out: it lacks {name!r}"
    ]
    for value in NONSENSE:
        found, trouble = MATCH.read_lines(resealed(LINES[0], **{name: value}), "run")
        assert len(found) + len(trouble) == 1
        if found:
            build_report(found.values(), mistakes=0)


@pytest.mark.parametrize(
    "changes",
    [
        {"result": "2-0"},
        {"grades": [[1, "1/0", 1, 2]] * len(FOUR[0].moves)},
        {"grades": [[1, "1e999999999", 1, 2]] * len(FOUR[0].moves)},
        {"grades": [[1, "1/2", 2, 2]] * len(FOUR[0].moves)},
        {"grades": [[1, "1/2", 1, 0]] * len(FOUR[0].moves)},
        {"grades": [[10**50, "1/2", 1, 2]] * len(FOUR[0].moves)},
        {"grades": []},
        {"movers": "3" * len(FOUR[0].moves)},
        {"movers": ""},
        {"value": None},
        {"value": {"winner": "nobody", "ending": "win", "distance": 1, "margin": None}},
        {"faults": [[1, "first", "sulked", "", False, None]]},
        {"faults": [[1, "first", "refused", "", False, [1, "1/0", 0, 1]]]},
        {"efforts": [[0.1, 0, 1]]},
        {"efforts": [[float("inf"), 0, 1], [0, 0, 0]]},
        {"first": "a\u202eb"},
    ],
)  # fmt: skip
def test_what_no_arena_writes_is_not_believed(changes: dict[str, Any]) -> None:
    found, (why,) = MATCH.read_lines(resealed(LINES[0], **changes), "run")
    assert found == {}
    assert why.startswith("line 1 of run is left out: its ")


def test_a_made_up_mistake_is_told_and_is_no_traceback() -> None:
    grades = [[1, "1/2", 1, 2]] * len(FOUR[0].moves)
    changed: tuple[dict[str, Any], ...] = (
        {"moves": ["fly"] * len(FOUR[0].moves)}, {"game": "chess"}, {"start": "nowhere"}, {},
    )  # fmt: skip
    for changes in changed:
        found, trouble = MATCH.read_lines(resealed(LINES[0], grades=grades, **changes), "run")
        assert trouble == []
        assert refusal(SquarelyError, build_report, found.values()).startswith("the log ")
