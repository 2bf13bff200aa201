"""The log of the lab: a line for each answer, bound to the rules and to the lab that gave it."""

import json
import re
from collections.abc import Hashable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from os import urandom
from pathlib import Path
from typing import Any, NamedTuple

from squarely.core import registry
from squarely.files.line_log import LineForm, LineLog
from squarely.files.output_file import Kind
from squarely.lab.questions import Answer, Question
from squarely.solver.fingerprint import fingerprint_process

VERSION = 1
LOG = Kind("a log of the lab", '{"lab":', is_read_again=True)
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+(squarely[\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+))?", re.M)


class Entry(NamedTuple):
    """An answer, and what it is true of."""

    fingerprint: str
    answer: Answer


class LabLog(LineLog[Entry]):
    """Reads the answers that are there and adds to them. One lab at a time: it is locked while it is open."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, LineForm("answer", _write_line, _read_line), _identify)

    def __enter__(self) -> "LabLog":
        self.open()
        return self

    def find(self, question: Question) -> Answer | None:
        """The answer that was given before to this question, under these very rules."""
        entry = self.entries.get((fingerprint(question.game), question))
        return entry and entry.answer

    def keep(self, answers: list[Answer]) -> None:
        """Have answers on the disk."""
        self.add(Entry(fingerprint(answer.question.game), answer) for answer in answers)


def default_path(game: str) -> Path:
    """Where the answers about a game are kept where nobody says otherwise. It can be removed at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("squarely", appauthor=False) / "lab" / f"{game}.jsonl"


@cache
def fingerprint(game: str) -> str:
    """A hash of the rules of a game and of everything that measures them: what changes is never answered by the log."""
    rules = registry.rules(game)
    if not rules.has_source:  # nobody could tell later whether these are still the same
        return urandom(8).hex()
    parts = [fingerprint_process(rules), *(f"{name} {_hash(file)}" for name, file in sorted(_find_measuring().items()))]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


@cache
def _find_measuring() -> dict[str, Path]:
    """Every file of Squarely that answering a question takes, by the name of its module."""
    found: dict[str, Path] = {}
    todo = ["squarely.lab.questions"]
    while todo:
        name = todo.pop()
        file = _find_file(name)
        if name in found or file is None:
            continue
        found[name] = file
        for module, names in _IMPORT.findall(file.read_text(encoding="utf-8")):
            listed = [part.split()[0] for part in names.strip("()").split(",") if part.split()]
            todo += [module, *(f"{module}.{part}" for part in listed)]
    return found


@cache
def _find_file(name: str) -> Path | None:
    try:
        spec = find_spec(name)
    except ImportError:  # a name in a module, not a module
        return None
    return Path(spec.origin) if spec and spec.origin else None


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _identify(entry: Entry) -> Hashable:
    return entry.fingerprint, entry.answer.question


def _write_line(entry: Entry) -> str:
    """The answer as one line of JSON, sealed."""
    told = entry.answer
    data = {"lab": VERSION, "fingerprint": entry.fingerprint, **told.question._asdict()}
    data |= {"found": told.found, "refusal": told.refusal}
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
        return Entry(data["fingerprint"], Answer(question, data["found"], data["refusal"]))
    except KeyError as lacking:
        raise ValueError(f"it lacks its {lacking.args[0]}") from None


def _write_json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _compute_checksum(data: dict[str, Any]) -> str:
    return sha256(_write_json(data).encode()).hexdigest()[:16]
