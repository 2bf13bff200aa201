"""What is claimed in the examples: the printed game, what is explained of it, and the printed dialogue."""

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.game import Side
from squarely.core.verdict import Verdict, decide, decide_contradiction
from squarely.games.numbers.claims.printed import (
    EXAMPLE,
    EXPLAINED,
    GRID,
    LISTED,
    NEIGHBOURS,
    QUESTION,
    SAMPLE,
    TALK,
    read_printed,
)

claims = Docket()


@claims.claim("Examples", "The grid of the examples is drawn as printed.")
def _drawn(case: Case) -> Verdict:
    return case.check_printed_drawing(GRID.splitlines(), read_printed(case))


@claims.claim("Examples", "The sample turns name the neighbours of each selected square, and what is left of them.")
def _neighbours(case: Case) -> Verdict:
    ways = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}
    match, told = case.play([move for move, _ in SAMPLE], read_printed(case)), 0
    for (move, _), position, explained in zip(SAMPLE, match.positions, NEIGHBOURS, strict=False):
        row, column = map(int, move.split())
        board, found = case.board(position), set[str]()
        for (down, right), way in ways.items():
            a, b = row + down, column + right
            if 1 <= a <= 3 and 1 <= b <= 3:
                left = board[3 * a + b - 4]
                found.add(f"{way} ({a},{b}) {'captured' if left == '.' else left}")
        told += found == set(explained.split(", "))
    return decide(told == len(SAMPLE), f"{told} of {len(SAMPLE)} explanations are right and complete.", match=match)


@claims.claim("Examples", "The printed game of five turns is legal, shows the right grids, and Player 1 wins 31 to 14.")
def _printed_game(case: Case) -> Verdict:
    verdict = case.check_printed_game(SAMPLE, Side.FIRST, read_printed(case))
    points = verdict.match and case.game.points(verdict.match.position)
    return verdict if points == (31, 14) else decide(False, f"The final score is {points}.", match=verdict.match)


@claims.claim("Examples", "Captured squares are listed in one order.", "The selected one, then up, left, right, down.")
def _order(case: Case) -> Verdict:
    match, explained = case.play(["2 2"], read_printed(case)), EXPLAINED.split(", ")
    dialogue = [part.partition("=")[2] for part in LISTED.split(", ")]
    says = f"The sample turn lists {EXPLAINED}; the dialogue lists {', '.join(dialogue)}."
    ours = f"We print {'the' if f'Captured squares: {LISTED}' in case.reply(match) else 'not the'} dialogue's."
    return decide_contradiction(explained != dialogue, says, ours, match=match)


@claims.claim("Command-Line Examples", "The game begins as printed, and entering 2 2 is answered as printed.")
def _dialogue(case: Case) -> Verdict:
    return case.check_printed_talk(case.talk(["2 2"], read_printed(case)), TALK)


@claims.claim("Command-Line Examples", "The question is asked in one way.", "It has an example until the first turn.")
def _question(case: Case) -> Verdict:
    asked = [text.splitlines()[-1] for text in (TALK[0], TALK[2])]
    match = case.play(["2 2"], read_printed(case))
    ours = [line for line in case.talk(["2 2"], read_printed(case)) if line.startswith(QUESTION)]
    says = f"At first it is printed with{EXAMPLE}, after a turn without."
    same = f"We ask it {'so' if ours == asked else 'otherwise'}."
    return decide_contradiction(len(set(asked)) > 1, says, same, match=match)
