import { button, find, make } from "./elements.js";

/** @import {Step} from "./messages" */
/** @import {Table} from "./table.js" */

/** The list of moves. In a review each leads to its step.
 * @param {Table} table */
export function moveList(table) {
  const list = find("moves", HTMLElement);
  const scroll = find("moves-scroll", HTMLElement);
  let shown = "";
  return {
    /** @param {Step[]} [steps] @param {(step: number) => void} [go] */
    show(steps, go) {
      const now = `${steps?.length} ${table.line.map((made) => `${made.side} ${made.move}`).join()} ${table.names.join()}`;
      if (now === shown) return;
      shown = now;
      const items = table.line.map((made, at) => {
        const step = steps?.[at + 1];
        const parts = [
          make("span", { className: "soft number" }, `${at + 1}.`),
          make("span", { className: `side-mark ${made.side}` }),
          make("span", { className: "unseen" }, `${table.player(made.side).name}:`),
          make("b", {}, made.move),
        ];
        if (step?.cost)
          parts.push(make("span", { className: "cost" }, step.turning ? "✗ turning point" : "gave something away"));
        if (!go) return make("li", {}, ...parts);
        const leads = button("", () => go(at + 1), "plain");
        leads.append(...parts);
        return make("li", {}, leads);
      });
      list.replaceChildren(...(items.length ? items : [make("li", { className: "soft" }, "None yet.")]));
      requestAnimationFrame(() => (scroll.scrollTop = scroll.scrollHeight)); // when the page is laid out anyway
    },

    /** Mark the move that led to a step.
     * @param {number} step */
    mark(step) {
      [...list.children].forEach((item, at) => {
        const current = at + 1 === step;
        item.firstElementChild?.toggleAttribute("aria-current", current);
        if (current && item instanceof HTMLElement) keepInView(scroll, item);
      });
    },
  };
}

/** @param {HTMLElement} scroll @param {HTMLElement} item */
function keepInView(scroll, item) {
  const top = item.offsetTop - scroll.offsetTop;
  if (top < scroll.scrollTop) scroll.scrollTop = top;
  else if (top + item.offsetHeight > scroll.scrollTop + scroll.clientHeight) {
    scroll.scrollTop = top + item.offsetHeight - scroll.clientHeight;
  }
}
