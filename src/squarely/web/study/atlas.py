"""The atlas of a game: every position there is, by its value."""

from collections import defaultdict

from squarely.errors import SquarelyError
from squarely.game import Game, Position, Side
from squarely.solver.graph import TooLarge
from squarely.solver.solution import SmallSolution
from squarely.solver.values import Value
from squarely.web.messages import Atlas, AtlasGroup, Look, Study
from squarely.web.study import views
from squarely.web.study.puzzles import levels

UNFOLDED = 2000  # positions that are shown one by one, however they lie
MOST = 3000  # that fit on a page
_INSTEAD = "Solve its puzzles, or explore it: there the truth of every move is at hand."


class NoAtlas(SquarelyError):
    """A game whose positions do not fit on a page."""


def atlas(game: Game) -> Atlas:
    """Every position that play can reach, the soonest decided first; NoAtlas says what else there is to do."""
    solution = _solution(game)
    everything, apart = list(solution.graph.index), solution.graph.nodes
    folded = len(everything) > UNFOLDED
    by_value: dict[tuple[Value, Side], list[Position]] = defaultdict(list)
    for position in apart if folded else everything:
        value = solution.value(position)
        if value is None:
            raise AssertionError("a solution knows its own positions")
        by_value[value, Side(position.mover)].append(position)
    groups = [_group(game, *by, by_value[by]) for by in sorted(by_value, key=_soonest_first)]
    return Atlas(
        game=game.name,
        title=game.rules.TITLE,
        options=game.options,
        sides=list(game.rules.NAMES),
        folded=folded,
        count=len(everything),
        board=views.board(game, game.start()),
        looks=_looks(game, apart),
        groups=groups,
    )


def study(game: Game) -> Study:
    """What there is to study of a game."""
    try:
        _solution(game)
    except NoAtlas:
        return Study(game.name, False, levels(game.name))
    return Study(game.name, True, levels(game.name))


def _solution(game: Game) -> SmallSolution:
    """The solution of everything that an atlas shows."""
    if game.is_dealt:
        raise NoAtlas(f"{game.name} has {game.deals:,} boards, and each would have an atlas of its own. {_INSTEAD}")
    try:
        return SmallSolution(game, [game.start()], MOST)
    except TooLarge:
        raise NoAtlas(f"{game.name} has too many positions to be shown on a page. {_INSTEAD}") from None


def _group(game: Game, value: Value, mover: Side, positions: list[Position]) -> AtlasGroup:
    winner = None if value.winner is None else views.SIDES[value.winner]
    return AtlasGroup(
        words=value.told(game.rules.NAMES),
        kind=winner or ("endless" if value.distance is None else "tie"),
        distance=value.distance,
        mover=views.SIDES[mover],
        positions=sorted(map(game.write_position, positions)),
    )


def _soonest_first(by: tuple[Value, Side]) -> tuple[bool, int, int, int, int]:
    """Ends first, what never ends last; of equals the first side's wins, then the second's, then ties."""
    value, mover = by
    winner = len(Side) if value.winner is None else value.winner
    return value.distance is None, value.distance or 0, winner, -(value.margin or 0), mover


def _looks(game: Game, positions: list[Position]) -> dict[str, Look]:
    """How each glyph of a line looks on the board; as itself where it looks now like this, now like that."""
    looks: dict[str, Look] = {}
    for position in positions:
        glyphs = game.write_position(position).split()[0].replace("/", "")
        for glyph, square in zip(glyphs, views.board(game, position).squares, strict=False):
            look = Look(square.text, square.side)
            if looks.setdefault(glyph, look) != look:
                looks[glyph] = Look(glyph)
    return looks
