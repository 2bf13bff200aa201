"""Touching squares until they are a move comes to the same in the page and in the full-screen terminal."""

import json
from pathlib import Path

from squarely.core.errors import BadMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.terminal.full_screen.move_choice import MoveChoice
from tests.web.browser.people import Person

CASES = json.loads((Path(__file__).parent / "touching_cases.json").read_text(encoding="utf-8"))
_IN_THE_PAGE = """
async ([legal, touches]) => {
  const { href } = document.querySelector('link[rel=modulepreload][href$="site/board.js"]');
  const { MoveInput } = await import(href);
  let comes;
  const handlers = { play: ({ move }) => (comes = `plays ${move}`), attempt: () => (comes = "refused") };
  const input = new MoveInput({ mark: () => {}, cells: [] }, document.createElement("div"), handlers);
  input.offer(legal);
  return touches.map((square) => {
    comes = "";
    input.touch(square, true);
    return comes || ["chosen", ...input.chosen].join(" ");
  });
}
"""


def _choose(choice: MoveChoice, square: int) -> str:
    try:
        move = choice.choose(square)
    except BadMove:
        return "refused"
    return f"plays {move}" if move is not None else " ".join(map(str, ("chosen", *choice.chosen)))


def test_they_come_to_the_same_in_the_page_and_in_the_terminal(ann: Person) -> None:
    ann.begin("quad", "here")
    for case in CASES:
        game = registry.load(case["game"], case.get("options", ""))
        position = game.read_position(case["position"]) if "position" in case else game.start()
        choice, table = MoveChoice(game, position), Tabletop(game)
        assert [_choose(choice, square) for square in case["touches"]] == case["comes"], case
        legal = [
            {"move": str(move), "squares": list(table.touched_squares(position, move)), "looks": {}}
            for move in game.named_moves(position)
        ]
        assert ann.page.evaluate(_IN_THE_PAGE, [legal, case["touches"]]) == case["comes"], case
