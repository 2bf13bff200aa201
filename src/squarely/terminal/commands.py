"""What can be said at any prompt instead of a move."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from squarely.notation import quoted
from squarely.output import BadFile, pasted
from squarely.prose import GLUE, wrapped

if TYPE_CHECKING:
    from squarely.terminal.session import Session

_LINE = 79


class Quit(Exception):
    """Somebody wants to leave."""


@dataclass(frozen=True)
class Command:
    """One word, what it does, and whether words may follow it."""

    says: str
    run: "Callable[[Session, str], None]"
    takes_words: bool = False


def _help(session: "Session", _: str) -> None:
    lines = [f"  {name:<12}{command.says}" for name, command in COMMANDS.items()]
    session.say("\n".join(["Answer the question, or enter one of these:", *lines, ""]))


def _rules(session: "Session", _: str) -> None:
    from squarely.terminal.rulebook import page

    session.show(page(session.match.game, session.screen.width) + "\n")


def _board(session: "Session", _: str) -> None:
    line = session.match.game.write_position(session.match.position)
    session.show(f"\n{session.drawn}\n")
    session.say(f"As text: {line}\n")


def _moves(session: "Session", _: str) -> None:
    texts = [str(move) for move in session.match.legal_moves]
    listed = ", ".join(text.replace(" ", GLUE) for text in texts)
    told = f"{session.match.mover_name} may choose from {len(texts)}:\n  {listed}\n"
    session.show(wrapped(told, min(_LINE, session.screen.width)))


def _hint(session: "Session", _: str) -> None:
    session.say(session.counsel.hint(session.match))


def _why(session: "Session", _: str) -> None:
    session.say(session.counsel.why(session.match))


def _undo(session: "Session", _: str) -> None:
    session.take_back()


def _save(session: "Session", words: str) -> None:
    if not words:
        session.say(f"{session.farewell()}\nTo save it in a file of your own: save FILE")
        return
    try:
        path = Path(words).expanduser()
        session.keeper.save_as(path, session.record)
    except BadFile as refused:
        session.say(f"Sorry, {refused}.")
    except (OSError, RuntimeError) as error:  # the disk is full, there is no such home
        session.say(f"Sorry, {quoted(words)} cannot be written: {getattr(error, 'strerror', None) or error}.")
    else:
        session.say(f"Saved in {path}, and there after every move. Go on with: squarely resume {pasted(path)}")


def _resign(session: "Session", _: str) -> None:
    session.end(session.match.resign(session.match.mover))


def _draw(session: "Session", _: str) -> None:
    match = session.match
    if session.opponent_accepts_draw():
        session.end(match.agree_to_draw())
    else:
        session.say(f"{match.names[match.mover.other]} plays on.")


def _quit(_: "Session", __: str) -> None:
    raise Quit


COMMANDS = {
    "help": Command("this list", _help),
    "rules": Command("the rules of this game and the rulings in force", _rules),
    "board": Command("the board as it is now", _board),
    "moves": Command("every legal move", _moves),
    "hint": Command("a hint; ask again for more", _hint),
    "why": Command("what the last move was worth, and why", _why),
    "undo": Command("take back a move; against a computer, back to your own turn", _undo),
    "save": Command("where the match is saved; save FILE saves it there too", _save, takes_words=True),
    "resign": Command("give up: the other side wins", _resign),
    "draw": Command("offer a draw: the other side is asked", _draw),
    "quit": Command("leave; the match is saved", _quit),
}
