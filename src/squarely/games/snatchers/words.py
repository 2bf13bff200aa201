"""What Grid Snatchers prints, asks, draws and refuses."""

from functools import lru_cache

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import DOWN, EIGHT_DIRECTIONS, OFF, UP, Squares
from squarely.core.match import Match
from squarely.core.moves import read_direction
from squarely.core.notation import count_noun, join_with_or, quote, spell_number, split_words
from squarely.core.position_line import read_board, read_mover, split_fields
from squarely.core.rules import FIRST, Asking
from squarely.core.squares import Coordinates, shape_of
from squarely.games.snatchers.rules import (
    MARKS,
    TITLE,
    Law,
    Position,
    has_given_up,
    is_stuck,
    legal_moves,
    target,
)

SUBTITLE = "Land on the other token"
RULE_SETS = {"mended": "burnt=yes,diagonal=allowed,size=4,stuck=passes"}  # found by the lab: docs/mended.md
PICTURE = "...../.1.../...../...2./..... 1"
SQUARES = Coordinates(1, x_first=True)
_TOKENS = ("P1", "P2")
PIECES = {"burnt": "#"}
LOOKS = dict(zip(MARKS, _TOKENS, strict=True)) | {"#": "##"}
FIELD_NAMES = {"first": _TOKENS[0], "second": _TOKENS[1], "burnt": "burnt squares"}


def reworded(law: Law) -> dict[str, str]:
    counts = [spell_number(count + 1) for count in range(law.reach)]
    spaces = f"exactly {counts[-1]}" if law.exact and law.reach > 1 else join_with_or(counts)
    return {
        "5x5": f"{law.size}x{law.size}",
        "(5,5)": _name(law, law.size**2 - 1),
        "one or two spaces": f"{spaces} space{'' if law.reach == 1 else 's'}",
        "left or right. Up": f"left{', right or diagonally' if law.ways == 8 else ' or right'}. Up",
        "toward the opponent's home edge": _LEADS[law.up],
        "does not pass through the other one.": f"does not pass through the other one.{_burning(law)}",
    }


def _burning(law: Law) -> str:
    """What the rulebook adds where squares burn."""
    if not law.burns:
        return ""
    lost = " and has lost" if law.stuck_loses else "; when neither token can move, the game is a tie"
    return (
        " The square that it leaves is burnt: nobody may stand on it or pass over it again. "
        f"Whoever cannot move passes{lost}."
    )


_LEADS: dict[Squares, str] = {  # where `up` leads
    (DOWN, UP): "toward the opponent's home edge",
    (UP, UP): "from the bottom to the top for both players",
    (DOWN, DOWN): "from the top to the bottom for both players",
}


def reason(law: Law, position: Position) -> str:
    if position.first != position.second:
        stuck = f"{_TOKENS[1 - position.mover]} cannot move" if law.stuck_loses else "neither token can move"
        return f"{stuck}: every way is burnt or off the grid"
    captor, captured = (1, 0) if position.mover == FIRST else (0, 1)
    return f"{_TOKENS[captor]} captured {_TOKENS[captured]} at {_name(law, position.first)}"


def read_position(law: Law, text: str) -> Position:
    board, mark = split_fields(text, "BOARD", "MOVER")
    cells, mover = read_board(board, shape_of(law), "12#." if law.burns else "12."), read_mover(mark, MARKS)
    for side in MARKS:
        if cells.count(side) > 1:
            raise BadPosition(f"there are {cells.count(side)} tokens {side} on the board; each player has one")
    if MARKS[1 - mover] not in cells:
        raise BadPosition(f"token {MARKS[1 - mover]} is missing; only the side to move can have been captured")
    other = cells.index(MARKS[1 - mover])
    own = cells.index(mark) if mark in cells else other
    burnt = sum(1 << square for square, glyph in enumerate(cells) if glyph == PIECES["burnt"])
    first, second = (own, other) if mover == FIRST else (other, own)
    position = Position(first, second, mover, burnt)
    _check_steps(law, position)
    if law.burns:
        _check_burnt(law, position)
    return position


