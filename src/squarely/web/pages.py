"""The pages: a shell with a title and a description, so that a link shows what it is, and a fragment in it."""

import re
from functools import cache
from html import escape
from importlib.resources import files

from squarely.game import Game
from squarely.rulebook import goal
from squarely.web.proceedings import Proceedings

_ABOUT = "Small two-player grid games, fair and square: play them, and know the truth of every move."


def home(url: str) -> str:
    """Where a match is begun."""
    return _page("home", "Squarely", _ABOUT, url)


def puzzles(url: str) -> str:
    """Puzzles of every game."""
    return _page("puzzles", "Puzzles – Squarely", "Positions where few moves are right. Find one.", url)


def game(of: Game, url: str) -> str:
    """The rules of a game, and what the court found."""
    title = f"{of.rules.TITLE} ({of.name}) – Squarely"
    return _page("game", title, f"{goal(of)} Rules, rulings and the court's verdicts.", url, game=of.name)


def atlas(of: Game, url: str) -> str:
    """Every position of a game."""
    title = f"Atlas of {of.rules.TITLE} ({of.name}) – Squarely"
    return _page(
        "atlas", title, f"Every position of {of.rules.TITLE} and its value under perfect play.", url, game=of.name
    )


def match(proceedings: Proceedings, url: str) -> str:
    """A match: who plays what, and how it stands."""
    played = proceedings.match
    title = f"{played.names[0]} – {played.names[1]}: {played.game.rules.TITLE}"
    kept = proceedings.kept
    if outcome := played.outcome:
        won = f"{played.names[outcome.winner]} won" if outcome.winner is not None else "Nobody won"
        stands = f"{won}: {outcome.reason}. See where the match turned."
    elif kept.kind == "link" and not (kept.first_secret and kept.second_secret):
        stands = f"{played.names[1 - kept.invited]} invites you to a match. {goal(played.game)}"
    else:
        stands = f"{played.mover_name} is to move, move {len(played.moves) + 1}. {goal(played.game)}"
    return _page("match", title, stands, url, match=kept.id)


def missing(url: str, says: str) -> str:
    """A page that is not there."""
    return _page("missing", "Not here – Squarely", says[0].upper() + says[1:], url)


def _page(name: str, title: str, description: str, url: str, **slots: str) -> str:
    """The fragment of this name in the shell, every slot filled with escaped text."""
    texts = {"title": title, "description": description, "url": url, "script": f"/static/{name}.js", **slots}
    filled = {slot: escape(text) for slot, text in texts.items()}
    shell = _file("shell.html").replace("{{main}}", _file(f"{name}.html"))
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: filled[slot[1]], shell)


@cache
def _file(name: str) -> str:
    return files("squarely.web").joinpath("pages", name).read_text(encoding="utf-8")
