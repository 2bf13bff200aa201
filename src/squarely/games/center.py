"""Capture Square, with tokens.

Goal.    Be the first to move a token onto the center square.
Setup.   An empty 3x3 grid, rows and columns numbered from 0. Players A and B have four tokens each. A begins.
Moving.  Either place one of your unused tokens on any empty square but the center, or move one of your tokens
         one square up, down, left or right onto an empty square.
Winning. Whoever moves a token onto the center wins at once. A token is never placed there.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.dialogue import Asking
from squarely.errors import BadOption, BadPosition, IllegalMove, UnreadableMove
from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, Planes
from squarely.grid import OFF, Squares, bearings, neighbours, turned_set, turns
from squarely.match import Match
from squarely.notation import fields, numbers, quoted, read_board, read_mover, spelled, words, write_board
from squarely.options import Dial, Options, Ruling

TITLE = "Capture Square"
GOAL = "Be the first to move one of your tokens onto the center square."
NAMES = ("Player A", "Player B")
MARKS = ("A", "B")
PLANES = ("A", "B", "B's turn", "A's tokens in hand", "B's tokens in hand")

OPTIONS = (
    Ruling(
        "stalemate",
        "pass",
        {"pass": "whoever can neither place nor move passes", "loses": "whoever can neither place nor move loses"},
        "The rulebook is silent on a player whose tokens are all placed and blocked, and says that the game "
        "continues until there is a winner.",
    ),
    Ruling(
        "diagonal",
        "forbidden",
        {"forbidden": "tokens move up, down, left and right", "allowed": "tokens also move diagonally"},
        "The rulebook forbids diagonal moves.",
    ),
    Ruling(
        "beside_center",
        "allowed",
        {
            "allowed": "a token may be placed on any empty square but the center",
            "forbidden": "nor may it be placed on a square from which it could move to the center",
        },
        "The rulebook keeps only the center itself free of placed tokens.",
    ),
    Dial("size", 3, 3, 7, "rows and columns of the grid, an odd number"),
    Dial("tokens", 4, 1, 12, "tokens of each player"),
)

WAYS = 8  # up, down, left, right, then the diagonals
_CLOCKWISE = (3, 1, 2, 0, 7, 6, 4, 5)  # right, down, left, up: where the printed examples move to


class Law(NamedTuple):
    size: int
    squares: int
    center: int
    tokens: int
    ways: int  # 4, or 8 with diagonal moves
    open: int  # where tokens may be placed, as a set of bits
    blocked_loses: bool
    neighbours: tuple[Squares, ...]
    turns: tuple[Squares, ...]
    bearings: tuple[Squares, ...]


class Position(NamedTuple):
    first: int  # A's squares, as a set of bits
    second: int
    mover: int


# A move is a number: place on square 0, 1, …; then move from square 0 in way 0, 1, …; last of all, pass.


def enact(options: Options) -> Law:
    size, tokens = int(options["size"]), int(options["tokens"])
    if size % 2 == 0:
        raise BadOption(f"size={size} makes no game: a {size}x{size} grid has no center square; size is 3, 5 or 7")
    squares = size * size
    if 2 * tokens > squares - 1:
        raise BadOption(f"tokens={tokens} with size={size} makes no game: only {squares - 1} squares can be placed on")
    center, around = squares // 2, neighbours(size, tuple(range(WAYS)))
    ways = 8 if options["diagonal"] == "allowed" else 4
    closed = {center, *(around[center][:ways] if options["beside_center"] == "forbidden" else ())}
    if 2 * tokens > squares - len(closed):
        raise BadOption(
            f"tokens={tokens} makes no game here: only {squares - len(closed)} squares of the "
            f"{size}x{size} grid may be placed on"
        )
    may_place = sum(1 << square for square in range(squares) if square not in closed)
    loses = options["stalemate"] == "loses"
    return Law(size, squares, center, tokens, ways, may_place, loses, around, turns(size), bearings())


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        blocked = True
        for move in range(law.squares * (1 + WAYS)):
            if is_possible(law, position, move):
                blocked = False
                yield move
        if blocked:
            yield law.squares * (1 + WAYS)


def play(law: Law, position: Position, move: int) -> Position:
    own = position.first if position.mover == FIRST else position.second
    if move < law.squares:
        own |= 1 << move
    elif move < law.squares * (1 + WAYS):
        origin, way = divmod(move - law.squares, WAYS)
        own ^= 1 << origin | 1 << law.neighbours[origin][way]
    if position.mover == FIRST:
        return Position(own, position.second, 1 - position.mover)
    return Position(position.first, own, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.first >> law.center & 1:
        return FIRST_WINS
    if position.second >> law.center & 1:
        return SECOND_WINS
    if law.blocked_loses and is_blocked(law, position):
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
    return ONGOING


def is_blocked(law: Law, position: Position) -> bool:
    """Whether the mover can neither place nor move."""
    for move in range(law.squares * (1 + WAYS)):
        if is_possible(law, position, move):
            return False
    return True


def is_possible(law: Law, position: Position, move: int) -> bool:
    """Whether the mover may place or move like this."""
    own = position.first if position.mover == FIRST else position.second
    taken = position.first | position.second
    if move < law.squares:
        return in_hand(law, own) > 0 and (law.open & ~taken) >> move & 1 == 1
    origin, way = divmod(move - law.squares, WAYS)
    target = law.neighbours[origin][way]
    return own >> origin & 1 == 1 and way < law.ways and target != OFF and taken >> target & 1 == 0


def in_hand(law: Law, own: int) -> int:
    """How many tokens are not on the grid yet."""
    count = law.tokens
    while own:
        own &= own - 1
        count -= 1
    return count


def turned(law: Law, position: Position, turn: int) -> Position:
    squares = law.turns[turn]
    return Position(turned_set(position.first, squares), turned_set(position.second, squares), position.mover)


def turned_move(law: Law, position: Position, move: int, turn: int) -> int:
    if move < law.squares:
        return law.turns[turn][move]
    if move == law.squares * (1 + WAYS):
        return move
    origin, way = divmod(move - law.squares, WAYS)
    return law.squares + law.turns[turn][origin] * WAYS + law.bearings[turn][way]


# For machines that learn


def move_count(law: Law) -> int:
    return law.squares * (1 + WAYS) + 1


def plane_maxima(law: Law) -> tuple[int, ...]:
    return 1, 1, 1, law.tokens, law.tokens


def observe(law: Law, position: Position, planes: Planes) -> None:
    for square in range(law.squares):
        planes[0, square] = position.first >> square & 1
    for square in range(law.squares):
        planes[1, square] = position.second >> square & 1
    planes[2] = position.mover == SECOND
    planes[3] = in_hand(law, position.first)
    planes[4] = in_hand(law, position.second)


# Text


def reworded(law: Law) -> dict[str, str]:
    kept_free = law.open.bit_count() < law.squares - 1
    return {
        "3x3": f"{law.size}x{law.size}",
        "four tokens": f"{spelled(law.tokens)} token{'' if law.tokens == 1 else 's'}",
        "but the center,": f"but the center{' and those from which a token could move there' if kept_free else ''},",
        "left or right onto": f"left{', right or diagonally' if law.ways == WAYS else ' or right'} onto",
        "A token is never placed there.": "A token is never placed there."
        f"{' Whoever can neither place nor move loses.' if law.blocked_loses else ''}",
    }


def reason(law: Law, position: Position) -> str:
    for side, mark in enumerate(MARKS):
        if position[side] >> law.center & 1:
            return f"{mark} captured the center square"
    return f"{MARKS[position.mover]} can neither place nor move"


def write_position(law: Law, position: Position) -> str:
    return f"{write_board(_glyphs(law, position), law.size)} {MARKS[position.mover]}"


def read_position(law: Law, text: str) -> Position:
    board, mark = fields(text, "BOARD", "MOVER")
    cells, mover = read_board(board, law.size, "AB-"), read_mover(mark, MARKS)
    counts = [cells.count(side) for side in MARKS]
    for side, count in zip(MARKS, counts, strict=True):
        if count > law.tokens:
            raise BadPosition(f"{side} has {count} tokens on the grid; each player has {law.tokens}")
    if 0 in counts and counts != [mover, 0]:
        raise BadPosition(
            f"with {counts[0]} A and {counts[1]} B it cannot be {mark}'s turn: "
            "A begins, turns alternate and the first turn of each player is a placing"
        )
    if cells[law.center] == mark:
        raise BadPosition(f"{mark} holds the center square and has won, so it cannot be {mark}'s turn")
    if cells[law.center] != "-":
        ways = law.neighbours[law.center][: law.ways]
        if 0 in counts or not any(cells[square] == "-" for square in ways):
            raise BadPosition(f"{cells[law.center]} cannot have moved onto the center square: it has come from nowhere")
    first, second = (sum(1 << square for square, cell in enumerate(cells) if cell == side) for side in MARKS)
    return Position(first, second, mover)


def write_move(law: Law, position: Position, move: int) -> str:
    return said(law, position, touched(law, position, move))


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = words(text)
    if said == ["pass"]:
        return [law.squares * (1 + WAYS)]
    action = said.pop(0) if said and said[0].isalpha() else {2: "place", 4: "move"}.get(len(said), "?")
    typed = numbers(" ".join(said)) or []
    if "place".startswith(action) and len(typed) == 2:
        return [_square(law, typed)]
    if "move".startswith(action) and len(typed) == 4:
        origin, target = _square(law, typed[:2]), _square(law, typed[2:])
        if target not in law.neighbours[origin]:
            raise IllegalMove(
                f"{square_name(law, origin)} and {square_name(law, target)} are not adjacent. Tokens move one square."
            )
        return [law.squares + origin * WAYS + law.neighbours[origin].index(target)]
    wanted = "'pass'" if is_blocked(law, position) else "a command such as 'place 0 0' or 'move 0 0 0 1'"
    raise UnreadableMove(f"{quoted(text)} is not a move. Please enter {wanted}.")


def why_illegal(law: Law, position: Position, move: int) -> str:
    own, taken = position[position.mover], position.first | position.second
    if move == law.squares * (1 + WAYS):
        return "you may not pass while you can place or move a token."
    if is_blocked(law, position):
        return "you can neither place nor move a token. Please enter 'pass'."
    if move < law.squares:
        where = square_name(law, move)
        if not any(is_possible(law, position, square) for square in range(law.squares)):
            return _no_placing(law, position)
        if taken >> move & 1:
            return f"{where} is already occupied. Please choose another square."
        if move == law.center:
            return f"a token cannot be placed on the center square {where}. Please choose another square."
        return f"a token cannot be placed next to the center, on {where}. Please choose another square."
    if not any(is_possible(law, position, law.squares + way) for way in range(law.squares * WAYS)):
        return _NO_MOVING
    origin, way = divmod(move - law.squares, WAYS)
    if not own >> origin & 1:
        owner = "the opponent's" if taken >> origin & 1 else "empty"
        return f"{square_name(law, origin)} is {owner}. Please move one of your own tokens."
    if way >= law.ways:
        return "tokens cannot move diagonally. Please move up, down, left or right."
    target = law.neighbours[origin][way]
    return f"{square_name(law, target)} is already occupied. Please choose another square."


_NO_MOVING = "none of your tokens can move. Please place a token."


def _no_placing(law: Law, position: Position) -> str:
    """Why no token can be placed anywhere, and what can be done instead."""
    in_vain = in_hand(law, position[position.mover]) > 0
    why = "there is no square left to place a token on" if in_vain else "you have no unused tokens left"
    return f"{why}. Please move one of your tokens."


def draw(law: Law, position: Position) -> str:
    """The board with its row and column numbers."""
    header = "".join(f"   Column {column}" for column in range(law.size))
    rows = _plain(law, position).splitlines()
    return "\n".join([header, *(f"Row {row} {line}" for row, line in enumerate(rows))])


def _plain(law: Law, position: Position) -> str:
    """The board without numbers, as the rulebook prints it during play."""
    rows = write_board(_glyphs(law, position), law.size).split("/")
    return "\n".join("   " + "          ".join(row) for row in rows)


def _glyphs(law: Law, position: Position) -> str:
    glyphs = ("A" if position.first >> s & 1 else "B" if position.second >> s & 1 else "-" for s in range(law.squares))
    return "".join(glyphs)


def _square(law: Law, typed: list[int]) -> int:
    row, column = typed
    if row >= law.size or column >= law.size:
        raise IllegalMove(f"({row},{column}) is off the grid. Rows and columns go from 0 to {law.size - 1}.")
    return row * law.size + column


def _typed(law: Law, square: int) -> str:
    return f"{square // law.size} {square % law.size}"


def square_name(law: Law, square: int) -> str:
    return f"({square // law.size},{square % law.size})"


# Table top


def places(law: Law) -> dict[int, str]:
    return {law.center: "center"}


def holdings(law: Law, position: Position) -> tuple[str, str]:
    first, second = (in_hand(law, position[side]) for side in (0, 1))
    return _held(first), _held(second)


def touched(law: Law, position: Position, move: int) -> Squares:
    if move < law.squares:
        return (move,)
    if move == law.squares * (1 + WAYS):
        return ()
    origin, way = divmod(move - law.squares, WAYS)
    return origin, law.neighbours[origin][way]


def said(law: Law, position: Position, squares: Squares) -> str:
    if len(squares) > 2:
        raise IllegalMove("a move touches an empty square, or one of your tokens and the square it moves to.")
    return " ".join([("pass", "place", "move")[len(squares)], *(_typed(law, square) for square in squares)])


def _held(tokens: int) -> str:
    return f"{tokens or 'no'} token{'' if tokens == 1 else 's'} in hand"


# Dialogue


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\nInitial Game Board:\n{draw(match.law, match.position)}\n"


def turn(match: Match) -> str:
    return f"It's your turn, {match.mover_name}."


def ask(match: Match) -> Asking:
    law, legal = match.law, match.legal_moves
    places = [int(move) for move in legal if move < law.squares]
    origins = sorted({(move - law.squares) // WAYS for move in legal if move >= law.squares})
    if not places and origins == [law.squares]:
        return (yield "You can neither place nor move a token. Enter 'pass':\n> ")
    action = yield "Choose an action ('place' or 'move'):\n> "
    said = words(action)
    if len(said) != 1 or said[0].isdigit() or said == ["pass"]:
        return action
    if "place".startswith(said[0]):
        if not places:
            raise IllegalMove(_no_placing(law, match.position))
        example = _typed(law, places[0 if match.mover == FIRST else -1])
        return _command("place", (yield f"Enter the row and column to place your token (e.g., '{example}'):\n> "))
    if "move".startswith(said[0]):
        if not origins:
            raise IllegalMove(_NO_MOVING)
        origin = origins[-1]
        chosen = yield f"Enter the row and column of the token to move (e.g., '{_typed(law, origin)}'):\n> "
        typed = numbers(chosen)
        if typed is None or len(typed) != 2:
            return _command("move", chosen)
        example = _example_target(law, match.position, _square(law, typed))
        return _command(f"move {chosen}", (yield f"Enter the row and column to move to (e.g., '{example}'):\n> "))
    raise UnreadableMove(f"{quoted(action)} is not an action. Please enter 'place' or 'move'.")


def _command(so_far: str, answer: str) -> str:
    """The answer joined to what was said before, unless it is a command by itself."""
    return answer if any(c.isalpha() for c in answer) else f"{so_far} {answer}"


def _example_target(law: Law, position: Position, origin: int) -> str:
    """A square that the token could move to; refuses a token that cannot move."""
    moves = [law.squares + origin * WAYS + way for way in _CLOCKWISE]
    possible = [move for move in moves if is_possible(law, position, move)]
    if not possible:
        if not position[position.mover] >> origin & 1:
            raise IllegalMove(why_illegal(law, position, moves[0]))
        raise IllegalMove(f"the token on {square_name(law, origin)} cannot move: no adjacent square is empty.")
    return _typed(law, law.neighbours[origin][(possible[0] - law.squares) % WAYS])


def told(match: Match, by_reader: bool = True) -> str:
    if match.game.outcome(match.position):  # the rulebook shows the final board after its congratulations
        return ""
    passed = news(match)
    return (f"{passed}\n" if passed else "") + f"\n{_plain(match.law, match.position)}\n"


def news(match: Match) -> str:
    passed = match.moves and str(match.moves[-1]) == "pass"
    return f"{match.names[match.mover.other]} passes." if passed else ""


def closing(match: Match) -> str:
    winner = match.names[match.mover.other]
    if match.position[match.mover.other] >> match.law.center & 1:
        how = "You have captured the center square and won the game!"
    else:
        how = f"{match.mover_name} can neither place nor move, and you have won the game!"
    return f"Congratulations, {winner}! {how}\n\nFinal Board State:\n{_plain(match.law, match.position)}"
