import { drawBoard } from "/static/review/board_picture.js";
import { find, make, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText, Refusal, tell } from "../site/api.js";
import { formatRules } from "../site/rulebook.js";
import { saveInvitation, saveSeat } from "../site/seats.js";
import { read, warnIfFleeting, write } from "../site/storage.js";
import { showMyMatches } from "./my_matches.js";
import { makeOptionFields, parseSettings, readOptions } from "./option_fields.js";
import { showStartingPosition } from "./starting_position.js";

/** @import {Begun, GameFacts, NewMatch, Study} from "../protocol/messages" */

const query = new URLSearchParams(location.search);
const form = find("new", HTMLFormElement);
const begin = find("start", HTMLButtonElement);
const level = find("level", HTMLInputElement);
const name = find("name", HTMLInputElement);
const other = find("other", HTMLInputElement);
const seconds = find("seconds", HTMLInputElement);
const position = find("position", HTMLInputElement);
const seed = find("seed", HTMLInputElement);
/** @type {GameFacts[]} */
let games = [];
let ready = false; // whether everything that the address asks for is filled in
showStartingPosition(query);

/** The value of the chosen radio button. @param {string} group */
function readChoice(group) {
  return form.querySelector(`input[name=${group}]:checked`)?.getAttribute("value") ?? "";
}

/** @param {string} group @param {string} value @returns {boolean} whether there is such a choice */
function choose(group, value) {
  const found = [...form.querySelectorAll(`input[name=${group}]`)].find((each) => each.getAttribute("value") === value);
  if (found instanceof HTMLInputElement) found.checked = true;
  return found !== undefined;
}

function findGame() {
  return games.find((each) => each.game === readChoice("game"));
}

/** @param {GameFacts} game */
function makeCard({ game, title, goal, board }) {
  const same = games.filter((each) => each.title === title).length > 1;
  return make(
    "label",
    {},
    make("input", { type: "radio", name: "game", value: game }),
    drawBoard(board),
    make("b", {}, title, ...(same ? [" ", make("code", {}, game)] : [])),
    make("span", { className: "soft small" }, goal),
  );
}

/** Show what belongs to the chosen game. @param {Map<string, string>} settings */
function showGame(settings) {
  const game = findGame();
  if (!game) return;
  setText(find("chosen-title", HTMLElement), `${game.title} (${game.game})`);
  find("rules", HTMLElement).replaceChildren(...formatRules(game.rules));
  find("chosen-links", HTMLElement).replaceChildren(
    make("a", { href: `/games/${game.game}` }, "Rules and verdicts"),
    make("a", { href: `/puzzles?game=${game.game}` }, "Puzzles"),
  );
  linkAtlas(game.game);
  find("options", HTMLElement).replaceChildren(...makeOptionFields(game, settings));
  setText(find("side-first", HTMLElement), game.sides[0] ?? "First");
  setText(find("side-second", HTMLElement), game.sides[1] ?? "Second");
  find("seed-row", HTMLElement).hidden = !game.dealt;
  setText(find("position-says", HTMLElement), `The start is written ${game.start}`);
}

/** Link the atlas of a game, where there is one. @param {string} game */
async function linkAtlas(game) {
  const study = await /** @type {Promise<Study>} */ (ask(`/api/games/${game}/study`)).catch(() => undefined);
  if (!study?.atlas || findGame()?.game !== game || find("chosen-links", HTMLElement).querySelector("[href^='/atlas']")) return;
  find("chosen-links", HTMLElement).append(make("a", { href: `/atlas/${game}` }, "Atlas"));
}

/** Show what belongs to the chosen opponent. */
function showOpponent() {
  const opponent = readChoice("opponent");
  const isAlone = opponent === "explore";
  find("level-row", HTMLElement).hidden = opponent !== "level";
  find("side-row", HTMLElement).hidden = isAlone || opponent === "here";
  find("other-row", HTMLElement).hidden = opponent !== "here";
  find("name-row", HTMLElement).hidden = isAlone;
  find("seconds-row", HTMLElement).hidden = isAlone;
  begin.textContent = opponent === "link" ? "Start and get a link" : "Start";
  setText(find("level-shown", HTMLElement), level.value);
}

/** @returns {NewMatch} */
function readForm() {
  const game = findGame();
  const opponent = readChoice("opponent");
  const isAlone = opponent === "explore";
  return {
    game: game?.game ?? "",
    opponent: opponent === "level" ? `level:${level.value}` : opponent,
    options: game ? readOptions(game, form) : "",
    side: readChoice("side") === "second" && !isAlone && opponent !== "here" ? "second" : "first",
    name: isAlone ? "" : name.value.trim(),
    other_name: opponent === "here" ? other.value.trim() : "",
    position: position.value.trim(),
    seed: seed.value && game?.dealt ? Number(seed.value) : null,
    seconds: seconds.value && !isAlone ? Number(seconds.value) : null,
  };
}

