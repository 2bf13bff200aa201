"""A game held against the laws: all of them, also under each of its options; or in some positions, before a solve.

And what is worth knowing about a game that breaks no law by it: whether it ends, its bits, its counters, its points.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from inspect import isfunction
from itertools import pairwise, starmap
from operator import lt
from pathlib import Path
from typing import Any, NamedTuple

from squarely.core.errors import BadOption, BrokenRules
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.core.text.notation import capitalise, count_noun
from squarely.laws import declared, verbs, words
from squarely.laws.faults import Fault, Note, find_faults, try_laws
from squarely.laws.law import WIDEST, Law, describe_position, describe_raised, flatten
from squarely.laws.walk import MOST, Walk, follow, play_seeded, walk_through

LAWS = tuple(  # in the order in which they are tried: the later ones rely on what the earlier ones promise
    law for room in (declared, verbs, words) for law in vars(room).values() if isinstance(law, Law)
)
_OF_A_VARIANT = 60  # positions that are looked at under each changed option
_VARIANTS, _SETTINGS = 40, 5  # changed options that are tried, and settings of one option
POINTS, SOME_POINTS = 200_000, 20_000  # positions of a game in which `points_only_at_end` is tried; of a larger one
_MOVES_TOLD = 30
_BEFORE_SOLVING, _AT_EVERY_SAVE = 300, 120  # positions that are looked at then
_NEAR, _FAR, _PLAYS = 30, 1_000, 3  # moves of plays that do not end, and how many make a counter believed
_OURS = "squarely.games."  # which the tests hold against every law


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
        return not self.faults

    def as_data(self) -> dict[str, Any]:
        return {**self._asdict(), "lawful": self.is_lawful, "faults": [fault._asdict() for fault in self.faults]}


def examine(
    game: Game, most: int = MOST, options: bool = True, laws: Sequence[Law] = LAWS, note: Note = None
) -> Report:
    """Try all laws in every position of a small game, or in some of a large one; then under each changed option."""
    faults, walk = try_laws(game, laws, most, note)
    if walk is None:
        return Report(game.name, game.options, ("Tried at the start.",), tuple(faults), (), len(laws))
    looked = [_describe_walk(walk)]
    if game.points_only_at_end and not (faults or walk.is_whole):
        wide = walk_through(game, POINTS, SOME_POINTS)
        faults += find_faults(game, [law for law in laws if law is verbs.points_decide_only_the_end], wide, note)
        looked.append(f"Points: {_describe_walk(wide)}")
    notes = [] if faults else describe_notes(game, walk)
    known, tried, refused = {fault.law for fault in faults}, 0, 0
    for variant in _vary(game) if options else ():
        if isinstance(variant, Game) and tried < _VARIANTS:
            tried += 1
            found, _ = try_laws(variant, laws, min(most, _OF_A_VARIANT), note)
            faults += [fault for fault in found if fault.law not in known]
            known |= {fault.law for fault in found}
        faults += [variant] if isinstance(variant, Fault) else []
        refused += variant is None
    if tried or refused:
        told = f"Tried with {count_noun(tried, 'changed option')}, up to {min(most, _OF_A_VARIANT)} positions each"
        none = f"; {count_noun(refused, 'choice')} made no game and said so" if refused else ""
        looked.append(f"{told}{none}.")
    return Report(game.name, game.options, tuple(looked), tuple(faults), tuple(notes), len(laws))


def _vary(game: Game) -> Iterator[Game | Fault | None]:
    """The game with each single option changed: None where that makes no game, a fault where it fails."""
    promise = "Every choice of options makes a game or is refused."
    mend = "`set_up` works out its numbers, or raises BadOption with what would be right."
    for option in game.declared:
        others = [setting for setting in option.choices if setting != str(option.default)]
        for setting in others[:: len(others) // _SETTINGS + 1]:
            try:
                yield game.printed({**game.settings, option.name: setting})
            except BadOption:
                yield None
            except (Exception, SystemExit) as error:  # whatever `set_up` may raise
                yield Fault("options make games", promise, describe_raised(error), mend, f"{option.name}={setting}")


def _describe_walk(walk: Walk) -> str:
    some = count_noun(len(walk.steps), "position", ",")
    nearest = f"Tried in {some}: the nearest, and those of seeded play. There are more."
    return f"Tried in all {some} that play can reach." if walk.is_whole else nearest


def describe_notes(game: Game, walk: Walk) -> list[str]:
    """Each thing worth knowing, as a sentence."""
    told = [describe_end(game, walk), describe_bits(game, walk)]
    if field := find_counter(game):
        told.append(
            f"`{field}` grows with every move, so that no position ever comes again. If it only counts turns, leave it "
            "out: a position is what decides the future."
        )
    return [*told, describe_points(game, walk)] if game.has_points else told


def describe_end(game: Game, walk: Walk) -> str:
    """Whether play always ends, and when; else a way round a circle."""
    longest, way = dict[Position, int](), dict[Position, Iterator[tuple[int, Position]]]()
    for root in walk.steps:
        way = {} if root in longest else {root: follow(game, root)}
        while way:
            here = next(reversed(way))
            for _, after in way[here]:
                if after in way:
                    length = count_noun(len(way) - [*way].index(after), "move")
                    return f"Play need not end: {length} from {describe_position(game, after)} can lead back to it."
                if after in walk.steps and after not in longest:
                    way[after] = follow(game, after)
                    break
            else:
                longest[here] = max((longest.get(after, 0) + 1 for _, after in follow(game, here)), default=0)
                del way[here]
    if walk.is_whole:
        return f"Play always ends, after {count_noun(max(longest.values()), 'move')} at most."
    return "No position was seen to come again, so play may always end; only all positions would tell."


def describe_bits(game: Game, walk: Walk) -> str:
    """How many bits a position takes, and what that means for the solver."""
    if game.ranges is not None:
        bits = sum(part.used.bit_count() for parts in game.ranges.values() for part in parts)
    else:  # as far as was seen
        columns = zip(*(list(flatten(position)) for position in walk.steps), strict=True)
        bits = sum((max(column) - min(column)).bit_length() for column in columns)
    if bits <= WIDEST:
        return f"A position takes {count_noun(bits, 'bit')}; the solver can keep {WIDEST}."
    return (
        f"A position takes {bits} bits, and the solver can keep {WIDEST}: this game can be played, but not solved, "
        "unless squares only ever lose what they held at the start. Smaller maxima, a set of squares in the place of "
        "Contents, or fewer fields take fewer bits."
    )


def find_counter(game: Game) -> str:
    """The first field that grows with every move of seeded play that does not end; empty where there is none."""
    growing: list[str] = []
    for longest in (_NEAR, _FAR):
        for number in range(_PLAYS):
            played = [position for position, _ in play_seeded(game, number * 3, longest)]
            fields = zip(game.Position._fields, zip(*played, strict=True), strict=True)
            growing = [name for name, values in fields if all(starmap(lt, pairwise(values)))]
            if len(played) <= longest or not growing:
                return ""  # it ends, and whatever grows until then has its reasons
    return growing[0]


def describe_points(game: Game, walk: Walk) -> str:
    """Whether points are a margin."""
    for position in walk.steps:
        result, (first, second) = game.outcome(position), game.points(position) or (0, 0)
        by_points = FIRST_WINS if first > second else SECOND_WINS
        if result != ONGOING and (result != by_points if first != second else result in (FIRST_WINS, SECOND_WINS)):
            where = describe_position(game, position)
            return f"Points do not decide: {where} ends otherwise with {first} to {second}. It is solved by results."
    return "Points are a margin: at every end that was seen, whoever has more has won."


def render_report(report: Report) -> str:
    """Everything that was found, as text: the verdict first, then each broken law with its board and what to change."""
    name = f"{report.game} ({report.options})" if report.options else report.game
    verdict = f"{name} keeps the laws: all {report.laws} hold wherever they were tried."
    if not report.is_lawful:
        verdict = f"{name} breaks {count_noun(len(report.faults), 'law')}."
    return "\n\n".join([verdict, *map(_render_fault, report.faults), "\n".join([*report.looked_at, *report.notes])])


def _render_fault(fault: Fault) -> str:
    lines = [f"Broken: {fault.promise}", f"  {fault.sentence if fault.position else capitalise(fault.sentence)}."]
    if fault.options:
        lines.append(f"  Options: {fault.options}.")
    if fault.position:
        told = ", ".join(fault.moves[:_MOVES_TOLD]) + (", …" if len(fault.moves) > _MOVES_TOLD else "")
        lines.append(f"  After {count_noun(len(fault.moves), 'move')} ({told}):" if told else "  It is the start:")
        lines += [f"    {line}" for line in fault.drawing.splitlines()]
    return "\n".join([*lines, f"  To mend it: {fault.mend}"])


@lru_cache(maxsize=1_000)
def require_laws(game: Game) -> None:
    """BrokenRules if a law is broken without which a solution would be wrong. What has passed is not tried again."""
    if game.printed.__module__.startswith(_OURS):
        return
    faults, walk = try_laws(game, [law for law in LAWS if law.is_for_truth], _BEFORE_SOLVING)
    if not faults and walk and not walk.is_whole and (field := find_counter(game)):
        what = f"has no end of positions: `{field}` grows with every move, and play need not end"
        faults = [Fault("", "", what, "Leave it out, or let the game end by it.")]
    if faults:
        raise BrokenRules(f"{game.name} cannot be solved: {faults[0].sentence}. {faults[0].mend.rstrip('.')}")


def find_broken_law(game: Game) -> str:
    """The first law that is seen to be broken, with where to look and what to change; empty if none is."""
    faults, _ = try_laws(game, LAWS, _AT_EVERY_SAVE)
    if not faults:
        return ""
    fault, *others = faults
    more = f" And {count_noun(len(others), 'other law')} broken: squarely check-game." if others else ""
    after = f" (after {', '.join(fault.moves)})" if fault.moves else ""
    return f"{_find_place(game, fault)}{fault.sentence}{after}. {fault.mend}{more}"


def _find_place(game: Game, fault: Fault) -> str:
    """The file and the line of the method to change, where the law names one; what failed names its own."""
    for name in re.findall(r"`(\w+)", fault.mend) if " fail: " not in fault.what else ():
        for owner in (type(game), game.Words):
            method = getattr(owner, name, None)
            if isfunction(method) and not method.__module__.startswith("squarely.core"):
                return f"{Path(method.__code__.co_filename).name}, line {method.__code__.co_firstlineno}: "
    return ""
