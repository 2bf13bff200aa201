import { find, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText, Refusal } from "../site/api.js";
import { readFirst } from "../site/first_data.js";
import { read, warnIfFleeting, write } from "../site/storage.js";
import { allowAnother, beginMatch } from "./begin_match.js";
import { loadUnder, showChosenGame, showRules } from "./chosen_game.js";
import { makeGameCard, makeGameChoice } from "./game_cards.js";
import { showMyMatches, watchMyMatches } from "./my_matches.js";
import { makeOptionFields, parseSettings, readOptions } from "./option_fields.js";
import { markRuleSet, readRuleSet } from "./rule_sets.js";
import { showStartingPosition } from "./starting_position.js";

/** @import {GameFacts, NewMatch} from "../protocol/messages" */

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

/** Show what belongs to the chosen game. @param {string} options */
function showGame(options) {
  const game = findGame();
  if (!game) return;
  showChosenGame(game, options);
  showSummary();
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
  setText(find("hero-level", HTMLElement), `level ${level.value}`);
  showSummary();
}

/** Say beside the button what it starts. */
function showSummary() {
  const [chosen = "", means = ""] = [...(form.querySelector("label:has([name=opponent]:checked)")?.children ?? [])]
    .slice(1)
    .map((each) => each.textContent ?? "");
  const opponent = readChoice("opponent") === "level" ? `${chosen}, level ${level.value}` : chosen;
  setText(find("opponent-says", HTMLElement), means);
  const game = findGame();
  setText(find("summary-game", HTMLElement), game ? game.title : "No game chosen yet");
  setText(find("summary-opponent", HTMLElement), game ? `${game.subtitle} · ${opponent}` : "");
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

/** What one tap on a game begins: the computer at the level of last time, by the printed rules.
 * @param {GameFacts} game @returns {NewMatch} */
function readOneTap({ game }) {
  const wanted = { game, opponent: `level:${level.value}`, name: name.value.trim() };
  return { ...wanted, options: "", side: "first", other_name: "", position: "", seed: null, seconds: null };
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

/** Show whether a match is being begun, on the button that was pressed.
 * @param {boolean} starting @param {Element} [pressed] */
function setBusy(starting, pressed = begin) {
  for (const each of document.querySelectorAll(".play")) if (each instanceof HTMLButtonElement) each.disabled = starting;
  begin.disabled = starting || !ready;
  begin.ariaBusy = String(starting && pressed === begin);
  showOpponent();
  for (const go of document.querySelectorAll(".go")) setText(go, starting && pressed.contains(go) ? "Starting…" : "Play");
  if (starting && pressed === begin) begin.textContent = "Starting…";
}

/** @param {NewMatch} wanted @param {Element} pressed */
async function start(wanted, pressed) {
  const problem = find("problem", HTMLElement);
  setText(problem, "");
  write("name", name.value.trim());
  try {
    await beginMatch(wanted, (starting) => setBusy(starting, pressed));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    setText(problem, asSentence(error.message));
  }
}

/** Take over what the address asks for: a game, its options, a position, an opponent; and say what there is not. */
async function prefill() {
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
  find("more", HTMLDetailsElement).open = Boolean(query.get("options")) && !query.get("position");
  showGame(""); // at once: whether the options make sense takes an answer
  const why = await takeOptions(options);
  if (why) lacking.push(`${asSentence(why)} The rulebook's options are chosen instead.`);
  setText(find("problem", HTMLElement), lacking.join(" "));
  ready = true;
  setBusy(false);
}

/** Choose these options, of which a rule set may be one, and show the rules under them; or say why there is no such game.
 * @param {string} options @returns {Promise<string>} */
async function takeOptions(options) {
  const game = findGame();
  if (!options || !game) return "";
  const { facts, why } = await loadUnder(game, options);
  if (facts) showGame(facts.chosen);
  if (facts) showRules(facts);
  return why;
}

/** Show which rule set is chosen and what the rules say then, or that there is no such game. @param {GameFacts} game */
async function followOptions(game) {
  const options = readOptions(game, form);
  markRuleSet(game, options);
  const { facts, why } = await loadUnder(game, options);
  if (game !== findGame() || options !== readOptions(game, form)) return; // changed again meanwhile
  if (facts) showRules(facts);
  setText(find("problem", HTMLElement), asSentence(why));
}

/** Somebody wants more of a game than one tap: it is chosen where everything can be. @param {GameFacts} game */
function setUp({ game }) {
  choose("game", game);
  form.dispatchEvent(new Event("input"));
  changeGame();
  find("setup", HTMLElement).scrollIntoView({ block: "nearest" });
  const chosen = form.querySelector("input[name=opponent]:checked");
  if (chosen instanceof HTMLInputElement) chosen.focus();
}

function changeGame() {
  position.value = ""; // it belonged to the other game
  showGame("");
  write("game", readChoice("game"));
}

/** @param {string} changed the name or id of a field */
function onInput(changed) {
  const game = findGame();
  if (changed === "game") changeGame();
  if (changed === "opponent" || changed === "level") {
    showOpponent();
    write("opponent", readChoice("opponent"));
    write("level", level.value);
  }
  if (changed === "rules" && game) {
    const settings = parseSettings(readRuleSet(game));
    find("options", HTMLElement).replaceChildren(...makeOptionFields(game, settings));
  }
  if ((changed === "rules" || changed.startsWith("option-")) && game) followOptions(game);
}

async function open() {
  showStartingPosition(query);
  warnIfFleeting(find("fleeting", HTMLElement));
  watchMyMatches();
  showMyMatches();
  try {
    games = readFirst("first-games") ?? (await ask("/api/games"));
    const does = { play: (/** @type {GameFacts} */ game, /** @type {Element} */ pressed) => start(readOneTap(game), pressed), more: setUp };
    find("choices", HTMLElement).replaceChildren(...games.map(makeGameChoice));
    find("games", HTMLElement).replaceChildren(...games.map((game) => makeGameCard(game, does)));
    find("games", HTMLElement).ariaBusy = "false";
    await prefill();
  } catch (error) {
    setText(find("problem", HTMLElement), errorText(error));
  }
}

addEventListener("pageshow", () => {
  allowAnother();
  setBusy(false);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const mistake = findMistake();
  if (mistake) setText(find("problem", HTMLElement), mistake);
  else start(readForm(), begin);
});
form.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement) onInput(target.name || target.id);
});
open();
