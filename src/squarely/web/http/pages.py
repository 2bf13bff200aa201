"""The pages: each with a title, a description and a picture, so that a link shows what it is, and with first data."""

import re
from collections.abc import Mapping, Sequence
from html import escape

import msgspec

from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import write_goal
from squarely.web.browser.site_files import load_site
from squarely.web.http import scenes
from squarely.web.match.stored_match import StoredMatch
from squarely.web.pictures.link_picture import HEIGHT, WIDTH
from squarely.web.pictures.scene import Scene
from squarely.web.protocol.messages import GameFacts, StateMessage

_ABOUT = "Small two-player grid games, fair and square: play them, and know the truth of every move."
_PUZZLES = "Positions where few moves are right. Find one."


class Address:
    """The address of a page, and those of its picture: whole ones, as whoever reads the page from afar needs them."""

    def __init__(self, base: str, path: str) -> None:
        self._base, self._path = base.rstrip("/"), path

    def __str__(self) -> str:
        return self._base + self._path

    def find_picture(self, path: str, scene: Scene) -> str:
        """The picture with what it shows in its address, so that nobody shows an old one."""
        return f"{self._base}/pictures/{path}{'&' if '?' in path else '?'}v={scene.hash}"


def render_home(url: Address, games: Sequence[GameFacts]) -> str:
    """Where a match is begun."""
    first = {"first-games": games}
    return _render("home/home", "Squarely", _ABOUT, url, ("home.png", scenes.show_home(games)), first)


def render_puzzles(url: Address, games: Sequence[GameFacts], query: str = "") -> str:
    """Puzzles of every game; the picture of a puzzle is drawn when somebody asks for it."""
    scene = scenes.show_puzzles(games)
    return _render("study/puzzles", "Puzzles – Squarely", _PUZZLES, url, (f"puzzles.png{query}", scene))


def render_game(of: Game, url: Address) -> str:
    """The rules of a game, and what the court found."""
    title = f"{of.title} ({of.name}) – Squarely"
    about = f"{write_goal(of)} Rules, rulings and the court's verdicts."
    return _render("study/game", title, about, url, (f"games/{of.name}.png", scenes.show_game(of)), game=of.name)


def render_atlas(of: Game, url: Address) -> str:
    """Every position of a game."""
    title = f"Atlas of {of.title} ({of.name}) – Squarely"
    about = f"Every position of {of.title} and its value under perfect play."
    return _render("study/atlas", title, about, url, (f"atlas/{of.name}.png", scenes.show_atlas(of)), game=of.name)


def render_match(stored: StoredMatch, first: StateMessage, url: Address) -> str:
    """A match: who plays what, and how it stands, so that a move can be made before a socket is open."""
    row, played = stored.row, stored.log.match
    title = f"{played.names[0]} – {played.names[1]}: {played.game.title}"
    if outcome := played.outcome:
        won = f"{played.names[outcome.winner]} won" if outcome.winner is not None else "Nobody won"
        stands = f"{won}: {outcome.reason}. See where the match turned."
    elif row.kind == "link" and not (row.first_secret and row.second_secret):
        stands = f"{played.names[1 - row.invited]} invites you to a match. {write_goal(played.game)}"
    else:
        stands = f"{played.mover_name} is to move, move {len(played.moves) + 1}. {write_goal(played.game)}"
    picture = f"m/{row.id}.png", scenes.show_match(stored)
    return _render("match/match", title, stands, url, picture, {"first-state": first}, match=row.id)


def render_missing(url: Address | str, says: str) -> str:
    """A page that is not there."""
    return _render("site/missing", "Not here – Squarely", says[0].upper() + says[1:], url)


def render_offline() -> str:
    """The page for when the server is away, which a browser keeps."""
    return _render("site/offline", "The server is away – Squarely", _ABOUT, Address("", "/"))


def _render(
    name: str,
    title: str,
    description: str,
    url: Address | str,
    picture: tuple[str, Scene] | None = None,
    first: Mapping[str, object] | None = None,
    **slots: str,
) -> str:
    """The page of this name: every slot filled with escaped text, and what the page begins with as JSON."""
    texts = {"title": title, "description": description, "url": str(url), **slots}
    filled = {slot: escape(text) for slot, text in texts.items()}
    filled["picture"] = _describe_picture(url, *picture) if picture and isinstance(url, Address) else ""
    filled["first"] = "\n".join(_embed(at, data) for at, data in (first or {}).items())
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: filled[slot[1]], load_site().pages[name])


def _describe_picture(url: Address, path: str, scene: Scene) -> str:
    """What tells others of the picture."""
    told = {"og:image": url.find_picture(path, scene), "og:image:type": "image/png"}
    told |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "og:image:alt": scene.alt}
    tags = [f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items()]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])


def _embed(name: str, data: object) -> str:
    """JSON that cannot end the script element it stands in, and is no script."""
    text = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'
