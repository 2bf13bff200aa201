import { find, make, setText } from "/static/review/elements.js";

/** @import {GameFacts} from "../protocol/messages" */

const OWN = "Options of your own.";

/** Offer the rule sets of a game, where it has more than the printed one.
 * @param {GameFacts} game @param {string} options that are chosen */
export function showRuleSets(game, options) {
  const choices = game.rule_sets.map(({ name }) => {
    const words = name === "printed" ? "as printed" : name.replaceAll("_", " ");
    return make(
      "label",
      {},
      make("input", { type: "radio", name: "rules", value: name }),
      make("span", {}, make("b", {}, words)),
    );
  });
  find("rule-sets", HTMLElement).replaceChildren(...choices);
  find("rules-row", HTMLElement).hidden = game.rule_sets.length < 2;
  markRuleSet(game, options);
}

/** Show which rule set these options are, and what it changes. @param {GameFacts} game @param {string} options */
export function markRuleSet(game, options) {
  const sort = (/** @type {string} */ text) => text.split(",").sort().join();
  const found = game.rule_sets.find((each) => sort(each.options) === sort(options));
  for (const choice of find("rule-sets", HTMLElement).querySelectorAll("input")) {
    choice.checked = choice.value === found?.name;
  }
  setText(find("rules-says", HTMLElement), found?.says ?? OWN);
}

/** The options of the rule set that is chosen. @param {GameFacts} game @returns {string} */
export function readRuleSet(game) {
  const chosen = find("rule-sets", HTMLElement).querySelector("input:checked")?.getAttribute("value");
  return game.rule_sets.find(({ name }) => name === chosen)?.options ?? "";
}
