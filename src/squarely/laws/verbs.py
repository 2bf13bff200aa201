"""The laws of the four verbs: what a position is, which moves there are, where they lead and when it is over."""

from itertools import pairwise

from squarely.core.rules.game import ONGOING, TIE, Game, Position
from squarely.laws.law import Complaints, find_odd_part, law, list_moves, tried


@law(
    "A Position has whole numbers and tuples of them: no truth values, texts or lists; `mover` is FIRST or SECOND.",
    is_for_truth=True,
)
def a_position_is_plain_numbers(game: Game, position: Position) -> Complaints:
    """A position is whole numbers, and says whose turn it is."""
    if odd := find_odd_part(game, position):
        yield f"is {odd}"


@law("`outcome` returns ONGOING, FIRST_WINS, SECOND_WINS or TIE, always the same.", is_for_truth=True)
def the_outcome_is_one_of_four(game: Game, position: Position) -> Complaints:
    """Every position goes on, is won by one of the sides, or is a tie."""
    result = game.outcome(position)
    if type(result) is not int or result not in range(ONGOING, TIE + 1):
        yield f"has the outcome {result!r}; it is one of ONGOING, FIRST_WINS, SECOND_WINS, TIE"
    elif (again := game.outcome(position)) != result:
        yield f"has the outcome {result}, and asked again {again}"


@law(
    "`legal_moves` yields each move once, `yield move`, the smallest number first, below what `moves` make.",
    is_for_truth=True,
)
def moves_are_numbers_in_order(game: Game, position: Position) -> Complaints:
    """Legal moves are yielded, numbers in ascending order, each once, from 0 to how many moves there are."""
    given, most = game.legal_moves(position), game.move_count()
    if iter(given) is not given:
        yield f"has its legal moves in a {type(given).__name__}, which does not compile"
        return
    moves = list_moves(game, position)
    for move in moves:
        if type(move) is not int:
            yield f"has the legal move {move!r}, which is a {type(move).__name__}"
        elif move < 0 or 0 < most <= move:
            yield f"has the legal move {move}" + (f", but there are {most} moves, counted from 0" if most else "")
    if any(later <= move for move, later in pairwise(moves)):
        yield "has legal moves that are not in ascending order, each once"
    elif moves != list_moves(game, position):
        yield "has other legal moves when they are asked for again"


@law("`legal_moves` gives none exactly where `outcome` says that it is over.", is_for_truth=True)
def moves_end_where_the_game_ends(game: Game, position: Position) -> Complaints:
    """There are legal moves as long as there is no outcome, and none from then on."""
    has_moves, result = bool(list_moves(game, position)), game.outcome(position)
    if not has_moves and result == ONGOING:
        yield "has no legal move and has not ended; `outcome` must say who wins there"
    elif has_moves and result != ONGOING:
        yield "has ended and has legal moves; `legal_moves` must give none there"


@law("`play` makes a new position of the old one and the move alone, and returns that.", is_for_truth=True)
def play_leads_to_a_position(game: Game, position: Position) -> Complaints:
    """A legal move leads to a position, and the same move from the same position to the same one."""
    for move in tried(game, position):
        after = game.play(position, move)
        if odd := find_odd_part(game, after):
            yield f"leads by the move {move} to {odd}"
        elif after != game.play(position, move):
            yield f"leads by the move {move} to another position each time"


@law("A move that changes nothing is no move; to pass changes the mover.")
def a_move_changes_the_position(game: Game, position: Position) -> Complaints:
    """After a legal move the position is another one."""
    for move in tried(game, position):
        if game.play(position, move) == position:
            yield f"is the same after the move {move}"


@law("The verbs use `self` and what they are given: no global, `random` or clock.", is_costly=True, is_for_truth=True)
def rules_remember_nothing(game: Game, position: Position) -> Complaints:
    """What the verbs say of a position does not depend on what they were asked before."""

    def ask(here: Position) -> tuple[int, list[int]]:
        return game.outcome(here), list_moves(game, here)

    before = ask(position)
    for other in (*(game.play(position, move) for move in before[1][:3]), game.start()):
        ask(other)
    if ask(position) != before:
        yield "has another outcome or other legal moves after other positions were looked at"
