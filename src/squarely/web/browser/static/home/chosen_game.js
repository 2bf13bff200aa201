import { find, make, setText } from "/static/review/elements.js";
import { ask, errorText } from "../site/api.js";
import { formatRules } from "../site/rulebook.js";
import { makeOptionFields, parseSettings } from "./option_fields.js";
import { showRuleSets } from "./rule_sets.js";

/** @import {GameFacts, Study} from "../protocol/messages" */

let chosen = ""; // the game whose links are shown

/** Show everything about the game that a match is set up of: its names, rules, options and where to read more.
 * @param {GameFacts} game @param {string} options that are chosen */
export function showChosenGame(game, options) {
  chosen = game.game;
  setText(find("chosen-title", HTMLElement), `${game.title} (${game.game})`);
  showRules(game);
  find("chosen-links", HTMLElement).replaceChildren(
    make("a", { href: `/games/${game.game}` }, "Rules and verdicts"),
    make("a", { href: `/puzzles?game=${game.game}` }, "Puzzles"),
  );
  linkAtlas(game.game);
  find("options", HTMLElement).replaceChildren(...makeOptionFields(game, parseSettings(options)));
  showRuleSets(game, options);
  setText(find("side-first", HTMLElement), game.sides[0] ?? "First");
  setText(find("side-second", HTMLElement), game.sides[1] ?? "Second");
  find("seed-row", HTMLElement).hidden = !game.dealt;
}

/** Show what the rules say under the options that are chosen. @param {GameFacts} game with those options */
export function showRules(game) {
  find("rules", HTMLElement).replaceChildren(...formatRules(game.rules));
  setText(find("position-says", HTMLElement), `The start is written ${game.start}`);
}

/** A game under these options, of which a rule set may be one; or why there is none.
 * @param {GameFacts} game @param {string} options @returns {Promise<{facts?: GameFacts, why: string}>} */
export async function loadUnder(game, options) {
  if (!options) return { facts: game, why: "" };
  const found = /** @type {Promise<GameFacts>} */ (ask(`/api/games/${game.game}`, { options }));
  return found.then(
    (facts) => ({ facts, why: "" }),
    (error) => ({ why: errorText(error) }),
  );
}

/** Link the atlas of a game, where there is one. @param {string} game */
async function linkAtlas(game) {
  const links = find("chosen-links", HTMLElement);
  const study = await /** @type {Promise<Study>} */ (ask(`/api/games/${game}/study`)).catch(() => undefined);
  if (!study?.atlas || chosen !== game || links.querySelector("[href^='/atlas']")) return;
  links.append(make("a", { href: `/atlas/${game}` }, "Atlas"));
}
