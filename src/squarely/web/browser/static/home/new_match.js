// The sheet where a match is set up one's own way.
import {
  ask, asSentence, beginMatch, errorText, find, formatRules, make, read, setText, SIDES, write,
} from "../site/site.js";
import { describeBoard, drawThumbnail } from "../site/board.js";

/** @import {GameFacts, NewMatch, OptionFacts, Shown} from "../protocol/messages" */

const OWN = "Options of your own.";

const sheet = find("setup", HTMLDialogElement);
const form = find("new", HTMLFormElement);
const begin = find("start", HTMLButtonElement);
const problem = find("problem");
const [level, name, other, seconds, position, seed] = /** @type {const} */ ([
  "level", "name", "other", "seconds", "position", "seed",
]).map((id) => find(id, HTMLInputElement)); // prettier-ignore
/** @type {GameFacts[]} */ let games = [];
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

/** Show everything about the chosen game: its sides, rule sets, options, rules and where to read more.
 * @param {string} options that are chosen */
function showGame(options) {
  const game = findGame();
  if (!game) return;
  const choices = game.rule_sets.map(({ name: set }) => {
    const words = set === "printed" ? "as printed" : set.replaceAll("_", " ");
    return make("label", {}, make("input", { type: "radio", name: "rules", value: set }), make("span", {}, make("b", {}, words)));
  });
  find("rule-sets").replaceChildren(...choices);
  find("rules-row").hidden = game.rule_sets.length < 2;
  setText(find("side-first"), game.sides[0] ?? "First");
  setText(find("side-second"), game.sides[1] ?? "Second");
  find("seed-row").hidden = !game.dealt;
  find("chosen-links").replaceChildren(
    make("a", { href: `/games/${game.game}` }, "Rules and verdicts"),
    make("a", { href: `/puzzles?game=${game.game}` }, "Puzzles"),
  );
  showOptions(game, options);
  showRules(game);
  showOpponent();
}

function showOptions(/** @type {GameFacts} */ game, /** @type {string} */ options) {
  const settings = new Map(options.split(",").map((pair) => /** @type {[string, string]} */ (pair.trim().split("="))));
  const fields = game.options.map((option) => makeField(option, settings.get(option.name) ?? option.default));
  find("options").replaceChildren(...fields);
  markRuleSet(game, options);
}

/** The field for one option, with what is chosen explained below it. @param {OptionFacts} option @param {string} setting */
function makeField({ name: option, says, lowest, highest, allowed, readings }, setting) {
  const id = `option-${option}`; // a game may call its option anything
  const isNumber = lowest != null && highest != null;
  const explanation = make("p", { id: `${id}-says`, className: "small soft" });
  const field = readings ? make("select", { id, name: id }) : make("input", { id, name: id, type: isNumber ? "number" : "text", value: setting });
  if (isNumber) Object.assign(field, { min: String(lowest), max: String(highest) });
  const words = Object.entries(readings ?? {}).map(([reading]) => make("option", { value: reading }, reading.replaceAll("_", " ")));
  field.append(...words);
  field.value = setting;
  field.setAttribute("aria-describedby", explanation.id);
  const chosen = () => readings?.[field.value] ?? (isNumber ? `${lowest} to ${highest}` : allowed ?? "");
  const explain = () => setText(explanation, `${asSentence(says)} ${asSentence(chosen())}`);
  field.addEventListener("input", explain);
  explain();
  return make("div", { className: "field" }, make("label", { htmlFor: id }, option.replaceAll("_", " ")), field, explanation);
}

/** What is chosen, where it differs from the rulebook's, as `name=value,name=value`. @param {GameFacts} game */
function readOptions(game) {
  const given = new FormData(form);
  const chosen = game.options.flatMap(({ name: option, default: usual }) => {
    const value = String(given.get(`option-${option}`) ?? "").trim();
    return value && value !== usual ? [`${option}=${value}`] : [];
  });
  return chosen.join(",");
}

/** Show which rule set these options are, and what it changes. @param {GameFacts} game @param {string} options */
function markRuleSet(game, options) {
  const sort = (/** @type {string} */ text) => text.split(",").sort().join();
  const found = game.rule_sets.find((each) => sort(each.options) === sort(options));
  for (const choice of find("rule-sets").querySelectorAll("input")) choice.checked = choice.value === found?.name;
  setText(find("rules-says"), found?.says ?? OWN);
}

/** Show what the rules say under the options that are chosen. @param {GameFacts} game with those options */
function showRules(game) {
  find("rules").replaceChildren(formatRules(game.rules));
  setText(find("position-says"), `The start is written ${game.start}`);
}

/** Show what belongs to the chosen opponent, and beside the button what it starts. */
function showOpponent() {
  const opponent = readChoice("opponent");
  const isAlone = opponent === "explore";
  find("level-row").hidden = opponent !== "level";
  find("side-row").hidden = isAlone || opponent === "here";
  find("other-row").hidden = opponent !== "here";
  find("name-row").hidden = isAlone;
  find("seconds-row").hidden = isAlone;
  const words = opponent === "link" ? "Start and get a link" : position.value ? "Start from here" : "Start";
  setText(begin, begin.ariaBusy === "true" ? "Starting…" : words);
  setText(find("level-shown"), level.value);
  const chosen = form.querySelector("label:has([name=opponent]:checked) b")?.textContent ?? "";
  const game = findGame();
  setText(find("summary-game"), game ? game.subtitle : "No game chosen yet");
  setText(find("summary-opponent"), game ? (opponent === "level" ? `${chosen}, level ${level.value}` : chosen) : "");
}

