import { find } from "/static/review/elements.js";

/** @import {MatchState} from "./match_state.js" */

/** What there is to look up and to set, each fetched when it is asked for.
 * @param {MatchState} match */
export function createTools(match) {
  const device = find("device-open", HTMLElement);
  onClick("rules-open", async () => (await import("./rules_drawer.js")).openRules(match));
  onClick("settings-open", async () => (await import("./settings.js")).openSettings());
  onClick("device-open", async () => (await import("./another_device.js")).openAnotherDevice(match));
  return {
    show() {
      device.hidden = !match.you.length || Boolean(match.now.ending);
    },
  };
}

/** @param {string} id @param {() => Promise<void>} open */
function onClick(id, open) {
  find(id, HTMLElement).addEventListener("click", () => {
    open().catch(() => undefined); // its script did not come: that there is no network is said elsewhere
  });
}
