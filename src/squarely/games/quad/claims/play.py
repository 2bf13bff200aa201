"""What is claimed from the setup to the winning square: how Capture Square with markers is played and won."""

from math import comb, isqrt

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide, find_silent
from squarely.games.quad.claims.printed import check_always, find_blocks, list_cells

claims = Docket()

_SHOWN = 1000  # moves of seeded games after which the grid is looked at


@claims.claim("Setup", "The grid has columns A to D and rows 1 to 4 and starts empty.")
def _grid(case: Case) -> Verdict:
    line, named = (
        case.write(case.starts[0]),
        list_cells(case) == [f"{column}{row}" for row in "1234" for column in "ABCD"],
    )
    empty = set(case.board(case.starts[0])) == {"."}
    return decide(named and empty, f"The start is {line}.", match=Match.of(case.game))


@claims.claim("Setup", "It is settled who is Player 1.", "Whoever sits first; --toss tosses for it.")
def _who_is_first(case: Case) -> Verdict:
    value = case.value(case.starts[0])
    if value.winner is None:
        return decide(True, f"It makes no difference: {case.describe_value(case.starts[0])}.")
    says = "Deciding is left to the players, by a toss for instance."
    matters = f"It decides the game: with best play {case.describe_value(case.starts[0])}."
    return find_silent(says, matters, match=Match.of(case.game))


@claims.claim("Setup, Turns", "Player 1 has X and begins, Player 2 has O, and turns alternate.")
def _alternate(case: Case) -> Verdict:
    begins = case.starts[0].mover == FIRST and case.game.rules.MARKS == ("X", "O")
    return check_always(case, lambda _, step: begins and step.after.mover != step.before.mover)


@claims.claim("Turns", "A turn puts one marker of one's own on an empty cell and touches no other.")
def _one_marker(case: Case) -> Verdict:
    def right(of: Case, step: Step) -> bool:
        before, after = of.board(step.before), of.board(step.after)
        changed = [(was, now) for was, now in zip(before, after, strict=True) if was != now]
        return "." not in before or changed == [(".", of.game.rules.MARKS[step.before.mover])]

    return check_always(case, right)


@claims.claim("Turns", "After a marker is placed the grid is shown as it is then.")
def _updated(case: Case) -> Verdict:
    return case.check_always_drawn(case.sampled_steps[:_SHOWN])


@claims.claim("Turns", "After each marker it is seen whether there is a square; if not, and only then, play goes on.")
def _noticed(case: Case) -> Verdict:
    def right(of: Case, step: Step) -> bool:
        board = of.board(step.after)
        size = isqrt(len(board))
        corners = (row * size + column for row in range(size - 1) for column in range(size - 1))
        squares = ({board[at], board[at + 1], board[at + size], board[at + size + 1]} for at in corners)
        return any(each in ({"X"}, {"O"}) for each in squares) == bool(of.game.outcome(step.after))

    return check_always(case, right)


@claims.claim("Placing Markers", "Any cell may be chosen as long as it is empty.")
def _any_empty_cell(case: Case) -> Verdict:
    def right(of: Case, step: Step) -> bool:
        before = of.board(step.before)
        return "." not in before or before.count(".") == len(list(of.game.rules.legal_moves(of.game.law, step.before)))

    return check_always(case, right)


@claims.claim("Winning Condition", "A 2x2 square wins anywhere, such as B2, B3, C2 and C3; no other shape does.")
def _anywhere(case: Case) -> Verdict:
    cells, blocks, size = list_cells(case), find_blocks(case), case.game.law.size
    places = [row * size + column for row in range(size - 1) for column in range(size - 1)]
    all_places = blocks == [(at, at + 1, at + size, at + size + 1) for at in places]
    named = [(cells[block[0]], cells[block[-1]]) for block in blocks]
    ways, corners = comb(len(cells), 4), ", ".join(f"{first}-{last}" for first, last in named)
    match = case.play(["B2", "A1", "B3", "A2", "C2", "A3", "C3"])
    says = f"Of {ways:,} ways to choose four cells {len(blocks)} win: {corners}."
    return decide(all_places and ("B2", "C3") in named, says, match=match)