/** @returns {NewMatch} */
function readForm() {
  const game = findGame();
  const opponent = readChoice("opponent");
  const isAlone = opponent === "explore";
  return {
    game: game?.game ?? "",
    opponent: opponent === "level" ? `level:${level.value}` : opponent,
    options: game ? readOptions(game) : "",
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

/** Take over what the address asks for: a game, its options, a position, an opponent; and say what there is not.
 * @param {URLSearchParams} query */
async function prefill(query) {
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
  find("more", HTMLDetailsElement).open = Boolean(options) && !position.value;
  showGame(""); // at once: whether the options make sense takes an answer
  if ([...query.keys()].some((key) => ["game", "opponent", "options", "position", "side"].includes(key))) openSheet();
  const chosen = findGame();
  if (options && chosen) {
    const { facts, why } = await loadUnder(chosen, options);
    if (facts) showGame(facts.chosen);
    if (facts) showRules(facts);
    if (why) lacking.push(`${asSentence(why)} The rulebook's options are chosen instead.`);
  }
  await showPosition();
  setText(problem, lacking.join(" "));
  ready = true;
  setBusy(false);
}

/** A game under these options, of which a rule set may be one; or why there is none.
 * @param {GameFacts} game @param {string} options @returns {Promise<{facts?: GameFacts, why: string}>} */
async function loadUnder(game, options) {
  if (!options) return { facts: game, why: "" };
  const found = /** @type {Promise<GameFacts>} */ (ask(`/api/games/${game.game}`, { options }));
  return found.then((facts) => ({ facts, why: "" }), (error) => ({ why: errorText(error) }));
}

/** Show the position that the match is to begin from, or that there is no such position. */
async function showPosition() {
  const [game, line] = [findGame(), position.value.trim()];
  find("from").hidden = !game || !line;
  if (!game || !line) return;
  const [title, says] = [find("from-title"), find("from-mover")];
  try {
    /** @type {Shown} */
    const shown = await ask(`/api/games/${game.game}/position`, { position: line, options: readOptions(game) });
    find("from-board").replaceChildren(drawThumbnail(shown.board, { label: describeBoard(shown.board) }));
    setText(title, "From this position");
    const held = shown.holdings.map((each, at) => each && `${game.sides[at]}: ${each}.`);
    setText(says, [`${game.sides[SIDES.indexOf(shown.mover)]} is to move.`, ...held].filter(Boolean).join(" "));
    setText(find("from-line"), shown.position);
  } catch (error) {
    find("from-board").replaceChildren();
    setText(title, "There is no such position");
    setText(says, asSentence(errorText(error)));
  }
}

/** Show which rule set is chosen and what the rules say then, or that there is no such game. @param {GameFacts} game */
async function followOptions(game) {
  const options = readOptions(game);
  markRuleSet(game, options);
  const { facts, why } = await loadUnder(game, options);
  if (game !== findGame() || options !== readOptions(game)) return; // changed again meanwhile
  if (facts) showRules(facts);
  setText(problem, asSentence(why));
}

function changeGame() {
  position.value = ""; // it belonged to the other game
  showPosition();
  showGame("");
  write("game", readChoice("game"));
}

/** @param {string} changed the name or id of a field */
function onInput(changed) {
  const game = findGame();
  if (changed === "game") changeGame();
  if (changed === "name") write("name", name.value.trim());
  if (changed === "opponent" || changed === "level") {
    showOpponent();
    write("opponent", readChoice("opponent"));
    write("level", level.value);
    setText(find("hero-level"), `level ${level.value}`); // which one tap plays
  }
  if (changed === "rules" && game)
    showOptions(game, game.rule_sets.find((each) => each.name === readChoice("rules"))?.options ?? "");
  if ((changed === "rules" || changed.startsWith("option-")) && game) followOptions(game);
}

/** Show whether a match is being begun. @param {boolean} starting */
function setBusy(starting) {
  begin.disabled = starting || !ready;
  begin.ariaBusy = String(starting);
  showOpponent();
}

function openSheet() {
  if (!sheet.open) sheet.showModal();
  const chosen = form.querySelector("input[name=opponent]:checked");
  if (chosen instanceof HTMLInputElement) chosen.focus();
}

/** Open the sheet for a game, or for the one of last time. @param {GameFacts} [game] */
export function setUp(game) {
  if (game && game.game !== readChoice("game")) {
    choose("game", game.game);
    changeGame();
  }
  openSheet();
}

/** Let a match be set up of these games. @param {GameFacts[]} all */
export async function openNewMatch(all) {
  games = all;
  const choices = games.map(({ game, title, subtitle, picture }) => {
    const chosen = make("input", { type: "radio", name: "game", value: game });
    return make("label", { title }, chosen, drawThumbnail(picture), make("span", {}, subtitle));
  });
  find("choices").replaceChildren(...choices);
  await prefill(new URLSearchParams(location.search));
}

addEventListener("pageshow", () => setBusy(false));
find("setup-close").addEventListener("click", () => sheet.close());
find("your-way").addEventListener("click", () => setUp());
position.addEventListener("change", () => showPosition().then(showOpponent));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const mistake = findMistake();
  if (mistake) setText(problem, mistake);
  else beginMatch(readForm(), setBusy, problem);
});
form.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) onInput(target.name || target.id);
});
