"""What the rulebook of Capture Squares claims, sentence by sentence, in its order."""

from collections import Counter

from squarely.core.rules.game import FIRST, Position
from squarely.review.court import Claims, Verdict, decide, decide_contradiction, judges, opinion
from squarely.review.court.case import Case, Step

_DEALS, _BOARDS, _COMPARED = 1000, 100, 5  # looked at, judged by their first moves, played by both rulings
_LINE = "538/291/647 1 0-0"  # the printed grid
_MOVES = "2 2, 1 3, 3 3, 3 1, 1 1"
_GRIDS = "5.8/.../6.7 5../.../6.7 5../.../6.. 5../.../... .../.../..."
_TOTALS = [
    f"Player 1 has {a} points, Player 2 has {b} points." for a, b in ((19, 0), (19, 8), (26, 8), (26, 14), (31, 14))
]
_RULE = "\n+---+---+---+\n"
_GRID = f"{_RULE}| 5 | 3 | 8 |{_RULE}| 2 | 9 | 1 |{_RULE}| 6 | 4 | 7 |{_RULE}".strip()
_UPDATED = f"{_RULE}| 5 |   | 8 |{_RULE}|   |   |   |{_RULE}| 6 |   | 7 |{_RULE}".strip()
_LISTED = "Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4"
_EXPLAINED = "Squares Captured: 9, 3, 4, 2, 1"  # in the sample turn
_QUESTION = "Please enter the position of the square you want to capture"
_EXAMPLE = f"{_QUESTION} (e.g., 2 2 for row 2, column 2):"
_TALK = (
    f"Welcome to Capture Squares!\n\nInitial Grid:\n{_GRID}\n\nPlayer 1, it's your turn.\n{_EXAMPLE}",
    f"Player 1: 2 2\n\nYou have selected number 9 at position (2,2).\n{_LISTED}\nYour turn score: 19",
    f"Updated Grid:\n{_UPDATED}\n\nPlayer 2, it's your turn.\n{_QUESTION}:",
)


def _taken(step: Step) -> list[int]:
    """The numbers that a move captures, the selected one last: it is the greatest."""
    return sorted(int(was) for _, was, _ in step.changes)


def _captures_rightly(step: Step) -> bool:
    """Whether the selected square goes, of those beside it just the smaller ones, and nothing comes."""
    was, at = step.was, max(step.changes, key=lambda change: change[1])[0]
    beside = [s for s in range(9) if step.case.distance(s, at) == 1 and "." < was[s] < was[at]]
    captured = [(square, was[square], ".") for square in sorted([at, *beside])]
    return step.changes == captured and str(step.move).startswith(f"{at // 3 + 1} {at % 3 + 1}")


def _dealt(case: Case) -> Verdict:
    dealt = [case.board(start) for start in case.deals(_DEALS)]
    good = [board for board in dealt if sorted(board) == list("123456789")]
    there = Counter(place for board in good for place in enumerate(board))
    says = f"{len(good):,} of {_DEALS:,} deals have each number once; {len(set(dealt)):,} of them differ."
    often = f"Every number is on every square {min(there.values())} times at least."
    return decide(len(good) == _DEALS and len(there) == 81, says, often)


def _may_or_must(case: Case) -> Verdict:
    everything, chosen = (case.with_options(capture=ruling) for ruling in ("all", "choose"))
    matches = [of.play("2 2", _LINE) for of in (everything, chosen)]
    scored = [match.position.first for match in matches]
    says = f"The printed entry 2 2 scores 19: {scored[0]} if all are captured, {scored[1]} if they must be chosen."
    same = sum(everything.value(p)[::3] == chosen.value(p)[::3] for p in case.deals(_COMPARED))
    choice = f"With best play, a choice does not change winner or margin on {same} of {_COMPARED} boards."
    return decide_contradiction(scored[0] == 19 != scored[1], says, choice, match=matches[0])


def _highest_scores_most(case: Case) -> Verdict:
    starts = case.deals(_BOARDS)
    best = [max(case.steps_from(start), key=lambda s: (sum(_taken(s)), _taken(s)[-1])) for start in starts]
    better = [step for step in best if _taken(step)[-1] != len(step.was)]
    says = f"On {len(better)} of {_BOARDS} boards a smaller number scores more than the highest, as here."
    return decide(not better, says, match=case.play([better[0].move], better[0].before) if better else None)


