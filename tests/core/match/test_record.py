"""Records come back exactly, and a broken one is refused with the line where it breaks."""

import json
import pickle
from collections.abc import Callable
from functools import cache, partial
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squarely import Match, Side, SquarelyError
from squarely.core.errors import BadOption, BadPosition, BadRecord
from squarely.core.match.record import Record, read, read_json, write, write_json
from squarely.core.rules import registry
from tests.boards import legal, played
from tests.strategies import records
from tests.thorough import many

PATIENCE = 60  # seconds of this process; all of a test's nonsense together takes a few


def play_randomly(name: str, options: str = "", seed: int = 1, most: int = 12) -> Match:
    """A random match between players whose names are hard to write."""
    game, random = registry.load(name, options), Random(f"{name} {seed}")
    match = Match.of(game, game.start_for(seed), ('Ann "the\\fox"', "名前 🙂"))
    while len(match.moves) < most and match.legal_moves:
        match = match.play(str(random.choice(match.legal_moves)))
    return match


@cache
def endings(name: str) -> list[Record]:
    unfinished = play_randomly(name, most=3)
    ended = [unfinished, unfinished.resign(Side.FIRST), unfinished.agree_to_draw(), unfinished.run_out_of_time()]
    ended += [play_randomly(name, most=300), play_randomly(name, "repetition=draw", most=200)]
    return [Record(match, "2026-11-15", {"Event": "Café [1]"}) for match in ended]


