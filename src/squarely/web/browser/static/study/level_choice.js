import { find, make } from "/static/review/elements.js";
import { ask } from "../site/api.js";

/** @import {GameFacts, Study} from "../protocol/messages" */

const LEVELS = [1, 2, 3, 4, 5];
const NAMES = new Map([[1, "1, at a glance"], [5, "5, hard"]]);

/** The choice of a game and of a level: of a game that was chosen, only the levels that it has are offered.
 * @param {() => void} onChange */
export function createLevelChoice(onChange) {
  const game = find("game", HTMLSelectElement);
  const level = find("level", HTMLSelectElement);
  offer(LEVELS);
  find("wanted", HTMLFormElement).addEventListener("change", async ({ target }) => {
    if (target === game) await offerExisting();
    onChange();
  });

  /** @param {number[]} levels */
  function offer(levels) {
    const chosen = level.value;
    const any = make("option", { value: "" }, "Any level");
    level.replaceChildren(any, ...levels.map((each) => make("option", { value: String(each) }, NAMES.get(each) ?? String(each))));
    level.value = levels.map(String).includes(chosen) ? chosen : "";
    level.disabled = !levels.length;
  }

  /** Offer the levels of the chosen game; where nobody can say which those are, all of them.
   * @returns {Promise<number[]>} */
  async function offerExisting() {
    const name = game.value;
    const study = name && (await /** @type {Promise<Study>} */ (ask(`/api/games/${name}/study`)).catch(() => undefined));
    const levels = study ? study.levels : LEVELS;
    if (game.value === name) offer(levels);
    return levels;
  }

  return {
    game,
    level,
    offerExisting,
    /** Fill in what an address asks for. Gives what it asks for and is not there, as a sentence, or nothing.
     * @param {GameFacts[]} games @param {string} named @param {string} ranked @returns {string} */
    fill(games, named, ranked) {
      game.append(...games.map((each) => make("option", { value: each.game }, `${each.title}: ${each.subtitle}`)));
      [game.value, level.value] = [named, ranked];
      const lacking = [];
      if (game.selectedIndex < 0) lacking.push(`There is no game ${named} here: choose one.`);
      if (level.selectedIndex < 0) lacking.push(`There is no level ${ranked}: choose one.`);
      for (const select of [game, level]) if (select.selectedIndex < 0) select.value = "";
      return lacking.join(" ");
    },
    /** Choose a level. @param {number} wanted */
    choose(wanted) {
      level.value = String(wanted);
      onChange();
    },
  };
}
