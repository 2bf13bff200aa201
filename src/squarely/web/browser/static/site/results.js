import { pluralize, read, write } from "./site.js";

/** @import {PuzzleTask, SideName, State} from "../protocol/messages" */

/** A finished match as a line of `squarely me` has it; the last line of a key counts.
 * @typedef {{key: string, day: string, game: string, rules: string, opponent: string, side: SideName,
 *   result: "won" | "lost" | "tied", moves: number, levels: number[]}} PlayedMatch */

/** The puzzle of a day: how many answers were wrong, and how it ended: `solved`, or `shown` after a look at the solution. `late` if it was solved on another day than its own.
 * @typedef {{wrong: number, end?: "solved" | "shown", late?: boolean}} DayRecord */

const DAY = 24 * 60 * 60 * 1000;

/** A date here: 2026-11-16. @param {Date} [moment] */
export function dateOf(moment = new Date()) {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${moment.getFullYear()}-${month}-${day}`;
}

/** Note a finished match against a computer in this browser, once: a second call only adds what was not known before.
 * @param {State} state @param {SideName[]} you our seats
 * @param {number[]} [levels] how likely each level would have played so (`Review.levels`); none where a hint was given */
export function noteMatch({ match, game, rules_name: rules, players, moves, ending }, you, levels = []) {
  const [side] = you;
  const opponent = players[side === "first" ? 1 : 0]?.player ?? "";
  if (!ending || !moves || you.length !== 1 || !side || opponent === "person") return;
  const result = ending.winner === null ? "tied" : ending.winner === side ? "won" : "lost";
  const before = readPlayed().find(({ key }) => key === match);
  /** @type {PlayedMatch} */
  const played = { key: match, day: before?.day ?? dateOf(), game, rules, opponent, side, result, moves, levels };
  if (before && !levels.length) return;
  addPlayed([played]);
}

/** Every match that is noted here, the oldest first. @returns {PlayedMatch[]} */
export function readPlayed() {
  return read("results", []);
}

/** Add matches; each takes the place of the one with its key. @param {PlayedMatch[]} more */
export function addPlayed(more) {
  const all = new Map([...readPlayed(), ...more].map((each) => [each.key, each]));
  return write("results", [...all.values()]);
}

/** The date so many days before another one. @param {string} day @param {number} count */
export function daysBefore(day, count) {
  return new Date(Date.parse(day) - count * DAY).toISOString().slice(0, 10); // both at midnight in Greenwich
}

/** Note what became of the puzzle of a day. Once it has ended, nothing changes any more.
 * @param {string} day @param {"wrong" | "solved" | "shown"} what @returns {boolean} whether it outlasts the tab */
export function noteDay(day, what) {
  const all = readDays();
  const before = all[day] ?? { wrong: 0 };
  if (before.end) return true;
  const late = what === "solved" && day !== dateOf() ? true : undefined;
  const after = what === "wrong" ? { wrong: before.wrong + 1 } : { ...before, end: what, late };
  return write("days", { ...all, [day]: after });
}

/** Whether a day counts for a streak: solved on its own day, without a look at the solution.
 * @param {DayRecord | undefined} record */
function counts(record) {
  return record?.end === "solved" && !record.late;
}

/** Days in a row until today, or until yesterday as long as today is open; and the longest ever.
 * @param {string} today */
export function countStreak(today) {
  const all = readDays();
  const lengthUntil = (/** @type {string} */ day) => {
    let length = 0;
    while (counts(all[daysBefore(day, length)])) length += 1;
    return length;
  };
  const open = !all[today]?.end;
  const now = lengthUntil(open ? daysBefore(today, 1) : today);
  const ends = Object.keys(all).filter((day) => !counts(all[daysBefore(day, -1)]));
  return { now, longest: Math.max(now, ...ends.map(lengthUntil)) };
}

/** @returns {Record<string, DayRecord>} */
export function readDays() {
  return read("days", {});
}

/** How a day ended, in words. @param {DayRecord | undefined} record */
export function describeDay(record) {
  if (record?.end === "shown") return "solution shown";
  if (record?.end !== "solved") return record?.wrong ? `${pluralize(record.wrong, "wrong answer")} so far` : "not played";
  const tries = record.wrong ? `solved at try ${record.wrong + 1}` : "solved at the first try";
  return record.late ? `${tries}, on a later day` : tries;
}

/** Of every puzzle that was answered in this browser, by game: whether it was solved.
 * @returns {Record<string, Record<string, boolean>>} */
function readProgress() {
  return read("puzzles", {});
}

/** What tells a puzzle from every other one of its game. @param {PuzzleTask} task */
function keyOf({ options, position }) {
  return [options, position].filter(Boolean).join(" ");
}

/** Whether the puzzle was ever solved here. @param {PuzzleTask} task */
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

/** How many were answered and how many of them solved, of one game or of all. @param {string} [game] */
export function countAnswers(game) {
  const games = game === undefined ? Object.values(readProgress()) : [readProgress()[game] ?? {}];
  const answers = games.flatMap((each) => Object.values(each));
  return { answered: answers.length, solved: answers.filter(Boolean).length };
}
