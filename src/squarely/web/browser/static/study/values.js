/** @import {MoveTruth, PositionTruth} from "../protocol/messages" */
/** @import {Note} from "../site/board_view.js" */

/** Said once beside values that tell how far off the end is. */
export const COUNTED = "Numbers of moves count both sides.";

/** How it ends for whoever moves, as a sign: colour alone tells nobody. */
export const SIGNS = { wins: "▲", loses: "▼", ties: "=", endless: "∞" };

/** What a move is worth, so short that it fits the corner of a square: `+5` in points, `▲3` in moves, `▲∞` by
 * repetition, `=`, `∞`.
 * @param {Pick<MoveTruth, "kind" | "distance" | "margin">} truth @returns {string} */
export function writeShort({ kind, distance, margin }) {
  if (margin) return `${kind === "loses" ? "−" : "+"}${margin}`;
  return kind === "ties" || kind === "endless" ? SIGNS[kind] : `${SIGNS[kind]}${distance ?? SIGNS.endless}`;
}

/** What is noted about a move: in words, in short, as a look. @param {MoveTruth} truth @returns {Note} */
export function noteMove(truth) {
  const words = truth.best ? `${truth.words}, best` : truth.words;
  return { words, short: writeShort(truth), look: truth.kind, best: truth.best };
}

/** The moves with those marked that are best; none is where all are alike.
 * @param {MoveTruth[]} moves @returns {MoveTruth[]} */
export function markBest(moves) {
  return moves.every((each) => each.best) ? moves.map((each) => ({ ...each, best: false })) : moves;
}

/** What is noted on each square that a move goes to: the best of those that do.
 * @param {MoveTruth[]} moves the best first @returns {Map<number, Note>} */
export function noteMoves(moves) {
  /** @type {Map<number, Note>} */
  const notes = new Map();
  for (const move of markBest(moves)) {
    const square = move.squares.at(-1);
    if (square !== undefined && !notes.has(square)) notes.set(square, noteMove(move));
  }
  return notes;
}

/** How much there is to choose, as a sentence: how many of the moves keep the result.
 * @param {Pick<PositionTruth, "kind" | "moves">} truth @returns {string} */
export function describeChoice({ kind, moves }) {
  const count = moves.length;
  const keeping = moves.filter((each) => each.kind === kind).length;
  if (count === 1) return "There is only one move.";
  if (kind === "loses") return `All ${count} moves lose.`;
  const does = { wins: "win", ties: "keep the tie", endless: "keep it open" }[kind];
  if (keeping === count) return `All ${count} moves ${does}.`;
  const does1 = { wins: "wins", ties: "keeps the tie", endless: "keeps it open" }[kind];
  return keeping === 1 ? `Only one of the ${count} moves ${does1}.` : `${keeping} of the ${count} moves ${does}.`;
}
