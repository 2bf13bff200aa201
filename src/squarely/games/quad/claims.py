"""What the rulebook of Capture Square with markers claims, sentence by sentence, in its order.

The game is too large to be walked through. What is claimed of every move is looked at on the whole 3x3 board and in
seeded games on the real one, and the evidence says so; what perfect play is worth comes from the oracle.
"""

from math import isqrt

from squarely.core.rules.game import FIRST, Position
from squarely.review.court import Claims, Verdict, decide, decide_contradiction, find_silent, judges, opinion
from squarely.review.court.case import Case

_SMALL = {"size": 3}
_CELLS = [f"{column}{row}" for row in "1234" for column in "ABCD"]
_FILLING = "A1, B1, C1, A2, D1, C2, B2, B3, D2, A4, A3, B4, C3, C4, D3, D4"  # no square; one swap can complete two
_MOVES = "B2, A1, B1, C3, A2"
_BOARDS = "..../.X../..../.... O.../.X../..../.... OX../.X../..../.... OX../.X../..O./.... OX../XX../..O./...."
_GRID = "  A   B   C   D\n" + "\n  ---+---+---+---\n".join(f"{row} . | . | . | . " for row in range(1, 5))
_REFUSAL = "B2 is already occupied. Please choose another cell."
_ANSWERS = "B2, B2, C3, B1, D4, A2, D1, A1"  # the second B2 is refused
_TALK = (
    "Welcome to Capture Square!\n\nPlayer 1 (X), you go first.",
    _GRID,
    "Player 1 (X), enter your move (e.g., A1): B2",
    f"Sorry, {_REFUSAL}",
    "Player 2 (O), enter your move (e.g., A1): C3",
    "Congratulations, Player 1! You've formed a square and won the game!",
)


def _find_squares(board: tuple[str, ...]) -> set[str]:
    """The markers that hold all four cells of a 2x2 square."""
    size = isqrt(len(board))
    corners = [row * size + column for row in range(size - 1) for column in range(size - 1)]
    squares = [{board[at], board[at + 1], board[at + size], board[at + size + 1]} for at in corners]
    return {mark for mark in "XO" if {mark} in squares}


def _who_is_first(case: Case) -> Verdict:
    value = case.describe_value(case.start)
    if case.value(case.start).winner is None:
        return decide(True, f"It makes no difference: {value}.")
    says = f"Deciding is left to the players, and decides the game: with best play {value}."
    return find_silent(says, match=case.play())


def _what_a_swap_is(case: Case) -> Verdict:
    boards, says = set(), ["The words fit both readings, and they differ."]
    for reading in ("exchange", "convert"):
        match = case.with_options(sudden_death=reading).play(_FILLING)
        after = match.play(match.legal_moves[0])
        boards.add(case.board(after.position))
        says.append(f"{reading}: {after.moves[-1]} gives {case.write(after.position)}.")
    return find_silent(*says, match=case.play(_FILLING)) if len(boards) > 1 else decide(True, *says[1:])


def _both_at_once(case: Case) -> Verdict:
    match = case.play(_FILLING)
    for after in map(match.play, match.legal_moves):
        if _find_squares(case.board(after.position)) == {"X", "O"}:
            says = f"Here {after.moves[-1]} does so, and no rule says whose counts."
            return find_silent(says, f"We say: {after.outcome and after.outcome.reason}.", match=after)
    return decide(True, "It cannot happen after this game.", match=match)


def _comes_to_an_end(case: Case) -> Verdict:
    full = case.play(_FILLING)
    match = case.play_round(case.peaceful_moves, full)
    if match is None:
        return decide(bool(full.outcome), "Every turn fills a cell, and a full board ends the game.", match=full)
    asked = [step.before for step in case.sampled_steps if "." not in step.was]
    endless = sum(map(case.is_endless, asked))
    share = f"With best play, swapping can go on for ever on {endless} of {len(asked)} full boards in seeded games."
    return decide(False, judges.describe_repetition(match), "No rule stops that.", share, match=match)


def _printed_game(case: Case) -> Verdict:
    match = case.play(_MOVES)
    drawn = [case.write(p).partition(" ")[0] for p in match.positions[1:]] == _BOARDS.split()
    held = {cell: case.board(match.position)[_CELLS.index(cell)] for cell in ("A1", "A2", "B1", "B2")}
    says = f"On the announced cells stand {', '.join(f'{mark} on {cell}' for cell, mark in held.items())}."
    goes_on = f"The printed grids are{'' if drawn else ' not'} those of its moves; {match.mover_name} is to move."
    return decide_contradiction(match.outcome is None and set(held.values()) != {"X"}, says, goes_on, match=match)


