import { read, write } from "./store.js";

/** @import {PuzzleTask} from "./messages" */

/** Of every puzzle that was answered in this browser, by game: whether it was solved.
 * @returns {Record<string, Record<string, boolean>>} */
function kept() {
  return read("puzzles", {});
}

/** What tells a puzzle from every other one of its game.
 * @param {PuzzleTask} task */
function key({ options, position }) {
  return [options, position].filter(Boolean).join(" ");
}

/** Whether the puzzle was ever solved here.
 * @param {PuzzleTask} task */
export function isSolved(task) {
  return kept()[task.game]?.[key(task)] === true;
}

/** Remember the first answer to a puzzle. Later ones were made in the knowledge of it.
 * @param {PuzzleTask} task @param {boolean} right */
export function note(task, right) {
  const all = kept();
  const own = (all[task.game] ??= {});
  own[key(task)] ??= right;
  write("puzzles", all);
}

/** How many were answered and how many of them solved, of one game or of all.
 * @param {string} [game] */
export function counts(game) {
  const games = game === undefined ? Object.values(kept()) : [kept()[game] ?? {}];
  const answers = games.flatMap((each) => Object.values(each));
  return { asked: answers.length, solved: answers.filter(Boolean).length };
}
