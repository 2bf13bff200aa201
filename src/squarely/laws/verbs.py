"""The laws of the four verbs: what a position is, which moves there are, where they lead and when it is over."""

from itertools import pairwise

from squarely.core.first_look import find_odd_part
from squarely.core.game import Game
from squarely.core.rules import ONGOING, TIE, Position
from squarely.laws.law import Complaints, law, legal, list_moves, tried

_PLAIN = "A position is a NamedTuple of whole numbers and tuples of them: no truth values, no texts, lists or dicts."


@law(_PLAIN)
def a_position_is_plain_numbers(game: Game, position: Position) -> Complaints:
    """A position holds whole numbers, and tuples of them, and nothing else."""
    if odd := find_odd_part(position):
        yield f"is {odd}"
    elif (expected := game.rules.position_type) and type(position) is not expected:
        yield f"is a {type(position).__name__}, not a {expected.__name__}"


@law("`mover` is 0 (FIRST) or 1 (SECOND), also at an end.")
def the_mover_is_one_of_the_sides(game: Game, position: Position) -> Complaints:  # noqa: ARG001
    """Whose turn it is, is said by `mover`."""
    if position.mover not in (0, 1):
        yield f"has the mover {position.mover!r}"


@law("`outcome` returns ONGOING, FIRST_WINS, SECOND_WINS or TIE, in every position, and always the same.")
def the_outcome_is_one_of_four(game: Game, position: Position) -> Complaints:
    """Every position goes on, is won by one of the sides, or is a tie."""
    result = game.rules.outcome(game.law, position)
    if type(result) is not int or result not in range(ONGOING, TIE + 1):
        yield f"has the outcome {result!r}; it is one of ONGOING, FIRST_WINS, SECOND_WINS, TIE"
    elif (again := game.rules.outcome(game.law, position)) != result:
        yield f"has the outcome {result}, and asked again {again}"


@law("`legal_moves` yields its moves, one after the other: `yield move`, no list and no return value.")
def moves_are_yielded(game: Game, position: Position) -> Complaints:
    """Legal moves are whole numbers that are yielded one by one."""
    given = game.rules.legal_moves(game.law, position)
    if iter(given) is not given:
        yield f"has its legal moves in a {type(given).__name__}, which does not compile"
    else:
        for move in list_moves(game, position):
            if type(move) is not int:
                yield f"has the legal move {move!r}, which is a {type(move).__name__}"


@law("`legal_moves` yields each move once, the smallest number first, and always the same ones.")
def moves_come_once_in_ascending_order(game: Game, position: Position) -> Complaints:
    """Legal moves come in ascending order, each once, whenever they are asked for."""
    moves = list_moves(game, position)
    if any(later <= move for move, later in pairwise(moves)):
        yield "has legal moves that are not in ascending order, each once"
    elif moves != list_moves(game, position):
        yield "has other legal moves when they are asked for again"


@law("Every move is a number from 0, smaller than `move_count(law)` or than what MOVES make.")
def moves_are_counted(game: Game, position: Position) -> Complaints:
    """The number of a move lies between 0 and how many moves there are."""
    moves = list_moves(game, position)
    most = game.rules.move_count(game.law) if game.rules.has_move_count else None
    for move in moves:
        if move < 0 or (most is not None and move >= most):
            told = "" if most is None else f", but there are {most} moves, counted from 0"
            yield f"has the legal move {move}{told}"


@law("`legal_moves` gives none exactly where `outcome` says that it is over.")
def moves_end_where_the_game_ends(game: Game, position: Position) -> Complaints:
    """There are legal moves as long as there is no outcome, and none from then on."""
    has_moves, result = bool(list_moves(game, position)), game.rules.outcome(game.law, position)
    if not has_moves and result == ONGOING:
        yield "has no legal move and has not ended; `outcome` must say who wins there"
    elif has_moves and result != ONGOING:
        yield "has ended and has legal moves; `legal_moves` must give none there"


@law("`reason` returns a line of text for every end, such as `Red has three in a line`.")
def an_end_says_why(game: Game, position: Position) -> Complaints:
    """Wherever the game is over, `reason` says why, in words."""
    if game.rules.outcome(game.law, position) != ONGOING:
        reason = game.rules.reason(game.law, position)
        if not isinstance(reason, str) or not reason.strip() or not reason.isprintable():
            yield f"has ended for the reason {reason!r}"


@law("`play` makes a new position of the old one and the move alone, and returns that.")
def play_leads_to_a_position(game: Game, position: Position) -> Complaints:
    """A legal move leads to a position, and the same move from the same position to the same one."""
    before = repr(position)
    for move in tried(game, position):
        after = game.rules.play(game.law, position, move)
        if type(after) is not type(position):
            yield f"leads by the move {move} to {after!r}, which is no position"
        elif odd := find_odd_part(after):
            yield f"leads by the move {move} to {odd}"
        elif after.mover not in (0, 1):
            yield f"leads by the move {move} to a position with the mover {after.mover!r}"
        elif after != game.rules.play(game.law, position, move):
            yield f"leads by the move {move} to another position each time"
    if repr(position) != before:
        yield "was changed by `play`"


@law("A move that changes nothing is no move; to pass changes the mover.")
def a_move_changes_the_position(game: Game, position: Position) -> Complaints:
    """After a legal move the position is another one."""
    for move in tried(game, position):
        if game.rules.play(game.law, position, move) == position:
            yield f"is the same after the move {move}"


@law(
    "The verbs use what they are given and nothing else: no global that changes, no `random`, no clock.", is_costly=True
)
def rules_remember_nothing(game: Game, position: Position) -> Complaints:
    """What the verbs say of a position does not depend on what they were asked before."""
    rules, law_ = game.rules, game.law

    def seen(here: Position) -> tuple[int, list[int]]:
        return rules.outcome(law_, here), list_moves(game, here)

    before = seen(position)
    elsewhere = [rules.play(law_, position, move) for move in before[1][:3]]
    for other in (*elsewhere, rules.start(law_)):
        seen(other)
    if seen(position) != before:
        yield "has another outcome or other legal moves after other positions were looked at"


@law("`enact` works the law out of its options alone, and no rule changes it.")
def the_law_stays_as_it_is(game: Game, position: Position) -> Complaints:
    """The same options make the same law, whatever was played before."""
    legal(game, position)
    if game.rules.enact(game.settings) != game.law:
        yield "is played under a law that is another one when it is enacted again"


LAWS = (
    a_position_is_plain_numbers,
    the_mover_is_one_of_the_sides,
    the_outcome_is_one_of_four,
    moves_are_yielded,
    moves_come_once_in_ascending_order,
    moves_are_counted,
    moves_end_where_the_game_ends,
    an_end_says_why,
    play_leads_to_a_position,
    a_move_changes_the_position,
    rules_remember_nothing,
    the_law_stays_as_it_is,
)
