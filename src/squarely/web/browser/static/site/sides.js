/** @import {SideName} from "../protocol/messages" */

/** @type {SideName[]} */
export const SIDES = ["first", "second"];

/** @param {SideName} side @returns {SideName} */
export function otherSide(side) {
  return side === "first" ? "second" : "first";
}

/** The address to explore a position at, both sides oneself.
 * @param {{game: string, options: string, position: string}} from @returns {string} */
export function linkToExplore({ game, options, position }) {
  const query = new URLSearchParams({ game, position, opponent: "explore" });
  if (options) query.set("options", options);
  return `/?${query}`;
}
