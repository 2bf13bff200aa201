"""Where a game breaks a law: the smallest position that shows it, the moves that lead there, and what to change."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from squarely.core.rules.game import Game, Position
from squarely.laws.law import Law, describe_position, list_moves, say
from squarely.laws.walk import Walk, walk_through

Note: TypeAlias = Callable[[int], None] | None  # is told how many checks were made, law by law
_COSTLY = 600  # positions in which a costly law is tried


class Fault(NamedTuple):
    """A broken law."""

    law: str
    promise: str
    what: str  # is wrong, as the end of a sentence that begins with the position, or with the game
    mend: str
    options: str = ""
    position: str = ""  # its line; empty where no position is to blame
    drawing: str = ""
    moves: tuple[str, ...] = ()  # that lead there

    @property
    def sentence(self) -> str:
        return f"{self.position or 'it'} {self.what}"


def try_laws(game: Game, laws: Sequence[Law], most: int, note: Note = None) -> tuple[list[Fault], Walk | None]:
    """What a game breaks, as a whole and in that many positions; these are None where it cannot even begin."""
    broken = [(law, what) for law in laws if law.is_declared and (what := law.find_fault(game, None))]
    faults = [Fault(law.name, law.promise, what, law.mend, game.options) for law, what in broken]
    if any(law.is_for_truth for law, _ in broken):
        return faults, None
    walk = walk_through(game, most)
    return [*faults, *find_faults(game, laws, walk, note)], walk


def find_faults(game: Game, laws: Sequence[Law], walk: Walk, note: Note = None) -> list[Fault]:
    """For each law that is broken the nearest position that shows it. Where one is broken, no other is tried."""
    faults, faulty, every = [], set[Position](), [*walk.steps]
    some = every[:: len(every) // _COSTLY + 1]
    for law in [law for law in laws if not law.is_declared]:
        looked_at = some if law.is_costly else every
        asked = {each: law.find_fault(game, each) for each in looked_at if each not in faulty}
        broken = {position: what for position, what in asked.items() if what}
        if note:
            note(len(looked_at))
        if broken:
            nearby = ((each, broken.get(each) or law.find_fault(game, each)) for each in every if each not in faulty)
            faults.append(_make_fault(game, law, walk, *next(found for found in nearby if found[1])))
            faulty |= {*broken}
    return faults


def _make_fault(game: Game, law: Law, walk: Walk, position: Position, complaint: str) -> Fault:
    """The fault; where it does not show again, as by chance, with the complaint that it was found by."""
    start, moves = walk.trace(position)
    if not walk.is_whole:
        moves = _shrink(game, law, start, moves)
    position, words = start, []
    for move in moves:
        words.append(say(game.words.write_move, position, move) or str(move))
        position = game.play(position, move)
    what = law.find_fault(game, position) or complaint
    line, drawing = describe_position(game, position), say(game.words.draw, position)
    return Fault(law.name, law.promise, what, law.mend, game.options, line, drawing, tuple(words))


def _shrink(game: Game, law: Law, start: Position, moves: list[int]) -> list[int]:
    """Fewer of these moves that still lead to a position in which the law is broken."""

    def shows(kept: list[int]) -> bool:
        end = _replay(game, start, kept)
        return end is not None and bool(law.find_fault(game, end))

    moves = next((moves[:length] for length in range(len(moves)) if shows(moves[:length])), moves)
    while True:
        left_out = (*combinations(range(len(moves)), 1), *((at, at + 1) for at in range(len(moves) - 1)))
        fewer = ([move for at, move in enumerate(moves) if at not in out] for out in left_out)
        shorter = next((kept for kept in fewer if shows(kept)), None)
        if shorter is None:
            return moves
        moves = shorter


def _replay(game: Game, position: Position, moves: Sequence[int]) -> Position | None:
    """Where these moves lead; None if one of them is not legal."""
    try:
        for move in moves:
            if move not in list_moves(game, position):
                return None
            position = game.play(position, move)
    except Exception:  # the rules fail on this way: it is not the one that was looked for
        return None
    return position
