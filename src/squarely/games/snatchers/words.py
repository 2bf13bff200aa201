"""What Grid Snatchers prints, asks, draws and refuses."""

from functools import lru_cache

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import DIRECTIONS, DOWN, OFF, UP, Squares
from squarely.core.match import Match
from squarely.core.notation import join_with_or, quote, spell_number, split_words
from squarely.core.position_line import read_board, read_mover, split_fields
from squarely.core.rules import FIRST, Asking
from squarely.core.squares import Coordinates, shape_of
from squarely.games.snatchers.rules import MARKS, TITLE, Law, Position, legal_moves, target

SUBTITLE = "Land on the other token"
PICTURE = "...../.1.../...../...2./..... 1"
SQUARES = Coordinates(1, x_first=True)
_TOKENS = ("P1", "P2")
LOOKS = dict(zip(MARKS, _TOKENS, strict=True))
FIELD_NAMES = {"first": _TOKENS[0], "second": _TOKENS[1]}


def reworded(law: Law) -> dict[str, str]:
    counts = [spell_number(count + 1) for count in range(law.reach)]
    return {
        "5x5": f"{law.size}x{law.size}",
        "(5,5)": _name(law, law.size**2 - 1),
        "one or two spaces": f"{join_with_or(counts)} space{'' if law.reach == 1 else 's'}",
        "toward the opponent's home edge": _LEADS[law.up],
    }


_LEADS: dict[Squares, str] = {  # where `up` leads
    (DOWN, UP): "toward the opponent's home edge",
    (UP, UP): "from the bottom to the top for both players",
    (DOWN, DOWN): "from the top to the bottom for both players",
}


def reason(law: Law, position: Position) -> str:
    captor, captured = (1, 0) if position.mover == FIRST else (0, 1)
    return f"{_TOKENS[captor]} captured {_TOKENS[captured]} at {_name(law, position.first)}"


def read_position(law: Law, text: str) -> Position:
    board, mark = split_fields(text, "BOARD", "MOVER")
    cells, mover = read_board(board, shape_of(law), "12."), read_mover(mark, MARKS)
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
    said = split_words(text)
    directions = [d for d, name in enumerate(DIRECTIONS) if said and name.startswith(said[0])]
    if not directions or len(said) > 2:
        raise UnreadableMove(
            f"{quote(text)} is not a move. Please enter a direction and a number, such as up {law.reach}."
        )
    counts = [str(n + 1) for n in range(law.reach)]
    if len(said) == 2 and said[1] not in counts:
        raise UnreadableMove(f"{quote(said[1])} is not a number of spaces. Please enter {join_with_or(counts)}.")
    spaces = [int(said[1])] if len(said) == 2 else range(1, law.reach + 1)
    return [directions[0] * law.reach + n - 1 for n in spaces]


def why_illegal(law: Law, position: Position, move: int) -> str:
    if target(law, position, move) == OFF:
        here = _name(law, position[position.mover])
        return f"{write_move(law, position, move)} from {here} is off the grid. {_ways(law, position)}"
    return f"the path is blocked: a token cannot pass through the other one. {_ways(law, position)}"


def _name(law: Law, square: int) -> str:
    return SQUARES.name(shape_of(law), square)


def draw(law: Law, position: Position) -> str:
    edge = "  +" + "----+" * law.size
    lines = ["x    " + "    ".join(str(x + 1) for x in range(law.size)), "y " + edge[2:]]
    for row in range(law.size):
        cells = (_token(position, row * law.size + column) for column in range(law.size))
        lines += [f"{row + 1} |{'|'.join(f'{text:^4}' for text in cells)}|", edge]
    return "\n".join(lines)


def _token(position: Position, square: int) -> str:
    """The token on a square; after a capture it is the one that moved last."""
    standing = [side for side in (1 - position.mover, position.mover) if position[side] == square]
    return _TOKENS[standing[0]] if standing else ""


def read_touch(law: Law, position: Position, squares: Squares) -> str:
    here = _name(law, position[position.mover])
    if len(squares) != 2 or squares[0] != position[position.mover]:
        raise IllegalMove(f"a move touches your token on {here}, then the square where it lands.")
    for move in range(4 * law.reach):
        if target(law, position, move) == squares[1]:
            return write_move(law, position, move)
    raise IllegalMove(
        f"no move leads from {here} to {_name(law, squares[1])}: a token moves in a straight line, "
        f"by at most {law.reach}. {_ways(law, position)}"
    )


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\n{draw(match.law, match.position)}\n"


def announce_turn(match: Match) -> str:
    return f"{_ways(match.law, match.position)}\n{match.mover_name}, enter your move:"


def ask(match: Match) -> Asking:
    direction = yield "Direction (up/down/left/right): "
    if len(split_words(direction)) != 1:
        return direction
    meant = read_move(match.law, match.position, direction)
    if not any(move in meant for move in match.legal_moves):
        raise IllegalMove(why_illegal(match.law, match.position, meant[0]))
    counts = [str(n + 1) for n in range(match.law.reach)]
    return f"{direction} {(yield f'Number of spaces ({join_with_or(counts)}): ')}"


def show_move(match: Match, by_reader: bool = True) -> str:
    landed = _name(match.law, match.position[match.mover.other])
    who = "You" if by_reader else match.names[match.mover.other]
    return f"{who} moved to position {landed}.\n\n{draw(match.law, match.position)}\n"


def closing(match: Match) -> str:
    winner, loser = match.names[match.mover.other], match.names[match.mover]
    return f"{winner} captures {loser}'s token.\n{winner} wins the game."


@lru_cache(maxsize=4096)
def _ways(law: Law, position: Position) -> str:
    """Where each direction leads, since the rulebook's up and down depend on the player."""
    ways, legal = [], list(legal_moves(law, position))
    for direction, name in enumerate(DIRECTIONS):
        moves = [m for m in legal if m // law.reach == direction]
        if moves:
            ways.append(f"{name} to {join_with_or([_name(law, target(law, position, m)) for m in moves])}")
    return f"From {_name(law, position[position.mover])}: {', '.join(ways)}."
