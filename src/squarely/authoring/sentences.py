"""A rulebook taken apart: each of its sentences, under the heading that it stands below."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_FENCE = re.compile(r"\s*(```|~~~)")
_HEADING = re.compile(r"\s*#{1,6}\s+(.+?)\s*#*\s*$")
_UNDERLINE = re.compile(r"\s*(=+|-{2,})\s*$")
_TABLE = re.compile(r"\s*\|")
_ITEM = re.compile(r"\s*(?:[-*+•]|\(?\d{1,3}[.)])\s+")
_QUOTE = re.compile(r"^\s*>\s?")
# `Goal.    Be the first …`, as our docstrings have it.
_LABEL = re.compile(r"(?:([A-Z][\w -]{0,30}?)\.\s{2,}|(Goal|Setup|Moving|Scoring|Winning|Ending)\.\s)(?=\S)")
_MARKUP = re.compile(r"\*\*|__|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_COMMENT, _COMMENT_END = "<!--", "-->"
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)")
# A sentence ends where something ends it and the next begins; not behind what is only cut short.
_END = re.compile(r"(?<=[.!?])[\"')\]”’]*\s+(?=[\"'(\[“‘]*[A-Z0-9])")
_SHORT = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|cf|vs|no|Nr|Mr|Mrs|Dr|approx|fig|max|min)|\b[A-Z])\.[\"')\]]*$", re.IGNORECASE
)
_WORD = re.compile(r"\w")
_LABEL_WORDS = 4
_LONGEST_SHORT = 40  # characters that are looked at for what is cut short


class Sentence(NamedTuple):
    """One sentence of a rulebook, and the heading it stands below."""

    section: str
    text: str


def split_rulebook(text: str, section: str = "Rules") -> list[Sentence]:
    """Every sentence of a text or Markdown rulebook, in order, each once a section, without code, tables and markup."""
    found: dict[Sentence, None] = {}
    for heading, paragraph in _split_paragraphs(text, section):
        for sentence in _split_sentences(paragraph):
            found[Sentence(heading, sentence)] = None
    return list(found)


def _split_paragraphs(text: str, section: str) -> Iterator[tuple[str, str]]:
    """Paragraphs and items of lists, each on one line, with the heading above."""
    fence, lines = "", list[str]()

    def take() -> Iterator[tuple[str, str]]:
        joined = " ".join(lines).strip()
        lines.clear()
        if joined:
            yield section, joined

    for line in text.expandtabs().splitlines():
        opened = _FENCE.match(line)
        if fence or opened:
            yield from take()
            fence = "" if fence and opened and opened[1] == fence else fence or (opened[1] if opened else "")
        elif heading := _HEADING.match(line):
            yield from take()
            section = _strip_markup(heading[1]).rstrip(":") or section
        elif _UNDERLINE.match(line):  # of a heading; or a line across the page
            section = _strip_markup(lines.pop().strip()) if len(lines) == 1 else section
            yield from take()
        elif _TABLE.match(line) or not line.strip():
            yield from take()
        elif label := _LABEL.match(line):
            yield from take()
            section = label[1] or label[2]
            lines.append(line[label.end() :].strip())
        else:
            words = _QUOTE.sub("", line, count=1)
            item = _ITEM.match(words)
            if item:
                yield from take()
            lines.append(words[item.end() if item else 0 :].strip())
    yield from take()


def _split_sentences(paragraph: str) -> Iterator[str]:
    """The sentences of a paragraph, without its markup."""
    whole, begun = _strip_markup(paragraph), 0
    for end in _END.finditer(whole):
        if not _SHORT.search(whole[max(begun, end.start() - _LONGEST_SHORT) : end.start()]):
            yield from _clean(whole[begun : end.end()])
            begun = end.end()
    yield from _clean(whole[begun:])


def _clean(sentence: str) -> Iterator[str]:
    """The sentence, if there is a word in it, and it is no label such as `Turn order:`."""
    cleaned = " ".join("".join(letter for letter in sentence if letter.isprintable()).split())
    is_label = cleaned.endswith(":") and len(cleaned.split()) <= _LABEL_WORDS
    if _WORD.search(cleaned) and not is_label:
        yield cleaned


def _strip_markup(text: str) -> str:
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", _strip_comments(text))).split())


def _strip_comments(text: str) -> str:
    """A text without its comments; one that is never closed stays."""
    before, *rest = text.split(_COMMENT)
    kept = [before]
    for part in rest:
        comment, closed, after = part.partition(_COMMENT_END)
        kept.append(after if closed else f"{_COMMENT}{comment}")
    return "".join(kept)
