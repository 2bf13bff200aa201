"""Capture Square, with markers.

Goal.    Be the first to form a 2x2 square with your markers.
Setup.   An empty 4x4 grid: columns A to D from left to right, rows 1 to 4 from top to bottom. Player 1 uses X,
         Player 2 uses O. Player 1 begins.
Moving.  Place your marker on any empty cell. Markers stay where they are until sudden death.
Winning. Whoever completes a 2x2 square of their own markers, anywhere on the grid, wins at once.
         If all cells are filled without a winner, sudden death begins: the players take turns swapping one of the
         opponent's markers with one of their own, until a swap completes a square.
"""

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from squarely.dialogue import Asking
from squarely.errors import BadOption, BadPosition, IllegalMove, UnreadableMove
from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE, Planes
from squarely.grid import Squares, turned_set, turns
from squarely.match import Match
from squarely.notation import fields, listing, quoted, read_board, read_mover, words, write_board
from squarely.options import Dial, Options, Ruling

TITLE = "Capture Square"
GOAL = "Be the first to form a 2x2 square with your markers."
NAMES = ("Player 1", "Player 2")
MARKS = ("X", "O")
PLANES = ("X", "O", "O's turn", "all cells are filled")

OPTIONS = (
    Ruling(
        "sudden_death",
        "exchange",
        {
            "exchange": "one own and one opposing marker exchange places; if that completes squares for both the mover "
            "wins, if only for the opponent, the opponent",
            "convert": "one opposing marker becomes the mover's",
            "none": "a full board without a winner is a tie",
        },
        "The rulebook lets players swap one opponent's marker with their own. A swap of two markers exchanges "
        "their places.",
    ),
    Dial("size", 4, 3, 6, "rows and columns of the grid"),
    Dial("block", 2, 2, 4, "rows and columns of the square to form"),
)

EXCHANGE, CONVERT, NO_SUDDEN_DEATH = 0, 1, 2


class Law(NamedTuple):
    size: int
    cells: int
    full: int  # every cell, as a set of bits
    sudden_death: int
    blocks: Squares  # every square that wins, each as a set of bits
    turns: tuple[Squares, ...]


class Position(NamedTuple):
    first: int  # X's cells, as a set of bits
    second: int
    mover: int


# A move is a number: the cell to place on, or to convert; then, for an exchange, own * cells + other.


def enact(options: Options) -> Law:
    size, block = int(options["size"]), int(options["block"])
    sudden_death = ("exchange", "convert", "none").index(str(options["sudden_death"]))
    cells = size * size
    most = cells // 2 + 1 if sudden_death == CONVERT else (cells + 1) // 2
    if block > size or block * block > most:
        raise BadOption(
            f"block={block} with size={size} makes no game: a square of {block * block} markers cannot be formed, "
            f"nobody ever has more than {most}"
        )
    corner = sum(1 << row * size + column for row in range(block) for column in range(block))
    places = range(size - block + 1)
    blocks = tuple(corner << row * size + column for row in places for column in places)
    return Law(size, cells, (1 << cells) - 1, sudden_death, blocks, turns(size))


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        own = position.first if position.mover == FIRST else position.second
        other = position.second if position.mover == FIRST else position.first
        if own | other != law.full:
            for cell in range(law.cells):
                if (own | other) >> cell & 1 == 0:
                    yield cell
        elif law.sudden_death == CONVERT:
            for cell in range(law.cells):
                if other >> cell & 1:
                    yield cell
        else:
            for mine in range(law.cells):
                if own >> mine & 1:
                    for theirs in range(law.cells):
                        if other >> theirs & 1:
                            yield law.cells + mine * law.cells + theirs


