"""Random strings of every kind that people, cats and programs send to a prompt; the same for the same seed."""

from collections.abc import Iterator
from random import Random


def _split(text: str) -> list[str]:
    return text.split("|")


_LOOKALIKES = _split(
    "place 0 0|place 1 1|move 0 0 0 1|move 0 0 1 0|0 0|0 0 0 1|pass|p 2 1|place|move|B2|a1|D4|E5|A 1|swap A1 B1|"
    "swap B1|A1 B1|swap A1 with B1|swap|2 2|1,3|(3, 3)|2 2 : 1 2|2 2 : 1 2, 2 1|all|none|a|n|up|down|l|RIGHT|up 2|"
    "left 1|u 2|1|2|3|yes|no|help|board|moves|save|rules|help me|board now|moves?|undoo|resigned|quitt|HELP"
)
_CHANGES = [*_split(" |0|9|-|²|１|٣|\t|\x00|:|'|\"|\\|%s|{0}|a|É"), "", "1" * 30, ",", ",,"]
_ODD = _split(
    " |\t\t|\x00|\x1b[2J|\x1b]0;title\x07|\x04|\x03|\r|\x7f|\x08\x08|\u2028|\u202etfel|\ufeff|e\u0301|🏳️‍🌈|ｕｐ|ⅷ|İ|ß|"
    'None|nan|-0|1e9|0x1|$(ls)|`ls`|; ls|../..|[Game "quad"]|*|1-0|?|??|!|#|//|\\n|%n%n|<b>|&amp;||\0\0\0\0\0\0\0\0\0'
)
_LEAVING = ("undo", "redo", "resign", "draw", "quit", "q", "exit", "hint", "why")  # what these do is tested elsewhere


def strings(seed: str, count: int) -> Iterator[str]:
    """So many strings without a line break, none of them a command that leaves or changes the match."""
    chance = Random(f"noise {seed}")
    for _ in range(count):
        text = _one(chance).replace("\n", " ")
        name, _, rest = text.strip().partition(" ")
        leaves = name.lower() in _LEAVING or (name.lower() == "save" and rest)
        yield f"not {text}" if leaves else text


def _one(chance: Random) -> str:
    kind = chance.random()
    if kind < 0.30:
        return _changed(chance, chance.choice(_LOOKALIKES))
    if kind < 0.40:
        return " ".join(chance.choices([*_LOOKALIKES, *_ODD], k=chance.randint(1, 4)))
    if kind < 0.50:
        return chance.choice(_ODD)
    if kind < 0.75:
        return "".join(chr(chance.randint(32, 126)) for _ in range(chance.randint(0, 12)))
    if kind < 0.85:
        return "".join(chr(chance.randint(0, 255)) for _ in range(chance.randint(0, 12)))
    if kind < 0.998:
        return "".join(_character(chance) for _ in range(chance.randint(1, 12)))
    return chance.choice(["x", "1", " ", "A1 ", "\x00", "é", "2 2, "]) * chance.choice([300, 5_000, 30_000])


def _changed(chance: Random, text: str) -> str:
    """Almost what it was: a few places replaced, removed or filled."""
    for _ in range(chance.randint(0, 3)):
        at = chance.randint(0, len(text))
        text = text[:at] + chance.choice(_CHANGES) + text[at + chance.randint(0, 1) :]
    return text


def _character(chance: Random) -> str:
    """Any character that UTF-8 can carry."""
    number = chance.randint(0, 0x10FFFF - 0x800)
    return chr(number if number < 0xD800 else number + 0x800)
