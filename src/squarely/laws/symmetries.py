"""The laws of symmetry: a board that is laid another way is the same game."""

from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.laws.law import Complaints, law, legal, reached

_TRIED = 16  # moves of a position, under each symmetry
_SEE = "`is_symmetry` says yes only where the rules are the same on the transformed board"


@law(f"{_SEE}.", is_costly=True)
def a_transformed_board_is_the_same_game(game: Game, position: Position) -> Complaints:
    """Under a symmetry mover, outcome and points stay, and what follows is what followed."""
    rules, moves = game.rules, legal(game, position)
    for number in range(1, len(game.symmetries.squares)):
        image = game.transform(position, number)
        here, there = (
            (each.mover, rules.outcome(game.law, each), game.points(each), len(legal(game, each)))
            for each in (position, image)
        )
        some = {rules.play(game.law, position, move) for move in moves[:: len(moves) // _TRIED + 1]}
        if here != there or not {game.transform(after, number) for after in some} <= reached(game, image):
            yield f"is another game under symmetry {number}; see `is_symmetry`"


@law(f"{_SEE}; a `transform_move` of your own has to go with `transform`.", is_costly=True)
def moves_are_transformed_with_their_board(game: Game, position: Position) -> Complaints:
    """A symmetry maps legal moves onto legal moves that lead to the images of where they led."""
    rules, moves = game.rules, legal(game, position)
    for number in range(1, len(game.symmetries.squares)):
        image = game.transform(position, number)
        if {game.transform_move(position, move, number) for move in moves} != {*legal(game, image)}:
            yield f"has moves that symmetry {number} maps onto moves that are not legal"
            continue
        for move in moves[:: len(moves) // _TRIED + 1]:
            played = rules.play(game.law, image, game.transform_move(position, move, number))
            if played != game.transform(rules.play(game.law, position, move), number):
                yield f"has the move {move}, which symmetry {number} maps onto another move"


@law(f"{_SEE}, and where it says yes to two of them, also to one after the other.", is_costly=True)
def symmetries_are_a_group(game: Game, position: Position) -> Complaints:
    """To transform an image again gives one of the same images."""
    squares = game.symmetries.squares
    if len({*zip(*game.symmetries, strict=True)}) != len(squares):
        yield "has two symmetries that are the same"
    found = {game.transform(position, number) for number in range(len(squares))}
    if {game.transform(max(found), number) for number in range(len(squares))} != found:
        yield "has images under symmetry that have other images"


LAWS = (a_transformed_board_is_the_same_game, moves_are_transformed_with_their_board, symmetries_are_a_group)
