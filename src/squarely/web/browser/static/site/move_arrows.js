/** @import {Board} from "../protocol/messages" */

const ARROWS = [["↖", "↑", "↗"], ["←", "", "→"], ["↙", "↓", "↘"]];

/** Where a move leads, as it is seen on the board: an arrow and a square, so that nobody has to know which way `up` is.
 * Nothing where its words name the square already, or unless one piece goes from one square to another.
 * @param {string} move in words @param {[number, number][]} moved from where to where pieces go with it @param {Board} board
 * @returns {string} */
export function describeWay(move, moved, board) {
  const [way, ...more] = moved;
  const width = board.columns.length;
  const target = way && board.squares[way[1]];
  if (!target || more.length || !width || isNamed(move, target.name)) return "";
  const [from, to] = way;
  const across = (to % width) - (from % width);
  const down = Math.floor(to / width) - Math.floor(from / width);
  const isStraight = !across || !down || Math.abs(across) === Math.abs(down);
  const arrow = isStraight ? ARROWS[Math.sign(down) + 1]?.[Math.sign(across) + 1] : "";
  return [arrow, target.name].filter(Boolean).join(" ");
}

/** Whether the words of a move end with a square, however that is written. @param {string} move @param {string} name */
function isNamed(move, name) {
  const plain = (/** @type {string} */ text) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return plain(move).endsWith(plain(name));
}
