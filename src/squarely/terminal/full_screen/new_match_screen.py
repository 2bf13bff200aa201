"""A new match: opponent, side, rules and clock; everything else is one key away."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from squarely import Game, SquarelyError
from squarely.core.rules.rulebook import PRINTED, describe_options, list_rule_sets, write_goal
from squarely.core.text.notation import as_sentence, capitalise
from squarely.players import HUMAN, LLM, PROGRAM
from squarely.players.level_words import LEVEL_WORDS
from squarely.terminal.full_screen.places import go
from squarely.terminal.full_screen.widgets.board import show_still
from squarely.terminal.full_screen.widgets.dialogs import KeyLine
from squarely.terminal.full_screen.widgets.form_rows import Choice, ChoiceRow, TextRow
from squarely.terminal.match.match_settings import LOSE, RANDOM_MOVE, read_seconds, read_turns
from squarely.terminal.match.new_match import prepare_match

_WIDE = 116  # columns from which on the board stands beside the form
_USUAL_OPPONENT = "level:3"
_OWN, _MENDED = "own", "mended"  # rules: options of one's own, the rule set that is suggested
_FIRST, _SECOND, _TOSS = "first", "second", "toss"


class NewMatchScreen(Screen[None]):
    """Enter plays as it stands."""

    HELP = """
