"""A match at the terminal, from the welcome to the last word, in the words of its rulebook."""

from squarely.core.errors import BadPlayer
from squarely.core.rules.game import Move
from squarely.core.rules.rulebook import describe_options
from squarely.core.text.notation import count_noun
from squarely.files.match_lock import TakenOver
from squarely.play.repetition import describe_endless
from squarely.terminal.line_mode.commands import Quit
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.line_editor import TimeUp
from squarely.terminal.line_mode.live_view import LiveView
from squarely.terminal.line_mode.match_commands import match_commands
from squarely.terminal.line_mode.prompt_loop import ask_for_move
from squarely.terminal.match.fair_warning import warn_of_seats
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.outcome_words import tell_outcome
from squarely.terminal.match.who_is_who import introduce_players, name_with_token, remind_of_token

OVER, UNFINISHED, INTERRUPTED = 0, 1, 130  # exit codes
_PAUSE = 0.5  # seconds after a computer's move, where somebody watches two of them
_HELP = "At any question, enter help to see what else you can say."


class Session(LiveView):
    """One match. `play` returns the exit code; whatever happens, the match is saved move by move."""

    def __init__(self, live: LiveMatch, console: Console, toss: str = "", mentions_help: bool = True) -> None:
        super().__init__(live, console)
        self._toss = toss
        self._words = self.match.game.words
        self._seats = live.settings.seats
        self._mentions_help = mentions_help
        self._is_paced = None not in self._seats.computers and console.is_terminal
        self._since = len(self.match.moves)
        self._commands = match_commands(self)

    def play(self) -> int:
        """Play to the end, or until somebody leaves; BadPlayer if somebody cannot play at all."""
        try:
            self.live.open()
            self._greet()
            return self._play_turns()
        except KeyboardInterrupt:
            self.say("" if self.match.outcome else f"\n{self.farewell()}")
            return INTERRUPTED
        finally:
            self.live.close()

    def _play_turns(self) -> int:
        try:
            while not self.match.outcome:
                if stopped := self._find_stop():
                    self.say(f"{stopped} {self.farewell()}")
                    return OVER
                if self.live.waits_for_computer:
                    self._let_computer_move()
                else:
                    self._ask_person()
        except EndOfInput:
            self.say(f"The input has ended, the match has not. {self.farewell()}")
            return UNFINISHED
        except Quit:
            self.say(self.farewell())
            return OVER
        except TakenOver as other:
            self.say(f"This was not saved: {other}. To go on with it as it is there: squarely resume")
            return UNFINISHED
        except BadPlayer as failed:
            self.say(f"{self.match.mover_name} cannot move: {failed}. {self.farewell()}")
            if self.match.moves and self.live.saver.resume_with:
                self.say(f"To seat somebody else there: {self.live.saver.resume_with} --{self.match.mover} PLAYER")
            return UNFINISHED
        self.live.close()  # so that whoever reads the review holds nobody up
        self._close()
        return OVER

    def _find_stop(self) -> str:
        """Why the match stops here unfinished, if it does."""
        if self.live.is_stopped:
            return f"Stopped unfinished after {count_noun(len(self.match.moves), 'turn')}."
        return describe_endless(self.match, self._seats, self._since)

    def _greet(self) -> None:
        """The welcome as the rulebook prints it, and before it what it does not say."""
        match = self.match
        introduced = introduce_players(match, self._seats, is_told=bool(self._toss))
        skips = "Press any key to skip ahead." if self._is_paced else ""
        if match.moves:
            title = match.game.title
            resumed = f"{title}, resumed after move {len(match.moves)} ({match.moves[-1]})."
            self.say("\n".join([*filter(None, [resumed, introduced, skips]), ""]))
            self.show(f"{self.drawing}\n")
            return
        helps = _HELP if self._mentions_help and None in self._seats.computers else ""
        rules = describe_options(match.game) if helps else ""
        before = [self._toss, introduced, rules, warn_of_seats(match, self._seats), helps, skips]
        if any(before) and not match.outcome:
            self.say("\n".join([*filter(None, before), ""]))
        self.show(self._words.welcome(match))
        here, usual = (match.game.words.beside(position, match.names) for position in (match.start, match.game.start()))
        if here != usual:  # a welcome is as the rulebook prints it, and that begins at the beginning
            self.say("\n".join([*here, ""]))

    def _ask_person(self) -> None:
        """Ask until there is a move, or something else has changed the match."""
        match, limit = self.match, self.live.settings.time_limit
        self.live.begin_turn()
        words = self._words.announce_turn(match)
        if reminder := remind_of_token(match, words + next(self._words.ask(match))):
            self.say(reminder)
        if words:
            self.show(words)
        if limit and not self.console.shows_clock:
            self.say(f"({match.mover_name} has {count_noun(limit, 'second')}.)")
        try:
            if after := ask_for_move(self, self._commands):
                self._play(after.moves[-1], by_reader=True)
        except TimeUp:
            self._run_out()

    def _let_computer_move(self) -> None:
        mover, move = name_with_token(self.match, self.match.mover), self.live.choose_for_computer()
        sign = ">" if self.console.ascii_only else "▸"
        self.say_apart(f"{sign} {mover} plays {move}.")
        self._play(move, by_reader=False)
        if self._is_paced and not self.match.outcome:
            self._is_paced = not self.console.pause(_PAUSE)

    def _run_out(self) -> None:
        mover = self.match.mover_name
        if (move := self.live.run_out()) is not None:
            self.say(f"Time is up, {mover}. A random move is played: {move}.")
            self._show_move(by_reader=True)
        elif self.match.outcome:
            self.say(f"Time is up, {mover}.")
        self.warn_if_unsaved()

    def _play(self, move: Move, by_reader: bool) -> None:
        self.live.play(move)
        self.warn_if_unsaved()
        self._show_move(by_reader)

    def _show_move(self, by_reader: bool) -> None:
        words, news = self._words.show_move(self.match, by_reader), self._words.news(self.match)
        if words:
            self.show(words)
        if news and news not in words:
            self.say(news)

    def _close(self) -> None:
        match = self.match
        if match.outcome is None:
            return
        by_rules = match.outcome == match.game.result(match.position)
        if by_rules:
            self.show(self._words.closing(match))
        if by_rules and self._seats.only_person is not None:
            self.say_apart(tell_outcome(match, self._seats))
        elif not by_rules:
            self.say(tell_outcome(match, self._seats), is_strong=True)
        review = self.live.saver.review_with
        if words := self.advice.review(
            match, self.console.ascii_only, review, self.console.width, self._seats.only_person
        ):
            self.show(words)
