/** @import {Board} from "./messages" */

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 10; // of a square, in the picture's own units

/** A small picture of a board, for a card or a list. Give it a label where nothing beside it says what it shows.
 * @param {Board} board @param {number[]} [changed] @param {string} [label]
 * @returns {SVGSVGElement} */
export function picture(board, changed = [], label = "") {
  const width = board.columns.length || Math.round(Math.sqrt(board.squares.length)) || 1; // a drawing has no squares
  const height = Math.ceil(board.squares.length / width) || 1;
  const svg = drawn("svg", { class: "picture", viewBox: `0 0 ${width * SIDE} ${height * SIDE}` });
  if (label)
    for (const [name, value] of [
      ["role", "img"],
      ["aria-label", label],
    ])
      svg.setAttribute(name ?? "", value ?? "");
  else svg.setAttribute("aria-hidden", "true");
  const corners = board.squares.map((_, at) => [(at % width) * SIDE, Math.floor(at / width) * SIDE]);
  svg.append(tiles("tile", corners));
  svg.append(
    tiles(
      "last",
      corners.filter((_, at) => changed.includes(at)),
    ),
  );
  board.squares.forEach((square, at) => {
    const [x = 0, y = 0] = corners[at] ?? [];
    if (square.place) svg.append(drawn("rect", { class: "place", x: x + 2, y: y + 2, width: 6, height: 6, rx: 1 }));
    if (square.side === "first") svg.append(drawn("circle", { class: "first", cx: x + 5, cy: y + 5, r: 3.6 }));
    if (square.side === "second") {
      svg.append(drawn("rect", { class: "second", x: x + 1.7, y: y + 1.7, width: 6.6, height: 6.6, rx: 1.6 }));
    }
    if (!square.text) return;
    const text = drawn("text", { x: x + 5, y: y + 5, class: square.side ? `on-${square.side}` : "" });
    text.textContent = square.text;
    svg.append(text);
  });
  return svg;
}

/** @param {string} look @param {number[][]} corners */
function tiles(look, corners) {
  const paths = corners.map(([x = 0, y = 0]) => `M${x + 0.5} ${y + 0.5}h9v9h-9z`);
  return drawn("path", { class: look, d: paths.join("") });
}

/** @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | number>} attributes
 * @returns {SVGElementTagNameMap[T]} */
function drawn(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
