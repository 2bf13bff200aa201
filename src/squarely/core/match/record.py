"""Records: a match as text that people can read and programs can replay, and the same as JSON.

    [Game "quad"]
    [First "Player 1"]
    [Second "Player 2"]
    [Date "2026-11-15"]
    [Result "*"]

    1. B2
    2. A1
    *

Tags, an empty line, one numbered move a line, and the result again, so that a record that was cut short shows.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from squarely.core.errors import BadRecord, SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Outcome, Side
from squarely.core.text.notation import is_printable, quote

_WINNERS = {"1-0": Side.FIRST, "0-1": Side.SECOND, "1/2": None}
_RESULTS = (*_WINNERS, "*")
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]')
_MOVE = re.compile(r"([0-9]{1,9})\. (.+)")
_OURS = ("Game", "Options", "First", "Second", "Date", "Start", "Result", "Reason")


@dataclass(frozen=True)
class Record:
    """A match with what was noted about it: the date, and any further tags."""

    match: Match
    date: str = ""
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def result(self) -> str:
        outcome = self.match.outcome
        return next(word for word, winner in _WINNERS.items() if winner == outcome.winner) if outcome else "*"

    def tags(self) -> dict[str, str]:
        """Every tag, in the order in which they are written."""
        match = self.match
        usual = not match.game.is_dealt and match.start == match.game.start()
        tags = {
            "Game": match.game.name,
            "Options": match.game.options,
            "First": match.names[0],
            "Second": match.names[1],
            "Date": self.date,
            "Start": "" if usual else match.game.write_position(match.start),
            **self.notes,
            "Result": self.result,
            "Reason": match.outcome.reason if match.outcome else "",
        }
        return {name: text for name, text in tags.items() if text}


def write(record: Record) -> str:
    """The record as text."""
    tags = record.tags()
    escaped = {name: text.replace("\\", "\\\\").replace('"', '\\"') for name, text in tags.items()}
    written = [f'[{name} "{text}"]' for name, text in escaped.items()]
    moves = [f"{number}. {move}" for number, move in enumerate(record.match.moves, 1)]
    return "\n".join([*written, "", *moves, tags["Result"], ""])


def read(text: str) -> Record:
    """The record of such a text, or of the same as JSON. BadRecord says in which line it breaks."""
    text = text.removeprefix("\ufeff")  # a byte order mark, as some editors write it
    if text.lstrip().startswith("{"):
        return read_json(text)
    lines = [line.strip() for line in text.removesuffix("\n").split("\n")]
    tags: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        if not line:
            break
        found = _TAG.fullmatch(line)
        if not found and not tags:
            raise BadRecord(number, 'this is not a Squarely match file; one begins with a line such as [Game "quad"]')
        if not found:
            raise BadRecord(number, 'a tag looks like [Game "quad"]; an empty line separates tags from moves')
        if not is_printable(found[2]):
            raise BadRecord(number, f"the tag {found[1]} has characters that cannot be printed")
        if found[1] in tags:
            raise BadRecord(number, f"the tag {found[1]} was already given in line {tags[found[1]][0]}")
        tags[found[1]] = (number, re.sub(r"\\(.)", r"\1", found[2]))
    *played, (at, result) = [each for each in enumerate(lines[number:], number + 1) if each[1]] or [(0, "")]
    moves = []
    for count, (at_move, line) in enumerate(played, 1):
        found = _MOVE.fullmatch(line)
        if not found:
            raise BadRecord(at_move, f"a move looks like `{count}. B2`")
        if int(found[1]) != count:
            raise BadRecord(at_move, f"this move is numbered {found[1]}; it is number {count}")
        moves.append((at_move, found[2]))
    if result not in _RESULTS:
        raise BadRecord(len(lines), "the record is cut short: its last line must be its result, 1-0, 0-1, 1/2 or *")
    if tags.get("Result", (0, result))[1] != result:
        raise BadRecord(at, f"the last line says {result}, the tag Result says {tags['Result'][1]}")
    return _assemble(tags, moves, at, result)


def write_json(record: Record) -> str:
    """The record as JSON."""
    import json

    ours = {name.lower(): text for name, text in record.tags().items() if name in _OURS}
    notes = {"notes": record.notes} if record.notes else {}
    moves = [str(move) for move in record.match.moves]
    return json.dumps({**ours, **notes, "moves": moves}, indent=2, ensure_ascii=False)


def read_json(text: str) -> Record:
    """The record of such JSON."""
    import json

    try:
        data = json.loads(text, object_pairs_hook=_refuse_doubled_names)
    except (ValueError, RecursionError) as error:
        raise BadRecord(getattr(error, "lineno", 1), f"this is not JSON: {getattr(error, 'msg', error)}") from None
    if not isinstance(data, dict):
        raise BadRecord(1, "a record in JSON is an object")
    moves, notes = data.pop("moves", []), data.pop("notes", {})
    texts = isinstance(moves, list) and isinstance(notes, dict) and [*data.values(), *moves, *notes.values()]
    if texts is False or not all(isinstance(text, str) and is_printable(text) for text in texts):
        raise BadRecord(1, "a record in JSON has texts of one line, `moves` as a list and `notes` as an object of such")
    ours = {name.lower(): name for name in _OURS}
    notable = {name for name in notes if name not in _OURS and _TAG.fullmatch(f'[{name} ""]')}
    for name in [*(name for name in data if name not in ours), *(name for name in notes if name not in notable)]:
        raise BadRecord(1, f"{quote(name)} is not a tag of a record; tags of your own go into `notes`")
    tags = {name: (1, text) for name, text in notes.items()} | {ours[name]: (1, text) for name, text in data.items()}
    if "Result" not in tags:
        raise BadRecord(1, "the result is missing")
    return _assemble(tags, [(1, move) for move in moves], *tags["Result"])


def _assemble(tags: dict[str, tuple[int, str]], moves: list[tuple[int, str]], last: int, result: str) -> Record:
    """Play the record through, so that nothing in it is believed unchecked; its result is in the last line.

    It is the rules' own, or one that the players made and gave a reason for.
    """
    if "Game" not in tags:
        raise BadRecord(1, 'the record does not say which game it is; add [Game "quad"]')
    given = dict.fromkeys(_OURS, "") | {name: text for name, (_, text) in tags.items()}
    at = tags["Game"][0]
    try:
        kind = registry.find_class(given["Game"])
        at = tags.get("Options", (at, ""))[0]
        game = kind(given["Options"])
        at = tags.get("Start", (at, ""))[0]
        start = game.read_position(given["Start"]) if "Start" in tags else game.start()
        at = next((tags[tag][0] for tag in ("First", "Second") if tag in tags and not given[tag].strip()), at)
        names = (given["First"] or kind.players[0], given["Second"] or kind.players[1])
        match = Match.of(game, start, names)
        for at, move in moves:  # noqa: B007, which is told where one is refused
            match = match.play(move)
    except SquarelyError as error:
        raise BadRecord(at, str(error)) from error
    notes = {name: text for name, text in given.items() if name not in _OURS and text}
    record = Record(match, given["Date"], notes)
    if result not in _RESULTS:
        raise BadRecord(last, f"a result is 1-0, 0-1, 1/2 or *, not {result}")
    if match.outcome and result != record.result:
        raise BadRecord(last, f"the moves end {record.result}, the record says {result}")
    if match.outcome or result == "*":
        return record
    if not given["Reason"]:
        raise BadRecord(last, f"the moves do not end the game, so {result} needs a tag Reason")
    return replace(record, match=match.end_with(Outcome(_WINNERS[result], given["Reason"])))


def _refuse_doubled_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    for name, times in Counter(name for name, _ in pairs).most_common(1):
        if times > 1:
            raise BadRecord(1, f"{quote(name)} is given {times} times")
    return dict(pairs)
