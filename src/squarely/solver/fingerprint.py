"""What the rules of a game are made of, as a short hash that changes when any of it changes.

Rules are followed through every import, wherever it stands, except into the standard library, numba and numpy. Of
Squarely itself, only the grid, what positions are made of, and other games are part of somebody's rules.
"""

import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from squarely.core import pie
from squarely.core.rules import Rules

_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)|import[ \t]+([^\n#;]+))", re.MULTILINE
)
_NOT_OURS = sys.stdlib_module_names | {"numba", "numpy", "llvmlite"}
_PARTS = (
    "core.grid",
    "core.position",
    "core.generated",
    "core.square_sets",
    "core.sides",
)  # what rules are partly made of
_COMMENT = re.compile(r"#[^\n]*")
_DEEPEST = 5  # functions within functions
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@cache
def fingerprint_files(rules: Any) -> str:
    """A hash of every file the rules are written in: the same wherever the same files are installed."""
    return _hash_parts(part for _, part in sorted(_find_files(rules).items()))


def fingerprint_process(rules: Any) -> str:
    """A hash of these files, of what is made of them in this process now, and of the solver: for what is kept here.

    A file may have been changed after it was imported, and a value in it may come from elsewhere, even later.
    """
    names, written = _fingerprint_written(rules)
    modules = (rules, *(sys.modules[name] for name in names if name in sys.modules))
    made = (said.encode() for module in modules for said in _describe_contents(vars(module), module.__name__))
    return _hash_parts([written.encode(), *made])


@cache
def _fingerprint_written(rules: Any) -> tuple[tuple[str, ...], str]:
    """The modules of the rules, and a hash of their files, of the solver and of Python."""
    files = _find_files(rules)
    solver = (file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    parts = [*(part for _, part in sorted(files.items())), *solver, sys.version.encode()]
    return tuple(sorted(files)), _hash_parts(parts)


def find_modules(name: str, file: Path) -> dict[str, Path]:
    """Every module that takes part in what this file says, with its file, as it is on the disk now."""
    _find_file.cache_clear()  # a file may have come since
    found = {name: file}
    for module in _find_files(SimpleNamespace(__name__=name, __file__=str(file))):
        if module != name and (its := _find_file(module)):
            found[module] = its
    return found


def _hash_parts(parts: Any) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:16]


def _find_files(rules: Any) -> dict[str, bytes]:
    """The content of every file the rules are written in, by the name of its module."""
    found: dict[str, bytes] = {}
    todo = [(rules.__name__, Path(rules.__file__))]
    if isinstance(rules, Rules) and rules.own is not rules:  # the core has added something to them
        todo.append((pie.__name__, Path(pie.__file__)))
    for name, path in todo:  # grows while it is read
        if name in found:
            continue
        found[name] = path.read_bytes().replace(b"\r\n", b"\n")
        if path.suffix == ".py":
            is_package = path.name == "__init__.py"
            text = found[name].decode("utf-8", "replace").replace("\\\n", " ")
            for wanted in _find_imports(text, name if is_package else name.rpartition(".")[0]):
                if (file := _find_file(wanted)) and wanted not in found:
                    todo.append((wanted, file))
    return found


def _find_imports(text: str, package: str) -> Iterator[str]:
    """The modules that a file may import, with the packages they are in; some of the names are no modules."""
    for source, names, modules in _IMPORT.findall(text):
        listed = _COMMENT.sub("", names or modules).strip("()").split(",")
        listed = [part.split()[0] for part in listed if part.split()]
        if modules:
            wanted = listed
        else:
            dots = len(source) - len(source.lstrip("."))
            above = package.rsplit(".", dots - 1)[0] if dots > 1 else package
            base = ".".join(filter(None, (above, source[dots:]))) if dots else source
            wanted = [base, *(f"{base}.{name}" for name in listed)]
        if "squarely" in wanted:  # by one of its public names
            wanted.extend(f"squarely.{part}" for part in _PARTS)
        for name in wanted:
            parts = name.split(".")
            yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


@cache
def _find_file(name: str) -> Path | None:
    """The file of a module that is part of somebody's rules; None for what is no module, or nobody's."""
    top, _, below = name.partition(".")
    if top in _NOT_OURS or (top == "squarely" and below not in _PARTS and not below.startswith("games.")):
        return None
    file = getattr(sys.modules.get(name), "__file__", None)
    if file is None and name not in sys.modules:
        try:
            spec = find_spec(name)
        except (ImportError, AttributeError, ValueError):  # a function or a value of a module, not a module
            return None
        file = spec.origin if spec and spec.has_location else None
    return Path(file) if file and Path(file).is_file() else None


def _describe_contents(values: Any, module: str) -> Iterator[str]:
    """What a module or a class has in it: the code of its functions, and its values."""
    for name, value in sorted(values.items()):
        function = getattr(value, "__wrapped__", value)
        if isinstance(function, FunctionType):
            yield f"{name} {_describe_function(function)}"
        elif isinstance(value, type):
            if value.__module__ == module:
                yield name
                yield from _describe_contents(vars(value), module)
        elif not isinstance(value, ModuleType) and not name.startswith("__"):
            yield f"{name} {_describe_value(value)}"


def _describe_function(function: FunctionType, depth: int = 0) -> str:
    """Its code, its defaults, and what it has taken along from where it was made."""
    held = [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]
    deeper = depth < _DEEPEST
    taken = [
        _describe_function(each, depth + 1) if deeper and isinstance(each, FunctionType) else _describe_value(each)
        for each in held
    ]
    return f"{function.__defaults__} {function.__kwdefaults__} {taken} {_describe_code(function.__code__)}"


def _is_filled(cell: CellType) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return False
    return True


def _describe_code(code: CodeType) -> str:
    constants = [
        _describe_code(part) if isinstance(part, CodeType) else _describe_value(part) for part in code.co_consts
    ]
    return f"{code.co_code.hex()} {code.co_names} {code.co_freevars} {constants}"


def _describe_value(value: Any) -> str:
    """A value in words that are the same in every process."""
    if isinstance(value, partial):
        function = value.func
        said = _describe_function(function) if isinstance(function, FunctionType) else _describe_value(function)
        return f"{said} {_describe_value(value.args)} {_describe_value(value.keywords)}"
    if callable(contents := getattr(value, "tobytes", None)):  # an array: written out it is cut short
        return hashlib.sha256(contents()).hexdigest()
    return str(sorted(map(repr, value))) if isinstance(value, set | frozenset) else _ADDRESS.sub("", repr(value))
