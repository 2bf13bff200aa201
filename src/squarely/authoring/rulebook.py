"""A rulebook, as text or Markdown: its title, its board, a docstring of it and the sentences it claims."""

import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from squarely.core.errors import SquarelyError

_LARGEST = 1_000_000  # bytes
_HEADING = re.compile(r"\s*#{1,6}\s+(.+?)\s*#*\s*$")
_LABEL = re.compile(r"([A-Z][\w -]{0,30}?)\.(?:\s{2,}|(?<=^Winning\.)\s)(?=\S)")  # `Goal.    Be …`, as ours
_ITEM = re.compile(r"\s*(?:[-*+•]|\(?\d{1,3}[.)])\s+|\s*>\s?")
_MARKUP = re.compile(r"<!--.{0,999}?-->|\*\*|__|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_END = re.compile(r"(?<=[.!?])[\"')\]”’]*\s+(?=[\"'(\[“‘]*[A-Z0-9])")
_SHORT = re.compile(r"(?:\b(?:e\.g|i\.e|etc|cf|vs|no|approx|fig|max|min)|\b[A-Z])\.$", re.IGNORECASE)
_BOARD = re.compile(r"\b(\d)\s*(?:[x×]|by)\s*(\d)\b|\b(\d)\s+rows\s+(?:and|of)\s+(\d)\s+columns\b")


class Rulebook(NamedTuple):
    """A rulebook taken apart: its title, if it has one, and each paragraph below its heading; tables as they are."""

    title: str
    paragraphs: tuple[tuple[str, str], ...]

    @property
    def board(self) -> str:
        """The first board that is named, as `4x4`; nothing where none is."""
        found = _BOARD.search(" ".join(text for _, text in self.paragraphs))
        return "x".join(filter(None, found.groups())) if found else ""

    @property
    def docstring(self) -> str:
        """The text below its title, in the form of our docstrings: a paragraph for each heading."""
        lines, before = [], ""
        for section, text in self.paragraphs:
            label = "" if section == before else f"{section}."
            is_text = not text.startswith("|")
            lines += (
                textwrap.wrap(text, 110, initial_indent=f"{label:<9}", subsequent_indent=" " * 9) if is_text else [text]
            )
            before = section
        return "\n".join(lines).replace("\\", "\\\\").replace('"""', '\\"""')

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """Each sentence that says something, once, with the heading that it stands below; no questions."""
        found = ((section, each) for section, text in self.paragraphs for each in _split_sentences(text))
        return list(dict.fromkeys(found))


def read_rulebook(path: Path) -> Rulebook:
    """The rulebook in a file; SquarelyError says why it cannot be used."""
    try:
        with path.open("rb") as file:  # which may be a device that never ends
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise SquarelyError(f"{path} is too long for a rulebook; it has {_LARGEST:,} bytes at most")
        rulebook = split_rulebook(content.decode("utf-8-sig"))
    except OSError as error:
        raise SquarelyError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise SquarelyError(f"{path} is not a text in UTF-8; a rulebook is text or Markdown") from None
    if not rulebook.sentences:
        raise SquarelyError(f"{path} has no sentence in it; a rulebook is text or Markdown")
    return rulebook


def split_rulebook(text: str) -> Rulebook:
    title, section, found = "", "Rules", list[tuple[str, str]]()
    is_code, is_open = False, False  # whether the next line goes on with the paragraph
    for line in text.expandtabs().splitlines():
        is_fence = line.lstrip().startswith(("```", "~~~"))
        is_code ^= is_fence
        heading, label, item = _HEADING.match(line), _LABEL.match(line), _ITEM.match(line)
        is_underlined = is_open and re.fullmatch(r"=+|-{2,}", line.strip())
        if heading or is_underlined:
            words = re.sub(r"^[\d.]+\s+", "", _strip_markup(heading[1] if heading else found.pop()[1])).rstrip(":.")
            title, section, is_open = title or words, words or section, False
        elif is_code or is_fence or not re.search(r"\w", line):
            is_open = False
        else:
            section = label[1] if label else section
            words = line[label.end() if label else item.end() if item else 0 :].strip()
            if is_open and not (label or item or words.startswith("|")):
                found[-1] = (section, f"{found[-1][1]} {words}")
            else:
                found.append((section, words))
            is_open = not words.startswith("|")
    paragraphs = [(section, _strip_markup(words)) for section, words in found]
    if not title and paragraphs and not re.search(r"[.:!?]", paragraphs[0][1]):
        title = paragraphs.pop(0)[1]  # a first line that is no sentence
    return Rulebook(title, tuple(paragraphs))


def _split_sentences(paragraph: str) -> Iterator[str]:
    ends = [end for end in _END.finditer(paragraph) if not _SHORT.search(paragraph, end.start() - 9, end.start())]
    for begun, end in pairwise([0, *(end.end() for end in ends), len(paragraph)]):
        sentence = paragraph[begun:end].strip()
        if not sentence.endswith(("?", ":")) and not sentence.startswith("|") and re.search(r"\w", sentence):
            yield sentence


def _strip_markup(text: str) -> str:
    printable = "".join(letter for letter in text if letter.isprintable())
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", printable)).split())
