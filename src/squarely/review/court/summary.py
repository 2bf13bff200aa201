"""What perfect play says of each game, as the rows of a table."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import count_noun
from squarely.solver.oracle import Oracle
from squarely.solver.solution import Summary
from squarely.solver.values import ENDLESS, TIE, Value

BOARDS = 100  # of a game whose start is dealt, those of the first seeds are solved

_HEAD = ("game", "with best play from the start", "positions", "won by", "can go on for ever", "longest forced win")


class Row(NamedTuple):
    """One game: what its start is worth, how large it is, and how its positions are shared out."""

    game: str
    start: str
    positions: str
    won: str
    endless: str
    longest: str


def make_row(game: Game) -> Row:
    """The row of one game under its options; where the start is dealt, over the boards of the first seeds."""
    starts = [game.start_for(seed) for seed in range(BOARDS)] if game.is_dealt else [game.start()]
    values, summaries = zip(*(_solve(game, start) for start in starts), strict=True)
    counts: Counter[str] = sum((Counter(summary.counts) for summary in summaries), Counter())
    positions = sum(summary.positions for summary in summaries)
    longest = max(summary.longest_win for summary in summaries)
    nobody = {"nobody": counts[TIE]} if counts[TIE] else {}
    won = {game.players[side]: counts[str(side)] for side in Side} | nobody
    return Row(
        f"{game.name} ({game.options})" if game.options else game.name,
        _describe_start(game, values),
        f"{positions:,}" + (f" on {len(starts)} boards" if game.is_dealt else ""),
        ", ".join(f"{name} {count:,}" for name, count in won.items()),
        f"{counts[ENDLESS]:,} ({100 * counts[ENDLESS] / positions:.1f} %)",
        count_noun(longest, "move"),
    )


def render_markdown(games: Iterable[Game]) -> str:
    """The table of these games, as README has it."""
    rows = [_HEAD, ("---",) * len(_HEAD), *map(make_row, games)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _solve(game: Game, start: Position) -> tuple[Value, Summary]:
    oracle = Oracle(game)
    return oracle.value(start), oracle.solution(start).summary()


def _describe_start(game: Game, values: tuple[Value, ...]) -> str:
    """What the start is worth in words; of several boards, how many are worth what."""
    if len(values) == 1:
        return values[0].describe_briefly(game.players)
    winners = Counter(game.players[value.winner] if value.winner is not None else "nobody" for value in values)
    told = ", ".join(f"{name} wins {count} of {len(values)} dealt boards" for name, count in winners.items())
    margins = sorted(value.margin for value in values if value.margin is not None)
    return f"{told}, by {margins[0]} to {margins[-1]} points" if margins else told
