"""What the rulebook of Capture Square with markers claims.

The game is too large to walk through here. What is claimed of every move is looked at on the whole 3x3 board and in
seeded games on the real one, and the evidence says so; what perfect play is worth comes from the oracle.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from math import comb

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import IllegalMove
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST, SECOND
from squarely.core.verdict import Verdict, decide, decide_contradiction, find_silent
from squarely.games.quad.rules import Position

claims = Docket()

_SAMPLE = (
    ("B2", "..../.X../..../...."),
    ("A1", "O.../.X../..../...."),
    ("B1", "OX../.X../..../...."),
    ("C3", "OX../.X../..O./...."),
    ("A2", "OX../XX../..O./...."),
)
_ANNOUNCED = ("A1", "A2", "B1", "B2")  # where the example says X has a square
_FULL = "XOXXOXOXXOXXOOOO"  # a full board without a square; one swap can complete two
_ASKED = 300  # positions of random games that the oracle is asked about


def _cells(case: Case) -> list[str]:
    return case.write_moves(case.starts[0])


def _blocks(case: Case) -> list[tuple[int, ...]]:
    """Every four cells, numbered in reading order, whose markers win: found by trying all. Three O do no harm."""
    cells, found = range(len(_cells(case))), list[tuple[int, ...]]()
    for four in combinations(cells, 4):
        others = [cell for cell in cells if cell not in four][:3]
        first, second = (sum(1 << cell for cell in each) for each in (four, others))
        if case.game.outcome(Position(first, second, SECOND)):
            found.append(four)
    return found


def _fill_grid(case: Case) -> Match:
    """A game that fills the grid without a square, X and O each in reading order."""
    glyphs = list(zip(_cells(case), _FULL, strict=True))
    turns = zip(*([cell for cell, glyph in glyphs if glyph == mark] for mark in "XO"), strict=True)
    return case.play([cell for turn in turns for cell in turn])


def _always(case: Case, obeys: Callable[[Case, Step], bool]) -> Verdict:
    """On every move of the 3x3 board, and on those of random games on this one."""
    small = case.with_options(size=3)
    broken = next((step for step in case.sampled_steps if not obeys(case, step)), None)
    verdict = case.refute_by(broken) if broken else small.prove_always(lambda step: obeys(small, step))
    here = f"On this board looked at {len(case.sampled_steps):,} moves of {len(case.sampled_matches)} seeded games."
    return verdict if verdict.match else decide(True, f"On the 3x3 board looked through {small.scope}.", here)


@claims.claim("Setup", "The grid has columns A to D and rows 1 to 4 and starts empty.")
def _grid(case: Case) -> Verdict:
    line, named = case.write(case.starts[0]), _cells(case) == [f"{column}{row}" for row in "1234" for column in "ABCD"]
    empty = set(case.board(case.starts[0])) == {"."}
    return decide(named and empty, f"The start is {line}.", match=Match.of(case.game))


@claims.claim("Setup, Turns", "Player 1 has X and begins, Player 2 has O, and turns alternate.")
def _alternate(case: Case) -> Verdict:
    begins = case.starts[0].mover == FIRST and case.game.rules.MARKS == ("X", "O")
    return _always(case, lambda _, step: begins and step.after.mover != step.before.mover)


@claims.claim("Turns", "A turn puts one marker of one's own on an empty cell and touches no other.")
def _one_marker(case: Case) -> Verdict:
    def right(of: Case, step: Step) -> bool:
        before, after = of.board(step.before), of.board(step.after)
        changed = [(was, now) for was, now in zip(before, after, strict=True) if was != now]
        return "." not in before or changed == [(".", of.game.rules.MARKS[step.before.mover])]

    return _always(case, right)


@claims.claim("Placing Markers", "Any cell may be chosen as long as it is empty.")
def _any_empty_cell(case: Case) -> Verdict:
    def right(of: Case, step: Step) -> bool:
        before = of.board(step.before)
        return "." not in before or before.count(".") == len(list(of.game.rules.legal_moves(of.game.law, step.before)))

    return _always(case, right)


@claims.claim("Winning Condition", "A 2x2 square wins anywhere, such as B2, B3, C2 and C3; no other shape does.")
def _anywhere(case: Case) -> Verdict:
    cells, blocks, size = _cells(case), _blocks(case), case.game.law.size
    places = [row * size + column for row in range(size - 1) for column in range(size - 1)]
    all_places = blocks == [(at, at + 1, at + size, at + size + 1) for at in places]
    named = [(cells[block[0]], cells[block[-1]]) for block in blocks]
    ways, corners = comb(len(cells), 4), ", ".join(f"{first}-{last}" for first, last in named)
    match = case.play(["B2", "A1", "B3", "A2", "C2", "A3", "C3"])
    says = f"Of {ways:,} ways to choose four cells {len(blocks)} win: {corners}."
    return decide(all_places and ("B2", "C3") in named, says, match=match)


@claims.claim("Sudden Death", "Once the grid is full and nobody has won, and only then, markers are swapped.")
def _sudden_death(case: Case) -> Verdict:
    match = _fill_grid(case)
    swaps = [move for move in match.legal_moves if str(move).startswith("swap")]
    early = _always(case, lambda of, step: ("." in of.board(step.before)) != str(step.move).startswith("swap"))
    says = f"After this game there are {len(swaps)} moves, all swaps."
    return decide(0 < len(swaps) == len(match.legal_moves) and not early.match, says, *early.says, match=match)


@claims.claim("Sudden Death", "It is clear what swapping two markers means.", "sudden_death=exchange")
def _what_a_swap_is(case: Case) -> Verdict:
    readings, says = set(), ["The words fit both readings, and they differ."]
    for reading in ("exchange", "convert"):
        match = _fill_grid(case.with_options(sudden_death=reading))
        after = match.play(match.legal_moves[0])
        readings.add(case.board(after.position))
        says.append(f"{reading}: {after.moves[-1]} gives {case.write(after.position)}.")
    return find_silent(*says, match=_fill_grid(case)) if len(readings) > 1 else decide(True, *says[1:])


@claims.claim("Sudden Death", "It is clear who wins when a swap completes squares for both.", "The mover wins.")
def _both_at_once(case: Case) -> Verdict:
    match, blocks = _fill_grid(case), _blocks(case)
    for after in map(match.play, match.legal_moves):
        held = case.board(after.position)
        if {held[block[0]] for block in blocks if len({held[cell] for cell in block}) == 1} == {"X", "O"}:
            says = f"Here {after.moves[-1]} does so, and no rule says whose counts."
            return find_silent(says, f"We say: {after.outcome and after.outcome.reason}.", match=after)
    return decide(True, "It cannot happen after this game.", match=match)


@claims.claim("Sudden Death", "It is said who swaps first.", "Turns go on alternating.")
def _who_swaps_first(case: Case) -> Verdict:
    match = _fill_grid(case)
    either = {name: match.position._replace(mover=side) for side, name in enumerate(case.game.rules.NAMES)}
    says = [f"If {name} does: {case.describe_value(p)}." for name, p in either.items() if case.write_moves(p)]
    return find_silent("Either could.", *says, match=match) if len(says) == 2 else decide(True, "Only one side could.")


@claims.claim("Sudden Death", "Swapping goes on until somebody wins, so somebody does in the end.")
def _comes_to_an_end(case: Case) -> Verdict:
    full = _fill_grid(case)
    match = case.play_until_repeated(case.peaceful_move, full)
    if match is None:
        return decide(bool(full.outcome), "Every turn fills a cell, and a full board ends the game.", match=full)
    asked = [step.before for step in case.sampled_steps if "." not in case.board(step.before)]
    endless = sum(map(case.is_endless, asked))
    share = f"With best play {endless} of {len(asked)} full boards in seeded games need never end."
    return decide(False, case.describe_repetition(match), "No rule stops that.", share, match=match)


@claims.claim("Scoring", "Sudden death sees to it that no game ends in a draw.")
def _no_draws(case: Case) -> Verdict:
    small, full = case.with_options(size=3), _fill_grid(case)
    ends = Counter(outcome.winner for p in small.positions if (outcome := small.game.outcome(p)))
    says = f"On the 3x3 board X wins at {ends[Side.FIRST]:,} ends, O at {ends[Side.SECOND]:,}, nobody at {ends[None]}."
    return decide(not ends[None] and not full.outcome, says, match=full)


@claims.claim("Additional Mechanics", "What the optional time limit does is said.", "--time-limit; running out loses.")
def _time_limit(case: Case) -> Verdict:
    match = Match.of(case.game).run_out_of_time()
    says = f"We say: {match.outcome and match.outcome.reason} and loses, in every game alike."
    timed = [option.name for option in case.game.declared if "time" in option.name]
    return decide(True, *timed) if timed else find_silent("No rule follows from it.", says, match=match)


@claims.claim("Examples", "The printed five moves give X a square on A1, A2, B1 and B2.", "No win; the game goes on.")
def _printed_game(case: Case) -> Verdict:
    match = case.play([move for move, _ in _SAMPLE])
    drawn = [board for _, board in _SAMPLE] == [case.position_line(p).board for p in match.positions[1:]]
    holders = {cell: case.board(match.position)[_cells(case).index(cell)] for cell in _ANNOUNCED}
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


@claims.claim("Strategic Depth", "The middle has more squares to form than the rim.")
def _center_squares(case: Case) -> Verdict:
    cells = _cells(case)
    through = Counter(cells[cell] for block in _blocks(case) for cell in block)
    says = f"{through['B2']} squares go through B2, {through['B1']} through B1, {through['A1']} through A1."
    return decide(through["B2"] == max(through.values()) > through["B1"] > through["A1"], says)


@claims.claim("Strategic Depth", "An opening in the middle is better than one on the rim.")
def _center_opening(case: Case) -> Verdict:
    by_value, start = defaultdict[str, list[str]](list), case.starts[0]
    for move in case.ranked_moves(start):
        by_value[case.describe_value(case.game.play(start, move))].append(str(move))
    best, says = next(iter(by_value.values())), [f"After {', '.join(by_value[value])}: {value}." for value in by_value]
    return decide("B2" in best and "A1" not in best, *says)


@claims.claim("Strategic Depth", "One has to see the opponent's squares coming and block them.")
def _blocking(case: Case) -> Verdict:
    threats = [position for position in _sample_choices(case) if _is_threatened(case, position)]
    saved = [position for position in threats if case.value(position).winner != 1 - position.mover]
    only = [position for position in saved if len(case.keeping_moves(position)) == 1]
    says = f"Of {len(threats)} threats in seeded games {len(saved)} can be met, {len(only)} by one move only, as here."
    match = case.play(case.keeping_moves(only[0]), only[0]) if only else None
    return decide(bool(only), says, match=match)


@claims.claim("Strategic Depth", "Building and blocking have to be balanced.")
def _balance(case: Case) -> Verdict:
    forced = [position for position in _sample_choices(case) if len(case.keeping_moves(position)) == 1]
    defence = sum(_is_threatened(case, position) for position in forced)
    says = f"One move alone keeps the result in {len(forced)} of {_ASKED} positions of seeded games,"
    return decide(
        0 < defence < len(forced), f"{says} {defence} times against a threat and {len(forced) - defence} not."
    )


claims.opinion("Strategic Depth", "Recognising patterns is crucial.", "It is about people, not about the rules.")


@claims.claim("Summary", "The game is fast.")
def _fast(case: Case) -> Verdict:
    says = f"With best play {case.describe_value(case.starts[0])}; the printed game took {len(_SAMPLE)}."
    return decide((case.value(case.starts[0]).distance or 99) <= len(_SAMPLE), says)


def _sample_choices(case: Case) -> list[Position]:
    """Positions of random games with a choice, before sudden death."""
    steps = (step for step in case.sampled_steps if case.board(step.before).count(".") > 1)
    return list(dict.fromkeys(step.before for step in steps))[-_ASKED:]


def _is_threatened(case: Case, position: Position) -> bool:
    """Whether the opponent could win at once if it were their turn, and the mover cannot."""
    turns = (position, position._replace(mover=1 - position.mover))
    mine, theirs = (any(case.game.outcome(step.after) for step in case.steps_from(turn)) for turn in turns)
    return theirs and not mine
