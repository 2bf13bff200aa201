"""Why a solution can be believed: what is tried on the positions that the solver has found.

`squarely.laws` is the only judge of rules, and looks at some play before a game is first solved. Here its law of
symmetry is tried on positions that were taken for the same, and compiled rules are held against the same rules
interpreted. Whatever fails is refused with a sentence, never solved and wrong.
"""

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import Game, Position
from squarely.laws.faults import Fault
from squarely.laws.law import describe_position, say
from squarely.laws.verbs import a_transformed_board_is_the_same_game

COMPARED = 20_000  # positions of a game in which compiled rules are held against interpreted ones, or all there are
_IMAGES = 8_000  # of the positions of a game under symmetry that are looked at
_OURS = "squarely.games."  # the tests try every law on them
_HERE = str(Path(__file__).parent)

_images_seen: Counter[Game] = Counter()
_compared: Counter[Game] = Counter()  # positions in which compiled rules were held against interpreted ones


def check_symmetry(game: Game, count: int, position_of: Callable[[int], Position]) -> None:
    """BrokenRules if one of a number of positions is another game under a symmetry, in which it was taken for the same.

    All of a small game are looked at; of a large one some, from the first to the last.
    """
    images, law = len(game.symmetries.squares) - 1, a_transformed_board_is_the_same_game
    left = _IMAGES - _images_seen[game]
    if images == 0 or left <= 0 or game.printed.__module__.startswith(_OURS):
        return
    for number in range(0, count, count * images // left + 1):
        _images_seen[game] += images
        if complaint := law.find_fault(game, position_of(number)):
            raise position_error(game, position_of(number), f"{complaint}. {law.mend}")


def find_difference(game: Game, positions: Iterable[Position]) -> Position | None:
    """The first of these positions of which compiled rules say something else than interpreted ones."""
    from squarely.solver.compiled import compile_teller

    some = list(positions)
    with explain_failures(game, lambda: some):
        tell = compile_teller(game)
        return next((position for position in some if tell(position) != _tell(game, position)), None)


@contextmanager
def explain_failures(game: Game, positions: Callable[[], Iterable[Position]]) -> Iterator[None]:
    """BrokenRules where compiled rules fail, as where a number leaves its width: names the position and the line.

    It is one of these positions, or follows one of them.
    """
    try:
        yield
    except (ArithmeticError, IndexError) as error:
        from squarely.solver.compiled import compile_teller

        tell, some, place = compile_teller(game), list(positions()), ""
        for position in chain(some, (game.play(each, move) for each in some for move in game.legal_moves(each))):
            try:
                tell(position)
            except (ArithmeticError, IndexError):
                place = f": look at {describe_position(game, position)}{_find_line(game, position)}"
                break
        raise BrokenRules(f"{game.name} cannot be compiled: {error}{place}") from error


def _find_line(game: Game, position: Position) -> str:
    """Where checked rules fail in a position, by the same rules interpreted."""
    from squarely.solver.checked import flatten_checked

    flat = flatten_checked(game)
    try:
        _tell_by(lambda verb, *given: getattr(flat, verb)(flat.law, *given), game, position)
    except (ArithmeticError, IndexError) as error:
        *_, line = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith(_HERE)]
        return f" ({Path(line.filename).name}, line {line.lineno}, `{line.line}`)"
    return ""


def compare_compiled(game: Game, positions: Iterable[Position]) -> None:
    """BrokenRules where compiled rules say something else of a position than the rules as they are."""
    from squarely.solver.compiled import difference_error

    if (other := find_difference(game, positions)) is not None:
        raise difference_error(game, other)


def compare_some(game: Game, count: int, position_of: Callable[[int], Position]) -> None:
    """The same for some of a number of positions, from the first to the last; twice for those of a game are enough."""
    most = min(COMPARED // 2, COMPARED - _compared[game])
    if count and most > 0:
        chosen = range(0, count, 1 + (count - 1) // most)
        _compared[game] += len(chosen)
        compare_compiled(game, map(position_of, chosen))


def find_compiled_fault(game: Game, positions: Iterable[Position]) -> Fault | None:
    """The law that needs a compiler: rules do the same compiled as they do interpreted."""
    promise = "Rules do the same compiled as they do interpreted."
    mend = "docs/adding-a-game.md says what compiled rules do without; their numbers have 63 bits."
    try:
        other = find_difference(game, positions)
    except BrokenRules as refused:
        return Fault("rules compile", promise, str(refused).removeprefix(f"{game.name} "), mend, game.options)
    if other is None:
        return None
    what = "has another outcome, other moves, or leads elsewhere when the rules are compiled"
    where, drawing = describe_position(game, other), say(game.words.draw, other)
    return Fault("rules compile", promise, what, mend, game.options, where, drawing)


def position_error(game: Game, position: Position, what: str) -> BrokenRules:
    """What is wrong with a position, as a refusal."""
    return BrokenRules(f"{game.name} cannot be solved: {describe_position(game, position)} {what}")


def _tell(game: Game, position: Position) -> list[int]:
    return _tell_by(lambda verb, *given: getattr(game, verb)(*given), game, position)


def _tell_by(ask: Callable[..., Any], game: Game, position: Position) -> list[int]:
    """What rules say of a position: outcome, points, and each legal move with a hash of where it leads."""
    told = [ask("outcome", position), *((game.has_points and ask("points", position)) or (0, 0))]
    for move in ask("legal_moves", position):
        told += [move, hash(ask("play", position, move))]
    return told