def _center_opening(case: Case) -> Verdict:
    values = {str(step.move): case.value(step.after) for step in case.steps_from(case.start)}
    best = values[str(case.keeping_moves(case.start)[0])]
    says = [f"After {cell}: {values[cell].describe(case.names)}." for cell in ("B2", "B1", "A1")]
    return decide(values["B2"] == best != values["A1"], *says)


def _blocking(case: Case) -> Verdict:
    def is_threatened(p: Position) -> bool:
        turns = (p, p._replace(mover=1 - p.mover))
        return [any(step.ends for step in case.steps_from(turn)) for turn in turns] == [False, True]

    asked = list(dict.fromkeys(step.before for step in case.sampled_steps if step.was.count(".") > 1))[-300:]
    threats = [p for p in asked if is_threatened(p)]
    saved = [p for p in threats if not case.is_lost(p)]
    only = [p for p in saved if len(case.keeping_moves(p)) == 1]
    says = f"Of {len(threats)} threats in seeded games {len(saved)} can be met, {len(only)} by one move only, as here."
    return decide(bool(only), says, match=case.play(case.keeping_moves(only[0]), only[0]) if only else None)


CLAIMS: Claims = {
    "Setup": {
        "The grid has columns A to D and rows 1 to 4 and starts empty.": judges.starts("..../..../..../....", _CELLS),
        "It is settled who is Player 1.": (_who_is_first, "Players agree on it; --toss tosses a coin."),
    },
    "Turns": {
        "Player 1 has X and begins, Player 2 has O, and turns alternate.": judges.alternates(FIRST, _SMALL),
        "A turn puts one marker of one's own on an empty cell and touches no other.": judges.always(
            lambda s: s.kind == "swap" or [c[1:] for c in s.changes] == [(".", s.mark)], small=_SMALL
        ),
        "After a marker is placed the grid is shown as it is then.": judges.plays(_MOVES, _BOARDS, None, shown=True),
    },
    "Rules and Mechanics": {
        "Any cell may be chosen as long as it is empty.": judges.everywhere(
            lambda case, p: case.board(p).count(".") in (0, len(case.moves(p))), small=_SMALL
        ),
        "A marker cannot be placed on an occupied cell.": judges.refuses("B2", ["B2"], _REFUSAL),
        "A 2x2 square wins anywhere, such as B2, B3, C2 and C3; no other shape does.": judges.always(
            lambda s: bool(_find_squares(s.now)) == (s.winner is not None), small=_SMALL
        ),
        "Once the grid is full and nobody has won, and only then, markers are swapped.": judges.always(
            lambda s: ("." in s.was) != (s.kind == "swap"), "swap", small=_SMALL
        ),
        "It is clear what swapping two markers means.": (_what_a_swap_is, "sudden_death=exchange"),
        "It is clear who wins when a swap completes squares for both.": (_both_at_once, "The mover wins."),
        "It is said who swaps first.": (
            judges.silent("Either could.", _FILLING, lambda case: bool(case.play(_FILLING).outcome)),
            "Turns go on alternating.",
        ),
        "Swapping goes on until somebody wins, so somebody does in the end.": _comes_to_an_end,
        "What the optional time limit does is said.": (
            judges.silent("No rule follows from it."),
            "--time-limit; running out loses.",
        ),
    },
    "Scoring": {
        "Sudden death sees to it that no game ends in a draw.": judges.always(
            lambda s: not s.ends or s.winner is not None, small=_SMALL
        ),
    },
    "Examples": {
        "The empty grid is drawn as printed.": judges.prints("", [_GRID]),
        "The printed five moves give X a square on A1, A2, B1 and B2.": (_printed_game, "No win; the game goes on."),
        "The game greets, asks, refuses, goes on and congratulates as printed.": judges.prints(_ANSWERS, _TALK),
    },
    "Strategic Depth, Summary": {
        "An opening in the middle is better than one on the rim.": _center_opening,
        "One has to see the opponent's squares coming and block them.": _blocking,
        "Recognising patterns is crucial.": opinion("It is about people, not about the rules."),
        "The game is fast.": judges.is_quick(5),
        "It is easy to learn and suits a command line.": opinion("It is about people, not about the rules."),
    },
}
