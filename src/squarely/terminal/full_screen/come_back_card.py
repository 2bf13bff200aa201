"""What else there is on the home screen: the unfinished matches, puzzles, the court."""

from collections.abc import Sequence
from datetime import datetime

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from squarely.core.text.notation import count_noun
from squarely.terminal.full_screen.home_card import HomeCard
from squarely.terminal.match.match_list import ListedMatch, describe_players, describe_time

SHOWN = 12  # matches at most, as far as there is room


class ComeBackCard(HomeCard):
    """The latest unfinished matches, and the letters of everything that is no game."""

    DEFAULT_CSS = """
    ComeBackCard > Static { width: 100%; text-wrap: nowrap; text-overflow: ellipsis; }
    ComeBackCard > .matches { height: 1fr; color: $soft; }
    ComeBackCard > .letters { height: auto; }
    ComeBackCard.-roomy { padding: 1 2; }
    """

    def compose(self) -> ComposeResult:
        """A list, and below it the letters."""
        self.border_title = "u  Unfinished matches"
        yield Static("", classes="matches")
        yield Static(
            Content.assemble(
                ("p", "bold $accent"),
                " puzzles   ",
                ("c", "bold $accent"),
                " court   ",
                ("r", "bold $accent"),
                " rules",
            ),
            classes="letters",
        )

    def show_matches(self, latest: Sequence[ListedMatch], count: int) -> None:
        """From now on list these, of so many."""
        now = datetime.now()
        self.border_title = f"u  {count_noun(count, 'unfinished match')}" if count else "Come back"
        lines = [self._describe(each, now) for each in latest]
        nothing = Content("Nothing is unfinished. A match that you leave is kept here.")
        matches = self.query_one(".matches", Static)
        matches.update(Content("\n").join(lines) if lines else nothing)
        matches.styles.text_wrap = "nowrap" if lines else "wrap"

    def _describe(self, each: ListedMatch, now: datetime) -> Content:
        match = each.record.match
        when = describe_time(each.changed, now).removeprefix("today ")
        return Content.assemble(f"{when} ", (match.game.name, "$foreground"), f" {describe_players(each.record)}")
