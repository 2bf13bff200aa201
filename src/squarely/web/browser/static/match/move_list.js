import { find, make } from "/static/review/elements.js";
import { describeWay } from "../site/move_arrows.js";

/** @import {Step} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

/** The list of moves. Each leads to the position after it, and shows where its piece went; in a review also what it cost.
 * @param {MatchState} match */
export function createMoveList(match) {
  const list = find("moves", HTMLElement);
  const scroll = find("moves-scroll", HTMLElement);
  let shown = "";

  /** Where a move led, as it is seen on the board. @param {number} at */
  function describeMove(at) {
    const after = match.positions[at + 1];
    return after ? describeWay(match.moves[at]?.move ?? "", after.moved, after.board) : "";
  }

  return {
    /** @param {Step[]} [steps] of a review */
    show(steps = []) {
      const ways = match.moves.map((_, at) => describeMove(at));
      const moves = match.moves.map(({ side, move }, at) => `${side} ${move} ${ways[at]}`);
      const now = [steps.length, ...moves, ...match.names].join();
      if (now === shown) return;
      shown = now;
      const items = match.moves.map((made, at) => {
        const step = steps[at + 1];
        const parts = [
          make("span", { className: "soft number" }, `${at + 1}.`),
          make("span", { className: `side-mark ${made.side}` }),
          make("span", { className: "unseen" }, `${match.player(made.side).name}:`),
          make("b", {}, made.move),
        ];
        if (ways[at]) parts.push(make("span", { className: "soft way" }, ways[at]));
        if (step?.cost)
          parts.push(make("span", { className: "cost" }, step.turning ? "✗ turning point" : "gave something away"));
        const leads = make("button", { type: "button", className: "plain" }, ...parts);
        leads.dataset.step = String(at + 1);
        return make("li", {}, leads);
      });
      list.replaceChildren(...(items.length ? items : [make("li", { className: "soft" }, "No moves yet.")]));
      requestAnimationFrame(() => (scroll.scrollTop = scroll.scrollHeight)); // when the page is laid out anyway
    },
  };
}
