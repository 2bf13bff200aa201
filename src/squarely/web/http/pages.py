"""The pages: a shell with a title and a description, so that a link shows what it is, and a fragment in it."""

import re
from functools import cache
from html import escape
from importlib.resources import files

from squarely.core.game import Game
from squarely.core.rulebook import write_goal
from squarely.web.match.stored_match import StoredMatch

_ABOUT = "Small two-player grid games, fair and square: play them, and know the truth of every move."
_SCRIPT = '<script type="module" src="/static/{{name}}.js"></script>'


def render_home(url: str) -> str:
    """Where a match is begun."""
    return _render("home/home", "Squarely", _ABOUT, url)


def render_puzzles(url: str) -> str:
    """Puzzles of every game."""
    return _render("study/puzzles", "Puzzles – Squarely", "Positions where few moves are right. Find one.", url)


def render_game(of: Game, url: str) -> str:
    """The rules of a game, and what the court found."""
    title = f"{of.rules.TITLE} ({of.name}) – Squarely"
    return _render("study/game", title, f"{write_goal(of)} Rules, rulings and the court's verdicts.", url, game=of.name)


def render_atlas(of: Game, url: str) -> str:
    """Every position of a game."""
    title = f"Atlas of {of.rules.TITLE} ({of.name}) – Squarely"
    return _render(
        "study/atlas", title, f"Every position of {of.rules.TITLE} and its value under perfect play.", url, game=of.name
    )


def render_match(stored: StoredMatch, url: str) -> str:
    """A match: who plays what, and how it stands."""
    row, played = stored.row, stored.log.match
    title = f"{played.names[0]} – {played.names[1]}: {played.game.rules.TITLE}"
    if outcome := played.outcome:
        won = f"{played.names[outcome.winner]} won" if outcome.winner is not None else "Nobody won"
        stands = f"{won}: {outcome.reason}. See where the match turned."
    elif row.kind == "link" and not (row.first_secret and row.second_secret):
        stands = f"{played.names[1 - row.invited]} invites you to a match. {write_goal(played.game)}"
    else:
        stands = f"{played.mover_name} is to move, move {len(played.moves) + 1}. {write_goal(played.game)}"
    return _render("match/match", title, stands, url, match=row.id)


def render_missing(url: str, says: str) -> str:
    """A page that is not there."""
    return _render("site/missing", "Not here – Squarely", says[0].upper() + says[1:], url, script="")


def _render(name: str, title: str, description: str, url: str, script: str = _SCRIPT, **slots: str) -> str:
    """The fragment of this name in the shell, with the script of the same name; every slot filled with escaped text."""
    texts = {"title": title, "description": description, "url": url, "name": name, **slots}
    filled = {slot: escape(text) for slot, text in texts.items()}
    shell = _read_file("site/shell").replace("{{script}}", script).replace("{{main}}", _read_file(name))
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: filled[slot[1]], shell)


@cache
def _read_file(name: str) -> str:
    return files("squarely.web.browser").joinpath("pages", f"{name}.html").read_text(encoding="utf-8")
