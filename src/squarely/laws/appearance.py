"""The laws of what is seen, touched and said: drawings, squares, planes for learners, words around a match."""

from importlib.util import find_spec
from typing import Any

from squarely.core.errors import BadMove
from squarely.core.game import Game
from squarely.core.last_move import find_captures, find_deciding
from squarely.core.match import Match
from squarely.core.rules import Position
from squarely.core.tabletop import Tabletop
from squarely.laws.law import Complaints, law, legal, tried

MOST_ON_A_PLANE = 254


@law("`draw` returns the board as lines of printable text.", is_costly=True)
def the_drawing_is_text(game: Game, position: Position) -> Complaints:
    """A position is drawn as lines of text, always the same."""
    drawn = game.draw(position)
    is_seen = isinstance(drawn, str) and (drawn.strip() or not game.rules.has_board)  # an empty heap may be nothing
    if not is_seen or not all(line.isprintable() for line in drawn.splitlines()):
        yield f"is drawn as {drawn!r}"
    elif drawn != game.draw(position):
        yield "is drawn in another way each time"


@law(
    "`shown` gives a text for every square, `holdings` one for each side, `unseen` one sentence or nothing.",
    is_costly=True,
)
def what_is_shown_is_text(game: Game, position: Position) -> Complaints:
    """Every square shows a text, each side holds something in words, and what is unseen is said."""
    rules, law_ = game.rules, game.law
    texts, squares = [*rules.shown(law_, position)], rules.shape(law_).squares
    if not all(isinstance(text, str) for text in texts):
        yield f"shows {texts!r} on its squares"
    elif texts and len(texts) != squares:
        yield f"shows {len(texts)} squares of {squares}"
    held, unseen = rules.holdings(law_, position), rules.unseen(law_, position)
    if not isinstance(held, tuple) or len(held) != 2 or not all(isinstance(each, str) for each in held):
        yield f"has the holdings {held!r}"
    if not isinstance(unseen, str):
        yield f"says {unseen!r} of what is unseen"


@law(
    "`touched_squares` gives each legal move squares of its own, and `read_touch` reads them as that move.",
    is_costly=True,
)
def touching_makes_the_move(game: Game, position: Position) -> Complaints:
    """Touching the squares of a legal move means that move; a move that touches nothing has a button."""
    table = Tabletop(game)
    if not table.fits(position):
        return
    legal_moves = legal(game, position)
    touched = {move: table.touched_squares(position, move) for move in legal_moves}
    count = game.rules.shape(game.law).squares
    for number, move in enumerate(tried(game, position)):
        squares = touched[move]
        if not squares:
            continue
        name = game.rules.write_move(game.law, position, move)
        if len({*squares}) != len(squares) or not all(0 <= square < count for square in squares):
            yield f"has the move {name}, which touches the squares {', '.join(map(str, squares))}"
            continue
        if number and game.rules.read_touch is None and [*touched.values()].count(squares) == 1:
            continue  # so it is read; asked for once, since whatever it could mean is worked out each time
        try:
            words = table.read_touch(position, squares)
            meant = [each for each in game.rules.read_move(game.law, position, words) if each in touched]
        except BadMove as refused:
            yield f"has the move {name}, and touching its squares is refused: {str(refused).rstrip('.')}"
            continue
        if meant != [move]:
            yield f"has the move {name}, and touching its squares is read as {words!r}"


@law("`plane_maxima(law)` says the greatest number of each plane of `observe`, up to 254.", is_costly=True)
def planes_are_within_their_maxima(game: Game, position: Position) -> Complaints:
    """What machines that learn see lies between 0 and the maximum of its plane."""
    rules, law_ = game.rules, game.law
    if not rules.has_planes or find_spec("numpy") is None:
        return
    import numpy as np

    planes: Any = np.zeros((len(rules.planes(law_)), rules.shape(law_).squares), np.float64)
    rules.observe(law_, position, planes)
    maxima = [*rules.plane_maxima(law_)] if rules.knows_plane_maxima else [MOST_ON_A_PLANE] * len(planes)
    if len(maxima) != len(planes):
        yield f"has {len(planes)} planes and {len(maxima)} maxima"
        return
    for name, plane, most in zip(rules.planes(law_), planes.tolist(), maxima, strict=True):
        wrong = next(
            (each for each in plane if not (0 <= each <= min(most, MOST_ON_A_PLANE) and each == int(each))), None
        )
        if wrong is not None:
            yield f"shows {wrong:g} on its plane {name!r}, which goes from 0 to {min(most, MOST_ON_A_PLANE)}"


@law(
    "`welcome`, `announce_turn`, `ask`, `show_move`, `news` and `closing` give texts; `captured_squares` and "
    "`deciding_squares` give squares of the board.",
    is_costly=True,
)
def what_is_said_is_text(game: Game, position: Position) -> Complaints:
    """Everything that is said around a move is text."""
    match, rules = Match.of(game, position), game.rules
    said: dict[str, Any] = {"welcome": rules.welcome(match), "news": rules.news(match)}
    if match.outcome:
        said["closing"] = rules.closing(match)
    else:
        said |= {"announce_turn": rules.announce_turn(match), "ask": next(rules.ask(match))}
        after = match.play(int(legal(game, position)[0]))
        said["show_move"] = rules.show_move(after, True)
        find_captures(game, position, after.position)  # which, as what decides, are squares of the board
        find_deciding(after)
    for name, text in said.items():
        if not isinstance(text, str):
            yield f"has {text!r} said by `{name}`"


LAWS = (
    the_drawing_is_text,
    what_is_shown_is_text,
    touching_makes_the_move,
    planes_are_within_their_maxima,
    what_is_said_is_text,
)
