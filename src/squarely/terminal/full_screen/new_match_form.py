"""What is asked before a match of a game begins, as rows of a form, and what they mean for the match."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from textual.widget import Widget

from squarely.core.errors import BadOption, SquarelyError
from squarely.core.rules.game import Game
from squarely.core.rules.options import Option, Setting
from squarely.core.rules.rulebook import list_rule_sets
from squarely.core.text.notation import as_sentence, is_printable
from squarely.players import HUMAN, LLM, PROGRAM, fold_name, seat_player
from squarely.terminal.full_screen.form_rows import Choice, ChoiceRow, TextRow
from squarely.terminal.match.match_settings import LOSE, RANDOM_MOVE, read_seconds, read_turns

USUAL_OPPONENT = "level:3"
OWN = "own"  # options that no rule set has
TYPED = "typed"  # an opponent whose name is typed
FIRST, SECOND, TOSS = "first", "second", "toss"
_STRENGTHS = (
    "a beginner: takes a win that lies on the board, walks into most threats",
    "knows the rules, overlooks a lot",
    "a relaxed opponent who sees the next move or two: good to begin with",
    "sees simple threats, misses plans",
    "a good casual player",
    "sees most of what is a few moves away",
    "strong: errs only where it is hard to see",
    "very strong",
    "nearly perfect",
)
_LONGEST_NAME = 32


def list_opponents() -> list[Choice]:
    """Everybody who can be played against."""
    return [
        Choice(HUMAN, "person", "two people at this keyboard"),
        *(Choice(f"level:{n}", str(n), f"level:{n}, {says}") for n, says in enumerate(_STRENGTHS, 1)),
        Choice("perfect", "perfect", "never gives anything away"),
        Choice("random", "random", "any move, each as likely as the others"),
        Choice(TYPED, "other", "a program or a language model, by its name below"),
    ]


def make_rows(game: Game) -> list[Widget]:
    """The rows of the form: who plays, by which rules, and what else may be agreed."""
    sides = game.players
    return [
        ChoiceRow("opponent", "Opponent", list_opponents(), USUAL_OPPONENT),
        TextRow("typed", "Who", f"{PROGRAM}CMD or {LLM}MODEL, such as {PROGRAM}./my-player", _check_player),
        ChoiceRow("side", "You are", _list_sides(game), FIRST),
        *_make_rule_set_row(game),
        *(make_option_row(option, game) for option in game.declared),
        TextRow("clock", "Clock", "seconds for each turn; empty: no clock", _check_seconds),
        ChoiceRow(
            "on_timeout",
            "Time is up",
            [
                Choice(LOSE, "loses", "whoever runs out of time loses"),
                Choice(RANDOM_MOVE, "random move", "a random move is played"),
            ],
            LOSE,
        ),
        TextRow("first_name", "Name", f"of {sides[0]}; empty: {sides[0]}", _check_name),
        TextRow("second_name", "Name", f"of {sides[1]}; empty: {sides[1]}", _check_name),
        TextRow("max_turns", "Turn limit", "stop unfinished after so many turns; empty: none", _check_turns),
        TextRow("seed", "Seed", "a number that decides everything random; empty: any", _check_seed),
        TextRow("position", "Position", "a line to start from; empty: the usual start", lambda _: ""),
    ]


def _list_sides(game: Game) -> list[Choice]:
    first, second = game.players
    begins = game.players[game.start().mover]
    return [
        Choice(FIRST, first, f"{begins} begins"),
        Choice(SECOND, second, f"{begins} begins"),
        Choice(TOSS, "toss a coin", "a coin decides when the match begins"),
    ]


def _make_rule_set_row(game: Game) -> list[Widget]:
    sets = list_rule_sets(game.printed)
    choices = [*(Choice(each.name, each.shown, each.says) for each in sets), Choice(OWN, "own", "options of your own")]
    return [ChoiceRow("rule_set", "Rule set", choices, find_rule_set(game))] if len(sets) > 1 else []


def find_rule_set(game: Game) -> str:
    """The rule set that is in force; OWN where the options make none."""
    return next((each.name for each in list_rule_sets(game.printed) if each.options == game.options), OWN)


def make_option_row(option: Option[Any], game: Game) -> Widget:
    """A choice of what an option may be; a place is written."""
    chosen, name = game.settings[option.name], f"option-{option.name}"
    label = option.name.replace("_", " ")
    if not (settings := option.list_settings()):
        says = f"{option.says}: {option.allowed}"
        return TextRow(name, label, says, lambda text: _check_option(option, text), str(chosen))
    choices = [
        Choice(str(value), f"{value}".replace("_", " "), f"{says}{'' if value == option.default else _OTHER}")
        for value, says in settings
        if value in (chosen, *_list_named(game, option)) or _can_be(game, option, value)
    ]
    return ChoiceRow(name, label, choices, str(chosen))


def _list_named(game: Game, option: Option[Any]) -> list[Setting]:
    """What the rule sets of the game choose for an option."""
    sets = (game.printed(each.options) for each in list_rule_sets(game.printed))
    return [each.settings[option.name] for each in sets]


def _can_be(game: Game, option: Option[Any], value: Setting) -> bool:
    """Whether there is such a game: with everything else as printed, or with one other option changed."""
    own = f"{option.name}={value}"
    others = (f"{other.name}={each}" for other in game.declared if other != option for each, _ in other.list_settings())
    return any(_is_game(game, options) for options in chain([own], (f"{own},{other}" for other in others)))


def _is_game(game: Game, options: str) -> bool:
    try:
        game.printed(options)
    except BadOption:
        return False
    return True


_OTHER = " (not as printed)"


def read_rows(game: Game, rows: Mapping[str, str]) -> dict[str, Any]:
    """What `prepare_match` is told, from the values of the rows by their names."""
    opponent = rows["typed"] if rows["opponent"] == TYPED else rows["opponent"]
    sides = (opponent, HUMAN) if rows["side"] == SECOND else (HUMAN, opponent)
    names = [rows[f"{side}_name"] or usual for side, usual in zip((FIRST, SECOND), game.players, strict=True)]
    return {
        "first": sides[0],
        "second": sides[1],
        "toss": rows["side"] == TOSS,
        "options": read_options(game, rows),
        "time_limit": float(rows["clock"]) if rows["clock"] else None,
        "on_timeout": rows["on_timeout"],
        "names": ",".join(names) if rows["first_name"] or rows["second_name"] else None,
        "max_turns": int(rows["max_turns"]) if rows["max_turns"] else None,
        "seed": int(rows["seed"]) if rows["seed"] else None,
        "position": rows["position"] or None,
    }


def read_options(game: Game, rows: Mapping[str, str]) -> tuple[str, ...]:
    """The options that differ from the rulebook's, as they are given to a command."""
    chosen = [(option, rows[f"option-{option.name}"] or str(option.default)) for option in game.declared]
    return tuple(f"{option.name}={text}" for option, text in chosen if text != str(option.default))


