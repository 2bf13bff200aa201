"""The rules of our games and of their dials said a second time, as plainly as possible, to hold against the real ones.

Nothing here comes from squarely: a position is its line of text, a board is a dict of squares. Rules are one function,
from a line to the winner ("first", "second", "tie", or "" while the game goes on) and to the lines that its legal moves
lead to, by the words of each move. What is not asked for otherwise is as printed.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]  # row and column, counted from 0
Board: TypeAlias = dict[Square, str]
Moves: TypeAlias = dict[str, str]
Rules: TypeAlias = Callable[[str], tuple[str, Moves]]

NEXT_TO = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ASLANT = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}
BACK = {"up": "down", "left": "right", "up-left": "down-right", "up-right": "down-left"}
BACK |= {there: here for here, there in BACK.items()}
OTHER = {"A": "B", "B": "A", "X": "O", "O": "X", "1": "2", "2": "1"}  # the other side's mark
SIDES = dict(zip("AX1BO2", ["first"] * 3 + ["second"] * 3, strict=True))


def center_rules(
    tokens: int = 4,
    size: int = 3,
    diagonal: bool = False,
    apart: bool = False,
    nearer: bool = False,
    guarded: bool = False,
    loses: bool = False,
) -> Rules:
    """With `apart` nothing is placed beside the center, with `nearer` nothing moves away from it."""
    around = [*NEXT_TO.values(), *(ASLANT.values() if diagonal else [])]
    middle = (size // 2, size // 2)
    away, ring = {middle: 0}, [middle]  # how many moves each square is from the center
    for r, c in ring:  # grows while it is read
        fresh = {(r + dr, c + dc): away[r, c] + 1 for dr, dc in around if max(abs(r + dr), abs(c + dc)) < 2 * size}
        ring += [square for square in fresh if square not in away]
        away = fresh | away
    beside = [square for square in away if away[square] == 1]
    closed = {middle, *(beside if apart else ())}

    def turns(board: Board, me: str) -> Moves:
        you, moves = OTHER[me], Moves()
        if list(board.values()).count(me) < tokens:
            free = [square for square, content in board.items() if content == "-" and square not in closed]
            moves |= {f"place {r} {c}": joined({**board, (r, c): me}, you) for r, c in free}
        lead = sum((board[square] == me) - (board[square] == you) for square in beside)
        for (r, c), token in board.items():
            for dr, dc in around if token == me else ():
                target = (r + dr, c + dc)
                if board.get(target) != "-" or (target == middle and guarded and lead <= 0):
                    continue
                if not nearer or away[target] < away[r, c]:
                    moves[f"move {r} {c} {target[0]} {target[1]}"] = joined({**board, (r, c): "-", target: me}, you)
        return moves

    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        if board[middle] != "-":
            return SIDES[board[middle]], {}
        moves = turns(board, me)
        if not moves and loses:
            return SIDES[OTHER[me]], {}
        if not moves and not turns(board, OTHER[me]):
            return "tie", {}
        return "", moves or {"pass": joined(board, OTHER[me])}

    return rules


def showdown_rules(
    goal: Square = (2, 2),
    diagonal: bool = False,
    closed: bool = False,
    reversal: bool = False,
    stuck: str = "loses",
    sealed: int = 0,
) -> Rules:
    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        last, you = line.split()[2], OTHER[me]
        [(r, c)] = [square for square, content in board.items() if content == "*"]
        if (r, c) == goal:
            return SIDES[you], {}
        turns = sum(content == "x" for content in board.values())
        if closed and turns % 2 != int(me) - 1:  # somebody has passed: you
            return {"loses": SIDES[me], "wins": SIDES[you], "ties": "tie"}[stuck], {}
        moves, forgets = {}, closed or reversal
        for direction, (dr, dc) in {**NEXT_TO, **(ASLANT if diagonal else {})}.items():
            target = (r + dr, c + dc)
            if target == goal and turns < sealed:
                continue
            if target in board and board[target] != "x" and (forgets or direction != BACK.get(last)):
                after = {**board, (r, c): "x" if closed else ".", target: "*"}
                moves[direction] = joined(after, f"{you} {'-' if forgets else direction}")
        return "", moves or {"pass": joined(board, f"{you} -")}

    return rules


def snatchers_rules(
    reach: int = 2, up: str = "forward", diagonal: bool = False, burnt: bool = False, passes: bool = False
) -> Rules:
    ways = {**NEXT_TO, **(ASLANT if diagonal else {})}

    def steps(board: Board, me: str) -> Moves:
        where = {token: square for square, token in board.items() if token in "12"}
        (r, c), moves = where[me], {}
        is_turned = up == "cartesian" or (up == "forward" and me == "1")  # toward the opponent, on the other edge
        for direction, (down, dc) in ways.items():
            dr = -down if is_turned else down
            for spaces in range(1, reach + 1):
                target = (r + dr * spaces, c + dc * spaces)
                if board.get(target, "#") == "#":
                    break
                moves[f"{direction} {spaces}"] = joined({**board, (r, c): "#" if burnt else ".", target: me}, OTHER[me])
                if target == where[OTHER[me]]:
                    break
        return moves

    def rules(line: str) -> tuple[str, Moves]:
        (board, me), you = parted(line), OTHER[line.split()[1]]
        if me not in board.values():
            return SIDES[you], {}
        turns = sum(content == "#" for content in board.values())
        if burnt and not passes and turns % 2 != int(me) - 1:
            return SIDES[me], {}
        moves = steps(board, me)
        if not moves and passes and not steps(board, you):
            return "tie", {}
        return "", moves or {"pass": joined(board, you)}

    return rules


def quad_rules(
    size: int = 4, block: int = 2, shape: str = "square", begins: str = "", gravity: bool = False, end: str = "exchange"
) -> Rules:
    """Markers are exchanged at the end, converted, or it is none; `begins` is who goes first then, if not the next."""
    every = [(r, c) for r in range(size) for c in range(size)]

    def wins(cells: tuple[Square, ...]) -> bool:
        if shape == "line":
            steps = {(r - s, c - t) for (s, t), (r, c) in pairwise(cells)}
            return len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}
        apart = sorted((r - s) ** 2 + (c - t) ** 2 for (r, c), (s, t) in combinations(cells, 2))
        is_square = apart[0] == apart[3] and apart[4] == apart[5] == 2 * apart[0]
        return is_square and (shape == "tilted" or len({r for r, _ in cells}) == 2)

    def blocks() -> Iterator[tuple[Square, ...]]:
        for r, c in every:
            if max(r, c) + block <= size:
                yield tuple((r + down, c + right) for down in range(block) for right in range(block))

    chosen = combinations(every, block if shape == "line" else 4)
    patterns = [*blocks()] if shape == "square" else [cells for cells in chosen if wins(cells)]

    def rules(line: str) -> tuple[str, Moves]:
        (board, me), you = parted(line), OTHER[line.split()[1]]
        formed = {board[cells[0]] for cells in patterns if len({board[cell] for cell in cells}) == 1} - {"."}
        if formed:
            return SIDES[you if you in formed else me], {}
        empty = [square for square in every if board[square] == "."]
        if empty:
            then = begins or you if len(empty) == 1 else you
            lowest = [(r, c) for r, c in empty if not gravity or (r + 1, c) not in empty]
            return "", {name(cell): joined({**board, cell: me}, then) for cell in lowest}
        mine, yours = ([cell for cell in every if board[cell] == mark] for mark in (me, you))
        if end == "none":
            return "tie", {}
        if end == "convert":
            return "", {f"swap {name(cell)}": joined({**board, cell: me}, you) for cell in yours}
        return "", {f"swap {name(a)} {name(b)}": joined({**board, a: you, b: me}, you) for a in mine for b in yours}

    def name(cell: Square) -> str:
        return f"{'ABCDEF'[cell[1]]}{cell[0] + 1}"

    return rules


def numbers_rules(choose: bool = False, within: int = 16) -> Rules:
    """Neighbours that are smaller by so much at most are captured, or any of them that one chooses."""

    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        you, points = OTHER[me], [int(score) for score in line.split()[2].split("-")]
        if set(board.values()) == {"."}:
            return ("first" if points[0] > points[1] else "second" if points[0] < points[1] else "tie"), {}
        numbers = {square: 0 if content == "." else int(content, 17) for square, content in board.items()}
        moves = {}
        for (r, c), number in numbers.items():
            around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)] if number else []
            smaller = [at for at in around if numbers.get(at) and 0 < number - numbers[at] <= within]
            sizes = range(len(smaller) + 1) if choose else [len(smaller)]
            for taken in (taken for size in sizes if number for taken in combinations(smaller, size)):
                gained = number + sum(numbers[square] for square in taken)
                score = (points[0] + gained, points[1]) if me == "1" else (points[0], points[1] + gained)
                named = ", ".join(f"{row + 1} {column + 1}" for row, column in taken)
                words = f"{r + 1} {c + 1} : {named}" if choose and taken else f"{r + 1} {c + 1}"
                after = {**board, **dict.fromkeys([(r, c), *taken], ".")}
                moves[words] = joined(after, f"{you} {score[0]}-{score[1]}")
        return "", moves

    return rules


center, showdown, snatchers = center_rules(), showdown_rules(), snatchers_rules()
quad, numbers = quad_rules(), numbers_rules()


def parted(line: str) -> tuple[Board, str]:
    """The board of a position line and whose turn it is."""
    rows = line.split(maxsplit=1)[0].split("/")
    return {(r, c): content for r, row in enumerate(rows) for c, content in enumerate(row)}, line.split()[1]


def joined(board: Board, rest: str) -> str:
    """The position line of a board and what follows it."""
    size = max(board)[0] + 1
    return "/".join("".join(board[r, c] for c in range(size)) for r in range(size)) + f" {rest}"


def reachable(rules: Rules, start: str) -> set[str]:
    """Every line that play from this one can reach."""
    found, seen = [start], {start}
    for line in found:  # grows while it is read
        fresh = set(rules(line)[1].values()) - seen
        seen |= fresh
        found += sorted(fresh)
    return seen
