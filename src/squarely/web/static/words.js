/** @import {SideName} from "./messages" */

/** @type {SideName[]} */
export const SIDES = ["first", "second"];

/** @param {SideName} side @returns {SideName} */
export function other(side) {
  return side === "first" ? "second" : "first";
}

/** Words as a sentence: a capital first, a full stop last.
 * @param {string} words @returns {string} */
export function sentence(words) {
  const text = words.trim();
  if (!text) return "";
  return `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?…:]$/.test(text) ? "" : "."}`;
}

/** @param {number} count @param {string} noun @returns {string} */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Where to play on from a position.
 * @param {{game: string, options: string, position: string}} from @returns {string} */
export function playOn({ game, options, position }) {
  const query = new URLSearchParams({ game, position, opponent: "explore" });
  if (options) query.set("options", options);
  return `/?${query}`;
}
