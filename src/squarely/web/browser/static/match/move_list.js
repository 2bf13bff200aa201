import { find, make } from "/static/review/elements.js";

/** @import {Step} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

/** The list of moves. In a review each carries the number of its step, and leads there.
 * @param {MatchState} match */
export function createMoveList(match) {
  const list = find("moves", HTMLElement);
  const scroll = find("moves-scroll", HTMLElement);
  let shown = "";
  return {
    /** @param {Step[]} [steps] */
    show(steps) {
      const now = `${steps?.length} ${match.moves.map((made) => `${made.side} ${made.move}`).join()} ${match.names.join()}`;
      if (now === shown) return;
      shown = now;
      const items = match.moves.map((made, at) => {
        const step = steps?.[at + 1];
        const parts = [
          make("span", { className: "soft number" }, `${at + 1}.`),
          make("span", { className: `side-mark ${made.side}` }),
          make("span", { className: "unseen" }, `${match.player(made.side).name}:`),
          make("b", {}, made.move),
        ];
        if (step?.cost)
          parts.push(make("span", { className: "cost" }, step.turning ? "✗ turning point" : "gave something away"));
        if (!steps) return make("li", {}, ...parts);
        const leads = make("button", { type: "button", className: "plain" }, ...parts);
        leads.dataset.step = String(at + 1);
        return make("li", {}, leads);
      });
      list.replaceChildren(...(items.length ? items : [make("li", { className: "soft" }, "None yet.")]));
      requestAnimationFrame(() => (scroll.scrollTop = scroll.scrollHeight)); // when the page is laid out anyway
    },
  };
}
