import { ask, Refusal, sentence, tell } from "./api.js";
import { find, make, say } from "./elements.js";
import { showLanding } from "./landing.js";
import { chosenOptions, optionFields, settingsOf } from "./options.js";
import { picture } from "./picture.js";
import { paragraphs } from "./rules.js";
import { keep, keepInvitation } from "./seats.js";
import { warn } from "./fleeting.js";
import { read, write } from "./store.js";
import { sentence as full } from "./words.js";
import { showYours } from "./yours.js";

/** @import {Begun, GameFacts, NewMatch, Study} from "./messages" */

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
showLanding(query);

/** The value of the chosen radio button. @param {string} group */
function chosen(group) {
  return form.querySelector(`input[name=${group}]:checked`)?.getAttribute("value") ?? "";
}

/** @param {string} group @param {string} value @returns {boolean} whether there is such a choice */
function choose(group, value) {
  const found = [...form.querySelectorAll(`input[name=${group}]`)].find((each) => each.getAttribute("value") === value);
  if (found instanceof HTMLInputElement) found.checked = true;
  return found !== undefined;
}

function facts() {
  return games.find((each) => each.game === chosen("game"));
}

/** @param {GameFacts} game */
function card({ game, title, goal, board }) {
  const same = games.filter((each) => each.title === title).length > 1;
  return make(
    "label",
    {},
    make("input", { type: "radio", name: "game", value: game }),
    picture(board),
    make("b", {}, title, ...(same ? [" ", make("code", {}, game)] : [])),
    make("span", { className: "soft small" }, goal),
  );
}

/** Show what belongs to the chosen game. @param {Map<string, string>} settings */
function showGame(settings) {
  const game = facts();
  if (!game) return;
  say(find("chosen-title", HTMLElement), `${game.title} (${game.game})`);
  find("rules", HTMLElement).replaceChildren(...paragraphs(game.rules));
  find("chosen-links", HTMLElement).replaceChildren(
    make("a", { href: `/games/${game.game}` }, "Rules and verdicts"),
    make("a", { href: `/puzzles?game=${game.game}` }, "Puzzles"),
  );
  linkAtlas(game.game);
  find("options", HTMLElement).replaceChildren(...optionFields(game, settings));
  say(find("side-first", HTMLElement), game.sides[0] ?? "First");
  say(find("side-second", HTMLElement), game.sides[1] ?? "Second");
  find("seed-row", HTMLElement).hidden = !game.dealt;
  say(find("position-says", HTMLElement), `The start is written ${game.start}`);
}

/** Link the atlas of a game, where there is one. @param {string} game */
async function linkAtlas(game) {
  const study = await /** @type {Promise<Study>} */ (ask(`/api/games/${game}/study`)).catch(() => undefined);
  if (!study?.atlas || facts()?.game !== game || find("chosen-links", HTMLElement).querySelector("[href^='/atlas']")) return;
  find("chosen-links", HTMLElement).append(make("a", { href: `/atlas/${game}` }, "Atlas"));
}

/** Show what belongs to the chosen opponent. */
function showOpponent() {
  const opponent = chosen("opponent");
  const isAlone = opponent === "explore";
  find("level-row", HTMLElement).hidden = opponent !== "level";
  find("side-row", HTMLElement).hidden = isAlone || opponent === "here";
  find("other-row", HTMLElement).hidden = opponent !== "here";
  find("name-row", HTMLElement).hidden = isAlone;
  find("seconds-row", HTMLElement).hidden = isAlone;
  begin.textContent = opponent === "link" ? "Start and get a link" : "Start";
  say(find("level-shown", HTMLElement), level.value);
}

/** @returns {NewMatch} */
function wanted() {
  const game = facts();
  const opponent = chosen("opponent");
  const isAlone = opponent === "explore";
  return {
    game: game?.game ?? "",
    opponent: opponent === "level" ? `level:${level.value}` : opponent,
    options: game ? chosenOptions(game, form) : "",
    side: chosen("side") === "second" && !isAlone && opponent !== "here" ? "second" : "first",
    name: isAlone ? "" : name.value.trim(),
    other_name: opponent === "here" ? other.value.trim() : "",
    position: position.value.trim(),
    seed: seed.value && game?.dealt ? Number(seed.value) : null,
    seconds: seconds.value && !isAlone ? Number(seconds.value) : null,
  };
}

/** What is wrong with a field that is shown, as a sentence; the keyboard goes there. */
function wrong() {
  if (!facts()) return "Choose a game first.";
  const fields = [...form.querySelectorAll("input")].filter((field) => !field.closest("[hidden]"));
  const found = fields.find((field) => !field.validity.valid);
  fields.forEach((field) => field.setAttribute("aria-invalid", String(field === found)));
  if (!found) return "";
  find("more", HTMLDetailsElement).open = true;
  found.focus();
  return `${found.labels?.[0]?.firstChild?.textContent?.trim()}: ${found.validationMessage}`;
}

/** Show whether a match is being begun. @param {boolean} starting */
function busy(starting) {
  begin.disabled = starting || !ready;
  begin.ariaBusy = String(starting);
  if (starting) begin.textContent = "Starting…";
  else showOpponent();
}

async function start() {
  const problem = find("problem", HTMLElement);
  problem.textContent = wrong();
  if (problem.textContent) return;
  busy(true);
  try {
    write("name", name.value.trim());
    const begun = /** @type {Begun} */ (await tell("/api/matches", wanted()));
    begun.seats.forEach((seat) => keep(seat, Boolean(begun.invitation)));
    if (begun.invitation) keepInvitation(begun.match, begun.invitation);
    location.assign(`/m/${begun.match}`);
  } catch (error) {
    busy(false);
    if (!(error instanceof Refusal)) throw error;
    problem.textContent = full(error.message);
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
  const why = await refused(options);
  if (why) lacking.push(`${full(why)} The rulebook's options are chosen instead.`);
  showGame(why ? new Map() : settingsOf(options));
  say(find("problem", HTMLElement), lacking.join(" "));
  ready = true;
  busy(false);
}

/** Why the chosen game cannot have these options, or nothing. @param {string} options @returns {Promise<string>} */
async function refused(options) {
  const game = facts();
  if (!options || !game) return "";
  return ask(`/api/games/${game.game}`, { options }).then(() => "", sentence);
}

addEventListener("pageshow", ({ persisted }) => {
  busy(false);
  if (persisted) showYours(); // somebody has come back, and meanwhile others have moved
});
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && showYours());
find("others", HTMLElement).addEventListener("toggle", () => showYours());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
form.addEventListener("input", (event) => {
  const changed = event.target instanceof HTMLInputElement ? event.target.name || event.target.id : "";
  if (changed === "game") {
    position.value = ""; // it belonged to the other game
    showGame(new Map());
    write("game", chosen("game"));
  }
  if (changed === "opponent" || changed === "level") {
    showOpponent();
    write("opponent", chosen("opponent"));
    write("level", level.value);
  }
});
try {
  games = await ask("/api/games");
  find("games", HTMLElement).replaceChildren(...games.map(card));
  await prefill();
} catch (error) {
  find("problem", HTMLElement).textContent = sentence(error);
}
warn(find("fleeting", HTMLElement));
showYours();
