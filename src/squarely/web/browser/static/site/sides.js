/** @import {SideName} from "../protocol/messages" */

/** @type {SideName[]} */
export const SIDES = ["first", "second"];

/** @param {SideName} side @returns {SideName} */
export function otherSide(side) {
  return side === "first" ? "second" : "first";
}
