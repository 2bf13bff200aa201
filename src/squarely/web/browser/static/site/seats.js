import { listNames, read, write } from "./storage.js";

/** @import {Seat, SideName} from "../protocol/messages" */

/** A seat that this browser holds. @typedef {{side: SideName, secret: string}} StoredSeat */
/** What this browser stores of a match, under a name of its own, so that no two tabs write over each other's: its seats,
 * when the first one was taken, the invitation to the other one while nobody has come, whether a friend plays, and
 * whether it is over.
 * @typedef {{seats: StoredSeat[], taken: number, invitation?: string, friend?: boolean, over?: boolean}} StoredMatch */

const FINISHED = 50; // matches to remember after their end, for a rematch; those that go on are never forgotten

/** The seats of this browser at a match.
 * @param {string} match @returns {StoredSeat[]} */
export function getSeats(match) {
  return readMatch(match)?.seats ?? [];
}

/** Every match that this browser has a seat at and does not know to be over: those with friends first, then the newest.
 * @returns {string[]} */
export function listOpenMatches() {
  const open = readAll().filter(([, each]) => !each.over);
  return open.sort(([, a], [, b]) => Number(b.friend) - Number(a.friend) || b.taken - a.taken).map(([match]) => match);
}

/** Save a seat that was taken. Where there is no room, matches that are over make some.
 * @param {Seat} seat @param {boolean} [friend] whether a friend plays too */
export function saveSeat({ match, side, secret }, friend = true) {
  const before = readMatch(match) ?? { seats: [], taken: Date.now(), friend };
  const after = { ...before, seats: [...before.seats.filter((each) => each.side !== side), { side, secret }] };
  if (write(keyOf(match), after)) return;
  forgetFinished(0);
  write(keyOf(match), after);
}

/** Note whether a friend plays in a match. @param {string} match @param {boolean} friend */
export function noteFriend(match, friend) {
  update(match, { friend });
}

/** Note that a match is over. Of those that are, the ones that began first are forgotten.
 * @param {string} match */
export function markFinished(match) {
  update(match, { over: true });
  forgetFinished(FINISHED);
}

/** Forget a match that is no more.
 * @param {string} match */
export function forget(match) {
  write(keyOf(match), undefined);
}

/** The invitation to the other seat of a match that was begun here, until somebody has taken it.
 * @param {string} match @returns {string | undefined} */
export function getInvitation(match) {
  return readMatch(match)?.invitation;
}

/** @param {string} match @param {string | undefined} invitation nothing: somebody has come */
export function saveInvitation(match, invitation) {
  update(match, { invitation });
}

/** @param {string} match @returns {string} */
function keyOf(match) {
  return `match.${match}`;
}

/** @param {string} match @returns {StoredMatch | undefined} */
function readMatch(match) {
  return read(keyOf(match), undefined);
}

/** @returns {[string, StoredMatch][]} */
function readAll() {
  return listNames(keyOf("")).flatMap((match) => {
    const found = readMatch(match);
    return found ? [/** @type {[string, StoredMatch]} */ ([match, found])] : [];
  });
}

/** @param {string} match @param {Partial<StoredMatch>} news */
function update(match, news) {
  const before = readMatch(match);
  if (before) write(keyOf(match), { ...before, ...news });
}

/** @param {number} most that stay */
function forgetFinished(most) {
  const finished = readAll().filter(([, each]) => each.over);
  finished.sort(([, a], [, b]) => b.taken - a.taken);
  for (const [match] of finished.slice(most)) forget(match);
}

/** What an earlier version stored: all matches under one name, the newest last. */
function migrateOldSeats() {
  const seats = Object.entries(/** @type {Record<string, StoredSeat[]>} */ (read("seats", {})));
  const invitations = /** @type {Record<string, string>} */ (read("invitations", {}));
  const over = /** @type {string[]} */ (read("over", []));
  seats.forEach(([match, held], at) => {
    const more = { friend: held.length === 1, invitation: invitations[match], over: over.includes(match) };
    if (!readMatch(match)) write(keyOf(match), { seats: held, taken: at, ...more });
  });
  for (const old of ["seats", "invitations", "over"]) if (seats.length) write(old, undefined);
}

migrateOldSeats();
