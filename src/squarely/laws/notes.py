"""What is worth knowing about a game that breaks no law by it: whether it ends, its bits, its counters, its points."""

from collections.abc import Iterator
from itertools import pairwise

from squarely.core.game import Game
from squarely.core.notation import count_noun
from squarely.core.position import Kind
from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS, Position
from squarely.laws.law import describe_position
from squarely.laws.numbers import WIDEST
from squarely.laws.walk import Walk, follow, play_seeded

_NEAR, _FAR, _PLAYS = 30, 1_000, 3  # moves of plays that do not end, and how many make a counter believed


def describe_notes(game: Game, walk: Walk) -> list[str]:
    """Each thing worth knowing, as a sentence."""
    told = (describe_end(game, walk), describe_bits(game, walk), describe_counter(game), describe_points(game, walk))
    return [note for note in told if note]


def describe_end(game: Game, walk: Walk) -> str:
    """Whether play always ends; else a way round a circle."""
    circle = find_circle(game, walk)
    if circle:
        length = count_noun(len(circle), "move")
        return f"Play need not end: {length} from {describe_position(game, circle[0])} can lead back to it."
    if walk.is_whole:
        return f"Play always ends, after {count_noun(_measure_longest(game, walk), 'move')} at most."
    return "No position was seen to come again, so play may always end; only all positions would tell."


def find_circle(game: Game, walk: Walk) -> list[Position]:
    """Positions of which each leads to the next and the last to the first; none where there is no such circle."""
    done, way = set[Position](), dict[Position, Iterator[tuple[int, Position]]]()
    for root in walk.steps:
        way = {} if root in done else {root: follow(game, root)}
        while way:
            here = next(reversed(way))
            for _, after in way[here]:
                if after in way:
                    return [*way][[*way].index(after) :]
                if after in walk.steps and after not in done:
                    way[after] = follow(game, after)
                    break
            else:
                done.add(here)
                del way[here]
    return []


def _measure_longest(game: Game, walk: Walk) -> int:
    """The longest play of a game that has no circles."""
    longest = dict.fromkeys(walk.steps, 0)
    for position in _order_by_play(game, walk):
        longest[position] = max((longest[after] + 1 for _, after in follow(game, position)), default=0)
    return max(longest.values())


def _order_by_play(game: Game, walk: Walk) -> Iterator[Position]:
    """Every position behind all that can follow it."""
    done = set[Position]()
    for root in walk.steps:
        way = {} if root in done else {root: follow(game, root)}
        while way:
            here = next(reversed(way))
            after = next((each for _, each in way[here] if each not in done), None)
            if after is not None:
                way[after] = follow(game, after)
                continue
            done.add(here)
            yield here
            del way[here]


def count_bits(game: Game, walk: Walk) -> int:
    """How many bits a position takes: by what its fields are, or as far as was seen."""
    ranges = game.rules.ranges(game.law)
    if ranges is not None:
        return sum(part.used.bit_count() for parts in ranges.values() for part in parts)
    columns = zip(*(list(_flatten(position)) for position in walk.steps), strict=True)
    return sum((max(column) - min(column)).bit_length() for column in columns)


def describe_bits(game: Game, walk: Walk) -> str:
    """How many bits a position takes, and what that means for the solver."""
    bits, known = count_bits(game, walk), game.rules.ranges(game.law) is not None
    taken = f"A position takes {count_noun(bits, 'bit')}{'' if known or walk.is_whole else ' or more'}"
    if bits <= WIDEST:
        return f"{taken}; the solver can keep {WIDEST}."
    has_contents = Kind.CONTENTS in game.rules.kinds.values()
    unless = ", unless squares only ever lose what they held at the start" if has_contents else ""
    return (
        f"{taken}, and the solver can keep {WIDEST}: this game can be played, but not solved{unless}. Smaller maxima, "
        "a set of squares in the place of Contents, or fewer fields take fewer bits."
    )


def describe_counter(game: Game) -> str:
    """Which field grows with every move, so that no position ever comes again; nothing where none does."""
    field = find_counter(game)
    if not field:
        return ""
    return (
        f"`{field}` grows with every move, so that no position ever comes again. If it only counts turns, leave it "
        "out: a position is what decides the future."
    )


def find_counter(game: Game) -> str:
    """The first field that grows with every move of seeded play that does not end; empty where there is none."""
    growing: list[str] = []
    for longest in (_NEAR, _FAR):
        for number in range(_PLAYS):
            played = [position for position, _ in play_seeded(game, number * 3, longest)]
            growing = _find_growing(played)
            if len(played) <= longest or not growing:
                return ""  # it ends, and whatever grows until then has its reasons
    return growing[0]


def _find_growing(played: list[Position]) -> list[str]:
    return [
        name
        for name in played[0]._fields
        if all(getattr(later, name) > getattr(sooner, name) for sooner, later in pairwise(played))
    ]


def describe_points(game: Game, walk: Walk) -> str:
    """Whether points are a margin; nothing in a game without points."""
    if not game.rules.has_points:
        return ""
    for position in walk.steps:
        result, (first, second) = game.rules.outcome(game.law, position), game.points(position) or (0, 0)
        if result == ONGOING:
            continue
        by_points = FIRST_WINS if first > second else SECOND_WINS
        if result != by_points if first != second else result in (FIRST_WINS, SECOND_WINS):
            where = describe_position(game, position)
            return f"Points do not decide: {where} ends otherwise with {first} to {second}. It is solved by results."
    return "Points are a margin: at every end that was seen, whoever has more has won."


def _flatten(position: Position) -> Iterator[int]:
    for part in position:
        if isinstance(part, tuple):
            yield from _flatten(part)
        else:
            yield part
