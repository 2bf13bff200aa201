"""Letters and digits three lines high, for boards with large squares."""

HEIGHT = 3
_GLYPHS = {
    "0": "▄▀▀▀▄|█   █|▀▄▄▄▀", "1": " ▄█  |  █  | ▄█▄ ", "2": "▀▀▀▀▄|▄▀▀▀ |█▄▄▄▄", "3": "▀▀▀▀▄| ▀▀▀▄|▄▄▄▄▀",
    "4": "█   █|▀▀▀▀█|    █", "5": "█▀▀▀▀|▀▀▀▀▄|▄▄▄▄▀", "6": "▄▀▀▀▀|█▀▀▀▄|▀▄▄▄▀", "7": "▀▀▀▀█|  ▄▀ | █   ",
    "8": "▄▀▀▀▄|▄▀▀▀▄|▀▄▄▄▀", "9": "▄▀▀▀▄|▀▄▄▄█|▄▄▄▄▀", "A": "▄▀▀▀▄|█▀▀▀█|█   █", "B": "█▀▀▀▄|█▀▀▀▄|█▄▄▄▀",
    "C": "▄▀▀▀▀|█    |▀▄▄▄▄", "D": "█▀▀▀▄|█   █|█▄▄▄▀", "E": "█▀▀▀▀|█▀▀▀ |█▄▄▄▄", "F": "█▀▀▀▀|█▀▀▀ |█    ",
    "G": "▄▀▀▀▀|█  ▀█|▀▄▄▄▀", "H": "█   █|█▀▀▀█|█   █", "L": "█    |█    |█▄▄▄▄", "O": "▄▀▀▀▄|█   █|▀▄▄▄▀",
    "P": "█▀▀▀▄|█▄▄▄▀|█    ", "R": "█▀▀▀▄|█▀█▀ |█  ▀▄", "S": "▄▀▀▀▀| ▀▀▀▄|▄▄▄▄▀", "T": "▀▀█▀▀|  █  |  █  ",
    "U": "█   █|█   █|▀▄▄▄▀", "X": "▀▄ ▄▀|  █  |▄▀ ▀▄", "Y": "▀▄ ▄▀|  █  |  █  ", "★": " ▄█▄ |▀███▀|▄▀ ▀▄",
}  # fmt: skip


def write_big(text: str) -> list[str] | None:
    """The text in large letters, line by line; None if there is none for one of them."""
    if not text or any(each not in _GLYPHS for each in text):
        return None
    rows = zip(*(_GLYPHS[each].split("|") for each in text), strict=True)
    return [" ".join(row) for row in rows]
