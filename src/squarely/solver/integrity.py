"""What keeps a wrong truth out of files: a fingerprint of the rules, and a checksum of what is kept or shipped."""

import ast
import hashlib
import json
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Game
from squarely.solver.flatten import find_definition, flatten


def fingerprint(game: Game) -> str:
    """A hash of what decides the truth about a game, the same wherever the same rules are installed.

    That is the source of its methods, of every function that they call, the values that these use, the numbers of the
    game, what its fields are, and its symmetries. Words, comments and docstrings are no part of it. BrokenRules where
    the source cannot be had.
    """
    flat = flatten(game)
    parts = [repr(each) for each in (flat.law, game.kinds, game.symmetries, game.points_only_at_end)]
    functions: list[Any] = [each for each in flat[1:] if each]
    for function in functions:  # grows while it is read
        if function.__code__.co_filename != "<string>":  # what is written out for the fields of a position
            parts.append(getattr(function, "source", "") or ast.unparse(find_definition(function)))
        for name in sorted({*function.__code__.co_names} & function.__globals__.keys()):
            value = function.__globals__[name]
            if not isinstance(value, FunctionType):
                parts.append(f"{name} {'' if isinstance(value, type | ModuleType) else repr(value)}")
            elif value not in functions:
                functions.append(value)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


class DamagedFile(SquarelyError):
    """A file of ours that is not what was written."""


def add_checksum(kind: str, header: dict[str, Any], payload: bytes) -> bytes:
    """The content of a file: a line with its kind and the checksum of the rest, a line of header, the payload."""
    rest = json.dumps(header).encode() + b"\n" + payload
    return f"squarely {kind} {hashlib.sha256(rest).hexdigest()}\n".encode() + rest


def read_header(path: Path) -> dict[str, Any]:
    """The header of such a file, without what follows it and so without knowing whether that is whole."""
    try:
        with path.open("rb") as file:
            file.readline()
            header = json.loads(file.readline())
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedFile(f"{path} is damaged")
    return header


def check_checksum(kind: str, content: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """Header and payload of such a file. DamagedFile if it is of another kind or not whole."""
    first, _, rest = content.partition(b"\n")
    if first != f"squarely {kind} {hashlib.sha256(rest).hexdigest()}".encode():
        raise DamagedFile(f"{name} is damaged")
    line, _, payload = rest.partition(b"\n")
    return json.loads(line), payload
