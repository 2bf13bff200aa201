"""What can be said at a prompt about a match in play, besides what needs no more than a position."""

from functools import partial

from squarely.core.text.notation import join_with_and, quote
from squarely.files.output_file import BadFile, quote_path, read_name
from squarely.terminal.line_mode.commands import ACT, ADVICE, REST, help_command, leave_command, view_commands
from squarely.terminal.line_mode.live_view import LiveView
from squarely.terminal.line_mode.prompt_loop import Command


def match_commands(view: LiveView) -> dict[str, Command]:
    """Everything that can be said, in the order in which the help lists it."""
    commands = view_commands(view)
    commands |= {
        "why": Command("what the last moves were worth", partial(_why, view), group=ADVICE),
        "undo": Command("take back your last move", partial(_undo, view), group=ACT),
        "redo": Command("play it again", partial(_redo, view), group=ACT),
        "draw": Command("offer a draw", partial(_offer_draw, view), group=ACT),
        "resign": Command("give up", partial(_resign, view), group=ACT),
        "save": Command("where the match is saved;\nsave FILE: there too", partial(_save, view), True, REST),
        "quit": leave_command("leave; it is saved"),
    }
    commands["help"] = help_command(view, commands)
    return commands


def _why(view: LiveView, _: str) -> None:
    view.say(view.advice.why(view.match, view.live.settings.seats.only_person))


def _undo(view: LiveView, _: str) -> None:
    _show_after(view, "Taken back", view.live.undo())


def _redo(view: LiveView, _: str) -> None:
    _show_after(view, "Played again", view.live.redo())


def _show_after(view: LiveView, what: str, moves: tuple[object, ...]) -> None:
    view.warn_if_unsaved()
    view.say(f"{what}: {join_with_and([str(move) for move in moves])}.")
    view.show(f"\n{view.drawing}\n")


def _resign(view: LiveView, _: str) -> None:
    match = view.match
    if view.agrees(f"{match.mover_name}, do you give up? {match.names[match.mover.other]} wins then."):
        view.live.resign()
    else:
        view.say("The match goes on.")


def _offer_draw(view: LiveView, _: str) -> None:
    """Ask the other side, while nobody's clock runs."""
    match = view.match
    other = match.names[match.mover.other]
    accepted = view.live.offer_draw()
    if accepted is None:
        accepted = view.agrees(f"{other}, {match.mover_name} offers a draw. Do you accept?")
        view.live.answer_draw(accepted)
    if not accepted:
        view.say(f"{other} plays on.")


def _save(view: LiveView, words: str) -> None:
    if not words:
        view.say(f"{view.farewell()}\nTo save it in a file of your own: save FILE")
        return
    try:
        path = read_name(words).expanduser()
        view.live.saver.save_as(path, view.live.record)
    except BadFile as refused:
        view.say(f"Sorry, {refused}.")
    except (OSError, RuntimeError) as error:  # the disk is full, there is no such home
        view.say(f"Sorry, {quote(words)} cannot be written: {getattr(error, 'strerror', None) or error}.")
    else:
        view.say(f"Saved in {path}, and there after every move. Go on with: squarely resume {quote_path(path)}")
