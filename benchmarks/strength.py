"""Plays every strength against the one below it and writes docs/strength.md.

    python benchmarks/strength.py

Everything comes from seeds, so whoever runs this again gets the same table.
"""

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from random import Random

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.players import Player, seat_player
from squarely.solver.oracle import find_oracle

GAMES = (("center", ""), ("numbers", ""), ("quad", ""), ("quad", "size=3"), ("showdown", ""), ("snatchers", ""))
LADDER = ("random", *(f"level:{level}" for level in range(1, 10)), "perfect")
OPENINGS = range(1000, 1200)  # seeds; the levels were tuned on 0 to 199
LONGEST = 60  # turns; a match that is not over by then counts a half for each
PAGE = Path(__file__).resolve().parent.parent / "docs" / "strength.md"


def opening(game: Game, seed: int) -> Match:
    """A match begun with a few random moves, at a point where something is at stake: not every move is as good."""
    chance, match = Random(f"opening {seed}"), Match.of(game, game.start_for(seed))
    oracle = find_oracle(match)
    assert oracle
    while True:
        begun = match
        for _ in range(chance.randrange(7)):
            begun = begun.play(chance.choice(begun.legal_moves)) if begun.legal_moves else begun
        if 0 < len(oracle.find_keeping_moves(begun.position)) < len(begun.legal_moves):
            return begun


def points(match: Match, players: tuple[Player, Player], upper: Side) -> float:
    """What the upper strength scores: 1 for a win, a half for a tie or a match that does not end."""
    while not match.outcome and len(match.moves) < LONGEST:
        match = match.play(players[match.mover].choose(match))
    winner = match.outcome.winner if match.outcome else None
    return 0.5 if winner is None else float(winner == upper)


def player(name: str, seed: int) -> Player:
    """The computer player of that name."""
    found = seat_player(name, seed)
    assert found, f"{name} is no computer player"
    return found


def score(upper: str, lower: str, name: str, options: str, seeds: Iterable[int]) -> float:
    """The share that the upper strength scores against the lower, both seats of every opening."""
    game, total, matches = registry.load(name, options), 0.0, 0
    for seed in seeds:
        begun = opening(game, seed)
        strong, weak = player(upper, 2 * seed), player(lower, 2 * seed + 1)
        total += points(begun, (strong, weak), Side.FIRST) + points(begun, (weak, strong), Side.SECOND)
        matches += 2
    return total / matches


def page(scores: dict[tuple[str, str], list[float]]) -> str:
    """The table as a page."""
    titles = [f"{name} {options}".strip() for name, options in GAMES]
    rows = [
        [upper, lower, *(f"{100 * share:.1f}" for share in [*shares, sum(shares) / len(shares)])]
        for (upper, lower), shares in scores.items()
    ]
    lines = [["strength", "against", *titles, "together"], ["---"] * 2 + ["---:"] * (len(titles) + 1), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return _PAGE.format(
        table=table, matches=2 * len(OPENINGS), games=len(GAMES), first=OPENINGS[0], last=OPENINGS[-1], longest=LONGEST
    )


_PAGE = """# How strong the computer players are

Each strength against the one below it. A figure is the share of the points that the stronger one scores, in percent:
a win counts 1, a tie and a match that is not over after {longest} turns count a half for each. Above 50 is stronger.

{table}

- Each figure of a game is {matches} matches, each figure under *together* the mean of the {games} before it.
- Matches begin where something is at stake: a deal where the game is dealt, up to six random moves, and then not every
  move keeps the result. From each opening two matches are played, with the seats swapped.
- The openings have the seeds {first} to {last}, none of which was used to tune the levels; in opening *s* the stronger
  player has the seed 2*s*, the weaker 2*s* + 1.
- Differences of less than a point are smaller than what other seeds would change.
- Where nothing lies deep, as in center and numbers, the better levels see everything and only the opening decides: each
  wins it from the same seat, which is 50.

This page is written by `python benchmarks/strength.py`. [Opponents](opponents.md) says what the players are.
"""


def main() -> None:
    """Play all of it and write the page."""
    pairs = [(upper, lower) for lower, upper in pairwise(LADDER)]
    with ProcessPoolExecutor() as pool:
        running = {pair: [pool.submit(score, *pair, *game, OPENINGS) for game in GAMES] for pair in pairs}
        scores = {pair: [future.result() for future in futures] for pair, futures in running.items()}
    PAGE.write_text(page(scores), encoding="utf-8")
    print(page(scores))


if __name__ == "__main__":
    main()
