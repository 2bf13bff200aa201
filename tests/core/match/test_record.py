"""Records come back exactly, and a broken one is refused with the line where it breaks."""

import json
import pickle
from collections.abc import Callable
from random import Random
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squarely import Match, Side, SquarelyError
from squarely.core.errors import BadOption, BadPosition, BadProof, BadRecord
from squarely.core.match import record
from squarely.core.match.record import Record, read, read_json, write, write_json
from squarely.core.rules import registry
from tests.strategies import records

PATIENCE = 60  # seconds of this process; all of a test's nonsense together takes a few


def played(name: str, options: str = "", seed: int = 1, most: int = 12) -> Match:
    """A random match between players whose names are hard to write."""
    game, random = registry.load(name, options), Random(f"{name} {seed}")
    match = Match.of(game, game.start_for(seed), ('Ann "the\\fox"', "名前 🙂"))
    while len(match.moves) < most and match.legal_moves:
        match = match.play(str(random.choice(match.legal_moves)))
    return match


def endings(name: str) -> list[Record]:
    """Records of one game that end in every way."""
    unfinished = played(name, most=3)
    drawn = played(name, "repetition=draw", most=200)
    matches = [
        unfinished,
        unfinished.resign(Side.FIRST),
        unfinished.agree_to_draw(),
        unfinished.run_out_of_time(),
        played(name, most=300),
        drawn,
    ]
    return [Record(match, "2026-11-15", {"Event": "Café [1]"}) for match in matches]


@pytest.mark.parametrize("name", registry.names())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_records_come_back_exactly(name: str, data: st.DataObject) -> None:
    kept = data.draw(records(name))
    for writing, reading in ((write, read), (write_json, read_json), (write_json, read)):
        text = writing(kept)
        found = reading(text)
        assert found == kept
        assert [str(move) for move in found.match.moves] == [str(move) for move in kept.match.moves]
        assert found.match.outcome == kept.match.outcome
        assert writing(found) == text


def test_a_repetition_is_recorded_as_a_draw() -> None:
    match = Match.of(registry.load("showdown", "reversal=allowed,repetition=draw"))
    for move in ("right", "left", "right", "left"):
        match = match.play(move)
    text = write(Record(match))
    assert text.splitlines()[-1] == "1/2"
    assert '[Reason "the same position occurred three times"]' in text
    assert read(text).match == match


def test_a_record_looks_like_this() -> None:
    match = Match.of(registry.load("quad", "size=3"), names=("Ann", 'Bob "B2"')).play("B2").play("A1")
    kept = Record(match.resign(Side.FIRST), "2026-11-15", {"Event": "club night"})
    assert write(kept) == (
        '[Game "quad"]\n'
        '[Options "size=3"]\n'
        '[First "Ann"]\n'
        '[Second "Bob \\"B2\\""]\n'
        '[Date "2026-11-15"]\n'
        '[Event "club night"]\n'
        '[Result "0-1"]\n'
        '[Reason "Ann resigned"]\n'
        "\n"
        "1. B2\n"
        "2. A1\n"
        "0-1\n"
    )
    assert json.loads(write_json(kept)) == {
        "game": "quad",
        "options": "size=3",
        "first": "Ann",
        "second": 'Bob "B2"',
        "date": "2026-11-15",
        "result": "0-1",
        "reason": "Ann resigned",
        "notes": {"Event": "club night"},
        "moves": ["B2", "A1"],
    }


def test_lines_may_end_as_on_windows() -> None:
    text = write(Record(played("quad")))
    assert read(text.replace("\n", "\r\n")) == read(text)


@pytest.mark.parametrize("name", registry.names())
def test_a_record_cut_at_any_byte_is_refused(name: str) -> None:
    """Only the last line's end may be missing."""
    for kept in endings(name):
        whole = write(kept).encode()
        assert read(whole[:-1].decode()) == kept
        for length in range(len(whole) - 1):
            with pytest.raises(BadRecord):
                read(whole[:length].decode(errors="replace"))


@pytest.mark.parametrize("name", registry.names())
def test_json_cut_at_any_byte_is_refused(name: str) -> None:
    for kept in endings(name):
        whole = write_json(kept).encode()
        for length in range(len(whole)):
            with pytest.raises(BadRecord):
                read_json(whole[:length].decode(errors="replace"))


WHOLE = """\
[Game "quad"]
[Options "size=3"]
[First "Ann"]
[Result "1-0"]
[Reason "X formed a square on A1, B1, A2 and B2"]

1. A1
2. C3
3. B1
4. C1
5. A2
6. A3
7. B2
1-0
"""