def play(law: Law, position: Position, move: int) -> Position:
    own = position.first if position.mover == FIRST else position.second
    other = position.second if position.mover == FIRST else position.first
    if move < law.cells:
        own |= 1 << move
        other &= ~(1 << move)
    else:
        mine, theirs = divmod(move - law.cells, law.cells)
        swapped = 1 << mine | 1 << theirs
        own ^= swapped
        other ^= swapped
    if position.mover == FIRST:
        return Position(own, other, 1 - position.mover)
    return Position(other, own, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    first, second = has_square(law, position.first), has_square(law, position.second)
    if first and second:  # one swap completed both: whoever made it wins
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
    if first:
        return FIRST_WINS
    if second:
        return SECOND_WINS
    if law.sudden_death == NO_SUDDEN_DEATH and position.first | position.second == law.full:
        return TIE
    return ONGOING


def has_square(law: Law, markers: int) -> bool:
    for block in law.blocks:
        if markers & block == block:
            return True
    return False


def turned(law: Law, position: Position, turn: int) -> Position:
    squares = law.turns[turn]
    return Position(turned_set(position.first, squares), turned_set(position.second, squares), position.mover)


def turned_move(law: Law, position: Position, move: int, turn: int) -> int:
    squares = law.turns[turn]
    if move < law.cells:
        return squares[move]
    mine, theirs = divmod(move - law.cells, law.cells)
    return law.cells + squares[mine] * law.cells + squares[theirs]


# For machines that learn


def move_count(law: Law) -> int:
    return law.cells * (1 + law.cells) if law.sudden_death == EXCHANGE else law.cells


def plane_maxima(law: Law) -> tuple[int, ...]:
    return 1, 1, 1, 1


def observe(law: Law, position: Position, planes: Planes) -> None:
    for cell in range(law.cells):
        planes[0, cell] = position.first >> cell & 1
    for cell in range(law.cells):
        planes[1, cell] = position.second >> cell & 1
    planes[2] = position.mover == SECOND
    planes[3] = position.first | position.second == law.full


# Text


def reworded(law: Law) -> dict[str, str]:
    side = isqrt(law.blocks[0].bit_count())
    return {
        "4x4": f"{law.size}x{law.size}",
        "A to D": f"A to {_column(law.size - 1)}",
        "1 to 4": f"1 to {law.size}",
        "2x2": f"{side}x{side}",
        " until sudden death.": "." if law.sudden_death == NO_SUDDEN_DEATH else " until sudden death.",
        _AT_LAST[EXCHANGE]: _AT_LAST[law.sudden_death],
    }


_AT_LAST = {  # what happens when all cells are filled without a winner
    EXCHANGE: "sudden death begins: the players take turns swapping one of the opponent's markers with one of their "
    "own, until a swap completes a square.",
    CONVERT: "sudden death begins: the players take turns making one of the opponent's markers their own, until that "
    "completes a square.",
    NO_SUDDEN_DEATH: "the game is a tie.",
}


def reason(law: Law, position: Position) -> str:
    result = outcome(law, position)
    if result == TIE:
        return "all cells are filled and nobody formed a square"
    winner = 0 if result == FIRST_WINS else 1
    block = next(block for block in law.blocks if position[winner] & block == block)
    names = [square_name(law, cell) for cell in range(law.cells) if block >> cell & 1]
    return f"{MARKS[winner]} formed a square on {listing(names)}"


def write_position(law: Law, position: Position) -> str:
    return f"{write_board(_glyphs(law, position), law.size)} {MARKS[position.mover]}"


def read_position(law: Law, text: str) -> Position:
    board, mark = fields(text, "BOARD", "MOVER")
    cells, mover = read_board(board, law.size, "XO."), read_mover(mark, MARKS)
    first, second = (sum(1 << cell for cell, glyph in enumerate(cells) if glyph == side) for side in MARKS)
    position = Position(first, second, mover)
    _check_counts(law, position)
    if has_square(law, first) or has_square(law, second):
        _check_last_move(law, position)
    return position


def _check_counts(law: Law, position: Position) -> None:
    """Refuse a number of markers that no alternation of turns gives."""
    xs, os = position.first.bit_count(), position.second.bit_count()
    difference = 0 if position.mover == FIRST else 1
    if xs + os == law.cells and law.sudden_death == EXCHANGE:
        difference = law.cells % 2
    if xs + os == law.cells and law.sudden_death == CONVERT:
        parity_mover = law.cells % 2
        difference = law.cells % 2 if position.mover == parity_mover else (2 if parity_mover == FIRST else -1)
    if xs - os != difference:
        raise BadPosition(
            f"with {xs} X and {os} O it cannot be {MARKS[position.mover]}'s turn: X begins and turns alternate"
        )


def _check_last_move(law: Law, position: Position) -> None:
    """Refuse a win that was there before the last move."""
    for own, other in _before(law, position):
        if not has_square(law, own) and not has_square(law, other):
            return
    if has_square(law, position.first) and has_square(law, position.second):
        raise BadPosition("both sides have won: X and O each have a square, and no single move completes both")
    winner = MARKS[0] if has_square(law, position.first) else MARKS[1]
    raise BadPosition(f"{winner} had won before the last move, so that move cannot have been made")


def _before(law: Law, position: Position) -> Iterator[tuple[int, int]]:
    """The markers, the last mover's first, before each move that could have led here."""
    own, other = (position.second, position.first) if position.mover == FIRST else (position.first, position.second)
    full = own | other == law.full
    mine = [1 << cell for cell in range(law.cells) if own >> cell & 1]
    theirs = [1 << cell for cell in range(law.cells) if other >> cell & 1]
    if not full or position.mover == law.cells % 2:
        yield from ((own ^ cell, other) for cell in mine)
    if full and law.sudden_death == EXCHANGE:
        yield from ((own ^ a ^ b, other ^ a ^ b) for a in mine for b in theirs)
    if full and law.sudden_death == CONVERT:
        yield from ((own ^ cell, other ^ cell) for cell in mine)


def write_move(law: Law, position: Position, move: int) -> str:
    return said(law, position, touched(law, position, move))


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = [word for word in words(text) if word not in ("with", "and", "for")]
    swap = said[:1] == ["swap"]
    if len(said) == 2 and not swap and said[0].isalpha() and said[1].isdigit():
        said = [said[0] + said[1]]
    named = [_cell(law, word, text) for word in said[swap:]]
    exchange = law.sudden_death == EXCHANGE
    if len(named) == 1 and not (swap and exchange):
        if swap and not _is_full(law, position):
            raise IllegalMove(_TOO_EARLY)
        return named
    if len(named) == 1:
        return [law.cells + a * law.cells + b for a in range(law.cells) for b in range(law.cells) if named[0] in (a, b)]
    if len(named) == 2 and exchange:
        (a, b) = named
        return [law.cells + a * law.cells + b, law.cells + b * law.cells + a]
    raise UnreadableMove(f"{quoted(text)} is not a move. Please enter {_wanted(law, position)}.")


_TOO_EARLY = "markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell."


def why_illegal(law: Law, position: Position, move: int) -> str:
    own = position[position.mover]
    mark, their_mark = MARKS[position.mover], MARKS[1 - position.mover]
    if not _is_full(law, position):
        if move < law.cells:
            return f"{square_name(law, move)} is already occupied. Please choose another cell."
        return _TOO_EARLY
    if move < law.cells and law.sudden_death == CONVERT:
        return f"{square_name(law, move)} is yours already. Please swap one of the opponent's markers ({their_mark})."
    if move < law.cells:
        wanted = _wanted(law, position)
        return f"{square_name(law, move)} is already occupied. All cells are filled: please enter {wanted}."
    mine, theirs = divmod(move - law.cells, law.cells)
    owner = "both yours" if own >> mine & 1 else "both the opponent's"
    what = (
        f"{square_name(law, mine)} and {square_name(law, theirs)} are {owner}"
        if mine != theirs
        else "a marker cannot swap with itself"
    )
    return f"{what}. Please swap one of your markers ({mark}) with one of the opponent's ({their_mark})."


def draw(law: Law, position: Position) -> str:
    rule = "  " + "+".join(["---"] * law.size)
    lines = ["  " + "   ".join(_column(column) for column in range(law.size))]
    for number, row in enumerate(write_board(_glyphs(law, position), law.size).split("/"), 1):
        lines += [f"{number} {' | '.join(row)} ", rule]
    return "\n".join(lines[:-1])


def _glyphs(law: Law, position: Position) -> str:
    glyphs = ("X" if position.first >> c & 1 else "O" if position.second >> c & 1 else "." for c in range(law.cells))
    return "".join(glyphs)


def _is_full(law: Law, position: Position) -> bool:
    return position.first | position.second == law.full


def _column(column: int) -> str:
    return chr(ord("A") + column)


def square_name(law: Law, cell: int) -> str:
    return f"{_column(cell % law.size)}{cell // law.size + 1}"


def _cell(law: Law, word: str, text: str) -> int:
    letter, number = word[:1], word[1:]
    if not ("a" <= letter <= "z" and number.isascii() and number.isdigit() and len(number) < 4):
        raise UnreadableMove(
            f"{quoted(text)} is not a move. Please enter a cell such as A1 or {square_name(law, law.cells - 1)}."
        )
    column, row = ord(letter) - ord("a"), int(number) - 1
    if column >= law.size or not 0 <= row < law.size:
        raise IllegalMove(f"{word.upper()} is off the grid. Cells go from A1 to {square_name(law, law.cells - 1)}.")
    return row * law.size + column


def _example(law: Law, position: Position) -> str:
    """A move to show in a prompt. Placing shows A1 whatever is there, as the rulebook does."""
    if _is_full(law, position):
        return write_move(law, position, next(legal_moves(law, position)))
    return "A1"


def _wanted(law: Law, position: Position) -> str:
    return f"a {'swap' if _is_full(law, position) else 'cell'} such as {_example(law, position)}"


# Table top


def touched(law: Law, position: Position, move: int) -> Squares:
    return (move,) if move < law.cells else divmod(move - law.cells, law.cells)


def said(law: Law, position: Position, squares: Squares) -> str:
    names = " ".join(square_name(law, cell) for cell in squares)
    return f"swap {names}" if len(squares) > 1 or _is_full(law, position) else names


# Dialogue


def welcome(match: Match) -> str:
    begins = f"{_who(match)}, you go first."
    return f"Welcome to {TITLE}!\n\n{begins}\n\n{draw(match.law, match.position)}\n{_announced(match)}"


def ask(match: Match) -> Asking:
    what = "swap" if _is_full(match.law, match.position) else "move"
    return (yield f"{_who(match)}, enter your {what} (e.g., {_example(match.law, match.position)}): ")


def told(match: Match, by_reader: bool = True) -> str:
    return f"\n{draw(match.law, match.position)}\n{_announced(match)}"


def news(match: Match) -> str:
    swapped = match.moves and str(match.moves[-1]).startswith("swap")
    if match.outcome or swapped or not _is_full(match.law, match.position):
        return ""
    how = {
        EXCHANGE: "one of your markers and one of your opponent's exchange places",
        CONVERT: "one of your opponent's markers becomes yours",
    }[match.law.sudden_death]
    return (
        "All cells are filled without a winner: Sudden Death begins!\n"
        f"On your turn, make a swap: {how} (e.g., {_example(match.law, match.position)}).\n"
        "Swaps continue until a player forms a square and wins."
    )


def closing(match: Match) -> str:
    outcome = match.outcome
    if outcome is None or outcome.winner is None:
        return "All cells are filled and nobody formed a square: the game is a tie."
    return f"Congratulations, {match.names[outcome.winner]}! You've formed a square and won the game!"


def _who(match: Match) -> str:
    return f"{match.mover_name} ({MARKS[match.mover]})"


def _announced(match: Match) -> str:
    """The news, if there are any, as the dialogue prints them."""
    announcement = news(match)
    return f"\n{announcement}\n" if announcement else ""
