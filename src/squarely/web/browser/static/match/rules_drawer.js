import { make, makeButton } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText } from "../site/api.js";
import { formatRules } from "../site/rulebook.js";
import { openDrawer } from "./drawer.js";

/** @import {GameFacts, OptionFacts} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

/** @type {Promise<GameFacts> | undefined} */
let asked;

/** The rules of a match with its options, asked for once. @param {MatchState} match @returns {Promise<GameFacts>} */
export function loadRules(match) {
  asked ??= ask(`/api/games/${match.now.game}`, { options: match.now.options });
  asked.catch(() => (asked = undefined)); // to be asked again
  return asked;
}

/** Open the drawer with the rules of this match, and what holds where the rulebook leaves a choice.
 * @param {MatchState} match */
export async function openRules(match) {
  const body = make("div", { className: "stack" }, make("p", { className: "soft" }, "Fetching the rules…"));
  openDrawer("rules", match.now.title, body);
  try {
    const facts = await loadRules(match);
    body.replaceChildren(...formatRules(facts.rules), ...listSettings(facts, match.now.options), linkGame(facts.game));
  } catch (error) {
    body.replaceChildren(make("p", {}, errorText(error)), makeButton("Try again", () => openRules(match)));
  }
}

/** @param {GameFacts} facts @param {string} options as `name=value,name=value` */
function listSettings({ options: known }, options) {
  const chosen = new Map(options.split(",").map((each) => /** @type {[string, string]} */ (each.split("="))));
  const rows = known.map((option) => listSetting(option, chosen.get(option.name)));
  return [make("h3", {}, "In this match"), make("dl", { className: "rulings" }, ...rows.flat())];
}

/** @param {OptionFacts} option @param {string | undefined} chosen */
function listSetting({ name, says, default: usual, readings }, chosen) {
  const value = chosen ?? usual;
  const holds = readings?.[value] ?? `${value}: ${says}`;
  const changed = chosen === undefined || chosen === usual ? [] : [" ", make("span", { className: "badge" }, "changed")];
  return [
    make("dt", {}, name.replaceAll("_", " "), ...changed),
    make("dd", {}, asSentence(holds), ...(readings ? [make("p", { className: "small soft" }, asSentence(says.replaceAll("`", "")))] : [])),
  ];
}

/** @param {string} game */
function linkGame(game) {
  return make("p", {}, make("a", { href: `/games/${game}`, target: "_blank" }, "All about this game"));
}
