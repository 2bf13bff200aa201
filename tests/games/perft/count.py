"""Count the sequences of exactly 0, 1, 2, … moves of a game, as its file in this folder has them.

    python -m tests.games.perft.count GAME DEPTH [OPTIONS [POSITION]]

Write - for no options. A position is one line, in quotes.
"""

import shlex
import sys
from collections import Counter

from squarely.core.rules import registry

COMMAND = "python -m tests.games.perft.count"


def table(words: list[str]) -> str:
    """The lines of a file in this folder: the command, then each depth with its number."""
    name, depth, options, position = [*words, "", ""][:4]
    game = registry.load(name, "" if options == "-" else options)
    lines, positions = [f"# {COMMAND} {shlex.join(words)}", "0 1"], Counter([game.start()])
    if position:
        positions = Counter([game.read_position(position)])
    for number in range(1, int(depth) + 1):
        after: Counter[object] = Counter()
        for before, ways in positions.items():
            for move in game.legal_moves(before):
                after[game.play(before, move)] += ways
        positions = after
        lines.append(f"{number} {positions.total()}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table(sys.argv[1:]))
