import { listNames, read, write } from "./storage.js";

/** @import {MatchSummary, SideName} from "../protocol/messages" */

/** A seat that this browser holds. @typedef {{side: SideName, secret: string}} StoredSeat */
/** What this browser stores of a match, under a name of its own, so that no two tabs write over each other's: its seats,
 * when the first one was taken, the invitation to the other one while nobody has come, whether a friend plays, whether it
 * is over, whether the server knows it no more, whether it is left out of the list, and how it was seen last.
 * @typedef {object} StoredMatch
 * @property {StoredSeat[]} seats
 * @property {number} taken
 * @property {string} [invitation]
 * @property {boolean} [friend]
 * @property {boolean} [over]
 * @property {boolean} [gone]
 * @property {boolean} [hidden]
 * @property {MatchSummary} [seen] */

const FINISHED = 200; // matches to remember after their end; those that go on are never forgotten

/** @param {string} match @returns {StoredMatch | undefined} */
export function readMatch(match) {
  return read(keyOf(match), undefined);
}

/** Every match that is stored here, with its name. @returns {[string, StoredMatch][]} */
export function readMatches() {
  return listNames(keyOf("")).flatMap((match) => {
    const found = readMatch(match);
    return found ? [/** @type {[string, StoredMatch]} */ ([match, found])] : [];
  });
}

/** Store a match. Where there is no room, those that are over make some.
 * @param {string} match @param {StoredMatch} stored */
export function storeMatch(match, stored) {
  if (write(keyOf(match), stored)) return;
  forgetFinished(0);
  write(keyOf(match), stored);
}

/** Store what is new about a match that is stored already; of those that are over, the oldest are forgotten.
 * @param {string} match @param {Partial<StoredMatch>} news */
export function updateMatch(match, news) {
  const before = readMatch(match);
  if (!before) return;
  write(keyOf(match), { ...before, ...news });
  if ((news.over || news.gone) && !(before.over || before.gone)) forgetFinished(FINISHED);
}

/** @param {string} match @returns {string} */
function keyOf(match) {
  return `match.${match}`;
}

/** @param {number} most that stay */
function forgetFinished(most) {
  const finished = readMatches().filter(([, each]) => each.over || each.gone);
  finished.sort(([, a], [, b]) => b.taken - a.taken);
  for (const [match] of finished.slice(most)) write(keyOf(match), undefined);
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
