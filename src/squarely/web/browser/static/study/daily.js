import { copyOnClick, find, make, pluralize, setText } from "../site/site.js";
import {
  countStreak, dateOf, daysBefore, describeDay, noteDailyAnswer, noteSolutionShown, readDays,
} from "../site/results.js";

/** @import {PuzzleTask} from "../protocol/messages" */

const SHOWN = 7; // days
const FLEETING = "Your browser keeps nothing for this site: the streak lasts as long as this tab.";

/** A date in words. @param {string} day @param {Intl.DateTimeFormatOptions} options */
function writeDate(day, options) {
  return new Date(day).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });
}

/** `Monday, 16 November 2026`. @param {string} day */
export function writeFullDate(day) {
  return writeDate(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

/** The day that an address asks for: a date as it is, and today's for `today` or nothing. @param {string} asked */
export function readDate(asked) {
  return !asked || asked === "today" ? dateOf() : asked;
}

/** The puzzle of a day: how it goes, the streak, and the last days, all of it kept in this browser.
 * @param {string} day */
export function createDaily(day) {
  /** @type {PuzzleTask | undefined} */ let task;
  let lasts = true; // whether what is noted outlasts the tab
  copyOnClick(find("copy", HTMLButtonElement), () => (task ? writeResult(day, task) : ""));
  return {
    /** Note an answer. @param {boolean} right */
    answer(right) {
      lasts = noteDailyAnswer(day, right);
      this.show();
    },
    /** Note a look at the solution. */
    reveal() {
      lasts = noteSolutionShown(day);
      this.show();
    },
    show(/** @type {PuzzleTask | undefined} */ posed = task) {
      task = posed;
      const today = dateOf();
      const streak = countStreak(today);
      const longest = streak.longest > streak.now ? `, longest ${streak.longest}` : "";
      setText(find("streak"), `Streak: ${pluralize(streak.now, "day")}${longest}`);
      const last = Array.from({ length: SHOWN }, (_, at) => daysBefore(today, SHOWN - 1 - at));
      find("days").replaceChildren(...last.map((each) => makeDay(each, day)));
      const { end } = readDays()[day] ?? {};
      const told = describeDay(readDays()[day]);
      const said = end ? `This one: ${told}. ${describeWait(today)}` : "A day counts when it is solved on that day, without a look at the solution.";
      setText(find("day-says"), lasts ? said : `${said} ${FLEETING}`);
      find("copy").hidden = !end;
      find("daily").hidden = false;
    },
  };
}

/** A square for a day, which leads to its puzzle. @param {string} day @param {string} shown */
function makeDay(day, shown) {
  const record = readDays()[day];
  const { wrong = 0, end } = record ?? {};
  const sign = end === "solved" ? (wrong ? String(wrong + 1) : "✓") : end === "shown" || wrong ? "✗" : "";
  const look = record?.late ? "late" : (end ?? (wrong ? "begun" : "open"));
  const link = make("a", { href: `/puzzles?day=${day}`, className: `day ${look}`, title: describeDay(record) }, sign);
  const words = writeDate(day, { weekday: "long", day: "numeric", month: "long" });
  link.setAttribute("aria-label", `${words}: ${describeDay(record)}`);
  if (day === shown) link.setAttribute("aria-current", "date");
  const initial = make("span", { className: "small soft" }, writeDate(day, { weekday: "narrow" }));
  initial.ariaHidden = "true";
  return make("li", {}, link, initial);
}

/** How long it is until the next puzzle comes, at midnight here. @param {string} today */
function describeWait(today) {
  const [year = 0, month = 1, date = 1] = today.split("-").map(Number);
  const minutes = Math.max(1, Math.round((new Date(year, month - 1, date + 1).getTime() - Date.now()) / 60_000));
  const hours = Math.floor(minutes / 60);
  return `The next one comes in ${hours ? `${hours} h ` : ""}${minutes % 60} min.`;
}

/** The result to be sent to others: it gives nothing away. @param {string} day @param {PuzzleTask} task */
function writeResult(day, { title, level }) {
  const record = readDays()[day] ?? { wrong: 0 };
  const squares = "🟥".repeat(Math.min(record.wrong, 9)) + (record.end === "solved" ? "🟩" : "⬜");
  const streak = countStreak(dateOf()).now;
  return [
    `Squarely puzzle, ${writeDate(day, { day: "numeric", month: "long", year: "numeric" })}`,
    `${title}, level ${level} of 5`,
    `${squares} ${describeDay(record)}`,
    ...(streak > 1 ? [`Streak: ${pluralize(streak, "day")}`] : []),
    `${location.origin}/puzzles?day=${day}`,
  ].join("\n");
}
