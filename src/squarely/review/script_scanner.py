"""Finds out what in a script is code: not what stands in its comments, texts, templates and patterns."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.errors import BadLine

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>/\*.*?\*/|//[^\n]*)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<word>[\w$]+)
    |(?P<sign>=>|[^\w\s$])""",
    re.DOTALL | re.VERBOSE,
)
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(`|\$\{)", re.DOTALL)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_BEFORE_A_VALUE = {
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "void",
    "throw",
    "new",
    "delete",
    "await",
    "yield",
    "else",
    "do",
}
_BEFORE_AN_OPERATOR = {")", "]", "}"}
_HIDDEN = "·"


class BadScript(BadLine):
    """A script that cannot be taken as it is."""


class ScannedScript(NamedTuple):
    """A script, character for character: without its comments, and with nothing but its code."""

    bare: str  # comments are spaces
    code: str  # and so is what stands between quotes or in a pattern, shown as dots


def scan_script(text: str) -> ScannedScript:
    """Tell code from the rest. BadScript where something does not end."""
    bare, code, at = [], [], 0
    for start, end, is_comment in _find_texts(text):
        between, inside = text[at:start], text[start:end]
        hidden = re.sub(r"[^\n]", " ", inside) if is_comment else _HIDDEN * len(inside)
        bare += [between, hidden if is_comment else inside]
        code += [between, hidden]
        at = end
    return ScannedScript("".join([*bare, text[at:]]), "".join([*code, text[at:]]))


def count_lines(text: str, at: int) -> int:
    """The number of the line that this character stands in."""
    return text.count("\n", 0, at) + 1


def _find_texts(text: str) -> Iterator[tuple[int, int, bool]]:
    """From where to where there is no code, and whether that is a comment."""
    at, before, open_braces = 0, "", [0]  # braces that are open here, and in each template around it
    while at < len(text):
        found = _TOKEN.match(text, at)
        if (
            not found
            or (not found["text"] and text[at] in "\"'")
            or (text.startswith("/*", at) and not found["comment"])
        ):
            raise BadScript(count_lines(text, at), "a text or a comment does not end")
        end, token = found.end(), found[0]
        if found["comment"]:
            yield at, end, True
        elif found["text"]:
            yield at + 1, end - 1, False
        elif token == "/" and _begins_a_value(before):
            end = _match(_PATTERN, text, at, "a pattern does not end").end()
            yield at, end, False
        elif token == "`" or (token == "}" and open_braces[-1] == 0 and len(open_braces) > 1):
            if token == "}":
                open_braces.pop()
            template = _match(_TEMPLATE, text, end, "a template does not end")
            yield end, template.end() - 1, False
            end = template.end()
            if template[1] == "${":
                open_braces.append(0)
            token = "(" if template[1] == "${" else ")"
        elif token in ("{", "}"):
            open_braces[-1] += 1 if token == "{" else -1
        if not (found["space"] or found["comment"]):
            before = token
        at = end
    if len(open_braces) > 1 or open_braces[0]:
        raise BadScript(count_lines(text, len(text)), "a brace or a template does not end")


def _match(pattern: re.Pattern[str], text: str, at: int, problem: str) -> re.Match[str]:
    found = pattern.match(text, at)
    if not found:
        raise BadScript(count_lines(text, at), problem)
    return found


def _begins_a_value(before: str) -> bool:
    """Whether a value follows this token, so that a slash begins a pattern and divides nothing."""
    if before in _BEFORE_A_VALUE:
        return True
    return not (before in _BEFORE_AN_OPERATOR or re.fullmatch(r"[\w$]+|[\"'].*", before, re.DOTALL))
