"""The log of the lab: a line for each answer, bound to the rules and to the lab that gave it."""

import json
import sys
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from os import urandom
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.files.line_log import LineForm, LineLog
from squarely.files.output_file import Kind
from squarely.lab.sweep.questions import Answer, Question

VERSION = 1
LOG = Kind("a log of the lab", '{"lab":', is_read_again=True)
# Whatever answering a question takes, besides the rules of the game.
_MEASURING = ("core", "solver", "players/level.py", "players/sight.py", "lab/measure", "lab/sweep/compare.py")


_write_json = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


Entry = tuple[str, Answer]  # a fingerprint of what it is true of, and an answer


class LabLog(LineLog[Entry]):
    """Reads the answers that are there and adds to them. One lab at a time: it is locked while it is open."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, LineForm("answer", _write_line, _read_line), lambda entry: (entry[0], entry[1].question))

    def __enter__(self) -> "LabLog":
        self.open()
        return self

    def find(self, question: Question) -> Answer | None:
        """The answer that was given before to this question, under these very rules."""
        entry = self.entries.get((fingerprint(question.game), question))
        return entry and entry[1]

    def keep(self, answers: list[Answer]) -> None:
        """Have answers on the disk."""
        self.add((fingerprint(answer.question.game), answer) for answer in answers)


def default_path(game: str) -> Path:
    """Where the answers about a game are kept where nobody says otherwise. It can be removed at any time."""
    return user_cache_path("squarely", appauthor=False) / "lab" / f"{game}.jsonl"


@cache
def fingerprint(game: str) -> str:
    """A hash of the rules of a game and of everything that measures them: what changes is never answered by the log."""
    printed = registry.find_class(game)
    kinds = [each for kind in (printed, *printed.variations()) for each in kind.__mro__ if issubclass(each, Game)]
    sources = {getattr(sys.modules.get(each.__module__), "__file__", None) for each in kinds}
    if None in sources:  # nobody could tell later whether these are still the same
        return urandom(8).hex()
    homes = [Path(str(source)) for source in sources]
    packages = [home.parent if (home.parent / "__init__.py").exists() else home for home in homes]
    return sha256(f"{hash_files(packages)} {hash_lab()}".encode()).hexdigest()[:16]


@cache
def hash_lab() -> str:
    """A hash of every file that answering a question takes."""
    return hash_files([Path(str(files("squarely"))) / name for name in _MEASURING])


def hash_files(places: list[Path]) -> str:
    """A hash of files, and of all files in folders."""
    found = {file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))}
    return sha256(b"".join(file.read_bytes() for file in sorted(found))).hexdigest()


def _write_line(entry: Entry) -> str:
    """The answer as one line of JSON, sealed."""
    made, (question, found, refusal) = entry
    data = {"lab": VERSION, "fingerprint": made, **question._asdict(), "found": found, "refusal": refusal}
    return _write_json(data | {"seal": _compute_checksum(data)})


def _read_line(line: str) -> Entry:
    """The answer of such a line; ValueError says what is wrong with it."""
    try:
        data = json.loads(line)
    except (RecursionError, ValueError):
        raise ValueError("it is not JSON") from None
    if not isinstance(data, dict) or "lab" not in data:
        raise ValueError("it is not an answer of the lab")
    if data["lab"] != VERSION:
        raise ValueError(f"it was written by another version of the lab (not {VERSION})")
    if data.pop("seal", None) != _compute_checksum(data):
        raise ValueError("it was changed after it was written")
    try:
        question = Question(*(data[name] for name in Question._fields))
        return data["fingerprint"], Answer(question, data["found"], data["refusal"])
    except KeyError as lacking:
        raise ValueError(f"it lacks its {lacking.args[0]}") from None


def _compute_checksum(data: dict[str, Any]) -> str:
    return sha256(_write_json(data).encode()).hexdigest()[:16]
