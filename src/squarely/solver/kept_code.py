"""Machine code, kept from one process to the next: what takes seconds to compile is loaded in a moment.

Numba's own cache knows a function by its closure, pickled, which is another one in each process where that holds
compiled functions. Here a key is made of all that decides the machine code: the bytecode and constants of a function
and of every function that it can reach, the options they are compiled with, the types of the arguments, and what
compiles them for which processor. What cannot be described so is not kept. A damaged file is compiled anew.
"""

import hashlib
import itertools
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dis import get_instructions
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher

from squarely.files.cache_folder import find_cache_folder, remove_unused
from squarely.files.output_file import replace_file
from squarely.solver.integrity import add_checksum, check_checksum

_numba: Any = numba.core  # untyped
_KIND, _PATTERN = "code 1", "*.code"
_MOST_BYTES = 256 << 20  # of all that is kept
_VERSIONS = (sys.version, numba.__version__, np.__version__, Path(__file__).read_bytes())
_ENVIRONMENT, _RECURSIVE = "_ZN08NumbaEnv", ".numba.unresolved"  # how the names of symbols begin


def jit_kept(function: Any = None, **options: Any) -> Any:
    """Like `jit`, for an entry point: a function that Python calls, with numbers, arrays and NamedTuples of these.

    Its machine code, with that of all functions it calls, is kept for the next process; not if it returns a NamedTuple
    or if one of them calls itself. Use plain `jit` for what only compiled code calls: it is kept within its callers.
    """
    return keep(numba.njit(function, **options)) if function else lambda decorated: jit_kept(decorated, **options)


def keep(dispatcher: Any) -> Any:
    """The same function, made by `jit`: what it is compiled to from now on is kept, as by `jit_kept`."""
    dispatcher._cache = _KeptCode(dispatcher)
    return dispatcher


def _number_symbols() -> None:
    """Let numba name symbols as no other process does: of two with one name the linker would take either."""
    _numba.bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6)) << 16)


_number_symbols()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_symbols)


class _KeptCode(NullCache):
    """What Numba asks before it compiles a function for some types, and tells after it has."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        arguments, _ = _numba.sigutils.normalize_signature(sig)
        if (key := self._find_key(arguments, target_context.codegen())) is None:
            return None
        try:
            path = _find_path(key)
            header, payload = check_checksum(_KIND, path.read_bytes(), path.name)
            library, about, result, named, rest = pickle.loads(payload if header == {"key": key} else b"")
        except Exception:  # whatever is wrong with the file: it is compiled anew, and written anew
            return None
        with suppress(OSError):
            path.touch()  # so that it is not the first to be removed
        about.argtypes, environments = arguments, [_make_environment(*each) for each in named]
        made = (environments[0], _numba.typing.signature(result, *arguments))
        return _numba.compiler.CompileResult._rebuild(target_context, library, about, *made, *rest, environments)

    def save_overload(self, sig: Any, data: Any) -> None:
        arguments, _ = _numba.sigutils.normalize_signature(sig)
        key = self._find_key(arguments, data.codegen)
        names = [each.name for each in data.library._final_module.global_variables]
        is_bound = data.library.has_dynamic_globals or any(name.startswith(_RECURSIVE) for name in names)
        if key is None or is_bound or not _is_plain(data.signature.return_type):  # bound to addresses of this process
            return
        library, about, environment, made, *rest, _ = data._reduce()
        about = copy(about)
        about.argtypes, about.global_dict = (), {}  # classes that are others in each process
        found = [_numba.environment.lookup_environment(name) for name in names if name.startswith(_ENVIRONMENT)]
        named = [(each.env_name, [*each.consts]) for each in (environment, *found) if each]
        try:
            payload = _numba.serialize.dumps((library, about, made.return_type, named, rest))
            (path := _find_path(key)).parent.mkdir(parents=True, exist_ok=True)
            with replace_file(path) as file:
                file.write(add_checksum(_KIND, {"key": key}, payload))
            remove_unused(path.parent, _PATTERN, _MOST_BYTES)
        except Exception:  # no folder to write to, or a constant that cannot be pickled: it takes time again
            return

    def _find_key(self, arguments: Any, codegen: Any) -> str | None:
        """A hash of all that decides the machine code; None where that cannot be described."""
        settings = sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
        parts = [repr((_VERSIONS, codegen.magic_tuple(), settings)), *map(_describe_type, arguments)]
        try:
            parts += _describe(self._dispatcher, {})
        except (pickle.PicklingError, AttributeError, TypeError, ValueError):  # the last of a closure not filled yet
            return None
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _find_path(key: str) -> Path:
    return find_cache_folder("compiled") / _PATTERN.replace("*", key[:32])


def _make_environment(name: str, constants: list[Any]) -> Any:
    """What compiled code has of the interpreter: a few constants."""
    if (found := _numba.environment.lookup_environment(name)) is None:
        found = _numba.environment.Environment._memo[name] = _numba.environment.Environment({})
        found.env_name, found.consts[:] = name, constants
    return found


def _is_plain(kind: Any) -> bool:
    """Whether a type has no class in it, which would be another one in each process."""
    return not hasattr(kind, "instance_class") and all(map(_is_plain, getattr(kind, "types", ())))


def _describe_type(kind: Any) -> str:
    parts = [_describe_type(each) for each in dict.fromkeys(getattr(kind, "types", ()))]
    return f"{kind} {getattr(kind, 'fields', ())} {parts}"


def _describe(thing: Any, met: dict[Any, int]) -> Iterator[str]:
    """All that compiled code can depend on. `met` numbers the functions, which may call themselves."""
    if isinstance(thing, (Dispatcher, _numba.extending._Intrinsic)):
        yield repr(sorted(getattr(thing, "targetoptions", {}).items()))
        yield from _describe(thing.py_func if isinstance(thing, Dispatcher) else thing._defn, met)
    elif isinstance(thing, tuple | list):
        yield f"{type(thing).__name__} {len(thing)}"
        for part in thing:
            yield from _describe(part, met)
    elif isinstance(thing, _numba.types.Type):
        yield _describe_type(thing)
    elif isinstance(thing, CodeType):
        yield repr((thing.co_code, thing.co_names, thing.co_varnames, thing.co_flags, thing.co_exceptiontable))
        yield from _describe(thing.co_consts, met)
    elif isinstance(thing, type):
        fields = getattr(thing, "_fields", ()), getattr(thing, "_field_defaults", ())
        yield f"{thing.__module__} {thing.__qualname__} {fields}"
    elif isinstance(thing, ModuleType):
        yield thing.__name__
    elif not isinstance(thing, FunctionType) or thing.__globals__.get("__name__", "").startswith(("numba.", "numpy.")):
        yield repr(pickle.dumps(thing))  # a plain value, or the name of something that is known by its version
    elif thing in met:
        yield f"function {met[thing]}"
    else:
        met[thing] = len(met)
        yield from _describe([thing.__code__, thing.__defaults__], met)
        yield from _describe([cell.cell_contents for cell in thing.__closure__ or ()], met)
        yield from _describe(list(_list_globals(thing.__code__, thing.__globals__)), met)


def _list_globals(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """What code finds by the names it uses, in its module and in other modules."""
    for name in sorted({str(each.argval) for each in get_instructions(code) if each.opname == "LOAD_GLOBAL"}):
        value = names.get(name, name)
        is_module = isinstance(value, ModuleType)
        yield from [vars(value).get(each) for each in code.co_names] if is_module else [name, value]
    for inner in code.co_consts:
        yield from _list_globals(inner, names) if isinstance(inner, CodeType) else ()
