"""Home: the games, what was left unfinished, the puzzle of the day."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from squarely import Game, UnknownGame, count_noun
from squarely.core.match.picture import choose_picture
from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal, write_subtitle
from squarely.files import my_results, saved_matches
from squarely.terminal.full_screen.places import go
from squarely.terminal.full_screen.widgets.board import Board, draw_picture
from squarely.terminal.full_screen.widgets.dialogs import KeyLine
from squarely.terminal.match.match_list import ListedMatch, describe_players, describe_time, read_matches

_ROOMY = 15  # lines of a card from which on its board is drawn large
_LISTED = 12  # unfinished matches at most, as far as there is room


class HomeCard(Vertical, can_focus=True):
    """A card with a title in its frame. A heavy frame shows which one the keys are for."""

    DEFAULT_CSS = """
    HomeCard {
        height: 100%; width: 100%; padding: 0 1; border: round $line; background: $surface;
        border-title-color: $foreground; border-title-style: bold; border-title-background: $surface;
    }
    HomeCard:hover { background: $here; border-title-background: $here; }
    HomeCard:focus { border: heavy $accent; border-title-color: $accent; }
    """

    async def on_click(self) -> None:
        self.screen.set_focus(self)
        await self.screen.run_action("open")


class GameCard(HomeCard):
    """A game: a picture of its board, what it is called and how it is won."""

    DEFAULT_CSS = """
    GameCard { layout: horizontal; }
    GameCard > .picture { width: auto; height: 100%; margin: 0 2 0 0; }
    GameCard > Board { display: none; }
    GameCard > .words { width: 1fr; height: 100%; }
    GameCard.-roomy { layout: vertical; padding: 0 2; }
    GameCard.-roomy > .picture { display: none; }
    GameCard.-roomy > Board { display: block; }
    GameCard.-roomy > .words { height: auto; min-height: 3; width: 100%; margin: 1 0 0 0; text-align: center; }
    """

    def __init__(self, game: Game, number: int) -> None:
        super().__init__()
        self.game = game
        self.border_title = Content(f"{number} {game.name}: {game.title}")

    def compose(self) -> ComposeResult:
        says, goal, board = write_subtitle(self.game), write_goal(self.game), Board()
        board.show(self.game, choose_picture(self.game))
        yield Static(draw_picture(self.game), classes="picture")
        yield board
        words = Content.assemble(says, (f"\n{goal}" if goal.rstrip(".") != says else "", "$soft"))
        yield Static(words, classes="words")


class ComeBackCard(HomeCard):
    """Why to come back: the puzzle of the day, and the latest unfinished matches."""

    DEFAULT_CSS = "ComeBackCard > Static { width: 100%; height: 100%; text-wrap: nowrap; text-overflow: ellipsis; }"

    def compose(self) -> ComposeResult:
        self.border_title = "Come back"
        yield Static()

    def show(self, streak: int, latest: Sequence[ListedMatch], count: int) -> None:
        """The streak of the daily puzzle, and the latest of that many unfinished matches."""
        told = f": streak {count_noun(streak, 'day')}" if streak else ""
        parts: list[Any] = [("d", "bold $accent"), f"  Puzzle of the day{told}\n\n", ("u", "bold $accent")]
        parts.append(f"  {count_noun(count, 'unfinished match') if count else 'No unfinished match'}")
        for each in latest:
            when = describe_time(each.changed, datetime.now())
            parts += [f"\n{each.record.match.game.name}", (f" {describe_players(each.record)}, {when}", "$soft")]
        self.query_one(Static).update(Content.assemble(*parts))


class HomeScreen(Screen[None]):
    """Where the app begins."""

    HELP = """
