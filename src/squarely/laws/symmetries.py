"""The laws of symmetry: a board that is laid another way is the same game."""

from squarely.core.rules.game import Game, Position
from squarely.laws.law import Complaints, law, legal, tried

_TRIED = 16  # moves of a position, under each symmetry
_SEE = "`symmetric` and `is_symmetry` say yes only where the rules are the same on the transformed board"


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
