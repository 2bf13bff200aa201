"""The rules of our games said a second time, as plainly as possible, to hold against the real ones.

Nothing here comes from squarely: a position is its line of text, a board is a dict of squares, and each game is
one function from a line to the winner ("first", "second", or "" while nobody has won) and to the lines that its
legal moves lead to, by the words of each move.
"""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]  # row and column, counted from 0
Board: TypeAlias = dict[Square, str]
Moves: TypeAlias = dict[str, str]

NEXT_TO = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def center(line: str) -> tuple[str, Moves]:
    board, me = parted(line)
    you = "B" if me == "A" else "A"
    if board[1, 1] != "-":
        return ("first" if board[1, 1] == "A" else "second"), {}
    moves = {}
    for (r, c), token in board.items():
        if token == "-" and (r, c) != (1, 1) and list(board.values()).count(me) < 4:
            moves[f"place {r} {c}"] = joined({**board, (r, c): me}, you)
        if token == me:
            for dr, dc in NEXT_TO.values():
                if board.get((r + dr, c + dc)) == "-":
                    after = {**board, (r, c): "-", (r + dr, c + dc): me}
                    moves[f"move {r} {c} {r + dr} {c + dc}"] = joined(after, you)
    return "", moves or {"pass": joined(board, you)}


def showdown(line: str) -> tuple[str, Moves]:
    board, me, last = parted(line)[0], line.split()[1], line.split()[2]
    you = "2" if me == "1" else "1"
    [(r, c)] = [square for square, content in board.items() if content == "*"]
    if (r, c) == (2, 2):
        return ("first" if you == "1" else "second"), {}
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}.get(last)
    moves = {}
    for direction, (dr, dc) in NEXT_TO.items():
        if (r + dr, c + dc) in board and direction != back:
            moves[direction] = joined({**board, (r, c): ".", (r + dr, c + dc): "*"}, f"{you} {direction}")
    return "", moves


def snatchers(line: str) -> tuple[str, Moves]:
    board, me = parted(line)
    you = "2" if me == "1" else "1"
    where = {token: square for square, token in board.items() if token != "."}
    if me not in where:
        return ("first" if you == "1" else "second"), {}
    r, c = where[me]
    forward = 1 if me == "1" else -1  # up is toward the opponent, who began on the other edge
    moves = {}
    for direction, (dr, dc) in {"up": (forward, 0), "down": (-forward, 0), "left": (0, -1), "right": (0, 1)}.items():
        for spaces in (1, 2):
            target, passed = (r + dr * spaces, c + dc * spaces), (r + dr, c + dc)
            if target in board and (spaces == 1 or passed != where[you]):
                moves[f"{direction} {spaces}"] = joined({**board, (r, c): ".", target: me}, you)
    return "", moves


def quad(line: str) -> tuple[str, Moves]:
    board, me = parted(line)
    you = "O" if me == "X" else "X"
    winners = {
        board[r, c]
        for r in range(3)
        for c in range(3)
        if board[r, c] != "." and board[r, c] == board[r, c + 1] == board[r + 1, c] == board[r + 1, c + 1]
    }
    if winners:
        winner = you if you in winners else me
        return ("first" if winner == "X" else "second"), {}
    cell = {square: f"{'ABCD'[square[1]]}{square[0] + 1}" for square in board}
    empty = [square for square in board if board[square] == "."]
    if empty:
        return "", {cell[square]: joined({**board, square: me}, you) for square in empty}
    return "", {
        f"swap {cell[mine]} {cell[yours]}": joined({**board, mine: you, yours: me}, you)
        for mine in board
        for yours in board
        if board[mine] == me and board[yours] == you
    }


def numbers(line: str) -> tuple[str, Moves]:
    return _numbers(line, choose=False)


def numbers_with_a_choice(line: str) -> tuple[str, Moves]:
    return _numbers(line, choose=True)


def _numbers(line: str, choose: bool) -> tuple[str, Moves]:
    board, me = parted(line)
    you = "2" if me == "1" else "1"
    points = [int(score) for score in line.split()[2].split("-")]
    if set(board.values()) == {"."}:
        return ("first" if points[0] > points[1] else "second"), {}
    moves = {}
    for (r, c), number in board.items():
        if number == ".":
            continue
        around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        smaller = [square for square in around if board.get(square, ".") != "." and board[square] < number]
        sizes = range(len(smaller) + 1) if choose else [len(smaller)]
        for taken in (taken for size in sizes for taken in combinations(smaller, size)):
            gained = int(number) + sum(int(board[square]) for square in taken)
            score = (points[0] + gained, points[1]) if me == "1" else (points[0], points[1] + gained)
            after = {**board, (r, c): ".", **dict.fromkeys(taken, ".")}
            named = ", ".join(f"{row + 1} {column + 1}" for row, column in taken)
            words = f"{r + 1} {c + 1} : {named}" if choose and taken else f"{r + 1} {c + 1}"
            moves[words] = joined(after, f"{you} {score[0]}-{score[1]}")
    return "", moves


def parted(line: str) -> tuple[Board, str]:
    """The board of a position line and whose turn it is."""
    rows = line.split(maxsplit=1)[0].split("/")
    return {(r, c): content for r, row in enumerate(rows) for c, content in enumerate(row)}, line.split()[1]


def joined(board: Board, rest: str) -> str:
    """The position line of a board and what follows it."""
    size = max(board)[0] + 1
    return "/".join("".join(board[r, c] for c in range(size)) for r in range(size)) + f" {rest}"


def reachable(rules: Callable[[str], tuple[str, Moves]], start: str) -> set[str]:
    """Every line that play from this one can reach."""
    found, seen = [start], {start}
    for line in found:  # grows while it is read
        fresh = set(rules(line)[1].values()) - seen
        seen |= fresh
        found += sorted(fresh)
    return seen


def sequences(rules: Callable[[str], tuple[str, Moves]], start: str, depth: int) -> list[int]:
    """How many sequences of exactly 0, 1, 2, … moves there are. Lines that several lead to are counted so often."""
    counts, lines = [1], Counter({start: 1})
    for _ in range(depth):
        after: Counter[str] = Counter()
        for line, ways in lines.items():
            for reached in rules(line)[1].values():
                after[reached] += ways
        lines = after
        counts.append(lines.total())
    return counts
