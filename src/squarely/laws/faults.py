"""Where a game breaks a law: the smallest position that shows it, the moves that lead there, and what to change."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.laws.law import Law, describe_position, list_moves
from squarely.laws.symmetries import a_transformed_board_is_the_same_game
from squarely.laws.walk import Walk

_COSTLY = 600  # positions in which a costly law is tried
_EVERYWHERE = (a_transformed_board_is_the_same_game,)  # whatever it costs: who solves the game believes it everywhere


class Fault(NamedTuple):
    """A broken law."""

    law: str
    promise: str
    what: str  # is wrong, as the end of a sentence that begins with the position
    mend: str
    options: str = ""
    position: str = ""  # its line; empty where no position is to blame
    drawing: str = ""
    moves: tuple[str, ...] = ()  # that lead there

    @property
    def sentence(self) -> str:
        """What is wrong, on one line."""
        return f"{self.position} {self.what}" if self.position else self.what

    def as_data(self) -> dict[str, Any]:
        """The fault as plain data."""
        return {**self._asdict(), "moves": list(self.moves)}


def find_faults(game: Game, laws: Sequence[Law], walk: Walk, note: Callable[[int], None] | None = None) -> list[Fault]:
    """For each law that is broken the nearest position that shows it. Where one is broken, no other is tried.

    `note` is told how many checks were made, law by law.
    """
    faults, faulty, every = [], set[Position](), walk.positions
    some = every[:: len(every) // _COSTLY + 1]
    for law in laws:
        looked_at = some if law.is_costly and law not in _EVERYWHERE else every
        broken_in = [each for each in looked_at if each not in faulty and law.find_fault(game, each)]
        if note:
            note(len(looked_at))
        if broken_in:
            nearest = next((each for each in every if each not in faulty and law.find_fault(game, each)), broken_in[0])
            faulty |= {*broken_in}
            faults.append(make_fault(game, law, walk, nearest))
    return faults


def make_fault(game: Game, law: Law, walk: Walk, position: Position) -> Fault:
    """A fault with the shortest way to a position that shows it."""
    complaint = law.find_fault(game, position)
    start, moves = walk.trace(position)
    if not walk.is_whole:
        moves = shrink(game, law, start, moves)
    position, words = start, []
    for move in moves:
        words.append(_write_move(game, position, move))
        position = game.rules.play(game.law, position, move)
    what = law.find_fault(game, position) or complaint
    return Fault(
        law.name, law.promise, what, law.mend, game.options, describe_position(game, position),
        draw_position(game, position), tuple(words),
    )  # fmt: skip


def shrink(game: Game, law: Law, start: Position, moves: list[int]) -> list[int]:
    """Fewer of these moves, or others that come sooner, that still lead to a position in which the law is broken."""
    for length in range(len(moves)):  # nothing shorter than the first position on the way that shows it
        if (end := _replay(game, start, moves[:length])) is not None and law.find_fault(game, end):
            moves = moves[:length]
            break
    shorter = True
    while shorter:
        shorter = False
        for left_out in (*combinations(range(len(moves)), 1), *((at, at + 1) for at in range(len(moves) - 1))):
            kept = [move for at, move in enumerate(moves) if at not in left_out]
            if (end := _replay(game, start, kept)) is not None and law.find_fault(game, end):
                moves, shorter = kept, True
                break
    return moves


def _replay(game: Game, position: Position, moves: Sequence[int]) -> Position | None:
    """Where these moves lead; None if one of them is not legal."""
    try:
        for move in moves:
            if move not in list_moves(game, position):
                return None
            position = game.rules.play(game.law, position, move)
    except Exception:  # the rules fail on this way: it is not the one that was looked for
        return None
    return position


def _write_move(game: Game, position: Position, move: int) -> str:
    try:
        text = game.rules.write_move(game.law, position, move)
    except Exception:  # told by the law of words
        return str(move)
    return text if isinstance(text, str) else str(move)


def draw_position(game: Game, position: Position) -> str:
    """The board, or nothing where the game cannot draw it."""
    try:
        drawn = game.draw(position)
    except Exception:  # told by the law of drawings
        return ""
    return drawn if isinstance(drawn, str) else ""
