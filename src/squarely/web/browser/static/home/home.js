import {
  ask, asSentence, errorText, find, make, makeButton, pluralize, readFirst, setText, SIDES, warnIfFleeting,
} from "../site/site.js";
import { beginMatch, playOnClick } from "../site/matches.js";
import { BoardView, drawThumbnail } from "../site/board_view.js";
import { countStreak, dateOf, describeDay, readDays } from "../site/results.js";
import { showMyMatches, watchMyMatches } from "./my_matches.js";
import { openNewMatch, readOneTap, setUp } from "./new_match.js";
import { noteMoves } from "../study/values.js";

/** @import {Example, GameFacts, PuzzleTask} from "../protocol/messages" */

/** A game to play: one tap begins, another one leads to everything else. @param {GameFacts} game */
function makeGameCard(game) {
  const go = make("span", { className: "go" }, "Play");
  const begins = makeButton("", () => beginMatch(readOneTap(game), showBusy, find("tap-problem")), "play");
  const words = make("span", { className: "words" }, make("b", {}, game.subtitle), " ", make("span", {}, game.title));
  begins.append(drawThumbnail(game.picture), words, " ", go, make("span", { className: "unseen" }, " against the computer"));
  const showBusy = (/** @type {boolean} */ starting) => {
    for (const each of document.querySelectorAll(".play")) if (each instanceof HTMLButtonElement) each.disabled = starting;
    setText(go, starting ? "Starting…" : "Play");
  };
  addEventListener("pageshow", () => showBusy(false));
  const leads = makeButton("Rules & options", () => setUp(game), "more plain small");
  leads.ariaLabel = `Rules & options of ${game.subtitle} (${game.title})`;
  return make("li", { className: "game" }, begins, leads);
}

/** Show a position with what each of its moves is worth; touching a square says it in words. @param {Example} example */
function showExample({ game, shown, truth, sides, subtitle }) {
  const says = find("example-says");
  const notes = noteMoves(truth.moves);
  const explain = (/** @type {number} */ square) => {
    const note = notes.get(square);
    setText(says, note ? asSentence(`${shown.board.squares[square]?.name}: ${note.words}`) : "No move leads there.");
  };
  const view = new BoardView(find("example-board"), `${subtitle}: each move and its value`, { touch: explain });
  view.show(shown.board, { names: sides });
  view.mark({ notes });
  setText(says, `${subtitle}, ${sides[SIDES.indexOf(shown.mover)]} to move: what each move is truly worth. Touch one.`);
  const from = { game, position: shown.position, opponent: "explore" };
  playOnClick(find("example-explore", HTMLButtonElement), () => from, find("tap-problem"));
}

/** Show the puzzle of the day and how it went here; where there is none, its link leads on all the same. */
async function showToday() {
  const day = dateOf();
  const { now } = countStreak(day);
  const task = await /** @type {Promise<PuzzleTask>} */ (ask("/api/puzzles", { day })).catch(() => undefined);
  if (!task) return;
  find("today-board").replaceChildren(drawThumbnail(task.board));
  setText(find("today-task"), `${task.sides[SIDES.indexOf(task.mover)]} to move: find ${task.task}`);
  const record = readDays()[day];
  const streak = now ? `, ${pluralize(now, "day")} in a row` : "";
  setText(find("today-says"), asSentence(`${task.subtitle}: ${record ? describeDay(record) : `level ${task.level} of 5`}${streak}`));
}

async function open() {
  warnIfFleeting(find("fleeting"));
  watchMyMatches();
  showMyMatches();
  const first = /** @type {Example | undefined} */ (readFirst("first-example"));
  if (first) showExample(first);
  try {
    /** @type {GameFacts[]} */ const games = readFirst("first-games") ?? (await ask("/api/games"));
    find("games").replaceChildren(...games.map(makeGameCard));
    find("games").ariaBusy = "false";
    await openNewMatch(games);
    await showToday();
    const example = first ?? /** @type {Example | null} */ (await ask("/api/example"));
    if (example && !first) showExample(example);
    find("example").hidden = !example;
  } catch (error) {
    setText(find("tap-problem"), errorText(error));
  }
}

open();