Arrow keys go from card to card, and Enter opens one. A number opens a game, too. In the choice of an opponent, Enter
begins the match.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "move(0, -1)"),
        ("down", "move(0, 1)"),
        ("left", "move(-1, 0)"),
        ("right", "move(1, 0)"),
        Binding("enter,space", "open", "Play", key_display="Enter"),
        Binding("d", "app.go('daily')", "Daily puzzle"),
        Binding("p", "of_game('puzzles')", "Puzzles"),
        Binding("u", "app.go('unfinished')", "Unfinished"),
        Binding("c", "of_game('court')", "Court"),
        Binding("r", "of_game('rules')", "Rules"),
        Binding("t", "app.switch_theme", "Theme", show=False),
    ]
    DEFAULT_CSS = """
    HomeScreen > .top { height: 1; padding: 0 1; }
    HomeScreen > .top > .name { width: auto; text-style: bold; color: $foreground; }
    HomeScreen > .top > .about { width: 1fr; text-align: right; color: $soft; }
    HomeScreen > .scroll { height: 1fr; overflow-y: auto; scrollbar-size-vertical: 1; }
    HomeScreen .cards { height: auto; keyline: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._columns = 1
        self._left_out = list(registry.clashes())

    def compose(self) -> ComposeResult:
        with Horizontal(classes="top"):
            yield Static("Squarely", classes="name")
            yield Static("small two-player grid games, fair and square", classes="about")
        with Vertical(classes="scroll"), ItemGrid(classes="cards"):
            for number, name in enumerate(registry.names(), 1):
                try:
                    yield GameCard(registry.load(name), number)
                except UnknownGame as error:
                    self._left_out.append(str(error))
            yield ComeBackCard()
        yield KeyLine()

    def on_mount(self) -> None:
        self.set_focus(self._cards[0])
        for number in range(1, 10):
            self._bindings.bind(str(number), f"open({number})", show=False)
        for why in self._left_out:
            self.notify(f"Left out: {why}", severity="warning", markup=False)

    def on_screen_resume(self) -> None:
        self.run_worker(self._read_latest())

    async def _read_latest(self) -> None:
        """Tell the streak and what is unfinished, as far as there may be room for it."""
        paths, streak = saved_matches.list_unfinished(), 0
        latest, _ = await asyncio.to_thread(read_matches, paths[: 2 * _LISTED], _LISTED)
        with suppress(OSError):  # a file that cannot be read has no streak
            streak = my_results.load_results().streak(date.today())
        self.query_one(ComeBackCard).show(streak, latest, len(paths))

    def on_resize(self, event: events.Resize) -> None:
        """As many cards beside each other, and as high, as there is room for."""
        width, height = event.size
        self._columns = max(1, min(3, width // 38))
        rows = -(-len(self._cards) // self._columns)
        tall = max(7, (height - 2) // rows)
        self.query(GameCard).set_class(tall >= _ROOMY, "-roomy")
        grid = self.query_one(".cards", ItemGrid)
        grid.styles.grid_size_columns = self._columns
        grid.styles.grid_rows = str(tall)

    @property
    def _cards(self) -> list[HomeCard]:
        return list(self.query(HomeCard))

    @property
    def _here(self) -> HomeCard:
        return self.focused if isinstance(self.focused, HomeCard) else self._cards[0]

    def action_move(self, across: int, down: int) -> None:
        """To the card beside, above or below."""
        cards = self._cards
        at = cards.index(self._here)
        to = at + across + down * self._columns
        if down > 0 and to >= len(cards) > (at // self._columns + 1) * self._columns:
            to = len(cards) - 1  # the last row may be shorter
        if 0 <= to < len(cards):
            self.set_focus(cards[to])

    async def action_open(self, number: int = 0) -> None:
        """Open a card by its number, or the one that the keys are for."""
        cards = self._cards
        if number < len(cards):
            self.set_focus(cards[number - 1] if number else self._here)
            card = self._here
            await (go(self, "new match", card.game) if isinstance(card, GameCard) else go(self, "unfinished"))

    async def action_of_game(self, place: str) -> None:
        """Puzzles, court or rules of the game whose card the keys are for."""
        game = self._here.game if isinstance(self._here, GameCard) else None
        if game or place == "puzzles":
            await go(self, place, game)
        else:
            self.notify("Which game? Go to its card first.")
