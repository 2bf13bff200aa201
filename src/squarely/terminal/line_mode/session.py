"""A match at the terminal, from the welcome to the last word, in the words of its rulebook."""

import time
from threading import Timer

from squarely import BadPlayer, count_noun, quote
from squarely.files.output_file import BadFile, quote_path, read_name
from squarely.terminal.line_mode.console import Console, EndOfInput, Quit, TimeUp
from squarely.terminal.line_mode.prompt import DO, KNOW, OTHER, SEE, Command, Prompt
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import Told, introduce, remind_of_token
from squarely.terminal.match.new_match import sum_up

OVER, UNFINISHED, INTERRUPTED = 0, 1, 130  # exit codes
_PAUSE = 0.5  # seconds after a computer's move, where a person watches two of them
_HELP = "At any question, enter help to see what else you can say."
_PATIENCE = {True: 3.0, False: 60.0}  # seconds that a question waits for the solver: a pipe cannot ask again
_IDLE = 0.1  # seconds after which the first question is asked: nothing heavy is loaded before
_STRONG = ("repeated", "unsaved")  # what is not to be overlooked


class Session(Prompt):
    """One match. `play` returns the exit code; whatever happens, the match is saved move by move."""

    def __init__(self, live: LiveMatch, console: Console, toss: str = "", is_first: bool = True) -> None:
        super().__init__(live.match, console)
        self.live, self.advice = live, Advice(live.match.game, _PATIENCE[console.is_terminal])
        self._toss, self._is_first = toss, is_first
        self._is_preparing = console.is_terminal and live.saver.keeps  # hints; not of rules that are being written
        self.commands |= {
            "moves": Command("every legal move;\nmoves values: their worth", self._list_moves, ("", "values"), SEE),
            "hint": Command("a hint; ask again for more", self._give_hint, group=KNOW),
            "why": Command("what the last moves were worth", self._explain, group=KNOW),
            "undo": Command("take back your last move", lambda _: self._act(self.live.undo()), group=DO),
            "redo": Command("play it again", lambda _: self._act(self.live.redo()), group=DO),
            "draw": Command("offer a draw", self._offer_draw, group=DO),
            "resign": Command("give up", self._resign, group=DO),
            "save": Command("where the match is saved;\nsave FILE: there too", self._save, None, OTHER),
            **self.end_commands("leave; it is saved"),
        }

    def play(self, greets: bool = True) -> int:
        """Play to the end, or until a player leaves; BadPlayer if a player cannot play this game."""
        try:
            self.live.open()
            if greets:
                self._greet()
            if self._is_preparing:
                beside = Timer(_IDLE, self._prepare)
                beside.daemon = True
                beside.start()
            return self._play_turns()
        except KeyboardInterrupt:
            self.console.say("" if self.match.outcome else f"\n{self.live.describe_farewell()}")
            return INTERRUPTED
        finally:
            self.live.close()

    def _prepare(self) -> None:
        """While the first question is read: load what saving needs, and begin to work out hints."""
        self.live.saver.prepare()
        self.advice.begin(self.live.match)

    def _play_turns(self) -> int:
        try:
            while not self.match.outcome:
                if stopped := self.live.find_stop():
                    self._tell([stopped])
                    return OVER
                if self.live.waits_for_computer:
                    self._let_computer_move()
                else:
                    self._ask_person()
        except EndOfInput:
            self.console.say(f"No more input. {self.live.describe_farewell()}")
            return UNFINISHED
        except Quit:
            self.console.say(self.live.describe_farewell())
            return OVER
        except BadPlayer as failed:
            self._tell([self.live.fail(failed)])
            if self.match.moves and (command := self.live.saver.find_command("resume")):
                self.console.say(f"To seat another player there: {command} --{self.match.mover} PLAYER")
            return UNFINISHED
        self._end()
        return OVER

    def _greet(self) -> None:
        """The welcome as the rulebook prints it, and before it what it does not say."""
        match, words = self.match, self.match.game.words
        told = [*introduce(match, self.live.seats, self._toss), *self.live.notes] if self._is_first else []
        if match.moves:
            self.console.say("\n".join([*told, ""]))
            self.show_board()
            return
        if self._is_first and None in self.live.seats.computers:
            told.append(_HELP)
        if told and not match.outcome:
            self.console.say("\n".join([*told, ""]))
        self.console.show(words.welcome(match))
        here, usual = (words.beside(position, match.names) for position in (match.start, match.game.start()))
        if here != usual:  # a welcome is as the rulebook prints it, and that begins at the beginning
            self.console.say("\n".join([*here, ""]))

    def _ask_person(self) -> None:
        """Ask until there is a move, or something else has changed the match."""
        match = self.match
        self.live.begin_turn()
        if self._is_preparing and (progress := self.advice.progress_line()):
            self._is_preparing = False  # told once
            self.console.say(f"({progress})")
        self.advice.follow(match)
        if reminder := remind_of_token(match):
            self.console.say(reminder)
        if words := match.game.words.announce_turn(match):
            self.console.show(words)
        try:
            if (move := self.ask_for_move()) is not None:
                self._act(self.live.play(move), by_reader=True)
        except TimeUp:
            self._act(self.live.run_out(), by_reader=True)

    def ask(self, question: str, deadline: float | None = None) -> str:
        """What is answered, while the mover's clock runs."""
        deadline = self.live.deadline
        if deadline is not None:
            left = count_noun(round(self.live.seconds_left or 0, 1), "second")
            self.console.say(f"({self.match.mover_name} has {left}.)")
        return super().ask(question, deadline)

    def _let_computer_move(self) -> None:
        self.console.look_for_news()
        move = self.live.choose_for_computer()
        told = self.live.play(move)
        sign = ">" if self.console.ascii_only else "▸"
        moved = [f"{sign} {each.text}" for each in told if each.kind == "move"]
        self.console.say("\n".join(moved if self.console.is_after_gap else ["", *moved]), is_strong=True)
        self._act(told)
        if self.console.is_terminal and None not in self.live.seats.computers:
            time.sleep(_PAUSE)

    # What happens

    def _act(self, told: list[Told], by_reader: bool = False) -> None:
        """The match is as it stands now: say what has happened."""
        self.match = self.live.match
        self._tell(told, by_reader)

    def _tell(self, told: list[Told], by_reader: bool = False) -> None:
        for each in told:
            match each.kind:
                case "move":  # the rulebook's words, which tell the news too
                    if words := self.match.game.words.show_move(self.match, by_reader):
                        self.console.show(words)
                case "news" | "over":  # the end is told after the rulebook's words
                    pass
                case "back" | "again":
                    self.console.say(each.text)
                    self.show_board()
                case _:
                    self.console.say(each.text, is_strong=each.kind in _STRONG)

    def _agrees(self, question: str) -> bool:
        """Whether the answer is yes; anything else is no. The clock runs if there is one."""
        return self.ask(self.console.fit(f"{question} (yes/no): ")).strip().lower() in ("y", "yes")

    # Commands

    def _list_moves(self, words: str) -> None:
        if words:
            self.console.show(f"{self.advice.value_moves(self.match, self.width)}\n")
        else:
            self.show_moves()

    def _give_hint(self, _: str) -> None:
        self.console.say(self.advice.hint(self.match))

    def _explain(self, _: str) -> None:
        self.console.say(self.advice.why(self.match, self.live.seats.only_person))

    def _resign(self, _: str) -> None:
        if self._agrees(self.live.resign_question):
            self._act(self.live.resign())
        else:
            self.console.say("The match goes on.")

    def _offer_draw(self, _: str) -> None:
        told = self.live.offer_draw()
        if told is None:
            told = self.live.answer_draw(self._agrees(self.live.draw_question))
        self._act(told)

    def _save(self, words: str) -> None:
        if not words:
            self.console.say(f"{self.live.describe_farewell()}\nTo save it in a file of your own: save FILE")
            return
        try:
            path = read_name(words).expanduser()
            self.live.saver.save_as(path, self.live.record)
        except BadFile as refused:
            self.console.say(f"Sorry, {refused}.")
        except (OSError, RuntimeError) as error:  # the disk is full, there is no such home
            self.console.say(f"Sorry, {quote(words)} cannot be written: {getattr(error, 'strerror', None) or error}.")
        else:
            again = f"squarely resume {quote_path(path)}"
            self.console.say(f"Saved in {path}, and there after every move. To continue: {again}")

    # The end

    def _end(self) -> None:
        """How it ended, in the rulebook's words and in ours, and what its moves were worth."""
        match, person, console = self.match, self.live.seats.only_person, self.console
        self.live.close()  # so that the lock is free while the review is read
        by_rules, ending = match.outcome == match.game.result(match.position), self.live.ending.text
        if by_rules:
            console.show(match.game.words.closing(match))
        if person is not None or not by_rules:
            console.say(f"\n{ending}" if by_rules and not console.is_after_gap else ending, is_strong=True)
        more_with = self.live.saver.find_command("review")
        if review := self.advice.review(match, console.ascii_only, more_with, console.width, person):
            console.show(review)
        for line in sum_up(self.live, self.advice):
            console.say(line)
