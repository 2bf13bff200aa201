"""Games that were played from a file or folder: found again by their names, from anywhere, while they are there."""

from contextlib import suppress

from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.registry import find_source, is_somewhere, lend
from squarely.files.saved_matches import folder, replace_text


def find_game_name(typed: str) -> str:
    """The name of the game that a person typed; that of a file or folder is lent. What is none the registry refuses."""
    if name := registry.find(typed):
        return name
    if not is_somewhere(typed):
        lend_known()
        return registry.find(typed) or typed
    source = find_source(typed)
    lend(source)
    with suppress(OSError):  # it is found again only where that can be kept
        replace_text(folder() / "games" / source.name, f"{source.path}\n")
    return source.name


def lend_known() -> bool:
    """Have the registry find those that are not installed and still there; whether there are any."""
    found = False
    for kept in sorted((folder() / "games").glob("[!.]*")):
        with suppress(OSError, ValueError, UnknownGame):
            if registry.find(kept.name) is None:
                lend(find_source(kept.read_text(encoding="utf-8").strip()))
                found = True
    return found
