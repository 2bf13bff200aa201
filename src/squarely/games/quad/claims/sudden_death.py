"""What is claimed of sudden death, of moves that are invalid, of time and of draws."""

from collections import Counter

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import IllegalMove
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.verdict import Verdict, decide, find_silent
from squarely.games.quad.claims.printed import check_always, fill_grid, find_blocks, list_cells
from squarely.games.quad.rules import Position

claims = Docket()

_TRIED = 200  # positions of seeded games in which every occupied cell is tried


@claims.claim("Sudden Death", "Once the grid is full and nobody has won, and only then, markers are swapped.")
def _sudden_death(case: Case) -> Verdict:
    match = fill_grid(case)
    swaps = [move for move in match.legal_moves if str(move).startswith("swap")]
    early = check_always(case, lambda of, step: ("." in of.board(step.before)) != str(step.move).startswith("swap"))
    says = f"After this game there are {len(swaps)} moves, all swaps."
    return decide(0 < len(swaps) == len(match.legal_moves) and not early.match, says, *early.says, match=match)


@claims.claim("Sudden Death", "It is clear what swapping two markers means.", "sudden_death=exchange")
def _what_a_swap_is(case: Case) -> Verdict:
    readings, says = set(), ["The words fit both readings, and they differ."]
    for reading in ("exchange", "convert"):
        match = fill_grid(case.with_options(sudden_death=reading))
        after = match.play(match.legal_moves[0])
        readings.add(case.board(after.position))
        says.append(f"{reading}: {after.moves[-1]} gives {case.write(after.position)}.")
    return find_silent(*says, match=fill_grid(case)) if len(readings) > 1 else decide(True, *says[1:])


@claims.claim("Sudden Death", "It is clear who wins when a swap completes squares for both.", "The mover wins.")
def _both_at_once(case: Case) -> Verdict:
    match, blocks = fill_grid(case), find_blocks(case)
    for after in map(match.play, match.legal_moves):
        held = case.board(after.position)
        if {held[block[0]] for block in blocks if len({held[cell] for cell in block}) == 1} == {"X", "O"}:
            says = f"Here {after.moves[-1]} does so, and no rule says whose counts."
            return find_silent(says, f"We say: {after.outcome and after.outcome.reason}.", match=after)
    return decide(True, "It cannot happen after this game.", match=match)


@claims.claim("Sudden Death", "It is said who swaps first.", "Turns go on alternating.")
def _who_swaps_first(case: Case) -> Verdict:
    match = fill_grid(case)
    either = {name: match.position._replace(mover=side) for side, name in enumerate(case.game.rules.NAMES)}
    says = [f"If {name} does: {case.describe_value(p)}." for name, p in either.items() if case.write_moves(p)]
    return find_silent("Either could.", *says, match=match) if len(says) == 2 else decide(True, "Only one side could.")


@claims.claim("Sudden Death", "Swapping goes on until somebody wins, so somebody does in the end.")
def _comes_to_an_end(case: Case) -> Verdict:
    full = fill_grid(case)
    match = case.play_until_repeated(case.peaceful_move, full)
    if match is None:
        return decide(bool(full.outcome), "Every turn fills a cell, and a full board ends the game.", match=full)
    asked = [step.before for step in case.sampled_steps if "." not in case.board(step.before)]
    endless = sum(map(case.is_endless, asked))
    share = f"With best play, swapping can go on for ever on {endless} of {len(asked)} full boards in seeded games."
    return decide(False, case.describe_repetition(match), "No rule stops that.", share, match=match)


@claims.claim("Additional Mechanics", "A marker cannot be placed on an occupied cell.")
def _occupied(case: Case) -> Verdict:
    positions = [step.before for step in case.sampled_steps if "." in case.board(step.before)][:_TRIED]
    tried = [
        (p, cell) for p in positions for cell, mark in zip(list_cells(case), case.board(p), strict=True) if mark != "."
    ]
    allowed = [(p, cell) for p, cell in tried if not _is_refused(case, p, cell)]
    says = f"Tried {len(tried):,} times in seeded games, {len(tried) - len(allowed):,} times refused."
    return decide(not allowed, says, match=case.play([allowed[0][1]], allowed[0][0]) if allowed else None)


@claims.claim("Additional Mechanics", "What the optional time limit does is said.", "--time-limit; running out loses.")
def _time_limit(case: Case) -> Verdict:
    match = Match.of(case.game).run_out_of_time()
    says = f"We say: {match.outcome and match.outcome.reason} and loses, in every game alike."
    timed = [option.name for option in case.game.declared if "time" in option.name]
    return decide(True, *timed) if timed else find_silent("No rule follows from it.", says, match=match)


@claims.claim("Scoring", "Sudden death sees to it that no game ends in a draw.")
def _no_draws(case: Case) -> Verdict:
    small, full = case.with_options(size=3), fill_grid(case)
    ends = Counter(outcome.winner for p in small.positions if (outcome := small.game.outcome(p)))
    says = f"On the 3x3 board X wins at {ends[Side.FIRST]:,} ends, O at {ends[Side.SECOND]:,}, nobody at {ends[None]}."
    return decide(not ends[None] and not full.outcome, says, match=full)


def _is_refused(case: Case, position: Position, cell: str) -> bool:
    try:
        case.play([cell], position)
    except IllegalMove:
        return True
    return False
