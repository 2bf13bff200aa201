"""The atlas of a game: every position there is, by its value."""

from collections import defaultdict
from functools import cache

from squarely.core.errors import TooLarge
from squarely.core.rules.game import Game, Position, Side
from squarely.review.puzzles import make_puzzle
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution
from squarely.solver.values import ENDLESS, Value
from squarely.web.protocol.messages import Atlas, AtlasGroup, Look, Study
from squarely.web.study import views
from squarely.web.study.analysis import find_levels

UNFOLDED = 2000  # positions that are all shown; of more, one of each symmetry orbit
MOST = 3000  # that fit on a page
TURNING = 12  # positions that are shown before all others
_INSTEAD = "Explore it instead: there every position that you come to shows what its moves are worth."


def build_atlas(game: Game) -> Atlas:
    """Every position that play can reach, the longest wins first; TooLarge says what else there is to do."""
    solution = _solve(game)
    everything, orbits = list(solution.graph.index), solution.graph.nodes
    folded = len(everything) > UNFOLDED
    by_value: dict[tuple[Value, Side], list[Position]] = defaultdict(list)
    for position in orbits if folded else everything:
        value = solution.value(position)
        assert value, "a solution knows its own positions"
        by_value[value, Side(position.mover)].append(position)
    groups = []
    for worth, mover in sorted(by_value, key=_sort_key):
        kind = views.side_name(worth.winner) or ("endless" if worth.ending == ENDLESS else "tie")
        told, lines = worth.describe(game.players), sorted(map(game.write_position, by_value[worth, mover]))
        groups.append(AtlasGroup(told, kind, worth.distance, views.SIDES[mover], lines, worth.margin))
    return Atlas(
        **views.describe_game(game),
        folded=folded,
        count=len(everything),
        board=views.board_message(game, game.start()),
        looks=_find_looks(game, orbits),
        start=game.write_position(game.start()),
        turning=_find_turning(game, orbits),
        groups=groups,
        scoreless=solution.summary().positions != len(everything),
    )


@cache
def has_atlas(game: Game) -> bool:
    """Whether all positions of a game fit on a page."""
    try:
        return bool(_solve(game))
    except TooLarge:
        return False


def describe_study(game: Game) -> Study:
    return Study(game.name, has_atlas(game), find_levels(game.name))


def _solve(game: Game) -> SmallSolution:
    """The solution of everything that an atlas shows."""
    if game.is_dealt:
        raise TooLarge(f"{game.name} has {game.deals():,} boards, and each would have an atlas of its own. {_INSTEAD}")
    try:
        return SmallSolution(game, [game.start()], MOST)
    except TooLarge:
        raise TooLarge(f"{game.name} has too many positions to be shown on a page. {_INSTEAD}") from None


def _sort_key(by: tuple[Value, Side]) -> tuple[bool, int, int, int, int, int]:
    """Wins first, the longest before the others, then ties, then what never ends, and what is over last of all."""
    value, mover = by
    winner = len(Side) + (value.ending == ENDLESS) if value.winner is None else value.winner
    return value.distance == 0, max(winner - 1, 0), -(value.distance or 0), winner, -(value.margin or 0), mover


def _find_turning(game: Game, positions: list[Position]) -> list[str]:
    """Positions where one move alone keeps the result: those that are hardest to see, and with the most to choose."""
    oracle = Oracle(game)
    oracle.value(game.start())
    puzzles = [made for position in positions if (made := make_puzzle(oracle, position)) and len(made.keeping) == 1]
    puzzles.sort(key=lambda made: (-made.level, -len(made.losing), game.write_position(made.position)))
    return [game.write_position(made.position) for made in puzzles[:TURNING]]


def _find_looks(game: Game, positions: list[Position]) -> dict[str, Look]:
    """How each glyph of a line looks on the board; as itself where that depends on the square."""
    looks: dict[str, Look] = {}
    for position in positions:
        glyphs = game.position_line(position).glyphs
        for glyph, square in zip(glyphs, views.board_message(game, position).squares, strict=False):
            look = Look(square.text, square.side)
            if looks.setdefault(glyph, look) != look:
                looks[glyph] = Look(glyph)
    return looks
