"""A position by which a game is recognised: out of the middle of a match, not the start, where many look alike."""

from functools import lru_cache
from random import Random

from squarely.core.rules.game import Game, Position

_MATCHES = 8  # that are tried
_TURNS = 40  # of each, as some games can go on for ever


@lru_cache(maxsize=64)
def choose_picture(game: Game) -> Position:
    """A position that shows what the game is like, always the same one, and never an end.

    It is what the game's words say in `picture`; else, of some seeded matches, the middle in which most has happened
    and most is left. Under other options than the rulebook's it is the start: a picture is for telling games apart.
    """
    if game.options:
        return game.start()
    if game.words.picture:
        return game.read_position(game.words.picture)
    return max((_find_middle(game, seed) for seed in range(_MATCHES)), key=lambda pair: _rate_richness(game, *pair))[1]


def _find_middle(game: Game, seed: int) -> tuple[Position, Position]:
    """The start of a match of random moves, and the position half way through it."""
    rng, positions = Random(f"picture {seed}"), [game.start_for(seed)]
    while len(positions) <= _TURNS and (moves := tuple(game.legal_moves(positions[-1]))):
        positions.append(game.play(positions[-1], rng.choice(moves)))
    return positions[0], positions[(len(positions) - 1) // 2]


def _rate_richness(game: Game, start: Position, position: Position) -> tuple[int, int]:
    """How many squares look different from the start, counted up to half of the board; then how many show something."""
    texts, changed = game.words.shown(position), len(game.words.changed_squares(start, position))
    return min(changed, len(texts) - changed), sum(map(bool, texts))
