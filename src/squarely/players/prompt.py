"""The prompt: all that a language model needs in order to play a match, told from the game's own file."""

from itertools import pairwise

from squarely.core.match.match import Match
from squarely.core.match.tabletop import SeenSquare, Tabletop
from squarely.core.rules.game import Game, Side
from squarely.core.rules.rulebook import write_goal, write_rulebook
from squarely.core.text.notation import split_words

_REMEMBERED = 60  # moves of a long match that are told

ANSWER = """# Your answer
Think first if you like. End with one line of this form and nothing after it, the move written as shown above:
MOVE: the move"""


def write_prompt(match: Match, side: Side) -> str:
    """All that the player of this side needs to know, and how to answer."""
    parts = (describe_rules(match.game), describe_sides(match, side), describe_situation(match, side), ANSWER)
    return "\n\n".join(parts)


def describe_rules(game: Game) -> str:
    """The rules in force in our words, and every ruling and option."""
    return "\n".join([
        f"# {game.title} ({game.name}): rules for two players",
        f"The goal: {write_goal(game)}",
        write_rulebook(game),
        "",
        "# Rulings and options in force",
        "Where one of these differs from the rules above, it is this that holds.",
        *(option.write_line(game.settings[option.name]) for option in game.declared),
    ])  # fmt: skip


def describe_sides(match: Match, side: Side) -> str:
    """Who is who, and who of them is asked."""
    lines = ["# Sides"]
    for each in Side:
        role = match.game.role(match.position, each)
        rulebook, mark = match.game.players[role], match.game.marks[role]
        alias = "" if match.names[each] == rulebook else f" (the rules say {rulebook})"
        you = " This is you." if each == side else ""
        lines.append(f"- {match.names[each]}{alias} is the {each} side, written {mark} where its turn is noted.{you}")
    begins = "moved first" if match.moves else "moves first"
    return "\n".join([*lines, f"In this match {match.names[Side(match.start.mover)]} {begins}."])


def describe_situation(match: Match, side: Side) -> str:
    """Where a match stands, for the player of this side: squares, board, history, and what can be played."""
    game, position, table = match.game, match.position, Tabletop(match.game)
    fits = table.fits(position)
    return "\n".join([
        *(_describe_squares(match, table) if fits else []),
        "# Position",
        game.words.draw(position),
        f"As a line: {game.write_position(position)}",
        *(["(the rows from top to bottom joined by /, then whose turn it is, then what else matters)"] if fits else []),
        *game.words.beside(position, match.names),
        *_describe_history(match),
        *filter(None, [game.words.news(match)]),
        "",
        *_describe_turn(match, side),
    ])  # fmt: skip


def _describe_squares(match: Match, table: Tabletop) -> list[str]:
    """What rows, columns and squares are called; where squares have names, also what stands on them."""
    columns, rows = table.labels()
    across, down = f"Columns from left to right: {' '.join(columns)}", f"Rows from top to bottom: {' '.join(rows)}"
    lines = ["# Squares", across, down]
    if match.game.has_board:
        squares, letters = table.squares(match.position), match.game.position_line(match.position).glyphs
        names = [square.name for square in squares]
        named = [" ".join(names[at : at + len(columns)]) for at in range(0, len(names), len(columns))]
        pairs = [pair for pair in zip(squares, letters, strict=False) if pair[0].text]
        lines += [
            f"Row by row from the top: {' / '.join(named)}",
            *(f"{square.name} is the {square.place}" for square in squares if square.place),
            f"Not empty: {', '.join(_describe_square(match, *pair) for pair in pairs) or 'no square'}",
        ]
    return [*lines, ""]


def _describe_square(match: Match, square: SeenSquare, letter: str) -> str:
    """What stands on a square and whose it is; a sign that only a page can show as its letter in the line."""
    owner = "" if square.side is None else f" of {match.names[square.side]}"
    return f"{square.name} {square.text if square.text.isascii() else letter}{owner}"


def _describe_history(match: Match) -> list[str]:
    """The moves so far, the last ones of a long match; and how often the position has been there, if that counts.

    Where the sides did not take turns one by one, each move is told with who made it.
    """
    first = max(0, len(match.moves) - _REMEMBERED)
    movers = [position.mover for position in match.positions]
    alternate = all(mover != after for mover, after in pairwise(movers[:-1]))
    told = [
        f"{number}. {'' if alternate else f'{match.names[movers[number - 1]]}: '}{match.moves[number - 1]}"
        for number in range(first + 1, len(match.moves) + 1)
    ]
    lines = [f"Moves so far{' (earlier ones left out)' if first else ''}: {'; '.join(told) or 'none'}"]
    if match.game.settings["repetition"] != "play_on":
        lines.append(f"Occurrences of this position so far: {match.positions.count(match.position)}")
    return lines


def _describe_turn(match: Match, side: Side) -> list[str]:
    """Whose turn it is, and every legal move, with the squares it touches if its own words do not name them."""
    if outcome := match.outcome:
        result = "nobody wins" if outcome.winner is None else f"{match.names[outcome.winner]} wins"
        return [f"The match is over: {outcome.reason}; {result}."]
    turn = f"It is your turn, {match.mover_name}." if side == match.mover else f"It is the turn of {match.mover_name}."
    table, touched = Tabletop(match.game), {str(move): list[str]() for move in match.legal_moves}
    if match.game.has_board:
        names = [square.name for square in table.squares(match.position)]
        for move in match.legal_moves:
            touched[str(move)] = [names[at] for at in table.touched_squares(match.position, move)]
    words = [({*split_words(text)}, name) for text, squares in touched.items() for name in squares]
    are_named = all({*split_words(name)} <= said for said, name in words)
    listed = [f"- `{text}`" + ("" if are_named else f" {' to '.join(at)}") for text, at in touched.items()]
    return ["# Legal moves", turn, *listed]
