"""What can be done at the table by a key, and the key for it: a letter, or another one where moves begin with that."""

from typing import NamedTuple

from textual.binding import Binding, BindingType


class Command(NamedTuple):
    """Something that can be done in a match: its letter, the key where the letter begins a move, and what it says."""

    letter: str
    otherwise: str
    says: str
    tooltip: str


COMMANDS = {
    "hint": Command("h", "f2", "Hint", "a hint; again for more"),
    "values": Command("v", "f3", "Values", "what each move is worth, on the board; again hides it"),
    "why": Command("w", "f4", "Why", "what the last moves were worth"),
    "undo": Command("u", "backspace", "Take back", "take back your last move"),
    "redo": Command("y", "f5", "Redo", "play again what was taken back"),
    "rules": Command("r", "f6", "Rules", "the rules of this game"),
    "draw": Command("o", "f7", "Draw", "offer a draw"),
    "resign": Command("x", "f8", "Resign", "give up; you are asked first"),
}
SPOKEN = ("f9", "f10", "f11", "f12")  # for moves that no square stands for
LETTERS = frozenset(command.letter for command in COMMANDS.values()) | {"q"}


def bind_commands() -> list[BindingType]:
    """Both keys of every command; whoever binds them says which of the two works."""
    bindings: list[BindingType] = []
    for name, (letter, otherwise, says, tooltip) in COMMANDS.items():
        bindings.append(Binding(letter, f"command('{name}')", says, tooltip=tooltip))
        shown = otherwise.upper() if otherwise.startswith("f") else None
        bindings.append(Binding(otherwise, f"otherwise('{name}')", says, key_display=shown, tooltip=tooltip))
    return bindings


def bind_spoken() -> list[BindingType]:
    """A key for each move that no square stands for; what it says is the move."""
    says = "a move that no square stands for"
    return [
        Binding(key, f"speak({number})", "Play", key_display=key.upper(), tooltip=says)
        for number, key in enumerate(SPOKEN)
    ]
