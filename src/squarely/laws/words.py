"""The laws of what is written, read, seen, touched and said, and of the planes that learning machines see."""

from collections.abc import Iterator
from typing import Any

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position
from squarely.laws.law import Complaints, describe_position, law, legal, tried

MOST_ON_A_PLANE = 254


@law(
    "`read_position` gives the position that `write_position` wrote, all of it, and `check` lets it pass.",
    is_for_truth=True,
)
def a_position_is_its_line(game: Game, position: Position) -> Complaints:
    """The line of a position reads back as that position."""
    line = game.write_position(position)
    if not _is_line(line):
        yield f"is written as {line!r}, which is no line of words with single spaces"
    elif (read := game.read_position(line)) != position or type(read) is not type(position):
        yield f"is read as {describe_position(game, read)}"


@law("`write_move` gives every legal move words of its own, and `read_move` a list with that move.", is_costly=True)
def a_move_is_its_words(game: Game, position: Position) -> Complaints:
    """The words of a legal move are read as that move and no other."""
    texts = {move: game.words.write_move(position, move) for move in legal(game, position)}
    for move, text in texts.items():
        if not _is_line(text):
            yield f"writes the move {move} as {text!r}, which is no line of words with single spaces"
        elif [*texts.values()].count(text) > 1:
            yield f"writes two of its moves as {text!r}"
    for move in tried(game, position):
        meant = game.words.read_move(position, texts[move])
        if not isinstance(meant, list):
            yield f"reads {texts[move]!r} as {meant!r}, which is no list of moves"
        elif (found := [each for each in texts if each in meant]) != [move]:
            read = f"the legal moves {', '.join(texts[each] for each in found)}" if found else "no legal move"
            yield f"has the legal move {texts[move]!r}, and reads these words as {read}"


@law("`touched_squares` gives each legal move squares of its own, `read_touch` reads them so.", is_costly=True)
def touching_makes_the_move(game: Game, position: Position) -> Complaints:
    """Touching the squares of a legal move means that move; a move that touches nothing has a button."""
    table = Tabletop(game)
    if not table.fits(position):
        return
    touched = {move: table.touched_squares(position, move) for move in legal(game, position)}
    for number, move in enumerate(tried(game, position)):
        name, squares = game.words.write_move(position, move), touched[move]
        if len({*squares}) != len(squares) or not _are_squares(game, squares):
            yield f"has the move {name}, which touches the squares {', '.join(map(str, squares))}"
        is_plain = game.words.read_touch(position, squares) is None and [*touched.values()].count(squares) == 1
        if not squares or (number and is_plain):  # asked for once: whatever it could mean is worked out each time
            continue
        try:
            words = table.read_touch(position, squares)
            if [each for each in game.words.read_move(position, words) if each in touched] != [move]:
                yield f"has the move {name}, and touching its squares is read as {words!r}"
        except BadMove as refused:
            yield f"has the move {name}, and touching its squares is refused: {str(refused).rstrip('.')}"


@law("Each method of `Words` returns text; `ask` yields it; squares of the board are numbers from 0.", is_costly=True)
def what_is_said_is_text(game: Game, position: Position) -> Complaints:
    """Everything that is drawn, shown and said is text, also why it is over and why a move is refused."""
    shown, moves = [*game.words.shown(position)], legal(game, position)
    if shown and len(shown) != game.shape.squares:
        yield f"shows {len(shown)} squares of {game.shape.squares}"
    if moves:
        after = Match.of(game, position).play(moves[0])
        named = {"captured_squares": game.words.captured_squares(position, after.position)}
        for name, squares in {**named, "deciding_squares": game.words.deciding_squares(after)}.items():
            if not _are_squares(game, squares):
                yield f"has {squares!r} given by `{name}`; squares go from 0 to {game.shape.squares - 1}"
    for name, text in _list_said(game, position):
        if not isinstance(text, str) or not all(line.isprintable() for line in text.splitlines()):
            yield f"has {text!r} said by `{name}`"
        elif not text.strip() and (name in ("reason", "why_illegal") or (name == "draw" and game.has_board)):
            yield f"has nothing said by `{name}`"


@law("`maxima` says the greatest number of each extra plane; without it that is 1.", is_costly=True)
def extra_planes_are_within_their_maxima(game: Game, position: Position) -> Complaints:
    """What learning machines see lies between 0 and the maximum of its plane, 254 at most."""
    for name, count in game.extra_planes.items() if game.has_planes else ():
        counted, most = count(game, position), min(game.maxima().get(name, 1), MOST_ON_A_PLANE)
        if not 0 <= counted <= most:
            yield f"shows {counted} on its plane {name!r}, which goes from 0 to {most}"


def _list_said(game: Game, position: Position) -> Iterator[tuple[str, Any]]:
    """What is said in a position, each with the method that says it."""
    words, match, moves = game.words, Match.of(game, position), {*legal(game, position)}
    yield from (("shown", text) for text in words.shown(position))
    yield from (("holdings", text) for text in words.holdings(position))
    yield from (("draw", words.draw(position)), ("unseen", words.unseen(position)))
    yield from (("welcome", words.welcome(match)), ("news", words.news(match)))
    if match.outcome:
        yield from (("reason", words.reason(position)), ("closing", words.closing(match)))
        return
    yield from (("announce_turn", words.announce_turn(match)), ("ask", next(words.ask(match))))
    yield "show_move", words.show_move(match.play(min(moves)))
    if (other := next((move for move in range(game.move_count()) if move not in moves), None)) is not None:
        yield "why_illegal", words.why_illegal(position, other)


def _is_line(text: object) -> bool:
    return isinstance(text, str) and text != "" and text == " ".join(text.split()) and text.isprintable()


def _are_squares(game: Game, squares: object) -> bool:
    return isinstance(squares, tuple) and all(square in range(game.shape.squares) for square in squares)
