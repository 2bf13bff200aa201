"""A match at the table: what somebody may wish for besides a move, and what comes of it."""

from functools import partial

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import join_with_and
from squarely.files.match_lock import TakenOver
from squarely.terminal.full_screen import match_advice
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.live_table import LiveTable
from squarely.terminal.full_screen.rules_screen import RulesScreen


class WishingTable(LiveTable):
    """One match in play, with advice, moves taken back, draws and resigning."""

    def action_command(self, name: str) -> None:
        """Do what a letter, another key or a word stands for."""
        live, advice = self.live, self._advice
        match name:
            case "hint":
                self._ask_advice(partial(match_advice.give_hint, advice, live.match))
            case "values":
                self._toggle_values()
            case "why":
                self._ask_advice(partial(match_advice.tell_why, advice, live.match, live.settings.seats))
            case "undo":
                self._take_back()
            case "redo":
                self._play_again()
            case "rules":
                self.app.push_screen(RulesScreen(live.match.game))
            case "draw":
                self._offer_draw()
            case "resign":
                other = live.match.names[live.match.mover.other]
                text = f"{live.match.mover_name}, do you give up? {other} wins then."
                self._ask(text, partial(self._change, live.resign), partial(self._say, ""))

    action_otherwise = action_command

    def _toggle_values(self) -> None:
        self._wants_values = self._values is None
        if self._wants_values:
            self._ask_advice(partial(match_advice.tell_values, self._advice, self.live.match))
        else:
            self._values = None
            self._view.words.show("", "")
            self._show()

    def _take_back(self) -> None:
        taken: list[str] = []
        self._change(lambda: taken.extend(map(str, self.live.undo())))
        if taken:
            self._say(f"Taken back: {join_with_and(taken)}. {self._write_turn()}")

    def _play_again(self) -> None:
        again: list[str] = []
        self._change(lambda: again.extend(map(str, self.live.redo())))
        if again and not self._is_over:
            self._say(f"Played again: {join_with_and(again)}. {self._write_turn(tells_last=False)}")

    def _offer_draw(self) -> None:
        """Ask the other side, while nobody's clock runs; a computer may have to think about it."""
        self._is_busy = True
        self._say(f"{self.live.match.mover_name} offers a draw…")
        run_beside(self, self.live.offer_draw, self._take_answer)

    def _take_answer(self, accepted: bool | Exception | None) -> None:
        self._is_busy = False
        live = self.live
        other = live.match.names[live.match.mover.other]
        if isinstance(accepted, TakenOver):
            self._close_table(accepted)
        elif isinstance(accepted, SquarelyError):
            self._refuse(str(accepted))
        elif isinstance(accepted, Exception):
            raise accepted
        elif accepted is None:
            text = f"{other}, {live.match.mover_name} offers a draw. Do you accept?"
            self._ask(text, partial(self._change, partial(live.answer_draw, True)), partial(self._decline, other))
        elif accepted:
            self._begin_turn()
        else:
            self._say(f"{other} plays on. {self._write_turn(tells_last=False)}")

    def _decline(self, other: str) -> None:
        self.live.answer_draw(False)
        self._say(f"{other} plays on. {self._write_turn(tells_last=False)}")