# What is replaced, by what, the line that breaks, and a word of the reason.
BROKEN = {
    "no quotes": ('[First "Ann"]', "[First Ann]", 3, "a tag looks like"),
    "no bracket": ('[First "Ann"]', '[First "Ann"', 3, "a tag looks like"),
    "quote not escaped": ('[First "Ann"]', '[First "A"nn"]', 3, "a tag looks like"),
    "unknown escape": ('[First "Ann"]', '[First "A\\nn"]', 3, "a tag looks like"),
    "not printable": ('[First "Ann"]', '[First "A\x07nn"]', 3, "printed"),
    "blank name": ('[First "Ann"]', '[First " "]', 3, "name"),
    "tag twice": ('[First "Ann"]', '[First "Ann"]\n[First "Bob"]', 4, "already given in line 3"),
    "no game": ('[Game "quad"]\n', "", 1, "which game"),
    "unknown game": ('"quad"', '"quat"', 1, "did you mean quad?"),
    "option too large": ("size=3", "size=30", 2, "size is a whole number"),
    "unknown option": ("size=3", "colour=red", 2, "no option"),
    "impossible options": ("size=3", "size=3,block=4", 2, "makes no game"),
    "impossible start": ("[First", '[Start "X../.../... X"]\n[First', 3, "cannot be X's turn"),
    "unreadable start": ("[First", '[Start "nonsense"]\n[First', 3, "part"),
    "start of another size": ("[First", '[Start "..../..../..../.... X"]\n[First', 3, "rows"),
    "no empty line": ("\n\n1.", "\n1.", 6, "empty line"),
    "taken cell": ("3. B1", "3. A1", 9, "A1 is already occupied"),
    "off the grid": ("3. B1", "3. D4", 9, "off the grid"),
    "no move": ("3. B1", "3. what", 9, "not a move"),
    "no number": ("3. B1", "B1", 9, "a move looks like `3. B2`"),
    "wrong number": ("3. B1", "4. B1", 9, "numbered 4; it is number 3"),
    "move left out": ("3. B1\n", "", 9, "numbered 4; it is number 3"),
    "move after the end": ("7. B2\n", "7. B2\n8. B3\n", 14, "the match is over"),
    "last line differs": ("B2\n1-0", "B2\n0-1", 14, "the tag Result says 1-0"),
    "no last line": ("B2\n1-0\n", "B2\n", 13, "cut short"),
    "no such result": ("1-0", "2-0", 14, "cut short"),
    "wrong winner": ("1-0", "0-1", 14, "the moves end 1-0, the record says 0-1"),
    "not over, it says": ("1-0", "*", 14, "the moves end 1-0, the record says *"),
    "end without a reason": ("7. B2\n", "", 13, None),
}


