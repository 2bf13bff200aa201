"""What the rulebook of Capture Square with markers claims.

The game is too large to walk through here. What is claimed of every move is looked at on the whole 3x3 board and in
seeded games on the real one, and the evidence says so; what perfect play is worth comes from the oracle.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations

from squarely.dialogue import Voice
from squarely.errors import IllegalMove
from squarely.game import FIRST, Position, Side
from squarely.match import Match
from squarely.review.court.case import Case, Step
from squarely.review.court.claim import Docket, Verdict, contradiction, ruled, silence
from squarely.review.court.endless import came_round, circle, peaceful
from squarely.solver.values import ENDLESS

claims = Docket()

_SAMPLE = (
    ("B2", "..../.X../..../...."),
    ("A1", "O.../.X../..../...."),
    ("B1", "OX../.X../..../...."),
    ("C3", "OX../.X../..O./...."),
    ("A2", "OX../XX../..O./...."),
)
_ANNOUNCED = ("A1", "A2", "B1", "B2")  # where the example says X has a square
_FULL = "XOXX/OXOX/XOXX/OOOO"  # a full board without a square; one swap can complete two
_ASKED = 300  # positions of random games that the oracle is asked about


def _cells(case: Case) -> list[str]:
    return case.moves(case.starts[0])


def _blocks(case: Case) -> list[tuple[str, ...]]:
    """Every four cells whose markers win, found by trying all; three O on the first free cells do no harm."""
    cells, found = _cells(case), list[tuple[str, ...]]()
    size = round(len(cells) ** 0.5)
    for four in combinations(cells, 4):
        others = [cell for cell in cells if cell not in four][:3]
        glyphs = "".join("X" if cell in four else "O" if cell in others else "." for cell in cells)
        board = "/".join(glyphs[at : at + size] for at in range(0, len(cells), size))
        if case.game.outcome(case.game.read_position(f"{board} O")):
            found.append(four)
    return found


def _filled(case: Case) -> Match:
    """A game that fills the grid without a square, X and O each in reading order."""
    glyphs = list(zip(_cells(case), _FULL.replace("/", ""), strict=True))
    turns = zip(*([cell for cell, glyph in glyphs if glyph == mark] for mark in "XO"), strict=True)
    return case.played([cell for turn in turns for cell in turn])


def _always(case: Case, obeys: Callable[[Case, Step], bool]) -> Verdict:
    """On every move of the 3x3 board, and on those of random games on this one."""
    small = case.under(size=3)
    broken = next((step for step in case.sampled_steps if not obeys(case, step)), None)
    verdict = case.broken_by(broken) if broken else small.always(lambda step: obeys(small, step))
    here = f"On this board looked at {len(case.sampled_steps):,} moves of {len(case.sampled)} seeded games."
    return verdict if verdict.match else ruled(True, f"On the 3x3 board looked through {small.scope}.", here)


@claims.claim("Setup", "The grid has columns A to D and rows 1 to 4 and starts empty.")
def _grid(case: Case) -> Verdict:
    line, named = case.line(case.starts[0]), _cells(case) == [f"{column}{row}" for row in "1234" for column in "ABCD"]
    return ruled(named and set(line.split()[0]) == {".", "/"}, f"The start is {line}.", match=Match.of(case.game))


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
    blocks, ways = [sorted(block) for block in _blocks(case)], len(list(combinations(_cells(case), 4)))
    tight = [b for b in blocks if ord(b[-1][0]) - ord(b[0][0]) == 1 == int(b[-1][1]) - int(b[0][1])]
    all_places = len(tight) == len(blocks) == (round(len(_cells(case)) ** 0.5) - 1) ** 2
    says = f"Of {ways:,} ways to choose four cells {len(blocks)} win: {', '.join(f'{b[0]}-{b[-1]}' for b in blocks)}."
    match = case.played(["B2", "A1", "B3", "A2", "C2", "A3", "C3"])
    return ruled(all_places and ["B2", "B3", "C2", "C3"] in blocks, says, match=match)


@claims.claim("Sudden Death", "Once the grid is full and nobody has won, and only then, markers are swapped.")
def _sudden_death(case: Case) -> Verdict:
    match = _filled(case)
    swaps = [move for move in match.legal_moves if str(move).startswith("swap")]
    early = _always(case, lambda of, step: ("." in of.board(step.before)) != str(step.move).startswith("swap"))
    says = f"After this game there are {len(swaps)} moves, all swaps."
    return ruled(0 < len(swaps) == len(match.legal_moves) and not early.match, says, *early.says, match=match)


@claims.claim("Sudden Death", "It is clear what swapping two markers means.", "sudden_death=exchange")
def _what_a_swap_is(case: Case) -> Verdict:
    readings, says = set(), ["The words fit both readings, and they differ."]
    for reading in ("exchange", "convert"):
        match = _filled(case.under(sudden_death=reading))
        after = match.play(match.legal_moves[0])
        readings.add(case.board(after.position))
        says.append(f"{reading}: {after.moves[-1]} gives {case.line(after.position)}.")
    return silence(*says, match=_filled(case)) if len(readings) > 1 else ruled(True, *says[1:])


@claims.claim("Sudden Death", "It is clear who wins when a swap completes squares for both.", "The mover wins.")
def _both_at_once(case: Case) -> Verdict:
    match, blocks = _filled(case), _blocks(case)
    for after in map(match.play, match.legal_moves):
        held = dict(zip(_cells(case), case.board(after.position), strict=True))
        if {held[block[0]] for block in blocks if len({held[cell] for cell in block}) == 1} == {"X", "O"}:
            says = f"Here {after.moves[-1]} does so, and no rule says whose counts."
            return silence(says, f"We say: {after.outcome and after.outcome.reason}.", match=after)
    return ruled(True, "It cannot happen after this game.", match=match)


@claims.claim("Sudden Death", "It is said who swaps first.", "Turns go on alternating.")
def _who_swaps_first(case: Case) -> Verdict:
    match = _filled(case)
    board, sides = case.line(match.position).split()[0], zip(case.game.rules.NAMES, case.game.rules.MARKS, strict=True)
    either = {name: case.game.read_position(f"{board} {mark}") for name, mark in sides}
    says = [f"If {name} does: {case.worth(p)}." for name, p in either.items() if case.moves(p)]
    return silence("Either could.", *says, match=match) if len(says) == 2 else ruled(True, "Only one side could.")


@claims.claim("Sudden Death", "Swapping goes on until somebody wins, so somebody does in the end.")
def _comes_to_an_end(case: Case) -> Verdict:
    full = _filled(case)
    match = circle(case, peaceful(case), full)
    if match is None:
        return ruled(bool(full.outcome), "Every turn fills a cell, and a full board ends the game.", match=full)
    asked = [step.before for step in case.sampled_steps if "." not in case.board(step.before)]
    endless = sum(case.value(position).ending == ENDLESS for position in asked)
    share = f"With best play {endless} of {len(asked)} full boards in seeded games need never end."
    return ruled(False, came_round(match), "No rule stops that.", share, match=match)


@claims.claim("Scoring", "Sudden death sees to it that no game ends in a draw.")
def _no_draws(case: Case) -> Verdict:
    small, full = case.under(size=3), _filled(case)
    ends = Counter(outcome.winner for p in small.positions if (outcome := small.game.outcome(p)))
    says = f"On the 3x3 board X wins at {ends[Side.FIRST]:,} ends, O at {ends[Side.SECOND]:,}, nobody at {ends[None]}."
    return ruled(not ends[None] and not full.outcome, says, match=full)


@claims.claim("Additional Mechanics", "What the optional time limit does is said.", "--time-limit; running out loses.")
def _time_limit(case: Case) -> Verdict:
    match = Match.of(case.game).run_out_of_time()
    says = f"We say: {match.outcome and match.outcome.reason} and loses, in every game alike."
    timed = [option.name for option in case.game.declared if "time" in option.name]
    return ruled(True, *timed) if timed else silence("No rule follows from it.", says, match=match)


@claims.claim("Examples", "The printed five moves give X a square on A1, A2, B1 and B2.", "No win; the game goes on.")
def _printed_game(case: Case) -> Verdict:
    match = case.played([move for move, _ in _SAMPLE])
    drawn = [board for _, board in _SAMPLE] == [case.line(p).split()[0] for p in match.positions[1:]]
    holders = {cell: case.board(match.position)[_cells(case).index(cell)] for cell in _ANNOUNCED}
    says = f"On the announced cells stand {', '.join(f'{mark} on {cell}' for cell, mark in holders.items())}."
    goes_on = f"The printed grids are{'' if drawn else ' not'} those of its moves; {match.mover_name} is to move."
    return contradiction(match.outcome is None and set(holders.values()) != {"X"}, says, goes_on, match=match)


@claims.claim("Command-Line Interaction", "B2 is entered at the prompt; entered again it is refused as printed.")
def _refusal(case: Case) -> Verdict:
    match, asked = case.played(["B2"]), next(Voice(case.game.rules).ask(Match.of(case.game)))
    try:
        match.play("B2")
    except IllegalMove as refusal:
        printed = str(refusal) == "B2 is already occupied. Please choose another cell."
        prompted = asked == "Player 1 (X), enter your move (e.g., A1): "
        return ruled(printed and prompted, f"{asked}B2", f"{match.mover_name}: B2. Sorry, {refusal}", match=match)
    return ruled(False, "It is not refused.", match=match.play("B2"))


@claims.claim("Strategic Depth", "The middle has more squares to form than the rim.")
def _center_squares(case: Case) -> Verdict:
    through = Counter(cell for block in _blocks(case) for cell in block)
    says = f"{through['B2']} squares go through B2, {through['B1']} through B1, {through['A1']} through A1."
    return ruled(through["B2"] == max(through.values()) > through["B1"] > through["A1"], says)


@claims.claim("Strategic Depth", "An opening in the middle is better than one on the rim.")
def _center_opening(case: Case) -> Verdict:
    by_value = defaultdict[str, list[str]](list)
    for judged in case.oracle.judged(case.starts[0]):
        by_value[case.worth(judged.position)].append(str(judged.move))
    best, says = next(iter(by_value.values())), [f"After {', '.join(by_value[value])}: {value}." for value in by_value]
    return ruled("B2" in best and "A1" not in best, *says)


@claims.claim("Strategic Depth", "One has to see the opponent's squares coming and block them.")
def _blocking(case: Case) -> Verdict:
    threats = [position for position in _asked(case) if _threatened(case, position)]
    saved = [position for position in threats if case.value(position).winner != 1 - position.mover]
    only = [position for position in saved if len(case.keeping(position)) == 1]
    says = f"Of {len(threats)} threats in seeded games {len(saved)} can be met, {len(only)} by one move only, as here."
    return ruled(bool(only), says, match=Match.of(case.game, only[0]).play(case.keeping(only[0])[0]) if only else None)


@claims.claim("Strategic Depth", "Building and blocking have to be balanced.")
def _balance(case: Case) -> Verdict:
    forced = [position for position in _asked(case) if len(case.keeping(position)) == 1]
    defence = sum(_threatened(case, position) for position in forced)
    says = f"One move alone keeps the result in {len(forced)} of {_ASKED} positions of seeded games,"
    return ruled(0 < defence < len(forced), f"{says} {defence} times against a threat and {len(forced) - defence} not.")


claims.opinion("Strategic Depth", "Recognising patterns is crucial.", "It is about people, not about the rules.")


@claims.claim("Summary", "The game is fast.")
def _fast(case: Case) -> Verdict:
    says = f"With best play {case.worth(case.starts[0])}; the printed game took {len(_SAMPLE)}."
    return ruled((case.value(case.starts[0]).distance or 99) <= len(_SAMPLE), says)


def _asked(case: Case) -> list[Position]:
    """Positions of random games with a choice, before sudden death."""
    steps = (step for step in case.sampled_steps if case.board(step.before).count(".") > 1)
    return list(dict.fromkeys(step.before for step in steps))[-_ASKED:]


def _threatened(case: Case, position: Position) -> bool:
    """Whether the opponent could win at once if it were their turn, and the mover cannot."""
    game, turns = case.game, (position, position._replace(mover=1 - position.mover))
    mine, theirs = (any(game.outcome(game.play(p, move)) for move in game.legal_moves(p)) for p in turns)
    return theirs and not mine
