import { ask, Refusal } from "./api.js";
import { readMatch, storeMatch, updateMatch } from "./stored_matches.js";

/** @import {Seat, SideName, StateMessage} from "../protocol/messages" */
/** @import {StoredSeat} from "./stored_matches.js" */

const SEAT = /^(first|second)\.([\w-]{20,64})$/; // in an address
const NO_TURNS = 1_000_000; // since the last turn there can be: the state alone

/** The seats of this browser at a match.
 * @param {string} match @returns {StoredSeat[]} */
export function getSeats(match) {
  return readMatch(match)?.seats ?? [];
}

/** Save a seat that was taken.
 * @param {Seat} seat @param {boolean} [friend] whether a friend plays too */
export function saveSeat({ match, side, secret }, friend = true) {
  const before = readMatch(match) ?? { seats: [], taken: Date.now(), friend };
  storeMatch(match, { ...before, seats: [...before.seats.filter((each) => each.side !== side), { side, secret }] });
}

/** Note that a match is over.
 * @param {string} match */
export function markFinished(match) {
  updateMatch(match, { over: true });
}

/** The invitation to the other seat of a match that was begun here, until somebody has taken it.
 * @param {string} match @returns {string | undefined} */
export function getInvitation(match) {
  return readMatch(match)?.invitation;
}

/** @param {string} match @param {string | undefined} invitation nothing: somebody has come */
export function saveInvitation(match, invitation) {
  updateMatch(match, { invitation });
}

/** The address by which whoever holds this link plays our seats too, on another device; nothing where we have none. The
 * secrets stand behind the #, which no browser sends.
 * @param {string} match @returns {string | undefined} */
export function linkToSeat(match) {
  const seats = getSeats(match).map(({ side, secret }) => `seat=${side}.${secret}`);
  return seats.length ? `${location.origin}/m/${match}#${seats.join("&")}` : undefined;
}

/** Whether the address hands over a seat. */
export function hasSeatInAddress() {
  return new URLSearchParams(location.hash.slice(1)).has("seat");
}

/** Take the seats that the address hands over, if it does. The address bar forgets them before anything else is done.
 * @param {string} match
 * @returns {Promise<string>} why they are not ours now, as a sentence; or nothing */
export async function takeSeatFromAddress(match) {
  if (!hasSeatInAddress()) return "";
  const given = new URLSearchParams(location.hash.slice(1)).getAll("seat").map((text) => SEAT.exec(text));
  history.replaceState(null, "", location.pathname + location.search);
  const taken = given.map((found) => ({ match, side: /** @type {SideName} */ (found?.[1]), secret: found?.[2] ?? "" }));
  if (!given.every(Boolean)) return "This link to a seat is incomplete. Copy it again on your other device.";
  const held = getSeats(match).map(({ side }) => side);
  if (held.length && taken.some(({ side }) => !held.includes(side))) {
    return "You have the other seat at this match already. Open that link on another device.";
  }
  const refused = await Promise.all(taken.map(explainNoSeat));
  taken.forEach((seat, at) => !refused[at] && saveSeat(seat));
  return refused.find(Boolean) ?? "";
}

/** Why this is no seat, or nothing. Where nobody answers, it is one as long as it takes no other one's place.
 * @param {Seat} seat @returns {Promise<string>} */
async function explainNoSeat({ match, side, secret }) {
  try {
    const { you } = /** @type {StateMessage} */ (await ask(`/api/matches/${match}`, { since: NO_TURNS }, secret));
    return you?.includes(side) ? "" : "This link opens no seat here. Copy it again on your other device; you can watch.";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return getSeats(match).some((each) => each.side === side) ? error.message : "";
  }
}
