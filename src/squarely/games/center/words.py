"""What Capture Square with tokens prints, asks, draws and refuses."""

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import OFF, Squares, count_squares, step
from squarely.core.match import Match
from squarely.core.notation import count_noun, quote, read_numbers, spell_number, split_words
from squarely.core.rules import FIRST, Asking
from squarely.core.squares import Coordinates, shape_of
from squarely.games.center.rules import MARKS, TITLE, WAYS, Law, Position, is_blocked, is_possible

SUBTITLE = "Walk a token to the middle"
# Found by the lab: docs/mended.md.
RULE_SETS = {"mended": "beside_center=forbidden,size=5,tokens=2,guarded=yes,retreat=forbidden"}
EMPTY = "-"
PIECES = {"burnt": "#"}
LOOKS = {"#": "##"}
SQUARES = Coordinates(0)
EXTRA_PLANES = {
    "A's tokens in hand": lambda law, position: in_hand(law, position.first),
    "B's tokens in hand": lambda law, position: in_hand(law, position.second),
}

_CLOCKWISE = (3, 1, 2, 0, 7, 6, 4, 5)  # right, down, left, up: where the printed examples move to


def maxima(law: Law) -> dict[str, int]:
    return {**dict.fromkeys(EXTRA_PLANES, law.tokens), "burnt": (1 << law.squares) - 1 if law.burns else 0}


def in_hand(law: Law, own: int) -> int:
    """How many tokens are not on the grid yet."""
    return law.tokens - count_squares(own)


def reworded(law: Law) -> dict[str, str]:
    nearer = " Every move brings it nearer to the center, counted in moves." if law.advances else ""
    burning = " The square that it leaves is burnt: no token may stand on it again." if law.burns else ""
    ways = ", right or diagonally" if law.ways == WAYS else " or right"
    kept_free = law.open.bit_count() < law.squares - 1
    return {
        "3x3": f"{law.size}x{law.size}",
        "four tokens": f"{spell_number(law.tokens)} token{'' if law.tokens == 1 else 's'}",
        "Either place": "Place" if law.places_first else "Either place",
        "but the center, or": f"but the center{' and those from which a token could move there' if kept_free else ''}"
        f"{'; once all of them are placed,' if law.places_first else ', or'}",
        "left or right onto an empty square.": f"left{ways} onto an empty square.{nearer}{burning}",
        "A token is never placed there.": f"A token is never placed there.{_guarding(law)}{_blocking(law)}",
    }


def _guarding(law: Law) -> str:
    """What the rulebook adds where the center is guarded."""
    more = " It may move there only if its side has more tokens beside the center than the other side."
    return more if law.guarded else ""


def _blocking(law: Law) -> str:
    """What the rulebook adds about a player who can neither place nor move."""
    if law.blocked_loses:
        return " Whoever can neither place nor move loses."
    return " When neither player can place or move, the game is a tie." if law.guarded or law.burns else ""


def reason(law: Law, position: Position) -> str:
    for side, mark in enumerate(MARKS):
        if position[side] >> law.center & 1:
            return f"{mark} captured the center square"
    if not law.blocked_loses:
        return "neither side can place or move"
    return f"{MARKS[position.mover]} can neither place nor move"


def check(law: Law, position: Position) -> None:
    counts, mark = [position.first.bit_count(), position.second.bit_count()], MARKS[position.mover]
    for side, count in zip(MARKS, counts, strict=True):
        if count > law.tokens:
            raise BadPosition(f"{side} has {count} tokens on the grid; each player has {law.tokens}")
    if 0 in counts and counts != [position.mover, 0]:
        raise BadPosition(
            f"with {counts[0]} A and {counts[1]} B it cannot be {mark}'s turn: "
            "A begins, turns alternate and the first turn of each player is a placing"
        )
    if law.burns:
        _check_burnt(law, position)
    holder = _glyph(position, law.center)
    if holder == mark:
        raise BadPosition(f"{mark} holds the center square and has won, so it cannot be {mark}'s turn")
    around = [_glyph(position, square) for square in range(law.squares) if law.beside >> square & 1]
    left = PIECES["burnt"] if law.burns else EMPTY
    if holder != EMPTY and (0 in counts or left not in around):
        raise BadPosition(f"{holder} cannot have moved onto the center square: it has come from nowhere")
    if law.guarded and holder != EMPTY and around.count(mark) > around.count(holder):
        raise BadPosition(f"{holder} cannot have moved onto the center square: {mark} has as many tokens beside it")