@pytest.mark.slow
@pytest.mark.thorough
@settings(max_examples=many(160), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_records_come_back_exactly(data: st.DataObject) -> None:
    kept = data.draw(records(data.draw(st.sampled_from(registry.names()))))
    for writing, reading in ((write, read), (write_json, read_json), (write_json, read)):
        text = writing(kept)
        found = reading(text)
        assert found == kept
        assert [*map(str, found.match.moves)] == [*map(str, kept.match.moves)]
        assert found.match.outcome == kept.match.outcome
        assert writing(found) == text


def test_a_record_looks_like_this() -> None:
    match = played(Match.of(registry.load("quad", "size=3"), names=("Ann", 'Bob "B2"')), "B2", "A1")
    kept = Record(match.resign(Side.FIRST), "2026-11-15", {"Event": "club night"})
    text = r"""[Game "quad"]
[Options "size=3"]
[First "Ann"]
[Second "Bob \"B2\""]
[Date "2026-11-15"]
[Event "club night"]
[Result "0-1"]
[Reason "Ann resigned"]

1. B2
2. A1
0-1
"""
    assert write(kept) == text
    assert read(text.replace("\n", "\r\n")) == kept, "lines may end as on Windows"
    ours = {"game": "quad", "options": "size=3", "first": "Ann", "second": 'Bob "B2"', "date": "2026-11-15"}
    end = {"result": "0-1", "reason": "Ann resigned", "notes": {"Event": "club night"}, "moves": ["B2", "A1"]}
    assert json.loads(write_json(kept)) == ours | end


def test_a_record_cut_at_any_byte_is_refused() -> None:
    """Only the last line's end may be missing."""
    for kept in endings("numbers"):
        whole, in_json = write(kept).encode(), write_json(kept).encode()
        assert read(whole[:-1].decode()) == kept
        cut = [(read, whole[:length]) for length in range(len(whole) - 1)]
        for reader, part in [*cut, *((read_json, in_json[:length]) for length in range(len(in_json)))]:
            with pytest.raises(BadRecord):
                reader(part.decode(errors="replace"))


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
BROKEN = (  # what is replaced, by what, the line that breaks, and a word of the reason
    ('[First "Ann"]', "[First Ann]", 3, "a tag looks like"),
    ('[First "Ann"]', '[First "A\x07nn"]', 3, "printed"),
    ('[First "Ann"]', '[First " "]', 3, "name"),
    ('[First "Ann"]', '[First "Ann"]\n[First "Bob"]', 4, "already given in line 3"),
    ('[Game "quad"]\n', "", 1, "which game"),
    ('"quad"', '"quat"', 1, "did you mean quad?"),
    ("size=3", "size=30", 2, "size is a whole number"),
    ("[First", '[Start "X../.../... X"]\n[First', 3, "cannot be X's turn"),
    ("\n\n1.", "\n1.", 6, "empty line"),
    ("3. B1", "3. A1", 9, "A1 is already occupied"),
    ("3. B1", "B1", 9, "a move looks like `3. B2`"),
    ("3. B1", "4. B1", 9, "numbered 4; it is number 3"),
    ("7. B2\n", "7. B2\n8. B3\n", 14, "the match is over"),
    ("B2\n1-0", "B2\n0-1", 14, "the tag Result says 1-0"),
    ("1-0", "2-0", 14, "cut short"),
    ("1-0", "0-1", 14, "the moves end 1-0, the record says 0-1"),
)
BROKEN_JSON = (
    ("{", 1, "not JSON"),
    ('{\n"game": "quad",\n}', 3, "not JSON"),
    ('{"game": "quad", "result": "*", "moves": "A1"}', 1, "list"),
    ('{"moves": []}', 1, "result is missing"),
    ('{"game": "quad", "game": "quad", "result": "*"}', 1, "given 2 times"),
    ('{"game": "quad", "result": "*", "moves": ["A1", "A1"]}', 1, "already occupied"),
    ('{"game": "quad", "result": "*", "moves": [1]}', 1, "texts"),
    ('{"game": "quad", "result": "*", "event": "x", "moves": []}', 1, "not a tag"),
    ('{"game": "quad", "result": "*", "notes": [], "moves": []}', 1, "notes"),
    ('{"game": "quad", "result": "*", "notes": {"Game": "quad"}, "moves": []}', 1, "not a tag"),
    ('{"game": "quad", "result": "2-0", "moves": []}', 1, "a result is"),
    ('{"game": "quad", "result": "1-0", "moves": []}', 1, "needs a tag Reason"),
    ('{"game": ' + "9" * 5_000 + "}", 1, ""),  # a number longer than Python reads
    ('{"game": ' + "[" * 100_000, 1, ""),
)


def test_a_broken_record_is_refused_in_the_right_line() -> None:
    assert write(read(WHOLE)) == WHOLE.replace('"Ann"]\n', '"Ann"]\n[Second "Player 2"]\n')
    cases = [(WHOLE.replace(whole, broken), line, why) for whole, broken, line, why in BROKEN]
    assert WHOLE not in [text for text, _, _ in cases]
    without_reason = "".join(row for row in WHOLE.replace("7. B2\n", "").splitlines(True) if "Reason" not in row)
    for text, line, why in (*cases, (without_reason, 12, "needs a tag Reason"), *BROKEN_JSON):
        with pytest.raises(BadRecord) as refused:
            read(text)
        assert (refused.value.line, why in str(refused.value)) == (line, True), f"{text[:300]}\n{refused.value}"
    error = pickle.loads(pickle.dumps(BadRecord(3, "no such cell")))  # survives the way to another process
    assert (type(error), error.line, error.why, str(error)) == (BadRecord, 3, "no such cell", "line 3: no such cell")


# Nonsense: nothing but a SquarelyError may come of it, and soon.

_PIECES = [*'0123456789ABCXOabcx.-*/:=,"\\[]{}() \n\t', "\r\n", "\0", "\x85", "\u2028", "²", "٣", "İ", "\ud800"]
_PIECES += ["\ufeff", "🙂", "-1", "9" * 20, "1e9", "1. ", "1-0", "pass", "place", "swap", "up"]


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


def accept(
    read_text: Callable[[str], Any], error: type[SquarelyError], luck: Random, valid: list[str], tries: int
) -> Any:
    """What is read from so many pieces of nonsense, by its text; the rest is refused with this error."""
    accepted = {}
    for text in (nonsense(luck, valid) for _ in range(tries)):
        line = 1
        try:
            accepted[text] = read_text(text)
        except error as refused:
            line = getattr(refused, "line", 1)
        assert 1 <= line <= text.count("\n") + 1
    assert 0 < len(accepted) < tries
    return accepted.items()


@pytest.mark.slow
def test_nonsense_is_a_mistake_that_is_explained_soon() -> None:
    """As a position, as options, as a move, and as a record."""
    options = {"numbers": "capture=choose", "quad": "sudden_death=convert", "center": "size=5", "snatchers": "reach=4"}
    for name in registry.names():
        luck, game, begun = Random(f"nonsense {name}"), registry.load(name, options.get(name, "")), process_time()
        lines = [game.write_position(each) for each in play_randomly(name, game.options).positions]
        for text, position in accept(game.read_position, BadPosition, luck, lines, 2_000):
            assert game.read_position(game.write_position(position)) == position, text

        settings = [*(f"{option.name}={option.default}" for option in game.declared), "repetition=draw", "size=3"]
        for text, changed in accept(partial(registry.load, name), BadOption, luck, settings, 500):
            assert registry.load(name, changed.options) == changed, text

        match = next(m for m in (play_randomly(name, game.options, seed, 4) for seed in range(99)) if not m.outcome)
        for text, after in accept(match.play, SquarelyError, luck, legal(match), 1_000):
            assert str(after.moves[-1]) in legal(match), text

        texts = [writing(kept) for kept in endings(name)[:4] for writing in (write, write_json)]
        for text, found in accept(read, BadRecord, luck, texts, 500):
            assert read(write(found)) == found, text
        assert process_time() - begun < PATIENCE


@pytest.mark.slow
def test_endless_nonsense_is_refused_at_once_in_a_short_sentence() -> None:
    endless, begun = "x" * 100_000, process_time()
    options = (endless, f"{endless}=1", f"size={'9' * 100_000}", f"first={endless}")
    tries: list[tuple[Callable[[str], object], str]] = [(registry.load, endless)]
    tries += [(partial(registry.load, "showdown"), text) for text in options]
    for match in (Match.of(registry.load(name)) for name in ("numbers", "quad")):
        for piece in ("9", "/", " ", "up ", "[", "-", "x"):
            tries += [(reader, piece * 100_000) for reader in (match.play, match.game.read_position, read)]
    for reader, text in tries:
        with pytest.raises(SquarelyError) as refused:
            reader(text)
        assert len(str(refused.value)) < 1_000, text[:20]
    assert process_time() - begun < PATIENCE