def load_chosen(game: Game, rows: Mapping[str, str]) -> Game:
    """The game under the options of these rows; BadOption if they cannot be together."""
    return game.printed(",".join(read_options(game, rows)))


def _check_player(text: str) -> str:
    if not text:
        return f"who is it? Type {PROGRAM}CMD or {LLM}MODEL"
    try:
        seat_player(fold_name(text), 0)
    except SquarelyError as error:
        return as_sentence(str(error))
    return ""


def _check_option(option: Option[Any], text: str) -> str:
    return "" if not text or option.read(text) is not None else f"{option.name} is {option.allowed}"


def _check_seconds(text: str) -> str:
    return _check_number(text, read_seconds, "a number of seconds above 0 and up to 86400")


def _check_turns(text: str) -> str:
    return _check_number(text, read_turns, "a whole number of turns, at least 1")


def _check_seed(text: str) -> str:
    return "" if not text or (text.isascii() and text.isdigit() and int(text) <= 2**63) else "a seed is a whole number"


def _check_number(text: str, read: Callable[[str], object], wanted: str) -> str:
    try:
        if text:
            read(text)
    except ValueError:
        return f"{text} is not {wanted}"
    return ""


def _check_name(text: str) -> str:
    if not text or (len(text) <= _LONGEST_NAME and is_printable(text) and "," not in text):
        return ""
    return f"a name has up to {_LONGEST_NAME} printable characters, and no comma"
