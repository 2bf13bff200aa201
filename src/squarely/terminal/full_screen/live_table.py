"""A match at the table as it goes on: turns, computers that think or fail, the clock, the end."""

from collections.abc import Callable
from functools import partial

from squarely.core.errors import BadMove, SquarelyError
from squarely.core.rules.game import Move
from squarely.core.text.notation import as_sentence
from squarely.files.match_lock import TakenOver
from squarely.play.acts import ActRefused
from squarely.terminal.full_screen import match_advice, match_status
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.move_choice import MoveChoice
from squarely.terminal.full_screen.shown_table import ShownTable
from squarely.terminal.full_screen.turn_keeper import TurnKeeper
from squarely.terminal.match.farewell import describe_farewell


class LiveTable(ShownTable):
    """One match in play. It is saved after every move, before that is shown."""

    def on_mount(self) -> None:
        """The first turn begins."""
        self._turns = TurnKeeper(self.live, self, self._play, self._fail, self._tick)
        self._view.board.focus()
        self._begin_turn()
        welcome = partial(match_status.welcome, self.live.match, self.live.settings.seats, self._toss)
        run_beside(self, welcome, partial(self._tell, "Welcome"))

    # Turns

    def _begin_turn(self, remark: str = "") -> None:
        """The match has changed, and is saved: show it, and go on with it."""
        live = self.live
        self._choice = MoveChoice(live.match.game, live.match.position)
        self._letters |= match_status.find_first_letters(live.match)
        self._looking, self._question, self._lit, self._values = None, None, (), None
        self._remark, self._is_refusal = remark, False
        self._view.line.close()
        if self._is_over:
            self._end()
        elif not match_status.tell_stop(live, self._since):
            self._turns.begin_turn()
            self._place_cursor()
        self._tell_news()
        self._show()
        if self._wants_values and self._may_move:
            self._ask_advice(partial(match_advice.tell_values, self._advice, live.match))

    def _tell_news(self) -> None:
        """What the move has changed about the game, and once that it cannot be saved; else nothing any more."""
        live = self.live
        if live.saver.trouble and not self._was_warned:
            self._was_warned = True
            told = f"This match cannot be saved ({live.saver.trouble}). It can still be played."
            self._view.words.show("Not saved", told)
        elif news := live.match.game.words.news(live.match):
            self._view.words.show("News", news)
        elif live.match.moves and not self._is_over and not self._is_opening:
            self._view.words.show("", "")

    @property
    def _is_opening(self) -> bool:
        """Whether nobody but computers has moved yet, so that the welcome is still to be read."""
        live = self.live
        movers = [position.mover for position in live.match.positions[self._since : -1]]
        return bool(movers) and all(live.settings.seats.computers[mover] for mover in movers)

    def _place_cursor(self) -> None:
        """On what is chosen already, else on the nearest square that can be chosen."""
        if self.live.waits_for_computer:
            return
        board, choice = self._view.board, self._choice
        if choice.chosen:
            board.cursor = choice.chosen[-1]
        elif choice.choosable:
            board.cursor = min(choice.choosable, key=board.measure_way)

    def _change(self, act: Callable[[], object], remark: str = "") -> None:
        """Do something that changes the match; what stands in the way is said, and everything stays."""
        try:
            act()
        except TakenOver as other:
            self._close_table(other)
        except (ActRefused, BadMove) as refused:
            self._refuse(str(refused))
        else:
            self._begin_turn(remark)

    def _close_table(self, other: TakenOver) -> None:
        """From now on the match can only be looked at."""
        self._is_closed, self._question, self._is_busy = True, None, False
        self._view.line.close()
        why = f"This was not saved: {as_sentence(str(other))} To go on with it as it is there: squarely resume"
        self._say(why, is_refusal=True)

    def _play(self, move: Move) -> None:
        self._change(partial(self.live.play, move))

    def _fail(self, error: SquarelyError) -> None:
        """A computer cannot move: somebody else may sit there."""
        live = self.live
        name = live.match.mover_name
        why = f"{name} cannot move: {as_sentence(str(error))}"
        self._view.words.show(f"{name} cannot move", f"{why} {describe_farewell(live)}")
        question = f"{name} cannot move. Do you want to move for {name} yourself? If not, it is asked again."
        self._ask(question, self._take_seat, self._begin_turn)

    def _take_seat(self) -> None:
        """Go on with a person in the seat of the computer that is to move."""
        self.live.take_seat(self.live.match.mover)
        self._begin_turn()

    def _tick(self) -> None:
        """Look at the clock."""
        live = self.live
        if not live.settings.time_limit or self._is_over or self._is_closed:
            return
        self._view.show_players()
        if live.waits_for_computer or live.deadline is None or live.seconds_left or self._is_busy:
            return
        mover = live.match.mover_name
        played: list[Move | None] = []
        self._change(lambda: played.append(live.run_out()))
        if played and not self._is_over:
            self._say(
                f"Time is up, {mover}. A random move is played: {played[0]}. {self._write_turn(tells_last=False)}"
            )

    def _end(self) -> None:
        """The match is over: how, what its moves were worth, and what can be done next."""
        live = self.live
        live.close()
        self._view.words.show("", "")
        review = partial(self._advice.review, live.match, False, "", self._words_width, live.settings.seats.only_person)
        run_beside(self, review, partial(self._tell, ""))
