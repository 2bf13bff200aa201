import {
  announce, ask, asSentence, copyOnClick, errorText, find, make, makeButton, playOnClick, pluralize, setText, SIDES, tell,
} from "../site/site.js";
import { BoardView, MoveInput } from "../site/board.js";
import {
  countAnswers, countStreak, dateOf, daysBefore, describeDay, isSolved, noteDay, readDays, recordAnswer,
} from "../site/results.js";

/** @import {Answer, GameFacts, PuzzleTask, Solved, Study} from "../protocol/messages" */

const LEVELS = [1, 2, 3, 4, 5];
const NAMES = new Map([[1, "1, at a glance"], [5, "5, hard"]]);
const SEEDS = 1_000_000;
const TRIES = 6; // to find one that was not solved before
const ASKED = ["board", "held", "choices", "by-words"]; // what there is with a puzzle only
const ANSWERED = ["verdict", "again", "show", "explore"]; // what there is after an answer only
const DAYS = 7; // that are shown
const FLEETING = "Your browser keeps nothing for this site: the streak lasts as long as this tab.";
const COUNTS = "A day counts when it is solved on that day, without a look at the solution.";

const asked = new URLSearchParams(location.search);
const isPractice = ["practice", "game", "level", "seed"].some((name) => asked.has(name));
const given = asked.get("day");
const day = isPractice ? "" : !given || given === "today" ? dateOf() : given;
const words = find("words", HTMLInputElement);
const [game, level] = [find("game", HTMLSelectElement), find("level", HTMLSelectElement)];

/** @type {PuzzleTask | undefined} */ let task;
/** What was answered last. @type {Solved | undefined} */ let answered;
let lasts = true; // whether what is noted of a day outlasts the tab

const board = new BoardView(find("board"), "The board", {
  touch: (square, entered) => (answered ? undefined : moveInput.touch(square, entered)),
  release: () => (answered ? undefined : moveInput.release()),
});
const moveInput = new MoveInput(board, find("choices"), {
  play: (move) => answer({ move: move.move }),
  attempt: (squares) => answer({ squares }),
});

/** Ask for a puzzle: that of the day, the one of this seed, or one that was not solved before.
 * @param {number} [seed] */
async function loadPuzzle(seed) {
  showProblem("");
  try {
    task = day ? await ask("/api/puzzles", { day }) : await findPuzzle(seed);
    showTask();
    announce(`${find("task").textContent} ${find("about").textContent}`);
  } catch (error) {
    await showNone(asSentence(errorText(error)));
  }
}

/** @param {number} [seed] @returns {Promise<PuzzleTask>} */
async function findPuzzle(seed) {
  for (let tried = 1; ; tried += 1) {
    const drawn = seed ?? Math.floor(Math.random() * SEEDS);
    const wanted = { game: game.value, level: level.value, seed: String(drawn) };
    /** @type {PuzzleTask} */ const found = await ask("/api/puzzles", wanted);
    history.replaceState(null, "", `?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}`);
    if (seed !== undefined || tried === TRIES || !isSolved(found)) return found;
  }
}

/** Say that there is no puzzle, and offer the levels of which there are some. @param {string} why */
async function showNone(why) {
  task = answered = undefined;
  setText(find("task"), "No puzzle here");
  setText(find("says"), why);
  find("about").replaceChildren();
  for (const id of [...ASKED, ...ANSWERED, "offered", "next"]) find(id).hidden = true;
  find("puzzle").classList.add("none");
  announce(why);
  const levels = game.value ? await offerExisting() : [];
  if (task) return;
  setText(find("next"), day ? "Look again" : "Another one");
  find("next").hidden = levels.length > 0;
  const choose = (/** @type {number} */ wanted) => {
    level.value = String(wanted);
    loadPuzzle();
  };
  find("offered").replaceChildren(...levels.map((each) => makeButton(`Level ${each}`, () => choose(each))));
  find("offered").hidden = !levels.length;
}

/** Show the puzzle as it was asked. */
function showTask() {
  if (!task) return;
  answered = undefined;
  showProblem("");
  const { sides, level, options, title, subtitle, game } = task;
  for (const id of ASKED) find(id).hidden = false;
  for (const id of [...ANSWERED, "offered"]) find(id).hidden = true;
  find("puzzle").classList.remove("none");
  find("next").hidden = Boolean(day);
  find("next").classList.remove("main");
  const mark = make("span", { className: `side-mark ${task.mover}` });
  find("task").replaceChildren(mark, ` ${sides[SIDES.indexOf(task.mover)]} to move: find ${task.task}.`);
  setText(find("says"), "");
  const about = [make("a", { href: `/games/${game}`, title }, subtitle), make("span", { className: "badge" }, `Level ${level} of 5`)];
  find("about").replaceChildren(...about, ...(options ? [make("code", { className: "small" }, options)] : []));
  const held = task.holdings.map((each, side) => each && `${sides[side]}: ${each}`).filter(Boolean);
  find("held").replaceChildren(...held.map((each) => make("li", {}, each)));
  board.show(task.board, { names: sides });
  moveInput.offer(task.legal);
  words.value = "";
  words.placeholder = task.legal[0] ? `such as ${task.legal[0].move}` : "";
  showTally();
  if (day) showDay();
}

