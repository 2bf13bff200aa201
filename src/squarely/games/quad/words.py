"""What Capture Square with markers prints, asks, draws and refuses."""

from collections.abc import Iterator
from math import isqrt

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import Squares
from squarely.core.match import Match
from squarely.core.notation import join_with_and, quote, split_words
from squarely.core.rules import FIRST, FIRST_WINS, TIE, Asking
from squarely.core.squares import LetterAndNumber, shape_of
from squarely.games.quad.rules import (
    CONVERT,
    EXCHANGE,
    MARKS,
    NO_SUDDEN_DEATH,
    TITLE,
    Law,
    Position,
    has_square,
    is_full,
    legal_moves,
    outcome,
)

SUBTITLE = "Fill a 2x2 square"
SQUARES = LetterAndNumber("cell")
EXTRA_PLANES = {"all cells are filled": is_full}


def reworded(law: Law) -> dict[str, str]:
    side = isqrt(law.blocks[0].bit_count())
    return {
        "4x4": f"{law.size}x{law.size}",
        "A to D": f"A to {SQUARES.columns(shape_of(law))[-1]}",
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
    names = [_name(law, cell) for cell in range(law.cells) if block >> cell & 1]
    return f"{MARKS[winner]} formed a square on {join_with_and(names)}"


def check(law: Law, position: Position) -> None:
    _check_counts(law, position)
    if has_square(law, position.first) or has_square(law, position.second):
        _check_last_move(law, position)


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
    return read_touch(law, position, (move,) if move < law.cells else divmod(move - law.cells, law.cells))


def read_touch(law: Law, position: Position, squares: Squares) -> str:
    names = " ".join(_name(law, cell) for cell in squares)
    return f"swap {names}" if len(squares) > 1 or is_full(law, position) else names


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = [word for word in split_words(text) if word not in ("with", "and", "for")]
    swap = said[:1] == ["swap"]
    if len(said) == 2 and not swap and said[0].isalpha() and said[1].isdigit():
        said = ["".join(said)]
    try:
        named = [cell for word in said[swap:] for cell in SQUARES.read(shape_of(law), [word])]
    except UnreadableMove as error:
        raise UnreadableMove(f"{quote(text)} is not a move. {error}") from None
    exchange = law.sudden_death == EXCHANGE
    if len(named) == 1 and not (swap and exchange):
        if swap and not is_full(law, position):
            raise IllegalMove(_TOO_EARLY)
        return named
    if len(named) == 1:
        return [law.cells + a * law.cells + b for a in range(law.cells) for b in range(law.cells) if named[0] in (a, b)]
    if len(named) == 2 and exchange:
        (a, b) = named
        return [law.cells + a * law.cells + b, law.cells + b * law.cells + a]
    raise UnreadableMove(f"{quote(text)} is not a move. Please enter {_wanted(law, position)}.")


_TOO_EARLY = "markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell."


def why_illegal(law: Law, position: Position, move: int) -> str:
    own = position[position.mover]
    mark, their_mark = MARKS[position.mover], MARKS[1 - position.mover]
    if not is_full(law, position):
        if move < law.cells:
            return f"{_name(law, move)} is already occupied. Please choose another cell."
        return _TOO_EARLY
    if move < law.cells and law.sudden_death == CONVERT:
        return f"{_name(law, move)} is yours already. Please swap one of the opponent's markers ({their_mark})."
    if move < law.cells:
        wanted = _wanted(law, position)
        return f"{_name(law, move)} is already occupied. All cells are filled: please enter {wanted}."
    mine, theirs = divmod(move - law.cells, law.cells)
    owner = "both yours" if own >> mine & 1 else "both the opponent's"
    what = (
        f"{_name(law, mine)} and {_name(law, theirs)} are {owner}"
        if mine != theirs
        else "a marker cannot swap with itself"
    )
    return f"{what}. Please swap one of your markers ({mark}) with one of the opponent's ({their_mark})."


def draw(law: Law, position: Position) -> str:
    rule = "  " + "+".join(["---"] * law.size)
    lines = ["  " + "   ".join(SQUARES.columns(shape_of(law)))]
    for row in range(law.size):
        cells = range(row * law.size, (row + 1) * law.size)
        lines += [f"{row + 1} {' | '.join(_mark(position, cell) for cell in cells)} ", rule]
    return "\n".join(lines[:-1])


def _mark(position: Position, cell: int) -> str:
    return MARKS[0] if position.first >> cell & 1 else MARKS[1] if position.second >> cell & 1 else "."


def _name(law: Law, cell: int) -> str:
    return SQUARES.name(shape_of(law), cell)


def _example(law: Law, position: Position) -> str:
    """A move to show in a prompt. Placing shows A1 whatever is there, as the rulebook does."""
    if is_full(law, position):
        return write_move(law, position, next(legal_moves(law, position)))
    return "A1"


def _wanted(law: Law, position: Position) -> str:
    return f"a {'swap' if is_full(law, position) else 'cell'} such as {_example(law, position)}"


def deciding_squares(match: Match) -> Squares:
    """The squares that the winner has formed."""
    winner = 0 if outcome(match.law, match.position) == FIRST_WINS else 1
    formed = [block for block in match.law.blocks if match.position[winner] & block == block]
    return tuple(cell for cell in range(match.law.cells) if any(block >> cell & 1 for block in formed))


def welcome(match: Match) -> str:
    begins = f"{_who(match)}, you go first."
    return f"Welcome to {TITLE}!\n\n{begins}\n\n{draw(match.law, match.position)}\n{_announced(match)}"


def ask(match: Match) -> Asking:
    what = "swap" if is_full(match.law, match.position) else "move"
    return (yield f"{_who(match)}, enter your {what} (e.g., {_example(match.law, match.position)}): ")


def show_move(match: Match, by_reader: bool = True) -> str:
    return f"\n{draw(match.law, match.position)}\n{_announced(match)}"


def news(match: Match) -> str:
    swapped = match.moves and str(match.moves[-1]).startswith("swap")
    if match.outcome or swapped or not is_full(match.law, match.position):
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
