"""What the pages are: each with a title, a description and a picture, so that a link shows what it is; and data."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from html import escape
from typing import NamedTuple, TypeAlias

import msgspec
from starlette.requests import Request

from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import write_goal
from squarely.web.browser.site_files import load_site
from squarely.web.http.query_strings import AskPuzzle
from squarely.web.match.service import Service
from squarely.web.match.stored_match import StoredMatch, load_game
from squarely.web.pictures.link_picture import HEIGHT, WIDTH, Scene, show_board
from squarely.web.protocol.messages import GameFacts, MatchId
from squarely.web.study.atlas import has_atlas
from squarely.web.study.views import SIDES, board_message, find_last_changed, game_message, list_games

_ABOUT = "Small two-player grid games, fair and square: play them, and know the truth of every move."
_PUZZLES = "Positions where few moves are right. Find one."


class Page(NamedTuple):
    """A page, which is laid out for an address."""

    name: str
    title: str
    about: str
    scene: Scene | None = None  # of its picture
    first: Mapping[str, object] = {}  # what it begins with
    slots: Mapping[str, str] = {}
    is_live: bool = False  # `no-store`, so that going back shows no board of the past

    def render(self, base: str = "", path: str = "/", query: str = "") -> str:
        """The page: every slot filled with escaped text, and what it begins with as JSON."""
        texts = {"title": self.title, "description": self.about, "url": base + path + query, **self.slots}
        filled = {slot: escape(text) for slot, text in texts.items()}
        filled["menu"] = write_menu()
        where = f"{base}/pictures/{path.strip('/') or 'home'}.png{query}{'&' if query else '?'}"
        filled["picture"] = _describe_picture(where, self.scene) if self.scene else ""
        filled["first"] = "\n".join(_embed(at, data) for at, data in self.first.items())
        return re.sub(r"\{\{(\w+)\}\}", lambda slot: filled[slot[1]], load_site().pages[self.name])


Describe: TypeAlias = Callable[[Service, Request], Awaitable[Page]]
OFFLINE = Page("site/offline", "The server is away – Squarely", _ABOUT)  # which a browser keeps


async def describe_home(service: Service, _: Request) -> Page:
    """Where a match is begun, with a position that shows what the moves of it are worth."""
    games, example = await service.games(), service.find_example()
    first = {"first-games": games} | ({"first-example": example} if example else {})
    scene = _show_games(games, "Small games, fair and square", "Play them, and know the truth of every move.")
    return Page("home/home", "Squarely", _ABOUT, scene, first)


async def describe_puzzles(service: Service, _: Request) -> Page:
    scene = _show_games(await service.games(), "Puzzles", _PUZZLES)
    return Page("study/puzzles", "Puzzles – Squarely", _PUZZLES, scene)


async def describe_puzzle(service: Service, request: Request) -> Page:
    """With the picture of the puzzle that the address means; of all puzzles where it means none."""
    page = await describe_puzzles(service, request)
    query = {name: value for name, value in request.query_params.items() if name in ("game", "level", "seed")}
    if "seed" not in query:
        return page
    task = await service.puzzle(msgspec.convert(query, AskPuzzle, strict=False))
    scene = Scene("Puzzle", task.task, show_board(task.board), status="Find the move", side=task.mover)
    return page._replace(scene=scene)


async def describe_game(_: Service, request: Request) -> Page:
    """The rules of a game, and what the court found."""
    of = load_game(request.path_params["game"], "")
    about = f"{write_goal(of)} Rules, rulings and the court's verdicts."
    return Page("study/game", f"{of.title} ({of.name}) – Squarely", about, show_game(of), slots={"game": of.name})


async def describe_atlas(_: Service, request: Request) -> Page:
    """Every position of a game; the picture shows the same board as that of the game."""
    of = load_game(request.path_params["game"], "")
    title = f"Atlas of {of.title}"
    scene = show_game(of)._replace(title=title, about="Every position, and its value under perfect play.")
    about = f"Every position of {of.title} and its value under perfect play."
    return Page("study/atlas", f"{title} ({of.name}) – Squarely", about, scene, slots={"game": of.name})


async def describe_match(service: Service, request: Request) -> Page:
    """A match: who plays what, and how it stands, so that a move can be made before a socket is open."""
    room = await service.rooms.open(msgspec.convert(request.path_params["match"], MatchId))
    stored, played, scene = room.stored, room.stored.log.match, _show_match(room.stored)
    if outcome := played.outcome:
        stands = f"{scene.status}: {outcome.reason}. See where the match turned."
    elif stored.is_waiting:
        stands = f"{scene.status} to a match. {write_goal(played.game)}"
    else:
        stands = f"{played.mover_name} is to move, move {len(played.moves) + 1}. {write_goal(played.game)}"
    title, first = f"{played.names[0]} – {played.names[1]}: {played.game.title}", {"first-state": room.message(0)}
    return Page("match/match", title, stands, scene, first, {"match": stored.row.id}, is_live=True)


async def describe_me(_: Service, __: Request) -> Page:
    """What the browser knows of its owner's results."""
    return Page("me/me", "My results – Squarely", "Your results by game and level, and your puzzle streak.")


PAGES: Mapping[str, Describe] = {
    "/": describe_home,
    "/puzzles": describe_puzzles,
    "/games/{game}": describe_game,
    "/atlas/{game}": describe_atlas,
    "/m/{match}": describe_match,
    "/me": describe_me,
}


def show_game(game: Game) -> Scene:
    """A board out of the middle of a match."""
    return Scene(game.title, write_goal(game), show_board(game_message(game).picture))


def _show_games(games: Sequence[GameFacts], title: str, about: str) -> Scene:
    return Scene(title, about, tuple(board for each in games for board in show_board(each.picture))[:4])


def _show_match(stored: StoredMatch) -> Scene:
    """The board as it stands, who plays, and whose turn it is or who won."""
    played, inviting = stored.log.match, 1 - stored.row.invited
    board = show_board(board_message(played.game, played.position), tuple(find_last_changed(played)))
    status = f"{played.mover_name} to move"
    side: int | None = played.mover
    if outcome := played.outcome:
        status = f"{played.names[outcome.winner]} won" if outcome.winner is not None else "Nobody won"
        side = outcome.winner
    elif stored.is_waiting:
        status, side = f"{played.names[inviting]} invites you", inviting
    seen = None if side is None else SIDES[side]
    return Scene(played.game.title, write_goal(played.game), board, tuple(played.names), status, seen)


@cache
def write_menu() -> str:
    """Links to the rules, the verdicts and the atlas of each game that can be loaded."""
    rows = []
    for game in list_games():
        links = {f"/games/{game.name}": game.subtitle, f"/games/{game.name}#court": "Verdicts"}
        if has_atlas(game):
            links[f"/atlas/{game.name}"] = "Atlas"
        rows.append("<li>" + " ".join(f'<a href="{to}">{escape(says)}</a>' for to, says in links.items()) + "</li>")
    return "".join(rows)


def _describe_picture(where: str, scene: Scene) -> str:
    """What tells others of the picture; its address says what it shows, so that caches show no old one."""
    told = {"og:image": f"{where}v={scene.hash}", "og:image:type": "image/png"}
    told |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "og:image:alt": scene.alt}
    tags = [f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items()]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])


def _embed(name: str, data: object) -> str:
    """JSON that cannot end the script element it stands in, and is no script."""
    text = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'
