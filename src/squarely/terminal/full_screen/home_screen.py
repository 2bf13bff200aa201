"""Home: the games, what was left unfinished, puzzles and the court."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid
from textual.content import Content
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.files import saved_matches
from squarely.terminal.full_screen import places
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.come_back_card import SHOWN, ComeBackCard
from squarely.terminal.full_screen.following_scroll import FollowingScroll
from squarely.terminal.full_screen.game_card import GameCard
from squarely.terminal.full_screen.home_card import HomeCard
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.match.match_list import ListedMatch, MatchList

_ROOMY = 15  # lines of a card from which on its board is drawn large
_IDLE = 1.0  # seconds on a card after which its finding is worked out


class HomeScreen(Screen[None]):
    """Where the app begins."""

    HELP = """
    Arrow keys go from game to game, and Enter leads to the choice of an opponent, where Enter begins.
    A number chooses a game, too.
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("u", "unfinished", "Unfinished"),
        Binding("p", "puzzles", "Puzzles"),
        Binding("c", "court", "Court"),
        Binding("r", "rules", "Rules"),
        Binding("t", "app.switch_theme", "Theme"),
    ]
    DEFAULT_CSS = """
    HomeScreen > .top { height: 1; padding: 0 1; }
    HomeScreen > .top > .name { width: auto; text-style: bold; color: $foreground; }
    HomeScreen > .top > .about { width: 1fr; text-align: right; color: $soft; }
    HomeScreen > .finding { height: 1; padding: 0 1; color: $soft; text-wrap: nowrap; text-overflow: ellipsis; }
    HomeScreen > FollowingScroll { height: 1fr; scrollbar-size-vertical: 1; }
    HomeScreen .cards { height: auto; keyline: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._columns = 1
        self._findings: dict[Game, str] = {}
        self._left_out: list[str] = []
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Title, cards, what the court found of the game in question, and the letters."""
        with Horizontal(classes="top"):
            yield Static("Squarely", classes="name")
            yield Static("small two-player grid games, fair and square", classes="about")
        with FollowingScroll(), ItemGrid(classes="cards"):
            for number, game in enumerate(self._load_games(), 1):
                yield GameCard(game, number)
            yield ComeBackCard()
        yield Static("", classes="finding")
        yield KeyLine()

    def _load_games(self) -> list[Game]:
        games = []
        self._left_out = [*registry.clashes()]
        for name in registry.names():
            try:
                games.append(registry.load(name))
            except UnknownGame as error:
                self._left_out.append(str(error))
        return games

    def on_mount(self) -> None:
        """Begin with the first game; say which ones cannot be used."""
        self._cards[0].focus()
        for why in self._left_out:
            self.notify(f"Left out: {why}", severity="warning", markup=False)

    def on_screen_resume(self) -> None:
        """Somebody has come home: what is unfinished may be something else now."""
        self._read_matches()

    def on_resize(self, event: events.Resize) -> None:
        """As many cards beside each other, and as high, as there is room for."""
        width, height = event.size
        self._columns = max(1, min(3, width // 38))
        rows = -(-len(self._cards) // self._columns)
        tall = max(7, (height - 3) // rows)
        for card in self._cards:
            card.set_roomy(tall >= _ROOMY)
        grid = self.query_one(".cards", ItemGrid)
        grid.styles.grid_size_columns = self._columns
        grid.styles.grid_rows = str(tall)

    @property
    def _cards(self) -> list[HomeCard]:
        return list(self.query(HomeCard))

    # Keys

    def action_move(self, across: int, down: int) -> None:
        """To the card beside, above or below."""
        cards = self._cards
        at = cards.index(self.focused) if isinstance(self.focused, HomeCard) else 0
        to = at + across + down * self._columns
        if down > 0 and to >= len(cards) > (at // self._columns + 1) * self._columns:
            to = len(cards) - 1  # the last row may be shorter
        if 0 <= to < len(cards):
            cards[to].focus()

    def on_key(self, event: events.Key) -> None:
        """A number chooses a game."""
        if event.key.isdigit() and 0 < int(event.key) <= len(self.query(GameCard)):
            event.stop()
            card = self._cards[int(event.key) - 1]
            card.focus()
            card.action_choose()

    def on_home_card_chosen(self, event: HomeCard.Chosen) -> None:
        """To the choice of an opponent, or to what is unfinished."""
        if isinstance(event.card, GameCard):
            self.post_message(places.OpenNewMatch(event.card.game))
        else:
            self.action_unfinished()

    def action_unfinished(self) -> None:
        """To the unfinished matches."""
        self.post_message(places.OpenUnfinished())

    def action_puzzles(self) -> None:
        """To puzzles of the game in question, or of all."""
        game = self._game
        self.post_message(places.OpenPuzzles(game))

    def action_court(self) -> None:
        """To what was found about the game in question."""
        if game := self._game:
            self.post_message(places.OpenCourt(game))
        else:
            self.notify("Which game? Go to its card first.")

    def action_rules(self) -> None:
        """To the rules of the game in question."""
        if game := self._game:
            self.post_message(places.OpenRules(game))
        else:
            self.notify("Which game? Go to its card first.")

    @property
    def _game(self) -> Game | None:
        """The game whose card the keys are for."""
        return self.focused.game if isinstance(self.focused, GameCard) else None

    # What is read and worked out meanwhile

    def _read_matches(self) -> None:
        run_beside(self, _read_latest, self._show_matches)

    def _show_matches(self, found: tuple[list[ListedMatch], int] | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        self.query_one(ComeBackCard).show_matches(*found)

    def on_descendant_focus(self) -> None:
        """Tell what is known of this game; if nothing is, find it out once somebody stays here."""
        self._show_finding()
        if self._waiting:
            self._waiting.stop()
        if (game := self._game) and game not in self._findings:
            self._waiting = self.set_timer(_IDLE, lambda: self._find_out(game))

    def _find_out(self, game: Game) -> None:
        from squarely.terminal.full_screen.finding import describe_finding

        run_beside(self, lambda: describe_finding(game), lambda found: self._keep_finding(game, found))

    def _keep_finding(self, game: Game, found: str | Exception) -> None:
        self._findings[game] = "" if isinstance(found, Exception) else found  # a game from outside may not be solvable
        self._show_finding()

    def _show_finding(self) -> None:
        game = self._game
        if game is None:
            says = "Enter: all unfinished matches"
        else:
            says = self._findings.get(game) or "Enter: choose an opponent and play"
        try:
            self.query_one(".finding", Static).update(Content(says), layout=False)
        except NoMatches:  # the first card has the focus before the rest is there
            return


def _read_latest() -> tuple[list[ListedMatch], int]:
    """The unfinished matches that there may be room for, and how many there are."""
    paths = saved_matches.list_unfinished()
    return MatchList(paths[: 2 * SHOWN]).read(SHOWN), len(paths)
