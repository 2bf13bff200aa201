"""What went wrong inside a game's own file, as one sentence with its function, its position and its line."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any, NamedTuple

from squarely.core.rules import Rules

_PACKAGE = Path(__file__).parents[1]
_STANDARD = Path(os.__file__).parent

_files: dict[str, Rules] = {}  # every file in which a game is written, with the rules that came of it last


def remember_files(offered: Mapping[str, Any], rules: Rules) -> None:
    """From now on an error that comes out of one of these functions is explained as one of this game."""
    for value in offered.values():
        function = getattr(value, "__wrapped__", value)
        if isinstance(function, FunctionType) and _is_author_s(function.__code__):
            _files[function.__code__.co_filename] = rules


class Failure(NamedTuple):
    """What failed in a game's file: which function, of which game, in which position, and the line with its error."""

    function: str
    title: str
    where: str
    place: str


def find_failure(error: BaseException) -> Failure | None:
    """What failed in a game's file; None if no game had a part in it."""
    if isinstance(error.__cause__, StopIteration):  # in a generator Python makes another error of it
        error = error.__cause__
    frames = [(frame, line) for frame, line in _walk_frames(error.__traceback__) if frame.f_code.co_filename in _files]
    if not frames:
        return None
    outermost, (innermost, line) = frames[0][0], frames[-1]
    rules = _files[outermost.f_code.co_filename]
    place = describe_place(innermost.f_code, line, error)
    return Failure(outermost.f_code.co_name, rules.TITLE, _describe_position(rules, outermost), place)


def describe_author_error(error: BaseException) -> str | None:
    """Which function of a game failed, in which position, in which line and why; None if no game had a part in it."""
    failed = find_failure(error)
    return failed and f"`{failed.function}` of {failed.title} fails{failed.where}: {failed.place}"


def describe_load_error(error: BaseException) -> str:
    """What a file did when it was loaded, and in which line."""
    if isinstance(error, SyntaxError | ImportError):
        return str(error)  # which say where
    frames = [
        (frame, line)
        for frame, line in _walk_frames(error.__traceback__)
        if not frame.f_code.co_filename.startswith("<") and _is_author_s(frame.f_code)
    ]
    return describe_place(frames[-1][0].f_code, frames[-1][1], error) if frames else describe_error(error)


def describe_place(code: CodeType, line: int, error: BaseException) -> str:
    """A line of somebody's file, and what was raised there."""
    import linecache  # late: it is needed only where something went wrong

    text = linecache.getline(code.co_filename, line).strip()
    return f"{Path(code.co_filename).name}, line {line}{text and f', `{text}`'} ({describe_error(error)})"


def describe_error(error: BaseException) -> str:
    """The kind of an error and what it says, on one line."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{said and f': {said}'}"


def _is_author_s(code: CodeType) -> bool:
    """Whether code was written for a game: neither Squarely itself nor the standard library."""
    file = Path(code.co_filename)
    if file.is_relative_to(_PACKAGE):
        return file.is_relative_to(_PACKAGE / "games")
    return "site-packages" in file.parts or not file.is_relative_to(_STANDARD)


def _walk_frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while trace:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _describe_position(rules: Rules, frame: FrameType) -> str:
    """Where the function was asked, from what it was given."""
    code = frame.f_code
    given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
    for position in given:
        if isinstance(position, tuple) and "mover" in getattr(position, "_fields", ()):
            try:
                line = (
                    None
                    if code.co_name in ("write_position", "position_line")
                    else rules.write_position(given[0], position)
                )
            except Exception:  # whatever else is wrong with these rules: one thing at a time
                line = None
            return f" in the position {line}" if isinstance(line, str) else f" in the position {position!r}"
    return ""
