"""A game on the home screen: a picture of its board, what it is called and what one wants in it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import PRINTED, RuleSet, list_rule_sets, write_goal, write_subtitle
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.board_picture import draw_picture
from squarely.terminal.full_screen.home_card import HomeCard


class GameCard(HomeCard):
    """One game, as printed or under one of its rule sets."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("s", "next_rule_set", "Rule set")]
    DEFAULT_CSS = """
    GameCard { layout: horizontal; }
    GameCard > .picture { width: auto; height: 100%; margin: 0 2 0 0; }
    GameCard > .board { display: none; }
    GameCard > .words { width: 1fr; height: 100%; }
    GameCard.-roomy { layout: vertical; padding: 0 2; }
    GameCard.-roomy > .picture { display: none; }
    GameCard.-roomy > .board { display: block; height: 1fr; width: 100%; }
    GameCard.-roomy > .words { height: auto; min-height: 3; width: 100%; margin: 1 0 0 0; text-align: center; }
    """

    def __init__(self, game: Game, number: int) -> None:
        super().__init__()
        self._printed, self._number = game, number
        self._rule_sets = list_rule_sets(game.printed)
        self.game = game
        self.rule_set: RuleSet = self._rule_sets[0]

    def compose(self) -> ComposeResult:
        """A small picture, room for a large one, and the words."""
        self.border_title = Content(f"{self._number} {self.game.name}: {self.game.title}")
        yield Static(draw_picture(self._printed), classes="picture")
        yield Container(classes="board")
        yield Static(self._write_words(), classes="words")

    def set_roomy(self, roomy: bool) -> None:
        """Whether there is room for a large board, which is made once there is."""
        super().set_roomy(roomy)
        place = self.query_one(".board", Container)
        if roomy and not place.children:
            board = Board(Tabletop(self._printed))
            board.can_focus = False
            board.show(choose_picture(self._printed))
            place.mount(board)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """There are rule sets to choose from only if there is more than the printed one."""
        return action != "next_rule_set" or len(self._rule_sets) > 1

    def action_next_rule_set(self) -> None:
        """The next rule set of this game, the printed one behind the last."""
        at = self._rule_sets.index(self.rule_set)
        self.rule_set = self._rule_sets[(at + 1) % len(self._rule_sets)]
        self.game = self.game.printed(self.rule_set.options)
        self.query_one(".words", Static).update(self._write_words())

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """A click on the picture is a click on the card."""
        event.stop()
        self.focus()
        self.action_choose()

    def _write_words(self) -> Content:
        says, goal = write_subtitle(self.game), write_goal(self.game)
        parts: list[str | tuple[str, str]] = [says]
        if goal.rstrip(".") != says:  # a game from outside may have one sentence for both
            parts += [(f"\n{goal}", "$soft")]
        if self.rule_set.name != PRINTED:
            parts += [("\nRules ", "$soft"), (self.rule_set.name, "bold"), (f": {self.rule_set.says}", "$soft")]
        elif len(self._rule_sets) > 1:
            parts += [("\nAs printed; s: other rules", "$soft")]
        return Content.assemble(*parts)
