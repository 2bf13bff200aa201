import { changeSquares } from "../site/board_changes.js";

/** @import {Board, Replay, SideName, State} from "../protocol/messages" */

/** What was captured on a square, and by whom. @typedef {{text: string, side: SideName | null}} Remain */

/** A position of a match with what the move before it did: all that is needed to look at it again.
 * @typedef {object} SeenPosition
 * @property {string} position its line
 * @property {Board} board
 * @property {number[]} changed
 * @property {[number, number][]} moved
 * @property {Map<number, Remain>} remains */

/** The position that a match has come to.
 * @param {State} state @returns {SeenPosition} */
export function seePosition({ position, board, changed, moved, remains }) {
  const found = Object.entries(remains).map(([square, { text, side }]) => readRemain(square, text, side));
  return { position, board, changed, moved, remains: new Map(found) };
}

/** Every position of a match, from how it was told move by move.
 * @param {Replay} replay @returns {SeenPosition[]} */
export function unfold({ start, board, moves }) {
  /** @type {SeenPosition} */
  let before = { position: start, board, changed: [], moved: [], remains: new Map() };
  const positions = [before];
  for (const { position, side, looks, moved = [], captured = {}, drawing = "" } of moves) {
    const remains = new Map(before.remains);
    for (const [square, text] of Object.entries(captured)) remains.set(Number(square), { text, side });
    const after = drawing ? { ...board, drawing } : changeSquares(before.board, looks);
    before = { position, board: after, changed: Object.keys(looks).map(Number), moved, remains };
    positions.push(before);
  }
  return positions;
}

/** @param {string} square @param {string | undefined} text @param {SideName | null | undefined} side
 * @returns {[number, Remain]} */
function readRemain(square, text, side) {
  return [Number(square), { text: text ?? "", side: side ?? null }];
}
