"""What the texts of all games share: forgiving words, lists and plurals in sentences, what was typed told back."""

import re
from collections.abc import Sequence
from unicodedata import category

YOU = "you"  # the name of a reader in a text about their own match
_LONGEST_QUOTE = 40
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # all but tab and line end
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # printable by their class, and blank
_SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_BETWEEN = str.maketrans(",()", "   ")
_JOINED = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")


def split_words(text: str) -> list[str]:
    """The words of what a person typed: case, extra spaces, commas and brackets do not matter."""
    return text.translate(_BETWEEN).lower().split()


def is_number(text: str, digits: int) -> bool:
    """Whether this is a whole number of at most that many digits, as people type it."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def read_numbers(text: str) -> list[int] | None:
    """The whole numbers a person typed (`2 2`, `2,2`, `(2, 2)`), or None if there is anything else."""
    found = split_words(text)
    return [int(word) for word in found] if found and all(is_number(word, 4) for word in found) else None


def is_printable(text: str) -> bool:
    """Whether this is one line that can be printed. The joiners of emoji and of some scripts may be between others."""
    return _JOINED.sub("", text).isprintable()


def is_visible(text: str) -> bool:
    """Whether there is anything to see: not only spaces, fillers that look like them, and marks without a letter."""
    return any(not c.isspace() and c not in _FILLERS and category(c)[0] not in "MC" for c in text)


def quote(text: str) -> str:
    """What a person typed, short and printable enough to be said back to them."""
    shown = "".join(c if c.isprintable() else "?" for c in text.strip())
    return f"'{shown[:_LONGEST_QUOTE]}…'" if len(shown) > _LONGEST_QUOTE else f"'{shown}'"


def as_sentence(text: str) -> str:
    """The text with a full stop, where it does not end as a sentence already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def strip_controls(text: str) -> str:
    """The text without what would move a terminal's cursor, change its colours or turn its lines around."""
    return _CONTROLS.sub("?", text)


def spell_number(number: int) -> str:
    """`one`, `two` and so on to `twelve`; figures from there on."""
    return _SPELLED[number] if number < len(_SPELLED) else str(number)


def join_with_or(items: Sequence[str]) -> str:
    """`1`, `1 or 2`, `1, 2 or 3`."""
    return " or ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def join_with_and(items: Sequence[str]) -> str:
    """`A1`, `A1 and B2`, `A1, B2 and C3`."""
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def count_noun(number: float, noun: str, form: str = "") -> str:
    """`1 turn`, `2 replies`, `0.5 seconds`; written in another form, such as `,`: `1,250 entries`."""
    shown = form or ("g" if isinstance(number, float) else "d")
    return f"{number:{shown}} {plural(number, noun)}"


def plural(number: float, noun: str) -> str:
    """The noun as it follows a number: `turn` or `turns`, `entry` or `entries`, `match` or `matches`."""
    if number == 1:
        return noun
    if re.search("[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def name_reader(names: Sequence[str], reader: int | None) -> tuple[str, str]:
    """The names of the two sides for a reader who is one of them; unchanged for other readers."""
    first, second = (YOU if side == reader else name for side, name in enumerate(names))
    return first, second


def with_verb(name: str, verb: str) -> str:
    """`Ann wins`, `you win`; `Ann has won`, `you have won`: a verb of the third person, as it follows this name."""
    if name.lower() != YOU:
        return f"{name} {verb}"
    first, space, rest = verb.partition(" ")
    return f"{name} {'have' if first == 'has' else first.removesuffix('s')}{space}{rest}"


def whose(name: str) -> str:
    """`Ann's`, `your`."""
    return "your" if name.lower() == YOU else f"{name}'s"


def capitalise(text: str) -> str:
    """The text with a capital at its beginning, the rest as it is."""
    return text[:1].upper() + text[1:]
