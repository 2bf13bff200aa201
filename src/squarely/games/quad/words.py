"""What Capture Square with markers prints, asks, draws and refuses."""

from collections.abc import Iterator

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import Squares
from squarely.core.match import Match
from squarely.core.notation import capitalise, count_noun, join_with_and, join_with_or, quote, spell_number, split_words
from squarely.core.rules import FIRST, FIRST_WINS, TIE, Asking
from squarely.core.squares import LetterAndNumber, shape_of
from squarely.games.quad.rules import (
    CONVERT,
    CORNERS,
    EXCHANGE,
    FILLED,
    LINE,
    MARKS,
    NAMES,
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
RULE_SETS = {"mended": "sudden_death=none,shape=tilted,gravity=yes"}  # found by the lab: docs/mended.md
SQUARES = LetterAndNumber("cell")
EXTRA_PLANES = {"all cells are filled": is_full}
FIELD_NAMES = {"swaps": "swaps made"}


def reworded(law: Law) -> dict[str, str]:
    begins = "" if law.begins_swaps == law.cells % 2 else f" {NAMES[law.begins_swaps]} begins them."
    ends = f" After {count_noun(law.swaps, 'swap')} without one the game is a tie." if law.swaps else ""
    what = pattern(law)
    return {
        "4x4": f"{law.size}x{law.size}",
        "A to D": f"A to {SQUARES.columns(shape_of(law))[-1]}",
        "1 to 4": f"1 to {law.size}",
        "a 2x2 square": what,
        "on any empty cell.": _FALLING if law.falls else "on any empty cell.",
        " until sudden death.": "." if law.sudden_death == NO_SUDDEN_DEATH else " until sudden death.",
        _AT_LAST[EXCHANGE]: f"{_AT_LAST[law.sudden_death].replace('a square', f'a {noun(law)}')}{begins}{ends}",
    }


def pattern(law: Law) -> str:
    """What wins, in words."""
    if law.shape == FILLED:
        return f"a {law.block}x{law.block} square"
    if law.shape == LINE:
        return f"a line of {spell_number(law.block)}"
    return f"the four corners of {'an upright' if law.shape == CORNERS else 'any'} square"


def noun(law: Law) -> str:
    """What wins, in a word."""
    return "line" if law.shape == LINE else "square"


_FALLING = "in any column that is not full: it falls to the lowest empty cell."

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
        swapped = f", {count_noun(law.swaps, 'swap')} are made" if law.swaps else ""
        return f"all cells are filled{swapped} and nobody formed a {noun(law)}"
    winner = 0 if result == FIRST_WINS else 1
    block = next(block for block in law.blocks if position[winner] & block == block)
    names = [_name(law, cell) for cell in range(law.cells) if block >> cell & 1]
    return f"{MARKS[winner]} formed a {noun(law)} on {join_with_and(names)}"


def check(law: Law, position: Position) -> None:
    _check_counts(law, position)
    if law.falls:
        _check_falling(law, position)
    if law.swaps:
        _check_swaps(law, position)
    if has_square(law, position.first) or has_square(law, position.second):
        _check_last_move(law, position)


def _check_counts(law: Law, position: Position) -> None:
    """Refuse a number of markers that no alternation of turns gives."""
    xs, os = position.first.bit_count(), position.second.bit_count()
    difference = 0 if position.mover == FIRST else 1
    if xs + os == law.cells and law.sudden_death == EXCHANGE:
        difference = law.cells % 2
    if xs + os == law.cells and law.sudden_death == CONVERT:
        converted = 2 if law.begins_swaps == FIRST else -2
        difference = law.cells % 2 + (0 if position.mover == law.begins_swaps else converted)
    if xs - os != difference:
        raise BadPosition(
            f"with {xs} X and {os} O it cannot be {MARKS[position.mover]}'s turn: X begins and turns alternate"
        )


def _check_falling(law: Law, position: Position) -> None:
    """Refuse a marker with nothing below it."""
    filled = position.first | position.second
    for cell in range(law.cells - law.size):
        if filled >> cell & 1 and not filled >> cell + law.size & 1:
            name, below = _name(law, cell), _name(law, cell + law.size)
            raise BadPosition(f"the marker on {name} would have fallen: {below} below it is empty")


def _check_swaps(law: Law, position: Position) -> None:
    """Refuse a number of swaps that cannot have been made, or not by this turn."""
    made = f"{count_noun(position.swaps, 'swap')} {'is' if position.swaps == 1 else 'are'} made"
    if position.swaps > law.swaps:
        raise BadPosition(f"{made}; there are at most {law.swaps}")
    if position.swaps and not is_full(law, position):
        raise BadPosition(f"{made}, but markers are swapped only when all cells are filled")
    if is_full(law, position) and (law.begins_swaps + position.swaps) % 2 != position.mover:
        raise BadPosition(f"{made}, so it cannot be {MARKS[position.mover]}'s turn: turns alternate")


def _check_last_move(law: Law, position: Position) -> None:
    """Refuse a win that was there before the last move."""
    for own, other in _before(law, position):
        if not has_square(law, own) and not has_square(law, other):
            return
    if has_square(law, position.first) and has_square(law, position.second):
        raise BadPosition(f"both sides have won: X and O each have a {noun(law)}, and no single move completes both")
    winner = MARKS[0] if has_square(law, position.first) else MARKS[1]
    raise BadPosition(f"{winner} had won before the last move, so that move cannot have been made")


def _before(law: Law, position: Position) -> Iterator[tuple[int, int]]:
    """The markers, the last mover's first, before each move that could have led here."""
    full = is_full(law, position)
    if not full or (position.mover == law.begins_swaps and not position.swaps):
        placer = (law.cells - 1) % 2 if full else 1 - position.mover
        own, other = position[placer], position[1 - placer]
        under = (own | other) << law.size if law.falls else 0  # markers on which another rests
        yield from ((own ^ cell, other) for cell in _bits(law, own & ~under))
    if law.swaps and not position.swaps:
        return
    own, other = (position.second, position.first) if position.mover == FIRST else (position.first, position.second)
    mine, theirs = _bits(law, own), _bits(law, other)
    if full and law.sudden_death == EXCHANGE:
        yield from ((own ^ a ^ b, other ^ a ^ b) for a in mine for b in theirs)
    if full and law.sudden_death == CONVERT:
        yield from ((own ^ cell, other ^ cell) for cell in mine)


def _bits(law: Law, cells: int) -> list[int]:
    return [1 << cell for cell in range(law.cells) if cells >> cell & 1]


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
    if law.falls and len(said) == 1 and said[0].upper() in SQUARES.columns(shape_of(law)):
        return _read_column(law, position, SQUARES.columns(shape_of(law)).index(said[0].upper()))
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


def _read_column(law: Law, position: Position, column: int) -> list[int]:
    """The cell to which a marker falls in a column."""
    filled = position.first | position.second
    return [cell for cell in range(column, law.cells, law.size) if not filled >> cell & 1][-1:] or [column]


_TOO_EARLY = "markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell."


def why_illegal(law: Law, position: Position, move: int) -> str:
    own = position[position.mover]
    mark, their_mark = MARKS[position.mover], MARKS[1 - position.mover]
    if not is_full(law, position):
        if move >= law.cells:
            return _TOO_EARLY
        if not (position.first | position.second) >> move & 1:
            cells = [_name(law, cell) for cell in legal_moves(law, position)]
            return f"a marker on {_name(law, move)} would fall. Please choose {join_with_or(cells)}."
        return f"{_name(law, move)} is already occupied. Please choose another cell."
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
    """A move to show in a prompt. Placing shows A1 whatever is there, as the rulebook does, unless markers fall."""
    if is_full(law, position) or law.falls:
        return write_move(law, position, next(legal_moves(law, position)))
    return "A1"


def _wanted(law: Law, position: Position) -> str:
    return f"a {'swap' if is_full(law, position) else 'cell'} such as {_example(law, position)}"


def unseen(law: Law, position: Position) -> str:
    if not law.swaps or not is_full(law, position):
        return ""
    return f"{capitalise(spell_number(position.swaps))} of {spell_number(law.swaps)} swaps made."


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
    law = match.law
    tie = f"; after {count_noun(law.swaps, 'swap')} the game is a tie" if law.swaps else ""
    return (
        "All cells are filled without a winner: Sudden Death begins!\n"
        f"On your turn, make a swap: {how} (e.g., {_example(match.law, match.position)}).\n"
        f"Swaps continue until a player forms a {noun(law)} and wins{tie}."
    )


def closing(match: Match) -> str:
    outcome = match.outcome
    if outcome is None or outcome.winner is None:
        swapped = f", {count_noun(match.law.swaps, 'swap')} are made" if match.law.swaps else ""
        return f"All cells are filled{swapped} and nobody formed a {noun(match.law)}: the game is a tie."
    return f"Congratulations, {match.names[outcome.winner]}! You've formed a {noun(match.law)} and won the game!"


def _who(match: Match) -> str:
    return f"{match.mover_name} ({MARKS[match.mover]})"


def _announced(match: Match) -> str:
    """The news, if there are any, as the dialogue prints them."""
    announcement = news(match)
    return f"\n{announcement}\n" if announcement else ""
