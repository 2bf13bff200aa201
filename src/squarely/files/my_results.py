"""A person's results: finished matches and daily puzzles, one line of JSON each.

`read_results(lines, name)` reads such lines, wherever they come from, without believing them. On this machine they are
one file: `note_match` and `note_daily` add a line by one write, so that two processes cannot mix theirs and a crash
cuts short at most the last line; `load_results` reads it. `play.results_summary` puts results into words.
"""

import os
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.files import saved_matches
from squarely.files.output_file import private

WON, LOST, TIED = "won", "lost", "tied"
BOTH = "both"  # the side of two people at one machine; what they played is won if one of them has won
_LEVELS, _KINDS = 9, (str, date, str, str, str, str, str, int, tuple)


class PlayedMatch(NamedTuple):
    """A finished match, from the point of view of the person at this machine."""

    key: str  # the same for the same match: the last line of a key counts
    day: date
    game: str
    rules: str  # the name of the rule set, or the options; "" as printed
    opponent: str  # the name of a computer player, or `human`
    side: str  # first, second, or both
    result: str
    moves: int
    levels: tuple[float, ...] = ()  # how likely each level would have played so, see `players.level_estimate`


class Results(NamedTuple):
    """Everything that is noted, and a sentence for each damaged line."""

    matches: tuple[PlayedMatch, ...]
    solved_days: frozenset[date]
    trouble: tuple[str, ...]

    def streak(self, today: date) -> int:
        """On how many days in a row the daily puzzle was solved, up to today; up to yesterday while today's is open."""
        day, streak = today if today in self.solved_days else today - timedelta(1), 0
        while day in self.solved_days:
            day, streak = day - timedelta(1), streak + 1
        return streak


def find_path() -> Path:
    """The file that holds all of it."""
    return saved_matches.folder() / "me.jsonl"


def note_match(key: str, match: Match, opponent: str, person: Side | None, levels: Sequence[float] = ()) -> str:
    """Note a match, once it is over; `person` is None for two people. Returns why that failed, as a sentence, or ""."""
    if match.outcome is None:
        return ""
    winner = match.outcome.winner
    result = TIED if winner is None else WON if person in (None, winner) else LOST
    about = {"key": key, "day": date.today().isoformat(), "game": match.game.name, "rules": match.game.rules_name}
    about |= {"opponent": opponent, "side": BOTH if person is None else person.name.lower(), "result": result}
    return _add_line({**about, "moves": len(match.moves), "levels": [*levels]})


def note_daily(day: date, solved: bool) -> str:
    """Note the answer to the puzzle of a day. Returns why that failed, as a sentence, or ""."""
    return _add_line({"daily": day.isoformat(), "solved": solved})


def load_results() -> Results:
    """What is noted here, the oldest first. What cannot be read is left out, with a sentence."""
    path = find_path()
    try:
        return read_results(path.read_bytes() if path.exists() else b"", str(path))
    except OSError as error:
        return Results((), frozenset(), (f"{path} cannot be read: {error.strerror}.",))


def read_results(content: bytes, name: str) -> Results:
    """The results of such lines, the oldest first. A damaged line is left out, with a sentence that names the file."""
    import json  # which no first prompt waits for

    matches, days, trouble = {}, set(), []
    for number, line in enumerate(content.splitlines(), 1):
        try:
            about = json.loads(line)
            if "daily" in about:
                days.update([date.fromisoformat(about["daily"])] if about["solved"] else [])
            else:
                matches[about["key"]] = _read_match(about)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            trouble += [f"Line {number} of {name} is damaged and left out."] if line.strip() else []
    return Results(tuple(matches.values()), frozenset(days), tuple(trouble))


def delete() -> None:
    """Forget everything. OSError if that is not possible."""
    find_path().unlink(missing_ok=True)


def _read_match(about: dict[str, Any]) -> PlayedMatch:
    read: dict[str, Any] = {"day": date.fromisoformat(about["day"]), "levels": tuple(map(float, about["levels"]))}
    found = PlayedMatch(**{name: read.get(name, about[name]) for name in PlayedMatch._fields})
    if found.result in (WON, LOST, TIED) and len(found.levels) in (0, _LEVELS) and (*map(type, found),) == _KINDS:
        return found
    raise ValueError("this was not written here")


def _add_line(about: dict[str, object]) -> str:
    import json

    path = find_path()
    try:
        saved_matches.make_folder(path.parent)
        is_whole = not path.exists() or path.read_bytes()[-1:] in (b"", b"\n")
        line = (b"" if is_whole else b"\n") + json.dumps(about).encode() + b"\n"
        with open(path, "ab", opener=private) as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return f"Your result cannot be noted in {path}: {error.strerror}."
    return ""
