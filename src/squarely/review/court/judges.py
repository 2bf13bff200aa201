"""How a sentence of a rulebook is judged: the rows of a table of claims say by which of these, and with what."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import zip_longest
from typing import Concatenate, ParamSpec

from squarely.core.errors import BadMove, IllegalMove
from squarely.core.match.match import WINNER_BY_REPETITION, Match
from squarely.core.rules.game import Position
from squarely.core.text.notation import join_with_and
from squarely.review.court import NOT_APPLICABLE, Check, Verdict, decide, decide_contradiction, find_silent
from squarely.review.court.case import SAMPLED, Case, Step

_Given = ParamSpec("_Given")


def judge(how: Callable[Concatenate[Case, _Given], Verdict]) -> Callable[_Given, Check]:
    """A judge: what a row gives it makes the check of a case."""
    return lambda *given, **named: lambda case: how(case, *given, **named)


# Laws. Of a game that is too large to be looked through, `small` are options of a board that is not; of the game itself
# seeded matches are looked at.

Small = Mapping[str, object] | None


@judge
def always(case: Case, obeys: Callable[[Step], bool], kind: str = "", small: Small = None) -> Verdict:
    """Proved if every move there is obeys, and there are some of this kind; else a move that does not."""
    steps = [*case.sampled_steps, *case.with_options(**small).steps] if small else case.steps
    if step := next((step for step in steps if not obeys(step)), None):
        before, after = map(step.case.write, (step.before, step.after))
        match = step.case.play([step.move], step.before)
        return decide(False, f"In {before} the move {step.move} leads to {after}.", match=match)
    return decide(not kind or any(step.kind == kind for step in steps), *_describe_scope(case, small))


@judge
def everywhere(case: Case, holds: Callable[[Case, Position], object], small: Small = None) -> Verdict:
    """Proved if it holds of every position in which play goes on; else the moves of one of which it does not."""
    seeded = dict.fromkeys(step.before for step in case.sampled_steps) if small else ()
    for of, positions in ((case, seeded), (walked := case.with_options(**small or {}), walked.ongoing)):
        if exception := next((position for position in positions if not holds(of, position)), None):
            shown = f"{of.write(exception)}: {join_with_and(of.moves(exception) or ['no move'])}."
            return decide(False, shown, match=of.play("", exception))
    return decide(True, *_describe_scope(case, small))


@judge
def alternates(case: Case, first: int | None = None, small: Small = None) -> Verdict:
    """Whether this side begins and every move hands over to the other."""
    begins = first is None or all(start.mover == first for start in case.starts)
    return always(lambda step: begins and step.after.mover != step.mover, small=small)(case)


def _describe_scope(case: Case, small: Small) -> list[str]:
    if not small:
        return [f"Looked through {case.scope}: no exception."]
    other = case.with_options(**small)
    seeded = f"On this board looked at {len(case.sampled_steps):,} moves of {SAMPLED} seeded games."
    return [f"Under {other.game.options} looked through {other.scope}: no exception.", seeded]


# Perfect play


@judge
def comes_to_an_end(case: Case) -> Verdict:
    """Refuted if play can go on for ever: by best play of both sides, or at least by their consent."""
    if case.game.settings["repetition"] in WINNER_BY_REPETITION:
        return decide(True, f"It does: under {case.game.options} a position that comes again ends the match.")
    if case.is_endless(case.start):
        match, why = case.play_round(case.keeping_moves), "Nobody can force a win from the start."
    else:
        match, value = case.play_round(case.peaceful_moves), case.describe_value(case.start)
        why = f"Nothing in the rules stops that, though from the start, with best play, {value}."
    if match is None:
        graph = {position: [step.after for step in case.steps_from(position)] for position in case.positions}
        looked = f"Looked for a position that comes again in {case.scope}."
        try:
            TopologicalSorter(graph).prepare()
        except CycleError:
            return decide(False, looked)
        return decide(True, looked)
    endless = sum(map(case.is_endless, case.positions))
    share = f"With best play, play can go on for ever from {endless:,} of {len(case.positions):,} positions."
    return decide(False, describe_repetition(match), why, share, match=match)


def describe_repetition(match: Match) -> str:
    """When the last position of a match was there before."""
    first = match.positions.index(match.position)
    return f"After move {len(match.moves)} the position is the one after move {first} again, and so on for ever."


@judge
def is_quick(case: Case, moves: int) -> Verdict:
    """Whether best play takes no more moves than the printed game."""
    value = case.value(case.start)
    says = f"With best play: {value.describe(case.names)}. The printed game has {moves} moves."
    return decide(value.distance is not None and value.distance <= moves, says)


@judge
def matters(case: Case, choice: Callable[[Step], str], among: Callable[[Step], Hashable] = lambda _: "") -> Verdict:
    """Whether the result can depend on which of several kinds of moves is chosen, among those that are alike."""
    kinds, keeping = defaultdict[Hashable, set[str]](set), defaultdict[Hashable, set[str]](set)
    for step in case.steps:
        at, kind = (step.before, among(step)), choice(step)
        kinds[at].add(kind)
        keeping[at] |= {kind} if step.keeps_result else set()
    choices = [at for at in kinds if len(kinds[at]) > 1]
    decisive = Counter(min(keeping[at]) for at in choices if len(keeping[at]) == 1)
    counts = [f"{kind} in {decisive[kind]:,}" for kind in sorted({kind for at in choices for kind in kinds[at]})]
    says = f"Of {len(choices):,} cases with a choice one kind alone keeps the result: {', '.join(counts)}."
    return decide(bool(decisive), says)


# Transcripts. What is printed comes to the character, or under other rules than the printed ones does not apply.


def _decide_printed(case: Case, holds: bool, *says: str, match: Match | None = None) -> Verdict:
    if holds or not case.game.options:
        return decide(holds, *says, match=match)
    other = f"It was printed for the rulebook's own rules, not for {case.game.options}."
    return Verdict(NOT_APPLICABLE, (other, *says))


@judge
def starts(case: Case, board: str, squares: Sequence[str]) -> Verdict:
    """Whether the board at the start is this one, and its squares are called so."""
    line = case.write(case.start)
    says = f"The start is {line}; its squares are {case.squares[0]} to {case.squares[-1]}."
    return decide(line.startswith(f"{board} ") and case.squares == squares, says, match=case.play())


@judge
def plays(
    case: Case, moves: str, boards: str, winner: int | None, ending: str = "", start: str = "", shown: bool = False
) -> Verdict:
    """Whether the printed moves are legal, give the printed boards, `shown` if so claimed, and end as announced."""
    match, said = case.play(moves, start), case.talk(moves, start)
    pairs = zip(match.positions[1:], boards.split(), strict=True)
    right = [case.write(at).startswith(f"{board} ") and (not shown or case.draw(at) in said) for at, board in pairs]
    ended, reason = match.outcome or (None, "the game goes on")
    says = f"All {len(right)} printed moves are legal, {sum(right)} with the printed board; {reason}."
    return _decide_printed(case, all(right) and ended == winner and ending in reason, says, match=match)


@judge
def prints(case: Case, answers: str, pieces: Sequence[str], start: str = "") -> Verdict:
    """Whether these pieces come to the character, one after the other, in a match with these answers."""
    said, heard = case.talk(answers, start), 0
    for piece in pieces:
        _, found, rest = f"\n{said}\n".partition(f"\n{piece}\n")
        heard, said = (heard + 1, rest) if found else (heard, said)
    return _decide_printed(case, heard == len(pieces), f"{heard} of {len(pieces)} pieces come to the character.")


@judge
def two_ways(case: Case, one: str, other: str, answers: str = "", start: str = "") -> Verdict:
    """That the rulebook prints the same thing in two ways; and which of them comes in a match with these answers."""
    said, lines = f"\n{case.talk(answers, start)}\n", zip_longest(one.split("\n"), other.split("\n"), fillvalue="")
    ours = [which for which, text in (("the first", one), ("the second", other)) if f"\n{text}\n" in said]
    first, second = next((line for line in lines if line[0] != line[1]), (one, other))
    says = f"Once: {first.strip() or 'nothing'}", f"Again: {second.strip() or 'nothing'}"
    we = f"We print {join_with_and(ours or ['neither'])}."
    return decide_contradiction(one != other, *says, we, match=case.play("", start))


@judge
def silent(
    case: Case, says: str, moves: str = "", unless: Callable[[Case], bool] = lambda _: False, start: str = ""
) -> Verdict:
    """That the rulebook gives no answer, as after these moves."""
    return decide(True, "It is settled.") if unless(case) else find_silent(says, match=case.play(moves, start))


@judge
def refuses(case: Case, moves: str, entries: Sequence[str], because: str = "") -> Verdict:
    """Whether, after these moves, each of these entries that is not legal is refused: if a move, with these words."""
    match, refused = case.play(moves), list[str]()
    wrong = [entry for entry in entries if entry not in case.moves(match.position)]
    for entry in wrong:
        try:
            match.play(entry)
        except IllegalMove as refusal:
            refused += [f"{entry}: {refusal}"] if because in str(refusal) else []
        except BadMove as refusal:
            refused.append(f"{entry}: {refusal}")
    says = f"{len(refused)} of {len(wrong)} wrong entries are refused."
    return decide(0 < len(refused) == len(wrong), says, *refused[-1:], match=match)
