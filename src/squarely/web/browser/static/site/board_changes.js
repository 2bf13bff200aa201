import { SIDES } from "./sides.js";

/** @import {Board} from "../protocol/messages" */

/** A board after some of its squares look different.
 * @param {Board} board @param {Record<string, string>} looks the texts on those squares, by their numbers
 * @returns {Board} */
export function changeSquares(board, looks) {
  const squares = board.squares.map((square, at) => {
    const text = looks[at];
    return text === undefined ? square : { ...square, text, side: SIDES[board.tokens.indexOf(text)] ?? null };
  });
  return { ...board, squares };
}

/** From where to where pieces go when squares look different; of pieces that look the same nobody can tell.
 * @param {Board} board @param {Record<string, string>} looks
 * @returns {[number, number][]} */
export function findMoved(board, looks) {
  const changed = Object.keys(looks).map(Number);
  return changed.flatMap((reached) => {
    const text = looks[reached];
    const left = changed.filter((square) => text && board.squares[square]?.text === text);
    const alike = changed.filter((square) => looks[square] === text);
    return left.length === 1 && alike.length === 1 ? [/** @type {[number, number]} */ ([left[0], reached])] : [];
  });
}