def _denying(case: Case) -> Verdict:
    kept, costly = 0, list[Position]()
    for start in case.deals(_BOARDS):
        most = max(sum(_taken(step)) for step in case.steps_from(start))
        greedy = [step for step in case.steps_from(start) if sum(_taken(step)) == most]
        kept += all(step.keeps_result for step in greedy)
        costly += [start] if all(case.value(s.after).margin != case.value(start).margin for s in greedy) else []
    says = f"On {len(costly)} of {_BOARDS} boards a less greedy first move wins by more, as here."
    enough = f"To win, greed is enough: on {kept} boards the greediest first move keeps the result."
    match = case.play(case.keeping_moves(costly[0])[:1], costly[0]) if costly else None
    return decide(bool(costly), says, enough, match=match)


def _safe_lead(case: Case) -> Verdict:
    leading = [p for p in case.ongoing if case.lead(p) > 0 and case.value(p).winner == p.mover]
    narrow = [p for p in leading if len(case.keeping_moves(p)) == 1 < len(case.moves(p))]
    match = case.find_shortest(lambda p: p in narrow[:1])
    says = f"Of {len(leading):,} positions in which the mover leads and can win, {len(narrow):,} have one winning move."
    here = f"Here it is {case.keeping_moves(match.position)[0]}." if match else ""
    return decide(not narrow, says, here, match=match)


def _skill(case: Case) -> Verdict:
    won = sum(case.value(start).winner == FIRST for start in case.deals(_BOARDS))
    keeping = [len(case.keeping_moves(start)) for start in case.deals(_BOARDS)]
    says = f"Of 9 first moves {sum(keeping) / _BOARDS:.1f} keep the result on average, at most {max(keeping)}."
    seat = f"The room is the first seat's: with best play Player 1 wins {won} of {_BOARDS} boards."
    return decide(max(keeping) < 9, says, seat)


CLAIMS: Claims = {
    "Setup": {
        "The numbers 1 to 9 are dealt at random onto a 3x3 grid, each once.": _dealt,
        "It is settled whether squares have numbers or coordinates.": (
            judges.silent("Either will do, it is said.", "2 2", lambda case: "5" in case.moves(case.start), _LINE),
            "Row and column.",
        ),
    },
    "Turns": {
        "Player 1 begins, and every turn hands over to the other player.": judges.alternates(FIRST),
        "After a turn the grid is shown as it has become.": judges.plays(_MOVES, _GRIDS, FIRST, "", _LINE, True),
    },
    "Rules and Mechanics": {
        "Any square that is still there may be selected, one a turn.": judges.everywhere(
            lambda case, p: len({move[:3] for move in case.moves(p)}) == sum(each != "." for each in case.board(p))
        ),
        "The smaller squares directly beside it go with it, and no others.": judges.always(_captures_rightly),
        "Capturing smaller neighbours is for the mover to decide.": (_may_or_must, "capture=all"),
        "A turn scores the sum of the numbers it captures, and turns add up.": judges.always(
            lambda s: -s.case.lead(s.after) == s.case.lead(s.before) + sum(_taken(s))
        ),
        "Both totals are kept, and can be read after each turn.": judges.prints(_MOVES, _TOTALS, _LINE),
        "Play goes on until all squares are captured, and then it ends.": judges.always(
            lambda s: s.ends == (set(s.now) == {"."})
        ),
        "The higher total wins.": judges.always(
            lambda s: not s.ends or (s.winner == s.mover) == (s.case.lead(s.after) < 0)
        ),
        "Ties are impossible, because there are 45 points.": judges.always(
            lambda s: not s.ends or (s.winner is not None and sum(s.case.points(s.after) or ()) == 45)
        ),
    },
    "Examples": {
        "The grid of the examples is drawn as printed.": judges.prints("", [_GRID], _LINE),
        "The printed game of five turns is legal, shows the right grids, and Player 1 wins 31 to 14.": judges.plays(
            _MOVES, _GRIDS, FIRST, "31 to 14", _LINE
        ),
        "Captured squares are listed in one order.": (
            judges.two_ways(_EXPLAINED, _LISTED, "2 2", _LINE),
            "The selected one, then up, left, right, down.",
        ),
    },
    "Command-Line Examples": {
        "The game begins as printed, and entering 2 2 is answered as printed.": judges.prints("2 2", _TALK, _LINE),
        "The question is asked in one way.": (
            judges.two_ways(_EXAMPLE, f"{_QUESTION}:", "2 2", _LINE),
            "It has an example until the first turn.",
        ),
    },
    "Strategic Considerations": {
        "The highest number brings the highest turn score.": _highest_scores_most,
        "It pays to mind what one leaves to the opponent, not only what one takes.": _denying,
        "The player who leads can afford to play it safe.": _safe_lead,
    },
    "Conclusion": {
        "The better player has room to outplay the other.": _skill,
        "Setting up is quick and the rules are simple.": opinion("It is about people, not about the rules."),
        "The game is unlike existing board games.": opinion("Likeness between games is not defined."),
    },
}
