"""The rules beside the servers: what may be played, and what comes of it, from the words of the moves alone."""

from functools import cache

from squarely.core.rules import registry

GAME = "snatchers"
WORDS = tuple(f"{way} {steps}" for way in ("up", "down", "left", "right") for steps in (1, 2))


@cache
def _branch(position: str) -> dict[str, tuple[str, bool]]:
    """What may be played here: the words, the position after it as it is written, and whether the match goes on."""
    game = registry.load(GAME)
    at = game.read_position(position) if position else game.start()
    after = {str(move): game.play(at, move) for move in game.named_moves(at)}
    return {words: (game.write_position(each), not game.result(each)) for words, each in after.items()}


def position_after(moves: tuple[str, ...]) -> str | None:
    """The position that a match comes to, empty at the start; none if one of the moves may not be played."""
    position = ""
    for words in moves:
        if words not in (branch := _branch(position)):
            return None
        position, _ = branch[words]
    return position


def legal_after(moves: tuple[str, ...]) -> frozenset[str]:
    """The words of the moves that may be played after these."""
    position = position_after(moves)
    return frozenset() if position is None else frozenset(_branch(position))


def safe_moves(position: str) -> tuple[str, ...]:
    """The moves after which the match goes on."""
    return tuple(words for words, (_, goes_on) in _branch(position).items() if goes_on)
