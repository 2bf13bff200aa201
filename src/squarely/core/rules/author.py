"""What is wrong with a class from outside when it is loaded, and where a method of it failed. Laws judge the rest."""

import linecache
import os
import re
from functools import cached_property, lru_cache
from inspect import Parameter, isfunction, signature
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

from squarely.core.errors import describe_error
from squarely.core.rules.compose import list_own_options, list_variations, sum_up
from squarely.core.rules.game import Game
from squarely.core.rules.options import Option
from squarely.core.rules.words import Words

_OURS, _STANDARD = (re.escape(str(folder)) for folder in (Path(__file__).parents[2], Path(os.__file__).parent))
_INSIDE = re.compile(f"<|{_OURS}/(?!games/)|{_STANDARD}/(?!site-packages/)|(?!.*\\.py$)")  # what no author wrote


def check_class(kind: Any) -> str:
    """What keeps a class from being a game, as the end of a sentence; nothing where it is one."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        return f"is {kind!r}; it is a class: class Hop(Game)"
    return _find_lack(kind)


@lru_cache(maxsize=64)  # a game is loaded again and again, and to look at all of its methods takes milliseconds
def _find_lack(kind: type[Game]) -> str:
    missing = [name for name in ("title", "players", "marks", "Position") if not hasattr(kind, name)]
    if missing or kind.__abstractmethods__:
        return f"lacks {', '.join([*missing, *sorted(kind.__abstractmethods__)])}"
    if "mover" not in getattr(kind.Position, "_fields", ()):
        return "has a Position that is not a NamedTuple with a field `mover`: class Position(NamedTuple)"
    for name in kind.Position._field_defaults:
        return f"gives the field `{name}` a default; fields of a Position have none"
    options = {*sum_up(kind, Option).values(), *list_own_options(list_variations(kind))}
    names = [option.name for option in options]
    for name in sorted(name for name in names if names.count(name) > 1):
        return f"has two options `{name}`, those of every game included: call yours otherwise"
    for base, own in ((Game, kind), (Words, kind.Words)):
        for name, inherited in vars(base).items():
            given = getattr(own, name, None)
            if isinstance(given, Option) or (isinstance(inherited, cached_property) and isfunction(given)):
                return f"has a `{name}` of its own, and every game has something of that name: call it otherwise"
            if name[0] != "_" and isfunction(inherited) and isfunction(given) and _takes(given) != _takes(inherited):
                return f"has a method `{name}` that takes other arguments than {name}{signature(inherited)}"
    return ""


def _takes(method: Any) -> int:  # arguments that it needs
    parameters = signature(method).parameters.values()
    return sum(1 for each in parameters if each.default is Parameter.empty and each.kind is not Parameter.VAR_KEYWORD)


def describe_failure(error: BaseException) -> str | None:
    """Which method of a game failed, in which line and why, and what to do; None if no game had a part in it."""
    failed = find_failure(error)
    return failed and "`{1}` of {0.title} fails: {2}; run `squarely check-game {0.name}`".format(*failed)


def find_failure(error: BaseException) -> tuple[Game, str, str] | None:
    """The game, its outermost method and the author's innermost line that raised an error; None if there is none."""
    if isinstance(error.__cause__, StopIteration):  # in a generator Python makes another error of it
        error = error.__cause__
    frames = _list_frames(error)
    for frame, _ in frames:
        first = next(iter(frame.f_locals.values()), None) if frame.f_code.co_argcount else None
        game = first.game if isinstance(first, Words) else first
        if isinstance(game, Game):
            return game, frame.f_code.co_name, _describe_line(*frames[-1], error)
    return None


def describe_load_error(error: BaseException) -> str:
    """What a file did when it was loaded, and in which line; errors of syntax and imports say that themselves."""
    frames = [] if isinstance(error, SyntaxError | ImportError) else _list_frames(error)
    return _describe_line(*frames[-1], error) if frames else describe_error(error)


def _describe_line(frame: FrameType, line: int, error: BaseException) -> str:
    text = linecache.getline(file := frame.f_code.co_filename, line).strip()
    return f"{Path(file).name}, line {line}{text and f', `{text}`'} ({describe_error(error)})"


def _list_frames(error: BaseException) -> list[tuple[FrameType, int]]:
    """Where an error came through code of authors: neither Squarely itself nor the standard library."""
    return [each for each in walk_tb(error.__traceback__) if not _INSIDE.match(each[0].f_code.co_filename)]
