"""The methods of a game as plain functions of its numbers: what machine code is made of.

`self.f(x)` and `super().f(x)` become calls of plain functions, `self.number` and `self.ruling == "word"` fields of a
tuple, `self.Position(…)` and `position._replace(…)` positions with all of their fields. Nothing else changes, and each
line stays where it is in its author's file. One flattening serves all games of a class, and so does one compilation.
"""

import ast
import linecache
from collections import namedtuple
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from squarely.core.errors import BrokenRules
from squarely.core.rules.fields import Kind, define_functions, derive_observe, derive_transform
from squarely.core.rules.game import Game

_VERBS = ("start", "legal_moves", "play", "outcome", "deal", "points", "observe")
_IS = "__is__"  # between a ruling and the word that it is compared with
_make_type: Any = namedtuple  # untyped, since its fields depend on the game


class Flat(NamedTuple):
    """The numbers of a game, and its methods as functions of them."""

    law: Any  # a NamedTuple of whole numbers, truth values, and tuples of them
    start: Any  # (law)
    legal_moves: Any  # (law, position)
    play: Any  # (law, position, move)
    outcome: Any  # (law, position)
    deal: Any  # (law, number); None where the start is not dealt
    points: Any  # (law, position); None in a game without points
    without_points: Any  # (law, position)
    transform: Any  # (symmetries, position, number)
    observe: Any  # (law, position, planes); None where there are no planes


_flattened: dict[type[Game], Flat] = {}  # with the type of the law in its place


def flatten(game: Game) -> Flat:
    """The game as numbers and plain functions; BrokenRules names a method whose source cannot be had."""
    if type(game) not in _flattened:
        _flattened[type(game)] = _Methods(game).as_functions()
    flat = _flattened[type(game)]
    return flat._replace(law=flat.law(*(_find_number(game, name) for name in flat.law._fields)))


def find_definition(function: FunctionType) -> ast.FunctionDef:
    """What a function does, as it is written in the file that it was loaded from: without words about it."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text:
        raise BrokenRules(f"the source of `{code.co_name}` cannot be found, and compiled rules are made of it")
    codes, definitions = _parse(text, code.co_filename)
    if code not in codes:
        raise BrokenRules(f"{code.co_filename} was changed after `{code.co_name}` was loaded from it; start again")
    if code.co_firstlineno not in definitions:
        raise BrokenRules(f"{code.co_filename}, line {code.co_firstlineno}: compiled rules are written as def f(…)")
    plain = deepcopy(definitions[code.co_firstlineno])
    plain.decorator_list, plain.returns = [], None
    plain.body = plain.body[1:] if ast.get_docstring(plain) and len(plain.body) > 1 else plain.body
    for argument in ast.walk(plain.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return plain


def find_callees(function: Any) -> Iterator[tuple[str, Any]]:
    """The functions that a function mentions, by the names it has for them."""
    for name in function.__code__.co_names:
        if isinstance(function.__globals__.get(name), FunctionType):
            yield name, function.__globals__[name]


@cache
def _parse(text: str, file: str) -> tuple[list[CodeType], dict[int, ast.FunctionDef]]:
    """Every piece of code of a file, and its functions by the lines where they begin; none while it is mistyped."""
    try:
        tree, codes = ast.parse(text, file), [compile(text, file, "exec")]
    except SyntaxError:
        return [], {}
    for code in codes:  # grows while it is read
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return codes, {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in functions}


class _Methods:
    """The functions made of a game's methods so far, by the names under which they call each other."""

    def __init__(self, game: Game) -> None:
        self.game, self.mro = game, type(game).__mro__
        self.numbers: set[str] = set()  # attributes that they use
        self._functions: dict[str, Any] = {"Position__": game.Position}
        self._names: dict[Any, str] = {}  # of the function of each method

    def as_functions(self) -> Flat:
        """All functions that are compiled."""
        game = self.game
        has = {"deal": game.is_dealt, "points": game.has_points, "observe": game.has_planes}
        verbs = {name: self.find(name) for name in _VERBS if has.get(name, True)}
        kept = ["0" if kind is Kind.POINTS else f"position.{name}" for name, kind in game.kinds.items()]
        self.define("without_points", "law, position", f"Position__({', '.join(kept)})")
        for function in self._functions.values():
            if isinstance(function, FunctionType):
                function.__globals__.update(self._functions)
        law = _make_type("Law", sorted(name for name in self.numbers if _is_plain(_find_number(game, name))))
        found = {field: self._functions.get(verbs.get(field, field)) for field in Flat._fields[1:]}
        return Flat(law, **found | {"transform": derive_transform(game.Position)})

    def find(self, name: str, behind: type | None = None) -> str:
        """The function of the method of this name, or of the next one behind a class."""
        mro = self.mro[self.mro.index(behind) + 1 :] if behind else self.mro
        home = next(each for each in mro if name in vars(each))
        return self.add(vars(home)[name], home)

    def add(self, method: Any, home: type) -> str:
        """The function of a method of this class, flattened now unless it was before."""
        if method in self._names:
            return self._names[method]
        name = self._names[method] = f"{method.__name__}__{len(self._names)}"  # noted first: it may call itself
        if method is Game.points:  # which asks whether there are any
            return self.define(name, "law, position", "(position.first, position.second)")
        if method is Game.observe:  # which looks its functions up
            return self._define_observe(name)
        function = getattr(method, "__func__", method)
        plain, names = find_definition(function), dict(function.__globals__)
        plain.name = name
        if isinstance(method, staticmethod):
            plain.args.args.insert(0, ast.arg("law__"))  # so that all methods are called alike
        _Rewriting(self, home, names, plain).generic_visit(plain)
        module = ast.fix_missing_locations(ast.Module([plain], []))
        exec(compile(module, function.__code__.co_filename, "exec"), names)
        self._functions[name] = names[name]
        self._functions[name].source, self._functions[name].tree = ast.unparse(plain), plain
        return name

    def _define_observe(self, name: str) -> str:
        homes = {id(method): home for home in reversed(self.mro) for method in vars(home).values()}
        extra = [self.add(method, homes[id(method)]) for method in self.game.extra_planes.values()]
        self._functions["show__"] = derive_observe(self.game.Position, len(extra))
        given = ", ".join(["position", "planes", *(f"{each}(law, position)" for each in extra)])
        return self.define(name, "law, position, planes", f"show__({given})")

    def define(self, name: str, given: str, result: str) -> str:
        """A function of our own: what it is given, and what it returns."""
        self._functions[name] = define_functions(f"def {name}({given}):\n    return {result}\n")[name]
        return name


