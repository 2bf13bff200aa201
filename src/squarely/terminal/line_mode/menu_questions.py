"""The questions of the menu, one after the other. What was answered stays, whatever is refused after it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import list_rule_sets
from squarely.core.text.notation import as_sentence, join_with_or
from squarely.players import HUMAN, KINDS, fold_name, seat_player
from squarely.terminal.line_mode.commands import Quit
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.extras import (
    CLOCK,
    EXTRAS,
    NAMES,
    OPTIONS,
    Extras,
    read_extras,
    read_limit,
    read_names,
)
from squarely.terminal.match.new_match import prepare_match, split_names

RESUME = "resume"
WORDS = "Enter takes what is in brackets. At every question `help` explains, `back` goes back and `q` leaves."
_LEAVE, _HELP, _BACK = ("q", "quit", "exit"), ("help", "?"), "back"
_USUAL_LIMIT = "30"
_USUAL_OPPONENT = "level:3"
_HELP_GAME = """Enter the number or the name of a game: its rules are told by `squarely rules GAME`.
Also there: `squarely puzzle`, `squarely review`, `squarely court`; all of it: `squarely --help`."""
_HELP_PLAYER = """human is you, or somebody beside you.
The computer plays at level:1 (easy) to level:9, or perfect, which makes no mistake; random plays anything.
llm:MODEL asks a language model, program:CMD runs a program of yours."""
_HELP_EXTRAS = """Enter begins the match. Or enter one or several of these:
  toss              a coin decides who begins, or who has which side
  clock 30          so many seconds for each turn
  size=5            an option of the game, by name and value; `options` lists them
  names Ann,Bob     what the players are called, at the end"""

T = TypeVar("T")


class _Back(Exception):
    """Somebody wants to answer the question before again."""


@dataclass(frozen=True)
class Wish:
    """What somebody has chosen; no game if they want to go on with an unfinished match."""

    game: Game | None = None
    first: str = HUMAN
    second: str = ""  # not asked for yet
    extras: Extras = field(default_factory=Extras)

    def as_arguments(self) -> dict[str, Any]:
        """What `prepare_match` takes besides the game's name."""
        extras = self.extras
        agreed = {"toss": extras.toss, "time_limit": extras.time_limit, "names": extras.names}
        return {"first": self.first, "second": self.second, "options": extras.options, **agreed}


def ask_all(console: Console, games: list[Game]) -> Wish:
    """Every question in turn. Quit if somebody leaves."""
    steps = (_ask_game, _ask_first, _ask_second, _ask_extras)
    wish, at = Wish(), 0
    while at < len(steps):
        try:
            wish = steps[at](console, games, wish)
        except _Back:
            at = max(0, at - 1)
            continue
        if wish.game is None:
            return wish
        at += 1
    return wish


def _ask_game(console: Console, games: list[Game], wish: Wish) -> Wish:
    by_answer = {str(number): game for number, game in enumerate(games, 1)} | {game.name: game for game in games}
    usual = wish.game or games[0]

    def read(answer: str) -> Wish:
        if answer.lower() in ("r", RESUME):
            return Wish()
        found = by_answer.get(answer) or by_answer.get(registry.find(answer) or "") if answer else usual
        if found is None:
            registry.find_class(answer)
        return replace(wish, game=found)

    return _ask(console, f"Which game, by number or name? [{usual.name}] ", _HELP_GAME, read)


def _ask_first(console: Console, _: list[Game], wish: Wish) -> Wish:
    return replace(wish, first=_ask_player(console, wish, 0, wish.first))


def _ask_second(console: Console, _: list[Game], wish: Wish) -> Wish:
    # Whoever presses Enter at a terminal is there alone as a rule; a script means what it always meant.
    alone = console.is_terminal and wish.first == HUMAN
    return replace(wish, second=_ask_player(console, wish, 1, wish.second or (_USUAL_OPPONENT if alone else HUMAN)))


def _ask_player(console: Console, wish: Wish, side: int, usual: str) -> str:
    assert wish.game

    def read(answer: str) -> str:
        named = fold_name(answer) or usual
        seat_player(named, 0)
        return named

    question = f"Who plays {wish.game.players[side]}: {join_with_or(KINDS)}? [{usual}] "
    return _ask(console, question, _HELP_PLAYER, read)


def _ask_extras(console: Console, _: list[Game], wish: Wish) -> Wish:
    """The last question, and those that its answer leads to; refused as a whole where such a match cannot be."""
    assert wish.game
    game = wish.game
    sets = list_rule_sets(game.printed)
    named = f"; rules {join_with_or([each.name for each in sets])}" if len(sets) > 1 else ""
    if named:
        console.say("\n".join(f"Rules {each.shown}: {each.says}" for each in sets))
    says = "\n".join([_HELP_EXTRAS, *(f"  {each.name:<17} {each.says}" for each in sets if named)])

    def read(answer: str) -> Wish | None:
        extras = read_extras(answer, game)
        try:
            for what in extras.to_ask:
                extras = _ask_for(console, wish, extras, what)
        except _Back:
            return None
        whole = replace(wish, extras=replace(extras, names=_read_names(extras.names, wish)))
        live = prepare_match(game.name, **whole.as_arguments()).live
        try:
            live.open()
        finally:
            live.close()
        return whole

    question = f"Anything else ({', '.join(EXTRAS)}{named})? [no] "
    while (chosen := _ask(console, question, says, read)) is None:
        pass
    return chosen


def _read_names(text: str | None, wish: Wish) -> str | None:
    """Two names for the players of this match; None for the usual ones."""
    if not text:
        return None
    assert wish.game
    names = read_names(text, wish.game.players, (wish.first == HUMAN, wish.second == HUMAN))
    split_names(names, wish.game)
    return names


def _ask_for(console: Console, wish: Wish, extras: Extras, what: str) -> Extras:
    """The question that one of the words leads to."""
    assert wish.game
    game = wish.game
    if what == CLOCK:
        question = f"How many seconds for each turn? [{_USUAL_LIMIT}] "
        says = "Whoever takes longer loses. A minute and a half is 90 or 1:30."
        return replace(
            extras, time_limit=_ask(console, question, says, lambda answer: read_limit(answer or _USUAL_LIMIT))
        )
    if what == NAMES:
        usual = ",".join(game.players)
        says = "Two names with a comma between them; the first plays first. Against a computer yours is enough."
        question = f"What are the players called? [{usual}] "
        return replace(extras, names=_ask(console, question, says, lambda answer: _read_names(answer, wish)))
    assert what == OPTIONS
    listed = "\n".join(option.write_paragraph(game.settings[option.name]) for option in game.declared)
    console.say(f"{listed}\n")

    def read(answer: str) -> Extras:
        given = answer.replace(" ", ",") if "=" in answer and "," not in answer and " = " not in answer else answer
        options = (*extras.options, *([given] if given else []))
        registry.load(game.name, ",".join(options))
        return replace(extras, options=options)

    return _ask(console, "Options as name=value? [as in the rulebook] ", listed, read)


def _ask(console: Console, question: str, says: str, read: Callable[[str], T]) -> T:
    """The answer as `read` takes it; asked again while that refuses it."""
    while True:
        answer = console.ask(console.fit(question)).strip()
        folded = answer.lower()
        if folded in _LEAVE:
            raise Quit
        if folded == _BACK:
            raise _Back
        if folded in _HELP:
            console.say(f"{says}\n{WORDS}")
            continue
        try:
            return read(answer)
        except SquarelyError as error:
            console.say(as_sentence(f"Sorry, {error}"))
