"""Grid Snatchers.

Goal.    Capture the opponent's token by moving onto it.
Setup.   A 5x5 grid of squares (x,y). Player 1 stands in the top-left corner (1,1), Player 2 in the bottom-right
         corner (5,5). Player 1 begins.
Moving.  Move your token one or two spaces in a straight line, up, down, left or right. Up leads toward the opponent's
         home edge. The token stays on the grid and does not pass through the other one.
Winning. Whoever lands on the other token captures it and wins at once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.dialogue import Asking
from squarely.errors import BadOption, BadPosition, IllegalMove, UnreadableMove
from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, Planes
from squarely.grid import DIRECTIONS, DOWN, OFF, UP, Squares, bearings, step, turns
from squarely.match import Match
from squarely.notation import choice, fields, quoted, read_board, read_mover, spelled, words, write_board
from squarely.options import Dial, Options, Ruling

TITLE = "Grid Snatchers"
GOAL = "Capture the opponent's token by moving onto it."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")
TOKENS = ("P1", "P2")
PLANES = ("P1", "P2", "P2's turn")

OPTIONS = (
    Ruling(
        "up",
        "forward",
        {
            "forward": "up is toward the opponent's home edge; left is -x and right is +x for both",
            "screen": "up is -y for both",
            "cartesian": "up is +y for both",
        },
        "The printed example moves Player 1 up from (1,1) to (1,3) and Player 2 up from (3,5) to (3,3), and calls "
        "(1,1) the top-left corner. Only `forward` reproduces every printed move.",
    ),
    Dial("size", 5, 2, 9, "rows and columns of the grid"),
    Dial("reach", 2, 1, 8, "how many spaces a token may move at most"),
)


class Law(NamedTuple):
    size: int
    reach: int
    up: Squares  # for each side, the way on the screen that `up` leads
    turns: tuple[Squares, ...]
    bearings: tuple[Squares, ...]


class Position(NamedTuple):
    first: int
    second: int
    mover: int


def enact(options: Options) -> Law:
    size, reach = int(options["size"]), int(options["reach"])
    if reach >= size:
        raise BadOption(
            f"reach={reach} with size={size} makes no game: no move of {reach} fits; reach is at most {size - 1}"
        )
    up = {"forward": (DOWN, UP), "screen": (UP, UP), "cartesian": (DOWN, DOWN)}[str(options["up"])]
    return Law(size, reach, up, turns(size), tuple(bearing[:4] for bearing in bearings()))


def start(law: Law) -> Position:
    return Position(0, law.size * law.size - 1, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if position.first != position.second:
        for move in range(4 * law.reach):
            if target(law, position, move) != OFF and not is_blocked(law, position, move):
                yield move


def play(law: Law, position: Position, move: int) -> Position:
    landed = target(law, position, move)
    if position.mover == FIRST:
        return Position(landed, position.second, 1 - position.mover)
    return Position(position.first, landed, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.first != position.second:
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def target(law: Law, position: Position, move: int) -> int:
    """The square where a move ends, or OFF."""
    own = position.first if position.mover == FIRST else position.second
    return step(law.size, own, way(law, position.mover, move // law.reach), move % law.reach + 1)


def is_blocked(law: Law, position: Position, move: int) -> bool:
    """Whether the other token stands on the way, before the end."""
    other = position.second if position.mover == FIRST else position.first
    for shorter in range(move - move % law.reach, move):
        if target(law, position, shorter) == other:
            return True
    return False


def way(law: Law, side: int, direction: int) -> int:
    """Where a direction leads on the screen, where (1,1) is top left."""
    if direction in (UP, DOWN):
        return direction if law.up[side] == UP else DOWN + UP - direction
    return direction


def turned(law: Law, position: Position, turn: int) -> Position:
    squares = law.turns[turn]
    return Position(squares[position.first], squares[position.second], position.mover)


def turned_move(law: Law, position: Position, move: int, turn: int) -> int:
    on_screen = law.bearings[turn][way(law, position.mover, move // law.reach)]
    return way(law, position.mover, on_screen) * law.reach + move % law.reach


# For machines that learn


def move_count(law: Law) -> int:
    return len(DIRECTIONS) * law.reach


def plane_maxima(law: Law) -> tuple[int, ...]:
    return 1, 1, 1


def observe(law: Law, position: Position, planes: Planes) -> None:
    for square in range(law.size * law.size):
        planes[0, square] = position.first == square
    for square in range(law.size * law.size):
        planes[1, square] = position.second == square
    planes[2] = position.mover == SECOND


# Text


def reworded(law: Law) -> dict[str, str]:
    counts = [spelled(count + 1) for count in range(law.reach)]
    return {
        "5x5": f"{law.size}x{law.size}",
        "(5,5)": square_name(law, law.size**2 - 1),
        "one or two spaces": f"{choice(counts)} space{'' if law.reach == 1 else 's'}",
        "toward the opponent's home edge": _LEADS[law.up],
    }


_LEADS: dict[Squares, str] = {  # where `up` leads
    (DOWN, UP): "toward the opponent's home edge",
    (UP, UP): "from the bottom to the top for both players",
    (DOWN, DOWN): "from the top to the bottom for both players",
}


def reason(law: Law, position: Position) -> str:
    captor, captured = (1, 0) if position.mover == FIRST else (0, 1)
    return f"{TOKENS[captor]} captured {TOKENS[captured]} at {square_name(law, position.first)}"


def write_position(law: Law, position: Position) -> str:
    cells = _cells(law, position, MARKS, ".")
    return f"{write_board(''.join(cells), law.size)} {MARKS[position.mover]}"


def read_position(law: Law, text: str) -> Position:
    board, mark = fields(text, "BOARD", "MOVER")
    cells, mover = read_board(board, law.size, "12."), read_mover(mark, MARKS)
    for side in MARKS:
        if cells.count(side) > 1:
            raise BadPosition(f"there are {cells.count(side)} tokens {side} on the board; each player has one")
    if MARKS[1 - mover] not in cells:
        raise BadPosition(f"token {MARKS[1 - mover]} is missing; only the side to move can have been captured")
    other = cells.index(MARKS[1 - mover])
    own = cells.index(mark) if mark in cells else other
    return Position(own, other, mover) if mover == FIRST else Position(other, own, mover)


def write_move(law: Law, position: Position, move: int) -> str:
    return f"{DIRECTIONS[move // law.reach]} {move % law.reach + 1}"


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = words(text)
    directions = [d for d, name in enumerate(DIRECTIONS) if said and name.startswith(said[0])]
    if not directions or len(said) > 2:
        raise UnreadableMove(
            f"{quoted(text)} is not a move. Please enter a direction and a number, such as up {law.reach}."
        )
    counts = [str(n + 1) for n in range(law.reach)]
    if len(said) == 2 and said[1] not in counts:
        raise UnreadableMove(f"{quoted(said[1])} is not a number of spaces. Please enter {choice(counts)}.")
    spaces = [int(said[1])] if len(said) == 2 else range(1, law.reach + 1)
    return [directions[0] * law.reach + n - 1 for n in spaces]


def why_illegal(law: Law, position: Position, move: int) -> str:
    if target(law, position, move) == OFF:
        here = square_name(law, position[position.mover])
        return f"{write_move(law, position, move)} from {here} is off the grid. {_ways(law, position)}"
    return f"the path is blocked: a token cannot pass through the other one. {_ways(law, position)}"


def square_name(law: Law, square: int) -> str:
    return f"({square % law.size + 1},{square // law.size + 1})"


def draw(law: Law, position: Position) -> str:
    edge = "  +" + "----+" * law.size
    lines = ["x    " + "    ".join(str(x + 1) for x in range(law.size)), "y " + edge[2:]]
    for row in range(law.size):
        cells = shown(law, position)[row * law.size : (row + 1) * law.size]
        lines += [f"{row + 1} |{'|'.join(f'{text:^4}' for text in cells)}|", edge]
    return "\n".join(lines)


def _cells(law: Law, position: Position, tokens: tuple[str, str], empty: str) -> list[str]:
    cells = [empty] * law.size**2
    # The token that just moved is put last: on a capture it is the one that is left.
    for side in (position.mover, 1 - position.mover):
        cells[position[side]] = tokens[side]
    return cells


# Table top


def shown(law: Law, position: Position) -> list[str]:
    return _cells(law, position, TOKENS, "")


def touched(law: Law, position: Position, move: int) -> Squares:
    return position[position.mover], target(law, position, move)


def said(law: Law, position: Position, squares: Squares) -> str:
    here = square_name(law, position[position.mover])
    if len(squares) != 2 or squares[0] != position[position.mover]:
        raise IllegalMove(f"a move touches your token on {here}, then the square where it lands.")
    for move in range(4 * law.reach):
        if target(law, position, move) == squares[1]:
            return write_move(law, position, move)
    raise IllegalMove(
        f"no move leads from {here} to {square_name(law, squares[1])}: a token moves in a straight line, "
        f"by at most {law.reach}. {_ways(law, position)}"
    )


# Dialogue


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\n{draw(match.law, match.position)}\n"


def turn(match: Match) -> str:
    return f"{_ways(match.law, match.position)}\n{match.mover_name}, enter your move:"


def ask(match: Match) -> Asking:
    direction = yield "Direction (up/down/left/right): "
    if len(words(direction)) != 1:
        return direction
    meant = read_move(match.law, match.position, direction)
    if not any(move in meant for move in match.legal_moves):
        raise IllegalMove(why_illegal(match.law, match.position, meant[0]))
    counts = [str(n + 1) for n in range(match.law.reach)]
    return f"{direction} {(yield f'Number of spaces ({choice(counts)}): ')}"


def told(match: Match, by_reader: bool = True) -> str:
    landed = square_name(match.law, match.position[match.mover.other])
    who = "You" if by_reader else match.names[match.mover.other]
    return f"{who} moved to position {landed}.\n\n{draw(match.law, match.position)}\n"


def closing(match: Match) -> str:
    winner, loser = match.names[match.mover.other], match.names[match.mover]
    return f"{winner} captures {loser}'s token.\n{winner} wins the game."


def _ways(law: Law, position: Position) -> str:
    """Where each direction leads, since the rulebook's up and down depend on the player."""
    ways, legal = [], list(legal_moves(law, position))
    for direction, name in enumerate(DIRECTIONS):
        moves = [m for m in legal if m // law.reach == direction]
        if moves:
            ways.append(f"{name} to {choice([square_name(law, target(law, position, m)) for m in moves])}")
    return f"From {square_name(law, position[position.mover])}: {', '.join(ways)}."
