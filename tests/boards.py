"""Positions in tests look like boards: drawn over several lines, squares apart, the side to move underneath."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from squarely import Game, Match, SquarelyError


def line(drawn: str) -> str:
    """The one-line text form of a drawn board: its rows joined by slashes, then the last line as it stands."""
    *rows, rest = drawn.strip().splitlines()
    return " ".join(["/".join(row.replace(" ", "") for row in rows), rest]).strip()


def at(game: Game, drawn: str) -> Match:
    """A match that begins on the drawn board, or where a line says."""
    return Match.of(game, game.read_position(line(drawn)))


def played(match: Match, *moves: str) -> Match:
    for move in moves:
        match = match.play(move)
    return match


def written(match: Match) -> str:
    return match.game.write_position(match.position)


def legal(match: Match) -> list[str]:
    return [str(move) for move in match.legal_moves]


def refusal(error: type[SquarelyError], action: Callable[..., object], *given: object) -> str:
    """What a person is told when the action is refused with exactly this error."""
    with pytest.raises(SquarelyError) as caught:
        action(*given)
    assert type(caught.value) is error, f"{caught.value!r} is not {error.__name__}"
    return str(caught.value)


def conversation(match: Match, *answers: str) -> tuple[str, str]:
    """All that stands on the screen while the mover answers, and the words of the move that comes of it."""
    asking = match.game.words.ask(match)
    screen = next(asking)
    for answer in answers:
        screen += answer + "\n"
        try:
            screen += asking.send(answer)
        except StopIteration as end:
            return screen, end.value
    raise AssertionError(f"a question is left unanswered: {screen}")


def playouts(game: Game, matches: int = 40, turns: int = 40) -> Iterator[Match]:
    """Every match that random play passes through, each one move longer than the one before."""
    for seed in range(matches):
        chance, match = Random(seed), Match.of(game, game.start_for(seed))
        yield match
        while match.legal_moves and len(match.moves) < turns:
            match = match.play(chance.choice(match.legal_moves))
            yield match