def _check_burnt(law: Law, position: Position) -> None:
    """Refuse burnt squares that no token can have left, or not by this turn."""
    if position.burnt >> law.center & 1:
        raise BadPosition(f"the center square {_name(law, law.center)} is burnt; the game ends there")
    tokens, burnt = (position.first | position.second).bit_count(), position.burnt.bit_count()
    if law.blocked_loses and (tokens + burnt) % 2 != position.mover:
        raise BadPosition(
            f"with {count_noun(tokens, 'token')} and {count_noun(burnt, 'burnt square')} it cannot be "
            f"{MARKS[position.mover]}'s turn: every turn adds one of them"
        )


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = split_words(text)
    if said == ["pass"]:
        return [law.passing]
    action = said.pop(0) if said and said[0].isalpha() else {2: "place", 4: "move"}.get(len(said), "?")
    typed = read_numbers(" ".join(said)) or []
    if "place".startswith(action) and len(typed) == 2:
        return SQUARES.read(shape_of(law), said)
    if "move".startswith(action) and len(typed) == 4:
        origin, target = SQUARES.read(shape_of(law), said)
        around = [step(law.size, law.size, origin, way) for way in range(WAYS)]
        if target not in around:
            raise IllegalMove(
                f"{_name(law, origin)} and {_name(law, target)} are not adjacent. Tokens move one square."
            )
        return [law.squares + origin * WAYS + around.index(target)]
    wanted = "'pass'" if is_blocked(law, position) else "a command such as 'place 0 0' or 'move 0 0 0 1'"
    raise UnreadableMove(f"{quote(text)} is not a move. Please enter {wanted}.")


def why_illegal(law: Law, position: Position, move: int) -> str:
    own, taken = position[position.mover], position.first | position.second
    if move == law.passing:
        return "you may not pass while you can place or move a token."
    if is_blocked(law, position):
        return "you can neither place nor move a token. Please enter 'pass'."
    if move < law.squares:
        where = _name(law, move)
        if not any(is_possible(law, position, square) for square in range(law.squares)):
            return _no_placing(law, position)
        if position.burnt >> move & 1:
            return f"{where} is burnt. Please choose another square."
        if taken >> move & 1:
            return f"{where} is already occupied. Please choose another square."
        if move == law.center:
            return f"a token cannot be placed on the center square {where}. Please choose another square."
        return f"a token cannot be placed next to the center, on {where}. Please choose another square."
    if not any(is_possible(law, position, law.squares + way) for way in range(law.squares * WAYS)):
        return _no_moving(law)
    origin, way = divmod(move - law.squares, WAYS)
    if not own >> origin & 1:
        owner = "the opponent's" if taken >> origin & 1 else "empty"
        return f"{_name(law, origin)} is {owner}. Please move one of your own tokens."
    return _no_way(law, position, origin, way)


def _no_way(law: Law, position: Position, origin: int, way: int) -> str:
    """Why the mover's token cannot move this way, and what can be done instead."""
    if way >= law.ways:
        return "tokens cannot move diagonally. Please move up, down, left or right."
    target = step(law.size, law.size, origin, way)
    where = _name(law, target)
    if law.steps[origin][way] == OFF:
        return f"{where} is no nearer to the center than {_name(law, origin)}. Please choose a square that is."
    if position.burnt >> target & 1:
        return f"{where} is burnt. Please choose another square."
    if not (position.first | position.second) >> target & 1:
        return "the center is guarded: you need more tokens beside it than your opponent. Please choose another move."
    return f"{where} is already occupied. Please choose another square."


def _no_moving(law: Law) -> str:
    """Why no token can move, and what can be done instead."""
    why = "you place all your tokens before you move one" if law.places_first else "none of your tokens can move"
    return f"{why}. Please place a token."


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
    glyphs = [_glyph(position, square) for square in range(law.squares)]
    rows = [glyphs[start : start + law.size] for start in range(0, law.squares, law.size)]
    return "\n".join("   " + "          ".join(row) for row in rows)