class _Rewriting(ast.NodeTransformer):
    """Makes a method of a class a function of the game's numbers, which it goes on calling `self`."""

    def __init__(self, methods: _Methods, home: type, names: dict[str, Any], written: ast.FunctionDef) -> None:
        self._methods, self._home, self._names = methods, home, names
        self._own = written.args.args[0].arg if written.args.args else ""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if self._is_own(node.value):
            self._methods.numbers.add(node.attr)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        match node.left, node.comparators:
            case ast.Attribute(own, name), [ast.Constant(str(word))] if self._is_own(own):
                node.left.attr, node.comparators = f"{name}{_IS}{word}", [ast.Constant(True)]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if changed := self._change_call(node):
            name, node.args, node.keywords = changed
            node.func = ast.Name(name, ast.Load())
        return self.generic_visit(node)

    def _change_call(self, node: ast.Call) -> tuple[str, list[ast.expr], list[ast.keyword]] | None:
        """The function that is called instead, and what it is given; None where the call stays as it is."""
        methods, fields = self._methods, self._methods.game.Position._fields
        given = {str(each.arg): each.value for each in node.keywords}
        match node.func:
            case ast.Attribute(own, "Position") if self._is_own(own):
                given |= dict(zip(fields, node.args, strict=False))
                return "Position__", [given.get(field, ast.Constant(0)) for field in fields], []
            case ast.Attribute(position, "_replace") if given.keys() <= {*fields}:
                parts = ", ".join(field if field in given else f"position__.{field}" for field in fields)
                name = f"replace__{'__'.join(given)}"
                methods.define(name, ", ".join(["position__", *given]), f"Position__({parts})")
                return name, [position, *given.values()], []
            case ast.Attribute(own, name) if self._is_own(own) and callable(getattr(methods.mro[0], name, None)):
                name = methods.find(name)
            case ast.Attribute(ast.Call(ast.Name("super"), [], []), name):
                name = methods.find(name, self._home)
            case ast.Name(name) if node.args and self._is_own(node.args[0]) and callable(self._names.get(name)):
                return methods.add(self._names[name], self._home), node.args, node.keywords
            case _:
                return None
        return name, [ast.Name(self._own, ast.Load()), *node.args], node.keywords

    def _is_own(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self._own


def _find_number(game: Game, name: str) -> Any:
    """What an attribute is, or whether it is some word."""
    attribute, asks, word = name.partition(_IS)
    found = getattr(game, attribute, None)
    return found == word if asks else found


def _is_plain(value: object) -> bool:
    """Whether this is a whole number, a truth value, or a tuple of such."""
    return isinstance(value, int) or (isinstance(value, tuple) and all(map(_is_plain, value)))
