"""A new match: opponent, side, rules and clock; everything else is one key away."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Label, Static

from squarely import Game, SquarelyError
from squarely.core.rules.rulebook import PRINTED, describe_options, list_rule_sets, write_goal
from squarely.core.text.notation import as_sentence, capitalise
from squarely.players import HUMAN, LLM, PROGRAM
from squarely.players.level_words import LEVEL_WORDS
from squarely.terminal.full_screen.places import go
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.full_screen.widgets.dialogs import KeyLine, flow
from squarely.terminal.match.match_settings import LOSE, RANDOM_MOVE, read_seconds, read_turns
from squarely.terminal.match.new_match import prepare_match

_WIDE = 116  # columns from which on the board stands beside the form
_LABEL = 13  # columns
_USUAL_OPPONENT = "level:3"
_OWN, _MENDED = "own", "mended"  # rules: options of one's own, the rule set that is suggested
_FIRST, _SECOND, _TOSS = "first", "second", "toss"


class Choice(NamedTuple):
    """Something to choose: what it is, how it is shown, and what it means."""

    value: str
    shown: str
    says: str = ""


class ChoiceRow(Widget, can_focus=True):
    """One of several, all of them in sight in as many lines as they need. Brackets show which, besides the colour."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,plus", "step(1)", "Change", key_display="←→"),
        ("left,minus", "step(-1)"),
    ]
    DEFAULT_CSS = """
    ChoiceRow { height: auto; width: 100%; padding: 0 1 0 0; margin: 0 0 1 0; }
    ChoiceRow:focus, ChoiceRow:hover { background: $here; }
    """

    value = reactive("", layout=True)  # what is chosen

    def __init__(
        self, key: str, label: str, choices: Sequence[Choice], chosen: str, tell: Callable[[], object] = lambda: None
    ) -> None:
        """`tell` is called when something else is chosen: at once, so that the next key meets what follows from it."""
        super().__init__(id=key)
        self._label, self._choices, self._tell = label, choices, tell
        self.auto_links = False  # a link would have one colour
        self.set_reactive(ChoiceRow.value, chosen)

    def action_step(self, by: int) -> None:
        at = [choice.value for choice in self._choices].index(self.value) + by
        self.action_choose(min(max(at, 0), len(self._choices) - 1))

    def action_choose(self, at: int) -> None:
        if self.value != self._choices[at].value:
            self.value = self._choices[at].value
            self._tell()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as it takes to show and to say what is chosen."""
        return str(self._write(width)).count("\n") + 1

    def render(self) -> Content:
        return self._write(self.content_size.width)

    def _write(self, width: int) -> Content:
        here, words, says = self.has_focus, [], ""
        for at, choice in enumerate(self._choices):
            shown, look = f" {choice.shown} ", "$soft"
            if choice.value == self.value:
                shown, look, says = f"[{choice.shown}]", "bold $accent" if here else "bold $foreground", choice.says
            words.append(Content.styled(shown, look).stylize(Style.from_meta({"@click": f"choose({at})"})))
        label = f"{'▸' if here else ' '} {self._label:<{_LABEL - 2}}"  # which row the keys are for, besides the colour
        row = flow(words, width, Content.styled(label, "bold" if here else ""))
        for meaning in Content(says).wrap(max(width - _LABEL - 1, 10)):
            row += Content.styled(f"\n {' ' * _LABEL}{meaning}" if str(meaning) else "", "$soft")
        return row


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
    NewMatchScreen Board { display: none; width: 40%; padding: 1 2; background: $surface; border: round $line; }
    NewMatchScreen.-wide Board { display: block; }
    NewMatchScreen .rows { width: 1fr; overflow-y: auto; scrollbar-size-vertical: 1; padding: 0 1; }
    NewMatchScreen .more { display: none; height: auto; }
    NewMatchScreen .typed { height: 1; padding: 0 1 0 2; }
    NewMatchScreen .typed:focus-within { background: $here; }
    NewMatchScreen .typed > Label { width: 11; }
    NewMatchScreen .typed > Input, NewMatchScreen .typed > Input:focus {
        width: 1fr; height: 1; border: none; padding: 0; background: $panel;
    }
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
            yield Board()
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
        lines = {  # each with what belongs there, which is seen as long as it is empty
            "typed": ("Opponent", f"another one: {PROGRAM}COMMAND or {LLM}MODEL"),
            "options": ("Options", f"own rules, such as size=5; there are {names}"),
            "seconds": ("Clock", "other seconds for each turn"),
            "names": ("Names", f"such as Ann,Bob in place of {','.join(self._game.players)}"),
            "max_turns": ("Turn limit", "stop unfinished after so many turns"),
            "seed": ("Seed", "a number that decides everything random"),
            "position": ("Position", "a line to start from"),
        }
        for key, (label, says) in lines.items():
            text = self._game.options if key == "options" else ""
            with Horizontal(classes="typed"):
                yield Label(label)
                yield Input(text, placeholder=says, id=key, compact=True, select_on_focus=False)
        endings = [Choice(LOSE, "the player loses"), Choice(RANDOM_MOVE, "a random move is played")]
        yield ChoiceRow("on_timeout", "Time is up", endings, LOSE)

    def on_mount(self) -> None:
        self.set_focus(self.query_one("#opponent"))
        self._show_game()

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
            self._show_game()

    def _take_rules(self) -> None:
        self._has_chosen_rules = True
        if self._values["rules"] == _OWN:
            self.query_one(".more").display = True
        self._show_game()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "options" and event.value != self._game.options:
            self.query_one("#rules", ChoiceRow).value = _OWN
            self._has_chosen_rules = True
        self._show_game()

    @property
    def _values(self) -> dict[str, str]:
        return {str(row.id): row.value.strip() for row in (*self.query(ChoiceRow), *self.query(Input))}

    @property
    def _options(self) -> str:
        values = self._values
        return values["options"] if values["rules"] == _OWN else dict(self._game.rule_sets)[values["rules"]]

    def _show_game(self) -> None:
        """The board under the rules as they are; what cannot be is told."""
        try:
            self._shown = self._game.printed(self._options)
        except SquarelyError as error:
            self._refuse(as_sentence(str(error)))
            return
        self._refuse("")
        self.query_one(Board).show(self._shown, self._shown.start())

    # What is done

    def action_more(self) -> None:
        more = self.query_one(".more")
        more.display = not more.display
        self.set_focus(self.query_one("#typed" if more.display else "#opponent"))

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
