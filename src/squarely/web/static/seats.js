import { read, write } from "./store.js";

/** @import {Seat, SideName} from "./messages" */

/** A seat that this browser holds. @typedef {{side: SideName, secret: string}} Held */

const MOST = 50; // matches to remember; the oldest are forgotten first

/** The seats of this browser at a match.
 * @param {string} match @returns {Held[]} */
export function seatsAt(match) {
  return held()[match] ?? [];
}

/** Every match where this browser has a seat, the newest first.
 * @returns {string[]} */
export function matches() {
  return Object.keys(held()).reverse();
}

/** Keep a seat that was taken.
 * @param {Seat} seat */
export function keep({ match, side, secret }) {
  const { [match]: before = [], ...others } = held();
  const seats = { ...others, [match]: [...before.filter((each) => each.side !== side), { side, secret }] };
  write("seats", Object.fromEntries(Object.entries(seats).slice(-MOST)));
}

/** Forget a match that is no more.
 * @param {string} match */
export function forget(match) {
  const { [match]: _, ...others } = held();
  write("seats", others);
}

/** @returns {Record<string, Held[]>} */
function held() {
  return read("seats", {});
}

/** The invitation to the other seat of a match that was begun here, until somebody has taken it.
 * @param {string} match @returns {string | undefined} */
export function invitationTo(match) {
  return invitations()[match];
}

/** @param {string} match @param {string | undefined} invitation nothing: somebody has come */
export function keepInvitation(match, invitation) {
  const { [match]: _, ...others } = invitations();
  write("invitations", invitation ? { ...others, [match]: invitation } : others);
}

/** @returns {Record<string, string>} */
function invitations() {
  return read("invitations", {});
}