/** What is wrong with a field that is shown, as a sentence; the keyboard goes there. */
function findMistake() {
  if (!findGame()) return "Choose a game first.";
  const fields = [...form.querySelectorAll("input")].filter((field) => !field.closest("[hidden]"));
  const found = fields.find((field) => !field.validity.valid);
  fields.forEach((field) => field.setAttribute("aria-invalid", String(field === found)));
  if (!found) return "";
  find("more", HTMLDetailsElement).open = true;
  found.focus();
  return `${found.labels?.[0]?.firstChild?.textContent?.trim()}: ${found.validationMessage}`;
}

/** Show whether a match is being begun. @param {boolean} starting */
function setBusy(starting) {
  begin.disabled = starting || !ready;
  begin.ariaBusy = String(starting);
  if (starting) begin.textContent = "Starting…";
  else showOpponent();
}

async function start() {
  const problem = find("problem", HTMLElement);
  problem.textContent = findMistake();
  if (problem.textContent) return;
  setBusy(true);
  try {
    write("name", name.value.trim());
    const begun = /** @type {Begun} */ (await tell("/api/matches", readForm()));
    begun.seats.forEach((seat) => saveSeat(seat, Boolean(begun.invitation)));
    if (begun.invitation) saveInvitation(begun.match, begun.invitation);
    location.assign(`/m/${begun.match}`);
  } catch (error) {
    setBusy(false);
    if (!(error instanceof Refusal)) throw error;
    problem.textContent = asSentence(error.message);
  }
}

/** Take over what the address asks for: a game, its options, a position, an opponent; and say what there is not. */
async function prefill() {
  find("how", HTMLDetailsElement).open = matchMedia("(min-width: 56rem)").matches;
  const { game, opponent = read("opponent", "link"), side = "first", options = "" } = Object.fromEntries(query);
  const lacking = [];
  if (!choose("game", game ?? read("game", ""))) {
    if (game === undefined) choose("game", games[0]?.game ?? "");
    else lacking.push(`There is no game ${game} here: choose one.`);
  }
  const [kind = "", number] = opponent.split(":");
  level.value = number ?? read("level", "4");
  const isOne = kind === "level" ? number === undefined || /^[1-9]$/.test(number) : number === undefined;
  if (!isOne || !choose("opponent", kind)) lacking.push(`There is no opponent ${opponent} here: choose one.`);
  if (!choose("side", side)) lacking.push(`There is no side ${side}: choose one.`);
  name.value = read("name", "");
  position.value = query.get("position") ?? "";
  find("more", HTMLDetailsElement).open = Boolean(query.get("position") || query.get("options"));
  const why = await explainRefusal(options);
  if (why) lacking.push(`${asSentence(why)} The rulebook's options are chosen instead.`);
  showGame(why ? new Map() : parseSettings(options));
  setText(find("problem", HTMLElement), lacking.join(" "));
  ready = true;
  setBusy(false);
}

/** Why the chosen game cannot have these options, or nothing. @param {string} options @returns {Promise<string>} */
async function explainRefusal(options) {
  const game = findGame();
  if (!options || !game) return "";
  return ask(`/api/games/${game.game}`, { options }).then(() => "", errorText);
}

addEventListener("pageshow", ({ persisted }) => {
  setBusy(false);
  if (persisted) showMyMatches(); // somebody has come back, and meanwhile others have moved
});
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && showMyMatches());
find("others", HTMLElement).addEventListener("toggle", () => showMyMatches());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
form.addEventListener("input", (event) => {
  const changed = event.target instanceof HTMLInputElement ? event.target.name || event.target.id : "";
  if (changed === "game") {
    position.value = ""; // it belonged to the other game
    showGame(new Map());
    write("game", readChoice("game"));
  }
  if (changed === "opponent" || changed === "level") {
    showOpponent();
    write("opponent", readChoice("opponent"));
    write("level", level.value);
  }
});
try {
  games = await ask("/api/games");
  find("games", HTMLElement).replaceChildren(...games.map(makeCard));
  await prefill();
} catch (error) {
  find("problem", HTMLElement).textContent = errorText(error);
}
warnIfFleeting(find("fleeting", HTMLElement));
showMyMatches();
