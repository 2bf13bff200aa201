"""What is claimed in the examples: the printed game, what is said of its turns, and the printed dialogue."""

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import IllegalMove
from squarely.core.game import Side
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide
from squarely.games.snatchers.claims.printed import MOVES, SAMPLE, SPOKEN_MOVES, TALK, locate_token

claims = Docket()


@claims.claim("Examples", "The printed game of four turns is legal, and Player 2 wins it.")
def _printed_game(case: Case) -> Verdict:
    try:
        return case.check_printed_game(SAMPLE, Side.SECOND)
    except IllegalMove as refusal:
        return decide(False, f"Not all of its moves are legal: {refusal}")


@claims.claim("Examples, Turn 1", "Player 1's first move brings the token nearer to the center.")
def _advances(case: Case) -> Verdict:
    match = case.with_options(up="forward").play(MOVES[:1])
    away = [sum(abs(line - 3) for line in locate_token(case, p, FIRST)) for p in match.positions]
    return decide(away[1] < away[0], f"It was {away[0]} squares away and is {away[1]}.", match=match)


@claims.claim("Examples, Turn 2", "Player 2's first move mirrors Player 1's.")
def _mirrors(case: Case) -> Verdict:
    game, match = case.game, case.with_options(up="forward").play(MOVES[:2])
    start, after = match.positions[0], match.positions[2]
    mirrors = [s for s in game.symmetries.squares if s[start.first] == start.second and s[after.first] == after.second]
    says = f"{len(mirrors)} of the ways to turn the board over lays Player 1's two squares onto Player 2's."
    return decide(bool(mirrors), says, match=match)


@claims.claim("Examples, Turn 3", "Going to the center on turn 3 anticipates Player 2.")
def _anticipates(case: Case) -> Verdict:
    match = case.with_options(up="forward").play(MOVES[:3])
    before, after = match.positions[-2:]
    says = f"Before it: {case.describe_value(before)}. After it: {case.describe_value(after)}."
    return decide(case.value(after).winner != Side.SECOND, says, match=match)


@claims.claim("Command-Line Interactions", "The first two turns are asked for and answered as printed.")
def _dialogue(case: Case) -> Verdict:
    return case.check_printed_talk(case.talk(["up", "2", "left", "2"]), TALK)


@claims.claim("Command-Line Interactions", "Every turn tells the token's new place, and a capture is seen.")
def _feedback(case: Case) -> Verdict:
    try:
        replies = [(move.split(), f"You moved to position {at}.") for move, at in zip(MOVES, SPOKEN_MOVES, strict=True)]
        verdict = case.check_printed_replies(replies)
    except IllegalMove as refusal:
        return decide(False, str(refusal))
    seen = verdict.match is not None and verdict.match.outcome is not None
    return verdict if seen else decide(False, "The capture is not seen.", match=verdict.match)
