"""The laws of what a game declares, tried once: where it begins, its symmetries, names, options and words."""

from squarely.core.rules.fields import COUNTED, ON_THE_BOARD, Kind
from squarely.core.rules.game import ONGOING, Game, Position
from squarely.laws.law import WIDEST, Complaints, describe_position, find_odd_part, flatten, law

_TIMES, _DEALS = 20, 20  # that a start is asked for: one by chance may come twice; and deals that are


@law("`start` gives a position in which somebody can move.", is_for_truth=True, is_declared=True)
def the_start_goes_on(game: Game, _: Position) -> Complaints:
    """A match begins with a position in which the mover can move."""
    if odd := find_odd_part(game, game.start()):
        yield f"begins with {odd}"
    elif game.outcome(game.start()) != ONGOING:
        yield f"is over at its start, {describe_position(game, game.start())}"


@law("`set_up`, `start` and `deal` use no global, `random` or clock.", is_for_truth=True, is_declared=True)
def starts_are_the_same_each_time(game: Game, _: Position) -> Complaints:
    """The same options work out the same numbers and the same start, the same deal the same position."""
    again, deals = game.printed(game.options), game.deals()
    for name, value in vars(again).items():
        if isinstance(value, int | tuple) and vars(game).get(name) != value:
            yield f"works out another `{name}` each time"
        if any(isinstance(number, int) and number.bit_length() > WIDEST for number in flatten(value)):
            yield f"works out `{name}` with numbers of more than {WIDEST} bits, which machine code does not have"
    if len({again.start(), *(game.start() for _ in range(_TIMES))}) > 1:
        yield "begins with another position each time"
    if type(deals) is not int or deals < 1:
        yield f"has {deals!r} deals; there is one at least"
    for number in {*range(0, deals, deals // _DEALS + 1), deals - 1}:
        if odd := find_odd_part(game, game.deal(number)):
            yield f"deals {odd} as number {number}"
        elif len({game.deal(number) for _ in range(_TIMES)}) > 1:
            yield f"deals another position each time as number {number}"


@law("`is_symmetry` says yes to both or to neither.", is_for_truth=True, is_declared=True)
def symmetries_are_a_group(game: Game, _: Position) -> Complaints:
    """Two symmetries one after the other are one of them, too."""
    ways = [*zip(*game.symmetries, strict=True)]
    both = {(tuple(a[at] for at in c), tuple(b[at] for at in d)) for a, b in ways for c, d in ways}
    if len({*ways}) < len(ways) or not both <= {*ways}:
        yield "has two symmetries, and not the one that they make one after the other"


@law('Change, or give, the attribute that is named: `pieces = {"stones": "o"}`.', is_declared=True)
def what_is_declared_fits(game: Game, _: Position) -> Complaints:
    """Names, marks, pieces, maxima and options are of the right kind, and no two are alike."""
    for what in ("players", "marks"):
        pair = getattr(game, what)
        texts = {each for each in pair if isinstance(each, str) and each.strip()}
        if not isinstance(pair, tuple) or len(pair) != 2 or len(texts) != 2:
            yield f"has the `{what}` {pair!r}; they are two different texts"
    board = [name for name, kind in game.kinds.items() if kind in ON_THE_BOARD and kind is not Kind.CONTENTS]
    glyphs = {**{name: game.pieces.get(name, "") for name in board}, "empty": game.empty}
    for name, glyph in glyphs.items():
        if len(glyph) != 1 or glyph.isspace() or [*glyphs.values()].count(glyph) > 1:
            yield f"writes `{name}` as {glyph!r} on its board, where each has a letter of its own; see `pieces`"
    if game.has_board and game.shape.squares < 1:
        yield "has a board, and neither `size` nor `rows` and `columns`"
    for name in {*game.maxima()} - {*game.kinds, *game.extra_planes}:
        yield f"gives a maximum of {name}, which is neither a field nor an extra plane"
    for name in [name for name, kind in game.kinds.items() if kind in COUNTED and name not in game.maxima()]:
        yield f"says in `maxima` nothing about {name}, which counts"
    for name in vars(game).keys() & ({*Game.__annotations__} - {"settings"}):
        yield f"sets `{name}` in `set_up`, which means something else in every game; call it otherwise"
    for option in game.declared:
        if str(option.default) not in option.choices:
            yield f"has an option {option.name} with the default {option.default!r}; it is {option.allowed}"
    for text in game.rule_sets.values():
        game.printed(text)  # which refuses options that are none


@law("`phrases` maps phrases of the rulebook to others, `places` squares to words.", is_declared=True)
def words_about_it_are_text(game: Game, _: Position) -> Complaints:
    """What options change about the rulebook, and what special squares are, is text."""
    for old, new in game.words.phrases().items():
        if not isinstance(old, str) or not isinstance(new, str):
            yield f"replaces {old!r} by {new!r} in `phrases`"
    for square, text in game.words.places().items():
        if square not in range(game.shape.squares) or not isinstance(text, str):
            yield f"calls the square {square!r} {text!r} in `places`; squares go from 0 to {game.shape.squares - 1}"
    if game.words.picture and not game.options and game.outcome(game.read_position(game.words.picture)) != ONGOING:
        yield "has a `picture` in which the match is over"