/** Answer with a move in words, or with squares; what is no move is explained and may be tried again.
 * @param {{move?: string, squares?: number[]}} given */
async function answer(given) {
  if (!task || answered) return;
  const { game: name, options, position } = task;
  try {
    /** @type {Answer} */ const body = { game: name, options, position, ...given };
    /** @type {Solved} */ const solved = await tell("/api/puzzles/answer", body);
    if (task.position === position) showVerdict(solved);
  } catch (error) {
    showProblem(asSentence(errorText(error)));
    announce(asSentence(errorText(error)));
    moveInput.release();
  }
}

/** Say whether it was right, and why. Whoever tries again is told no more than what was wrong with it.
 * @param {Solved} solved */
function showVerdict(solved) {
  if (!task) return;
  answered = solved;
  showProblem("");
  recordAnswer(task, solved.right);
  moveInput.offer([]);
  board.show(solved.board, { changed: solved.changed, names: task.sides });
  const verdict = find("verdict");
  verdict.hidden = false;
  verdict.classList.toggle("is-right", solved.right);
  setText(find("right"), solved.right ? `✓ Right: ${solved.move}` : `✗ Wrong: ${solved.move}`);
  const because = asSentence(solved.right ? solved.because : solved.refuted);
  setText(find("because"), because);
  setText(find("keeping"), "");
  find("again").hidden = solved.right;
  find("show").hidden = solved.right && solved.keeping.length === 1;
  setText(find("show"), solved.right ? "Show all right moves" : "Show what is right");
  find("explore").hidden = !solved.right; // there every value is seen: before, it would be the solution
  find("by-words").hidden = true;
  showTally();
  if (day) noteAndShowDay(solved.right ? "solved" : "wrong");
  announce(`${solved.right ? "Right" : "Wrong"}. ${because}`);
  leadTo(solved.right ? (day ? "copy" : "next") : "again");
}

/** Make one button the thing to do next, and bring the keyboard there. @param {string} id */
function leadTo(id) {
  for (const each of ["again", "next", "copy"]) find(each).classList.toggle("main", each === id);
  find(id).focus({ preventScroll: true });
}

/** Every move that would have been right, on the board as it was asked. */
function showRight() {
  if (!task || !answered) return;
  const right = answered.keeping;
  const squares = task.legal.filter((each) => right.includes(each.move)).map((each) => each.squares);
  board.show(task.board, { names: task.sides });
  const note = { words: "right", short: "✓", look: "wins", best: true };
  const notes = new Map(squares.flatMap((each) => each.slice(-1)).map((at) => [at, note]));
  board.mark({ chosen: [...new Set(squares.flatMap((each) => each.slice(0, -1)))], notes });
  setText(find("because"), asSentence(answered.because));
  setText(find("keeping"), `Right ${right.length === 1 ? "is" : "are"} ${right.join("; ")}.`);
  for (const id of ["show", "again"]) find(id).hidden = true;
  find("explore").hidden = false;
  if (day && !answered.right) noteAndShowDay("shown");
  leadTo(day ? "copy" : "next");
  announce(find("keeping").textContent ?? "");
}

/** How many were solved in this browser. */
function showTally() {
  const all = countAnswers();
  const own = task ? countAnswers(task.game) : all;
  const here = task && own.answered && own.answered < all.answered ? ` In ${task.subtitle}: ${own.solved} of ${own.answered}.` : "";
  const told = `You solved ${all.solved} of ${pluralize(all.answered, "puzzle")} at the first try.${here}`;
  setText(find("solved"), all.answered && !day ? told : "");
}

/** Note what became of the puzzle of the day. @param {"wrong" | "solved" | "shown"} what */
function noteAndShowDay(what) {
  lasts = noteDay(day, what);
  showDay();
}

/** The puzzle of a day: how it went, the streak, and the last days, all of it kept in this browser. */
function showDay() {
  const today = dateOf();
  const { now, longest } = countStreak(today);
  setText(find("streak"), `Streak: ${pluralize(now, "day")}${longest > now ? `, longest ${longest}` : ""}`);
  const last = Array.from({ length: DAYS }, (_, at) => daysBefore(today, DAYS - 1 - at));
  find("days").replaceChildren(...last.map(makeDay));
  const record = readDays()[day];
  const said = record?.end ? `This one: ${describeDay(record)}. ${describeWait(today)}` : COUNTS;
  setText(find("day-says"), lasts ? said : `${said} ${FLEETING}`);
  find("copy").hidden = !record?.end;
  find("daily").hidden = false;
}

