"""What keeps a wrong truth out of files: a fingerprint of the rules, and a checksum of what is kept or shipped."""

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from squarely import __version__
from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Game, Position
from squarely.solver.flatten import find_definition, flatten

_PART, _ALIGNED = 1 << 22, 64  # bytes read or written at once; where a payload begins


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


def describe_content(game: Game, root: Position) -> dict[str, str]:
    """What a kept solution, or the beginning of one, says that it is about."""
    about = {"squarely": __version__, "solver": hash_solver(), "game": game.name, "options": game.options}
    return about | {"root": game.write_position(root), "rules": fingerprint(game)}


@cache
def hash_solver() -> str:
    """What tells this version of the solver from others."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


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


def write_checked(path: Path, kind: str, header: dict[str, Any], arrays: Iterable[Any]) -> None:
    """Write such a file, whole or not at all, with arrays as its payload, which may be larger than the memory.

    The first line is written last: until then it has zeros in the place of the checksum.
    """
    from squarely.files.output_file import replace_file
    from squarely.files.saved_matches import make_folder

    make_folder(path.parent)
    line, digest = json.dumps(header).encode(), hashlib.sha256()
    with replace_file(path) as file:
        first = file.write(f"squarely {kind} {0:064}\n".encode())
        for part in (line.ljust(len(line) + -(first + len(line) + 1) % _ALIGNED) + b"\n", *_split(arrays)):
            digest.update(part)
            file.write(part)
        file.seek(0)
        file.write(f"squarely {kind} {digest.hexdigest()}\n".encode())


def open_checked(kind: str, path: Path) -> tuple[dict[str, Any], int]:
    """The header of such a file, and where its payload begins. DamagedFile if it is of another kind or not whole."""
    with path.open("rb") as file:
        first = file.readline()
        digest = hashlib.file_digest(file, "sha256")
        if first != f"squarely {kind} {digest.hexdigest()}\n".encode():
            raise DamagedFile(f"{path} is damaged")
        file.seek(len(first))
        return json.loads(file.readline()), file.tell()


def _split(arrays: Iterable[Any]) -> Iterator[Any]:
    for array in arrays:
        rows = max(1, _PART // max(1, array[:1].nbytes))
        for begin in range(0, len(array), rows):
            yield array[begin : begin + rows].tobytes()


def check_checksum(kind: str, content: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """Header and payload of such a file. DamagedFile if it is of another kind or not whole."""
    first, _, rest = content.partition(b"\n")
    if first != f"squarely {kind} {hashlib.sha256(rest).hexdigest()}".encode():
        raise DamagedFile(f"{name} is damaged")
    line, _, payload = rest.partition(b"\n")
    return json.loads(line), payload
