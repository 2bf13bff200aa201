"""A match at the table: what its keys, clicks and typed words do."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from squarely.core.errors import BadMove
from squarely.terminal.full_screen import match_status, places
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.match_keys import COMMANDS, LETTERS, bind_commands, bind_spoken
from squarely.terminal.full_screen.move_line import MoveLine, stop_key
from squarely.terminal.full_screen.move_list import MoveList
from squarely.terminal.full_screen.wishing_table import WishingTable
from squarely.terminal.line_mode.after_match import arrange_again

_FAR = 100_000  # moves: as far as it goes


class MatchScreen(WishingTable):
    """One match, from the first move to what comes after the last, by keys, mouse or words."""

    HELP = """
A square is chosen with the arrow keys and Enter, or by a click: first a piece, then where it goes. Esc lets it go.
A move can be typed too, in the words of the rulebook; so can hint, undo, rules and the like.
[ and ] walk through the moves, Home and End go to the first and the last; so does Tab with the arrow keys.
Space pauses two computers that play. Page Up and Page Down scroll what is said beside the board.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_spoken(),
        Binding("enter", "review", "Review", priority=True),
        Binding("m", "again(False)", "Rematch"),
        Binding("s", "again(True)", "Swap sides"),
        Binding("n", "new", "New game"),
        Binding("space", "pause", "Pause", priority=True),
        *bind_commands(),
        Binding("y", "answer(True)", "Yes"),
        Binding("n", "answer(False)", "No"),
        Binding("left_square_bracket", "walk(-1)", show=False),
        Binding("right_square_bracket", "walk(1)", show=False),
        Binding("home", f"walk(-{_FAR})", show=False),
        Binding("end", f"walk({_FAR})", show=False),
        Binding("pageup", "scroll_words(-1)", show=False),
        Binding("pagedown", "scroll_words(1)", show=False),
        Binding("escape", "back", "Back", show=False),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys do something now; a letter with which a move begins is left to that."""
        match action:
            case "command" | "otherwise":
                name = str(parameters[0])
                is_taken = COMMANDS[name].letter in self._letters
                return self._can(name) and is_taken == (action == "otherwise")
            case "speak":
                return self._may_move and int(str(parameters[0])) < len(self._choice.spoken)
            case "answer":
                return self._question is not None
            case "review" | "again" | "new":
                return self._is_over and self._question is None and self._looking is None
            case "pause":
                has_people = None in self.live.settings.seats.computers
                return not (self._is_over or has_people or self.live.is_stopped or self._question)
        return True

    def _can(self, command: str) -> bool:
        """Whether there is something that a command could do now."""
        live = self.live
        match command:
            case "rules":
                return self._question is None
            case "why":
                return bool(live.match.moves) and not self._question
            case "redo":
                return live.can_redo and self._may_move
            case "undo":
                return bool(live.match.moves) and self._may_move
        return self._may_move

    # Moves

    def on_key(self, event: events.Key) -> None:
        """A letter or a digit that is no key of ours begins a move that is typed."""
        typed, line = event.character or "", self._view.line
        if not self._may_move or line.take_early(event) or not typed.isalnum():
            return
        if typed.lower() in self._letters or typed not in LETTERS:
            stop_key(event)
            self._remark = ""
            line.open(self.live.match, typed)
            self._show()

    def on_board_chosen(self, chosen: Board.Chosen) -> None:
        """A square of a move."""
        if not self._may_move:
            return
        if not self._choice.choosable and len(self._choice.spoken) == 1:  # there is nothing else to mean
            self.action_speak(0)
            return
        self._remark, self._is_refusal = "", False
        before = self._choice.chosen
        try:
            move = self._choice.choose(chosen.square)
        except BadMove as refused:
            self._refuse(str(refused))
            return
        if move is not None:
            self._play(move)
        elif before == self._choice.chosen:  # where only this one can begin a move
            self._say("This square is chosen already: now choose one of the marked ones.")
        else:
            self._show()

    def action_speak(self, number: int) -> None:
        """A move that no square stands for."""
        self._play(self._choice.spoken[number])

    def on_move_line_entered(self, entered: MoveLine.Entered) -> None:
        """A move in words."""
        if self._may_move:
            self._play(entered.move)

    def on_move_line_asked(self, asked: MoveLine.Asked) -> None:
        """The next question of the game, or why it refuses an answer."""
        self._say(asked.text, is_refusal=asked.is_refusal)

    def on_move_line_said(self, said: MoveLine.Said) -> None:
        """A command, as a word."""
        if self._can(said.word):
            self.action_command(said.word)

    def on_move_line_closed(self) -> None:
        """Back to the board."""
        self._view.board.focus()
        if self._is_refusal:
            self._remark, self._is_refusal = "", False
        self._show()

    # Answers and pauses

    def action_answer(self, is_yes: bool) -> None:
        """Answer what was asked."""
        if question := self._question:
            self._question = None
            (question.yes if is_yes else question.no)()

    def action_pause(self) -> None:
        """Let two computers rest, or go on; also where they have come to nothing."""
        if match_status.tell_stop(self.live, self._since):
            self._since = len(self.live.match.moves)
            self._turns.begin_turn()
        else:
            self._turns.pause()
        self._show()

    # Looking back

    def on_move_list_walked(self, walked: MoveList.Walked) -> None:
        """Look at the match after so many moves; after the last, at the match."""
        self._looking = None if walked.moves == len(self.live.match.moves) else walked.moves
        self._show()

    def action_walk(self, moves: int) -> None:
        """Look at the match so many moves later, or earlier."""
        last = len(self.live.match.moves)
        at = min(max(0, (last if self._looking is None else self._looking) + moves), last)
        self._looking = None if at == last else at
        self._show()

    def action_scroll_words(self, pages: int) -> None:
        """What is said beside the board, a page on or back."""
        words = self._view.words
        words.scroll_relative(y=pages * max(1, words.size.height - 1), animate=False)

    def action_back(self) -> None:
        """One step back: from a question, from looking back, from what is chosen; then home."""
        started = self._choice.chosen
        self._choice.release()
        if self._question:
            self.action_answer(False)
        elif self._looking is not None:
            self._looking = None
            self._view.board.focus()
            self._show()
        elif self._may_move and (started != self._choice.chosen or self._remark or self._lit):
            self._remark, self._is_refusal, self._lit = "", False, ()
            self._show()
        else:
            self.post_message(places.GoHome())

    # After the end

    def action_review(self) -> None:
        """What every move was worth."""
        self.post_message(places.OpenReview(self.live.record))

    def action_again(self, is_swapped: bool) -> None:
        """Another match of the same players."""
        self.post_message(places.OpenMatch(arrange_again(self.live, is_swapped)))

    def action_new(self) -> None:
        """Another match of the same game, with other players or options."""
        self.post_message(places.OpenNewMatch(self.live.match.game))