def _check_steps(law: Law, position: Position) -> None:
    """Refuse tokens where moves of exactly so many spaces do not lead."""
    homes = (0, law.size**2 - 1)
    for token, home, square in zip(_TOKENS, homes, position[:2], strict=True):
        away = [abs(here - there) for here, there in zip(divmod(square, law.size), divmod(home, law.size), strict=True)]
        captured = position.first == position.second and _TOKENS[position.mover] == token
        if law.exact and not captured and any(spaces % law.reach for spaces in away):
            raise BadPosition(f"{token} cannot have come to {_name(law, square)}: it moves exactly {law.reach} spaces")


def _check_burnt(law: Law, position: Position) -> None:
    """Refuse burnt squares that the tokens cannot have left, or not by this turn."""
    homes = (0, law.size**2 - 1)
    for token, home, square in zip(_TOKENS, homes, position[:2], strict=True):
        if square != home and not position.burnt >> home & 1:
            raise BadPosition(f"{token} began on {_name(law, home)}, so that square is burnt once it has left")
        if square == home and position.burnt.bit_count() > _TOKENS.index(token):
            raise BadPosition(f"{token} stands where it began, but it has had a turn: so many squares are burnt")
    burnt = count_noun(position.burnt.bit_count(), "burnt square")
    if law.stuck_loses:
        stuck = is_stuck(law, position._replace(mover=1 - position.mover))
        if has_given_up(law, position) and not (stuck and position.first != position.second):
            raise BadPosition(f"with {burnt} it cannot be Player {MARKS[position.mover]}'s turn: every turn burns one")


def write_move(law: Law, position: Position, move: int) -> str:
    if move == law.ways * law.reach:
        return "pass"
    return f"{EIGHT_DIRECTIONS[move // law.reach]} {move % law.reach + 1}"


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = split_words(text)
    if law.burns and said == ["pass"]:
        return [law.ways * law.reach]
    if law.ways > 4 and len(said) > 1 and said[1].isalpha():  # up left 2
        said[:2] = ["".join(said[:2])]
    directions = read_direction(said[0], law.ways) if said else []
    if not directions or len(said) > 2:
        raise UnreadableMove(
            f"{quote(text)} is not a move. Please enter a direction and a number, such as up {law.reach}."
        )
    counts = [str(n + 1) for n in range(law.reach)]
    if len(said) == 2 and said[1] not in counts:
        raise UnreadableMove(f"{quote(said[1])} is not a number of spaces. Please enter {join_with_or(counts)}.")
    least = law.reach if law.exact else 1
    spaces = [int(said[1])] if len(said) == 2 else range(least, law.reach + 1)
    return [directions[0] * law.reach + n - 1 for n in spaces]


def why_illegal(law: Law, position: Position, move: int) -> str:
    if move == law.ways * law.reach:
        return f"you may not pass while your token can move. {_ways(law, position)}"
    if law.exact and move % law.reach + 1 < law.reach:
        return f"a token moves exactly {law.reach} spaces. {_ways(law, position)}"
    if target(law, position, move) == OFF:
        here = _name(law, position[position.mover])
        return f"{write_move(law, position, move)} from {here} is off the grid. {_ways(law, position)}"
    way = [target(law, position, shorter) for shorter in range(move - move % law.reach, move + 1)]
    burnt = [square for square in way if law.burns and position.burnt >> square & 1]
    if burnt and position[1 - position.mover] not in way[: way.index(burnt[0])]:
        return f"{_name(law, burnt[0])} is burnt: nobody may stand on it or pass over it. {_ways(law, position)}"
    return f"the path is blocked: a token cannot pass through the other one. {_ways(law, position)}"


def _name(law: Law, square: int) -> str:
    return SQUARES.name(shape_of(law), square)


