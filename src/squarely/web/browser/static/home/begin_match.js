import { tell } from "../site/api.js";
import { saveInvitation, saveSeat } from "../site/seats.js";

/** @import {Begun, NewMatch} from "../protocol/messages" */

let isStarting = false; // however often and wherever somebody taps, one match is begun

/** Begin a match, keep its seats, and go there. A second call while the first is on its way does nothing.
 * @param {NewMatch} wanted @param {(starting: boolean) => void} showBusy
 * @returns {Promise<void>} refused with the reason; nothing is begun then */
export async function beginMatch(wanted, showBusy) {
  if (isStarting) return;
  isStarting = true;
  showBusy(true);
  try {
    const begun = /** @type {Begun} */ (await tell("/api/matches", wanted));
    begun.seats.forEach((seat) => saveSeat(seat, Boolean(begun.invitation)));
    if (begun.invitation) saveInvitation(begun.match, begun.invitation);
    location.assign(`/m/${begun.match}`);
  } catch (error) {
    isStarting = false;
    showBusy(false);
    throw error;
  }
}

/** Whoever comes back to the page may begin another one. */
export function allowAnother() {
  isStarting = false;
}