def _glyph(position: Position, square: int) -> str:
    pieces = {MARKS[0]: position.first, MARKS[1]: position.second, PIECES["burnt"]: position.burnt}
    return next((glyph for glyph, squares in pieces.items() if squares >> square & 1), EMPTY)


def _typed(law: Law, square: int) -> str:
    return SQUARES.write(shape_of(law), square)


def _name(law: Law, square: int) -> str:
    return SQUARES.name(shape_of(law), square)


def places(law: Law) -> dict[int, str]:
    return {law.center: "center"}


def holdings(law: Law, position: Position) -> tuple[str, str]:
    return _held(in_hand(law, position.first)), _held(in_hand(law, position.second))


def read_touch(law: Law, position: Position, squares: Squares) -> str:
    if len(squares) > 2:
        raise IllegalMove("a move touches an empty square, or one of your tokens and the square it moves to.")
    return " ".join([("pass", "place", "move")[len(squares)], *(_typed(law, square) for square in squares)])


def _held(tokens: int) -> str:
    return f"{tokens or 'no'} token{'' if tokens == 1 else 's'} in hand"


def deciding_squares(match: Match) -> Squares:
    """The center; where somebody is blocked, their tokens."""
    law, position = match.law, match.position
    if (position.first | position.second) >> law.center & 1:
        return (law.center,)
    return tuple(square for square in range(law.squares) if position[position.mover] >> square & 1)


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\nInitial Game Board:\n{draw(match.law, match.position)}\n"


def announce_turn(match: Match) -> str:
    return f"It's your turn, {match.mover_name}."


def ask(match: Match) -> Asking:
    law, legal = match.law, match.legal_moves
    places = [int(move) for move in legal if move < law.squares]
    origins = sorted({(move - law.squares) // WAYS for move in legal if move >= law.squares})
    if not places and origins == [law.squares]:
        return (yield "You can neither place nor move a token. Enter 'pass':\n> ")
    action = yield "Choose an action ('place' or 'move'):\n> "
    said = split_words(action)
    if len(said) != 1 or said[0].isdigit() or said == ["pass"]:
        return action
    if "place".startswith(said[0]):
        if not places:
            raise IllegalMove(_no_placing(law, match.position))
        example = _typed(law, places[0 if match.mover == FIRST else -1])
        return _command("place", (yield f"Enter the row and column to place your token (e.g., '{example}'):\n> "))
    if "move".startswith(said[0]):
        if not origins:
            raise IllegalMove(_no_moving(law))
        origin = origins[-1]
        chosen = yield f"Enter the row and column of the token to move (e.g., '{_typed(law, origin)}'):\n> "
        if len(read_numbers(chosen) or ()) != 2:
            return _command("move", chosen)
        (origin,) = SQUARES.read(shape_of(law), split_words(chosen))
        example = _example_target(law, match.position, origin)
        return _command(f"move {chosen}", (yield f"Enter the row and column to move to (e.g., '{example}'):\n> "))
    raise UnreadableMove(f"{quote(action)} is not an action. Please enter 'place' or 'move'.")


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
        where = "may be moved to" if law.guarded or law.burns or law.advances else "is empty"
        raise IllegalMove(f"the token on {_name(law, origin)} cannot move: no adjacent square {where}.")
    return _typed(law, law.steps[origin][(possible[0] - law.squares) % WAYS])


def show_move(match: Match, by_reader: bool = True) -> str:
    if match.game.outcome(match.position):  # the rulebook shows the final board after its congratulations
        return ""
    passed = news(match)
    return (f"{passed}\n" if passed else "") + f"\n{_plain(match.law, match.position)}\n"


def news(match: Match) -> str:
    passed = match.moves and str(match.moves[-1]) == "pass"
    return f"{match.names[match.mover.other]} passes." if passed else ""


def closing(match: Match) -> str:
    final = f"\n\nFinal Board State:\n{_plain(match.law, match.position)}"
    if match.outcome and match.outcome.winner is None:
        return f"Neither player can place or move: the game is a tie.{final}"
    winner = match.names[match.mover.other]
    if match.position[match.mover.other] >> match.law.center & 1:
        how = "You have captured the center square and won the game!"
    else:
        how = f"{match.mover_name} can neither place nor move, and you have won the game!"
    return f"Congratulations, {winner}! {how}{final}"
