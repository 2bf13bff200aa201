"""What is claimed in the examples: the printed game, its grids and the printed turns."""

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import BadMove
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.verdict import Verdict, decide, decide_contradiction, find_silent
from squarely.games.showdown.claims.printed import GRID, SAMPLE, SAMPLE_GRID, STAGED, TALK

claims = Docket()


@claims.claim("Examples", "The printed game of four turns is legal, shows the right grids, and Player 2 wins it.")
def _printed_game(case: Case) -> Verdict:
    return case.check_printed_game(SAMPLE, Side.SECOND)


@claims.claim("Command-Line Interaction", "A grid is drawn in one way.", "We always draw the closing line.")
def _drawn(case: Case) -> Verdict:
    drawn = case.game.draw(case.starts[0]).splitlines()
    differ = GRID != SAMPLE_GRID
    says = f"The same position is printed with {len(GRID)} lines first and {len(SAMPLE_GRID)} in the sample turns."
    ours = "We draw it as first printed." if drawn == GRID else "We draw it otherwise."
    return decide_contradiction(differ, says, ours, match=Match.of(case.game))


@claims.claim("Command-Line Interaction", "What is entered is checked, and only a legal direction is taken.")
def _validates(case: Case) -> Verdict:
    match, refused = case.play(["right"]), dict[str, str]()
    for entered in ("diagonal", "", "(2,2)", "up", "left", "down right"):
        try:
            match.play(entered)
        except BadMove as refusal:
            refused[entered] = str(refusal)
    taken = [move for move in ("down", "right") if match.play(move)]
    says = f"After right, {len(refused)} of 6 wrong entries are refused and {', '.join(taken)} are taken."
    return decide(len(refused) == 6, says, f"left: {refused.get('left')}", match=match)


@claims.claim("Command-Line Interaction", "The printed turns go so: a grid, whose turn it is, the question, the reply.")
def _dialogue(case: Case) -> Verdict:
    return case.check_printed_talk(case.talk(["right", "down"]), TALK)


@claims.claim("Command-Line Interaction", "It is clear which printed lines are words of the game.", "Brackets are not.")
def _stage_directions(case: Case) -> Verdict:
    said = case.talk(["right", "down"])
    spoken = [line for line in STAGED if line in said]
    if len(spoken) == len(STAGED):
        return decide(True, "All of them are printed.")
    says = f"{len(STAGED)} lines stand in brackets and tell what the game does; nothing says whether it prints them."
    return find_silent(says, f"We print {len(spoken)} of them.", match=case.play(["right", "down"]))
