import { read, write } from "../site/storage.js";

/** How somebody got on with the puzzle of a day: how many answers were wrong, and how it ended: `solved`, or `shown`
 * where they looked at the solution first. `late` if it was solved on another day than its own.
 * @typedef {{wrong: number, end?: "solved" | "shown", late?: boolean}} DayRecord */

const DAY = 24 * 60 * 60 * 1000;

/** The date of a moment where this browser is: 2026-11-16. @param {Date} [moment] */
export function dateOf(moment = new Date()) {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${moment.getFullYear()}-${month}-${day}`;
}

/** The date so many days before another one. @param {string} day @param {number} count */
export function daysBefore(day, count) {
  return new Date(Date.parse(day) - count * DAY).toISOString().slice(0, 10); // both at midnight in Greenwich
}

/** @param {string} day @returns {DayRecord | undefined} */
export function readDay(day) {
  return readAll()[day];
}

/** Note an answer to the puzzle of a day. Once it has ended, nothing changes any more.
 * @param {string} day @param {boolean} right @returns {boolean} whether it outlasts the tab */
export function noteDailyAnswer(day, right) {
  const before = readDay(day) ?? { wrong: 0 };
  if (before.end) return true;
  if (!right) return save(day, { ...before, wrong: before.wrong + 1 });
  return save(day, { ...before, end: "solved", ...(day === dateOf() ? {} : { late: true }) });
}

/** Note that somebody has looked at the solution. @param {string} day @returns {boolean} whether it outlasts the tab */
export function noteSolutionShown(day) {
  const before = readDay(day) ?? { wrong: 0 };
  return before.end ? true : save(day, { ...before, end: "shown" });
}

/** Whether a day counts for a streak: solved on its own day, without a look at the solution.
 * @param {DayRecord | undefined} record */
function counts(record) {
  return record?.end === "solved" && !record.late;
}

/** Days in a row until today, or until yesterday as long as today is open; and the longest ever.
 * @param {string} today */
export function countStreak(today) {
  const all = readAll();
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
function readAll() {
  return read("days", {});
}

/** @param {string} day @param {DayRecord} record */
function save(day, record) {
  return write("days", { ...readAll(), [day]: record });
}
