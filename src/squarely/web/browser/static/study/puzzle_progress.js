import { read, write } from "../site/storage.js";

/** @import {PuzzleTask} from "../protocol/messages" */

/** Of every puzzle that was answered in this browser, by game: whether it was solved.
 * @returns {Record<string, Record<string, boolean>>} */
function readProgress() {
  return read("puzzles", {});
}

/** What tells a puzzle from every other one of its game.
 * @param {PuzzleTask} task */
function keyOf({ options, position }) {
  return [options, position].filter(Boolean).join(" ");
}

/** Whether the puzzle was ever solved here.
 * @param {PuzzleTask} task */
export function isSolved(task) {
  return readProgress()[task.game]?.[keyOf(task)] === true;
}

/** Remember the first answer to a puzzle. Later ones were made in the knowledge of it.
 * @param {PuzzleTask} task @param {boolean} right */
export function recordAnswer(task, right) {
  const all = readProgress();
  const own = (all[task.game] ??= {});
  own[keyOf(task)] ??= right;
  write("puzzles", all);
}

/** How many were answered and how many of them solved, of one game or of all.
 * @param {string} [game] */
export function countAnswers(game) {
  const games = game === undefined ? Object.values(readProgress()) : [readProgress()[game] ?? {}];
  const answers = games.flatMap((each) => Object.values(each));
  return { answered: answers.length, solved: answers.filter(Boolean).length };
}
