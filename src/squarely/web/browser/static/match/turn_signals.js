import { read, write } from "../site/storage.js";

/** @import {MatchState} from "./match_state.js" */

/** What calls us when it is our turn; nothing until it is asked for. @typedef {{sound: boolean, notification: boolean}} Signals */

/** @returns {Signals} */
export function readSignals() {
  return { sound: false, notification: false, ...read("signals", {}) };
}

/** @param {Partial<Signals>} changed */
export function writeSignals(changed) {
  write("signals", { ...readSignals(), ...changed });
}

/** Call us when it becomes our turn, or the match is over, by what was asked for.
 * @param {MatchState} match */
export function createTurnSignals(match) {
  /** @type {string | undefined} */
  let before;
  return {
    show() {
      const waits = match.isOurTurn && !match.hasBothSeats ? `turn ${match.now.turn}` : match.now.ending ? "over" : "";
      const { side } = match.lastTurn ?? {};
      const isOurs = !match.you.length || (side && match.you.includes(side)); // what we did ourselves is known
      if (before !== undefined && waits && waits !== before && !isOurs) signal(match, waits === "over");
      before = waits;
    },
  };
}

/** @param {MatchState} match @param {boolean} isOver */
async function signal(match, isOver) {
  const { sound, notification } = readSignals();
  if (sound) (await import("./sound.js")).ring();
  if (!notification || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(isOver ? "The match is over" : "Your turn", {
    body: match.now.title,
    tag: match.id, // one for a match, not one for each turn
    icon: "/static/site/icon.svg",
  });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
