"""The rules of a game as a page: the rulebook in force in our words, the rulings, the options, the text forms."""

from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import list_rule_sets, write_rulebook
from squarely.core.text.wrapping import WIDTH, wrap

_MOVES = 4  # of the start that are shown


def write_page(game: Game, width: int = WIDTH) -> str:
    """The page, in lines of that width; the board is drawn as it is."""
    start = game.start()
    moves = [str(move) for move in game.named_moves(start)]
    shown = ", ".join(moves if len(moves) <= _MOVES else [*moves[:_MOVES], "…"])
    options = [
        "Rulings and options, with what is in force here. Change one with --option name=value.",
        *(option.write_paragraph(game.settings[option.name]) for option in game.declared),
        *_rule_set_paragraphs(game),
        "Text forms",
        f"  position  {game.write_position(start)}\n  moves     {shown}",
    ]
    return "\n\n".join([write_rulebook(game, width), game.words.draw(start), wrap("\n\n".join(options), width)])


def _rule_set_paragraphs(game: Game) -> list[str]:
    """Every rule set, the one in force marked; nothing where there is only the printed one."""
    sets = list_rule_sets(game.printed)
    lines = [
        f"  {each.name}{' (in force)' if each.options == game.options else ''}: {each.options or 'no option changed'}\n"
        f"    {each.says}"
        for each in sets
    ]
    return ["Rule sets, which are options chosen together", *lines] if len(sets) > 1 else []
