"""The import graph of the package, and the picture of its rooms: `python -m tests.import_graph` writes it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import squarely
from squarely.review.drawing import svg

PACKAGE = Path(squarely.__file__).parent
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "house.svg"
HOMES = {f"squarely.{name}": home for home, names in squarely.HOMES.items() for name in names}

Graph = dict[str, set[str]]


@cache
def nodes(text: str) -> list[ast.AST]:
    """Every node of a file; to look through them again costs nothing."""
    return list(ast.walk(ast.parse(text)))


def modules() -> dict[str, Path]:
    """The dotted name of every module with its file; a package has the name of its folder."""
    files = {file: ["squarely", *file.relative_to(PACKAGE).with_suffix("").parts] for file in PACKAGE.rglob("*.py")}
    return {".".join(part for part in files[file] if part != "__init__"): file for file in sorted(files)}


def room(dotted: str) -> str:
    """The room that a dotted name of the package lies in: `squarely.web.http.server` lies in web."""
    first = [*dotted.split("."), ""][1]
    is_room = first and ((PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").is_file())
    return first if is_room else "__init__"


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Every name of the package that a file imports, wherever in it, with its line; a public name as its home."""
    within = ["squarely", *file.relative_to(PACKAGE).with_suffix("").parts]
    for node in nodes(file.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            here = within[: len(within) - node.level] if node.level else []
            whence = ".".join([*here, *([node.module] if node.module else [])])
            names = [f"{whence}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if re.fullmatch(r"squarely(\.\w+){2,}", node.value) else []  # for import_module
        else:
            continue
        yield from ((node.lineno, HOMES.get(name, name)) for name in names if name.split(".")[0] == "squarely")


def import_graph() -> Graph:
    files = modules()

    def module_of(dotted: str) -> str:
        return dotted if dotted in files else module_of(dotted.rpartition(".")[0])

    return {
        name: {module for _, found in imports(file) if (module := module_of(found)) != name}
        for name, file in files.items()
    }


def reached(graph: Graph) -> Graph:
    """What can be reached from each."""
    found: Graph = {}
    for name in graph:
        seen, todo = set[str](), [name]
        while todo:
            new = graph[todo.pop()] - seen
            seen |= new
            todo += new
        found[name] = seen
    return found


def circles(graph: Graph) -> set[frozenset[str]]:
    """Those that can be reached from each other."""
    found = reached(graph)
    return {frozenset(other for other in found[name] if name in found[other]) for name in graph if name in found[name]}


# The picture

FACES = ("terminal", "web", "environments", "arena", "lab")
PLACES = {  # column and row
    **{face: (1 + column, 1) for column, face in enumerate(FACES)},
    "cli": (3, 0), "faces": (3, 1),
    "command_line": (0, 2), "authoring": (1, 2), "play": (2.2, 2), "review": (3.4, 2),
    "players": (2.2, 3), "solver": (2.8, 4),
    "files": (0.4, 5), "laws": (1.6, 5), "games": (2.8, 5), "proofs": (4, 5), "jobs": (5, 5), "serving": (6, 5),
    "core": (2.8, 6),
}  # fmt: skip
_COLUMN, _ROW, _WIDE, _HIGH = 128, 92, 116, 38


def rooms() -> Graph:
    graph: Graph = {name: set() for name in PLACES if name not in FACES}
    for dotted, file in modules().items():
        here = room(dotted)
        found = {room(name) for _, name in imports(file)} - {here}
        if here in PLACES and file.name != "claims.py":  # which may import the court, the only room that loads it
            graph["faces" if here in FACES else here] |= {"faces" if name in FACES else name for name in found}
    return {name: found & set(graph) for name, found in graph.items()}


def draw_house() -> str:
    """The rooms, each with an arrow to those that it imports; an arrow that follows from two others is left out."""
    graph = rooms()
    below = reached(graph)
    places = {name: (76 + _COLUMN * column, 24 + _ROW * row) for name, (column, row) in PLACES.items()}
    arrows, boxes = [], []
    for name, (left, top) in places.items():
        for other in sorted(graph.get(name, set()) - {far for near in graph.get(name, ()) for far in below[near]}):
            to, down = places[other]
            x = min(max(to, left - 3 * _COLUMN), left + 3 * _COLUMN) if name == "faces" else left
            way = f"M{x:.0f} {top + _HIGH}C{x:.0f} {top + _HIGH + 30} {to:.0f} {down - 40} {to:.0f} {down - 1}"
            arrows.append(svg.element("path", d=way, fill="none", stroke="edge", marker_end="url(#tip)"))
        wide = 7 * _COLUMN - 8 if name == "faces" else _WIDE
        fill = "here" if name == "faces" else "card"
        boxes.append(
            svg.element("rect", x=left - wide / 2, y=top, width=wide, height=_HIGH, rx=6, fill=fill, stroke="edge")
        )
    words = [svg.text(x, y + 24, name, fill="ink", text_anchor="middle") for name, (x, y) in places.items()]
    words[list(places).index("faces")] = svg.text(24, places["faces"][1] + 24, "faces", fill="soft")
    boxes.sort(key=lambda box: "here" not in box)
    tip = svg.element("path", d="M0 0 8 4 0 8z", fill="edge")
    marker = svg.element("marker", tip, id="tip", markerWidth=8, markerHeight=8, refX=8, refY=4, orient="auto")
    shapes = [
        svg.element("style", svg.write_style()),
        svg.element("defs", marker),
        svg.element("rect", width="100%", height="100%", fill="paper"),
        *arrows, *boxes, *words,
    ]  # fmt: skip
    size = (7 * _COLUMN + 24, 48 + 6 * _ROW + _HIGH)
    return svg.picture(*size, shapes, xmlns="http://www.w3.org/2000/svg", font_family="sans-serif", font_size=15) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(draw_house(), encoding="utf-8")