/** A date in words. @param {string} day @param {Intl.DateTimeFormatOptions} options */
function writeDate(day, options) {
  return new Date(day).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });
}

/** A square for a day, which leads to its puzzle. @param {string} date */
function makeDay(date) {
  const record = readDays()[date];
  const { wrong = 0, end } = record ?? {};
  const sign = end === "solved" ? (wrong ? String(wrong + 1) : "✓") : end === "shown" || wrong ? "✗" : "";
  const look = record?.late ? "late" : (end ?? (wrong ? "begun" : "open"));
  const link = make("a", { href: `/puzzles?day=${date}`, className: `day ${look}`, title: describeDay(record) }, sign);
  const words = writeDate(date, { weekday: "long", day: "numeric", month: "long" });
  link.setAttribute("aria-label", `${words}: ${describeDay(record)}`);
  if (date === day) link.setAttribute("aria-current", "date");
  const initial = make("span", { className: "small soft" }, writeDate(date, { weekday: "narrow" }));
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

/** The result to be sent to others: it gives nothing away. */
function writeResult() {
  const record = readDays()[day] ?? { wrong: 0 };
  const squares = "🟥".repeat(Math.min(record.wrong, 9)) + (record.end === "solved" ? "🟩" : "⬜");
  const streak = countStreak(dateOf()).now;
  return [
    `Squarely puzzle, ${writeDate(day, { day: "numeric", month: "long", year: "numeric" })}`,
    `${task?.title}, level ${task?.level} of 5`,
    `${squares} ${describeDay(record)}`,
    ...(streak > 1 ? [`Streak: ${pluralize(streak, "day")}`] : []),
    `${location.origin}/puzzles?day=${day}`,
  ].join("\n");
}

function showProblem(/** @type {string} */ text) {
  setText(find("problem"), text);
}

offerLevels(LEVELS);
find("wanted", HTMLFormElement).addEventListener("change", async ({ target }) => {
  if (target === game) await offerExisting();
  loadPuzzle();
});
find("next").addEventListener("click", () => loadPuzzle());
find("again").addEventListener("click", () => {
  showTask();
  board.focus();
});
find("show").addEventListener("click", showRight);
copyOnClick(find("copy", HTMLButtonElement), writeResult);
playOnClick(find("explore", HTMLButtonElement), () => task, find("problem"));
find("typed", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (words.value.trim()) answer({ move: words.value });
});

/** Offer these levels, and keep the chosen one if it is among them. @param {number[]} levels */
function offerLevels(levels) {
  const chosen = level.value;
  const any = make("option", { value: "" }, "Any level");
  level.replaceChildren(any, ...levels.map((each) => make("option", { value: String(each) }, NAMES.get(each) ?? String(each))));
  level.value = levels.map(String).includes(chosen) ? chosen : "";
  level.disabled = !levels.length;
}

/** Offer the levels of the chosen game; where nobody can say which those are, all of them. @returns {Promise<number[]>} */
async function offerExisting() {
  const name = game.value;
  const study = name && (await /** @type {Promise<Study>} */ (ask(`/api/games/${name}/study`)).catch(() => undefined));
  const levels = study ? study.levels : LEVELS;
  if (game.value === name) offerLevels(levels);
  return levels;
}

/** Begin a practice with what the address asks for, or say what there is not. */
async function practise() {
  const { game: named = "", level: ranked = "", seed } = Object.fromEntries(asked);
  const games = /** @type {GameFacts[]} */ (await ask("/api/games"));
  game.append(...games.map((each) => make("option", { value: each.game }, each.subtitle)));
  [game.value, level.value] = [named, ranked];
  const lacking = [];
  if (game.selectedIndex < 0) lacking.push(`There is no game ${named} here: choose one.`);
  if (level.selectedIndex < 0) lacking.push(`There is no level ${ranked}: choose one.`);
  for (const select of [game, level]) if (select.selectedIndex < 0) select.value = "";
  if (seed !== undefined && !/^\d{1,15}$/.test(seed)) lacking.push(`A seed is a number, not ${seed}.`);
  if (lacking.length) return showNone(lacking.join(" "));
  await loadPuzzle(seed === undefined ? undefined : Number(seed));
  offerExisting(); // which may take a moment: nobody waits for it
}

// All that stands above the puzzle is there before it: nothing moves when it comes.
if (isPractice) setText(find("date"), "Few moves are right. Find one.");
else if (Date.parse(day)) setText(find("date"), writeDate(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" }));
if (isPractice) setText(find("heading"), "Practice puzzles");
const tab = isPractice ? "to-practice" : day === dateOf() ? "to-day" : ""; // of another day there is none
if (tab) find(tab).setAttribute("aria-current", "page");
find("wanted").hidden = !isPractice;
try {
  await (isPractice ? practise() : loadPuzzle());
} catch (error) {
  await showNone(asSentence(errorText(error)));
}
find("puzzle-page").classList.remove("coming");
