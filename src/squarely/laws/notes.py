"""What is worth knowing about a game that breaks no law by it: whether it ends, its bits, its counters, its points."""

from collections.abc import Iterator
from itertools import pairwise, starmap
from operator import lt

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.core.text.notation import count_noun
from squarely.laws.law import WIDEST, describe_position, flatten
from squarely.laws.walk import Walk, follow, play_seeded

_NEAR, _FAR, _PLAYS = 30, 1_000, 3  # moves of plays that do not end, and how many make a counter believed


def describe_notes(game: Game, walk: Walk) -> list[str]:
    """Each thing worth knowing, as a sentence."""
    told = [describe_end(game, walk), describe_bits(game, walk)]
    if field := find_counter(game):
        told.append(
            f"`{field}` grows with every move, so that no position ever comes again. If it only counts turns, leave it "
            "out: a position is what decides the future."
        )
    return [*told, describe_points(game, walk)] if game.has_points else told


def describe_end(game: Game, walk: Walk) -> str:
    """Whether play always ends, and when; else a way round a circle."""
    longest, way = dict[Position, int](), dict[Position, Iterator[tuple[int, Position]]]()
    for root in walk.steps:
        way = {} if root in longest else {root: follow(game, root)}
        while way:
            here = next(reversed(way))
            for _, after in way[here]:
                if after in way:
                    length = count_noun(len(way) - [*way].index(after), "move")
                    return f"Play need not end: {length} from {describe_position(game, after)} can lead back to it."
                if after in walk.steps and after not in longest:
                    way[after] = follow(game, after)
                    break
            else:
                longest[here] = max((longest.get(after, 0) + 1 for _, after in follow(game, here)), default=0)
                del way[here]
    if walk.is_whole:
        return f"Play always ends, after {count_noun(max(longest.values()), 'move')} at most."
    return "No position was seen to come again, so play may always end; only all positions would tell."


def describe_bits(game: Game, walk: Walk) -> str:
    """How many bits a position takes, and what that means for the solver."""
    if game.ranges is not None:
        bits = sum(part.used.bit_count() for parts in game.ranges.values() for part in parts)
    else:  # as far as was seen
        columns = zip(*(list(flatten(position)) for position in walk.steps), strict=True)
        bits = sum((max(column) - min(column)).bit_length() for column in columns)
    if bits <= WIDEST:
        return f"A position takes {count_noun(bits, 'bit')}; the solver can keep {WIDEST}."
    return (
        f"A position takes {bits} bits, and the solver can keep {WIDEST}: this game can be played, but not solved, "
        "unless squares only ever lose what they held at the start. Smaller maxima, a set of squares in the place of "
        "Contents, or fewer fields take fewer bits."
    )


def find_counter(game: Game) -> str:
    """The first field that grows with every move of seeded play that does not end; empty where there is none."""
    growing: list[str] = []
    for longest in (_NEAR, _FAR):
        for number in range(_PLAYS):
            played = [position for position, _ in play_seeded(game, number * 3, longest)]
            fields = zip(game.Position._fields, zip(*played, strict=True), strict=True)
            growing = [name for name, values in fields if all(starmap(lt, pairwise(values)))]
            if len(played) <= longest or not growing:
                return ""  # it ends, and whatever grows until then has its reasons
    return growing[0]


def describe_points(game: Game, walk: Walk) -> str:
    """Whether points are a margin."""
    for position in walk.steps:
        result, (first, second) = game.outcome(position), game.points(position) or (0, 0)
        by_points = FIRST_WINS if first > second else SECOND_WINS
        if result != ONGOING and (result != by_points if first != second else result in (FIRST_WINS, SECOND_WINS)):
            where = describe_position(game, position)
            return f"Points do not decide: {where} ends otherwise with {first} to {second}. It is solved by results."
    return "Points are a margin: at every end that was seen, whoever has more has won."