def test_the_whole_record_is_sound() -> None:
    assert write(read(WHOLE)) == WHOLE.replace('"Ann"]\n', '"Ann"]\n[Second "Player 2"]\n')


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_record_is_refused_in_the_right_line(case: str) -> None:
    whole, broken, line, why = BROKEN[case]
    text = WHOLE.replace(whole, broken)
    assert text != WHOLE
    if why is None:  # the same, but without the reason that an end made by the players needs
        text, line, why = "".join(row for row in text.splitlines(True) if "Reason" not in row), 12, "needs a tag Reason"
    with pytest.raises(BadRecord) as refused:
        read(text)
    assert refused.value.line == line, str(refused.value)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("{", 1, "not JSON"),
        ('{\n"game": "quad",\n}', 3, "not JSON"),
        ('{"moves": []}', 1, "result is missing"),
        ('{"result": "*", "moves": []}', 1, "which game"),
        ('{"game": "quad", "result": "*", "moves": "A1"}', 1, "list"),
        ('{"game": "quad", "result": "*", "moves": [1]}', 1, "texts"),
        ('{"game": "quad", "result": "*", "first": null, "moves": []}', 1, "texts"),
        ('{"game": "quad", "result": "*", "notes": [], "moves": []}', 1, "notes"),
        ('{"game": "quad", "result": "*", "notes": {"Game": "quad"}, "moves": []}', 1, "not a tag"),
        ('{"game": "quad", "result": "*", "event": "x", "moves": []}', 1, "not a tag"),
        ('{"game": "quad", "result": "2-0", "moves": []}', 1, "a result is"),
        ('{"game": "quad", "result": "1-0", "moves": []}', 1, "needs a tag Reason"),
        ('{"game": "quad", "result": "*", "moves": ["A1", "A1"]}', 1, "already occupied"),
        ('{"game": ' + "9" * 5_000 + "}", 1, ""),  # a number longer than Python reads
        ('{"game": ' + "[" * 100_000, 1, ""),
    ],
    ids=lambda value: str(value)[:60],
)
def test_broken_json_is_refused(text: str, line: int, why: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(text)
    assert refused.value.line == line
    assert why in str(refused.value)


# Nonsense: nothing but a SquarelyError may come of it, and soon.

_PIECES = [*'0123456789ABCDXOabcx.-*/:=,"\\[]{}() \n\t', "\r\n", "\0", "\x85", "\u2028", "²", "٣", "１", "İ", "ß"]
_PIECES += [
    "\ud800",
    "\ufeff",
    "🙂",
    "--",
    "-1",
    "99999999999999999999",
    "1e9",
    "1. ",
    "1-0",
    "pass",
    "place",
    "swap",
    "up",
]


def nonsense(random: Random, valid: list[str]) -> str:
    """Pieces thrown together, or something valid with a few changes."""
    if random.random() < 0.3:
        return "".join(random.choices(_PIECES, k=random.randrange(12)))
    text = random.choice(valid)
    for _ in range(random.choice((1, 1, 2, 5))):
        at, length = random.randrange(len(text) + 1), random.choice((0, 1, 1, 3, 10))
        piece = random.choice((random.choice(_PIECES), "", random.choice(valid)[:length]))
        text = text[:at] + piece + text[at + length :]
    return text


@pytest.mark.parametrize("name", registry.names())
def test_nonsense_as_a_position(name: str) -> None:
    random, game, begun = Random(f"positions {name}"), registry.load(name), process_time()
    valid = [game.write_position(position) for seed in range(8) for position in played(name, seed=seed).positions]
    accepted = 0
    for text in (nonsense(random, valid) for _ in range(10_000)):
        try:
            position = game.read_position(text)
        except BadPosition:
            continue
        accepted += 1
        assert game.read_position(game.write_position(position)) == position, text
    assert 0 < accepted < 10_000
    assert process_time() - begun < PATIENCE


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("options", ["", "other"])
def test_nonsense_as_a_move(name: str, options: str) -> None:
    other = {"numbers": "capture=choose", "quad": "sudden_death=convert", "center": "size=5", "snatchers": "reach=4"}
    random, begun = Random(f"moves {name} {options}"), process_time()
    match = next(m for m in (played(name, options and other.get(name, ""), s, 4) for s in range(99)) if not m.outcome)
    legal = [str(move) for move in match.legal_moves]
    accepted = 0
    for text in (nonsense(random, legal) for _ in range(5_000)):
        try:
            after = match.play(text)
        except SquarelyError:
            continue
        accepted += 1
        assert str(after.moves[-1]) in legal, text
    assert 0 < accepted < 5_000
    assert process_time() - begun < PATIENCE


@pytest.mark.parametrize("name", registry.names())
def test_nonsense_as_options(name: str) -> None:
    random, declared = Random(f"options {name}"), registry.load(name).declared
    valid = [f"{option.name}={option.default}" for option in declared] + ["repetition=draw", "size=3", "start=1-2"]
    for text in (nonsense(random, valid) for _ in range(2_000)):
        try:
            game = registry.load(name, text)
        except BadOption:
            continue
        assert registry.load(name, game.options) == game, text


@pytest.mark.parametrize("name", registry.names())
def test_nonsense_as_a_record(name: str) -> None:
    random, begun = Random(f"records {name}"), process_time()
    valid = [writing(kept) for kept in endings(name) for writing in (write, write_json) if len(kept.match.moves) < 40]
    lines = []
    for text in (nonsense(random, valid) for _ in range(2_000)):
        try:
            found = read(text)
        except BadRecord as error:
            lines.append((error.line, text))
        else:
            assert read(write(found)) == found, text
    assert len(lines) > 1_000
    assert all(1 <= line <= text.count("\n") + 1 for line, text in lines)
    assert process_time() - begun < PATIENCE


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("piece", ["9", "/", " ", "up ", "[", "-", "x"])
def test_endless_nonsense_is_refused_at_once(name: str, piece: str) -> None:
    match, begun = Match.of(registry.load(name)), process_time()
    for reader in (match.play, match.game.read_position, record.read):
        assert_short_refusal(reader, piece * 100_000)
    assert process_time() - begun < PATIENCE


def test_endless_options_are_refused_in_a_short_sentence() -> None:
    for text in ("x" * 100_000, f"{'x' * 100_000}=1", f"size={'9' * 100_000}", f"first={'x' * 100_000}"):
        assert_short_refusal(lambda options: registry.load("showdown", options), text)
    assert_short_refusal(registry.load, "x" * 100_000)


def assert_short_refusal(reader: Callable[[str], object], text: str) -> None:
    with pytest.raises(SquarelyError) as refused:
        reader(text)
    length = len(str(refused.value))
    assert length < 1_000, f"nobody reads an answer of {length} characters"


@pytest.mark.parametrize("kind", [BadRecord, BadProof])
def test_a_mistake_in_a_line_survives_the_way_to_another_process(kind: type[BadRecord | BadProof]) -> None:
    error = pickle.loads(pickle.dumps(kind(3, "no such cell")))
    assert (type(error), error.line, error.why, str(error)) == (kind, 3, "no such cell", "line 3: no such cell")
