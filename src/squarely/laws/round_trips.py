"""The laws of what is written and read: a position is its line, a move is its words."""

from squarely.core.game import Game
from squarely.core.rules import ONGOING, Position
from squarely.laws.law import Complaints, describe_position, law, legal, tried


@law("`read_position` gives the position that `write_position` wrote: all of it, or it decides nothing.")
def a_position_is_its_line(game: Game, position: Position) -> Complaints:
    """The line of a position reads back as that position."""
    line = game.write_position(position)
    if not isinstance(line, str) or not line or line != " ".join(line.split()) or not line.isprintable():
        yield f"is written as {line!r}, which is no line of words with single spaces"
        return
    read = game.read_position(line)
    if type(read) is not type(position) or read != position:
        yield f"is read as {describe_position(game, read)}"


@law("`write_move` gives every legal move words of its own, and `read_move` finds that move in them.", is_costly=True)
def a_move_is_its_words(game: Game, position: Position) -> Complaints:
    """The words of a legal move are read as that move and no other."""
    moves = legal(game, position)
    texts = {move: game.rules.write_move(game.law, position, move) for move in moves}
    for move, text in texts.items():
        if not isinstance(text, str) or not text or text != " ".join(text.split()) or not text.isprintable():
            yield f"writes the move {move} as {text!r}, which is no line of words with single spaces"
            return
    if len({*texts.values()}) < len(moves):
        twice = next(text for text in texts.values() if [*texts.values()].count(text) > 1)
        yield f"writes two of its moves as {twice!r}"
    for move in tried(game, position):
        meant = game.rules.read_move(game.law, position, texts[move])
        found = [each for each in moves if each in [*meant]]
        if found != [move]:
            read = f"the legal moves {', '.join(texts[each] for each in found)}" if found else "no legal move"
            yield f"has the legal move {texts[move]!r}, and reads these words as {read}"


@law("`why_illegal` returns a sentence that can follow `Sorry, `.", is_costly=True)
def a_refusal_says_why(game: Game, position: Position) -> Complaints:
    """Of a move that is not legal it is said why not."""
    if not game.rules.has_moves or game.rules.outcome(game.law, position) != ONGOING:
        return
    moves = {*legal(game, position)}
    other = next((move for move in range(game.rules.move_count(game.law)) if move not in moves), None)
    if other is not None:
        why = game.rules.why_illegal(game.law, position, other)
        if not isinstance(why, str) or not why.strip():
            yield f"refuses the move {other} with {why!r}"


LAWS = (a_position_is_its_line, a_move_is_its_words, a_refusal_says_why)
