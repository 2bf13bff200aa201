"""The rules beside the servers: what may be played, and what comes of it, from the words of the moves alone."""

from functools import cache

from squarely.core.rules import registry

GAME = "snatchers"
WORDS = tuple(f"{way} {steps}" for way in ("up", "down", "left", "right") for steps in (1, 2))


def legal_after(moves: tuple[str, ...]) -> frozenset[str]:
    """The words of the moves that may be played after these."""
    return _legal(position_after(moves))


@cache
def _legal(position: str) -> frozenset[str]:
    if not position:
        return frozenset()
    game = registry.load(GAME)
    return frozenset(str(move) for move in game.named_moves(game.read_position(position)))


def position_after(moves: tuple[str, ...]) -> str:
    """The position that a match comes to, as it is written; none if one of the moves may not be played."""
    game = registry.load(GAME)
    position = game.write_position(game.start())
    for words in moves:
        position = position and _after(position, words)
    return position


@cache
def _after(position: str, words: str) -> str:
    game = registry.load(GAME)
    at = game.read_position(position)
    move = next((each for each in game.named_moves(at) if str(each) == words), None)
    return "" if move is None else game.write_position(game.play(at, move))


@cache
def safe_moves(position: str) -> tuple[str, ...]:
    """The moves after which the match goes on."""
    game = registry.load(GAME)
    at = game.read_position(position)
    return tuple(str(move) for move in game.named_moves(at) if not game.result(game.play(at, move)))
