"""Count the sequences of exactly 0, 1, 2, … moves of a game, as its file in this folder has them.

    python -m tests.games.perft.count GAME DEPTH [OPTIONS [POSITION]]

Write - for no options. A position is one line, in quotes.
"""

import shlex
import sys
from collections import Counter
from typing import NamedTuple

from squarely.core.rules import registry

COMMAND = "python -m tests.games.perft.count"


class Count(NamedTuple):
    """What one command counts."""

    name: str
    depth: int
    options: str = ""
    position: str = ""

    def __str__(self) -> str:
        words = [self.name, str(self.depth), *([self.options or "-", self.position] if self.position else [])]
        return shlex.join([*words, self.options] if self.options and not self.position else words)


def counted(what: Count) -> list[int]:
    """The number of sequences for each depth. Positions that several sequences lead to are looked at once."""
    game = registry.load(what.name, what.options)
    counts, positions = [1], Counter([game.read_position(what.position) if what.position else game.start()])
    for _ in range(what.depth):
        after: Counter[object] = Counter()
        for position, ways in positions.items():
            for move in game.legal_moves(position):
                after[game.play(position, move)] += ways
        positions = after
        counts.append(positions.total())
    return counts


def table(what: Count) -> str:
    """The lines of a file in this folder: the command, then each depth with its number."""
    rows = [f"{depth} {count}" for depth, count in enumerate(counted(what))]
    return "\n".join([f"# {COMMAND} {what}", *rows]) + "\n"


def asked(words: list[str]) -> Count:
    """What the words of a command ask for."""
    name, depth, options, position = [*words, "", ""][:4]
    return Count(name, int(depth), "" if options == "-" else options, position)


if __name__ == "__main__":
    sys.stdout.write(table(asked(sys.argv[1:])))
