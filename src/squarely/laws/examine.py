"""A game held against all laws: in its positions, in what it declares, and under each of its options."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from squarely.core.game import Game
from squarely.core.notation import count_noun
from squarely.laws.declarations import find_declaration_faults, vary
from squarely.laws.every_law import LAWS
from squarely.laws.faults import Fault, find_faults
from squarely.laws.law import Law
from squarely.laws.notes import describe_notes
from squarely.laws.walk import MOST, Walk, walk_through

_OF_A_VARIANT = 60  # positions that are looked at under each changed option
_VARIANTS = 40  # changed options that are tried

Progress: TypeAlias = Callable[[int], None]  # is told how many checks were made so far


class Report(NamedTuple):
    """What was found about a game."""

    game: str
    options: str
    looked_at: tuple[str, ...]  # where the laws were tried, a sentence each
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]
    laws: int  # that were tried

    @property
    def is_lawful(self) -> bool:
        """Whether no law was seen to be broken."""
        return not self.faults

    def with_note(self, note: str) -> "Report":
        """The report with one more thing worth knowing."""
        return self._replace(notes=(*self.notes, note))

    def with_fault(self, fault: Fault) -> "Report":
        """The report with one more broken law."""
        return self._replace(faults=(*self.faults, fault))

    def as_data(self) -> dict[str, Any]:
        """The report as plain data."""
        faults = [fault.as_data() for fault in self.faults]
        return {**self._asdict(), "lawful": self.is_lawful, "looked_at": [*self.looked_at], "faults": faults}


def examine(
    game: Game, most: int = MOST, options: bool = True, laws: Sequence[Law] = LAWS, progress: Progress | None = None
) -> Report:
    """Try all laws in every position of a small game, or in some of a large one; then under each changed option."""
    counted = _Counted(progress)
    faults = find_declaration_faults(game)
    walk = walk_through(game, most)
    faults += find_faults(game, laws, walk, counted.add)
    notes = [] if faults else describe_notes(game, walk)
    looked = [describe_walk(walk)]
    if options and game.declared:
        known = {fault.law for fault in faults}
        found, told = _examine_variants(game, min(most, _OF_A_VARIANT), laws, known, counted.add)
        faults += found
        looked.append(told)
    return Report(game.name, game.options, tuple(looked), tuple(faults), tuple(notes), len(laws))


class _Counted:
    """How many checks were made, told on."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress, self._made = progress, 0

    def add(self, checks: int) -> None:
        self._made += checks
        if self._progress:
            self._progress(self._made)


def describe_walk(walk: Walk) -> str:
    """Where the laws were tried."""
    count = len(walk.steps)
    if walk.is_whole:
        return f"Tried in all {count_noun(count, 'position', ',')} that play can reach."
    return f"Tried in {count_noun(count, 'position', ',')}: the nearest, and those of seeded play. There are more."


def _examine_variants(
    game: Game, most: int, laws: Sequence[Law], known: set[str], note: Progress
) -> tuple[list[Fault], str]:
    """Under each single option changed: the laws that are broken there and nowhere before, and what was tried."""
    faults, tried, refused = list[Fault](), 0, 0
    for variant in vary(game):
        if tried >= _VARIANTS:
            break
        if variant is None:
            refused += 1
        elif isinstance(variant, Fault):
            faults.append(variant)
        else:
            tried += 1
            found = [*find_declaration_faults(variant), *find_faults(variant, laws, walk_through(variant, most), note)]
            faults += [fault for fault in found if fault.law not in known]
            known |= {fault.law for fault in found}
    told = f"Tried with {count_noun(tried, 'changed option')}, up to {most} positions each"
    return faults, f"{told}; {count_noun(refused, 'choice')} made no game and said so." if refused else f"{told}."