Up and down go from row to row, left and right change what is chosen; where there is a line, type.
Enter begins the match as it stands. m shows everything else that can be agreed.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "Play", key_display="Enter"),
        Binding("up", "app.focus_previous", "Row", key_display="↑↓"),
        Binding("down", "app.focus_next", show=False),
        Binding("m", "more", "More"),
        Binding("r", "rules", "Rules"),
        Binding("escape", "app.go('back')", "Back", key_display="Esc"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012, as Textual declares it
    DEFAULT_CSS = """
    NewMatchScreen > .middle { height: 1fr; margin: 1 0 0 0; }
    NewMatchScreen .seen { display: none; width: 40%; padding: 1 2; background: $surface; border: round $line; }
    NewMatchScreen.-wide .seen { display: block; }
    NewMatchScreen .rows { width: 1fr; overflow-y: auto; scrollbar-size-vertical: 1; padding: 0 1; }
    NewMatchScreen .more { display: none; height: auto; }
    NewMatchScreen > .wrong { height: auto; max-height: 4; padding: 0 1; color: $bad; }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._shown = game  # under the rules that are chosen
        self._has_chosen_rules = bool(game.options)

    def compose(self) -> ComposeResult:
        yield Static(Content(f"New match · {self._game.name}: {self._game.title}"), classes="title")
        with Horizontal(classes="middle"):
            yield Vertical(classes="seen")
            with Vertical(classes="rows"):
                yield ChoiceRow("opponent", "Opponent", _list_opponents(), _USUAL_OPPONENT, self._take_opponent)
                yield ChoiceRow("side", "You are", _list_sides(self._game), _FIRST)
                usual = self._find_usual_rules(_USUAL_OPPONENT)
                yield ChoiceRow("rules", "Rules", self._list_rules(), usual, self._take_rules)
                clocks = [Choice(each, f"{each} seconds", "For each turn.") for each in ("10", "30", "60")]
                yield ChoiceRow("clock", "Clock", [Choice("", "none"), *clocks], "")
                with Vertical(classes="more"):
                    yield from self._compose_more()
        yield Static("", classes="wrong")
        yield KeyLine()

    def _compose_more(self) -> ComposeResult:
        names = ", ".join(option.name for option in self._game.declared)
        yield TextRow("typed", "Opponent", f"another one: {PROGRAM}COMMAND or {LLM}MODEL")
        yield TextRow("options", "Options", f"own rules, such as size=5; there are {names}", self._game.options)
        yield TextRow("seconds", "Clock", "other seconds for each turn")
        yield TextRow("names", "Names", f"such as Ann,Bob in place of {','.join(self._game.players)}")
        yield TextRow("max_turns", "Turn limit", "stop unfinished after so many turns")
        yield TextRow("seed", "Seed", "a number that decides everything random")
        yield TextRow("position", "Position", "a line to start from")
        endings = [Choice(LOSE, "the player loses"), Choice(RANDOM_MOVE, "a random move is played")]
        yield ChoiceRow("on_timeout", "Time is up", endings, LOSE)

    async def on_mount(self) -> None:
        self.set_focus(self.query_one("#opponent"))
        await self._show_game()

    # What is chosen

    def _list_rules(self) -> list[Choice]:
        """Every rule set in whole sentences; where the printed rules are broken, the mended ones are suggested."""
        game, choices = self._game, []
        for each in list_rule_sets(game.printed):
            chosen = game.printed(each.options)
            if each.name == _MENDED and game.mended_because:
                says = f"{game.mended_because} {describe_options(chosen)}"
                choices.append(Choice(each.name, f"{each.shown} (suggested)", says))
            else:
                choices.append(Choice(each.name, each.shown, describe_options(chosen) or write_goal(chosen)))
        return [*choices, Choice(_OWN, "own", "The options that you type below. r shows what each of them means.")]

    def _find_usual_rules(self, opponent: str) -> str:
        """What is chosen at first: the mended rules against a computer, where they are suggested."""
        game = self._game
        if game.options:
            sets = list_rule_sets(game.printed)
            return next((each.name for each in sets if each.options == game.options), _OWN)
        return _MENDED if opponent != HUMAN and game.mended_because and _MENDED in game.rule_sets else PRINTED

    def _take_opponent(self) -> None:
        if not self._has_chosen_rules:
            self.query_one("#rules", ChoiceRow).value = self._find_usual_rules(self._values["opponent"])
            self.call_later(self._show_game)

    def _take_rules(self) -> None:
        self._has_chosen_rules = True
        if self._values["rules"] == _OWN:
            self.query_one(".more").display = True
        self.call_later(self._show_game)

    async def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.parent is self.query_one("#options") and event.value != self._game.options:
            self.query_one("#rules", ChoiceRow).value = _OWN
            self._has_chosen_rules = True
        await self._show_game()

    @property
    def _values(self) -> dict[str, str]:
        return {str(row.id): row.value for row in (*self.query(ChoiceRow), *self.query(TextRow))}

    @property
    def _options(self) -> str:
        values = self._values
        return values["options"] if values["rules"] == _OWN else dict(self._game.rule_sets)[values["rules"]]

    async def _show_game(self) -> None:
        """The board under the rules as they are; what cannot be is told."""
        try:
            self._shown = self._game.printed(self._options)
        except SquarelyError as error:
            self._refuse(as_sentence(str(error)))
            return
        self._refuse("")
        with self.app.batch_update():
            await self.query_one(".seen").remove_children()
            await self.query_one(".seen").mount(show_still(self._shown, self._shown.start()))

    # What is done

    def action_more(self) -> None:
        more = self.query_one(".more")
        more.display = not more.display
        self.set_focus(self.query_one("#typed Input" if more.display else "#opponent"))

    async def action_begin(self) -> None:
        """Play as it stands; where something is wrong, say so and lose nothing."""
        try:
            new = prepare_match(self._game.name, **self._read())
        except SquarelyError as error:
            self._refuse(as_sentence(str(error)))
        else:
            self._refuse("")
            await go(self, "match", new.live, new.toss)

    def _read(self) -> dict[str, Any]:
        """What `prepare_match` is told; SquarelyError says which number is none."""
        rows = self._values
        opponent = rows["typed"] or rows["opponent"]
        seconds = rows["seconds"] or rows["clock"]
        return {
            "first": opponent if rows["side"] == _SECOND else HUMAN,
            "second": HUMAN if rows["side"] == _SECOND else opponent,
            "toss": rows["side"] == _TOSS,
            "options": (self._options,) if self._options else (),
            "time_limit": _read_number(read_seconds, seconds, "a clock has seconds above 0 and up to 86400"),
            "on_timeout": rows["on_timeout"],
            "names": rows["names"] or None,
            "max_turns": _read_number(read_turns, rows["max_turns"], "a turn limit is a whole number, at least 1"),
            "seed": _read_number(int, rows["seed"], "a seed is a whole number"),
            "position": rows["position"] or None,
        }

    def on_input_submitted(self) -> None:
        self.call_later(self.action_begin)

    async def action_rules(self) -> None:
        await go(self, "rules", self._shown)

    def _refuse(self, wrong: str) -> None:
        self.query_one(".wrong", Static).update(Content(f"✗ {wrong}" if wrong else ""))


def _list_opponents() -> list[Choice]:
    """The computers by their levels, each with a word for it, and whom else to play."""
    levels = [(n, each.word, as_sentence(capitalise(each.says))) for n, each in LEVEL_WORDS.items()]
    return [
        Choice(HUMAN, "person", "Two people at this keyboard."),
        *(Choice(f"level:{number}", f"{number} {word}", says) for number, word, says in levels),
        Choice("perfect", "perfect", "Never gives anything away."),
        Choice("random", "random", "Any move, each as likely as the others."),
    ]


def _list_sides(game: Game) -> list[Choice]:
    begins = f"{game.players[game.start().mover]} begins."
    first, second = game.players
    return [Choice(_FIRST, first, begins), Choice(_SECOND, second, begins), Choice(_TOSS, "toss a coin")]


def _read_number(read: Any, text: str, wanted: str) -> Any:
    try:
        return read(text) if text else None
    except ValueError:
        raise SquarelyError(f"{wanted}, not {text}") from None
