"""What the rulebook of Capture Squares claims."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import UnreadableMove
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide, decide_contradiction, find_silent
from squarely.games.numbers.rules import Position

claims = Docket()

_PRINTED = "538/291/647 1 0-0"
_SAMPLE = (
    ("2 2", "5.8/.../6.7"),
    ("1 3", "5../.../6.7"),
    ("3 3", "5../.../6.."),
    ("3 1", "5../.../..."),
    ("1 1", ".../.../..."),
)
_EXPLAINED = "9, 3, 4, 2, 1"  # the captured numbers as the sample turn lists them
_DIALOGUE = "(2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4"  # and as the printed dialogue does
_DEALS = 1000
_COMPARED = 5  # boards on which the two capture rulings are compared


def _read_printed(case: Case) -> Position:
    position: Position = case.game.read_position(_PRINTED)
    return position


def _find_captured(case: Case, step: Step) -> dict[int, int]:
    """The squares that a move captured, with their numbers, the selected one first."""
    before, after = case.board(step.before), case.board(step.after)
    selected = case.split_move(step.move).numbers[0]
    squares = [selected, *(s for s in range(9) if before[s] != after[s] and s != selected)]
    return {square: int(before[square]) for square in squares if before[square] != "."}


@claims.claim("Setup", "The numbers 1 to 9 are dealt at random onto a 3x3 grid, each once.")
def _dealt(case: Case) -> Verdict:
    dealt = [case.position_line(case.game.start(seed)) for seed in range(_DEALS)]
    good = [line for line in dealt if sorted(line.glyphs) == list("123456789") and len(line.rows) == 3]
    says = f"There are {case.game.deals:,} deals; {len(good):,} of {_DEALS:,} looked at have each number once."
    return decide(len(good) == _DEALS and case.game.deals == 362880, says, f"{len(set(dealt)):,} of them differ.")


@claims.claim("Game Components", "It is settled whether squares have numbers or coordinates.", "Row and column.")
def _labels(case: Case) -> Verdict:
    match = Match.of(case.game, _read_printed(case))
    try:
        return decide(True, "A number from 1 to 9 can be entered.", match=match.play("5"))
    except UnreadableMove:
        return find_silent("Either will do, it is said; the printed dialogue enters 2 2.", match=match.play("2 2"))


@claims.claim("Turns", "Player 1 begins, and every turn hands over to the other player.")
def _alternate(case: Case) -> Verdict:
    return case.check_alternation(FIRST)


@claims.claim("Square Selection", "Any square that is still there may be selected, one a turn.")
def _selection(case: Case) -> Verdict:
    selected = defaultdict[Position, set[int]](set)
    for step in case.steps:
        selected[step.before].add(next(iter(_find_captured(case, step))))
    wrong = [p for p in case.ongoing if selected[p] != {s for s in range(9) if case.board(p)[s] != "."}]
    return decide(not wrong, f"So it is in {case.scope}.", match=Match.of(case.game, wrong[0]) if wrong else None)


@claims.claim("Capturing Adjacent Squares", "The smaller squares directly beside it go with it, and no others.")
def _capturing(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        gone, before = _find_captured(case, step), case.board(step.before)
        selected = next(iter(gone))
        beside = [s for s in range(9) if abs(s // 3 - selected // 3) + abs(s % 3 - selected % 3) == 1]
        return set(gone) == {selected, *(s for s in beside if "." < before[s] < before[selected])}

    return case.prove_always(right)


@claims.claim("Capturing Adjacent Squares", "Capturing smaller neighbours is for the mover to decide.", "capture=all")
def _may_or_must(case: Case) -> Verdict:
    everything, chosen = case.with_options(capture="all"), case.with_options(capture="choose")
    matches = [of.play(["2 2"], _read_printed(of)) for of in (everything, chosen)]
    scored = [match.position.first for match in matches]
    same = sum(_result(everything, seed) == _result(chosen, seed) for seed in range(_COMPARED))
    says = f"The printed entry 2 2 scores 19: {scored[0]} if all are captured, {scored[1]} if they must be chosen."
    choice = f"With best play a choice changes neither winner nor margin on {same} of {_COMPARED} boards."
    return decide_contradiction(scored[0] == 19 != scored[1], says, choice, match=matches[0])


@claims.claim("Scoring", "A turn scores the sum of the numbers it captures, and turns add up.")
def _scoring(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        side, points = step.before.mover, [case.game.points(p) or (0, 0) for p in (step.before, step.after)]
        mine, theirs = (points[1][seat] - points[0][seat] for seat in (side, 1 - side))
        return (mine, theirs) == (sum(_find_captured(case, step).values()), 0)

    return case.prove_always(right)


@claims.claim("Scoring", "Both totals are kept, and can be read after each turn.")
def _tracker(case: Case) -> Verdict:
    match = case.play([move for move, _ in _SAMPLE], _read_printed(case))
    totals, shown, so_far = [0, 0], 0, Match.of(case.game, match.start)
    for move, before, after in zip(match.moves, match.positions, match.positions[1:], strict=False):
        totals[before.mover] += sum(_find_captured(case, Step(before, move, after)).values())
        so_far = so_far.play(str(move))
        shown += any(_reads(line, so_far.names, totals) for line in case.reply(so_far))
    says = f"They are there after {shown} of the {len(match.moves)} turns of the printed game."
    return decide(shown == len(match.moves), says, f"At last they are {totals[0]} and {totals[1]}.", match=match)


@claims.claim("Game Progression", "Play goes on until all squares are captured, and then it ends.")
def _ends(case: Case) -> Verdict:
    ended = all((case.board(p) == (".",) * 9) == bool(case.game.outcome(p)) for p in case.positions)
    return case.prove_always(
        lambda step: ended and len(_find_captured(case, step)) > 0, "Every move captures a square, so nine suffice."
    )


@claims.claim("Winning the Game", "The higher total wins.")
def _higher_wins(case: Case) -> Verdict:
    ends = [(p.first - p.second, outcome.winner) for p in case.positions if (outcome := case.game.outcome(p))]
    right = sum(lead != 0 and winner == (Side.FIRST if lead > 0 else Side.SECOND) for lead, winner in ends)
    return decide(right == len(ends), f"So it is at {right:,} of {len(ends):,} ends, in {case.scope}.")


@claims.claim("Winning the Game", "Ties are impossible, because there are 45 points.")
def _no_ties(case: Case) -> Verdict:
    totals = {sum(case.game.points(p) or ()) for p in case.positions if case.game.outcome(p)}
    tied = case.find_shortest(lambda p: (outcome := case.game.outcome(p)) is not None and outcome.winner is None)
    says = f"At every end the points add up to {', '.join(map(str, sorted(totals)))}; looked through {case.scope}."
    return decide(all(total % 2 for total in totals) and not tied, says, match=tied)


@claims.claim("Examples", "The printed game of five turns is legal, shows the right grids, and Player 1 wins 31 to 14.")
def _printed_game(case: Case) -> Verdict:
    verdict = case.check_printed_game(_SAMPLE, Side.FIRST, _read_printed(case))
    points = verdict.match and case.game.points(verdict.match.position)
    return verdict if points == (31, 14) else decide(False, f"The final score is {points}.", match=verdict.match)


@claims.claim("Examples", "Captured squares are listed in one order.", "The selected one, then up, left, right, down.")
def _order(case: Case) -> Verdict:
    match, explained = case.play(["2 2"], _read_printed(case)), _EXPLAINED.split(", ")
    dialogue = [part.partition("=")[2] for part in _DIALOGUE.split(", ")]
    says = f"The sample turn lists {_EXPLAINED}; the dialogue lists {', '.join(dialogue)}."
    ours = f"We print {'the' if f'Captured squares: {_DIALOGUE}' in case.reply(match) else 'not the'} dialogue's."
    return decide_contradiction(explained != dialogue, says, ours, match=match)


@claims.claim("Command-Line Examples", "Entering 2 2 on the printed grid reports a 9, five squares and 19 points.")
def _dialogue(case: Case) -> Verdict:
    match = case.play(["2 2"], _read_printed(case))
    said = case.reply(match)
    lines = ("You have selected number 9 at position (2,2).", f"Captured squares: {_DIALOGUE}", "Your turn score: 19")
    heard = [line in said for line in lines]
    return decide(all(heard), f"{sum(heard)} of the {len(lines)} printed lines come word for word.", match=match)


@claims.claim("Strategic Considerations", "Higher numbers capture more squares.")
def _higher_captures_more(case: Case) -> Verdict:
    captured = defaultdict[int, list[int]](list)
    for opening in case.openings:
        for step in opening.moves:
            number, *others = _find_captured(case, step).values()
            captured[number].append(1 + len(others))
    average = [sum(captured[n]) / len(captured[n]) for n in range(1, 10)]
    shown = ", ".join(f"{n}: {squares:.2f}" for n, squares in enumerate(average, 1))
    says = f"Squares captured by a first move, on average of {len(case.openings)} boards: {shown}."
    return decide(average == sorted(average), says)


@claims.claim("Strategic Considerations", "The highest number brings the highest turn score.")
def _highest_scores_most(case: Case) -> Verdict:
    better = []
    for opening in case.openings:
        scored = [(step.after.first, next(iter(_find_captured(case, step).values())), step) for step in opening.moves]
        _, number, best = max(scored, key=lambda each: each[:2])
        if number != 9:
            better.append(best)
    says = f"On {len(better)} of {len(case.openings)} boards a smaller number scores more than the 9, as here."
    return decide(not better, says, match=case.play([better[0].move], better[0].before) if better else None)


@claims.claim("Strategic Considerations", "It pays to mind what one leaves to the opponent, not only what one takes.")
def _denying(case: Case) -> Verdict:
    greedy, costly = 0, []
    for opening in case.openings:
        most = max(step.after.first for step in opening.moves)
        tops = [value for step, value in opening.moves.items() if step.after.first == most]
        greedy += all(value.has_same_result(opening.value) for value in tops)
        if all(value.margin != opening.value.margin for value in tops):
            costly.append(opening)
    says = f"On {len(costly)} of {len(case.openings)} boards a less greedy first move wins by more, as here."
    enough = f"To win, greed is enough: on {greedy} boards the greediest first move keeps the result."
    best = case.play([next(iter(costly[0].moves)).move], costly[0].start) if costly else None
    return decide(bool(costly), says, enough, match=best)


@claims.claim("Strategic Considerations", "Keeping captures from the opponent can save a game that greed would lose.")
def _blocking(case: Case) -> Verdict:
    greediest = defaultdict[Position, list[tuple[int, bool]]](list)
    for step in case.steps:
        greediest[step.before].append((sum(_find_captured(case, step).values()), case.keeps_result(step)))
    lost = [position for position, moves in greediest.items() if not max(moves)[1]]
    match = case.find_shortest(lambda position: position in lost[:1])
    says = f"In {len(lost):,} of {len(greediest):,} positions every move that takes the most throws the result away."
    return decide(bool(lost), says, f"Here {_only(case, match)} keeps it." if match else "", match=match)


@claims.claim("Strategic Considerations", "Whoever leads can afford to play it safe.")
def _safe_lead(case: Case) -> Verdict:
    def leads(p: Position) -> bool:
        points = case.game.points(p) or (0, 0)
        return points[p.mover] > points[1 - p.mover] and case.value(p).winner == p.mover

    offered = Counter(step.before for step in case.steps if leads(step.before))
    keeping = Counter(step.before for step in case.steps if step.before in offered and case.keeps_result(step))
    narrow = [position for position in offered if keeping[position] == 1 < offered[position]]
    match = case.find_shortest(lambda position: position in narrow[:1])
    says = (
        f"Of {len(offered):,} positions in which the mover leads and can win, {len(narrow):,} have one move that does."
    )
    return decide(not narrow, says, f"Here it is {_only(case, match)}." if match else "", match=match)


@claims.claim("Conclusion", "The better player has room to outplay the other.")
def _skill(case: Case) -> Verdict:
    won = sum(opening.value.winner == Side.FIRST for opening in case.openings)
    keeping = [sum(map(opening.value.has_same_result, opening.moves.values())) for opening in case.openings]
    says = f"Of 9 first moves {sum(keeping) / len(keeping):.1f} keep the result on average, at most {max(keeping)}."
    seat = f"The room is the first seat's: with best play Player 1 wins {won} of {len(case.openings)} boards."
    return decide(max(keeping) < 9, says, seat)


claims.opinion("Note", "The game is unlike existing board games.", "Likeness between games is not defined.")


def _reads(line: str, names: Sequence[str], totals: Sequence[int]) -> bool:
    """Whether a line has each name and next its total."""
    found = re.findall(rf"({'|'.join(map(re.escape, names))})\D*(\d+)", line)
    return found == [(name, str(total)) for name, total in zip(names, totals, strict=True)]


def _only(case: Case, match: Match) -> str:
    """The moves that keep the result after a match."""
    return " or ".join(map(str, case.keeping_moves(match.position)))


def _result(case: Case, seed: int) -> tuple[Side | None, int | None]:
    """Who wins the board of a seed, and by how many points."""
    value = case.value(case.game.start(seed))
    return value.winner, value.margin
