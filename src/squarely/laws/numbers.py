"""The laws of numbers: how great the fields of a position may be, what fits into machine code, what points are."""

from squarely.core.rules.game import ONGOING, Game, Position
from squarely.laws.law import WIDEST, Complaints, flatten, law, legal, list_moves


@law("`maxima` says the greatest number of each field of Points, Count or Contents.", is_for_truth=True)
def fields_are_within_their_ranges(game: Game, position: Position) -> Complaints:
    """No field of a position is greater than its kind and `maxima` say, and none has more than 63 bits."""
    for name, value in zip(position._fields, position, strict=True):
        numbers, parts = [*flatten(value)], game.ranges[name] if game.ranges else ()
        if game.ranges and len(numbers) != len(parts):
            yield f"has {value!r} as its {name}, which is no {game.kinds[name].value}"
        for number, part in zip(numbers, parts, strict=False):
            if number & ~part.used:
                said = f"is 0 to {game.maxima()[name]}" if name in game.maxima() else f"is {game.kinds[name].value}"
                yield f"has {number} as its `{name}`, which {said}; see `maxima`"
        if max(number.bit_length() for number in numbers) > WIDEST:
            yield f"has a number of more than {WIDEST} bits in its {name}"


@law("`points` returns two whole numbers, the first side's and the second's.", is_for_truth=True)
def points_are_two_numbers(game: Game, position: Position) -> Complaints:
    """What the sides have scored is two whole numbers."""
    points = game.points(position)
    if points is not None and (type(points) is not tuple or [type(each) for each in points] != [int, int]):
        yield f"has the points {points!r}"


@law("Leave `points_only_at_end` out where points decide a move, or when it ends.", is_for_truth=True)
def points_decide_only_the_end(game: Game, position: Position) -> Complaints:
    """A game with `points_only_at_end` has the same moves, scores and ends whatever was scored before."""
    if not (game.points_only_at_end and game.has_points):
        return
    bare, moves = game.without_points(position), legal(game, position)
    if (game.outcome(position) == ONGOING) != (game.outcome(bare) == ONGOING):
        yield "would not end here, or end here, without its points"
    elif tuple(list_moves(game, bare)) != moves:
        yield "has other moves without its points"
    else:
        had, none = game.points(position) or (0, 0), game.points(bare) or (0, 0)
        for move in moves:
            after, other = game.play(position, move), game.play(bare, move)
            if after != other and game.without_points(after) != game.without_points(other):
                yield f"leads by the move {move} elsewhere without its points"
            now, then = game.points(after) or (0, 0), game.points(other) or (0, 0)
            if now[0] - had[0] != then[0] - none[0] or now[1] - had[1] != then[1] - none[1]:
                yield f"scores by the move {move} otherwise without its points"
