import { find, make, makeButton, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { announce } from "../site/announce.js";
import { ask, errorText, tell } from "../site/api.js";
import { BoardView } from "../site/board_view.js";
import { MoveInput } from "../site/move_input.js";
import { playOnClick } from "../site/play_from.js";
import { SIDES } from "../site/sides.js";
import { createDaily, readDate, writeFullDate } from "./daily.js";
import { createLevelChoice } from "./level_choice.js";
import { countAnswers, isSolved, recordAnswer } from "./puzzle_progress.js";

/** @import {Answer, GameFacts, PuzzleTask, Solved} from "../protocol/messages" */

const SEEDS = 1_000_000;
const TRIES = 6; // to find one that was not solved before
const ASKED = ["board", "held", "choices", "by-words"]; // what there is with a puzzle only
const ANSWERED = ["verdict", "again", "show", "explore"]; // what there is after an answer only

const asked = new URLSearchParams(location.search);
const isPractice = ["practice", "game", "level", "seed"].some((name) => asked.has(name));
const day = isPractice ? "" : readDate(asked.get("day") ?? "");
const daily = day ? createDaily(day) : undefined;
const words = find("words", HTMLInputElement);
const choice = createLevelChoice(() => loadPuzzle());

/** @type {PuzzleTask | undefined} */
let task;
/** What was answered last. @type {Solved | undefined} */
let answered;

const board = new BoardView(find("board", HTMLElement), "The board", {
  touch: (square, entered) => (answered ? undefined : moveInput.touch(square, entered)),
  release: () => (answered ? undefined : moveInput.release()),
});
const moveInput = new MoveInput(board, find("choices", HTMLElement), {
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
    announce(`${find("task", HTMLElement).textContent} ${find("about", HTMLElement).textContent}`);
  } catch (error) {
    await showNone(asSentence(errorText(error)));
  }
}

/** @param {number} [seed] @returns {Promise<PuzzleTask>} */
async function findPuzzle(seed) {
  for (let tried = 1; ; tried += 1) {
    const drawn = seed ?? Math.floor(Math.random() * SEEDS);
    const wanted = { game: choice.game.value, level: choice.level.value, seed: String(drawn) };
    /** @type {PuzzleTask} */
    const found = await ask("/api/puzzles", wanted);
    history.replaceState(null, "", `?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}`);
    if (seed !== undefined || tried === TRIES || !isSolved(found)) return found;
  }
}

/** Say that there is no puzzle, and offer the levels of which there are some.
 * @param {string} why */
async function showNone(why) {
  task = answered = undefined;
  setText(find("task", HTMLElement), "No puzzle here");
  setText(find("says", HTMLElement), why);
  find("about", HTMLElement).replaceChildren();
  for (const id of [...ASKED, ...ANSWERED, "offered", "next"]) find(id, HTMLElement).hidden = true;
  find("puzzle", HTMLElement).classList.add("none");
  announce(why);
  const levels = choice.game.value ? await choice.offerExisting() : [];
  if (task) return;
  setText(find("next", HTMLElement), day ? "Look again" : "Another one");
  find("next", HTMLElement).hidden = levels.length > 0;
  find("offered", HTMLElement).replaceChildren(...levels.map((each) => makeButton(`Level ${each}`, () => choice.choose(each))));
  find("offered", HTMLElement).hidden = !levels.length;
}

/** Show the puzzle as it was asked. */
function showTask() {
  if (!task) return;
  answered = undefined;
  showProblem("");
  const { sides, level, options, title, subtitle, game } = task;
  for (const id of ASKED) find(id, HTMLElement).hidden = false;
  for (const id of [...ANSWERED, "offered"]) find(id, HTMLElement).hidden = true;
  find("puzzle", HTMLElement).classList.remove("none");
  find("next", HTMLElement).hidden = Boolean(day);
  find("next", HTMLElement).classList.remove("main");
  const mark = make("span", { className: `side-mark ${task.mover}` });
  find("task", HTMLElement).replaceChildren(mark, ` ${sides[SIDES.indexOf(task.mover)]} to move: find ${task.task}.`);
  setText(find("says", HTMLElement), "");
  const about = [make("a", { href: `/games/${game}`, title: subtitle }, title), make("span", { className: "badge" }, `Level ${level} of 5`)];
  find("about", HTMLElement).replaceChildren(...about, ...(options ? [make("code", { className: "small" }, options)] : []));
  const held = task.holdings.map((each, side) => each && `${sides[side]}: ${each}`).filter(Boolean);
  find("held", HTMLElement).replaceChildren(...held.map((each) => make("li", {}, each)));
  board.show(task.board, { names: sides });
  moveInput.offer(task.legal);
  words.value = "";
  words.placeholder = task.legal[0] ? `such as ${task.legal[0].move}` : "";
  showTally();
  daily?.show(task);
}

/** Answer with a move in words, or with squares; what is no move is explained and may be tried again.
 * @param {{move?: string, squares?: number[]}} given */
async function answer(given) {
  if (!task || answered) return;
  const { game: name, options, position } = task;
  try {
    /** @type {Answer} */
    const body = { game: name, options, position, ...given };
    /** @type {Solved} */
    const solved = await tell("/api/puzzles/answer", body);
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
  const verdict = find("verdict", HTMLElement);
  verdict.hidden = false;
  verdict.classList.toggle("is-right", solved.right);
  setText(find("right", HTMLElement), solved.right ? `✓ Right: ${solved.move}` : `✗ Wrong: ${solved.move}`);
  const because = asSentence(solved.right ? solved.because : solved.refuted);
  setText(find("because", HTMLElement), because);
  setText(find("keeping", HTMLElement), "");
  find("again", HTMLElement).hidden = solved.right;
  find("show", HTMLElement).hidden = solved.right && solved.keeping.length === 1;
  setText(find("show", HTMLElement), solved.right ? "Show all right moves" : "Show what is right");
  find("explore", HTMLElement).hidden = !solved.right; // there every value is seen: before, it would be the solution
  find("by-words", HTMLElement).hidden = true;
  showTally();
  daily?.answer(solved.right);
  announce(`${solved.right ? "Right" : "Wrong"}. ${because}`);
  leadTo(solved.right ? (day ? "copy" : "next") : "again");
}

/** Make one button the thing to do next, and bring the keyboard there. @param {string} id */
function leadTo(id) {
  for (const each of ["again", "next", "copy"]) find(each, HTMLElement).classList.toggle("main", each === id);
  find(id, HTMLElement).focus({ preventScroll: true });
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
  setText(find("because", HTMLElement), asSentence(answered.because));
  setText(find("keeping", HTMLElement), `Right ${right.length === 1 ? "is" : "are"} ${right.join("; ")}.`);
  for (const id of ["show", "again"]) find(id, HTMLElement).hidden = true;
  find("explore", HTMLElement).hidden = false;
  if (!answered.right) daily?.reveal();
  leadTo(day ? "copy" : "next");
  announce(find("keeping", HTMLElement).textContent ?? "");
}

/** How many were solved in this browser. */
function showTally() {
  const all = countAnswers();
  const own = task && countAnswers(task.game);
  const here = task && own ? `, ${own.solved} of ${own.answered} in ${task.game}` : "";
  setText(find("solved", HTMLElement), all.answered && !day ? `At the first try: ${all.solved} of ${all.answered}${here}.` : "");
}

/** @param {string} text */
function showProblem(text) {
  setText(find("problem", HTMLElement), text);
}

find("next", HTMLElement).addEventListener("click", () => loadPuzzle());
find("again", HTMLElement).addEventListener("click", () => {
  showTask();
  board.focus();
});
find("show", HTMLElement).addEventListener("click", showRight);
playOnClick(find("explore", HTMLButtonElement), () => task, find("problem", HTMLElement));
find("typed", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (words.value.trim()) answer({ move: words.value });
});

/** Begin a practice with what the address asks for. */
async function practise() {
  const { game = "", level = "", seed } = Object.fromEntries(asked);
  /** @type {GameFacts[]} */
  const games = await ask("/api/games");
  const why = choice.fill(games, game, level) || (seed === undefined || /^\d{1,15}$/.test(seed) ? "" : `A seed is a number, not ${seed}.`);
  if (why) return showNone(why);
  await loadPuzzle(seed === undefined ? undefined : Number(seed));
  choice.offerExisting(); // which may take a moment: nobody waits for it
}

// All that stands above the puzzle is there before it: nothing moves when it comes.
if (isPractice) setText(find("date", HTMLElement), "Few moves are right. Find one.");
else if (Date.parse(day)) setText(find("date", HTMLElement), writeFullDate(day));
if (isPractice) setText(find("heading", HTMLElement), "Practice puzzles");
const tab = isPractice ? "to-practice" : day === readDate("") ? "to-day" : ""; // of another day there is none
if (tab) find(tab, HTMLElement).setAttribute("aria-current", "page");
find("wanted", HTMLElement).hidden = !isPractice;
try {
  await (isPractice ? practise() : loadPuzzle());
} catch (error) {
  await showNone(asSentence(errorText(error)));
}
find("puzzle-page", HTMLElement).classList.remove("coming");
