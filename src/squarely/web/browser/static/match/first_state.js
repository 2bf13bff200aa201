import { readFirst } from "../site/first_data.js";
import { getSeats } from "../site/seats.js";
import { SIDES } from "../site/sides.js";

/** @import {StateMessage} from "../protocol/messages" */

/** The match as the page came with it, seen from the seats of this browser, so that it can be shown and played before the
 * line to the server is open. The server says who sits where as soon as it is.
 * @param {string} match @returns {StateMessage | undefined} */
export function readFirstState(match) {
  const first = /** @type {StateMessage | undefined} */ (readFirst("first-state"));
  if (!first) return undefined;
  const you = SIDES.filter((side) => getSeats(match).some((seat) => seat.side === side));
  for (const side of you) Object.assign(first.state.players[SIDES.indexOf(side)] ?? {}, { here: true });
  return { ...first, you };
}
