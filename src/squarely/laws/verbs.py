"""The laws of the four verbs: positions, moves, where they lead, when it is over; of numbers and of symmetries."""

from itertools import pairwise

from squarely.core.rules.game import ONGOING, TIE, Game, Position
from squarely.laws.law import WIDEST, Complaints, find_odd_part, flatten, law, legal, list_moves, tried

_TRIED = 16  # moves of a position, under each symmetry
_SEE = "`symmetric` and `is_symmetry` say yes only where the rules are the same on the transformed board"


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


# Numbers: how great the fields of a position may be, what fits into machine code, what points are


@law("`maxima` says the greatest number of each field of Points, Count or Contents.", is_for_truth=True)
def fields_are_within_their_ranges(game: Game, position: Position) -> Complaints:
    """No field of a position is greater than its kind and `maxima` say, and none has more than 63 bits."""
    for name, value in zip(position._fields, position, strict=True):
        numbers, parts = [*flatten(value)], game.ranges[name] if game.ranges else ()
        if game.ranges and len(numbers) != len(parts):
            yield f"has {value!r} as its {name}, which is no {game.kinds[name].value}"
        for number, part in zip(numbers, parts, strict=False):
            if number & ~part.used:
                said = f"is 0 to {game.maxima()[name]}" if name in game.maxima() else f"is {game.kinds[name].value}"
                yield f"has {number} as its `{name}`, which {said}; see `maxima`"
        if max(number.bit_length() for number in numbers) > WIDEST:
            yield f"has a number of more than {WIDEST} bits in its {name}"


@law("`points` returns two whole numbers, the first side's and the second's.", is_for_truth=True)
def points_are_two_numbers(game: Game, position: Position) -> Complaints:
    """What the sides have scored is two whole numbers."""
    points = game.points(position)
    if points is not None and (type(points) is not tuple or [type(each) for each in points] != [int, int]):
        yield f"has the points {points!r}"


@law("Leave `points_only_at_end` out where points decide a move, or when it ends.", is_for_truth=True)
def points_decide_only_the_end(game: Game, position: Position) -> Complaints:
    """A game with `points_only_at_end` has the same moves, scores and ends whatever was scored before."""
    if not (game.points_only_at_end and game.has_points):
        return
    bare, moves = game.without_points(position), legal(game, position)
    if (game.outcome(position) == ONGOING) != (game.outcome(bare) == ONGOING):
        yield "would not end here, or end here, without its points"
    elif tuple(list_moves(game, bare)) != moves:
        yield "has other moves without its points"
    else:
        had, none = game.points(position) or (0, 0), game.points(bare) or (0, 0)
        for move in moves:
            after, other = game.play(position, move), game.play(bare, move)
            if after != other and game.without_points(after) != game.without_points(other):
                yield f"leads by the move {move} elsewhere without its points"
            now, then = game.points(after) or (0, 0), game.points(other) or (0, 0)
            if now[0] - had[0] != then[0] - none[0] or now[1] - had[1] != then[1] - none[1]:
                yield f"scores by the move {move} otherwise without its points"


# Symmetries


@law(f"{_SEE}.", is_for_truth=True)
def a_transformed_board_is_the_same_game(game: Game, position: Position) -> Complaints:
    """Under a symmetry mover, outcome and points stay, and what follows is what followed."""
    for number in range(1, len(game.symmetries.squares)):
        image = game.transform(position, number)
        here, there = (
            (each.mover, game.outcome(each), game.points(each), len(legal(game, each))) for each in (position, image)
        )
        some = {game.play(position, move) for move in tried(game, position, _TRIED)}
        if here != there or not {game.transform(after, number) for after in some} <= {
            game.play(image, move) for move in legal(game, image)
        }:
            yield f"is another game under symmetry {number}; see `is_symmetry`"


@law(f"{_SEE}; where a piece covers several squares, `transform_move` says what a move becomes.", is_costly=True)
def moves_are_transformed_with_their_board(game: Game, position: Position) -> Complaints:
    """A symmetry maps legal moves onto legal moves that lead to the images of where they led."""
    moves = legal(game, position)
    if game.has_symmetry and not game.has_moves and type(game).transform_move is Game.transform_move:
        yield "has moves that are bare numbers, which nobody can turn: `moves` says of what parts they consist"
        return
    for number in range(1, len(game.symmetries.squares)):
        image = game.transform(position, number)
        becomes = {move: game.transform_move(position, move, number) for move in moves}
        if {*becomes.values()} != {*legal(game, image)}:
            yield f"has moves that symmetry {number} maps onto moves that are not legal; see `transform_move`"
            continue
        for move in tried(game, position, _TRIED):
            if game.play(image, becomes[move]) != game.transform(game.play(position, move), number):
                yield f"has the move {move}, which symmetry {number} maps onto another move; see `transform_move`"
