"""The laws of numbers: how great the fields of a position may be, what fits into machine code, what points are."""

from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.laws.law import Complaints, law

WIDEST = 63  # bits of a number in machine code, besides its sign


@law("`maxima(law)` says the greatest number that each counted field ever has; the kinds of the others say theirs.")
def fields_are_within_their_ranges(game: Game, position: Position) -> Complaints:
    """No field of a position is greater than its kind and `maxima` say."""
    for name, parts in (game.rules.ranges(game.law) or {}).items():
        value = getattr(position, name)
        numbers = value if isinstance(value, tuple) else (value,)
        if len(numbers) != len(parts):
            yield f"has {value!r} as its {name}, which is no {game.rules.kinds[name].value}"
            continue
        for number, part in zip(numbers, parts, strict=True):
            if number & ~part.used:
                kind = game.rules.kinds[name].value
                beyond = "less" if number < 0 else "more"
                yield f"has {number} as its {name}, {beyond} than {kind} takes; see `maxima`"


@law("A set of more than 63 squares takes two numbers; compiled numbers have 63 bits and a sign.")
def numbers_fit_into_machine_code(game: Game, position: Position) -> Complaints:
    """No number of a position or of the law has more than 63 bits."""
    for what, numbers in (("its", position), ("its law's", game.law)):
        todo = [*zip(numbers._fields, numbers, strict=True)] if numbers else []
        while todo:
            name, number = todo.pop()
            if isinstance(number, tuple):
                todo += [(name, each) for each in number]
            elif not -(1 << WIDEST) <= number < 1 << WIDEST:
                yield f"has a number of {number.bit_length()} bits in {what} {name}"
                return


@law("`points` returns two whole numbers, the first side's and the second's.")
def points_are_two_numbers(game: Game, position: Position) -> Complaints:
    """What the sides have scored is two whole numbers."""
    points = game.points(position)
    if points is not None and (
        not isinstance(points, tuple) or len(points) != 2 or any(type(each) is not int for each in points)
    ):
        yield f"has the points {points!r}"


LAWS = (fields_are_within_their_ranges, numbers_fit_into_machine_code, points_are_two_numbers)
