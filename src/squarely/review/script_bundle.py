"""Joins modules into one script, so that a page asks for one file, and a review is one file.

Each module becomes a block of its own, after those that it imports; nothing in it is renamed. What it exports is kept
in an object. Only what our modules use is understood: named imports and exports, and `import("…")`, whose module has
run by then. Anything else is refused.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from posixpath import dirname, join, normpath

from squarely.core.errors import SquarelyError
from squarely.review.script_scanner import BadScript, count_lines, scan_script

_KEYWORD = re.compile(r"(?<![\w$.])(import|export)(?![\w$])")
_STATIC = re.compile(r"import\s*(?:\{(?P<names>[\w$,\s]*)\}\s*from\s*)?[\"'](?P<where>·*)[\"'];?")
_LATER = re.compile(r"import\(\s*[\"'](?P<where>·*)[\"']\s*\)")
_EXPORT = re.compile(r"export\s+(?=(?:(?:async\s+)?function\s*\*?|class|const)\s+(?P<name>\w+))")
_LEAKS = re.compile(r"(?<![\w$.])var(?![\w$])|(?<![\w.])\$[\w$]*")
_BLANK = re.compile(r"[ \t]*\n(?:[ \t]*\n)+|[ \t]+(?=\n)")


@dataclass
class _Module:
    """A module, ready to stand in a block."""

    name: str
    code: str = ""
    imports: list[tuple[str, str]] = field(default_factory=list)  # the names, and the module they are from
    exports: list[str] = field(default_factory=list)

    @property
    def holder(self) -> str:
        """The object that holds what it exports."""
        return "$" + re.sub(r"\W", "_", self.name.removesuffix(".js"))


def bundle_scripts(entries: Sequence[str], read: Callable[[str], str]) -> str:
    """One script that does what these modules do, one after the other. `read` gives the text of a module by its name,
    such as `site/api.js`; a path that begins with `/static/` is a name from the root.
    """
    modules: dict[str, _Module] = {}
    for entry in entries:
        _add(entry, read, modules, ())
    return "\n".join(_write(module) for module in modules.values())


def _add(name: str, read: Callable[[str], str], modules: dict[str, _Module], within: tuple[str, ...]) -> None:
    """Add a module after those that it imports."""
    if name in modules:
        return
    if name in within:
        raise SquarelyError(f"{name} imports itself, by way of {', '.join(within[within.index(name) + 1 :]) or name}")
    try:
        module = _read_module(name, read(name))
    except BadScript as problem:
        raise SquarelyError(f"{name}, {problem}") from None
    for names, where in module.imports:
        _add(where, read, modules, (*within, name))
        for each in (part.split()[0] for part in names.split(",") if part.strip()):
            if each not in modules[where].exports:
                raise SquarelyError(f"{name} imports {each} from {where}, which exports no {each}")
    modules[name] = module


@cache
def _read_module(name: str, text: str) -> _Module:
    module, (bare, code) = _Module(name), scan_script(text)
    if leak := _LEAKS.search(code):
        line = count_lines(text, leak.start())
        raise BadScript(line, f"{leak[0]} cannot be used here: it would be seen by other modules of a bundle")
    blanks = ((each.start(), each.end(), "\n" if "\n" in each[0] else "") for each in _BLANK.finditer(code))
    changes = [*_find_changes(module, bare, code), *blanks]
    at = 0
    for start, end, instead in sorted(changes):
        if start >= at:
            module.code += bare[at:start] + instead
            at = end
    module.code = (module.code + bare[at:]).strip("\n")
    return module


def _find_changes(module: _Module, bare: str, code: str) -> Iterator[tuple[int, int, str]]:
    """What has to be written otherwise in a bundle, and how."""
    for keyword in _KEYWORD.finditer(code):
        at = keyword.start()
        if found := _STATIC.match(code, at):
            where = _find_module(module.name, bare[found.start("where") : found.end("where")])
            module.imports.append((found["names"] or "", where))
            yield at, found.end(), ""
        elif found := _LATER.match(code, at):
            where = _find_module(module.name, bare[found.start("where") : found.end("where")])
            module.imports.append(("", where))
            yield at, found.end(), f"Promise.resolve({_Module(where).holder})"
        elif found := _EXPORT.match(code, at):
            module.exports.append(found["name"])
            yield at, found.end(), ""
        else:
            line = bare[at:].partition("\n")[0]
            raise BadScript(
                count_lines(code, at),
                f"“{line}” is not understood; there are import {{ name }} from, import(…) of a text, and export before "
                "a function, a class or a const",
            )


def _find_module(name: str, where: str) -> str:
    """The module that this path means in that one."""
    if where.startswith("/static/"):
        return where.removeprefix("/static/")
    if not where.startswith("."):
        raise SquarelyError(f"{name} imports {where}; a path begins with ./ or ../ or /static/")
    return normpath(join(dirname(name), where))


def _write(module: _Module) -> str:
    taken = [
        f"const {{ {_spell(names)} }} = {_Module(where).holder};" for names, where in module.imports if names.strip()
    ]
    given = [f"Object.assign({module.holder}, {{ {', '.join(module.exports)} }});"] if module.exports else []
    lines = [f"// {module.name}", f"const {module.holder} = {{}};", "{", *taken, module.code, *given, "}", ""]
    return "\n".join(lines)


def _spell(names: str) -> str:
    """Imported names as they are taken out of an object: `a as b` is `a: b` there."""
    return ", ".join(re.sub(r"\s+as\s+", ": ", part.strip()) for part in names.split(",") if part.strip())
