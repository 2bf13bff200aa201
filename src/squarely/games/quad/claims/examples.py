"""What is claimed in the examples: the printed game, its grids and the printed dialogue."""

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import IllegalMove
from squarely.core.match import Match
from squarely.core.verdict import Verdict, decide, decide_contradiction
from squarely.games.quad.claims.printed import ANNOUNCED, ANSWERS, GRID, SAMPLE, TALK, list_cells

claims = Docket()


@claims.claim("Examples", "The empty grid is drawn as printed.")
def _drawn(case: Case) -> Verdict:
    return case.check_printed_drawing(GRID, case.starts[0])


@claims.claim("Examples", "The printed five moves give X a square on A1, A2, B1 and B2.", "No win; the game goes on.")
def _printed_game(case: Case) -> Verdict:
    match = case.play([move for move, _ in SAMPLE])
    drawn = [board for _, board in SAMPLE] == [case.position_line(p).board for p in match.positions[1:]]
    holders = {cell: case.board(match.position)[list_cells(case).index(cell)] for cell in ANNOUNCED}
    says = f"On the announced cells stand {', '.join(f'{mark} on {cell}' for cell, mark in holders.items())}."
    goes_on = f"The printed grids are{'' if drawn else ' not'} those of its moves; {match.mover_name} is to move."
    return decide_contradiction(match.outcome is None and set(holders.values()) != {"X"}, says, goes_on, match=match)


@claims.claim("Command-Line Interaction", "B2 is entered at the prompt; entered again it is refused as printed.")
def _refusal(case: Case) -> Verdict:
    match, asked = case.play(["B2"]), next(case.game.rules.ask(Match.of(case.game)))
    try:
        match.play("B2")
    except IllegalMove as refusal:
        printed = str(refusal) == "B2 is already occupied. Please choose another cell."
        prompted = asked == "Player 1 (X), enter your move (e.g., A1): "
        return decide(printed and prompted, f"{asked}B2", f"{match.mover_name}: B2. Sorry, {refusal}", match=match)
    return decide(False, "It is not refused.", match=match.play("B2"))


@claims.claim("Command-Line Interaction", "The game greets, asks, refuses, goes on and congratulates as printed.")
def _dialogue(case: Case) -> Verdict:
    return case.check_printed_talk(case.talk(ANSWERS), TALK)