def draw(law: Law, position: Position) -> str:
    edge = "  +" + "----+" * law.size
    lines = ["x    " + "    ".join(str(x + 1) for x in range(law.size)), "y " + edge[2:]]
    for row in range(law.size):
        cells = (_content(position, row * law.size + column) for column in range(law.size))
        lines += [f"{row + 1} |{'|'.join(f'{text:^4}' for text in cells)}|", edge]
    return "\n".join(lines)


def _content(position: Position, square: int) -> str:
    """The token on a square, after a capture the one that moved last; or that the square is burnt."""
    standing = [side for side in (1 - position.mover, position.mover) if position[side] == square]
    burnt = LOOKS["#"] if position.burnt >> square & 1 else ""
    return _TOKENS[standing[0]] if standing else burnt


def read_touch(law: Law, position: Position, squares: Squares) -> str:
    here = _name(law, position[position.mover])
    if law.burns and not squares:
        return "pass"
    if len(squares) != 2 or squares[0] != position[position.mover]:
        raise IllegalMove(f"a move touches your token on {here}, then the square where it lands.")
    for move in range(law.ways * law.reach):
        if target(law, position, move) == squares[1]:
            return write_move(law, position, move)
    raise IllegalMove(
        f"no move leads from {here} to {_name(law, squares[1])}: a token moves in a straight line, "
        f"by {'exactly' if law.exact else 'at most'} {law.reach}. {_ways(law, position)}"
    )


def deciding_squares(match: Match) -> Squares:
    """Where the capture was made, or the token that cannot move."""
    return (match.position[match.mover.other],)


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\n{draw(match.law, match.position)}\n"


def announce_turn(match: Match) -> str:
    return f"{_ways(match.law, match.position)}\n{match.mover_name}, enter your move:"


def ask(match: Match) -> Asking:
    law = match.law
    if law.burns and is_stuck(law, match.position):
        return (yield "Your token cannot move. Enter pass: ")
    direction = yield f"Direction ({'/'.join(EIGHT_DIRECTIONS[: law.ways])}): "
    if law.exact or len(split_words(direction)) != 1 or split_words(direction) == ["pass"]:
        return direction
    meant = read_move(match.law, match.position, direction)
    if not any(move in meant for move in match.legal_moves):
        raise IllegalMove(why_illegal(match.law, match.position, meant[0]))
    counts = [str(n + 1) for n in range(law.reach)]
    return f"{direction} {(yield f'Number of spaces ({join_with_or(counts)}): ')}"


def show_move(match: Match, by_reader: bool = True) -> str:
    if passed := news(match):
        return f"{passed}\n\n{draw(match.law, match.position)}\n"
    landed = _name(match.law, match.position[match.mover.other])
    who = "You" if by_reader else match.names[match.mover.other]
    return f"{who} moved to position {landed}.\n\n{draw(match.law, match.position)}\n"


def news(match: Match) -> str:
    passed = match.moves and str(match.moves[-1]) == "pass"
    return f"{match.names[match.mover.other]} cannot move and passes." if passed else ""


def closing(match: Match) -> str:
    moved, waits = match.names[match.mover.other], match.names[match.mover]
    if match.position.first != match.position.second:
        if not match.law.stuck_loses:
            return "Neither token can move: the game is a tie."
        return f"{moved}'s token cannot move.\n{waits} wins the game."
    return f"{moved} captures {waits}'s token.\n{moved} wins the game."


@lru_cache(maxsize=4096)
def _ways(law: Law, position: Position) -> str:
    """Where each direction leads, since the rulebook's up and down depend on the player."""
    ways, legal = [], list(legal_moves(law, position))
    if law.burns and is_stuck(law, position):
        return f"From {_name(law, position[position.mover])} your token cannot move: please pass."
    for direction, name in enumerate(EIGHT_DIRECTIONS[: law.ways]):
        moves = [m for m in legal if m // law.reach == direction]
        if moves:
            ways.append(f"{name} to {join_with_or([_name(law, target(law, position, m)) for m in moves])}")
    return f"From {_name(law, position[position.mover])}: {', '.join(ways)}."
