"""A player that takes the last legal move: squarely play quad --second "program:python3 examples/player.py"."""

import sys

moves: list[str] = []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "moves":
        moves = rest.split(" | ")
    elif word == "go":
        print(moves[-1], flush=True)
