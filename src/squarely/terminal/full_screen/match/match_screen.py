"""A match on the screen, from the first move to what comes after the last: turns, keys, clicks and typed words."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from string import ascii_letters, digits
from typing import Any, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from squarely.core.errors import BadMove, SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.game import Move
from squarely.core.rules.rulebook import write_goal
from squarely.core.text.notation import capitalise, count_noun, join_with_or
from squarely.solver.values import Value
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.match.match_view import SMALLEST, MatchView
from squarely.terminal.full_screen.match.move_choice import MoveChoice, describe_values, note_values
from squarely.terminal.full_screen.match.move_line import MoveLine, Said, find_first_letters, trim_question
from squarely.terminal.full_screen.places import go
from squarely.terminal.full_screen.widgets.dialogs import RulesScreen
from squarely.terminal.full_screen.widgets.key_line import KeyLine
from squarely.terminal.full_screen.widgets.side_panels import MoveList
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.after_match import NEW, REVIEW, arrange_next, list_next_steps, sum_up
from squarely.terminal.match.introduction import introduce
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import Told, tell_refusal
from squarely.terminal.match.series import describe_next_level

Advised: TypeAlias = tuple[str, str, tuple[int, ...], Mapping[Move, Value] | None]  # title, text, lit squares, values
COMMANDS = ("hint", "values", "why", "undo", "redo", "rules", "draw", "resign")
_LETTERS = frozenset("hvwuyroxq")  # that do something unless a move begins with them
_TYPED = f"{ascii_letters}{digits} ,:"  # what moves are typed with
_KEYS = {" ": "space", ",": "comma", ":": "colon"}
_SPOKEN = ("f9", "f10", "f11", "f12")  # for moves that no square stands for
_TICK = 0.2  # seconds between two looks at the clock
_FAR = 100_000  # moves: as far as it goes
_TIP = "Choose a {} with the arrow keys and Enter, or click it. Or type a move."
_TITLES = {"news": "News", "unsaved": "Not saved", "repeated": "Again", "failed": "A player failed"}  # said beside


class MatchScreen(Screen[None]):
    """One match. It is saved after every move, before that is shown."""

    DEFAULT_CSS = """
    MatchScreen.-high #headline { padding: 1 0; }
    MatchScreen.-high #status { height: 3; }
    MatchScreen.-narrow #too-small, MatchScreen.-low #too-small { display: block; }
    """
    AUTO_FOCUS = ""  # after the end, keys are for what comes next
    PACE = 0.8  # seconds between two moves where only computers play
    HELP = """
    Choose a square with the arrow keys and Enter, or click it: first a piece, then where it goes. Esc lets it go.
    You can also type a move in the words of the rulebook, and hint, undo, rules and the like.
    [ and ] walk through the moves, Home and End go to the first and the last; so does Tab with the arrow keys.
    Space pauses two computers that play. Page Up and Page Down scroll what is said beside the board.
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(_KEYS.get(typed, typed), f"type('{typed}')", show=False) for typed in _TYPED),
        *(Binding(key, f"speak({at})", "Play", key_display=key.upper()) for at, key in enumerate(_SPOKEN)),
        Binding("space", "pause", "Pause"),
        Binding("y", "answer(True)", "Yes"),
        Binding("n", "answer(False)", "No"),
        Binding("h,f2", "command('hint')", "Hint", tooltip="a hint; again for more"),
        Binding("v,f3", "command('values')", "Values", tooltip="what each move is worth, on the board; again hides it"),
        Binding("w,f4", "command('why')", "Why", tooltip="what the last moves were worth"),
        Binding("u,backspace", "command('undo')", "Take back", tooltip="take back your last move"),
        Binding("y,f5", "command('redo')", "Redo", tooltip="play again what was taken back"),
        Binding("r,f6", "command('rules')", "Rules", tooltip="the rules of this game"),
        Binding("o,f7", "command('draw')", "Draw", tooltip="offer a draw"),
        Binding("x,f8", "command('resign')", "Resign", tooltip="give up; you are asked first"),
        Binding("r", "next('r')", "Rematch"),
        Binding("s", "next('s')", "Swap sides"),
        Binding("l", "next('l')", "Level"),
        Binding("v,enter", "next('v')", "Review"),
        Binding("n", "next('n')", "New game"),
        Binding("left_square_bracket", "walk(-1)", show=False),
        Binding("right_square_bracket", "walk(1)", show=False),
        Binding("home", f"walk(-{_FAR})", show=False),
        Binding("end", f"walk({_FAR})", show=False),
        Binding("pageup", "scroll_words(-1)", show=False),
        Binding("pagedown", "scroll_words(1)", show=False),
        Binding("escape", "back", "Back", show=False),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (SMALLEST[0], "-wide")]  # noqa: RUF012 (Textual declares them so)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (SMALLEST[1], "-usual"), (31, "-high")]  # noqa: RUF012

    def __init__(self, live: LiveMatch, toss: str = "") -> None:
        super().__init__()
        self.live, self._toss = live, toss
        self._match = live.match  # as the turn began
        self._view = MatchView(live, MoveLine(COMMANDS, self._hear), self._choose)
        self._advice = Advice(live.match.game)
        self._choice = MoveChoice(live.match.game, live.match.position)
        self._letters = find_first_letters(live.match.game, live.match.start)  # with which moves begin
        self._able = set[str]()  # what can be done now
        self._steps: dict[str, str] = {}  # what can be done once the match is over, by letters
        self._looking: int | None = None  # the move that is looked back at
        self._said, self._is_alone, self._is_refusal = "", False, False  # said before the question, or in its place
        self._lit: tuple[int, ...] = ()
        self._values: Mapping[Move, Value] | None = None  # of the position as it is
        self._wants_values = False
        self._question: tuple[str, Callable[[bool], None]] | None = None  # to be answered before anything else
        self._is_busy = False  # a player is asked something, beside the screen
        self._thinking: Match | None = None  # the match in which a computer thinks
        self._is_paused = False
        self._stop: Told | None = None  # why the match stops here unfinished

    def compose(self) -> ComposeResult:
        yield self._view
        yield KeyLine(self._name_key)

    def on_mount(self) -> None:
        self._view.board.can_focus = None in self.live.seats.computers  # else Space is for the pause
        self.set_focus(self._view.board)
        if self.live.settings.time_limit:
            self.set_interval(_TICK, self._tick)
        self.set_interval(1.0, lambda: self._view.show_progress(self._advice.progress_line()))
        self._advice.begin(self.live.match)
        self._begin_turn([])
        run_beside(self, self._introduce, partial(self._take_advice, None))

    def _introduce(self) -> Advised:
        self.live.saver.prepare()
        game, told = self.live.match.game, introduce(self.live, self._toss)
        goal = [] if self.live.match.moves or game.options else [write_goal(game)]
        return "Welcome", "\n\n".join([*told, *goal]), (), None

    # Turns

    def _act(self, told: list[Told]) -> None:
        """Something was done: go on with a match that it has changed, and say what came of it."""
        if self.live.match is not self._match:
            self._begin_turn(told)
        else:
            self._say(" ".join(each.text for each in told), is_refusal=any(each.kind == "refused" for each in told))

    def _begin_turn(self, told: list[Told]) -> None:
        live, before = self.live, self._match
        match = self._match = live.match
        self._choice = MoveChoice(match.game, match.position)
        self._letters |= {str(move)[:1].lower() for move in self._choice.moves}
        self._looking, self._question, self._lit, self._values, self._is_busy = None, None, (), None, False
        if self._view.line.is_open:  # time is up
            self._view.line.close()
        self._stop = live.find_stop() if live.settings.max_turns or None not in live.seats.computers else None
        if match.outcome:
            self._end()
        elif self._stop is None:
            self._go_on()
        beside = [each for each in told if each.kind in _TITLES]
        if beside:
            self._view.words.show(_TITLES[beside[0].kind], "\n\n".join([each.text for each in beside]))
        elif live.seats.computers[before.mover] is None and match is not before:  # what was said is read by now
            self._view.words.show("", "")
        silent = (*_TITLES, "over", *(["move"] if any(each.kind == "time" for each in told) else []))
        self._say(" ".join([each.text for each in told if each.kind not in silent]))
        if len(match.moves) == len(before.moves) + 1 and live.seats.computers[before.mover]:
            self._view.board.glide(before.position)
        if self._wants_values and "move" in self._able:
            self._ask_advice("values")

    def _go_on(self) -> None:
        """A computer thinks beside the screen, or a person's clock runs."""
        live, board, choice = self.live, self._view.board, self._choice
        if live.waits_for_computer:
            if not self._is_paused and self._thinking is not live.match:
                self._thinking = live.match
                run_beside(self, self._think, partial(self._take_chosen, live.match))
            return
        live.begin_turn()
        if choice.chosen:
            board.cursor = choice.chosen[-1]
        elif choice.choosable and board.cursor not in choice.choosable:
            board.cursor = min(choice.choosable, key=lambda square: abs(square - board.cursor))

    def _think(self) -> Move:
        move = self.live.choose_for_computer()
        if None not in self.live.seats.computers:
            time.sleep(self.PACE)  # or nobody could follow
        return move

    def _take_chosen(self, match: Match, chosen: Move | Exception) -> None:
        """What a computer has chosen is played, unless that match was taken back or paused meanwhile."""
        if self._thinking is match:
            self._thinking = None
        if match is not self.live.match or self._is_paused:
            return
        if isinstance(chosen, SquarelyError):
            told = self.live.fail(chosen)
            self._view.words.show(_TITLES[told.kind], told.text)
            self._ask(self.live.seat_question, self._take_seat)
        elif isinstance(chosen, Exception):
            raise chosen
        else:
            self._act(self.live.play(chosen))

    def _take_seat(self, is_wanted: bool) -> None:
        """A person moves in place of a computer that failed; else it is asked again."""
        if is_wanted:
            self.live.take_seat()
        self._begin_turn([])

    def _tick(self) -> None:
        live = self.live
        if live.match.outcome:
            return
        self._view.show_players()
        if live.deadline is not None and not (live.waits_for_computer or live.seconds_left or self._is_busy):
            self._act(live.run_out())

    def _end(self) -> None:
        """How it ended, what its moves were worth, and what can be done next."""
        live, person = self.live, self.live.seats.only_person
        live.close()
        winner = live.match.outcome.winner if live.match.outcome else None
        is_lost = person is not None and winner == person.other
        self._view.show_headline(live.headline, "" if winner is None else "-lost" if is_lost else "-won")
        self._steps = {step.letter: capitalise(step.name) for step in list_next_steps(live)}
        self.set_focus(None)
        work = partial(self._conclude, max(20, self._view.moves.size.width - 3))
        run_beside(self, work, partial(self._take_advice, None))

    def _conclude(self, width: int) -> Advised:
        """The turning point, the level, the score and the short review."""
        live, advice, person = self.live, self._advice, self.live.seats.only_person
        told = [*sum_up(live, advice), live.series.describe(), describe_next_level(live.series, live.settings)]
        told.append(advice.review(live.match, False, "", width, person))
        return "", "\n\n".join([each.strip("\n") for each in told if each]), (), None

    # What is seen and said

    def _show(self) -> None:
        match, may_move = self.live.match, self._find_able()
        notes = note_values(self._choice, self._values, match.mover) if self._values and may_move else {}
        self._view.show(
            len(match.moves) if self._looking is None else self._looking,
            self._write_status(),
            is_refusal=self._is_refusal and self._looking is None,
            choice=self._choice if may_move else None,
            tip=self._write_tip() if may_move else "",
            is_thinking=self._thinking is match,
            lit=self._lit if may_move else (),
            notes=notes,
        )

    def _find_able(self) -> bool:
        """Work out what can be done now; whether that is a move, too."""
        live, match = self.live, self.live.match
        is_here = self._looking is None
        if self._question:
            able = {"answer"}
        elif match.outcome:
            able = {*self._steps} if is_here else set()
        else:
            able = {"rules", *(["why"] if match.moves else [])}
            if None not in live.seats.computers:
                able.add("pause")
            elif is_here and not (live.waits_for_computer or self._is_busy or self._stop):
                able |= {"move", "hint", "values", "draw", "resign"}
                able |= {*(["undo"] if match.moves else []), *(["redo"] if live.can_redo else [])}
        if able != self._able:
            self._able = able
            self.refresh_bindings()
        return "move" in able

    def _write_status(self) -> str:
        live, match, words = self.live, self.live.match, self.live.match.game.words
        if self._question:
            return f"{self._question[0]} (y/n)"
        if self._looking is not None:
            where = f"the position after move {self._looking}" if self._looking else "the start"
            moves = count_noun(len(match.moves), "move")
            return f"Looking back at {where}, of {moves}. [ and ] walk, Esc or End returns to the match."
        if match.outcome:
            return live.end_reason
        if self._is_alone or self._stop:
            return self._stop.text if self._stop else self._said
        if self._choice.is_begun and "move" in self._able:
            asked = self._choice.describe_next()
        elif live.waits_for_computer:
            asked = "Paused: space goes on." if self._is_paused else f"{match.mover_name} thinks…"
        else:
            asked = f"{' '.join(words.announce_turn(match).split())} {trim_question(next(words.ask(match)))}".strip()
        told = f"{self._said} {asked}".strip()
        return told if len(told) <= 2 * (self.app.size.width - 10) else asked  # two lines, broken between words

    def _write_tip(self) -> str:
        choice = self._choice
        if choice.complete:
            return f"Enter again plays {join_with_or([str(move) for move in choice.complete])}."
        if not choice.spoken:
            return _TIP.format("move" if choice.listed else "square")
        keys = zip(_SPOKEN, choice.spoken, strict=False)
        spoken = join_with_or([f"{key.upper()} plays {move}" for key, move in keys])
        return f"{spoken}; or choose a square, or type a move." if choice.choosable else f"Enter or {spoken}."

    def _say(self, text: str, is_alone: bool = False, is_refusal: bool = False) -> None:
        self._said, self._is_alone, self._is_refusal = text, is_alone or is_refusal, is_refusal
        self._show()

    def _ask(self, text: str, answer: Callable[[bool], None]) -> None:
        self._question = text, answer
        self._view.line.close()
        self._show()

    def _name_key(self, binding: Binding) -> str:
        """What a key does, in a word."""
        if binding.key in _SPOKEN:
            return capitalise(str(self._choice.spoken[_SPOKEN.index(binding.key)]))
        return self._steps.get(binding.key, binding.description)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys do something now."""
        match action:
            case "type":  # a letter with which moves begin is no command
                typed = str(parameters[0])
                begins = typed.lower() in self._letters or (typed.isalnum() and typed not in _LETTERS)
                return "move" in self._able and (self._view.line.is_open or begins)
            case "command" | "next":
                return parameters[0] in self._able
            case "speak":
                return "move" in self._able and int(str(parameters[0])) < len(self._choice.spoken)
            case "answer" | "pause":
                return action in self._able
        return True

    def action_type(self, letter: str) -> None:
        """A letter that begins a move, or one that came so soon after it that another widget had the focus."""
        if self._view.line.is_open:
            self._view.line.insert_text_at_cursor(letter)
        else:
            self._view.line.open(self.live.match, letter)
            self._say("")

    def _choose(self, square: int) -> None:
        """A square of a move, or a listed move."""
        if "move" not in self._able:
            return
        if not self._choice.choosable and len(self._choice.spoken) == 1:  # there is nothing else to mean
            self.action_speak(0)
            return
        try:
            move = self._choice.choose(square)
        except BadMove as refused:
            self._say(tell_refusal(refused).text, is_refusal=True)
            return
        if move is not None:
            self._act(self.live.play(move))
        else:
            self._say("" if self._choice.is_begun or not self._choice.chosen else self._choice.describe_next())

    def action_speak(self, number: int) -> None:
        self._act(self.live.play(self._choice.spoken[number]))

    def _hear(self, said: Said, what: Any) -> None:
        """Something was typed."""
        if said == "move":
            self._act(self.live.play(what))
        elif said == "command" and what in self._able:
            self.action_command(what)
        elif said == "closed":
            self.set_focus(self._view.board)
            self._say("")
        elif said in ("question", "refusal"):
            self._say(what, is_alone=True, is_refusal=said == "refusal")

    def action_command(self, name: str) -> None:
        live, match = self.live, self.live.match
        match name:
            case "hint" | "why":
                self._ask_advice(name)
            case "values":
                self._wants_values = self._values is None
                if self._wants_values:
                    self._ask_advice(name)
                else:
                    self._values = None
                    self._view.words.show("", "")
                    self._show()
            case "undo":
                self._act(live.undo())
            case "redo":
                self._act(live.redo())
            case "rules":
                self.app.push_screen(RulesScreen(match.game))
            case "draw":
                self._is_busy = True
                self._say("One moment…", is_alone=True)
                run_beside(self, live.offer_draw, self._take_answer)
            case "resign":
                self._ask(live.resign_question, lambda yes: self._act(live.resign() if yes else []))

    def _take_answer(self, told: list[Told] | Exception | None) -> None:
        """A computer has answered to a draw, or a person is asked; no clock runs meanwhile."""
        live, self._is_busy = self.live, False
        if isinstance(told, SquarelyError):
            told = [tell_refusal(told)]
        if isinstance(told, Exception):
            raise told
        if told is None:
            self._ask(live.draw_question, lambda yes: self._act(live.answer_draw(yes)))
        else:
            self._act(told)

    def action_answer(self, is_yes: bool) -> None:
        if question := self._question:
            self._question = None
            question[1](is_yes)

    def action_pause(self) -> None:
        """Let two computers rest, or go on; also where they have come to nothing."""
        if self._stop:
            self.live.go_on()
            self._stop = None
        else:
            self._is_paused = not self._is_paused
        self._go_on()
        self._show()

    # Advice

    def _ask_advice(self, kind: str) -> None:
        """Ask the oracle beside the screen; what it says about a match that has changed meanwhile is dropped."""
        self._view.words.show("One moment", "…")
        run_beside(self, partial(self._advise, kind, self.live.match), partial(self._take_advice, self.live.match))

    def _advise(self, kind: str, match: Match) -> Advised:
        advice = self._advice
        if kind == "hint":
            return "Hint (h for more)", advice.hint(match), advice.hinted_squares(match), None
        if kind == "why":
            return "Why", advice.why(match, self.live.seats.only_person), (), None
        try:
            values = {each.move: each.value.earlier() for each in advice.judge_moves(match)}
        except SquarelyError as error:
            return "Values", f"There are no values here: {error}.", (), None
        return "Values", describe_values(values, match.mover), (), values

    def _take_advice(self, about: Match | None, advised: Advised | Exception) -> None:
        if isinstance(advised, Exception):
            raise advised
        if about is None or about is self.live.match:
            title, text, self._lit, values = advised
            self._view.words.show(title, text)
            self._values = values or self._values
            self._show()

    # Looking back

    def on_move_list_walked(self, walked: MoveList.Walked) -> None:
        self._look_at(walked.moves)

    def action_walk(self, moves: int) -> None:
        self._look_at((len(self.live.match.moves) if self._looking is None else self._looking) + moves)

    def _look_at(self, moves: int) -> None:
        """The match after so many moves; after the last, the match."""
        last = len(self.live.match.moves)
        self._looking = None if moves >= last else max(0, moves)
        self._show()

    def action_scroll_words(self, pages: int) -> None:
        words = self._view.words
        words.scroll_relative(y=pages * max(1, words.size.height - 1), animate=False)

    async def action_back(self) -> None:
        """One step back: from a question, from looking back, from what is chosen; then home."""
        was_begun = self._choice.is_begun
        self._choice.release()
        if self._question:
            self.action_answer(False)
        elif self._looking is not None:
            self.set_focus(self._view.board)
            self._look_at(_FAR)
        elif "move" in self._able and (was_begun or self._is_alone or self._lit):
            self._lit = ()
            self._say("")
        else:
            await go(self, "home")

    async def action_next(self, letter: str) -> None:
        """What comes after the end: the review, another match, or home."""
        if letter == REVIEW.letter:
            await go(self, "review", self.live.record)
        elif letter == NEW.letter:
            await go(self, "new match", self.live.match.game)
        else:
            await go(self, "match", arrange_next(self.live, letter), "")
