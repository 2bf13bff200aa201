import { find, make, makeButton, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { announce } from "../site/announce.js";
import { ask, errorText, tell } from "../site/api.js";
import { BoardView } from "../site/board_view.js";
import { MoveInput } from "../site/move_input.js";
import { linkToExplore, SIDES } from "../site/sides.js";
import { countAnswers, isSolved, recordAnswer } from "./puzzle_progress.js";

/** @import {Answer, GameFacts, PuzzleTask, Solved, Study} from "../protocol/messages" */

const SEEDS = 1_000_000;
const TRIES = 6; // to find one that was not solved before

const ASKED = ["board", "held", "choices", "typed", "verdict", "again", "show", "explore", "solved"]; // with a puzzle

const game = find("game", HTMLSelectElement);
const level = find("level", HTMLSelectElement);
const words = find("words", HTMLInputElement);

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

/** Ask for a puzzle: the one of this seed, or one that was not solved before.
 * @param {number} [seed] */
async function loadPuzzle(seed) {
  showProblem("");
  try {
    let found;
    for (let tried = 0; !found || (seed === undefined && tried < TRIES && isSolved(found)); tried += 1) {
      const drawn = seed ?? Math.floor(Math.random() * SEEDS);
      found = await /** @type {Promise<PuzzleTask>} */ (
        ask("/api/puzzles", { game: game.value, level: level.value, seed: drawn })
      );
      const query = Object.entries({ game: game.value, level: level.value, seed: String(drawn) });
      history.replaceState(null, "", `?${new URLSearchParams(query.filter(([, value]) => value))}`);
    }
    task = found;
    showTask();
    announce(`${find("task", HTMLElement).textContent} ${find("about", HTMLElement).textContent}`);
  } catch (error) {
    await showNone(asSentence(errorText(error)));
  }
  find("puzzle", HTMLElement).classList.remove("coming");
}

/** Say that there is no puzzle, and offer the levels of which there are some.
 * @param {string} why */
async function showNone(why) {
  const wanted = game.value;
  task = answered = undefined;
  setText(find("task", HTMLElement), "No puzzle");
  setText(find("about", HTMLElement), why);
  for (const id of ASKED) find(id, HTMLElement).hidden = true;
  for (const id of ["offered", "next"]) find(id, HTMLElement).hidden = id === "offered";
  announce(why);
  const study = wanted && (await /** @type {Promise<Study>} */ (ask(`/api/games/${wanted}/study`)).catch(() => undefined));
  if (task || !study || game.value !== wanted) return;
  find("offered", HTMLElement).replaceChildren(
    ...study.levels.map((each) =>
      makeButton(`Level ${each}`, () => {
        level.value = String(each);
        loadPuzzle();
      }),
    ),
  );
  find("offered", HTMLElement).hidden = !study.levels.length;
  find("next", HTMLElement).hidden = study.levels.length > 0; // of this kind there is no next one
}

/** Show the puzzle as it was asked. */
function showTask() {
  if (!task) return;
  answered = undefined;
  showProblem("");
  for (const id of [...ASKED, "next"]) find(id, HTMLElement).hidden = false;
  find("offered", HTMLElement).hidden = true;
  const mover = task.sides[SIDES.indexOf(task.mover)] ?? "";
  setText(find("task", HTMLElement), `${mover} to move: find ${task.task}.`);
  const options = task.options && ` (${task.options})`;
  setText(find("about", HTMLElement), `${task.title} (${task.game})${options}, level ${task.level} of 5`);
  const held = task.holdings.map((each, side) => each && `${task?.sides[side]}: ${each}`).filter(Boolean);
  find("held", HTMLElement).replaceChildren(...held.map((each) => make("li", {}, each)));
  board.show(task.board, [], task.sides);
  moveInput.offer(task.legal);
  find("explore", HTMLAnchorElement).href = linkToExplore(task);
  for (const id of ["verdict", "again", "show", "explore"]) find(id, HTMLElement).hidden = true;
  find("typed", HTMLElement).hidden = false;
  words.value = "";
  showTally();
}

/** Answer with a move in words, or with squares; what is no move is explained and may be tried again.
 * @param {{move?: string, squares?: number[]}} given */
async function answer(given) {
  if (!task || answered) return;
  const { game: name, options, position } = task;
  try {
    /** @type {Answer} */
    const body = { game: name, options, position, ...given };
    const solved = await /** @type {Promise<Solved>} */ (tell("/api/puzzles/answer", body));
    if (task.position === position) showVerdict(solved);
  } catch (error) {
    showProblem(asSentence(errorText(error)));
    announce(asSentence(errorText(error)));
    moveInput.release();
  }
}

/** Say whether it was right, and why.
 * @param {Solved} solved */
function showVerdict(solved) {
  if (!task) return;
  answered = solved;
  showProblem("");
  recordAnswer(task, solved.right);
  moveInput.offer([]);
  board.show(solved.board, solved.changed, task.sides);
  const verdict = find("verdict", HTMLElement);
  verdict.hidden = false;
  verdict.classList.toggle("is-right", solved.right);
  setText(find("right", HTMLElement), solved.right ? `✓ Right: ${solved.move}` : `✗ Wrong: ${solved.move}`);
  const because = asSentence(solved.right ? solved.because : solved.refuted); // whoever tries again is told no more
  setText(find("because", HTMLElement), because);
  setText(find("keeping", HTMLElement), "");
  find("again", HTMLElement).hidden = solved.right;
  find("show", HTMLElement).hidden = solved.right && solved.keeping.length === 1;
  find("explore", HTMLElement).hidden = false;
  find("typed", HTMLElement).hidden = true;
  showTally();
  announce(`${solved.right ? "Right" : "Wrong"}. ${because}`);
  find("next", HTMLElement).focus();
}

/** Every move that would have been right, on the board as it was asked. */
function showRight() {
  if (!task || !answered) return;
  const right = answered.keeping;
  const squares = task.legal.filter((each) => right.includes(each.move)).map((each) => each.squares);
  board.show(task.board, [], task.sides);
  const notes = new Map(squares.flatMap((each) => each.slice(-1)).map((at) => [at, { words: "right", look: "wins" }]));
  board.mark({ chosen: [...new Set(squares.flatMap((each) => each.slice(0, -1)))], notes });
  setText(find("because", HTMLElement), asSentence(answered.because));
  setText(find("keeping", HTMLElement), `Right ${right.length === 1 ? "is" : "are"} ${right.join("; ")}.`);
  find("show", HTMLElement).hidden = true;
  find("next", HTMLElement).focus();
  announce(find("keeping", HTMLElement).textContent ?? "");
}

/** How many were solved in this browser. */
function showTally() {
  const all = countAnswers();
  const own = task && countAnswers(task.game);
  const here = task && own ? `, ${own.solved} of ${own.answered} in ${task.game}` : "";
  setText(find("solved", HTMLElement), all.answered ? `Solved in this browser: ${all.solved} of ${all.answered}${here}.` : "\u00a0");
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
find("wanted", HTMLFormElement).addEventListener("change", () => loadPuzzle());
find("typed", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (words.value.trim()) answer({ move: words.value });
});

const asked = new URLSearchParams(location.search);
const { game: named = "", level: ranked = "", seed } = Object.fromEntries(asked);

/** What the address asks for and is not there, or nothing. */
function explainLacking() {
  if (game.selectedIndex < 0) return `There is no game ${named} here: choose one.`;
  if (level.selectedIndex < 0) return `There is no level ${ranked}: choose one.`;
  return seed === undefined || /^\d{1,15}$/.test(seed) ? "" : `A seed is a number, not ${seed}.`;
}

try {
  const games = await /** @type {Promise<GameFacts[]>} */ (ask("/api/games"));
  game.append(...games.map((each) => make("option", { value: each.game }, `${each.title} (${each.game})`)));
  [game.value, level.value] = [named, ranked];
  const why = explainLacking();
  for (const select of [game, level]) if (select.selectedIndex < 0) select.value = "";
  await (why ? showNone(why) : loadPuzzle(seed === undefined ? undefined : Number(seed)));
} catch (error) {
  await showNone(asSentence(errorText(error)));
}
find("puzzle", HTMLElement).classList.remove("coming");
